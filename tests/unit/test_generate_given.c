#include "cfnc/generate/generate.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/generate/placeholders.h"
#include "json_of_text.h"
#include "test.h"

enum { MANY = 25 };

static const char schema[] =
    "{\"typeName\":\"Cfnc::Test::Thing\",\"description\":\"A thing\","
    "\"primaryIdentifier\":[\"/properties/Name\"],\"createOnlyProperties\":[\"/properties/Name\"],"
    "\"additionalProperties\":false,\"required\":[\"Name\"],\"properties\":{"
    "\"Name\":{\"type\":\"string\",\"minLength\":3,\"maxLength\":40},"
    "\"Size\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":9},"
    "\"Part\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{"
    "\"A\":{\"type\":\"string\"},\"B\":{\"type\":\"string\"},"
    "\"C\":{\"type\":\"object\",\"properties\":{\"X\":{\"type\":\"integer\"},"
    "\"Y\":{\"type\":\"integer\"}}}},\"required\":[\"A\"]},"
    "\"Tags\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":[\"Key\",\"Value\"],"
    "\"properties\":{\"Key\":{\"type\":\"string\"},\"Value\":{\"type\":\"string\"}}}},"
    "\"Kind\":{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"P\":{\"type\":\"string\"},"
    "\"More\":{\"type\":\"integer\"}},\"required\":[\"P\"],\"additionalProperties\":false},"
    "{\"type\":\"object\",\"properties\":{\"Q\":{\"type\":\"string\"}},\"required\":[\"Q\"],"
    "\"additionalProperties\":false}]}}}";

static const struct resource_type *type_named(struct arena *arena)
{
    struct error error = { .text = "" };
    const struct resource_type *type =
        resource_type_read(arena, json_of_text(arena, schema), NULL, &error);

    check_text(error.text, "");
    return type;
}

static const json *created(struct arena *arena, const char *given, uint64_t seed,
                           struct error *error)
{
    const struct generation how = { .given = json_of_text(arena, given) };
    struct random random = { seed };

    return generate_create_as(arena, type_named(arena), &how, &random, error);
}

static void rest_is_generated(void)
{
    struct arena *arena = arena_new();

    for (uint64_t seed = 0; seed < MANY; seed++) {
        struct error error = { .text = "" };
        const json *model =
            created(arena, "{\"...\":\"generate\",\"Size\":7,\"Part\":{\"B\":\"b\",\"A\":\"a\"}}",
                    seed, &error);

        check_text(error.text, "");
        check(json_number(json_get(model, "Size"), 0) >= 7);
        check(json_string(json_get(model, "Name")) != NULL);
        check(json_length(json_get(model, "Part")) == 2);
        check(json_get(model, "Tags") && json_get(model, "Kind") && !json_get(model, "..."));
    }
    arena_free(arena);
}

static void holes_further_down(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const json *model =
        created(arena,
                "{\"Name\":\"fixed\",\"Part\":{\"...\":\"generate\",\"B\":\"b\",\"C\":{\"...\":"
                "\"generate\",\"Y\":5}},\"Tags\":[{\"Key\":\"k\",\"...\":\"generate\"},"
                "{\"Key\":\"l\",\"Value\":\"v\"}],\"Kind\":{\"...\":\"generate\",\"Q\":\"q\"}}",
                3, &error);

    check_text(error.text, "");
    check(json_length(model) == 4); /* no mark at the root: nothing is added there */
    check_text(json_string(pointer_get(model, "/Part/B")), "b");
    check(json_string(pointer_get(model, "/Part/A")) != NULL);
    check(json_number(pointer_get(model, "/Part/C/Y"), 0) > 4);
    check(json_get(pointer_get(model, "/Part/C"), "X") != NULL);
    check(json_length(json_get(model, "Tags")) == 2);
    check_text(json_string(pointer_get(model, "/Tags/0/Key")), "k");
    check(json_string(pointer_get(model, "/Tags/0/Value")) != NULL);
    check_text(json_string(pointer_get(model, "/Tags/1/Value")), "v");
    check_text(json_print(arena, json_get(model, "Kind")), "{\"Q\":\"q\"}");
    arena_free(arena);
}

static void what_cannot_be_filled(void)
{
    static const struct {
        const char *given, *said;
    } rows[] = {
        { "{\"...\":\"generate\",\"Size\":77}", "/Size" },
        { "{\"...\":\"generate\",\"Nobody\":1}", "Nobody" },
        { "{\"Size\":{\"...\":\"generate\"},\"Name\":\"fixed\"}", "/Size" },
        { "{\"Part\":{\"...\":\"generate\"}}", "Name" },
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct error error = { .text = "" };

        check(!created(arena, rows[i].given, 1, &error));
        check_contains(error.text, rows[i].said);
    }
    arena_free(arena);
}

static void what_is_a_hole(void)
{
    static const struct {
        const char *text;
        bool hole;
    } rows[] = {
        { "{\"...\":\"generate\"}", true },
        { "[1,{\"A\":[{\"...\":\"generate\"}]}]", true },
        { "{\"...\":\"other\"}", false },
        { "{\"...\":true}", false },
        { "\"...\"", false },
        { "[\"...\",\"generate\"]", false },
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        check(generate_has_hole(json_of_text(arena, rows[i].text)) == rows[i].hole);
    check(!generate_has_hole(NULL));
    arena_free(arena);
}

static const char *variable(void *context, const char *name)
{
    (void)context;
    if (strcmp(name, "HOME") == 0)
        return "/home/c\xC3\xA9line";
    return strcmp(name, "BAD") == 0 ? "\xFF" : NULL;
}

static const char *replaced(struct arena *arena, const char *text, struct error *error)
{
    struct random random = { 5 };
    const struct placeholders with = { .seed = UINT64_MAX,
                                       .random = &random,
                                       .variable = variable };
    const json *value = placeholders_replace(arena, json_of_text(arena, text), &with, error);

    return value ? json_print(arena, value) : NULL;
}

static void placeholders(void)
{
    static const struct {
        const char *text, *result;
    } rows[] = {
        { "\"{{seed}}\"", "\"18446744073709551615\"" },
        { "{\"{{seed}}\":\"a{{seed}}{{env:HOME}}b\"}",
          "{\"{{seed}}\":\"a18446744073709551615/home/c\xC3\xA9lineb\"}" },
        { "[\"{{Export}}\",\"{{resolve:ssm:x}}\",\"{{ seed }}\",\"{{env:}}\",\"{{seed\",\"{{}}\"]",
          "[\"{{Export}}\",\"{{resolve:ssm:x}}\",\"{{ seed "
          "}}\",\"{{env:}}\",\"{{seed\",\"{{}}\"]" },
        { "\"{{{seed}}}\"", "\"{18446744073709551615}\"" },
        { "7", "7" },
    };
    struct arena *arena = arena_new();
    struct error error = { .text = "" };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        check_text(replaced(arena, rows[i].text, &error), rows[i].result);
    check_text(error.text, "");
    check(!replaced(arena, "{\"A/B\":[0,\"x{{env:NONE}}\"]}", &error));
    check_contains(error.text, "/A~1B/1: {{env:NONE}}");
    check(!replaced(arena, "[\"{{env:BAD}}\"]", &error));
    check_contains(error.text, "UTF-8");
    arena_free(arena);
}

static void random_placeholders_differ(void)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const json *a = json_of_text(arena, replaced(arena,
                                                 "[\"{{uuid}}\",\"{{uuid}}\",\"{{random}}\","
                                                 "\"{{random}}\"]",
                                                 &error));

    for (size_t i = 0; i < 4; i++) {
        const char *text = json_string(json_at(a, i));
        check(strlen(text) == (i < 2 ? 36 : 12));
        check(strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(text));
        check(i > 1 || (text[14] == '4' && strchr("89ab", text[19])));
    }
    check(!json_equal(json_at(a, 0), json_at(a, 1)) && !json_equal(json_at(a, 2), json_at(a, 3)));
    check(placeholders_any(json_of_text(arena, "[{\"a\":\"{{uuid}}\"}]"), NULL));
    check(!placeholders_any(json_of_text(arena, "[{\"{{uuid}}\":\"{{x}}\"}]"), NULL));
    arena_free(arena);
}

/* {{region}} and the like are variables where there is a region, and exports where there is none.
 */
static void the_place_of_a_run(void)
{
    static const char text[] =
        "[\"arn:{{partition}}:s3:{{region}}:{{account}}:{{Region}}{{account}\"]";
    static const struct {
        const char *region, *result;
    } rows[] = {
        { "eu-west-3", "[\"arn:aws:s3:eu-west-3:111122223333:{{Region}}{{account}\"]" },
        { "cn-north-1", "[\"arn:aws-cn:s3:cn-north-1:111122223333:{{Region}}{{account}\"]" },
        { "us-gov-east-1",
          "[\"arn:aws-us-gov:s3:us-gov-east-1:111122223333:{{Region}}{{account}\"]" },
    };
    static const char *const partitions[][2] = {
        { "us-iso-west-1", "aws-iso" },     { "us-isob-east-1", "aws-iso-b" },
        { "us-isof-south-1", "aws-iso-f" }, { "eu-isoe-west-1", "aws-iso-e" },
        { "eusc-de-east-1", "aws-eusc" },   { "us-east-1", "aws" },
        { "mars-north-1", "aws" },          { "", "aws" },
    };
    struct arena *arena = arena_new();
    struct random random = { 5 };
    struct error error = { .text = "" };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct location location = { rows[i].region, "111122223333" };
        const struct placeholders with = { .random = &random, .location = &location };
        const json *value = json_of_text(arena, text);

        check(placeholders_any(value, &location) && !placeholders_any(value, NULL));
        check_text(json_print(arena, placeholders_replace(arena, value, &with, &error)),
                   rows[i].result);
    }
    check_text(replaced(arena, text, &error), text);
    for (size_t i = 0; i < sizeof(partitions) / sizeof(*partitions); i++)
        check_text(partition_of_region(partitions[i][0]), partitions[i][1]);
    arena_free(arena);
}

static const struct test tests[] = {
    { "given: the rest is generated", rest_is_generated },
    { "given: holes further down", holes_further_down },
    { "given: what cannot be filled is an error", what_cannot_be_filled },
    { "given: what is a hole", what_is_a_hole },
    { "placeholders: are replaced, and others left alone", placeholders },
    { "placeholders: random ones differ", random_placeholders_differ },
    { "placeholders: region, account and partition", the_place_of_a_run },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
