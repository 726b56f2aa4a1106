/* The end of what the terminal shows: causes, groups that -r asks for, leftovers, counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/clock.h"
#include "cfnc/engine/bounds.h"
#include "cfnc/engine/waivers.h"
#include "cfnc/report/failure.h"
#include "report/ruling.h"
#include "report/spelling.h"
#include "console_private.h"

void console_wrapped(const struct console *c, int indent, const char *line)
{
    struct text out = text_new(c->arena);

    text_addf(&out, "%*s", indent, "");
    text_add_wrapped(&out, line, indent, indent + 4, c->options.columns);
    console_say(c, "%s\n", out.bytes);
}

void console_warnings(struct console *c, const struct run *run, int indent)
{
    const struct warning *w = c->warned ? c->warned->next : run->warnings;

    for (; w; w = w->next) {
        console_wrapped(c, indent,
                        arena_printf(c->arena, "warning: %s", text_quote(c->arena, w->message, 0)));
        c->warned = w;
    }
}

/* One line, to be searched for: what does not fit is cut. */
static void print_summary_line(const struct console *c, const struct outcome *outcome)
{
    const char *fault = failure_line(c->arena, outcome);
    const int taken = (int)(strlen(verdict_word(outcome->verdict)) + strlen(outcome->name)) + 4;
    const int room = c->options.columns - taken, most = (int)strlen(fault);

    console_say(c, "%s  %s  %s\n", verdict_word(outcome->verdict), outcome->name,
                most <= room ? fault
                             : text_quote(c->arena, fault, room > 40 ? (size_t)room - 9 : 31));
}

static void print_causes(struct console *c, const struct run *run)
{
    struct failure_style style = { .colour = c->options.colour, .columns = c->options.columns };
    size_t count = 0;

    if (c->options.diff && !diff_format_read(c->options.diff, &style.diff))
        return;
    if (!traceback_read(c->options.traceback, &style.traceback) || style.traceback == TRACEBACK_NO)
        return;
    struct cause *causes = causes_find(c->arena, run);
    for (const struct cause *cause = causes; cause; cause = cause->next, count++) {
        struct text block = text_new(c->arena);

        cause_add(&block, run, cause, &style);
        console_say(c, "%s%s", style.traceback == TRACEBACK_LINE ? "" : "\n", block.bytes);
    }
    if (count < 2 || style.traceback == TRACEBACK_LINE || !strpbrk(c->options.summary, "fEAa"))
        return;
    console_say(c, "\n");
    for (const struct cause *cause = causes; cause; cause = cause->next)
        for (size_t i = 0; i < cause->count; i++)
            if (strpbrk(c->options.summary,
                        cause->outcomes[i]->verdict == VERDICT_FAILED ? "fAa" : "EAa"))
                print_summary_line(c, cause->outcomes[i]);
}

/* --- -r and --durations: reasons, flaky ones, rules, what took longest --- */

enum {
    RULE_COLUMN = 43, /* where the tests of a rule begin, or its reason */
    RULE_TESTS = 3    /* so many are named */
};

/* What a test was skipped or waived for; NULL of one that was neither. */
static const char *reason_of(struct console *c, const struct outcome *o, enum verdict verdict)
{
    if (o->verdict != verdict)
        return NULL;
    return verdict == VERDICT_WAIVED ? waived_reason(c->arena, o) : o->reason;
}

static bool same_reason(struct console *c, const struct outcome *a, const struct outcome *b)
{
    const char *one = reason_of(c, a, b->verdict);

    return one && strcmp(one, reason_of(c, b, b->verdict)) == 0;
}

/* Each reason once, with its tests. */
static void print_reasons(struct console *c, const struct run *run, enum verdict verdict)
{
    bool heading = false;

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        const struct outcome *earlier = run->outcomes;
        const char *reason = reason_of(c, o, verdict);

        while (reason && earlier != o && !same_reason(c, earlier, o))
            earlier = earlier->next;
        if (!reason || earlier != o)
            continue;
        struct text names = text_new(c->arena);
        text_add(&names, o->name);
        for (const struct outcome *p = o->next; p; p = p->next)
            if (same_reason(c, p, o))
                text_addf(&names, ", %s", p->name);
        if (!heading)
            console_say(c, "\n%s\n", verdict_name(verdict));
        heading = true;
        console_wrapped(c, 2, text_quote(c->arena, reason, 0));
        console_wrapped(c, 4, names.bytes);
    }
}

/* Which tests held it against something, or broke it; why none did. */
static const char *ruling_note(struct console *c, const struct run *run,
                               const struct ruling *ruling)
{
    const size_t index = rule_index(run->subject->protocol, ruling->rule);
    struct text names = text_new(c->arena);
    size_t count = 0;

    if (ruling->waived)
        return arena_printf(c->arena, "waived: %s", text_quote(c->arena, ruling->waived, 0));
    if (ruling->reason)
        return ruling->reason;
    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        if (ruling->kind == RULING_VIOLATED ? o->broken[index] : o->judged[index])
            text_addf(&names, "%s%s", count++ ? ", " : "", o->name);
    }
    return count <= RULE_TESTS ? names.bytes : arena_printf(c->arena, "%zu tests", count);
}

/* -rR: what the run says about each rule of its suite, the broken ones first. */
static void print_rules(struct console *c, const struct run *run)
{
    static const enum ruling_kind order[] = { RULING_VIOLATED, RULING_NOT_EXERCISED,
                                              RULING_NOT_APPLICABLE, RULING_VERIFIED };

    console_say(c, "\nrules\n");
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        for (size_t k = 0; k < rule_count(run->subject->protocol); k++) {
            const struct rule *rule = rule_at(run->subject->protocol, k);
            const struct ruling ruling = ruling_of(run, rule);
            struct text out = text_new(c->arena);

            if (ruling.kind != order[i] || !(rule->suites & run->options.suite))
                continue;
            text_addf(&out, "  %-14s %-25s ", ruling_names[ruling.kind].words, rule->id);
            text_add_wrapped(&out, ruling_note(c, run, &ruling), RULE_COLUMN, RULE_COLUMN,
                             c->options.columns);
            console_say(c, "%s\n", out.bytes);
        }
}

/* What a test failed for when it was run first. */
static void print_flaky(struct console *c, const struct run *run)
{
    bool heading = false;

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        if (o->verdict != VERDICT_FLAKY)
            continue;
        if (!heading)
            console_say(c, "\nflaky\n");
        heading = true;
        console_wrapped(c, 2,
                        arena_printf(c->arena, "FLAKY %u/%d  %s", o->attempt,
                                     run->options.retries + 1, o->name));
        console_wrapped(c, 4,
                        arena_printf(c->arena, "1: %s", attempt_line(c->arena, first_attempt(o))));
    }
}

/* Tests that passed, by name. */
static void print_passed(struct console *c, const struct run *run)
{
    struct text names = text_new(c->arena);

    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (o->test && o->verdict == VERDICT_PASSED)
            text_addf(&names, "%s%s", names.length ? ", " : "", o->name);
    if (!names.length)
        return;
    console_say(c, "\npassed\n");
    console_wrapped(c, 2, names.bytes);
}

static int compare_durations(const void *a, const void *b)
{
    const struct outcome *const *one = a, *const *other = b;
    const int64_t more = (*other)->duration_ms - (*one)->duration_ms;

    return more > 0 ? 1 : more < 0 ? -1 : 0;
}

/* --durations: what took longest, fixtures too. */
static void print_durations(struct console *c, const struct run *run)
{
    const struct outcome **slowest;
    size_t count = 0, shown = 0;

    for (const struct outcome *o = run->outcomes; o; o = o->next)
        count += o->duration_ms >= c->options.durations_min_ms;
    slowest = arena_array(c->arena, count + 1, sizeof(*slowest));
    count = 0;
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (o->duration_ms >= c->options.durations_min_ms)
            slowest[count++] = o;
    qsort(slowest, count, sizeof(*slowest), compare_durations);
    console_say(c, "\nslowest\n");
    for (; shown < count && (!c->options.durations || shown < (size_t)c->options.durations);
         shown++)
        console_say(c, "  %7s  %s\n", duration_text(c->arena, slowest[shown]->duration_ms),
                    test_heading(c->arena, slowest[shown]));
    if (!count)
        console_say(c, "  nothing took %gs\n", (double)c->options.durations_min_ms / 1000);
}

/* -r: the groups that are asked for by letters of pytest's. */
static void print_groups(struct console *c, const struct run *run)
{
    if (strpbrk(c->options.summary, "fAa"))
        print_flaky(c, run);
    if (strpbrk(c->options.summary, "xAa"))
        print_reasons(c, run, VERDICT_WAIVED);
    if (strpbrk(c->options.summary, "sAa"))
        print_reasons(c, run, VERDICT_SKIPPED);
    if (strpbrk(c->options.summary, "pPA"))
        print_passed(c, run);
    if (strchr(c->options.summary, 'R'))
        print_rules(c, run);
    if (c->options.durations_wanted)
        print_durations(c, run);
}

/* --- Below them --- */

static void print_leftovers(struct console *c, const struct run *run)
{
    if (run->leftovers)
        console_say(c, "\n");
    for (const struct leftover *l = run->leftovers; l; l = l->next) {
        const char *name = text_quote(c->arena, json_print(c->arena, l->identifier), 200);

        console_wrapped(c, 0,
                        arena_printf(c->arena, "left behind: %s %s", run->subject->name, name));
        console_wrapped(c, 2,
                        arena_printf(c->arena, "made by %s; %s", l->made_by->name,
                                     text_quote(c->arena, l->reason, 300)));
        if (l->entry)
            console_wrapped(c, 2, "delete it with: cfnc cleanup");
        if (l->waived)
            console_wrapped(
                c, 2, arena_printf(c->arena, "waived: %s", text_quote(c->arena, l->waived, 300)));
    }
}

static const char *calls_text(struct arena *arena, const struct run *run, const struct summary *s)
{
    return arena_printf(arena, "%s in %s, %s left behind",
                        counted(arena, run->call_count, "handler call"),
                        duration_text(arena, run->duration_ms),
                        s->leftovers ? counted(arena, s->leftovers, "resource") : "nothing");
}

static const char *coverage_text(struct arena *arena, const struct run *run)
{
    const struct rulings r = rulings_count(run);

    return arena_printf(
        arena, "rules: %u verified, %u violated%s, %u not applicable, %u not exercised", r.verified,
        r.violated, r.waived ? arena_printf(arena, " (%u waived)", r.waived) : "", r.not_applicable,
        r.not_exercised);
}

static const char *counts_text(struct arena *arena, const struct run *run, const struct summary *s)
{
    struct text out = text_new(arena);

    verdicts_line(&out, s);
    if (run->interrupted)
        text_addf(&out, " (%s)", run_stop_reason(run));
    return out.bytes;
}

static void print_counts(struct console *c, const struct run *run)
{
    const struct summary s = run_summary(run);

    if (c->options.verbosity >= 0) {
        console_say(c, "\n");
        console_wrapped(c, 0, calls_text(c->arena, run, &s));
        console_wrapped(c, 0, coverage_text(c->arena, run));
    }
    console_wrapped(c, 0, counts_text(c->arena, run, &s));
}

void console_end(struct console *c, const struct run *run)
{
    if (c->options.verbosity > -2) {
        print_causes(c, run);
        print_groups(c, run);
        print_leftovers(c, run);
        if (c->warned ? c->warned->next : run->warnings)
            console_say(c, "\n");
        console_warnings(c, run, 0);
    }
    print_counts(c, run);
}
