/* What the terminal shows while nothing happens: somebody waits, and it says for what. */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/stop.h"
#include "cfnc/report/failure.h"
#include "console_private.h"

enum { MESSAGE = 60, MESSAGE_DRAWN = 40 /* columns of what a handler said */ };

/*
 * Where there is a line about a stop below it, and in a window that became too narrow for
 * it, what is drawn stays: nobody knows on how many lines it stands there.
 */
void console_erase_wait(struct console *c)
{
    const bool whole = c->drawn_columns < c->options.columns;

    if (c->drawn && c->drawn_at == stop_code())
        fputs(whole ? "\r\033[K\033[1A\r\033[K" : "\n", stdout);
    c->drawn = false;
}

/* A line that would go on in the next one could not be erased. */
static const char *cut(const struct console *c, const char *line)
{
    const size_t columns = (size_t)c->options.columns - 1;
    size_t length = strlen(line);
    const char *shown = line;

    while (text_width(shown) > columns) {
        do
            length--;
        while (((unsigned char)line[length] & 0xC0) == 0x80);
        shown = arena_copy(c->arena, line, length);
    }
    return shown;
}

static void draw(struct console *c, const char *first, const char *second)
{
    console_erase_wait(c);
    const char *upper = cut(c, first), *lower = cut(c, second);
    const size_t wide = text_width(upper), wide_below = text_width(lower);

    console_say(c, "%s\n%s", upper, lower);
    c->drawn_columns = (int)(wide > wide_below ? wide : wide_below);
    c->drawn = true;
    c->drawn_at = stop_code();
    fflush(stdout);
}

/*
 * "  wait  contract_create_delete           1m00s  CREATE(+3) WORDS". What is drawn
 * over itself is put closer together where it would not fit.
 */
static const char *line_of(const struct console *c, const char *word, const struct call *call,
                           int64_t operation_ms, const char *words)
{
    const char *rest = arena_printf(
        c->arena, "%s%s %s", call->handler->name,
        call->callbacks ? arena_printf(c->arena, "(+%u)", call->callbacks) : "", words);
    const int room =
        c->options.columns - 1 - CONSOLE_NAME_COLUMN - CONSOLE_TIME - (int)strlen(rest);
    int pad = console_name_width(c);

    if (c->options.redraw && pad > room)
        pad = room > 0 ? room : 0;
    return arena_printf(c->arena, "  %-5s %-*s %6s  %s", word, pad, call->owner->name,
                        duration_text(c->arena, operation_ms), rest);
}

/* Whether one more minute of the operation is over: a log is told once of each. */
static bool is_due(struct console *c, const struct call *call, int64_t operation_ms)
{
    const unsigned first = call->seq - call->callbacks;

    if (c->waited_for != first)
        c->waited_minutes = 0;
    c->waited_for = first;
    if (operation_ms / 60000 <= c->waited_minutes)
        return false;
    c->waited_minutes = operation_ms / 60000;
    return true;
}

/* A line in a log, which is told once a minute. */
static void tell(struct console *c, const struct run *run, const struct call *call,
                 int64_t operation_ms, const char *word, const char *words)
{
    if (!is_due(c, call, operation_ms))
        return;
    console_heading(c, run, call->owner);
    console_say(c, "%s\n", line_of(c, word, call, operation_ms, words));
    fflush(stdout);
}

/* Whether waits are told at all; what was held back stands above them. */
static bool begin(struct console *c)
{
    console_measure(c);
    if (c->options.verbosity >= 0)
        console_release_held(c);
    return c->options.verbosity >= 0;
}

void console_waits(void *self, const struct run *run, const struct call *call, int64_t operation_ms,
                   int64_t next_in_ms, int64_t gives_up_ms)
{
    struct console *c = self;
    const char *said =
        text_quote(c->arena, call->event.message, c->options.redraw ? MESSAGE_DRAWN : MESSAGE);
    const char *words = *said ? arena_printf(c->arena, "\"%s\"", said) : "";

    if (!begin(c))
        return;
    if (c->options.redraw)
        draw(c,
             line_of(c, "....", call, operation_ms,
                     arena_printf(c->arena, "IN_PROGRESS, next in %s",
                                  duration_text(c->arena, next_in_ms))),
             arena_printf(c->arena, "        %s%sgives up at %s (%s); Ctrl-C stops and cleans up",
                          words, *words ? "; " : "", duration_text(c->arena, gives_up_ms),
                          run->options.stabilize_timeout_ms ? "--stabilize-timeout" : "schema"));
    else
        tell(c, run, call, operation_ms, "wait", *words ? words : "IN_PROGRESS");
}

/* A call beyond its limit is no sign of life any more. */
void console_in_flight(void *self, const struct run *run, const struct call *call,
                       int64_t operation_ms, int64_t waited_ms)
{
    struct console *c = self;
    const bool late = call->limit_ms && waited_ms > call->limit_ms;
    const char *limit = duration_text(c->arena, call->limit_ms);
    const char *words =
        late ? arena_printf(c->arena, "no answer, limit %s", limit) : "no answer yet";

    if (!begin(c))
        return;
    if (c->options.redraw)
        draw(c, line_of(c, late ? "late" : "....", call, operation_ms, words),
             arena_printf(c->arena, "        %s; Ctrl-C stops and cleans up",
                          late ? "the answer comes too late: the test fails"
                               : arena_printf(c->arena, "called %s ago, limit %s",
                                              duration_text(c->arena, waited_ms), limit)));
    else
        tell(c, run, call, operation_ms, late ? "late" : "wait", words);
}
