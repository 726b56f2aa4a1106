#include "cfnc/jq.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/text.h"
#include "cfnc/transform.h"
#include "json_of_text.h"
#include "test.h"

static struct arena *arena;

static const json *value_of(const char *text)
{
    return json_of_text(arena, text);
}

/* What a program makes of a value, as JSON; "nothing", or what is wrong. */
static const char *made(const char *text, const char *input)
{
    struct error error = { "" };
    const json *result = NULL;
    struct jq_program *program = jq_read(arena, text, &error);

    if (!program || !jq_evaluate(arena, program, value_of(input), &result, &error))
        return arena_printf(arena, "%s", error.text);
    return result ? json_print(arena, result) : "nothing";
}

static bool is_there(void)
{
    if (!jq_is_there())
        test_skip("cfnc was built without jq");
    return jq_is_there();
}

static void programs_make_values(void)
{
    static const struct {
        const char *program, *input, *made;
    } rows[] = {
        { ".Name|ascii_downcase", "{\"Name\":\"WEB\"}", "\"web\"" },
        { ".A + \".\" + .B", "{\"A\":\"a\",\"B\":\"b\"}", "\"a.b\"" },
        { "if .A then .A else .B end", "{\"B\":\"b\"}", "\"b\"" },
        { "if (.A|test(\"^arn:\")) then .A|split(\":\")[-1] else .A end",
          "{\"A\":\"arn:aws:sns:::t\"}", "\"t\"" },
        { ".A|@base64d", "{\"A\":\"cGxhaW4=\"}", "\"plain\"" },
        { ".A|fromjson|tojson", "{\"A\":\"{ \\\"b\\\": 1 }\"}", "\"{\\\"b\\\":1}\"" },
        { "[.L[]|select(.n>1)|.n]", "{\"L\":[{\"n\":1},{\"n\":2}]}", "[2]" },
        { "\"\\(.A)-\\(.B|length)\"", "{\"A\":1,\"B\":\"\xC3\xA9\xC3\xA9\"}", "\"1-2\"" },
        { ".A // \"none\"", "{}", "\"none\"" },
        { ".A|sub(\"(?<x>[a-z]+)$\"; \"<\\(.x)>\")", "{\"A\":\"1ab\"}", "\"1<ab>\"" },
        { "# why\n.A|rtrimstr(\".\")", "{\"A\":\"x.\"}", "\"x\"" },
        { "def f(x): x * 2; f(.A)", "{\"A\":0.5}", "1" },
        { "reduce .L[] as $i (0; . + $i)", "{\"L\":[1,2,3]}", "6" },
        { ".A", "{\"A\":false}", "false" },
        { ".", "{\"A\":\"a\\u0000b\",\"B\":[{}]}", "{\"A\":\"a\\u0000b\",\"B\":[{}]}" },
        /* the first output that is not null */
        { ".A, .B, .C", "{\"B\":1,\"C\":2}", "1" },
        { ".A, error(\"x\")", "{\"A\":1}", "1" },
        { ".A", "{}", "nothing" },
        { "empty", "{}", "nothing" },
        { "null, null", "{}", "nothing" },
    };

    arena = arena_new();
    for (size_t i = 0; is_there() && i < sizeof(rows) / sizeof(rows[0]); i++)
        check_text(made(rows[i].program, rows[i].input), rows[i].made);
    arena_free(arena);
}

static void what_fails_says_why(void)
{
    static const struct {
        const char *program, *why;
    } rows[] = {
        { ".A|", "jq: syntax error" },
        { "nosuch(.A)", "jq: nosuch/1 is not defined" },
        { ".A|ascii_downcase", " input must be a string" },
        { ".A[0]|keys", "jq: null (null) has no keys" },
        { "error(\"my reason\")", "jq: my reason" },
        { "error({\"a\":1})", "jq: {\"a\":1}" },
        { "error(\"\\u001b[31mred\")", "jq: \\u001b[31mred" },
        { "null, error(\"late\")", "jq: late" },
    };

    arena = arena_new();
    for (size_t i = 0; is_there() && i < sizeof(rows) / sizeof(rows[0]); i++)
        check_contains(made(rows[i].program, "{}"), rows[i].why);
    arena_free(arena);
}

/* ---- hostile programs ---- */

static void what_is_endless_ends(void)
{
    static const char *const programs[] = {
        "def f: f; f",     "repeat(null)", "[range(1e18)]", "reduce range(60) as $i (\"x\"; . + .)",
        "def f: 1 + f; f",
    };

    arena = arena_new();
    for (size_t i = 0; is_there() && i < sizeof(programs) / sizeof(programs[0]); i++) {
        struct error error = { "" };
        const json *result = NULL;
        struct jq_program *program = jq_read(arena, programs[i], &error);

        check(program != NULL);
        for (int times = 0; program && times < 3; times++) {
            check(!jq_evaluate(arena, program, value_of("{}"), &result, &error));
            check(strstr(error.text, "takes too long") || strstr(error.text, "too much memory"));
        }
    }
    arena_free(arena);
}

static void no_file_is_read(const char *folder)
{
    check_contains(
        made(arena_printf(arena, "import \"secret\" as $s {search:\"%s\"}; $s", folder), "{}"),
        "jq: ");
    check_contains(made(arena_printf(arena, "import \"%s/secret\" as $s; $s", folder), "{}"),
                   "jq: ");
}

static void nothing_leaks_in_or_out(void)
{
    char folder[] = "/tmp/cfnc-jq-XXXXXX", path[64];
    bool made_folder;

    if (!is_there())
        return;
    arena = arena_new();
    made_folder = mkdtemp(folder) != NULL;
    check(made_folder);
    (void)snprintf(path, sizeof(path), "%s/secret.json", folder);
    FILE *file = fopen(path, "w");
    check(file != NULL);
    if (file) {
        fputs("{\"secret\":1}", file);
        fclose(file);
    }
    setenv("CFNC_TEST_SECRET", "hunter2", 1);
    check_text(made("env.CFNC_TEST_SECRET", "{}"), "nothing");
    check_text(made("$ENV.CFNC_TEST_SECRET", "{}"), "nothing");
    check_text(made("[env, $ENV]", "{}"), "[{},{}]");
    if (getenv("CFNC_WATCHED"))
        test_skip("valgrind knows no limit of open files");
    else
        no_file_is_read(folder);
    check_contains(made("include \"x\"; .", "{}"), "jq: ");
    check_contains(made("\"/etc/passwd\"|modulemeta", "{}"), "jq: ");
    check_contains(made("input", "{}"), "jq: ");
    check_contains(made("[inputs]", "{}"), "[]");
    check_text(made("input_filename", "{}"), "nothing");
    check_text(made("debug|1", "{}"), "1");
    check_text(made("stderr|1", "{}"), "1");
    check_contains(made("halt", "{}"), "jq: it halts");
    check_contains(made("halt_error", "\"x\""), "jq: it halts");
    unsetenv("CFNC_TEST_SECRET");
    remove(path);
    remove(folder);
    arena_free(arena);
}

/* One process serves all evaluations, after one that fails too. */
static void one_program_many_values(void)
{
    struct error error = { "" };
    const json *result = NULL;

    if (!is_there())
        return;
    arena = arena_new();
    struct jq_program *program = jq_read(arena, ".A|ascii_downcase", &error);
    for (int i = 0; program && i < 2000; i++) {
        const char *input = arena_printf(arena, i % 2 ? "{\"A\":%d}" : "{\"A\":\"N%d\"}", i);
        const bool evaluated = jq_evaluate(arena, program, value_of(input), &result, &error);

        check(evaluated == (i % 2 == 0));
        if (evaluated)
            check_text(json_string(result), arena_printf(arena, "n%d", i));
    }
    check(program != NULL);
    struct text large = text_new(arena);
    const int tens = getenv("CFNC_WATCHED") ? 100 : 100000; /* a second of valgrind is short */
    text_add(&large, "{\"A\":\"");
    for (int i = 0; i < tens; i++)
        text_add(&large, "0123456789");
    text_add(&large, "\"}");
    if (check(program && jq_evaluate(arena, program, value_of(large.bytes), &result, &error)))
        check_number((long long)strlen(json_string(result)), 10LL * tens);
    arena_free(arena);
}

/* ---- as a propertyTransform ---- */

static bool equals(void *context, const json *result)
{
    return json_equal(result, context);
}

static const char *matched(const char *text, const char *model, const char *returned)
{
    struct error error = { "" };
    const json *root = value_of(model), *result = NULL;
    json *other = *returned ? json_copy(arena, value_of(returned)) : NULL;
    const struct transform *transform = transform_read(arena, text, &error);
    const struct transform_input input = { .model = root,
                                           .parent = json_get(root, "C"),
                                           .returned = other,
                                           .equals = equals,
                                           .context = other };

    if (!transform)
        return arena_printf(arena, "%s", error.text);
    switch (transform_match(arena, transform, &input, &result, &error)) {
    case TRANSFORM_EQUAL:
        return "equal";
    case TRANSFORM_FAILED:
        return arena_printf(arena, "failed: %s", error.text);
    case TRANSFORM_DIFFERS:
        break;
    }
    return result ? json_print(arena, result) : "made nothing";
}

static void as_a_transform(void)
{
    const char *model = "{\"Name\":\"Root\",\"C\":{\"Name\":\"Child\"}}";

    if (!is_there())
        return;
    arena = arena_new();
    check_text(matched(".Name|ascii_downcase", model, "\"root\""), "equal");
    check_text(matched(".Name|ascii_downcase", model, "\"child\""), "equal");
    check_text(matched(".Name|ascii_downcase", model, "\"x\""), "\"root\"");
    check_text(matched(".None", model, ""), "made nothing");
    check_text(matched("\"arn:aws[-a-z]*:\" + .Name", model, "\"arn:aws-cn:Child\""), "equal");
    check_text(matched("$uppercase(Name) $OR .Name|ascii_downcase", model, "\"root\""), "equal");
    check_text(matched(".Name|ascii_downcase $OR $uppercase(Name)", model, "\"ROOT\""), "equal");
    check_text(matched("\"$OR \\(.Name)\" $OR .C.Name", model, "\"$OR Root\""), "equal");
    check_contains(matched(".Name|keys", model, "\"x\""),
                   "failed: jq: string (\"Root\") has no keys");
    check_contains(matched("def f: f; f", model, "\"x\""), "failed: jq: it takes too long");
    check_contains(matched("$lowercase(Name", model, "\"x\""), "column 16: ");
    check_contains(matched("$lowercase(Name", model, "\"x\""), "; jq: syntax error");
    check_contains(matched(".Name $OR ", model, "\"x\""), "nothing stands on one side of $OR");
    arena_free(arena);
}

static const struct test tests[] = {
    { "jq: programs make values", programs_make_values },
    { "jq: what fails says why", what_fails_says_why },
    { "jq: what is endless ends", what_is_endless_ends },
    { "jq: nothing leaks in or out", nothing_leaks_in_or_out },
    { "jq: one program, many values", one_program_many_values },
    { "jq: as a propertyTransform", as_a_transform },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
