/* Report files: true to their schemas, and without secrets. */
#include <string.h>

#include "corpus.h"
#include "json_of_text.h"
#include "run_builtin.h"
#include "test.h"

#include "cfnc/base/text.h"

static const char secret[] = "hunter2hunter2";

static const struct schema *report_schema(struct arena *arena)
{
    struct error error = { .text = "" };
    const json *document = json_read(arena, "schemas/report.schema.json", 1 << 20, &error);
    const struct schema_sources nowhere = { .file = NULL };
    const struct schema *schema =
        document ? schema_compile(arena, document, &nowhere, &error) : NULL;

    check_text(error.text, "");
    return schema;
}

/* A run on the type Thing whose inputs hold the secret, with a fault or without. */
static const struct run *run_named(struct arena *arena, const char *fault, const char *name)
{
    const char *const names[] = { fault, NULL };
    const struct builtin_options options = { .stabilize = 1, .faults = names };
    struct input_set *set = arena_alloc(arena, sizeof(*set));

    *set =
        set_of(arena,
               arena_printf(arena,
                            "{\"Name\":\"%s\",\"Size\":3,\"Secret\":\"hunter2hunter2\",\"Config\":"
                            "{\"Retain\":true,\"Password\":\"hunter2hunter2\"},\"Tags\":[]}",
                            name),
               arena_printf(arena,
                            "{\"Name\":\"%s\",\"Size\":4,\"Secret\":\"hunter2hunter2\",\"Config\":"
                            "{\"Retain\":false,\"Password\":\"hunter2hunter2\"},\"Tags\":[]}",
                            name));
    const struct run_setting setting = { .suite = SUITE_FULL, .set = set };
    return run_builtin_set(arena, type_named(arena, "thing"), &options, &setting);
}

static const struct run *a_run(struct arena *arena, const char *fault)
{
    return run_named(arena, fault, "a-name-of-ours");
}

/* `exit_code` below 0: any; a fault that this input cannot show is none. */
static void valid_for(const char *fault, int exit_code)
{
    struct arena *arena = arena_new();
    const struct run *run = a_run(arena, fault);
    const struct schema *schema = report_schema(arena);

    if (run && schema) {
        const char *text = report_as(arena, "json", run);
        const struct schema_fault *wrong =
            schema_faults(arena, schema, json_of_text(arena, text), SCHEMA_ALL);

        check_text(wrong ? wrong->path : NULL, NULL);
        check(exit_code < 0 || run->exit_code == exit_code);
        check_contains(text, "\"name\": \"contract_create_read\"");
        check(!strstr(text, secret));
        check(!strstr(report_as(arena, "junit", run), secret));
        check(!strstr(text, "secretsecret")); /* of the credentials that run_builtin.c sends */
    }
    arena_free(arena);
}

static void reports_are_valid(void)
{
    size_t number = 0;

    valid_for(NULL, 0);
    valid_for("read-wrong-value", 1);
    fault_each (fault)
        if (corpus_takes(number++))
            valid_for(fault->name, -1);
}

static void junit_counts_what_it_holds(void)
{
    struct arena *arena = arena_new();
    const struct run *run = a_run(arena, "read-wrong-value");

    if (run) {
        const char *text = report_as(arena, "junit", run);
        const struct summary s = run_summary(run);
        unsigned cases = 0;

        for (const char *at = text; (at = strstr(at, "<testcase ")); at++)
            cases++;
        check_number(cases, s.total);
        check_contains(text,
                       arena_printf(arena, "tests=\"%u\" failures=\"%u\"", s.total, s.failed));
        check_contains(text, "classname=\"Acme.Demo.Thing.handler_create\"");
        check_contains(text, "<failure type=\"read.equals\"");
    }
    arena_free(arena);
}

/* U+0000 is a character of JSON, and of no other kind of text. */
static void nul_characters_are_written_out(void)
{
    size_t number = 0;

    fault_each (fault) {
        if (!corpus_takes(number++))
            continue;
        struct arena *arena = arena_new();
        const struct run *run = run_named(arena, fault->name, "a\\u0000name");

        if (run) {
            const char *report = report_as(arena, "json", run),
                       *junit = report_as(arena, "junit", run);

            check_contains(report, "\\u0000name");
            check(!strstr(report, TEXT_NUL) && !strstr(junit, TEXT_NUL));
            check(json_of_text(arena, report) != NULL);
        }
        arena_free(arena);
    }
}

static const struct test tests[] = {
    { "reports: JSON is true to its schema and holds no secret", reports_are_valid },
    { "reports: JUnit counts what it holds", junit_counts_what_it_holds },
    { "reports: U+0000 is written out", nul_characters_are_written_out },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
