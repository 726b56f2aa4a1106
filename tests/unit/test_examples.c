#include "cfnc/generate/examples.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "json_of_text.h"
#include "test.h"

static const char schema[] =
    "{\"typeName\":\"Cfnc::Test::Shelf\",\"description\":\"A shelf\","
    "\"primaryIdentifier\":[\"/properties/Name\"],"
    "\"additionalIdentifiers\":[[\"/properties/Arn\"]],\"additionalProperties\":false,"
    "\"properties\":{\"Arn\":{\"type\":\"string\"},"
    "\"Name\":{\"type\":\"string\",\"maxLength\":40},"
    "\"Size\":{\"type\":\"integer\",\"minimum\":1},"
    "\"Board\":{\"$ref\":\"#/definitions/Board\"},"
    "\"Books\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
    "\"Title\":{\"type\":\"string\"},\"Year\":{\"type\":\"integer\"}},"
    "\"additionalProperties\":false}},"
    "\"Free\":{\"type\":\"object\"},"
    "\"Iron\":{\"type\":\"string\"},\"Wood\":{\"type\":\"string\"}},"
    "\"definitions\":{\"Board\":{\"type\":\"object\",\"properties\":{"
    "\"Length\":{\"type\":\"integer\"},\"Colour\":{\"type\":\"string\"}},"
    "\"additionalProperties\":false}},"
    "\"required\":[\"Name\",\"Size\"],"
    "\"oneOf\":[{\"required\":[\"Iron\"]},{\"required\":[\"Wood\"]}],"
    "\"readOnlyProperties\":[\"/properties/Arn\"],"
    "\"createOnlyProperties\":[\"/properties/Name\"]}";

/* The same without the choice of Iron or Wood, for files that are easy to read. */
static const char plain_schema[] =
    "{\"typeName\":\"Cfnc::Test::Shelf\",\"description\":\"A shelf\","
    "\"primaryIdentifier\":[\"/properties/Name\"],"
    "\"additionalIdentifiers\":[[\"/properties/Arn\"]],\"additionalProperties\":false,"
    "\"properties\":{\"Arn\":{\"type\":\"string\"},\"Name\":{\"type\":\"string\"},"
    "\"Size\":{\"type\":\"integer\"}},\"required\":[\"Name\",\"Size\"],"
    "\"readOnlyProperties\":[\"/properties/Arn\"],"
    "\"createOnlyProperties\":[\"/properties/Name\"]}";

static const json *parsed(struct arena *arena, const char *text)
{
    return text ? json_of_text(arena, text) : NULL;
}

static const struct resource_type *read_type(struct arena *arena, const char *text)
{
    struct error error = { .text = "" };
    const struct resource_type *type = resource_type_read(arena, parsed(arena, text), NULL, &error);

    check_text(error.text, "");
    return type;
}

/* What is made with these overrides; the error's text goes to `error`. */
static const json *created_with(struct arena *arena, const char *overrides, uint64_t seed,
                                struct error *error)
{
    const struct input_set set = { .id = "overrides",
                                   .source = "overrides",
                                   .create_overrides = parsed(arena, overrides) };
    struct examples examples = { .type = read_type(arena, schema),
                                 .set = &set,
                                 .random = { seed } };

    error->text[0] = '\0';
    const json *model = examples_create(arena, &examples, error);
    check(!model || schema_valid(examples.type->create, model, SCHEMA_ALL));
    return model;
}

static const struct {
    const char *overrides, *pointer, *value;
} applied[] = {
    { "{\"/Size\":77}", "/Size", "77" },
    { "{\"/Board/Length\":5}", "/Board/Length", "5" },
    { "{\"/Board\":{\"Length\":6}}", "/Board", "{\"Length\":6}" },
    { "{\"/Books/0/Title\":\"Emma\"}", "/Books/0/Title", "\"Emma\"" },
    { "{\"/Books/3/Year\":1815}", "/Books/3/Year", "1815" },
    { "{\"/Free/Anything/At/All\":[true]}", "/Free/Anything/At/All", "[true]" },
    { "{\"/Iron\":\"rusty\"}", "/Iron", "\"rusty\"" },
    { "{\"/Wood\":\"oak\"}", "/Wood", "\"oak\"" },
};

static void overrides_are_laid_over(void)
{
    for (size_t i = 0; i < sizeof(applied) / sizeof(*applied); i++)
        for (uint64_t seed = 1; seed <= 10; seed++) {
            struct arena *arena = arena_new();
            struct error error;
            const json *model = created_with(arena, applied[i].overrides, seed, &error);

            check_text(error.text, "");
            if (!check(json_equal(pointer_get(model, applied[i].pointer),
                                  parsed(arena, applied[i].value))))
                printf("    %s: %s\n", applied[i].overrides, json_print(arena, model));
            arena_free(arena);
        }
}

static const struct {
    const char *overrides, *said;
} refused[] = {
    { "{\"Size\":1}", "\"Size\" is no JSON pointer" },
    { "{\"\":1}", "is no JSON pointer" },
    { "{\"/Size~\":1}", "is no JSON pointer" },
    { "{\"/Sise\":1}", "/Sise" },
    { "{\"/Board/Depth\":1}", "/Board/Depth" },
    { "{\"/Size/Inner\":1}", "/Size/Inner" },
    { "{\"/Arn\":\"a\"}", "/Arn is read-only" },
    { "{\"/Size\":0}", "with /Size the model breaks the schema" },
    { "{\"/Size\":4,\"/Name\":\"a name that is much longer than forty characters are\"}",
      "with /Name the model breaks the schema" },
    { "{\"/Iron\":\"a\",\"/Wood\":\"b\"}", "breaks the schema" },
    { "{\"/Size\\u001b[31m\":1}", "/Size\\u001b[31m" },
};

static void unusable_overrides_are_errors(void)
{
    for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
        struct arena *arena = arena_new();
        struct error error;
        const json *model = created_with(arena, refused[i].overrides, 1, &error);

        check(!model);
        check_contains(error.text, refused[i].said);
        check_contains(error.text, "overrides.json: CREATE: ");
        check(!strchr(error.text, '\n'));
        arena_free(arena);
    }
}

static void each_generated_model_is_new(void)
{
    struct arena *arena = arena_new();
    const struct input_set set = { .id = "generated", .source = "generated" };
    struct examples examples = { .type = read_type(arena, schema), .set = &set, .random = { 4 } };
    struct error error = { .text = "" };
    const json *a = examples_create(arena, &examples, &error);
    const json *b = examples_create(arena, &examples, &error);

    check(a && b && !json_equal(json_get(a, "Name"), json_get(b, "Name")));
    check(examples_check(arena, &examples, &error));
    check_text(error.text, "");
    arena_free(arena);
}

static const json *updated_with(struct arena *arena, const char *create, const char *update,
                                const json **created, struct error *error)
{
    const struct input_set set = { .id = "overrides",
                                   .source = "overrides",
                                   .create_overrides = parsed(arena, create),
                                   .update_overrides = parsed(arena, update) };
    struct examples examples = { .type = read_type(arena, schema), .set = &set, .random = { 4 } };

    error->text[0] = '\0';
    const json *requested = examples_create(arena, &examples, error);
    json *model = json_copy(arena, requested);
    json_set_string(model, "Arn", "arn-1");
    *created = model;
    return examples_update(arena, &examples, requested, model, error);
}

static void an_update_takes_its_overrides(void)
{
    struct arena *arena = arena_new();
    const json *created;
    struct error error;
    const json *update = updated_with(arena, "{\"/Size\":5}", "{\"/Size\":6}", &created, &error);

    check_text(error.text, "");
    check(json_number(json_get(created, "Size"), 0) <= 5);
    check(json_equal(json_get(update, "Size"), parsed(arena, "6")));
    check_text(json_string(json_get(update, "Arn")), "arn-1");
    check(json_equal(json_get(update, "Name"), json_get(created, "Name")));
    arena_free(arena);
}

static void an_update_falls_back_to_those_of_create(void)
{
    struct arena *arena = arena_new();
    const json *created;
    struct error error;
    const json *update =
        updated_with(arena, "{\"/Size\":5,\"/Name\":\"mine\"}", NULL, &created, &error);

    check_text(error.text, "");
    check(json_equal(json_get(update, "Size"), parsed(arena, "5")));
    check_text(json_string(json_get(update, "Name")), "mine");
    check(!json_equal(update, created));
    arena_free(arena);
}

/* A name that is another one each time is the create's alone. */
static void an_update_keeps_a_name_of_a_placeholder(void)
{
    struct arena *arena = arena_new();
    const json *overrides = parsed(arena, "{\"/Name\":\"n{{random}}\"}");
    const struct input_set set = { .id = "overrides",
                                   .source = "overrides",
                                   .create_overrides = overrides,
                                   .update_overrides = overrides };
    struct examples examples = { .type = read_type(arena, schema), .set = &set, .random = { 4 } };
    struct error error = { .text = "" };
    const json *created = examples_create(arena, &examples, &error);
    const json *update = examples_update(arena, &examples, created, created, &error);

    check_text(error.text, "");
    check(json_equal(json_get(update, "Name"), json_get(created, "Name")));
    arena_free(arena);
}

static void an_update_cannot_be_asked_to_rename(void)
{
    struct arena *arena = arena_new();
    const json *created;
    struct error error;

    check(!updated_with(arena, "{}", "{\"/Name\":\"other\"}", &created, &error));
    check_contains(error.text, "overrides.json: UPDATE: /Name");
    check(!updated_with(arena, "{}", "{\"/Size\":-1}", &created, &error));
    check_contains(error.text, "overrides.json: UPDATE: /Size");
    check(!updated_with(arena, "{}", "{\"/Sise\":1}", &created, &error));
    check_contains(error.text, "overrides.json: UPDATE: the schema has no property at /Sise");
    arena_free(arena);
}

static void files_are_used_as_they_are(void)
{
    struct arena *arena = arena_new();
    const struct input_set set = { .id = "inputs_1",
                                   .source = "files",
                                   .create = parsed(arena, "{\"Name\":\"a\",\"Size\":1}"),
                                   .update = parsed(arena, "{\"Size\":2,\"Arn\":\"no\"}") };
    struct examples examples = { .type = read_type(arena, plain_schema),
                                 .set = &set,
                                 .random = { 1 } };
    const json *created = parsed(arena, "{\"Name\":\"a\",\"Size\":1,\"Arn\":\"arn-1\"}");
    struct error error = { .text = "" };
    const json *model = examples_create(arena, &examples, &error);
    const json *update = examples_update(arena, &examples, model, created, &error);

    check_text(error.text, "");
    check(json_equal(model, set.create) && model != set.create);
    check_text(json_print(arena, update), "{\"Size\":2,\"Arn\":\"arn-1\",\"Name\":\"a\"}");
    check_text(json_print(arena, set.update), "{\"Size\":2,\"Arn\":\"no\"}");
    check_text(json_print(arena, created), "{\"Name\":\"a\",\"Size\":1,\"Arn\":\"arn-1\"}");
    arena_free(arena);
}

static void another_identifier_in_the_update_is_an_error(void)
{
    struct arena *arena = arena_new();
    const struct input_set set = { .id = "inputs_1",
                                   .source = "files",
                                   .create = parsed(arena, "{\"Name\":\"a\",\"Size\":1}"),
                                   .update = parsed(arena, "{\"Name\":\"b\",\"Size\":2}"),
                                   .update_file = "inputs/inputs_1_update.json" };
    struct examples examples = { .type = read_type(arena, plain_schema),
                                 .set = &set,
                                 .random = { 1 } };
    struct error error = { .text = "" };

    check(!examples_update(arena, &examples, set.create, set.create, &error));
    check_contains(error.text, "inputs/inputs_1_update.json: /Name is \"b\"");
    arena_free(arena);
}

static void missing_files_are_named(void)
{
    struct arena *arena = arena_new();
    const struct input_set without_update = {
        .id = "inputs_1", .source = "files", .create = parsed(arena, "{\"Name\":\"a\",\"Size\":1}")
    };
    const struct input_set without_create = { .id = "inputs_2", .source = "files" };
    struct examples examples = { .type = read_type(arena, plain_schema),
                                 .set = &without_update,
                                 .random = { 1 } };
    struct error error = { .text = "" };

    check(examples_check(arena, &examples, &error));
    check(!examples_update(arena, &examples, without_update.create, without_update.create, &error));
    check_text(error.text, "inputs_1: no update input; add inputs/inputs_1_update.json");
    examples.set = &without_create;
    check(!examples_check(arena, &examples, &error));
    check_text(error.text, "inputs_2: no create input; add inputs/inputs_2_create.json");
    check(!examples_create(arena, &examples, &error));
    arena_free(arena);
}

static void checking_files_says_where(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    struct input_set set = { .id = "inputs_1", .source = "files" };
    struct examples examples = { .type = read_type(arena, plain_schema),
                                 .set = &set,
                                 .random = { 1 } };

    set.create_file = TEST_DATA "/examples/inputs_1_create.json";
    set.update_file = TEST_DATA "/examples/inputs_1_update.json";
    set.create = json_read(arena, set.create_file, 4096, &error);
    set.update = json_read(arena, set.update_file, 4096, &error);
    check(examples_check(arena, &examples, &error));
    check_text(error.text, "");

    set.create_file = TEST_DATA "/examples/inputs_2_create.json";
    set.create = json_read(arena, set.create_file, 4096, &error);
    check(!examples_check(arena, &examples, &error));
    check_contains(error.text, "inputs_2_create.json:3:3: /Size: ");
    set.create_file = "no/such/file.json";
    check(!examples_check(arena, &examples, &error));
    check_contains(error.text, "no/such/file.json: /Size: ");
    arena_free(arena);
}

static const struct test tests[] = {
    { "examples: overrides are laid over", overrides_are_laid_over },
    { "examples: unusable overrides are errors", unusable_overrides_are_errors },
    { "examples: each generated model is new", each_generated_model_is_new },
    { "examples: an update takes its overrides", an_update_takes_its_overrides },
    { "examples: an update falls back to those of create",
      an_update_falls_back_to_those_of_create },
    { "examples: an update keeps a name that came of a placeholder",
      an_update_keeps_a_name_of_a_placeholder },
    { "examples: an update cannot be asked to rename", an_update_cannot_be_asked_to_rename },
    { "examples: files are used as they are", files_are_used_as_they_are },
    { "examples: another identifier in the update is an error",
      another_identifier_in_the_update_is_an_error },
    { "examples: missing files are named", missing_files_are_named },
    { "examples: checking files says where", checking_files_says_where },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
