#include <math.h>
#include <string.h>

#include "generate_private.h"

void parts_add(struct parts *parts, const json *node)
{
    if (!node || json_true(node))
        return;
    if (json_false(node) || parts->count == DEMAND_MOST)
        parts->impossible = true;
    else
        parts->nodes[parts->count++] = node;
}

void parts_avoid(struct parts *parts, const json *node)
{
    if (parts->avoided < PARTS_AVOIDED)
        parts->avoid[parts->avoided++] = node;
}

const json *demand_target(const struct generator *g, const json *node)
{
    if (!json_get(node, "$ref"))
        return node;
    const json *target = schema_target(g->schema, node);
    return target ? target : schema_resolve(g->document, node);
}

static bool demand_holds(const struct demand *d, const json *node)
{
    for (size_t i = 0; i < d->count; i++)
        if (d->nodes[i] == node)
            return true;
    return false;
}

/* Each subschema is added once, so a circle of allOf and $ref ends. */
void demand_add(struct generator *g, struct demand *d, const json *node)
{
    const json *target = demand_target(g, node);

    if (json_true(target) || (target && demand_holds(d, target)))
        return;
    if (json_type(target) != JSON_OBJECT || d->count == DEMAND_MOST) {
        d->impossible = true;
        return;
    }
    d->nodes[d->count++] = target;
    json_each (part, json_get(target, "allOf"))
        demand_add(g, d, part);
    if (json_get(target, "anyOf"))
        demand_choose_branch(g, d, json_get(target, "anyOf"), false);
    if (json_get(target, "oneOf"))
        demand_choose_branch(g, d, json_get(target, "oneOf"), true);
    demand_choose_side(g, d, target);
    if (json_get(target, "not"))
        demand_avoid(g, d, json_get(target, "not"));
}

void demand_read(struct generator *g, struct demand *d, const struct parts *parts, uint64_t turn,
                 struct random random)
{
    d->count = d->avoided = 0;
    d->turn = turn;
    d->ways = 1;
    d->random = random;
    d->impossible = parts->impossible;
    for (size_t i = 0; i < parts->count; i++)
        demand_add(g, d, parts->nodes[i]);
    for (size_t i = 0; i < parts->avoided; i++)
        demand_avoid(g, d, parts->avoid[i]);
}

bool demand_same(const struct demand *a, const struct demand *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->nodes[i] != b->nodes[i])
            return false;
    return true;
}

bool demand_has(const struct demand *d, const char *keyword)
{
    for (size_t i = 0; i < d->count; i++)
        if (json_get(d->nodes[i], keyword))
            return true;
    return false;
}

bool demand_true(const struct demand *d, const char *keyword)
{
    for (size_t i = 0; i < d->count; i++)
        if (json_true(json_get(d->nodes[i], keyword)))
            return true;
    return false;
}

double demand_least(const struct demand *d, const char *keyword, double absent)
{
    double least = absent;

    for (size_t i = 0; i < d->count; i++)
        least = fmax(least, json_number(json_get(d->nodes[i], keyword), least));
    return least;
}

double demand_most(const struct demand *d, const char *keyword, double absent)
{
    double most = absent;

    for (size_t i = 0; i < d->count; i++)
        most = fmin(most, json_number(json_get(d->nodes[i], keyword), most));
    return most;
}

static const struct {
    const char *name;
    unsigned bits;
} type_names[] = {
    { "null", TYPE_NULL },       { "boolean", TYPE_BOOLEAN },
    { "integer", TYPE_INTEGER }, { "number", TYPE_NUMBER | TYPE_INTEGER },
    { "string", TYPE_STRING },   { "array", TYPE_ARRAY },
    { "object", TYPE_OBJECT },
};

static unsigned type_bits(const char *name)
{
    for (size_t i = 0; name && i < sizeof(type_names) / sizeof(*type_names); i++)
        if (strcmp(type_names[i].name, name) == 0)
            return type_names[i].bits;
    return 0;
}

/* What a keyword says about the type where the schema does not; the first row that is there. */
static const struct {
    const char *keyword;
    unsigned bits;
} type_hints[] = {
    { "properties", TYPE_OBJECT },
    { "patternProperties", TYPE_OBJECT },
    { "required", TYPE_OBJECT },
    { "additionalProperties", TYPE_OBJECT },
    { "minProperties", TYPE_OBJECT },
    { "maxProperties", TYPE_OBJECT },
    { "dependencies", TYPE_OBJECT },
    { "propertyNames", TYPE_OBJECT },
    { "items", TYPE_ARRAY },
    { "contains", TYPE_ARRAY },
    { "minItems", TYPE_ARRAY },
    { "maxItems", TYPE_ARRAY },
    { "uniqueItems", TYPE_ARRAY },
    { "insertionOrder", TYPE_ARRAY },
    { "pattern", TYPE_STRING },
    { "format", TYPE_STRING },
    { "minLength", TYPE_STRING },
    { "maxLength", TYPE_STRING },
    { "minimum", TYPE_NUMBER },
    { "maximum", TYPE_NUMBER },
    { "exclusiveMinimum", TYPE_NUMBER },
    { "exclusiveMaximum", TYPE_NUMBER },
    { "multipleOf", TYPE_NUMBER },
};

unsigned types_named(const json *type)
{
    unsigned bits = type_bits(json_string(type));

    json_each (name, json_type(type) == JSON_ARRAY ? type : NULL)
        bits |= type_bits(json_string(name));
    return bits;
}

static unsigned types_avoided(const json *node)
{
    /* "not": {"type": "string"}, and nothing else that it could fail by. */
    return json_length(node) == 1 ? types_named(json_get(node, "type")) : 0;
}

static unsigned types_declared(const struct demand *d)
{
    unsigned types = TYPE_ANY;

    for (size_t i = 0; i < d->count; i++) {
        const json *type = json_get(d->nodes[i], "type");

        if (type)
            types &= types_named(type);
    }
    for (size_t i = 0; i < d->avoided; i++)
        types &= ~types_avoided(d->avoid[i]);
    return types;
}

/* A keyword fails values of its own type only: so does what is to be avoided by it. */
static bool is_avoided_by(const struct demand *d, const char *keyword)
{
    for (size_t i = 0; i < d->avoided; i++)
        if (json_get(d->avoid[i], keyword) && !json_get(d->avoid[i], "type"))
            return true;
    return false;
}

static unsigned types_hinted(const struct demand *d)
{
    enum { HINTS = sizeof(type_hints) / sizeof(*type_hints) };
    size_t i = 0;

    while (i < HINTS && !demand_has(d, type_hints[i].keyword))
        i++;
    if (i == HINTS && d->avoided)
        for (i = 0; i < HINTS && !is_avoided_by(d, type_hints[i].keyword);)
            i++;
    if (i == HINTS)
        return TYPE_STRING;
    return type_hints[i].bits == TYPE_NUMBER ? TYPE_NUMBER | TYPE_INTEGER : type_hints[i].bits;
}

/*
 * The types that a value may have; 0 when none is left. Where the schema
 * leaves them open, what it says of values hints at one; if that leads nowhere,
 * any may do.
 */
unsigned demand_types(const struct demand *d, unsigned tries)
{
    const unsigned types = types_declared(d);

    if (demand_has(d, "type"))
        return types;
    return types & types_hinted(d) && tries / MOODS < OPEN_TURN ? types & types_hinted(d) : types;
}

unsigned type_of_value(const json *value)
{
    if (json_type(value) == JSON_NUMBER)
        return json_is_integer(value) ? TYPE_INTEGER : TYPE_NUMBER;
    return type_bits(json_type_name(value));
}

bool demand_disputed(const struct generator *g, const struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        const json *beside = json_get(parts->nodes[i], "type");
        const json *behind = json_get(demand_target(g, parts->nodes[i]), "type");

        if (json_get(parts->nodes[i], "$ref") && beside && behind &&
            !(types_named(beside) & types_named(behind)))
            return true;
    }
    return false;
}

/* Found by its text and not by its address, or models would depend on where memory is. */
struct known_pattern *generator_pattern(struct generator *g, const char *source)
{
    struct known_pattern **slot = &g->patterns[place_hash(0, source) % PATTERN_SLOTS];
    struct known_pattern *known = *slot;
    struct error ignored;

    while (known && strcmp(known->source, source) != 0)
        known = known->next;
    if (!known) {
        known = arena_alloc(g->keep, sizeof(*known));
        *known = (struct known_pattern){ .source = source,
                                         .pattern = pattern_compile(g->keep, source, &ignored),
                                         .next = *slot };
        *slot = known;
    }
    return known;
}

bool generator_matches(struct generator *g, const char *source, const char *subject)
{
    const struct pattern *pattern = generator_pattern(g, source)->pattern;

    return pattern && pattern_search(pattern, subject) == PATTERN_MATCH;
}

struct parts member_parts(struct generator *g, const struct demand *d, const char *key)
{
    struct parts parts = { .count = 0 };

    for (size_t i = 0; i < d->count; i++) {
        const json *declared = json_get(json_get(d->nodes[i], "properties"), key);
        bool matched = declared != NULL;

        parts_add(&parts, declared);
        json_each (member, json_get(d->nodes[i], "patternProperties"))
            if (generator_matches(g, json_key(member), key)) {
                parts_add(&parts, member);
                matched = true;
            }
        if (!matched)
            parts_add(&parts, json_get(d->nodes[i], "additionalProperties"));
    }
    return parts;
}

static bool any_matches(const struct generator *g, const json *const *avoided, size_t count,
                        const json *value)
{
    for (size_t i = 0; i < count; i++)
        if (schema_target(g->schema, avoided[i]) && schema_valid_at(g->schema, avoided[i], value))
            return true;
    return false;
}

bool parts_accept(const struct generator *g, const struct parts *parts, const json *value)
{
    for (size_t i = 0; i < parts->count; i++)
        if (!schema_valid_at(g->schema, parts->nodes[i], value))
            return false;
    return !any_matches(g, parts->avoid, parts->avoided, value);
}

bool demand_accepts(const struct generator *g, const struct demand *d, const json *value)
{
    for (size_t i = 0; i < d->count; i++)
        if (!schema_valid_at(g->schema, d->nodes[i], value))
            return false;
    return !any_matches(g, d->avoid, d->avoided, value);
}
