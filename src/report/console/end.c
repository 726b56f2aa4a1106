/* The end of what the terminal shows: failures told once a cause, leftovers, counts. */
#include <stdio.h>
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
        console_groups(c, run);
        print_leftovers(c, run);
        if (c->warned ? c->warned->next : run->warnings)
            console_say(c, "\n");
        console_warnings(c, run, 0);
    }
    print_counts(c, run);
}
