/* The terminal: a line a test, waits while they last; console_end.c has the rest. */
#include <stdio.h>
#include <string.h>

#include "cfnc/failure.h"
#include "cfnc/stop.h"
#include "cfnc/waivers.h"
#include "console_private.h"

enum {
    HELD_SINGLY = 3, /* more tests than this that did not run for one reason share a line */
    REST_COLUMN = 48 /* where a test's calls begin, or its reason */
};

static const char *const colours[] = {
    [VERDICT_PASSED] = "\033[32m",    [VERDICT_FAILED] = "\033[1;31m",
    [VERDICT_ERRORED] = "\033[1;31m", [VERDICT_WAIVED] = "\033[33m",
    [VERDICT_FLAKY] = "\033[33m",     [VERDICT_SKIPPED] = "\033[2m",
    [VERDICT_NOT_RUN] = "\033[2m",
};

static bool quiet(const struct console *c)
{
    return c->options.verbosity < 0;
}

static void erase_wait(struct console *c)
{
    if (c->drawn && c->drawn_at == stop_code()) /* or else there is a line about a stop below it */
        fputs("\r\033[K\033[1A\r\033[K", stdout);
    c->drawn = false;
}

/* Two things in one line, or in two when they do not fit. */
static void print_two(const struct console *c, const char *one, const char *mark, const char *other)
{
    if (2 + strlen(one) + strlen(mark) + 1 + strlen(other) <= (size_t)c->options.columns) {
        printf("  %s%s %s\n", one, mark, other);
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

    if (quiet(c))
        return;
    printf("cfnc %s  %s  seed %llu  suite %s\n", CFNC_VERSION, run->type->name,
           (unsigned long long)run->options.seed, suite_name(run->options.suite));
    print_target(c, run);
    print_selection(c, run);
    console_warnings(c, run, 2);
    fflush(stdout);
}

static void print_heading(struct console *c, const struct run *run, const struct outcome *outcome)
{
    if (c->module == outcome->module && c->set == outcome->set)
        return;
    if (!c->module)
        puts("");
    c->module = outcome->module;
    c->set = outcome->set;
    printf(run->set_count > 1 ? "%s [%s]\n" : "%s\n", c->module, c->set->id);
}

static void print_line(struct console *c, enum verdict verdict, const char *name, const char *time,
                       const char *rest)
{
    struct text out = text_new(c->arena);

    text_addf(&out, "%-31s", name);
    if (*time || *rest)
        text_addf(&out, " %6s", time);
    if (*rest)
        text_add(&out, "  ");
    text_add_wrapped(&out, rest, REST_COLUMN, REST_COLUMN, c->options.columns);
    printf("  %s%-5s%s %s\n", c->options.colour ? colours[verdict] : "", console_word(verdict),
           c->options.colour ? "\033[0m" : "", out.bytes);
}

/* A reason's consequences are for -rs. */
static const char *short_reason(const struct console *c, const char *reason)
{
    return arena_copy(c->arena, reason, strcspn(reason, ",;"));
}

/* Prints the tests that did not run and were held back, in one line when they are many. */
static void release_held(struct console *c)
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
        release_held(c);
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
    const char *name =
        outcome->test ? outcome->name : arena_printf(c->arena, "%s (fixture)", outcome->name);
    const bool slow = outcome->duration_ms >= 60000;

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

static void test_begins(void *self, const struct run *run, const struct outcome *outcome)
{
    struct console *c = self;

    (void)run;
    (void)outcome;
    c->waited_minutes = 0;
}

static void test_ends(void *self, const struct run *run, const struct outcome *outcome)
{
    struct console *c = self;
    const bool fixture = !outcome->test;

    erase_wait(c);
    if (quiet(c) || (fixture && outcome->verdict == VERDICT_PASSED && c->options.verbosity < 1))
        return;
    if (c->held && !may_be_held(run, outcome))
        release_held(c);
    if (held_back(c, run, outcome)) {
        print_heading(c, run, outcome);
        return;
    }
    print_heading(c, run, outcome);
    print_outcome(c, run, outcome);
    fflush(stdout);
}

static void call_ends(void *self, const struct run *run, const struct call *call)
{
    struct console *c = self;
    const char *message = text_quote(c->arena, call->event.message, 100);

    erase_wait(c);
    if (c->options.verbosity < (run->stopped && call->phase == PHASE_TEARDOWN ? 0 : 1))
        return;
    if (c->held)
        release_held(c);
    print_heading(c, run, call->owner);
    printf("        %u %s %s %s%s%s\n", call->seq, action_name(call->action),
           call_end_text(c->arena, call), duration_text(c->arena, call->duration_ms),
           *message ? "  " : "", message);
    fflush(stdout);
    if (c->options.verbosity < 2)
        return;
    printf("request %s\n", json_print_pretty(c->arena, call->request));
    printf("answer %s\n", call->reply.value ? json_print_pretty(c->arena, call->reply.value)
                                            : text_quote(c->arena, call->reply.body, 2000));
}

static void draw_wait(struct console *c, const struct call *call, int64_t operation_ms,
                      int64_t next_in_ms, int64_t gives_up_ms)
{
    erase_wait(c);
    printf("  ....  %-31s %6s  %s(+%u) IN_PROGRESS, next in %s\n", call->owner->name,
           duration_text(c->arena, operation_ms), action_name(call->action), call->callbacks,
           duration_text(c->arena, next_in_ms));
    printf("        \"%s\"; gives up at %s; Ctrl-C stops and cleans up",
           text_quote(c->arena, call->event.message, 40), duration_text(c->arena, gives_up_ms));
    c->drawn = true;
    c->drawn_at = stop_code();
    fflush(stdout);
}

static void waits(void *self, const struct run *run, const struct call *call, int64_t operation_ms,
                  int64_t next_in_ms, int64_t gives_up_ms)
{
    struct console *c = self;
    const int64_t minutes = operation_ms / 60000;

    if (quiet(c))
        return;
    if (c->options.redraw) {
        draw_wait(c, call, operation_ms, next_in_ms, gives_up_ms);
        return;
    }
    if (minutes <= c->waited_minutes)
        return;
    c->waited_minutes = minutes;
    print_heading(c, run, call->owner);
    printf("  wait  %-31s %6s  %s(+%u) \"%s\"\n", call->owner->name,
           duration_text(c->arena, operation_ms), action_name(call->action), call->callbacks,
           text_quote(c->arena, call->event.message, 60));
    fflush(stdout);
}

static void run_ends(void *self, const struct run *run)
{
    struct console *c = self;

    erase_wait(c);
    release_held(c);
    console_end(c, run);
    fflush(stdout);
}

struct reporter console_reporter(struct arena *arena, const struct console_options *options)
{
    struct console *c = arena_alloc(arena, sizeof(*c));

    c->arena = arena;
    c->options = *options;
    return (struct reporter){
        .self = c,
        .run_begins = run_begins,
        .test_begins = test_begins,
        .call_ends = call_ends,
        .waits = waits,
        .test_ends = test_ends,
        .run_ends = run_ends,
    };
}
