#include "cfnc/generate/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum { MANY = 25 };

/* A type with a read-only Id; `members` are what else its schema says. */
static const struct resource_type *type_named(struct arena *arena, const char *members)
{
    const char *text = arena_printf(
        arena,
        "{\"typeName\":\"Cfnc::Test::Thing\",\"description\":\"A thing\","
        "\"primaryIdentifier\":[\"/properties/Id\"],\"additionalProperties\":false,%s}",
        members);
    struct error error = { .text = "" };
    const json *document = json_parse(arena, text, strlen(text), &error);
    const struct resource_type *type =
        document ? resource_type_read(arena, document, NULL, &error) : NULL;

    if (!type) { /* which is the test's own mistake: nothing that follows would mean anything */
        check_text(error.text, "a readable schema");
        exit(1);
    }
    return type;
}

/* A type that requires a property P, of this schema. */
static const struct resource_type *type_of_p(struct arena *arena, const char *schema)
{
    return type_named(arena, arena_printf(arena,
                                          "\"properties\":{\"Id\":{\"type\":\"string\"},\"P\":%s},"
                                          "\"required\":[\"P\"],"
                                          "\"readOnlyProperties\":[\"/properties/Id\"]",
                                          schema));
}

static const json *create(struct arena *arena, const struct resource_type *type, uint64_t seed)
{
    struct random random = { seed };
    struct error error = { .text = "" };
    const json *model = generate_create(arena, type, &random, &error);

    if (!model)
        check_text(error.text, "a model");
    return model;
}

/* Everything that can be asked of P and be satisfied. */
static const char *const satisfiable[] = {
    "{\"type\":\"string\",\"pattern\":\"^[a-z]+$\",\"minLength\":40,\"maxLength\":41}",
    "{\"type\":\"string\",\"minLength\":5000}",
    "{\"type\":\"string\",\"maxLength\":0}",
    "{\"type\":\"string\",\"maxLength\":3,\"minLength\":3}",
    "{\"type\":\"string\",\"pattern\":\"^a\",\"allOf\":[{\"pattern\":\"b$\"}]}",
    "{\"type\":\"string\",\"format\":\"date-time\"}",
    "{\"type\":\"string\",\"format\":\"ipv4\",\"pattern\":\"^[0-9.]+$\"}",
    "{\"type\":\"string\",\"format\":\"no such format\"}",
    "{\"type\":\"string\",\"not\":{\"pattern\":\"-\"}}",
    "{\"type\":\"integer\",\"minimum\":3,\"maximum\":3}",
    "{\"type\":\"integer\",\"exclusiveMinimum\":3,\"exclusiveMaximum\":5}",
    "{\"type\":\"integer\",\"multipleOf\":60,\"minimum\":61}",
    "{\"type\":\"integer\",\"multipleOf\":3600}",
    "{\"type\":\"integer\",\"multipleOf\":1.5}",
    "{\"type\":\"integer\",\"minimum\":-20,\"maximum\":-10}",
    "{\"type\":\"integer\",\"minimum\":0,\"maximum\":0}",
    "{\"type\":\"integer\",\"minimum\":9223372036854771712}",
    "{\"type\":\"number\",\"multipleOf\":0.0001,\"maximum\":0.0003,\"exclusiveMinimum\":0}",
    "{\"type\":\"number\",\"exclusiveMinimum\":0,\"exclusiveMaximum\":0.01}",
    "{\"type\":\"number\",\"minimum\":0.1,\"maximum\":0.1}",
    "{\"type\":\"number\",\"multipleOf\":0.1,\"minimum\":0.3,\"maximum\":0.3}",
    "{\"allOf\":[{\"multipleOf\":4},{\"multipleOf\":6}],\"type\":\"integer\"}",
    "{\"type\":[\"string\",\"null\"]}",
    "{\"type\":[\"object\",\"string\"],\"maxLength\":2}",
    "{\"const\":{\"a\":[1,null]}}",
    "{\"enum\":[1,\"x\",null],\"type\":\"string\"}",
    "{\"enum\":[\"aa\",\"b\"],\"maxLength\":1}",
    "{}",
    "true",
    "{\"properties\":{\"A\":{\"type\":\"boolean\"}},\"required\":[\"A\",\"B\"]}",
    "{\"type\":\"array\",\"items\":{\"type\":\"boolean\"},\"uniqueItems\":true,\"minItems\":2}",
    "{\"type\":\"array\",\"items\":{\"enum\":[1,2,3,4]},\"uniqueItems\":true,\"minItems\":4}",
    "{\"type\":\"array\",\"items\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":9},"
    "\"uniqueItems\":true,\"minItems\":6}",
    "{\"type\":\"array\",\"items\":[{\"type\":\"string\"},{\"type\":\"integer\"}],"
    "\"additionalItems\":false,\"minItems\":2}",
    "{\"type\":\"array\",\"contains\":{\"const\":7}}",
    "{\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"contains\":{\"minimum\":50},"
    "\"maxItems\":1}",
    "{\"type\":\"array\",\"maxItems\":0,\"items\":{\"type\":\"string\"}}",
    "{\"type\":\"array\",\"items\":false}",
    "{\"type\":\"array\",\"minItems\":300,\"items\":{\"type\":\"string\"},\"uniqueItems\":true}",
    "{\"type\":\"object\",\"patternProperties\":{\"^[A-Z]{4}$\":{\"type\":\"integer\"}},"
    "\"additionalProperties\":false,\"minProperties\":3}",
    "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"},\"minProperties\":2}",
    "{\"type\":\"object\",\"propertyNames\":{\"pattern\":\"^x-\"},\"minProperties\":2}",
    "{\"type\":\"object\",\"propertyNames\":{\"enum\":[\"a\",\"b\"]},\"minProperties\":2}",
    "{\"type\":\"object\",\"properties\":{\"A\":{},\"B\":{},\"C\":{}},\"maxProperties\":2}",
    "{\"type\":\"object\",\"properties\":{\"A\":{},\"B\":{}},\"required\":[\"A\"],"
    "\"dependencies\":{\"A\":[\"B\"]}}",
    "{\"type\":\"object\",\"properties\":{\"A\":{},\"B\":{}},\"required\":[\"A\"],"
    "\"dependencies\":{\"A\":{\"required\":[\"B\"],\"properties\":{\"B\":{\"const\":1}}}}}",
    "{\"type\":\"object\",\"properties\":{\"A\":{},\"B\":{}},"
    "\"dependencies\":{\"A\":{\"not\":{\"required\":[\"B\"]}}}}",
    "{\"type\":\"object\",\"properties\":{\"A\":{},\"B\":{},\"C\":{}},"
    "\"oneOf\":[{\"required\":[\"A\"]},{\"required\":[\"B\"]},{\"required\":[\"C\"]}]}",
    "{\"type\":\"object\",\"properties\":{\"A\":{},\"B\":{},\"C\":{}},"
    "\"oneOf\":[{\"required\":[\"A\"]},{\"required\":[\"A\",\"B\"]}]}",
    "{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"A\":{\"type\":\"string\"}}},"
    "{\"type\":\"object\",\"properties\":{\"B\":{\"type\":\"string\"}},\"required\":[\"B\"]}]}",
    "{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"A\":{}},\"additionalProperties\":false},"
    "{\"type\":\"object\",\"properties\":{\"B\":{}},\"additionalProperties\":false}]}",
    "{\"oneOf\":[{\"type\":\"integer\"},{\"minimum\":2}]}",
    "{\"oneOf\":[{\"type\":\"number\",\"multipleOf\":5},{\"type\":\"number\",\"multipleOf\":3}]}",
    "{\"anyOf\":[false,{\"type\":\"string\",\"minLength\":99}]}",
    "{\"anyOf\":[{\"required\":[\"A\"]},{\"required\":[\"B\"]}],\"type\":\"object\","
    "\"properties\":{\"A\":false,\"B\":{}}}",
    "{\"type\":\"object\",\"properties\":{\"A\":{},\"B\":{}},\"not\":{\"required\":[\"A\",\"B\"]},"
    "\"minProperties\":1}",
    "{\"not\":{\"type\":\"string\"}}",
    "{\"enum\":[1,2],\"not\":{\"const\":1}}",
    "{\"type\":\"object\",\"properties\":{\"K\":{\"enum\":[\"a\",\"b\"]},\"V\":{}},"
    "\"required\":[\"K\"],\"if\":{\"properties\":{\"K\":{\"const\":\"a\"}}},"
    "\"then\":{\"required\":[\"V\"]},\"else\":{\"not\":{\"required\":[\"V\"]}}}",
    "{\"$ref\":\"#/properties/Id\",\"type\":\"object\"}",
    "{\"type\":\"object\",\"required\":[\"L\",\"R\"],\"properties\":{"
    "\"L\":{\"oneOf\":[{\"$ref\":\"#/properties/P\"},{\"const\":null}]},"
    "\"R\":{\"oneOf\":[{\"$ref\":\"#/properties/P\"},{\"const\":null}]}}}",
    "{\"type\":\"array\",\"uniqueItems\":true,\"minItems\":100,"
    "\"items\":{\"type\":\"object\",\"properties\":{\"K\":{\"type\":\"string\"}}}}",
    "{\"allOf\":[{\"type\":\"object\",\"required\":[\"A\"]},"
    "{\"properties\":{\"A\":{\"type\":\"string\",\"maxLength\":4}}}]}",
};

static void satisfiable_schemas(void)
{
    for (size_t i = 0; i < sizeof(satisfiable) / sizeof(*satisfiable); i++) {
        struct arena *arena = arena_new();
        const struct resource_type *type = type_of_p(arena, satisfiable[i]);

        for (uint64_t seed = 1; type && seed <= MANY; seed++) {
            const json *model = create(arena, type, seed);
            if (!check(model && json_get(model, "P") &&
                       schema_valid(type->create, model, SCHEMA_ALL)))
                printf("    seed %d of %s\n", (int)seed, satisfiable[i]);
        }
        arena_free(arena);
    }
}

/* What cannot be satisfied is an error that names the place, and no hang. */
static const struct {
    const char *schema, *said;
} impossible[] = {
    { "false", "/P" },
    { "{\"type\":\"string\",\"minLength\":3,\"maxLength\":2}", "/P" },
    { "{\"allOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}", "/P" },
    { "{\"enum\":[1],\"type\":\"string\"}", "/P" },
    { "{\"type\":\"integer\",\"minimum\":3,\"maximum\":2}", "/P" },
    { "{\"type\":\"integer\",\"exclusiveMinimum\":3,\"exclusiveMaximum\":4}", "/P" },
    { "{\"type\":\"array\",\"minItems\":3,\"uniqueItems\":true,\"items\":{\"type\":\"boolean\"}}",
      "/P" },
    { "{\"type\":\"array\",\"minItems\":100000000,\"items\":{\"type\":\"string\"}}", "/P" },
    { "{\"type\":\"string\",\"minLength\":100000000}", "/P" },
    { "{\"type\":\"object\",\"additionalProperties\":false,\"minProperties\":1}", "/P" },
    { "{\"type\":\"object\",\"minProperties\":100000000}", "/P" },
    { "{\"oneOf\":[{},{}]}", "/P" },
    { "{\"not\":{}}", "/P" },
    { "{\"type\":\"array\",\"minItems\":1,\"items\":{\"$ref\":\"#/properties/P\"}}",
      "without end" },
    { "{\"type\":\"object\",\"required\":[\"Q\"],\"properties\":{\"Q\":{\"$ref\":"
      "\"#/properties/P\"}}}",
      "without end" },
};

static void impossible_schemas(void)
{
    for (size_t i = 0; i < sizeof(impossible) / sizeof(*impossible); i++) {
        struct arena *arena = arena_new();
        const struct resource_type *type = type_of_p(arena, impossible[i].schema);
        struct random random = { 1 };
        struct error error = { .text = "" };

        if (!check(type && !generate_create(arena, type, &random, &error)))
            printf("    %s\n", impossible[i].schema);
        check_contains(error.text, impossible[i].said);
        arena_free(arena);
    }
}

static void same_seed_same_model(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(
        arena, "\"properties\":{\"Id\":{\"type\":\"string\"},\"A\":{\"type\":\"string\"},"
               "\"M\":{\"type\":\"object\",\"patternProperties\":{\"^k\":{}}},"
               "\"N\":{\"type\":\"number\"}},\"readOnlyProperties\":[\"/properties/Id\"]");
    struct random a = { 42 }, b = { 42 };
    struct error error;

    for (int i = 0; i < 3; i++) {
        const json *first = generate_create(arena, type, &a, &error);
        const json *second = generate_create(arena, type, &b, &error);
        check(first && json_equal(first, second));
        check(json_length(first) == 3);
    }
    check(!json_equal(create(arena, type, 1), create(arena, type, 2)));
    arena_free(arena);
}

static void identifiers_differ_and_can_be_recognised(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(
        arena, "\"properties\":{\"Id\":{\"type\":\"string\"},"
               "\"Name\":{\"type\":\"string\",\"maxLength\":64},"
               "\"Lower\":{\"type\":\"string\",\"pattern\":\"^[a-z]{1,40}$\"},"
               "\"Number\":{\"type\":\"integer\"}},\"readOnlyProperties\":[\"/properties/Id\"]");
    struct random random = { 7 };
    struct error error;
    json *names = json_object(arena), *lowers = json_object(arena);

    for (int i = 0; i < 200; i++) {
        const json *model = generate_create(arena, type, &random, &error);
        const char *name = json_string(json_get(model, "Name"));
        const double number = json_number(json_get(model, "Number"), -1);

        check(name && strncmp(name, "cfnc-", 5) == 0 && strlen(name) >= 13 && strlen(name) <= 30);
        check(number >= 0 && number <= 101);
        check(!json_get(model, "Id"));
        json_set_boolean(names, name, true);
        json_set_boolean(lowers, json_string(json_get(model, "Lower")), true);
    }
    check(json_length(names) == 200);
    check(json_length(lowers) == 200);
    arena_free(arena);
}

/* Optional properties that fall in with nothing are left out; the others stay. */
static void what_does_not_fit_is_left_out(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(
        arena, "\"properties\":{\"Id\":{\"type\":\"string\"},\"A\":{\"type\":\"string\"},"
               "\"Bad\":false,\"Worse\":{\"type\":\"object\",\"oneOf\":[{},{}]},"
               "\"Circle\":{\"$ref\":\"#/definitions/C\"},\"B\":{\"type\":\"integer\"}},"
               "\"definitions\":{\"C\":{\"type\":\"object\",\"required\":[\"C\"],"
               "\"properties\":{\"C\":{\"$ref\":\"#/definitions/C\"}}}},"
               "\"readOnlyProperties\":[\"/properties/Id\"]");
    const json *model = create(arena, type, 3);

    check(json_get(model, "A") && json_get(model, "B"));
    check(json_length(model) == 2);
    arena_free(arena);
}

/* Definitions that refer to each other and to themselves many times over stay small. */
static void recursion_stays_small(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(
        arena, "\"properties\":{\"Id\":{\"type\":\"string\"},\"T\":{\"$ref\":\"#/definitions/T\"}},"
               "\"readOnlyProperties\":[\"/properties/Id\"],\"required\":[\"T\"],"
               "\"definitions\":{\"T\":{\"type\":\"object\",\"properties\":{"
               "\"A\":{\"$ref\":\"#/definitions/T\"},\"B\":{\"$ref\":\"#/definitions/T\"},"
               "\"C\":{\"$ref\":\"#/definitions/L\"},\"D\":{\"$ref\":\"#/definitions/T\"},"
               "\"E\":{\"oneOf\":[{\"$ref\":\"#/definitions/T\"},{\"type\":\"string\"}]}},"
               "\"required\":[\"E\"]},"
               "\"L\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/definitions/T\"}}}");

    for (uint64_t seed = 1; seed <= 5; seed++) {
        const json *model = create(arena, type, seed);
        check(model && strlen(json_print(arena, model)) <= 65536);
        check(json_get(json_get(model, "T"), "E") != NULL);
    }
    arena_free(arena);
}

static const char *const updatable =
    "\"properties\":{\"Id\":{\"type\":\"string\"},\"Name\":{\"type\":\"string\"},"
    "\"Fixed\":{\"type\":\"string\"},\"Size\":{\"type\":\"integer\"},"
    "\"Secret\":{\"type\":\"string\"},"
    "\"Part\":{\"type\":\"object\",\"properties\":{\"Kept\":{\"type\":\"string\"},"
    "\"Free\":{\"type\":\"string\"},\"Arn\":{\"type\":\"string\"}},\"required\":[\"Kept\"]},"
    "\"List\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
    "\"Key\":{\"type\":\"string\"},\"Value\":{\"type\":\"string\"}}}}},"
    "\"readOnlyProperties\":[\"/properties/Id\",\"/properties/Part/Arn\"],"
    "\"createOnlyProperties\":[\"/properties/Fixed\",\"/properties/Part/Kept\","
    "\"/properties/List/*/Key\"],"
    "\"writeOnlyProperties\":[\"/properties/Secret\"]";

static void an_update_changes_what_may_change(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(arena, updatable);
    struct random random = { 9 };
    struct error error = { .text = "" };
    const json *requested = create(arena, type, 5);
    json *created = json_copy(arena, requested);

    json_set_string(created, "Id", "id-1");
    json_set_string(json_edit(created, "Part"), "Arn", "arn-1");
    json_remove(created, "Secret");
    const json *update = generate_update_as(arena, type, requested, created, NULL, &random, &error);

    check_text(error.text, "");
    check(schema_valid(type->update, update, SCHEMA_ALL));
    check_text(json_string(json_get(update, "Id")), "id-1");
    check_text(json_string(json_get(update, "Fixed")), json_string(json_get(created, "Fixed")));
    check(json_string(json_get(update, "Secret")) != NULL);
    check(!json_equal(json_get(update, "Name"), json_get(created, "Name")));
    check(json_equal(pointer_get(update, "/Part/Kept"), pointer_get(created, "/Part/Kept")));
    check_text(json_string(pointer_get(update, "/Part/Arn")), "arn-1");
    check(!json_equal(pointer_get(update, "/Part/Free"), pointer_get(created, "/Part/Free")));
    check(json_equal(pointer_get(update, "/List/0/Key"), pointer_get(created, "/List/0/Key")));
    check(!json_equal(pointer_get(update, "/List/0/Value"), pointer_get(created, "/List/0/Value")));
    check(json_length(json_get(update, "List")) == json_length(json_get(created, "List")));
    arena_free(arena);
}

/* Items that differ in what the handler chose would be equal to it. */
static void no_item_is_taken_twice(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type =
        type_named(arena, "\"properties\":{\"Id\":{\"type\":\"string\"},\"Roles\":{"
                          "\"type\":\"array\",\"uniqueItems\":true,\"items\":{\"type\":\"object\","
                          "\"properties\":{\"Arn\":{\"type\":\"string\"},"
                          "\"Status\":{\"type\":\"string\"}}}}},\"readOnlyProperties\":["
                          "\"/properties/Id\",\"/properties/Roles/*/Status\"]");
    const char *text = "{\"Id\":\"x\",\"Roles\":[{\"Arn\":\"a\",\"Status\":\"1\"},"
                       "{\"Arn\":\"b\",\"Status\":\"2\"},{\"Arn\":\"c\",\"Status\":\"3\"}]}";
    struct error error = { .text = "" };
    const json *created = json_parse(arena, text, strlen(text), &error);

    for (uint64_t seed = 0; seed < MANY; seed++) {
        struct random random = { seed };
        const json *update =
            generate_update_as(arena, type, created, created, NULL, &random, &error);
        const json *roles = json_get(update, "Roles");

        check(json_length(roles) == 3);
        check_text(json_string(pointer_get(update, "/Roles/2/Status")), "3");
        check(
            !json_equal(pointer_get(update, "/Roles/0/Arn"), pointer_get(update, "/Roles/1/Arn")));
        check(
            !json_equal(pointer_get(update, "/Roles/1/Arn"), pointer_get(update, "/Roles/2/Arn")));
    }
    arena_free(arena);
}

static void nothing_mutable_is_left_alone(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(
        arena, "\"properties\":{\"Id\":{\"type\":\"string\"},\"A\":{\"type\":\"string\"}},"
               "\"readOnlyProperties\":[\"/properties/Id\"],"
               "\"createOnlyProperties\":[\"/properties/A\"]");
    struct random random = { 9 };
    struct error error = { .text = "" };
    const json *requested = create(arena, type, 5);
    json *created = json_copy(arena, requested);

    json_set_string(created, "Id", "id-1");
    check(json_equal(generate_update_as(arena, type, requested, created, NULL, &random, &error),
                     created));
    arena_free(arena);
}

/* What handlers return is not always what it should be. */
static void odd_created_models(void)
{
    static const char *const returned[] = { "null",
                                            "[]",
                                            "{}",
                                            "{\"Id\":\"x\",\"Name\":null}",
                                            "{\"Id\":\"x\",\"Unknown\":1,\"Fixed\":\"f\"}",
                                            "{\"Id\":7,\"Part\":{\"Kept\":[]},\"List\":[[]]}" };
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(arena, updatable);
    const json *requested = create(arena, type, 5);

    for (size_t i = 0; i < sizeof(returned) / sizeof(*returned); i++) {
        struct random random = { i };
        struct error error = { .text = "" };
        const json *created = json_parse(arena, returned[i], strlen(returned[i]), &error);
        const json *update =
            generate_update_as(arena, type, requested, created, NULL, &random, &error);

        check(update ? schema_valid(type->update, update, SCHEMA_ALL) : error.text[0] != '\0');
        if (i == 4)
            check_text(json_string(json_get(update, "Fixed")), "f");
    }
    arena_free(arena);
}

static void one_boolean_is_enough_to_change(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(
        arena, "\"properties\":{\"Id\":{\"type\":\"string\"},\"On\":{\"type\":\"boolean\"}},"
               "\"required\":[\"On\"],\"readOnlyProperties\":[\"/properties/Id\"]");

    for (uint64_t seed = 0; seed < MANY; seed++) {
        struct random random = { seed };
        struct error error = { .text = "" };
        const json *created = create(arena, type, seed);
        const json *update =
            generate_update_as(arena, type, created, created, NULL, &random, &error);
        check(update && !json_equal(update, created));
    }
    arena_free(arena);
}

static void values_of_subschemas(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type =
        type_named(arena, "\"properties\":{\"Id\":{\"$ref\":\"#/definitions/Id\"}},\"definitions\":"
                          "{\"Id\":{\"type\":\"string\",\"pattern\":\"^id-[0-9]{6}$\"}},"
                          "\"readOnlyProperties\":[\"/properties/Id\"]");
    const json *node = pointer_get(type->document, "/properties/Id");
    struct random random = { 1 };
    struct error error = { .text = "" };
    const char *id = json_string(generate_value(arena, type, node, &random, &error));

    check(id && strncmp(id, "id-", 3) == 0 && strlen(id) == 9);
    check(generate_value(arena, type, NULL, &random, &error) != NULL);
    check(!generate_value(arena, type, json_new_boolean(arena, false), &random, &error));
    check_contains(error.text, "no value");
    arena_free(arena);
}

/* Where in the schema's file it is said, through a list and a $ref. */
static void errors_name_the_place(void)
{
    static const char path[] = TEST_DATA "/generate/contradiction.json";
    struct arena *arena = arena_new();
    struct random random = { 1 };
    struct error error = { .text = "" };
    const json *document = json_read(arena, path, 1 << 20, &error);
    const struct resource_type *type = resource_type_read(arena, document, path, &error);

    check_text(error.text, "");
    check(type && !generate_create(arena, type, &random, &error));
    check(strncmp(error.text, path, strlen(path)) == 0);
    check(strncmp(error.text + strlen(path), ":10:9: no model was found", 25) == 0);
    check(strstr(error.text, "/Sizes/0/N: no number is between 3 and 2") != NULL);
    arena_free(arena);
}

/* No string of usual length matches: that is so of these lengths, and says nothing of others. */
static void a_pattern_is_tried_again_for_other_lengths(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type =
        type_named(arena, "\"properties\":{\"Id\":{\"type\":\"string\"},"
                          "\"Loose\":{\"type\":\"string\",\"pattern\":\"^a{6000}$\"},"
                          "\"Name\":{\"type\":\"string\",\"pattern\":\"^a{6000}$\","
                          "\"minLength\":6000}},\"required\":[\"Name\"],"
                          "\"readOnlyProperties\":[\"/properties/Id\"]");
    struct random random = { 1 };
    struct error error = { .text = "" };

    check(type && generate_create(arena, type, &random, &error));
    check_text(error.text, "");
    arena_free(arena);
}

static const struct test tests[] = {
    { "generate: what can be satisfied is", satisfiable_schemas },
    { "generate: what cannot be satisfied is an error", impossible_schemas },
    { "generate: an error names its place in the schema", errors_name_the_place },
    { "generate: the same seed gives the same model", same_seed_same_model },
    { "generate: identifiers differ and can be recognised",
      identifiers_differ_and_can_be_recognised },
    { "generate: what does not fit is left out", what_does_not_fit_is_left_out },
    { "generate: recursion stays small", recursion_stays_small },
    { "update: changes what may change and keeps the rest", an_update_changes_what_may_change },
    { "update: no item is taken twice", no_item_is_taken_twice },
    { "update: nothing mutable is left alone", nothing_mutable_is_left_alone },
    { "update: odd created models", odd_created_models },
    { "update: one boolean is enough", one_boolean_is_enough_to_change },
    { "generate: values of subschemas", values_of_subschemas },
    { "generate: a pattern is tried again for other lengths",
      a_pattern_is_tried_again_for_other_lengths },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
