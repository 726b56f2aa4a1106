/* Keywords about any value: type, enum, const. */
#include <string.h>

#include "cfnc/base/text.h"
#include "schema_private.h"

struct enum_words {
    const json *values; /* the list as it stands in the schema */
    unsigned types;     /* set of enum json_type that is in it */
    struct value_set set;
};

/* ---- type ---- */

static const unsigned types[] = { JSON_OBJECT,  JSON_ARRAY,   JSON_STRING, JSON_NUMBER,
                                  TYPE_INTEGER, JSON_BOOLEAN, JSON_NULL };
static const char *const type_names[] = { "object",  "array",   "string", "number",
                                          "integer", "boolean", "null",   NULL };

static bool compile_type(struct schema_site *site, const json *value, union operand *operand)
{
    const bool list = json_type(value) == JSON_ARRAY;

    (void)operand;
    site->node->types = 0;
    for (const json *item = list ? json_first(value) : value; item;
         item = list ? json_next(item) : NULL) {
        const char *name = json_string(item);
        size_t i = 0;

        if (!name)
            return site_error(site, "type", "type is a name such as \"string\", not %s",
                              json_type_name(item));
        while (type_names[i] && strcmp(name, type_names[i]) != 0)
            i++;
        const char *near = type_names[i] ? NULL : text_nearest(name, type_names);
        if (!type_names[i])
            return site_error(site, "type", "type \"%s\" is not one of JSON Schema's%s%s%s",
                              text_quote(arena_of(site), name, 40), near ? " (did you mean " : "",
                              near ? near : "", near ? "?)" : "");
        site->node->types |= types[i];
    }
    return true;
}

/* A value that has none of the types, unless it is an integer. */
enum validity judge_type(struct validation *run, const struct schema_node *node, const json *value)
{
    if (node->types & TYPE_INTEGER && json_is_integer(value))
        return VALID;
    if (!run->faults)
        return INVALID;
    struct text expected = text_new(run->faults->arena);
    for (size_t i = 0; type_names[i]; i++)
        if (node->types & types[i])
            text_addf(&expected, "%s%s", expected.length ? " or " : "", type_names[i]);
    return fault(run, node, "type", "expected %s, got %s",
                 expected.length ? expected.bytes : "nothing",
                 json_type(value) == JSON_NUMBER ? fault_value(run, value) : json_type_name(value));
}

/* ---- enum ---- */

static bool compile_enum(struct schema_site *site, const json *value, union operand *operand)
{
    struct enum_words *choices = arena_alloc(arena_of(site), sizeof(*choices));
    size_t size = 0;

    choices->values = value;
    choices->set = value_set_new(arena_of(site), json_length(value));
    json_each (item, value) {
        value_set_slot(&choices->set, item, &size)->value = item;
        choices->types |= json_type(item);
    }
    operand->choices = choices;
    return is_of_type(site, "enum", value, JSON_ARRAY, "a list of values");
}

JUDGE(judge_enum)
{
    const struct enum_words *choices = check->operand.choices;
    size_t size = 0;

    if (choices->types & json_type(value)) {
        if (value_set_slot(&choices->set, value, &size)->value)
            return VALID;
        if (!run_work(run, size / 8))
            return fault_undecided(run, node, "enum", "too much work");
    }
    return fault(run, node, "enum", "expected %s, got %s", fault_choices(run, choices->values),
                 fault_value(run, value));
}

/* ---- const ---- */

static bool compile_const(struct schema_site *site, const json *value, union operand *operand)
{
    (void)site;
    operand->value = value;
    return true;
}

JUDGE(judge_const)
{
    if (json_equal(check->operand.value, value))
        return VALID;
    return fault(run, node, "const", "expected %s, got %s", fault_value(run, check->operand.value),
                 fault_value(run, value));
}

const struct keyword any_keywords[] = {
    { "type", ANY, .compile = compile_type },
    { "enum", ANY, .compile = compile_enum, .judge = judge_enum },
    { "const", ANY, .compile = compile_const, .judge = judge_const },
    { 0 },
};
