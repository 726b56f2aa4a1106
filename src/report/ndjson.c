/*
 * What goes on in a run, as it happens: one JSON object a line (report.h). Each holds
 * what the record holds and nothing else, so that the events of a run that is judged
 * again are the same.
 */
#include <stdio.h>

#include "cfnc/report/failure.h"
#include "formats.h"
#include "spelling.h"

struct told_wait {
    const struct call *waited; /* whose wait was told */
};

static json *event_new(struct arena *arena, const char *name, int64_t at_ms)
{
    json *event = json_object(arena);

    json_set_number(event, "v", EVENTS_VERSION);
    report_ms(event, "t", at_ms);
    json_set_string(event, "e", name);
    return event;
}

/* The last that is done with the event: its arena is freed. */
static void emit(struct arena *arena, const json *event)
{
    fputs(json_print(arena, event), stdout);
    putchar('\n');
    fflush(stdout);
    arena_free(arena);
}

static void run_begins(void *self, const struct run *run)
{
    struct arena *arena = arena_new();
    json *event = event_new(arena, "run.start", 0);

    (void)self;
    report_text(arena, event, "run", run->id);
    json_set_string(event, "cfnc", CFNC_VERSION);
    json_set_string(event, "type", run->subject->name);
    json_set_string(event, "suite", suite_name(run->options.suite));
    json_set_number(event, "tests", (double)run->selected);
    json_set_number(event, "seed", (double)run->options.seed);
    json_set_string(event, "started", report_date_time(arena, run->started_wall_ms));
    emit(arena, event);
}

static const char *kind_of(const struct outcome *outcome, bool ends)
{
    if (outcome->test)
        return ends ? "test.end" : "test.start";
    return ends ? "fixture.end" : "fixture.start";
}

static void test_begins(void *self, const struct run *run, const struct outcome *outcome)
{
    struct arena *arena = arena_new();
    json *event = event_new(arena, kind_of(outcome, false), outcome->started_ms);

    (void)self;
    (void)run;
    json_set_string(event, "id", report_outcome_id(arena, outcome));
    emit(arena, event);
}

static void call_begins(void *self, const struct run *run, const struct call *call)
{
    struct arena *arena = arena_new();
    json *event = event_new(arena, "call.start", call->started_ms);

    (void)self;
    (void)run;
    json_set_string(event, "call", report_call_id(arena, call));
    json_set_string(event, "action", call->handler->name);
    json_set_number(event, "callback_index", call->callbacks);
    json_set_string(event, "owner", report_outcome_id(arena, call->owner));
    json_set_string(event, "phase", report_phase(call));
    emit(arena, event);
}

static int64_t end_of(const struct call *call)
{
    return call->started_ms + call->duration_ms;
}

static void call_ends(void *self, const struct run *run, const struct call *call)
{
    struct arena *arena = arena_new();
    json *event = event_new(arena, "call.end", end_of(call));

    (void)self;
    (void)run;
    json_set_string(event, "call", report_call_id(arena, call));
    report_text(arena, event, "status", status_name(call->event.status));
    report_text(arena, event, "error_code", call->event.error_text);
    report_ms(event, "ms", call->duration_ms);
    json_set_number(event, "callback_delay_s", call->event.delay_seconds);
    report_text(arena, event, "message", call->event.message);
    emit(arena, event);
}

/* Once a wait: its seconds are not told one by one. */
static void waits(void *self, const struct run *run, const struct call *call, int64_t operation_ms,
                  int64_t next_in_ms, int64_t gives_up_ms)
{
    struct told_wait *stream = self;

    (void)run;
    (void)operation_ms;
    (void)gives_up_ms;
    if (stream->waited == call)
        return;
    stream->waited = call;
    struct arena *arena = arena_new();
    json *event = event_new(arena, "wait", end_of(call));
    json_set_string(event, "call", report_call_id(arena, call));
    report_ms(event, "until_ms", end_of(call) + next_in_ms);
    emit(arena, event);
}

static void set_problem(struct arena *arena, json *event, const struct outcome *outcome)
{
    const struct finding *finding = failure_finding(outcome);

    if (finding) {
        json_set_string(event, "rule", finding->rule->id);
        json_set_string(event, "level", level_name(finding->level));
        report_text(arena, event, "message", finding->title);
        report_text(arena, event, "detail", finding->fault);
    } else if (outcome->error) {
        report_text(arena, event, "message", outcome->error);
    }
    if (outcome->reason)
        report_text(arena, event, "reason", outcome->reason);
}

static void test_ends(void *self, const struct run *run, const struct outcome *outcome)
{
    struct arena *arena = arena_new();
    json *event =
        event_new(arena, kind_of(outcome, true), outcome->started_ms + outcome->duration_ms);

    (void)self;
    (void)run;
    json_set_string(event, "id", report_outcome_id(arena, outcome));
    json_set_string(event, "status", verdict_name(outcome->verdict));
    report_ms(event, "ms", outcome->duration_ms);
    if (outcome->attempt > 1)
        json_set_number(event, "attempts", outcome->attempt);
    set_problem(arena, event, outcome);
    emit(arena, event);
}

static void run_ends(void *self, const struct run *run)
{
    struct arena *arena = arena_new();
    json *event = event_new(arena, "run.end", run->duration_ms);

    (void)self;
    json_set_number(event, "exit", run->exit_code);
    json_set_boolean(event, "interrupted", run->interrupted);
    report_summary(event, run);
    emit(arena, event);
}

void ndjson_stream(struct arena *arena, const struct console_options *options,
                   struct reporter *reporters)
{
    (void)options;
    reporters[0] = (struct reporter){
        .self = arena_alloc(arena, sizeof(struct told_wait)),
        .run_begins = run_begins,
        .test_begins = test_begins,
        .call_begins = call_begins,
        .call_ends = call_ends,
        .waits = waits,
        .test_ends = test_ends,
        .run_ends = run_ends,
    };
}
