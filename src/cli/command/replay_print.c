/* What `cfnc replay` shows: the call, its request, and what changed. */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/report/differences.h"
#include "cfnc/report/failure.h"
#include "cli/terminal.h"
#include "replay_command_private.h"

enum { LABEL = 14, WORDS = 20, LEAST = 12, ROWS = 30 };

static void print_label(struct arena *arena, const char *label, const char *words)
{
    struct text out = text_new(arena);

    if (!*words)
        return;
    text_addf(&out, "  %-*s", LABEL, label);
    text_add_wrapped(&out, words, 2 + LABEL, 2 + LABEL, terminal_columns());
    puts(out.bytes);
}

void replay_print_call(const struct replaying *r)
{
    const struct call *call = r->call->call;
    const struct run *run = &r->recording->run;
    struct arena *arena = r->arena;

    printf("%s  c%u  %s in %s", text_quote(arena, run->id, 60), call->seq, call->handler->name,
           text_quote(arena, call->owner->name, 100));
    if (run->set_count > 1)
        printf("[%s]", text_quote(arena, call->owner->set->id, 60));
    if (call->callbacks)
        printf(", follow-up %u", call->callbacks);
    printf("\n  %s%s%s, %s\n",
           r->builtin ? "the built-in handlers"
                      : text_quote(arena, redact_text(r->redactor, arena, r->target.endpoint), 100),
           r->builtin || r->target.image ? "" : " ",
           r->builtin || r->target.image ? "" : text_quote(arena, r->target.function_name, 60),
           text_quote(arena, r->target.region, 40));
    print_label(arena, "filled in", r->refilled.again);
    print_label(arena, "another value", r->refilled.other);
    print_label(arena, "given", r->refilled.given);
    fflush(stdout);
}

void replay_print_request(const struct replaying *r)
{
    const struct protocol *protocol = r->recording->run.subject->protocol;
    struct request request = r->refilled.request;

    request.token = json_string(json_get(r->call->request, "token"));
    const json *payload = protocol->encode(r->arena, &r->target, &request);
    puts(json_print_pretty(
        r->arena, redact_request(r->redactor, r->arena, payload, protocol->request_places)));
}

/* --- What changed --- */

static const char *shown(struct arena *arena, const char *text, int columns)
{
    return text ? text_fit(arena, text, (size_t)columns) : "(absent)";
}

static void print_words(const struct replaying *r, const struct change *first)
{
    const int room = (terminal_columns() - WORDS - 8) / 2;
    const int columns = room > LEAST ? room : LEAST;
    int width = (int)strlen("recorded");

    for (const struct change *c = first; c; c = c->next) {
        const int needed = (int)text_width(shown(r->arena, c->then, columns));

        width = needed > width ? needed : width;
    }
    printf("\n  %-*s   %-*s   now\n", WORDS, "answer", width, "recorded");
    for (const struct change *c = first; c; c = c->next)
        printf("  %-*s   %s   %s\n", WORDS, c->what,
               text_padded(r->arena, shown(r->arena, c->then, columns), (size_t)width),
               shown(r->arena, c->now, columns));
}

static void print_model(const struct replaying *r, const struct comparison *comparison, bool colour)
{
    struct differences_style style = { .colour = colour,
                                       .columns = terminal_columns(),
                                       .rows = ROWS,
                                       .requested = "recorded",
                                       .returned = "now" };
    struct text out = text_new(r->arena);

    if (!r->options.diff || !diff_format_read(r->options.diff, &style.format))
        style.format = DIFF_PATHS;
    differences_add(&out, comparison, &style);
    printf("\n%s", out.bytes);
}

static void print_verdict(const struct replaying *r, const struct changes *changes)
{
    struct text what = text_new(r->arena);
    size_t rows = 0;

    for (const struct change *c = changes->words; c; c = c->next)
        text_addf(&what, "%s%s", what.length ? ", " : "", c->what);
    for (const struct difference *d = changes->model.differences; d; d = d->next)
        rows++;
    if (rows)
        text_addf(&what, "%s%zu place%s of the model", what.length ? ", " : "", rows,
                  rows == 1 ? "" : "s");
    if (what.length)
        printf("\nanother answer than was recorded: %s\n", what.bytes);
    else
        puts("\nthe same answer as was recorded");
}

bool replay_print_changes(const struct replaying *r, const struct sent *sent, bool colour)
{
    const struct changes changes =
        replay_compare(r->arena, r->recording->run.subject, r->call->call, sent);

    if (changes.words)
        print_words(r, changes.words);
    if (changes.model.differences)
        print_model(r, &changes.model, colour);
    print_verdict(r, &changes);
    return changes.words || changes.model.differences;
}
