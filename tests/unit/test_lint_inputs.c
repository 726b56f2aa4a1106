/* What inputs may not name for contract tests v2: regions, accounts, partitions. */
#include "cfnc/lint/lint.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "test.h"

static const char schema[] = "{\"typeName\":\"Acme::Demo::Thing\",\"properties\":{\"Name\":{}},"
                             "\"primaryIdentifier\":[\"/properties/Name\"]}";

/* What is found in a model with this string: "region us-east-1 at 9; ". */
static const char *found_in(struct arena *arena, const char *string)
{
    struct json_source of_schema, of_input;
    const struct json_source *inputs[] = { &of_input, NULL };
    struct lint lint = { .arena = arena, .schema = &of_schema, .inputs = inputs };
    struct error error = { .text = "" };
    struct text out = text_new(arena);
    json *model = json_object(arena);

    json_set_string(model, "Name", string);
    const char *text = json_print(arena, model);
    check(json_source_parse(arena, "s.json", schema, strlen(schema), &of_schema, &error));
    check(json_source_parse(arena, "inputs_1_create.json", text, strlen(text), &of_input, &error));
    check_text(error.text, "");
    lint_run(&lint);
    for (const struct lint_finding *f = lint.findings; f; f = f->next)
        if (f->source == &of_input)
            text_addf(&out, "%s %.*s; ", strchr(f->rule->id, '.') + 1, (int)(f->end - f->begin),
                      text + f->begin);
    return out.bytes;
}

/*
 * The finding begins at the first byte of what is written out, and shows one
 * character of it; the message has it all.
 */
static void each_is_found(void)
{
    static const struct {
        const char *string, *rule, *what;
    } rows[] = {
        { "us-east-1", "inputs.region", "us-east-1" },
        { "bucket-in-eu-central-2-x", "inputs.region", "eu-central-2" },
        { "ap-southeast-7c", "inputs.region", "ap-southeast-7" },
        { "ap-southeast-12", "inputs.region", "ap-southeast-12" },
        { "https://x.us-iso-east-1.c2s.ic.gov", "inputs.region", "us-iso-east-1" },
        { "us-isob-west-1", "inputs.region", "us-isob-west-1" },
        { "eu-isoe-west-1", "inputs.region", "eu-isoe-west-1" },
        { "us-isof-south-1", "inputs.region", "us-isof-south-1" },
        { "eusc-de-east-1", "inputs.region", "eusc-de-east-1" },
        { "cn-northwest-1", "inputs.region", "cn-northwest-1" },
        { "us-gov-west-1", "inputs.region", "us-gov-west-1" },
        { "mx-central-1", "inputs.region", "mx-central-1" },
        { "il-central-1", "inputs.region", "il-central-1" },
        { "310987654321", "inputs.account", "310987654321" },
        { "arn:{{partition}}:iam::310987654321:role/x", "inputs.account", "310987654321" },
        { "logs-310987654321-x", "inputs.account", "310987654321" },
        { "310987654321.dkr.ecr", "inputs.account", "310987654321" },
        { "[310987654321]", "inputs.account", "310987654321" },
        { "arn:aws:s3:::x", "inputs.partition", "arn:aws" },
        { "arn:aws-cn:s3:::x", "inputs.partition", "arn:aws-cn" },
        { "arn:aws-us-gov:s3:::x", "inputs.partition", "arn:aws-us-gov" },
        { "arn:aws-iso-b:s3:::x", "inputs.partition", "arn:aws-iso-b" },
        { "{\"Resource\":\"arn:aws-eusc:s3:::x\"}", "inputs.partition", "arn:aws-eusc" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();
        const char *kind = strchr(rows[i].rule, '.') + 1;

        check_contains(found_in(arena, rows[i].string),
                       arena_printf(arena, "%s %.1s", kind, rows[i].what));
        arena_free(arena);
    }
}

/* Nobody is accused of a name, a number, a date, an example's account or a variable. */
static void nothing_else_is(void)
{
    static const char *const strings[] = {
        "",
        "{{region}} {{account}} arn:{{partition}}:s3:::x",
        "arn:{{partition}}:iam::{{account}}:role/{{region}}",
        "us-east",
        "us-east-",
        "us-east-0",
        "us-east-123",
        "bus-east-1",
        "xus-west-2",
        "far-east-1",
        "US-EAST-1",
        "north-1",
        "123456789012",
        "arn:{{partition}}:iam::123456789012:root",
        "111111111111 000000000000 999999999999",
        "111122223333,444455556666",
        "31098765432",
        "3109876543210",
        "a310987654321",
        "310987654321a",
        "+310987654321",
        "0.310987654321",
        "310987654321.5",
        "310987654321\xC3\xA9",
        "3f2504e0-4f89-41d3-9a0c-310987654321",
        "arn:awsome:s3:::x",
        "barn:aws:x",
        "arn:aws",
        "arn:aws/x:",
        "arn:AWS:s3:::x",
        "arn:awscn:s3",
    };

    for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); i++) {
        struct arena *arena = arena_new();
        const char *found = found_in(arena, strings[i]);

        if (*found)
            printf("    %s\n", strings[i]);
        check_text(found, "");
        arena_free(arena);
    }
}

static void all_of_one_string(void)
{
    struct arena *arena = arena_new();

    check_text(found_in(arena, "arn:aws:sqs:us-east-1:310987654321:q"),
               "partition a; region u; account 3; ");
    check_text(found_in(arena, "us-east-1 us-west-2"), "region u; region u; ");
    arena_free(arena);
}

static const struct test tests[] = {
    { "inputs: regions, accounts and partitions that are written out", each_is_found },
    { "inputs: what looks like one and is none", nothing_else_is },
    { "inputs: all that is in one string", all_of_one_string },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
