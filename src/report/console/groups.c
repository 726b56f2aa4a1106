/* What -r and --durations list at the end: reasons, flaky ones, rules, what took longest. */
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/clock.h"
#include "cfnc/engine/waivers.h"
#include "cfnc/report/failure.h"
#include "report/ruling.h"
#include "report/spelling.h"
#include "console_private.h"

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
void console_groups(struct console *c, const struct run *run)
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
