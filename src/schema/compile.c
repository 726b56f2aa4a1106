#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "schema_private.h"

/* The compiling half of each keyword, and the table of all of them. */

typedef bool compile_function(struct compiler *c, struct site *site, const json *value,
                              union operand *operand);

static struct schema_node *subschema(struct compiler *c, struct site *site, const char *word,
                                     const json *value)
{
    struct site *below = references_site(c, value);

    if (below)
        return schema_node_at(c, below);
    site_error(c, site, word, "%s: a schema is an object or a boolean, not %s", word,
               json_type_name(value));
    return NULL;
}

static struct declarations *declarations(struct compiler *c, struct site *site)
{
    if (!site->node->declares)
        site->node->declares = arena_alloc(c->arena, sizeof(struct declarations));
    return site->node->declares;
}

/* Subschemas that judge the same value; SCHEMA_SHAPE asks them what they declare. */
static void remember_beside(struct compiler *c, struct site *site, struct node_list more)
{
    struct node_list *beside = &declarations(c, site)->beside;
    const struct schema_node **all =
        arena_array(c->arena, beside->count + more.count, sizeof(*all));

    for (size_t i = 0; i < beside->count + more.count; i++)
        all[i] = i < beside->count ? beside->nodes[i] : more.nodes[i - beside->count];
    *beside = (struct node_list){ all, beside->count + more.count };
}

static bool compile_list(struct compiler *c, struct site *site, const char *word, const json *value,
                         struct node_list *list)
{
    const struct schema_node **nodes = arena_array(c->arena, json_length(value), sizeof(*nodes));
    size_t count = 0;

    json_each (item, value) {
        nodes[count] = subschema(c, site, word, item);
        if (!nodes[count++])
            return false;
    }
    *list = (struct node_list){ nodes, count };
    return true;
}

static bool compile_names(struct compiler *c, struct site *site, const char *word,
                          const json *value, struct name_list *list)
{
    const char **names = arena_array(c->arena, json_length(value), sizeof(*names));
    size_t count = 0;

    if (json_type(value) != JSON_ARRAY)
        return site_error(c, site, word, "%s is a list of names, not %s", word,
                          json_type_name(value));
    json_each (item, value) {
        names[count] = json_string(item);
        if (!names[count++])
            return site_error(c, site, word, "%s is a list of names, but holds %s", word,
                              json_type_name(item));
    }
    *list = (struct name_list){ names, count };
    return true;
}

static const struct pattern *compile_pattern(struct compiler *c, struct site *site,
                                             const char *word, const char *source)
{
    const size_t number = names_add(&c->pattern_sources, source);
    struct error why;

    if (number < c->pattern_count)
        return c->patterns[number];
    const struct pattern *pattern = pattern_compile(c->arena, source, &why);
    if (!pattern) {
        site_error(c, site, word, "%s", why.text);
        return NULL;
    }
    if (c->pattern_count == c->pattern_room) {
        const struct pattern **old = c->patterns;

        c->pattern_room = c->pattern_room ? c->pattern_room * 2 : 8;
        c->patterns = arena_array(c->arena, c->pattern_room, sizeof(const struct pattern *));
        for (size_t i = 0; i < c->pattern_count; i++)
            c->patterns[i] = old[i];
    }
    c->patterns[c->pattern_count++] = pattern;
    return pattern;
}

/* ---- any value ---- */

static const unsigned types[] = { JSON_STRING,  JSON_OBJECT, JSON_ARRAY, JSON_BOOLEAN,
                                  TYPE_INTEGER, JSON_NUMBER, JSON_NULL };
static const char *const type_names[] = { "string",  "object", "array", "boolean",
                                          "integer", "number", "null",  NULL };

static bool unknown_type(struct compiler *c, struct site *site, const char *name)
{
    const char *near = text_nearest(name, type_names);

    return site_error(c, site, "type", "type \"%s\" is not one of JSON Schema's%s%s%s",
                      text_quote(c->arena, name, 40), near ? " (did you mean " : "",
                      near ? near : "", near ? "?)" : "");
}

static bool compile_type(struct compiler *c, struct site *site, const json *value,
                         union operand *operand)
{
    const bool list = json_type(value) == JSON_ARRAY;
    unsigned set = 0;

    for (const json *item = list ? json_first(value) : value; item;
         item = list ? json_next(item) : NULL) {
        const char *name = json_string(item);
        size_t i = 0;

        if (!name)
            return site_error(c, site, "type", "type is a name such as \"string\", not %s",
                              json_type_name(item));
        while (type_names[i] && strcmp(name, type_names[i]) != 0)
            i++;
        if (!type_names[i])
            return unknown_type(c, site, name);
        set |= types[i];
    }
    (void)operand;
    site->node->types = set;
    return true;
}

static bool compile_enum(struct compiler *c, struct site *site, const json *value,
                         union operand *operand)
{
    struct enum_words *choices = arena_alloc(c->arena, sizeof(*choices));
    const size_t room = slots_room(json_length(value));
    struct slot *slots = arena_array(c->arena, room, sizeof(*slots));
    size_t size = 0;

    if (json_type(value) != JSON_ARRAY)
        return site_error(c, site, "enum", "enum is a list of values, not %s",
                          json_type_name(value));
    json_each (item, value) {
        const uint64_t hash = json_hash(item, &size);

        slots[slots_find(slots, room, item, hash)] = (struct slot){ item, hash, 0 };
        choices->types |= json_type(item);
    }
    choices->values = value;
    choices->slots = slots;
    choices->room = room;
    operand->choices = choices;
    return true;
}

static bool compile_const(struct compiler *c, struct site *site, const json *value,
                          union operand *operand)
{
    (void)c;
    (void)site;
    operand->value = value;
    return true;
}

/* ---- numbers and counts ---- */

static bool compile_number(struct compiler *c, struct site *site, const json *value,
                           union operand *operand)
{
    operand->number = json_number(value, 0);
    return json_type(value) == JSON_NUMBER ||
           site_error(c, site, json_key(value), "%s is a number, not %s", json_key(value),
                      json_type_name(value));
}

static bool compile_multiple_of(struct compiler *c, struct site *site, const json *value,
                                union operand *operand)
{
    struct decimal *divisor = arena_alloc(c->arena, sizeof(*divisor));
    const double number = json_number(value, 0);

    if (!(number > 0))
        return site_error(c, site, "multipleOf", "multipleOf is a number above 0");
    *divisor = decimal_of(number);
    operand->decimal = divisor;
    return true;
}

static bool compile_count(struct compiler *c, struct site *site, const json *value,
                          union operand *operand)
{
    const double number = json_number(value, -1);
    const double most = 9007199254740992.0; /* 2^53 */

    if (!json_is_integer(value) || number < 0)
        return site_error(c, site, json_key(value), "%s is a whole number from 0 on",
                          json_key(value));
    operand->count = number < most ? (size_t)number : SIZE_MAX;
    return true;
}

/* ---- strings ---- */

static bool compile_pattern_word(struct compiler *c, struct site *site, const json *value,
                                 union operand *operand)
{
    const char *source = json_string(value);

    if (!source)
        return site_error(c, site, "pattern", "pattern is a string, not %s", json_type_name(value));
    operand->pattern = compile_pattern(c, site, "pattern", source);
    return operand->pattern;
}

static bool compile_format(struct compiler *c, struct site *site, const json *value,
                           union operand *operand)
{
    const char *name = json_string(value);

    if (!name)
        return site_error(c, site, "format", "format is a string, not %s", json_type_name(value));
    operand->format = format_find(name);
    return true;
}

/* ---- arrays ---- */

static bool compile_items(struct compiler *c, struct site *site, const json *value,
                          union operand *operand)
{
    struct item_words *words = arena_alloc(c->arena, sizeof(*words));
    const json *additional = json_get(site->raw, "additionalItems");

    words->is_tuple = json_type(value) == JSON_ARRAY;
    if (words->is_tuple && !compile_list(c, site, "items", value, &words->tuple))
        return false;
    if (value && !words->is_tuple) {
        words->every = subschema(c, site, "items", value);
        if (!words->every)
            return false;
    }
    if (additional) {
        words->additional = subschema(c, site, "additionalItems", additional);
        if (!words->additional)
            return false;
    }
    operand->items = declarations(c, site)->items = words;
    return true;
}

static bool compile_unique_items(struct compiler *c, struct site *site, const json *value,
                                 union operand *operand)
{
    if (json_type(value) != JSON_BOOLEAN)
        return site_error(c, site, "uniqueItems", "uniqueItems is a boolean, not %s",
                          json_type_name(value));
    operand->wanted = json_true(value);
    return true;
}

/* ---- objects ---- */

static bool compile_property_names(struct compiler *c, struct site *site, const json *value,
                                   union operand *operand)
{
    operand->property_names = (struct property_names){
        subschema(c, site, "propertyNames", value),
        json_name_new(c->arena),
    };
    return operand->property_names.node;
}

static bool is_members(struct compiler *c, struct site *site, const char *word, const json *value)
{
    return !value || json_type(value) == JSON_OBJECT ||
           site_error(c, site, word, "%s is an object, not %s", word, json_type_name(value));
}

/* A name that the list holds twice is required once. */
static bool compile_required(struct compiler *c, struct site *site, struct object_words *words)
{
    const json *value = json_get(site->raw, "required");
    const char **names = arena_array(c->arena, json_length(value), sizeof(*names));
    struct name_list list = { NULL, 0 };

    if (value && !compile_names(c, site, "required", value, &list))
        return false;
    for (size_t i = 0; i < list.count; i++)
        if (names_add(&words->names, list.names[i]) == words->required.count)
            names[words->required.count++] = list.names[i];
    words->required.names = names;
    return true;
}

static bool compile_declared(struct compiler *c, struct site *site, struct object_words *words)
{
    const json *value = json_get(site->raw, "properties");
    const size_t most = json_length(value) + json_length(json_get(site->raw, "required"));
    const struct schema_node **properties = arena_array(c->arena, most, sizeof(*properties));

    words->names = names_new_for(c->arena, most);
    if (!is_members(c, site, "properties", value) || !compile_required(c, site, words))
        return false;
    json_each (member, value) {
        const struct schema_node *node = subschema(c, site, "properties", member);

        if (!node)
            return false;
        properties[names_add(&words->names, json_key(member))] = node;
        words->property_count++;
    }
    words->properties = properties;
    return true;
}

static bool compile_declared_patterns(struct compiler *c, struct site *site,
                                      struct object_words *words)
{
    const json *value = json_get(site->raw, "patternProperties");
    struct declared_pattern *rows = arena_array(c->arena, json_length(value), sizeof(*rows));

    if (!is_members(c, site, "patternProperties", value))
        return false;
    json_each (member, value) {
        struct declared_pattern *row = &rows[words->pattern_count++];

        row->pattern = compile_pattern(c, site, "patternProperties", json_key(member));
        row->node = row->pattern ? subschema(c, site, "patternProperties", member) : NULL;
        if (!row->node)
            return false;
    }
    words->patterns = rows;
    return true;
}

static bool compile_properties(struct compiler *c, struct site *site, const json *value,
                               union operand *operand)
{
    struct object_words *words = arena_alloc(c->arena, sizeof(*words));
    const json *additional = json_get(site->raw, "additionalProperties");

    (void)value;
    if (!compile_declared(c, site, words) || !compile_declared_patterns(c, site, words))
        return false;
    if (additional) {
        words->closed = json_false(additional);
        words->open = !words->closed;
        words->additional = subschema(c, site, "additionalProperties", additional);
        if (!words->additional)
            return false;
    }
    operand->object = words;
    if (words->property_count || words->pattern_count || additional)
        declarations(c, site)->object = words;
    return true;
}

static bool compile_dependencies(struct compiler *c, struct site *site, const json *value,
                                 union operand *operand)
{
    struct dependency *rows = arena_array(c->arena, json_length(value), sizeof(*rows));
    const struct schema_node **nodes = arena_array(c->arena, json_length(value), sizeof(*nodes));
    struct dependency_list *list = arena_alloc(c->arena, sizeof(*list));
    size_t node_count = 0;

    *list = (struct dependency_list){ .rows = rows };
    operand->dependencies = list;
    if (!is_members(c, site, "dependencies", value))
        return false;
    json_each (member, value) {
        struct dependency *row = &rows[list->count++];

        list->names++;
        row->name = json_key(member);
        if (json_type(member) == JSON_ARRAY) {
            if (!compile_names(c, site, "dependencies", member, &row->names))
                return false;
            list->names += row->names.count;
            continue;
        }
        row->node = subschema(c, site, "dependencies", member);
        if (!row->node)
            return false;
        nodes[node_count++] = row->node;
    }
    remember_beside(c, site, (struct node_list){ nodes, node_count });
    return true;
}

static bool compile_definitions(struct compiler *c, struct site *site, const json *value,
                                union operand *operand)
{
    (void)operand;
    return is_members(c, site, "definitions", value);
}

/* ---- subschemas ---- */

static bool compile_node(struct compiler *c, struct site *site, const json *value,
                         union operand *operand)
{
    operand->node = subschema(c, site, json_key(value), value);
    return operand->node;
}

static bool compile_nodes(struct compiler *c, struct site *site, const json *value,
                          union operand *operand)
{
    const char *word = json_key(value);

    if (json_type(value) != JSON_ARRAY || !json_first(value))
        return site_error(c, site, word, "%s is a list of at least one schema", word);
    if (!compile_list(c, site, word, value, &operand->nodes))
        return false;
    remember_beside(c, site, operand->nodes);
    return true;
}

static bool compile_if(struct compiler *c, struct site *site, const json *value,
                       union operand *operand)
{
    struct conditional *parts = arena_alloc(c->arena, sizeof(*parts));
    const struct {
        const char *word;
        const struct schema_node **node;
    } rows[] = { { "if", &parts->condition },
                 { "then", &parts->then },
                 { "else", &parts->otherwise } };

    (void)value;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const json *part = json_get(site->raw, rows[i].word);

        if (!part)
            continue;
        *rows[i].node = subschema(c, site, rows[i].word, part);
        if (!*rows[i].node)
            return false;
        remember_beside(c, site, (struct node_list){ rows[i].node, 1 });
    }
    operand->conditional = parts;
    return true;
}

enum { ANY = JSON_NULL | JSON_BOOLEAN | JSON_NUMBER | JSON_STRING | JSON_ARRAY | JSON_OBJECT };

/* clang-format off */
const struct keyword schema_keywords[] = {
    { "type", { 0 }, ANY, true, compile_type, NULL },
    { "enum", { 0 }, ANY, true, compile_enum, judge_enum },
    { "const", { 0 }, ANY, true, compile_const, judge_const },
    { "multipleOf", { 0 }, JSON_NUMBER, true, compile_multiple_of, judge_multiple_of },
    { "maximum", { 0 }, JSON_NUMBER, true, compile_number, judge_maximum },
    { "exclusiveMaximum", { 0 }, JSON_NUMBER, true, compile_number, judge_exclusive_maximum },
    { "minimum", { 0 }, JSON_NUMBER, true, compile_number, judge_minimum },
    { "exclusiveMinimum", { 0 }, JSON_NUMBER, true, compile_number, judge_exclusive_minimum },
    { "maxLength", { 0 }, JSON_STRING, true, compile_count, judge_max_length },
    { "minLength", { 0 }, JSON_STRING, true, compile_count, judge_min_length },
    { "pattern", { 0 }, JSON_STRING, true, compile_pattern_word, judge_pattern },
    { "format", { 0 }, JSON_STRING, false, compile_format, judge_format },
    { "contentEncoding", { "contentMediaType" }, JSON_STRING, false, compile_content, judge_content },
    { "maxItems", { 0 }, JSON_ARRAY, true, compile_count, judge_max_items },
    { "minItems", { 0 }, JSON_ARRAY, true, compile_count, judge_min_items },
    { "uniqueItems", { 0 }, JSON_ARRAY, true, compile_unique_items, judge_unique_items },
    { "items", { "additionalItems" }, JSON_ARRAY, true, compile_items, judge_items },
    { "contains", { 0 }, JSON_ARRAY, true, compile_node, judge_contains },
    { "maxProperties", { 0 }, JSON_OBJECT, true, compile_count, judge_max_properties },
    { "minProperties", { 0 }, JSON_OBJECT, true, compile_count, judge_min_properties },
    { "propertyNames", { 0 }, JSON_OBJECT, false, compile_property_names, judge_property_names },
    { "properties", { "patternProperties", "additionalProperties", "required" }, JSON_OBJECT, true,
      compile_properties, judge_properties },
    { "dependencies", { 0 }, JSON_OBJECT, false, compile_dependencies, judge_dependencies },
    { "definitions", { 0 }, 0, false, compile_definitions, NULL },
    { "if", { "then", "else" }, ANY, false, compile_if, judge_if },
    { "allOf", { 0 }, ANY, false, compile_nodes, judge_all_of },
    { "anyOf", { 0 }, ANY, false, compile_nodes, judge_any_of },
    { "oneOf", { 0 }, ANY, false, compile_nodes, judge_one_of },
    { "not", { 0 }, ANY, false, compile_node, judge_not },
    { 0 },
};
/* clang-format on */
