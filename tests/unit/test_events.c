/* What --format prints while a run goes on says what the record says. */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/report/report.h"
#include "run_builtin.h"
#include "test.h"

/* A run, and what its reporters wrote meanwhile. */
struct heard {
    const struct run *run;
    const char *text;
};

static const struct stream_format *stream_format_named(const char *name)
{
    const struct stream_format *f = stream_formats;

    while (strcmp(f->name, name) != 0)
        f++;
    return f;
}

static struct heard hear(struct arena *arena, const char *fault, const char *format, int retries)
{
    const struct console_options options = { .traceback = "auto", .summary = "", .columns = 80 };
    const char *const names[] = { fault, NULL };
    const struct builtin_options provider = { .stabilize = 1, .delay = 7, .faults = names };
    struct reporter reporters[STREAM_REPORTERS_MOST] = { { .self = NULL } };

    stream_format_named(format)->add(arena, &options, reporters);
    const struct run_setting setting = { .suite = SUITE_FULL,
                                         .retries = retries,
                                         .reporters = reporters };
    const struct capture capture = capture_begin();
    const struct run *run = run_builtin_set(arena, type_named(arena, "thing"), &provider, &setting);
    return (struct heard){ run, capture_end(arena, &capture) };
}

/* --- ndjson --- */

struct reading {
    struct arena *arena;
    const struct run *run;
    const struct call *call; /* the next that is to begin */
    const struct call *open; /* that has begun, and not ended */
    size_t lines, tests, fixtures, waits;
    int64_t at_ms;
    bool ended;
};

/* "" where there is no such text. */
static const char *member(const json *event, const char *key)
{
    const char *text = json_string(json_get(event, key));

    return text ? text : "";
}

static const char *call_id(const struct reading *r, const struct call *call)
{
    return arena_printf(r->arena, "c%u", call->seq);
}

static void call_starts(struct reading *r, const json *event)
{
    check(r->call && !r->open);
    if (!r->call)
        return;
    r->open = r->call;
    r->call = r->call->next;
    check_text(member(event, "call"), call_id(r, r->open));
    check_text(member(event, "action"), action_name(r->open->action));
    check_number((long long)json_number(json_get(event, "t"), -1), r->open->started_ms);
}

static void call_ends(struct reading *r, const json *event)
{
    check(r->open != NULL);
    if (!r->open)
        return;
    check_text(member(event, "call"), call_id(r, r->open));
    const char *status = status_name(r->open->event.status);
    check_text(member(event, "status"), status ? status : "");
    check_number((long long)json_number(json_get(event, "ms"), -1), r->open->duration_ms);
    r->open = NULL;
}

static void outcome_ends(struct reading *r, const json *event)
{
    const char *id = member(event, "id");
    const struct outcome *o = r->run->outcomes;

    while (o &&
           strcmp(arena_printf(r->arena, "%s/handler_%s.py::%s", o->set->id, o->module, o->name),
                  id) != 0)
        o = o->next;
    check(o != NULL);
    if (!o)
        return;
    r->tests += o->test != NULL;
    r->fixtures += o->test == NULL;
    if (o->test)
        check_text(member(event, "status"), verdict_name(o->verdict));
    if (o->test && o->verdict == VERDICT_FAILED)
        check_text(member(event, "rule"), o->findings->rule->id);
}

static void run_ends(struct reading *r, const json *event)
{
    const struct summary s = run_summary(r->run);

    r->ended = true;
    check_number((long long)json_number(json_get(event, "exit"), -1), r->run->exit_code);
    check_number((long long)json_number(pointer_get(event, "/summary/failed"), -1), s.failed);
    check_number((long long)json_number(pointer_get(event, "/summary/passed"), -1), s.passed);
}

static void read_event(struct reading *r, const json *event)
{
    const char *name = member(event, "e");
    const int64_t at_ms = (int64_t)json_number(json_get(event, "t"), -1);

    check(*name && !r->ended && at_ms >= r->at_ms);
    check((strcmp(name, "run.start") == 0) == (r->lines == 0));
    r->at_ms = at_ms;
    r->lines++;
    r->waits += strcmp(name, "wait") == 0;
    if (strcmp(name, "call.start") == 0)
        call_starts(r, event);
    else if (strcmp(name, "call.end") == 0)
        call_ends(r, event);
    else if (strcmp(name, "test.end") == 0 || strcmp(name, "fixture.end") == 0)
        outcome_ends(r, event);
    else if (strcmp(name, "run.end") == 0)
        run_ends(r, event);
}

static void read_events(const char *fault, int retries)
{
    struct arena *arena = arena_new();
    const struct heard heard = hear(arena, fault, "ndjson", retries);
    struct reading r = { .arena = arena, .run = heard.run, .call = heard.run->calls };

    for (const char *line = heard.text; *line; line += strcspn(line, "\n") + 1) {
        struct error error = { .text = "" };
        const size_t length = strcspn(line, "\n");
        const json *event = json_parse(arena, arena_copy(arena, line, length), length, &error);

        check_text(error.text, "");
        if (event)
            read_event(&r, event);
    }
    size_t waits = 0;
    for (const struct call *c = heard.run->calls; c; c = c->next)
        waits += c->wait_before_ms > 0;
    check(r.ended && !r.call && !r.open);
    check(r.tests == heard.run->selected && r.waits == waits);
    arena_free(arena);
}

static void events_are_what_the_record_is(void)
{
    static const char *const faults[] = { NULL, "read-wrong-value", "create-fails", "answer-crash",
                                          "delete-protected" };

    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        read_events(faults[i], 0);
    read_events("create-fails", 2);
    read_events("progress-for-ever", 0);
}

/* --- TAP and dots --- */

static void live_tap_is_that_of_the_report(void)
{
    struct arena *arena = arena_new();
    const struct heard heard = hear(arena, "delete-protected", "tap", 0);
    const char *report = report_as(arena, "tap", heard.run);
    const char *plan = strstr(report, "\n1..") + 1, *rest = strchr(plan, '\n') + 1;
    const char *moved = arena_printf(arena, "%.*s%s%.*s", (int)(plan - report), report, rest,
                                     (int)(rest - plan), plan);

    check_text(heard.text, moved);
    arena_free(arena);
}

static void a_letter_a_test(void)
{
    struct arena *arena = arena_new();
    const struct heard heard = hear(arena, "read-wrong-value", "dot", 0);
    const char *end = strstr(heard.text, "\n\n");
    const struct summary s = run_summary(heard.run);
    unsigned passed = 0, failed = 0, skipped = 0;

    for (const char *c = heard.text; end && c < end; c++) {
        passed += *c == '.';
        failed += *c == 'F' || *c == 'E';
        skipped += *c == 's' && (c[-1] == ' ' || strchr(".FEs", c[-1])) && strchr(".FEs\n", c[1]);
    }
    check(end != NULL);
    check_number(passed, s.passed);
    check_number(failed, s.failed + s.errored + s.not_run);
    check_number(skipped, s.skipped);
    arena_free(arena);
}

/* --- GitHub --- */

static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;

    for (const char *at = text; (at = strstr(at, what)); at++)
        count++;
    return count;
}

static void commands_are_guarded_and_few(void)
{
    struct arena *arena = arena_new();
    const struct heard heard = hear(arena, "answer-crash", "github", 0);
    const char *token = arena_copy(arena, heard.text + strlen("::stop-commands::"), 36);
    const char *end = strstr(heard.text, arena_printf(arena, "\n::%s::\n", token));

    check(strncmp(heard.text, "::stop-commands::", 17) == 0 && end);
    check(end && !memchr(token, '\n', 36) && count_of(heard.text, token) == 2);
    if (end) {
        check_number((long long)count_of(end, "\n::error "), ANNOTATIONS_MOST);
        check_number((long long)count_of(end, "\n::notice title=cfnc::and "), 1);
        check(!strstr(arena_copy(arena, heard.text, (size_t)(end - heard.text)), "::error "));
    }
    arena_free(arena);
}

/* Whatever a finding says, it ends no command and begins none; a property has no ':' of its own. */
static void commands_are_escaped(void)
{
    struct arena *arena = arena_new();
    const struct input_set set = { .id = "odd:1,2%" };
    const struct input_set sets[] = { set, set };
    const struct subject type = { .protocol = &resource_protocol,
                                  .name = "A::B::C",
                                  .file = "./a,b:c%.json" };
    struct finding finding = { .rule = rule_at(&resource_protocol, 0),
                               .title = "100% of\nit\r\n::error::x",
                               .fault = "\033[31m",
                               .level = MUST };
    struct outcome outcome = { .name = "test,1:2\n", .set = &set, .findings = &finding };
    const struct run run = { .subject = &type, .sets = sets, .set_count = 2, .outcomes = &outcome };
    struct reporter reporters[STREAM_REPORTERS_MOST] = { { .self = NULL } };

    stream_format_named("github")->add(arena, &(struct console_options){ 0 }, reporters);
    const char *text = told_text(arena, &run, &reporters[2]); /* behind the console's */
    const char *line = strchr(text, '\n') + 1;

    check(strncmp(line, "::error file=a%2Cb%3Ac%25.json,line=1,title=test%2C1%3A2", 56) == 0);
    check(strstr(line, "[odd%3A1%2C2%25]::") != NULL);
    check(strstr(line, "100%25 of") != NULL);
    check_number((long long)count_of(text, "\n"), 2);
    check(!strchr(text, '\r') && !strchr(text, '\033'));
    arena_free(arena);
}

static const struct test tests[] = {
    { "events: ndjson says what the record says", events_are_what_the_record_is },
    { "events: TAP as the report has it", live_tap_is_that_of_the_report },
    { "events: a letter a test", a_letter_a_test },
    { "events: GitHub obeys cfnc alone, which asks for little", commands_are_guarded_and_few },
    { "events: commands are escaped", commands_are_escaped },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
