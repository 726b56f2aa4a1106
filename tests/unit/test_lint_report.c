/* Findings as people and programs get them. */
#include "cfnc/report/lint_report.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/schema/embedded.h"
#include "test.h"

static struct arena *arena;

static struct lint *lint_of(const char *path, const char *text)
{
    struct json_source *source = arena_alloc(arena, sizeof(*source));
    struct lint *lint = arena_alloc(arena, sizeof(*lint));
    struct error error = { .text = "" };

    check(json_source_parse(arena, path, text, strlen(text), source, &error));
    check_text(error.text, "");
    *lint = (struct lint){ .arena = arena, .schema = source };
    return lint;
}

static const char *report(const char *format, const struct lint *lint, int columns)
{
    struct lint_results *results = arena_alloc(arena, sizeof(*results));
    const struct lint **lints = arena_alloc(arena, sizeof(struct lint *));

    lints[0] = lint;
    *results = (struct lint_results){ .lints = lints, .count = 1, .columns = columns };

    for (const struct lint_format *row = lint_formats; row->name; row++)
        if (strcmp(row->name, format) == 0)
            return row->print(arena, results);
    return "";
}

/* One finding about a byte of a string, shown in so many columns. */
static const char *shown(const char *text, const char *pointer, long offset, int columns)
{
    struct lint *lint = lint_of("a.json", text);
    const struct lint_finding finding = {
        .rule = lint_rule_at(0), .pointer = pointer, .offset = offset, .message = "it is odd"
    };

    lint_add(lint, &finding);
    const char *all = report("human", lint, columns);
    const char *line = all + strcspn(all, "\n") + 1;
    const char *caret = line + strcspn(line, "\n") + 1;
    return arena_copy(arena, line, (size_t)(caret - line) + strcspn(caret, "\n"));
}

static void carets(void)
{
    arena = arena_new();
    check_text(shown("{\"a\": \"xyz\"}", "/a", 1, 100), "    {\"a\": \"xyz\"}\n            ^");
    check_text(shown("{\"a\": \"xyz\"}", "/a", LINT_WHOLE, 100), "    {\"a\": \"xyz\"}\n     ^");
    check_text(shown("{\n\t\t\"a\":\t\"xyz\"}", "/a", 0, 100), "    \"a\": \"xyz\"}\n          ^");
    check_text(shown("{\"a\":\"\xE6\x97\xA5\xE6\x9C\xAC!\"}", "/a", 6, 100),
               "    {\"a\":\"\xE6\x97\xA5\xE6\x9C\xAC!\"}\n              ^");
    check_text(shown("{\"a\":\"e\xCC\x81!\"}", "/a", 3, 100),
               "    {\"a\":\"e\xCC\x81!\"}\n           ^");
    check_text(shown("{\"a\":\"\\u00e9\\n!\"}", "/a", 3, 100),
               "    {\"a\":\"\\u00e9\\n!\"}\n                  ^");
    check_text(shown("{\"a\":\"\xC2\x9B!\"}", "/a", 2, 100),
               "    {\"a\":\"\\u009b!\"}\n                ^");
    check_text(shown("{\"a\":\"\xE2\x80\xAE!\"}", "/a", 3, 100),
               "    {\"a\":\"\\u202e!\"}\n                ^");
    check_text(shown("{\"a\":1}\r\n", "/a", LINT_WHOLE, 100), "    {\"a\":1}\n     ^");
    check_text(shown("\xEF\xBB\xBF{\"a\":1}", "/a", LINT_WHOLE, 100), "    {\"a\":1}\n     ^");
    arena_free(arena);
}

/* A line is at most as long as it should be, and the caret stands below its character. */
static void long_lines(void)
{
    arena = arena_new();
    for (int width = 0; width < 400; width += 7) {
        const char *text =
            arena_printf(arena, "{\"%*s\":\"%*s!\",\"b\":\"%300s\"}", width, "", width, "", "");
        const char *pointer = arena_printf(arena, "/%*s", width, "");
        const char *two = shown(text, pointer, width, 60);
        const char *caret = strchr(two, '\n') + 1;

        check(caret - two - 1 <= 60);
        check(two[strlen(caret) - 1] == '!');
        check_text(strchr(caret, '^'), "^");
    }
    arena_free(arena);
}

static const char odd[] =
    "{\"properties\":{\"a,b:c%\":{\"$ref\":\"#/x\\u001b\\n%\"}},\"readOnlyProperties\":[\"/\"]}";

/* What is printed is one JSON value, valid for the schema that describes it. */
static void json_report(void)
{
    const struct embedded *row = embedded_find("lint");
    struct error error = { .text = "" };

    arena = arena_new();
    const json *document = json_parse(arena, row->bytes, *row->length, &error);
    const struct schema *schema = schema_compile(arena, document, NULL, &error);
    struct lint *lint = lint_of("odd\033\n.json", odd);
    lint_run(lint);
    const char *printed = report("json", lint, 0);
    const json *findings = json_parse(arena, printed, strlen(printed), &error);
    check_text(error.text, "");
    check(json_length(findings) > 5);
    const struct schema_fault *fault = schema_faults(arena, schema, findings, SCHEMA_ALL);
    check_text(fault ? fault->path : "", "");
    check(!strchr(printed, '\033'));
    check(!schema_valid(schema, document, SCHEMA_ALL));
    check_text(report("json", lint_of("x", "{}"), 0), "[]\n");
    arena_free(arena);
}

/* Each command is one line, and nothing in it is taken for its syntax. */
static void github_report(void)
{
    size_t count = 0;

    arena = arena_new();
    struct lint *lint = lint_of("a:b,c%\n\033.json", odd);
    lint_run(lint);
    for (const char *line = report("github", lint, 0); *line; line += strcspn(line, "\n") + 1) {
        const bool error = strncmp(line, "::error file=a%3Ab%2Cc%25%0A\\x1b.json,line=1,", 45) == 0;
        const bool warning =
            strncmp(line, "::warning file=a%3Ab%2Cc%25%0A\\x1b.json,line=1,", 47) == 0;

        check(error || warning);
        count++;
    }
    check_number((long long)count,
                 (long long)(lint->count[LINT_ERROR] + lint->count[LINT_WARNING]));
    check_contains(report("github", lint, 0),
                   ",title=schema.ref::the $ref \"#/x\\u001b\\n%25\" leads");
    arena_free(arena);
}

static void sarif_report(void)
{
    struct error error = { .text = "" };

    arena = arena_new();
    struct lint *lint = lint_of("x:y/\xC3\xA9 #.json", odd);
    lint_run(lint);
    const char *printed = report("sarif", lint, 0);
    const json *log = json_parse(arena, printed, strlen(printed), &error);
    const json *run = json_at(json_get(log, "runs"), 0);
    const json *rules = json_get(json_get(json_get(run, "tool"), "driver"), "rules");
    check_text(json_string(json_get(log, "version")), "2.1.0");
    json_each (result, json_get(run, "results")) {
        const json *place = json_get(json_at(json_get(result, "locations"), 0), "physicalLocation");
        const size_t index = (size_t)json_number(json_get(result, "ruleIndex"), -1);

        check_text(json_string(json_get(json_at(rules, index), "id")),
                   json_string(json_get(result, "ruleId")));
        check_text(json_string(json_get(json_get(place, "artifactLocation"), "uri")),
                   "./x:y/%C3%A9%20%23.json");
    }
    check(json_length(json_get(run, "results")) > 5);
    arena_free(arena);
}

/* Nothing that a schema says reaches a terminal as it is. */
static void harmless(void)
{
    arena = arena_new();
    struct lint *lint = lint_of("a\033[31m.json", odd);
    lint_run(lint);
    check(!strpbrk(report("human", lint, 100), "\033\r\b"));
    check_contains(report("human", lint, 100), "a\\u001b[31m.json:1:");
    arena_free(arena);
}

static const struct test tests[] = {
    { "report: the caret stands below its character", carets },
    { "report: long lines are cut around it", long_lines },
    { "report: json is what its schema says", json_report },
    { "report: GitHub's commands", github_report },
    { "report: SARIF names rules and files", sarif_report },
    { "report: a schema cannot drive the terminal", harmless },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
