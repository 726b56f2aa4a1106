/* The terminal: a line a test, waits while they last; end.c has the rest. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cfnc/base/clock.h"
#include "cfnc/engine/waivers.h"
#include "cfnc/report/failure.h"
#include "report/formats.h"
#include "report/spelling.h"
#include "console_private.h"

enum { HELD_SINGLY = 3 /* more tests than this that did not run for one reason share a line */ };

static const char *const colours[] = {
    [VERDICT_PASSED] = "\033[32m",    [VERDICT_FAILED] = "\033[1;31m",
    [VERDICT_ERRORED] = "\033[1;31m", [VERDICT_WAIVED] = "\033[33m",
    [VERDICT_FLAKY] = "\033[33m",     [VERDICT_SKIPPED] = "\033[2m",
    [VERDICT_NOT_RUN] = "\033[2m",
};

void console_say(const struct console *c, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const char *text = arena_vprintf(c->arena, format, args);
    va_end(args);
    fputs(c->options.ascii ? text_ascii(c->arena, text) : text, stdout);
}

void console_measure(struct console *c)
{
    if (c->options.measure)
        c->options.columns = c->options.measure();
}

int console_name_width(const struct console *c)
{
    enum { WIDEST = 31, LEAST = 8 };
    const int room = c->options.columns - CONSOLE_NAME_COLUMN - CONSOLE_TIME - CONSOLE_REST;

    return room > WIDEST ? WIDEST : room < LEAST ? LEAST : room;
}

static bool quiet(const struct console *c)
{
    return c->options.verbosity < 0;
}

/* Two things in one line, or in two when they do not fit. */
static void print_two(const struct console *c, const char *one, const char *mark, const char *other)
{
    if (2 + strlen(one) + strlen(mark) + 1 + strlen(other) <= (size_t)c->options.columns) {
        console_say(c, "  %s%s %s\n", one, mark, other);
        return;
    }
    console_wrapped(c, 2, one);
    console_wrapped(c, 2, other);
}

static void print_target(const struct console *c, const struct run *run)
{
    const struct target *target = run->target;
    struct arena *arena = c->arena;

    if (run->demo) {
        console_wrapped(c, 2, "built-in handlers; nothing but this computer is touched");
        return;
    }
    print_two(c,
              target->image || run->service == SERVICE_DOCKER
                  ? text_quote(arena, target->endpoint, 100)
                  : arena_printf(arena, "%s, %s %s", service_name(run->service),
                                 text_quote(arena, target->endpoint, 100),
                                 text_quote(arena, target->function_name, 100)),
              ",",
              arena_printf(arena, "%s, account %s", text_quote(arena, target->region, 40),
                           text_quote(arena, target->account_id, 40)));
    if (target->credentials.placeholders)
        console_wrapped(c, 2,
                        "no credentials: placeholders are sent, nothing but the endpoint is "
                        "touched");
}

/* -vvv: which source the credentials are of, and whose; never what they are. */
static void print_credentials(struct console *c, const struct run *run)
{
    const struct wallet *wallet = run->target->wallet;
    const char *arn = wallet ? wallet_arn(wallet) : NULL;

    if (c->options.verbosity < 3 || run->demo || !wallet)
        return;
    console_wrapped(
        c, 2,
        arena_printf(c->arena, "credentials from: %s%s%s; requests are %s",
                     text_quote(c->arena, wallet_source(wallet), 100), arn ? ", " : "",
                     arn ? text_quote(c->arena, redact_text(run->redactor, c->arena, arn), 150)
                         : "",
                     run->target->sign ? "signed with them" : "not signed"));
}

static void print_selection(const struct console *c, const struct run *run)
{
    const size_t all = run->selected + run->deselected;
    const int limit = run->options.enforce_timeout_s;
    struct text out = text_new(c->arena);

    text_addf(&out, "%zu", run->selected);
    if (run->deselected)
        text_addf(&out, " of %zu", all);
    text_addf(&out, " test%s on %s", all == 1 ? "" : "s", run->sets[0].id);
    for (size_t i = 1; i < run->set_count; i++)
        text_addf(&out, ", %s", run->sets[i].id);
    if (run->options.selection_k)
        text_addf(&out, " (-k %s)", text_quote(c->arena, run->options.selection_k, 60));
    if (run->options.selection_m)
        text_addf(&out, " (-m %s)", text_quote(c->arena, run->options.selection_m, 60));
    print_two(c, out.bytes, ";",
              arena_printf(c->arena, "read/list within %ds, create/update/delete within %ds", limit,
                           2 * limit));
}

static void run_begins(void *self, const struct run *run)
{
    struct console *c = self;

    console_measure(c);
    if (quiet(c))
        return;
    console_wrapped(c, 0,
                    arena_printf(c->arena, "cfnc %s  %s  seed %llu  suite %s", CFNC_VERSION,
                                 run->subject->name, (unsigned long long)run->options.seed,
                                 suite_name(run->options.suite)));
    print_target(c, run);
    print_credentials(c, run);
    print_selection(c, run);
    console_warnings(c, run, 2);
    fflush(stdout);
}

void console_heading(struct console *c, const struct run *run, const struct outcome *outcome)
{
    if (c->module == outcome->module && c->set == outcome->set)
        return;
    if (!c->module)
        console_say(c, "\n");
    c->module = outcome->module;
    c->set = outcome->set;
    console_say(c, "%s\n", module_heading(c->arena, run, outcome));
}

static void print_line(struct console *c, enum verdict verdict, const char *name, const char *time,
                       const char *rest)
{
    struct text out = text_new(c->arena);

    const int width = console_name_width(c);
    const int beside = CONSOLE_NAME_COLUMN + width + CONSOLE_TIME;
    const int rest_column = beside + CONSOLE_REST <= c->options.columns ? beside : CONSOLE_BELOW;

    text_addf(&out, "%-*s", width, name);
    if (*time || *rest)
        text_addf(&out, " %*s", strlen(name) <= (size_t)width || *time ? 6 : 0, time);
    if (*rest)
        text_add(&out, "  ");
    int at = CONSOLE_NAME_COLUMN + (int)text_width(out.bytes);
    if (*rest && at + (int)strcspn(rest, " ") > c->options.columns) {
        out.length = strlen(name);
        text_addf(&out, "%s%s\n%*s", *time ? " " : "", time, rest_column, "");
        at = rest_column;
    }
    text_add_wrapped(&out, rest, at, rest_column, c->options.columns);
    console_say(c, "  %s%-5s%s %s\n", c->options.colour ? colours[verdict] : "",
                verdict_word(verdict), c->options.colour ? "\033[0m" : "", out.bytes);
}

/* A reason's consequences are for -rs. */
static const char *short_reason(const struct console *c, const char *reason)
{
    return arena_copy(c->arena, reason, strcspn(reason, ",;"));
}

void console_release_held(struct console *c)
{
    const struct outcome *o = c->held;

    if (c->held_count > HELD_SINGLY) {
        print_line(c, o->verdict, arena_printf(c->arena, "%zu tests", c->held_count), "",
                   o->fixture ? arena_printf(c->arena, "need %s", o->fixture->name)
                              : short_reason(c, o->reason));
        c->held_count = 0;
    }
    for (; c->held_count; o = o->next) {
        if (o->verdict != c->held->verdict)
            continue;
        print_line(c, o->verdict, o->name, "", short_reason(c, o->reason));
        c->held_count--;
    }
    c->held = NULL;
}

/* Suite v2 tells of each documented test by its name. */
static bool may_be_held(const struct run *run, const struct outcome *outcome)
{
    return outcome->verdict == VERDICT_NOT_RUN ||
           (outcome->verdict == VERDICT_SKIPPED && run->options.suite != SUITE_V2);
}

static bool is_like(const struct outcome *held, const struct outcome *outcome)
{
    return held->verdict == outcome->verdict && held->fixture == outcome->fixture &&
           held->module == outcome->module &&
           (held->verdict == VERDICT_NOT_RUN || strcmp(held->reason, outcome->reason) == 0);
}

static bool held_back(struct console *c, const struct run *run, const struct outcome *outcome)
{
    if (!may_be_held(run, outcome))
        return false;
    if (c->held && !is_like(c->held, outcome))
        console_release_held(c);
    if (!c->held)
        c->held = outcome;
    c->held_count++;
    return true;
}

/* What should be and is not: it fails nothing, and is told beside the test. */
static void print_advice(struct console *c, const struct outcome *outcome)
{
    enum { MOST = 3 };
    size_t count = 0;

    for (const struct finding *f = outcome->findings; f; f = f->next)
        if (f->level == SHOULD && ++count <= MOST)
            console_wrapped(c, 8,
                            arena_printf(c->arena, "SHOULD %s: %s", f->rule->id,
                                         text_quote(c->arena, f->fault, 300)));
    if (count > MOST)
        console_wrapped(c, 8, arena_printf(c->arena, "and %zu more", count - MOST));
}

/* "2/3 ": how often a test was run, of how often it might have been. */
static const char *attempts_text(struct arena *arena, const struct run *run,
                                 const struct outcome *outcome)
{
    return outcome->earlier
               ? arena_printf(arena, "%u/%d ", outcome->attempt, run->options.retries + 1)
               : "";
}

static void print_outcome(struct console *c, const struct run *run, const struct outcome *outcome)
{
    const char *name = test_heading(c->arena, outcome);
    const bool slow = c->options.slow_ms && outcome->duration_ms >= c->options.slow_ms;

    if (outcome->verdict == VERDICT_SKIPPED) {
        print_line(c, outcome->verdict, name, "", short_reason(c, outcome->reason));
        return;
    }
    if (outcome->verdict == VERDICT_WAIVED) {
        print_line(c, outcome->verdict, name, duration_text(c->arena, outcome->duration_ms),
                   text_quote(c->arena, waived_reason(c->arena, outcome), 0));
        return;
    }
    print_line(c, outcome->verdict, name, duration_text(c->arena, outcome->duration_ms),
               arena_printf(c->arena, "%s%s%s", attempts_text(c->arena, run, outcome),
                            calls_line(c->arena, run, outcome), slow ? "  slow" : ""));
    print_advice(c, outcome);
}

/* What a run that was stopped did not come to is counted at its end. */
static bool was_run(const struct outcome *outcome)
{
    return outcome->verdict != VERDICT_NOT_RUN && outcome->verdict != VERDICT_SKIPPED;
}

static void test_ends(void *self, const struct run *run, const struct outcome *outcome)
{
    struct console *c = self;
    const bool fixture = !outcome->test;

    console_measure(c);
    console_erase_wait(c);
    if (quiet(c) || (run->stopped && !was_run(outcome) && c->options.verbosity < 1) ||
        (fixture && outcome->verdict == VERDICT_PASSED && c->options.verbosity < 1))
        return;
    if (c->held && !may_be_held(run, outcome))
        console_release_held(c);
    if (held_back(c, run, outcome)) {
        console_heading(c, run, outcome);
        return;
    }
    console_heading(c, run, outcome);
    print_outcome(c, run, outcome);
    fflush(stdout);
}

/* Each line of a head behind the mark that curl gives it. */
static void print_head(const struct console *c, const char *mark, const char *head)
{
    for (; *head; head += strcspn(head, "\n") + 1)
        console_say(c, "%s %s\n", mark,
                    text_quote(c->arena, arena_copy(c->arena, head, strcspn(head, "\n")), 0));
}

static void add_time(struct text *out, const char *name, int64_t microseconds)
{
    if (microseconds > 0)
        text_addf(out, "  %s %.6fs", name, (double)microseconds / 1e6);
}

/* -vvv: how the answer came, with curl's names of the times since the call began. */
static void print_wire(const struct console *c, const struct http_wire *wire)
{
    struct text out = text_new(c->arena);

    text_add(&out, *wire->peer ? wire->peer : "nobody was reached");
    if (wire->kept)
        text_add(&out, ", connection kept");
    add_time(&out, "time_connect", wire->connect_us);
    add_time(&out, "time_appconnect", wire->tls_us);
    add_time(&out, "time_starttransfer", wire->first_byte_us);
    add_time(&out, "time_total", wire->total_us);
    console_say(c, "* %s\n", out.bytes);
    print_head(c, ">", wire->sent);
    print_head(c, "<", wire->received);
}

/* Somebody waits for the end of a run that was stopped: what is deleted, and how that ends. */
static void print_deletion(struct console *c, const struct run *run, const struct call *call)
{
    const struct lifecycle *life = run->subject->protocol->life;

    if (!call->callbacks)
        c->deleting_ms = call->started_ms;
    if (call->event.status == IN_PROGRESS)
        return;
    console_say(
        c, "  %s %s ... %s%s in %s\n", call->handler->name,
        text_quote(c->arena, life->text(c->arena, run->subject, call_model(run, call)), 200),
        call->callbacks ? arena_printf(c->arena, "IN_PROGRESS(+%u) ... ", call->callbacks) : "",
        call_end_text(c->arena, call),
        duration_text(c->arena, call->started_ms + call->duration_ms - c->deleting_ms));
    fflush(stdout);
}

static void print_call(struct console *c, const struct run *run, const struct call *call)
{
    const char *message = text_quote(c->arena, call->event.message, 100);

    if (c->held)
        console_release_held(c);
    console_heading(c, run, call->owner);
    console_wrapped(c, 8,
                    arena_printf(c->arena, "%u %s %s %s%s%s", call->seq, call->handler->name,
                                 call_end_text(c->arena, call),
                                 duration_text(c->arena, call->duration_ms), *message ? "  " : "",
                                 message));
    if (c->options.verbosity >= 3 && call->reply.wire)
        print_wire(c, call->reply.wire);
    if (c->options.verbosity >= 2) {
        console_say(c, "request %s\n", json_print_pretty(c->arena, call->request));
        console_say(c, "answer %s\n",
                    call->reply.value ? json_print_pretty(c->arena, call->reply.value)
                                      : text_quote(c->arena, call->reply.body, 2000));
    }
    fflush(stdout);
}

static void call_ends(void *self, const struct run *run, const struct call *call)
{
    struct console *c = self;

    console_measure(c);
    console_erase_wait(c);
    if (c->options.verbosity > 0)
        print_call(c, run, call);
    else if (c->options.verbosity == 0 && run->stopped && call->phase == PHASE_TEARDOWN)
        print_deletion(c, run, call);
}

static void run_ends(void *self, const struct run *run)
{
    struct console *c = self;

    console_measure(c);
    console_erase_wait(c);
    console_release_held(c);
    console_end(c, run);
    fflush(stdout);
}

void human_stream(struct arena *arena, const struct console_options *options,
                  struct reporter *reporters)
{
    struct console *c = arena_alloc(arena, sizeof(*c));

    c->arena = arena;
    c->options = *options;
    reporters[0] = (struct reporter){
        .self = c,
        .run_begins = run_begins,
        .call_ends = call_ends,
        .waits = console_waits,
        .in_flight = console_in_flight,
        .test_ends = test_ends,
        .run_ends = run_ends,
    };
}
