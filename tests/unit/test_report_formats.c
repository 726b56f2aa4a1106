/* TAP, SARIF, Markdown and HAR: each holds what the record holds, and what handlers say stays text.
 */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/report/schema_lines.h"
#include "report/finding_place.h"
#include "corpus.h"
#include "json_of_text.h"
#include "run_builtin.h"
#include "test.h"

/* What would be markup, a directive, an end of a block or a link, wherever it is said. */
static const char hostile[] = "|a `b` <b>&amp; # SKIP no\\\\n---\\n  ...\\nok 1 - [x](http://y) "
                              "::error::%0A @all \\u001b[31m\\u202e *c* ~d~ \\\\# TODO x";

static const struct run *run_of(struct arena *arena, const char *fault)
{
    const char *const names[] = { fault, NULL };
    const struct builtin_options options = { .stabilize = 1, .faults = names };
    struct input_set *set = arena_alloc(arena, sizeof(*set));

    *set = set_of(arena, arena_printf(arena, "{\"Name\": \"%s\", \"Size\": 3}", hostile),
                  arena_printf(arena, "{\"Name\": \"%s\", \"Size\": 4}", hostile));
    const struct run_setting setting = { .suite = SUITE_FULL, .set = set };
    return run_builtin_set(arena, type_named(arena, "thing"), &options, &setting);
}

/* In slow builds for one fault of four. */
static void for_every_fault(void (*look)(struct arena *arena, const struct run *run))
{
    size_t count = 0;

    fault_each (fault) {
        if (corpus_step(1) > 1 && count++ % 4)
            continue;
        struct arena *arena = arena_new();
        const struct run *run = run_of(arena, fault->name);

        if (run)
            look(arena, run);
        arena_free(arena);
    }
}

/* --- TAP --- */

static size_t length_of_line(const char *line)
{
    return strcspn(line, "\n");
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* The first '#' of a line that no backslash is before. */
static const char *directive(const char *line)
{
    for (; *line && *line != '\n'; line += *line == '\\' && line[1] ? 2 : 1)
        if (*line == '#')
            return line;
    return NULL;
}

struct tap {
    unsigned points, ok, skipped, todo;
    bool in_block, wrong;
};

static void read_line(struct tap *tap, const char *line)
{
    const bool ok = begins(line, "ok "), point = ok || begins(line, "not ok ");
    const char *reason = directive(line);

    tap->wrong = tap->wrong || (tap->in_block ? !begins(line, "  ")
                                              : begins(line, " ") && !begins(line, "  ---\n"));
    if (tap->in_block || !point) {
        tap->in_block = begins(line, "  ---\n") || (tap->in_block && !begins(line, "  ...\n"));
        return;
    }
    tap->points++;
    tap->ok += ok;
    tap->skipped += reason && begins(reason, "# SKIP ");
    tap->todo += reason && begins(reason, "# TODO ");
    tap->wrong = tap->wrong || (reason && !begins(reason, "# SKIP ") && !begins(reason, "# TODO "));
}

static void look_at_tap(struct arena *arena, const struct run *run)
{
    const struct summary s = run_summary(run);
    const char *text = report_as(arena, "tap", run);
    struct tap tap = { .points = 0 };
    unsigned plan = 0;

    check_contains(text, "TAP version 1");
    check(sscanf(strchr(text, '\n'), "\n1..%u\n", &plan) == 1);
    for (const char *line = text; *line; line += length_of_line(line) + 1)
        read_line(&tap, line);
    check(!tap.wrong && !tap.in_block);
    check_number(tap.points, plan);
    check_number(tap.points, s.total + s.leftovers);
    check_number(tap.skipped, s.skipped);
    check_number(tap.ok, s.passed + s.flaky + s.skipped);
    check_number(tap.todo, s.waived + s.waived_leftovers);
    check(!strstr(text, "\033") && !strstr(text, "\r"));
}

static void tap_is_what_the_record_is(void)
{
    for_every_fault(look_at_tap);
}

/* --- Markdown --- */

static size_t cells(const char *line)
{
    size_t count = 0;

    for (; *line && *line != '\n'; line += *line == '\\' && line[1] ? 2 : 1)
        count += *line == '|';
    return count;
}

static void look_at_markdown(struct arena *arena, const struct run *run)
{
    const char *text = report_as(arena, "md", run);
    const char *commands = strstr(text, "\n```");
    size_t rows = 0;

    for (const char *line = text; *line; line += length_of_line(line) + 1) {
        if (commands && line >= commands)
            break; /* nothing is markup in there */
        if (begins(line, "|"))
            check(cells(line) == 4);
        rows += begins(line, "| `");
    }
    const size_t length = commands ? (size_t)(commands - text) : strlen(text);
    const char *prose = arena_copy(arena, text, length);
    check(!strstr(prose, "<b>") && !strstr(prose, "](") && !strstr(prose, "@all"));
    check(!strstr(prose, "http:") && !strstr(text, "\033") && !strstr(prose, " `b` "));
    const struct summary s = run_summary(run);
    check(rows >= (s.failed + s.errored < 50 ? s.failed + s.errored : 50));
    check((strncmp(text, "### ✅", strlen("### ✅")) == 0) == (run->exit_code == EXIT_OK));
}

static void markdown_stays_text(void)
{
    for_every_fault(look_at_markdown);
}

/* --- SARIF --- */

static size_t findings_of(const struct run *run)
{
    size_t count = 0;

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        for (const struct finding *f = o->findings; f; f = f->next)
            count++;
        count += o->error != NULL;
    }
    return count;
}

static void look_at_sarif(struct arena *arena, const struct run *run)
{
    const json *log = json_of_text(arena, report_as(arena, "sarif", run));
    const json *sarif_run = json_at(json_get(log, "runs"), 0);
    const json *named = pointer_get(sarif_run, "/tool/driver/rules");
    const json *results = json_get(sarif_run, "results");

    check(json_length(results) == findings_of(run));
    json_each (result, results) {
        const char *id = json_string(json_get(result, "ruleId"));
        const size_t index = (size_t)json_number(json_get(result, "ruleIndex"), -1);
        const char *print = json_string(pointer_get(result, "/partialFingerprints/cfncTest~1v1"));
        const char *test =
            json_string(pointer_get(result, "/locations/0/logicalLocations/0/fullyQualifiedName"));

        check_text(json_string(json_get(json_at(named, index), "id")), id);
        check_text(print, arena_printf(arena, "%s#%s", test, id));
    }
}

static void sarif_is_what_the_record_is(void)
{
    for_every_fault(look_at_sarif);
}

static const char schema_text[] =
    "{\n  \"typeName\": \"Acme::Demo::Lines\",\n  \"definitions\": {\n    \"Part\": {\n"
    "      \"properties\": {\n        \"Mode\": { \"type\": \"string\" },\n"
    "        \"a/b\": {}\n      }\n    },\n    \"Loop\": { \"$ref\": \"#/definitions/Loop\" }\n  "
    "},\n"
    "  \"properties\": {\n    \"Name\": { \"type\": \"string\" },\n"
    "    \"Parts\": {\n      \"type\": \"array\",\n"
    "      \"items\": { \"$ref\": \"#/definitions/Part\" }\n    },\n"
    "    \"Odd\": { \"$ref\": \"#/definitions/Loop\" },\n"
    "    \"Away\": { \"$ref\": \"other.json#/definitions/Part\" }\n  },\n"
    "  \"primaryIdentifier\": [\"/properties/Name\"], \"additionalProperties\": false\n}\n";

static void lines_are_those_of_the_schema(void)
{
    static const struct {
        const char *pointer;
        int line;
    } cases[] = { { "/Name", 13 },
                  { "/Parts", 14 },
                  { "/Parts/3", 14 },
                  { "/Parts/0/Mode", 6 },
                  { "/Parts/0/a~1b", 7 },
                  { "/Parts/0/None", 14 },
                  { "/Odd", 18 },
                  { "/Odd/X/Y", 18 },
                  { "/Away/Mode", 19 },
                  { "/None", 1 },
                  { "", 1 },
                  { "nothing", 1 },
                  { "/Name/deeper/1", 13 } };
    struct arena *arena = arena_new();
    const struct subject type = { .document = json_of_text(arena, schema_text) };
    struct run run = { .subject = &type,
                       .schema_lines = schema_lines(arena, schema_text, strlen(schema_text)) };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const int line = schema_line_of(&run, cases[i].pointer);

        if (line != cases[i].line)
            printf("    %s: line %d, not %d\n", cases[i].pointer, line, cases[i].line);
        check(line == cases[i].line);
    }
    run.schema_lines = NULL;
    check_number(schema_line_of(&run, "/Name"), 1);
    check(!schema_lines(arena, "[]", 2));
    check(!schema_lines(arena, "{", 1));
    arena_free(arena);
}

/* --- The file and line of a finding --- */

static void findings_have_their_places(void)
{
    const struct input_set set = { .id = "overrides",
                                   .create_file = "inputs/inputs_1_create.json",
                                   .update_file = "inputs/inputs_1_update.json",
                                   .overrides_file = "overrides.json" };
    const struct subject type = { .protocol = &resource_protocol, .file = "thing.json" };
    const struct run run = { .subject = &type, .sets = &set, .set_count = 1 };
    const struct outcome outcome = { .set = &set, .place = { "overrides.json", NULL, 3, 1 } };
    const struct call create = { .action = CREATE,
                                 .event = { .status = FAILED, .error_code = INVALID_REQUEST } };
    const struct call update = { .action = UPDATE,
                                 .event = { .status = FAILED, .error_code = INVALID_REQUEST } };
    const struct call denied = { .action = CREATE,
                                 .event = { .status = FAILED, .error_code = ACCESS_DENIED } };
    const struct {
        struct place said;
        const struct call *call;
        const char *file;
        int line;
    } rows[] = {
        { { "inputs/inputs_1_update.json", NULL, 12, 5 }, NULL, "inputs/inputs_1_update.json", 12 },
        { { "overrides.json", NULL, 1, 2 }, NULL, "overrides.json", 1 },
        { { "thing.json", NULL, 47, 16 }, NULL, "thing.json", 47 },
        { { "inputs/inputs_1_create.json", NULL, 0, 0 }, NULL, "inputs/inputs_1_create.json", 1 },
        { { "/etc/passwd", NULL, 1, 1 }, NULL, "thing.json", 1 },
        { { NULL, NULL, 0, 0 }, &create, "inputs/inputs_1_create.json", 1 },
        { { NULL, NULL, 0, 0 }, &update, "inputs/inputs_1_update.json", 1 },
        { { NULL, NULL, 0, 0 }, &denied, "thing.json", 1 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct finding finding = { .place = rows[i].said, .call = rows[i].call };
        const struct place place = finding_place(&run, &outcome, &finding);

        check_text(place.path, rows[i].file);
        check_number(place.line, rows[i].line);
    }
    check_text(finding_place(&run, &outcome, NULL).path, "overrides.json");
    check_number(finding_place(&run, &outcome, NULL).line, 3);
}

/* --- HAR --- */

static void look_at_har(struct arena *arena, const struct run *run)
{
    const json *archive = json_of_text(arena, report_as(arena, "har", run));
    const json *entry = json_first(pointer_get(archive, "/log/entries"));
    const struct call *call = run->calls;

    for (; entry && call; entry = json_next(entry), call = call->next) {
        const char *sent = json_string(pointer_get(entry, "/request/postData/text"));
        const char *came = json_string(pointer_get(entry, "/response/content/text"));

        check_text(json_string(pointer_get(entry, "/_cfnc/action")), action_name(call->action));
        check(!sent == !call->request);
        check(!sent || json_equal(json_of_text(arena, sent), call->request));
        check(!call->reply.value || json_equal(json_of_text(arena, came), call->reply.value));
    }
    check(!entry && !call);
}

static void har_is_what_the_record_is(void)
{
    for_every_fault(look_at_har);
}

static const struct test tests[] = {
    { "formats: TAP is what the record is", tap_is_what_the_record_is },
    { "places: of findings, in files that were given", findings_have_their_places },
    { "formats: Markdown stays text", markdown_stays_text },
    { "formats: SARIF is what the record is", sarif_is_what_the_record_is },
    { "formats: lines of the schema", lines_are_those_of_the_schema },
    { "formats: HAR is what the record is", har_is_what_the_record_is },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
