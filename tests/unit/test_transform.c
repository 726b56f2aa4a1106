#include "cfnc/resource/steps.h"
#include "compare/compare_private.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/compare/compare.h"
#include "cfnc/generate/generate.h"
#include "cfnc/json/pointer.h"
#include "cfnc/resource/codes.h"
#include "cfnc/schema/schema_pointer.h"
#include "corpus.h"
#include "json_of_text.h"
#include "run_builtin.h"
#include "test.h"

static struct arena *arena;

static const json *value_of(const char *text)
{
    return json_of_text(arena, text);
}

/* What is wrong with a transform, or "". */
static const char *wrong_with(const char *text)
{
    struct error error = { .text = "" };

    if (jsonata_parse(arena, text, "OR", &error))
        return "";
    return arena_printf(arena, "%s", error.text);
}

static void errors_name_the_column_of_the_whole(void)
{
    arena = arena_new();
    check_text(wrong_with("$lowercase(A) $OR $uppercase(A)"), "");
    check_contains(wrong_with("A $OR )"), "column 7");
    check_contains(wrong_with("\"é\" $OR )"), "column 9");
    check_contains(wrong_with("A $OR "), "column");
    check_contains(wrong_with("$OR A"), "column");
    check_contains(wrong_with(""), "column");
    check_contains(wrong_with("\"$OR"), "column");
    check_contains(wrong_with("/x"), "column");
    arena_free(arena);
}

struct wanted {
    const json *returned;
};

static bool equals(void *context, const json *result)
{
    const struct wanted *expected = context;

    return json_equal(result, expected->returned);
}

/* The verdict, and what was made or why nothing was. */
static const char *matched(const char *text, const char *model, const char *pointer,
                           const char *returned)
{
    struct error error = { .text = "" };
    const json *root = value_of(model), *made = NULL;
    struct wanted expected = { *returned ? value_of(returned) : NULL };
    const struct jsonata *transform = jsonata_parse(arena, text, "OR", &error);
    const struct transform_input input = { .model = root,
                                           .parent = pointer_get(root, pointer),
                                           .returned = expected.returned,
                                           .equals = equals,
                                           .context = &expected };

    if (!check(transform != NULL))
        return arena_printf(arena, "%s", error.text);
    switch (transform_match(arena, transform, &input, &made, &error)) {
    case TRANSFORM_EQUAL:
        return "equal";
    case TRANSFORM_FAILED:
        return arena_printf(arena, "failed: %s", error.text);
    case TRANSFORM_DIFFERS:
        break;
    }
    return made ? arena_printf(arena, "made %s", json_print(arena, made)) : "made nothing";
}

static void both_contexts_count(void)
{
    const char *model = "{\"Name\":\"Root\",\"C\":{\"Name\":\"Child\"}}";

    arena = arena_new();
    check_text(matched("$lowercase(Name)", model, "/C", "\"child\""), "equal");
    check_text(matched("$lowercase(C.Name)", model, "/C", "\"child\""), "equal");
    check_text(matched("$lowercase(Name)", model, "/C", "\"other\""), "made \"root\"");
    check_text(matched("None", model, "/C", "\"other\""), "made nothing");
    arena_free(arena);
}

/* What an expression makes without its names would match anything. */
static void names_that_one_place_lacks(void)
{
    const char *model = "{\"Role\":\"r\",\"C\":{\"Name\":\"web\"}}";

    arena = arena_new();
    check_text(matched("$join([\"arn:.*\", Name])", model, "/C", "\"arn:x:other\""),
               "made \"arn:.*web\"");
    check_text(matched("$join([\"arn:.*\", Name])", model, "/C", "\"arn:x:web\""), "equal");
    check_text(matched("\"arn:.*\" & Role", model, "/C", "\"arn:x:none\""), "made \"arn:.*r\"");
    check_text(matched("\"arn:.*\" & Role", model, "/C", "\"arn:x:r\""), "equal");
    check_text(matched("\"arn:.*\"", model, "/C", "\"arn:x\""), "equal");
    check_text(matched("$exists(Name) ? Name : \"none\"", model, "/C", "\"none\""), "made \"web\"");
    check_contains(
        matched("\"arn:.*\" & ($exists(Name) ? $number(Name))", model, "/C", "\"arn:x\""),
        "failed: column ");
    arena_free(arena);
}

static void what_fails_is_no_verdict(void)
{
    const char *model = "{\"Name\":\"Root\"}";

    arena = arena_new();
    check_contains(matched("$lower(Name)", model, "", "\"x\""), "failed: column 1: $lower()");
    check_contains(matched("Name $OR $lower(Name)", model, "", "\"x\""),
                   "failed: column 10: $lower()");
    check_text(matched("$lower(Name) $OR $lowercase(Name)", model, "", "\"root\""), "equal");
    check_contains(matched("($f := function(){ $f() + 1 }; $f())", model, "", "\"x\""), "failed: ");
    arena_free(arena);
}

static void absent_is_what_null_says(void)
{
    arena = arena_new();
    check_text(matched("A = [] ? null : A", "{\"A\":[]}", "", ""), "equal");
    check_text(matched("None", "{\"A\":[]}", "", ""), "made nothing");
    check_text(matched("A", "{\"A\":[1]}", "", ""), "made [1]");
    arena_free(arena);
}

/* Nobody fails for what cfnc cannot evaluate, and nobody passes unheard. */
static void rules_say_what_was_not_compared(void)
{
    static const char *const rules_of_models[] = { "create.echo", "read.equals" };

    arena = arena_new();
    const struct resource_type *type = type_of_text(
        arena, "{\"typeName\":\"Acme::Demo::Named\",\"properties\":{\"Id\":{},\"Name\":{},"
               "\"Size\":{}},\"primaryIdentifier\":[\"/properties/Id\"],"
               "\"propertyTransform\":{\"/properties/Name\":\"$lower(Name)\"}}");
    const json *asked = value_of("{\"Id\":\"1\",\"Name\":\"A\",\"Size\":1}");
    for (size_t i = 0; i < sizeof(rules_of_models) / sizeof(rules_of_models[0]); i++) {
        const struct rule *rule = rule_of(rules_of_models[i]);
        struct evidence mild = { .arena = arena }, grave = { .arena = arena };
        struct exchange x = { .subject = resource_subject(arena, type),
                              .suite = SUITE_FULL,
                              .request = { .action = READ, .desired = asked },
                              .expected = { .more = &(struct expected){ .requested = asked } },
                              .event = { .status = SUCCESS } };

        x.event.model = value_of("{\"Id\":\"1\",\"Name\":\"a\",\"Size\":1}");
        check_contains(rule->fault(&x, &mild),
                       "/Name was not compared: its propertyTransform cannot be evaluated");
        check(mild.mild);
        x.event.model = value_of("{\"Id\":\"1\",\"Name\":\"a\",\"Size\":2}");
        check_contains(rule->fault(&x, &grave), "/Size differs");
        check(!grave.mild);
    }
    arena_free(arena);
}

/* ---- the transforms of real schemas ---- */

struct tally {
    size_t expressions, evaluated, nothing;
};

/* What an expression makes of one place in a generated model. */
struct test_place {
    const char *type, *pointer;
    const struct jsonata *transform;
    const json *model;
    bool made, failed;
    struct error error;
};

static bool never(void *context, const json *result)
{
    (void)context;
    (void)result;
    return false;
}

static bool try_place(void *context, const char *pointer, const json *value)
{
    struct test_place *place = context;
    const char *slash = strrchr(pointer, '/');
    const char *above = arena_copy(arena, pointer, (size_t)(slash - pointer));
    const struct transform_input input = { .model = place->model,
                                           .parent = pointer_get(place->model, above),
                                           .returned = value,
                                           .equals = never };
    const json *result = NULL;
    const enum transform_verdict verdict =
        transform_match(arena, place->transform, &input, &result, &place->error);

    place->made = place->made || result || verdict == TRANSFORM_EQUAL;
    place->failed = place->failed || verdict == TRANSFORM_FAILED;
    return !place->made && !place->failed;
}

/* Models in which the property is there, until one makes something of it. */
static void try_expression(struct tally *tally, const struct resource_type *type,
                           const json *expression)
{
    enum { SEEDS = 20 };
    struct error error = { .text = "" };
    struct property_path path;
    struct test_place place = { .type = type->name,
                                .pointer = json_key(expression),
                                .transform =
                                    jsonata_parse(arena, json_string(expression), "OR", &error) };

    check_text(error.text, "");
    check(schema_pointer_read(arena, type->document, json_key(expression), &path));
    tally->expressions++;
    for (uint64_t seed = 0; place.transform && seed < SEEDS && !place.made && !place.failed;
         seed++) {
        const struct generation how = { .variant = seed % 2 ? VARIANT_RANDOM : VARIANT_MAXIMAL };
        struct random random = { seed };

        place.model = generate_create_as(arena, type, &how, &random, &error);
        if (place.model)
            path_each(arena, place.model, &path, try_place, &place);
    }
    tally->evaluated += place.made;
    tally->nothing += !place.made && !place.failed;
    if (!check(!place.failed))
        printf("    %s %s: %s\n", place.type, place.pointer, place.error.text);
    if (!place.made && !place.failed)
        printf("    %s %s: makes nothing of generated models\n", place.type, place.pointer);
}

static void try_type(struct tally *tally, const char *path)
{
    struct arena *keep = arena_new();

    arena = keep;
    const struct resource_type *type = type_of_file(arena, path);
    if (type)
        json_each (expression, json_get(type->document, "propertyTransform"))
            try_expression(tally, type, expression);
    arena_free(keep);
}

static void real_transforms_are_evaluated(void)
{
    struct arena *files = arena_new();
    const char *const *paths = corpus_schemas(files, 1);
    struct tally tally = { 0, 0, 0 };

    for (; paths && *paths; paths++)
        try_type(&tally, *paths);
    if (paths) {
        printf("    %zu transforms: %zu made something, %zu nothing\n", tally.expressions,
               tally.evaluated, tally.nothing);
        check(tally.expressions > 0 && tally.nothing == 0);
    }
    arena_free(files);
}

static const struct resource_type *type_with(const json *transforms)
{
    json *document = json_copy(
        arena, value_of("{\"typeName\":\"Acme::Demo::Thing\",\"properties\":{\"Id\":{},\"C\":{"
                        "\"type\":\"object\",\"additionalProperties\":{}}},"
                        "\"primaryIdentifier\":[\"/properties/Id\"]}"));

    json_set(document, "propertyTransform", transforms);
    return type_of_text(arena, json_print(arena, document));
}

static const json *model_with(const char *name, const char *value)
{
    json *model = json_object(arena);

    json_set_string(json_set_object(model, "C"), name, value);
    return model;
}

static void try_proposal(const char *name, const char *requested, const char *returned)
{
    const json *asked = model_with(name, requested), *got = model_with(name, returned);
    json *transforms = json_object(arena);
    const struct comparison c = compare_models(arena, type_with(transforms), asked, got);
    const char *pointer = NULL;
    const char *proposal =
        c.differences ? difference_proposal(arena, c.differences, &pointer) : NULL;

    if (proposal)
        json_set_string(transforms, pointer, proposal);
    const struct comparison again = compare_models(arena, type_with(transforms), asked, got);
    if (!check(proposal && !again.differences && !again.not_compared))
        printf("    %s: %s -> %s: %s\n", name, requested, returned, json_print(arena, transforms));
}

/* What is proposed explains the difference that it is proposed for. */
static void proposals_explain_their_differences(void)
{
    static const char *const rows[][2] = {
        { "Web", "web" },
        { "Web", "WEB" },
        { "example.com", "example.com." },
        { "example.com.", "example.com" },
        { "key", "key\n" },
        { "key\n", "key" },
        { "  key ", "key" },
        { "admin", "arn:aws:iam::123456789012:role/path/admin" },
        { "a.b", "arn:aws-cn:s3:::a.b" },
        { "f", "arn:aws:lambda:us-east-1:123456789012:function:f" },
        { "arn:aws:lambda:us-east-1:123456789012:function:f", "f" },
        { "arn:aws:iam::123456789012:role/path/admin", "admin" },
        { "k", "arn:aws:x:us-east-1:123456789012:a+b(c)\\d\"e/k" },
    };
    static const char *const without[][2] = {
        { "Web", "wEB" },          { "a", "b" },  { "a", "a " }, { "", "a" }, { "a", "" },
        { "a", "arn:aws:s3:::b" }, { "a", "xa" },
    };
    static const char *const names[] = { "Name", "a-b", "a1", "~/" };
    const size_t name_count = sizeof(names) / sizeof(names[0]);

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (size_t n = 0; n < name_count; n++)
            try_proposal(names[n], rows[i][0], rows[i][1]);
    for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); i++) {
        const struct comparison c =
            compare_models(arena, type_with(json_object(arena)), model_with("N", without[i][0]),
                           model_with("N", without[i][1]));
        const char *pointer;

        check(c.differences && !difference_proposal(arena, c.differences, &pointer));
    }
    arena_free(arena);
}

static const struct test tests[] = {
    { "transform: names that one place lacks", names_that_one_place_lacks },
    { "transform: errors name the column of the whole text", errors_name_the_column_of_the_whole },
    { "transform: both contexts count", both_contexts_count },
    { "transform: what fails is no verdict", what_fails_is_no_verdict },
    { "transform: absent is what null says", absent_is_what_null_says },
    { "transform: rules say what was not compared", rules_say_what_was_not_compared },
    { "transform: proposals explain their differences", proposals_explain_their_differences },
    { "transform: those of real schemas are evaluated", real_transforms_are_evaluated },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
