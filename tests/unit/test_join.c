/* Reports of several runs: all that each of them says, in one document that readers take. */
#include <string.h>

#include "run_builtin.h"
#include "test.h"

#include "cfnc/base/exit.h"
#include "cfnc/base/text.h"
#include "cfnc/schema/embedded.h"

enum { RUNS = 4 };

/* One type twice, another one that fails, and one that leaves something behind. */
struct scene {
    struct arena *arena;
    const struct run **items;
    struct runs runs;
};

static struct scene scene_new(void)
{
    static const struct {
        const char *type, *fault;
    } rows[RUNS] = { { "thing", NULL },
                     { "grant", "read-wrong-value" },
                     { "thing", "answer-crash" },
                     { "fleet", "delete-protected" } };
    struct scene s = { .arena = arena_new() };

    s.items = arena_array(s.arena, RUNS, sizeof(*s.items));
    for (size_t i = 0; i < RUNS; i++) {
        const char *const names[] = { rows[i].fault, NULL };
        const struct builtin_options options = { .faults = names };

        s.items[i] = run_builtin(s.arena, type_named(s.arena, rows[i].type), &options, SUITE_FULL);
        check(s.items[i] != NULL);
    }
    s.runs = (struct runs){ s.items, RUNS };
    return s;
}

static const json *parse(struct arena *arena, const char *text)
{
    struct error error = { .text = "" };
    const json *value = json_parse(arena, text, strlen(text), &error);

    check_text(error.text, "");
    return value;
}

static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;

    for (; (text = strstr(text, what)); text += strlen(what))
        count++;
    return count;
}

static void json_is_as_its_schema_says(void)
{
    const struct scene s = scene_new();
    const struct embedded *row = embedded_find("reports");
    struct error error = { .text = "" };
    const struct schema_sources nowhere = { .file = NULL };
    const struct schema *schema = schema_compile(
        s.arena, json_parse(s.arena, row->bytes, *row->length, &error), &nowhere, &error);
    const json *document = parse(s.arena, format_named("json")->print(s.arena, &s.runs));

    check_text(error.text, "");
    const struct schema_fault *wrong =
        schema ? schema_faults(s.arena, schema, document, SCHEMA_ALL) : NULL;
    check_text(wrong ? wrong->path : NULL, NULL);
    check_number((long long)json_length(json_get(document, "reports")), RUNS);
    check_number((long long)json_number(json_get(document, "exit_code"), 0), EXIT_TEST_FAILED);
    const json *report = json_first(json_get(document, "reports"));
    for (size_t i = 0; report && i < RUNS; i++, report = json_next(report))
        check(json_equal(report, parse(s.arena, report_as(s.arena, "json", s.items[i]))));
    arena_free(s.arena);
}

/* Readers take a case for another when both names are the same. */
static void every_case_has_a_name_of_its_own(void)
{
    const struct scene s = scene_new();
    const char *text = format_named("junit")->print(s.arena, &s.runs);
    json *seen = json_object(s.arena);
    size_t cases = 0, alone = 0;

    for (const char *at = text; (at = strstr(at, "<testcase ")); at++, cases++) {
        const char *name = arena_copy(s.arena, at, (size_t)(strstr(at, " time=") - at));

        check(!json_get(seen, name));
        json_set_boolean(seen, name, true);
    }
    for (size_t i = 0; i < RUNS; i++)
        alone += count_of(report_as(s.arena, "junit", s.items[i]), "<testcase ");
    check_number((long long)cases, (long long)alone);
    check_number((long long)count_of(text, "<testsuites>"), 1);
    check_contains(text, "name=\"Acme::Demo::Thing [generated] #2\" id=\"2\"");
    check_contains(text, "name=\"contract_create_read#2\"");
    arena_free(s.arena);
}

static void tap_counts_through(void)
{
    const struct scene s = scene_new();
    const char *text = format_named("tap")->print(s.arena, &s.runs);
    const size_t points = count_of(text, "\nok ") + count_of(text, "\nnot ok ");

    check_number((long long)count_of(text, "TAP version"), 1);
    check_contains(text, arena_printf(s.arena, "\n1..%zu\n", points));
    check_contains(text, arena_printf(s.arena, "ok %zu - ", points));
    check_number((long long)count_of(text, "\n# cfnc "), RUNS);
    arena_free(s.arena);
}

static void sarif_has_a_run_of_each(void)
{
    const struct scene s = scene_new();
    const json *array =
        json_get(parse(s.arena, format_named("sarif")->print(s.arena, &s.runs)), "runs");
    json *seen = json_object(s.arena);

    check_number((long long)json_length(array), RUNS);
    json_each (run, array) {
        const char *id = json_string(json_get(json_get(run, "automationDetails"), "id"));

        check(id && !json_get(seen, id)); /* or an upload takes the place of another */
        json_set_boolean(seen, id ? id : "", true);
    }
    arena_free(s.arena);
}

static void pages_name_every_type(void)
{
    const struct scene s = scene_new();
    const char *html = format_named("html")->print(s.arena, &s.runs),
               *markdown = format_named("md")->print(s.arena, &s.runs);

    for (size_t i = 0; i < RUNS; i++) {
        check_contains(html, arena_printf(s.arena, "<a href=\"#run-%zu\">%s</a>", i + 1,
                                          s.items[i]->subject->name));
        check_contains(html, arena_printf(s.arena, "<section id=\"run-%zu\"", i + 1));
    }
    check_contains(html, "default-src 'none'");
    check_contains(html, "read.equals");
    check_contains(html, "<h3>Left behind</h3>");
    check(!strstr(html, "<script"));
    check_number((long long)count_of(markdown, "\n### "), RUNS);
    check_contains(markdown, "| ✅ Acme\\:\\:Demo\\:\\:Thing | ");
    check_number((long long)count_of(format_named("har")->print(s.arena, &s.runs), "\"creator\""),
                 1);
    arena_free(s.arena);
}

static void the_gravest_exit_code_counts(void)
{
    static const int rows[][4] = {
        { 0, 0, 0, 0 },     { 0, 6, 1, 1 }, { 8, 0, 6, 6 }, { 1, 7, 6, 7 },
        { 1, 130, 4, 130 }, { 5, 1, 0, 5 }, { 3, 4, 1, 4 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct run a = { .exit_code = rows[i][0] }, b = { .exit_code = rows[i][1] },
                         c = { .exit_code = rows[i][2] };
        const struct run *const items[] = { &a, &b, &c };

        check_number(runs_exit_code(&(struct runs){ items, 3 }), rows[i][3]);
    }
}

static const struct test tests[] = {
    { "join: JSON is as its schema says", json_is_as_its_schema_says },
    { "join: every case has a name of its own", every_case_has_a_name_of_its_own },
    { "join: TAP counts through", tap_counts_through },
    { "join: SARIF has a run of each", sarif_has_a_run_of_each },
    { "join: pages name every type", pages_name_every_type },
    { "join: the gravest exit code counts", the_gravest_exit_code_counts },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
