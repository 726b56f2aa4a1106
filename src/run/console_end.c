/* The end of what the terminal shows: failures told once a cause, groups, rules, counts. */
#include <stdio.h>
#include <string.h>

#include "cfnc/bounds.h"
#include "cfnc/failure.h"
#include "cfnc/ruling.h"
#include "cfnc/waivers.h"
#include "console_private.h"

enum {
    RULE_COLUMN = 43, /* where the tests of a rule begin, or its reason */
    RULE_TESTS = 3    /* so many are named */
};

const char *console_word(enum verdict verdict)
{
    static const char *const words[] = {
        [VERDICT_PASSED] = "PASS",  [VERDICT_FAILED] = "FAIL", [VERDICT_ERRORED] = "ERROR",
        [VERDICT_WAIVED] = "WAIVE", [VERDICT_FLAKY] = "FLAKY", [VERDICT_SKIPPED] = "skip",
        [VERDICT_NOT_RUN] = "----",
    };

    return words[verdict];
}

void console_wrapped(const struct console *c, int indent, const char *line)
{
    struct text out = text_new(c->arena);

    text_addf(&out, "%*s", indent, "");
    text_add_wrapped(&out, line, indent, indent + 4, c->options.columns);
    puts(out.bytes);
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

static void print_frame(const struct console *c, const char *title)
{
    const int dashes = c->options.columns - 1 - (int)strlen(title) - 6;

    printf("\n---- %s ", title);
    for (int i = 0; i < dashes; i++)
        putchar('-');
    putchar('\n');
}

static void print_seen_in(struct console *c, const struct cause *cause)
{
    struct text names = text_new(c->arena);

    for (size_t i = 0; i < cause->count && i < 6; i++)
        text_addf(&names, "%s%s", i ? ", " : "", cause->outcomes[i]->name);
    if (cause->count > 6)
        text_addf(&names, ", %zu more", cause->count - 6);
    if (cause->blocked)
        text_addf(&names, " (%zu more test%s did not run because of it)", cause->blocked,
                  cause->blocked == 1 ? "" : "s");
    struct text out = text_new(c->arena);
    text_addf(&out, "  %-14s", "seen in");
    text_add_wrapped(&out, names.bytes, 16, 16, c->options.columns);
    puts(out.bytes);
}

static void print_cause(struct console *c, const struct run *run, const struct cause *cause,
                        const struct failure_style *style)
{
    const struct outcome *o = cause->first;
    struct text block = text_new(c->arena);
    size_t tests = cause->blocked;

    for (size_t i = 0; i < cause->count; i++)
        tests += cause->outcomes[i]->test != NULL;
    if (style->traceback != TRACEBACK_LINE)
        print_frame(
            c, cause->count > 1 || cause->blocked
                   ? arena_printf(c->arena, "1 cause, %zu test%s", tests, tests == 1 ? "" : "s")
                   : arena_printf(c->arena, "%s %s", console_word(o->verdict), o->name));
    failure_add(&block, run, o, style);
    fputs(block.bytes, stdout);
    if (style->traceback != TRACEBACK_LINE && (cause->count > 1 || cause->blocked))
        print_seen_in(c, cause);
}

/* One line, to be searched for: what does not fit is cut. */
static void print_summary_line(const struct console *c, const struct outcome *outcome)
{
    const char *fault = failure_line(c->arena, outcome);
    const int taken = (int)(strlen(console_word(outcome->verdict)) + strlen(outcome->name)) + 4;
    const int room = c->options.columns - taken, most = (int)strlen(fault);

    printf("%s  %s  %s\n", console_word(outcome->verdict), outcome->name,
           most <= room ? fault : text_quote(c->arena, fault, room > 40 ? (size_t)room - 9 : 31));
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
    for (const struct cause *cause = causes; cause; cause = cause->next, count++)
        print_cause(c, run, cause, &style);
    if (count < 2 || style.traceback == TRACEBACK_LINE)
        return;
    puts("");
    for (const struct cause *cause = causes; cause; cause = cause->next)
        for (size_t i = 0; i < cause->count; i++)
            print_summary_line(c, cause->outcomes[i]);
}

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
            printf("\n%s\n", verdict_name(verdict));
        heading = true;
        console_wrapped(c, 2, text_quote(c->arena, reason, 0));
        console_wrapped(c, 4, names.bytes);
    }
}

static void print_leftovers(struct console *c, const struct run *run)
{
    if (run->leftovers)
        puts("");
    for (const struct leftover *l = run->leftovers; l; l = l->next) {
        const char *name = text_quote(c->arena, json_print(c->arena, l->identifier), 200);

        console_wrapped(c, 0, arena_printf(c->arena, "left behind: %s %s", run->type->name, name));
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

static void print_late_warnings(struct console *c, const struct run *run)
{
    if (c->warned ? !c->warned->next : !run->warnings)
        return;
    puts("");
    console_warnings(c, run, 0);
}

static const char *ruling_word(enum ruling_kind kind)
{
    static const char *const names[] = {
        [RULING_VERIFIED] = "verified",
        [RULING_VIOLATED] = "violated",
        [RULING_NOT_APPLICABLE] = "not applicable",
        [RULING_NOT_EXERCISED] = "not exercised",
    };

    return names[kind];
}

/* Which tests held it against something, or broke it; why none did. */
static const char *ruling_note(struct console *c, const struct run *run,
                               const struct ruling *ruling)
{
    const size_t index = (size_t)(ruling->rule - rules);
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

    puts("\nrules");
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        for (const struct rule *rule = rules; rule->id; rule++) {
            const struct ruling ruling = ruling_of(run, rule);
            struct text out = text_new(c->arena);

            if (ruling.kind != order[i] || !(rule->suites & run->options.suite))
                continue;
            text_addf(&out, "  %-14s %-25s ", ruling_word(ruling.kind), rule->id);
            text_add_wrapped(&out, ruling_note(c, run, &ruling), RULE_COLUMN, RULE_COLUMN,
                             c->options.columns);
            puts(out.bytes);
        }
}

/* What a test failed for when it was run first. */
static void print_flaky(struct console *c, const struct run *run)
{
    bool heading = false;

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        const struct outcome *first = o->earlier;

        if (o->verdict != VERDICT_FLAKY)
            continue;
        while (first->earlier)
            first = first->earlier;
        if (!heading)
            puts("\nflaky");
        heading = true;
        console_wrapped(c, 2,
                        arena_printf(c->arena, "FLAKY %u/%d  %s", o->attempt,
                                     run->options.retries + 1, o->name));
        console_wrapped(c, 4, arena_printf(c->arena, "1: %s", attempt_line(c->arena, first)));
    }
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
    if (strchr(c->options.summary, 'R'))
        print_rules(c, run);
}

static void print_coverage(const struct run *run)
{
    const struct rulings r = rulings_count(run);

    printf("rules: %u verified, %u violated", r.verified, r.violated);
    if (r.waived)
        printf(" (%u waived)", r.waived);
    printf(", %u not applicable, %u not exercised\n", r.not_applicable, r.not_exercised);
}

static void print_counts(struct console *c, const struct run *run)
{
    const struct summary s = run_summary(run);

    if (c->options.verbosity >= 0) {
        printf("\n%u handler call%s in %s, ", run->call_count, run->call_count == 1 ? "" : "s",
               duration_text(c->arena, run->duration_ms));
        if (s.leftovers)
            printf("%u resource%s left behind\n", s.leftovers, s.leftovers == 1 ? "" : "s");
        else
            puts("nothing left behind");
        print_coverage(run);
    }
    printf("%u passed, %u failed, ", s.passed, s.failed + s.errored);
    if (s.waived)
        printf("%u waived, ", s.waived);
    if (s.flaky)
        printf("%u flaky, ", s.flaky);
    printf("%u skipped", s.skipped);
    if (s.not_run)
        printf(", %u not run", s.not_run);
    if (run->interrupted)
        printf(" (%s)", run_stop_reason(run));
    puts("");
}

void console_end(struct console *c, const struct run *run)
{
    if (c->options.verbosity > -2) {
        print_causes(c, run);
        print_groups(c, run);
        print_leftovers(c, run);
        print_late_warnings(c, run);
    }
    print_counts(c, run);
}
