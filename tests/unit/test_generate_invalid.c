#include "cfnc/generate/generate.h"
#include "cfnc/option/options.h"

#include <string.h>

#include "run_builtin.h"
#include "test.h"

enum { MANY = 40 };

static const char full[] =
    "{\"typeName\":\"Cfnc::Test::Thing\",\"description\":\"A thing\","
    "\"primaryIdentifier\":[\"/properties/Id\"],\"readOnlyProperties\":[\"/properties/Id\"],"
    "\"additionalProperties\":false,\"required\":[\"Word\",\"Map\"],\"properties\":{"
    "\"Id\":{\"type\":\"string\"},"
    "\"Word\":{\"type\":\"string\",\"pattern\":\"^[a-z]+$\",\"minLength\":2,\"maxLength\":9},"
    "\"When\":{\"type\":\"string\",\"format\":\"date\"},"
    "\"Kind\":{\"enum\":[\"a\",\"b\"]},\"One\":{\"const\":7},"
    "\"Count\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":50},"
    "\"Half\":{\"type\":\"number\",\"multipleOf\":0.5,\"exclusiveMinimum\":0,"
    "\"exclusiveMaximum\":100},"
    "\"List\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"minItems\":1,\"maxItems\":3,"
    "\"uniqueItems\":true},\"Has\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},"
    "\"contains\":{\"maxLength\":90}},"
    "\"Pair\":{\"type\":\"array\",\"items\":[{\"type\":\"string\"}],\"additionalItems\":false},"
    "\"Map\":{\"type\":\"object\",\"propertyNames\":{\"maxLength\":3},\"minProperties\":1,"
    "\"maxProperties\":2,\"additionalProperties\":{\"type\":\"boolean\"}},"
    "\"Dep\":{\"type\":\"object\",\"properties\":{\"A\":{\"type\":\"string\"},"
    "\"B\":{\"type\":\"string\"}},\"dependencies\":{\"A\":[\"B\"]}},"
    "\"Some\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]},"
    "\"Either\":{\"type\":\"object\",\"properties\":{\"X\":{\"type\":\"string\"},"
    "\"Y\":{\"type\":\"string\"}},\"oneOf\":[{\"required\":[\"X\"]},{\"required\":[\"Y\"]}]},"
    "\"Never\":{\"type\":\"string\",\"not\":{\"enum\":[\"\",\"cfnc-is-not-one-of-them\"]}}}}";

static const char *const keywords[] = {
    "type",
    "enum",
    "const",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "required",
    "dependencies",
    "additionalProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "anyOf",
    "oneOf",
    "not",
    "additionalItems",
};

/* Each can be broken alone, and what is reported is what the validator finds. */
static void every_keyword(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, full);

    for (size_t i = 0; i < sizeof(keywords) / sizeof(*keywords); i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct random random = { seed };
            struct error error = { .text = "" };
            struct invalid_model invalid = { 0 };
            const bool made = generate_invalid(arena, type, keywords[i], &random, &invalid, &error);
            const struct schema_fault *fault =
                made ? schema_faults(arena, type->create, invalid.model, SCHEMA_ALL) : NULL;

            check_text(error.text, "");
            check_text(invalid.keyword, keywords[i]);
            check(fault && !fault->next);
            check_text(fault ? fault->path : "", invalid.pointer);
            check_text(fault ? fault->message : "", invalid.message);
        }
    arena_free(arena);
}

static void any_keyword(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(arena, full);
    json *seen = json_object(arena);

    for (uint64_t seed = 0; seed < MANY; seed++) {
        struct random random = { seed }, again = { seed };
        struct error error = { .text = "" };
        struct invalid_model one, two;

        check(generate_invalid(arena, type, NULL, &random, &one, &error));
        check(generate_invalid(arena, type, NULL, &again, &two, &error));
        check(json_equal(one.model, two.model));
        check(!schema_valid(type->create, one.model, SCHEMA_ALL));
        json_set_boolean(seen, one.keyword, true);
    }
    check(json_length(seen) >= 10); /* it is not always the same one */
    arena_free(arena);
}

static void what_cannot_be_broken(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(
        arena, "{\"typeName\":\"Cfnc::Test::Thing\",\"description\":\"x\","
               "\"primaryIdentifier\":[\"/properties/Id\"],\"properties\":{\"Id\":{}}}");
    struct random random = { 1 };
    struct error error = { .text = "" };
    struct invalid_model invalid;

    check(!generate_invalid(arena, type, "maxLength", &random, &invalid, &error));
    check_contains(error.text, "maxLength");
    check(!generate_invalid(arena, type, "noSuchKeyword", &random, &invalid, &error));
    check_contains(error.text, "noSuchKeyword");
    arena_free(arena);
}

/* ---- the list handler's input ---- */

#define LISTED(handler_schema)                                                                     \
    "{\"typeName\":\"Cfnc::Test::Thing\",\"description\":\"A thing\","                             \
    "\"primaryIdentifier\":[\"/properties/Id\"],\"readOnlyProperties\":[\"/properties/Id\"],"      \
    "\"properties\":{\"Id\":{\"type\":\"string\"},\"Domain\":{\"$ref\":\"#/definitions/D\"},"      \
    "\"Pool\":{\"type\":\"object\",\"properties\":{\"Arn\":{\"$ref\":\"#/properties/Id\"}}},"      \
    "\"Other\":{\"type\":\"string\"}},\"definitions\":{\"D\":{\"type\":\"string\"}},"              \
    "\"handlers\":{\"list\":{\"permissions\":[],\"handlerSchema\":" handler_schema "}}}"

static void list_inputs(void)
{
    static const struct {
        const char *schema, *input;
    } rows[] = {
        { LISTED("{\"properties\":{\"Domain\":{\"$ref\":\"resource-schema.json#/properties/Domain\""
                 "}},\"required\":[\"Domain\"]}"),
          "{\"Domain\":\"d\"}" },
        { LISTED("{\"properties\":{\"Domain\":{\"$ref\":\"resource-schema.json#/properties/Domain\""
                 "}}}"),
          "{}" },
        { LISTED("{\"required\":[\"Id\",\"Domain\"]}"), "{\"Id\":\"i\",\"Domain\":\"d\"}" },
        { LISTED("{\"properties\":{\"PoolArn\":{\"$ref\":"
                 "\"resource-schema.json#/properties/Pool/properties/Arn\"}},"
                 "\"required\":[\"PoolArn\"]}"),
          "{\"PoolArn\":\"arn\"}" },
        { LISTED("{\"properties\":{\"Ids\":{\"type\":\"array\",\"items\":{\"$ref\":"
                 "\"resource-schema.json#/properties/Id\"}}},\"required\":[\"Ids\"]}"),
          "{\"Ids\":[\"i\"]}" },
        { LISTED("{\"properties\":{\"Other\":{\"$ref\":\"resource-schema.json#/properties/Other\"},"
                 "\"Domain\":{\"$ref\":\"#/definitions/D\"}},"
                 "\"oneOf\":[{\"required\":[\"Other\"]},{\"required\":[\"Domain\"]}]}"),
          "{\"Domain\":\"d\"}" },
        { LISTED("{\"properties\":{\"Scope\":{\"enum\":[\"ALL\"]}},\"required\":[\"Scope\"]}"),
          "{\"Scope\":\"ALL\"}" },
    };
    static const char model[] = "{\"Id\":\"i\",\"Domain\":\"d\",\"Pool\":{\"Arn\":\"arn\"}}";
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct random random = { seed };
            struct error error = { .text = "" };
            const json *created = json_parse(arena, model, strlen(model), &error);
            const json *input = generate_list_input(arena, type_of_text(arena, rows[i].schema),
                                                    created, &random, &error);

            check_text(error.text, "");
            check_text(json_print(arena, input), rows[i].input);
        }
    arena_free(arena);
}

/* Lint finds what is wrong with such a schema; the error is for who did not ask it. */
static void list_input_of_nonsense(void)
{
    static const char *const schemas[] = {
        LISTED("{\"required\":[\"Domain\",5,null]}"),
        LISTED("{\"required\":\"Domain\"}"),
        LISTED("{\"properties\":[],\"required\":[[]]}"),
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(schemas) / sizeof(*schemas); i++) {
        const json *created = json_object(arena);
        struct random random = { 1 };
        struct error error = { .text = "" };

        check(
            !generate_list_input(arena, type_of_text(arena, schemas[i]), created, &random, &error));
        check_contains(error.text, "handlers.list");
    }
    arena_free(arena);
}

static void list_input_that_is_lacking(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(
        arena, LISTED("{\"properties\":{\"Domain\":{\"$ref\":"
                      "\"resource-schema.json#/properties/Domain\"}},\"required\":[\"Domain\"]}"));
    struct random random = { 1 };
    struct error error = { .text = "" };

    check(!generate_list_input(arena, type, json_object(arena), &random, &error));
    check_contains(error.text, "/Domain");
    check(!generate_list_input(arena, type, NULL, &random, &error));
    arena_free(arena);
}

static void another_name(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_text(
        arena,
        "{\"typeName\":\"Cfnc::Test::Thing\",\"description\":\"x\","
        "\"primaryIdentifier\":[\"/properties/Id\",\"/properties/Part/Name\"],"
        "\"readOnlyProperties\":[\"/properties/Id\"],\"createOnlyProperties\":["
        "\"/properties/Part/Name\"],\"properties\":{\"Id\":{\"type\":\"string\"},\"Part\":{"
        "\"type\":\"object\",\"required\":[\"Name\"],\"properties\":{\"Name\":{\"type\":\"string\","
        "\"pattern\":\"^n[0-9]{9}$\"},\"Other\":{\"type\":\"string\"}}},"
        "\"Kept\":{\"type\":\"string\"}},\"required\":[\"Part\"]}");
    struct random random = { 1 };
    struct error error = { .text = "" };
    const json *model = generate_create(arena, type, &random, &error);
    const json *renamed = generate_renamed(arena, type, model, &random);

    check(json_equal(json_get(model, "Kept"), json_get(renamed, "Kept")));
    check(json_equal(pointer_get(model, "/Part/Other"), pointer_get(renamed, "/Part/Other")));
    check(!json_equal(pointer_get(model, "/Part/Name"), pointer_get(renamed, "/Part/Name")));
    check(schema_valid(type->create, renamed, SCHEMA_ALL));
    arena_free(arena);
}

static const struct test tests[] = {
    { "invalid: every keyword can be broken alone", every_keyword },
    { "invalid: any keyword, by the seed", any_keyword },
    { "invalid: what cannot be broken is an error", what_cannot_be_broken },
    { "list: what the handler requires is taken from the model", list_inputs },
    { "list: a required that is no list of names is an error", list_input_of_nonsense },
    { "list: what the model lacks is an error", list_input_that_is_lacking },
    { "renamed: other names, and nothing else", another_name },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
