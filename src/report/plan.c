/*
 * --dry-run: what a run would ask the handlers for. The suite itself has been
 * run, on handlers in memory that keep their contract, so that the plan cannot
 * differ from what a run does.
 */
#include "cfnc/report/report.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/engine/trial.h"
#include "failure_private.h"
#include "spelling.h"

struct plan_printer {
    struct arena *arena;
    int columns;
    const char *module;
    const struct input_set *set;
};

enum { OPERATIONS_COLUMN = 47 };

/* What some calls come to. */
struct call_tally {
    unsigned calls, creations;
};

/* A resource is made where a create ends well, its follow-ups aside. */
static bool creates(const struct run *run, const struct call *call)
{
    const struct lifecycle *life = run->subject->protocol->life;

    return life && call->action & life->makes && call->event.status == SUCCESS;
}

static struct call_tally tally_of(const struct run *run, const struct outcome *owner)
{
    struct call_tally tally = { 0 };

    for (const struct call *c = run->calls; c; c = c->next) {
        if (owner && c->owner != owner)
            continue;
        tally.calls++;
        tally.creations += creates(run, c);
    }
    return tally;
}

/* CREATE(+2) READ=NotFound, and three dots where other tests come between. */
static const char *operations(struct arena *arena, const struct run *run, const struct outcome *o)
{
    struct text out = text_new(arena);
    bool torn_down = o->test;

    for (const struct call *c = run->calls; c; c = c->next) {
        if (c->owner != o)
            continue;
        if (c->phase == PHASE_TEARDOWN && !torn_down) {
            text_add(&out, " ...");
            torn_down = true;
        }
        c = operation_add(&out, c);
        if (c->event.status == FAILED && c->event.error_text)
            text_addf(&out, "=%s", text_quote(arena, c->event.error_text, 30));
    }
    return out.bytes;
}

static void print_heading(struct plan_printer *p, const struct run *run, const struct outcome *o)
{
    if (p->module == o->module && p->set == o->set)
        return;
    p->module = o->module;
    p->set = o->set;
    printf("%-33s %5s %5s\n", module_heading(p->arena, run, o), "calls", "made");
}

static const char *what_of(struct arena *arena, const struct run *run, const struct outcome *o)
{
    if (o->verdict == VERDICT_PASSED)
        return operations(arena, run, o);
    if (o->verdict != VERDICT_SKIPPED)
        return failure_line(arena, o);
    return arena_printf(arena, "skip: %.*s", (int)strcspn(o->reason, ",;"), o->reason);
}

static void print_outcome(struct plan_printer *p, const struct run *run, const struct outcome *o)
{
    const struct call_tally tally = tally_of(run, o);
    const char *rest = what_of(p->arena, run, o);
    struct text out = text_new(p->arena);

    print_heading(p, run, o);
    text_addf(&out, "  %-31s %5u %5u", test_heading(p->arena, o), tally.calls, tally.creations);
    if (*rest)
        text_add(&out, "  ");
    text_add_wrapped(&out, rest, OPERATIONS_COLUMN, OPERATIONS_COLUMN, p->columns);
    puts(out.bytes);
}

static void print_total(const struct plan_printer *p, const struct run *run)
{
    const struct call_tally tally = tally_of(run, NULL);
    struct text out = text_new(p->arena);
    size_t tests = 0;

    for (const struct outcome *o = run->outcomes; o; o = o->next)
        tests += o->test && o->verdict == VERDICT_PASSED;
    text_addf(&out, "\n%s of %zu, %s, %s", counted(p->arena, tests, "test"), run->selected,
              counted(p->arena, tally.calls, "call"),
              counted(p->arena, tally.creations, "creation"));
    const struct handler *handler;
    for (size_t i = 0, seen = 0; (handler = handler_at(run->subject->protocol, i)); i++) {
        unsigned calls = 0;

        for (const struct call *c = run->calls; c; c = c->next)
            calls += c->handler == handler;
        if (calls)
            text_addf(&out, "%s%u %s", seen++ ? ", " : ": ", calls, handler->name);
    }
    puts(out.bytes);
}

static void run_ends(void *self, const struct run *run)
{
    struct plan_printer *p = self;

    printf("cfnc %s  %s  seed %llu  suite %s\n"
           "  a plan: what handlers that answer at once and keep their contract would be asked;\n"
           "  nothing was called\n\n",
           CFNC_VERSION, run->subject->name, (unsigned long long)run->options.seed,
           suite_name(run->options.suite));
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        print_outcome(p, run, o);
    print_total(p, run);
    fflush(stdout);
}

struct reporter plan_reporter(struct arena *arena, int columns)
{
    struct plan_printer *p = arena_alloc(arena, sizeof(*p));

    *p = (struct plan_printer){ .arena = arena, .columns = columns };
    return (struct reporter){ .self = p, .run_ends = run_ends };
}
