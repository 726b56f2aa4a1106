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

/* Which of `count` branches, all of them in turn as the demand's turn goes up. */
size_t demand_choose(struct demand *d, size_t count)
{
    if (!count) {
        d->impossible = true;
        return 0;
    }
    const size_t first = (size_t)random_below(&d->random, count);
    const size_t digit = (size_t)(d->turn % count);

    d->turn /= count;
    if (d->ways < 1000)
        d->ways *= count;
    return (first + digit) % count;
}

static void avoid(struct generator *g, struct demand *d, const json *node)
{
    const json *target = json_get(node, "$ref") ? schema_resolve(g->document, node) : node;

    if (json_true(target))
        d->impossible = true;
    else if (json_type(target) == JSON_OBJECT && d->avoided < DEMAND_MOST)
        d->avoid[d->avoided++] = target;
}

static void add_branch(struct generator *g, struct demand *d, const json *branches, bool only_one)
{
    const size_t chosen = demand_choose(d, json_length(branches));
    size_t i = 0;

    json_each (branch, branches) {
        if (i == chosen)
            demand_add(g, d, branch);
        else if (only_one)
            avoid(g, d, branch);
        i++;
    }
}

static void add_condition(struct generator *g, struct demand *d, const json *node)
{
    const json *condition = json_get(node, "if");
    const json *then = json_get(node, "then"), *otherwise = json_get(node, "else");

    if (!condition || (!then && !otherwise))
        return;
    if (demand_choose(d, 2) == 0) {
        demand_add(g, d, condition);
        if (then)
            demand_add(g, d, then);
    } else {
        avoid(g, d, condition);
        if (otherwise)
            demand_add(g, d, otherwise);
    }
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
    const json *target = json_get(node, "$ref") ? schema_resolve(g->document, node) : node;

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
        add_branch(g, d, json_get(target, "anyOf"), false);
    if (json_get(target, "oneOf"))
        add_branch(g, d, json_get(target, "oneOf"), true);
    add_condition(g, d, target);
    if (json_get(target, "not"))
        avoid(g, d, json_get(target, "not"));
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

static unsigned types_avoided(const json *node)
{
    /* "not": {"type": "string"}, and nothing else that it could fail by. */
    return json_length(node) == 1 ? type_bits(json_string(json_get(node, "type"))) : 0;
}

/* The types that a value may have; 0 when none is left. */
unsigned demand_types(const struct demand *d)
{
    unsigned types = TYPE_ANY;

    for (size_t i = 0; i < d->count; i++) {
        const json *type = json_get(d->nodes[i], "type");
        unsigned here = type_bits(json_string(type));

        json_each (name, json_type(type) == JSON_ARRAY ? type : NULL)
            here |= type_bits(json_string(name));
        if (type)
            types &= here;
    }
    for (size_t i = 0; i < d->avoided; i++)
        types &= ~types_avoided(d->avoid[i]);
    if (types != TYPE_ANY)
        return types;
    for (size_t i = 0; i < sizeof(type_hints) / sizeof(*type_hints); i++)
        if (demand_has(d, type_hints[i].keyword))
            return type_hints[i].bits == TYPE_NUMBER ? TYPE_NUMBER | TYPE_INTEGER
                                                     : type_hints[i].bits;
    return TYPE_STRING;
}

/* Found by its text and not by its address, or models would depend on where memory is. */
struct known_pattern *generator_pattern(struct generator *g, const char *source)
{
    struct known_pattern *known = &g->patterns[place_hash(0, source) % PATTERN_SLOTS];

    if (!known->source || strcmp(known->source, source) != 0) {
        struct error ignored;

        *known = (struct known_pattern){ .source = source,
                                         .pattern = pattern_compile(g->keep, source, &ignored) };
    }
    return known;
}

bool generator_matches(struct generator *g, const char *source, const char *subject)
{
    const struct pattern *pattern = generator_pattern(g, source)->pattern;

    return pattern && pattern_search(pattern, subject) == PATTERN_MATCH;
}

static bool is_among(const json *value, const json *values)
{
    json_each (one, values)
        if (json_equal(one, value))
            return true;
    return false;
}

static unsigned type_of(const json *value)
{
    if (json_type(value) == JSON_NUMBER)
        return json_is_integer(value) ? TYPE_INTEGER : TYPE_NUMBER;
    return type_bits(json_type_name(value));
}

/* A branch that says no more than which values it means. */
static bool is_listed(const json *node, const json *value)
{
    if (json_get(node, "const"))
        return json_equal(json_get(node, "const"), value);
    return json_get(node, "enum") && is_among(value, json_get(node, "enum"));
}

bool demand_admits(struct generator *g, const struct demand *d, const json *value, const json *list)
{
    for (size_t i = 0; i < d->count; i++) {
        const json *only = json_get(d->nodes[i], "const"), *some = json_get(d->nodes[i], "enum");

        if ((only && !json_equal(only, value)) || (some && some != list && !is_among(value, some)))
            return false;
    }
    for (size_t i = 0; i < d->avoided; i++)
        if (is_listed(d->avoid[i], value))
            return false;
    if (demand_has(d, "type") && !(demand_types(d) & type_of(value)))
        return false;
    if (json_type(value) == JSON_STRING)
        return text_admitted(g, d, json_string(value));
    return json_type(value) != JSON_NUMBER || number_admitted(d, json_number(value, 0));
}

static const json *list_of_one(struct generator *g, const json *value)
{
    json *one = json_array(g->scratch);

    json_append(one, value);
    return one;
}

const json *demand_list(struct generator *g, const struct demand *d, unsigned types)
{
    const json *list = NULL;

    for (size_t i = 0; i < d->count; i++) {
        const json *only = json_get(d->nodes[i], "const"), *some = json_get(d->nodes[i], "enum");

        if (only)
            return list_of_one(g, only);
        if (some && (!list || json_length(some) < json_length(list)))
            list = some;
    }
    if (list || types & (TYPE_ANY ^ (TYPE_BOOLEAN | TYPE_NULL)))
        return list;
    json *few = json_array(g->scratch);
    if (types & TYPE_BOOLEAN) {
        json_append(few, json_new_boolean(g->scratch, true));
        json_append(few, json_new_boolean(g->scratch, false));
    } else if (types)
        json_append(few, json_new_null(g->scratch));
    return few;
}

const json *demand_pick(struct generator *g, const struct demand *d, const json *list,
                        struct random *random)
{
    const size_t count = json_length(list);
    const json *value = json_at(list, (size_t)random_below(random, count));

    for (size_t i = 0; i < count; i++) {
        if (demand_admits(g, d, value, list))
            return value;
        value = json_next(value) ? json_next(value) : json_first(list);
    }
    return NULL;
}
