/* How texts come into the HTML report: escaped, whatever they are. */
#include <assert.h>
#include <string.h>

#include "report/spelling.h"
#include "html_private.h"

#define NO_BREAK "\xC2\xA0"

enum { TEXT_MOST = 4000 }; /* letters of one text on one line */

void html_add(struct page *p, const char *markup)
{
    text_add(&p->out, markup);
}

void html_section(struct page *p, const char *id, const char *heading)
{
    html(p, "<section id=\"$\" aria-labelledby=\"h-$\">\n<h2 id=\"h-$\">$</h2>\n", id, id, id,
         heading);
}

/* `special`: the letters that are escaped. */
static void add_escaped(struct text *out, const char *text, const char *special)
{
    static const struct {
        char letter;
        const char *entity;
    } rows[] = {
        { '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" }, { '"', "&quot;" }, { '\'', "&#39;" },
    };

    while (*text) {
        const size_t plain = strcspn(text, special);

        text_add_bytes(out, text, plain);
        text += plain;
        for (size_t i = 0; *text && i < sizeof(rows) / sizeof(rows[0]); i++) {
            if (rows[i].letter != *text)
                continue;
            text_add(out, rows[i].entity);
            text++;
            break;
        }
    }
}

void html_text(struct page *p, const char *text)
{
    const struct arena_mark mark = arena_mark(p->scratch);

    add_escaped(&p->out, text_quote(p->scratch, text, TEXT_MOST), "&<>\"'");
    arena_release(p->scratch, mark);
}

void html_fill(struct page *p, const char *markup, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t plain = strcspn(markup, "$");

        assert(markup[plain]);
        text_add_bytes(&p->out, markup, plain);
        html_text(p, texts[i]);
        markup += plain + (markup[plain] != '\0');
    }
    assert(!strchr(markup, '$'));
    html_add(p, markup);
}

size_t html_lines(struct page *p, const char *text, size_t most)
{
    const size_t whole = strlen(text);
    size_t length = whole;

    if (length > most)
        for (length = most; length && (text[length] & 0xC0) == 0x80;)
            length--; /* not within a letter */
    for (size_t at = 0; at < length;) {
        const struct arena_mark mark = arena_mark(p->scratch);
        const char *end = memchr(text + at, '\n', length - at);
        const size_t line = end ? (size_t)(end - text) - at : length - at;

        add_escaped(&p->out, text_quote(p->scratch, arena_copy(p->scratch, text + at, line), 0),
                    "&<>");
        if (end)
            html_add(p, "\n");
        at += line + (end != NULL);
        arena_release(p->scratch, mark);
    }
    return whole - length;
}

const char *html_number(struct page *p, long long number)
{
    return arena_printf(p->scratch, "%lld", number);
}

const char *html_ms(struct page *p, int64_t ms)
{
    const long long seconds = (ms + 500) / 1000;

    if (ms < 1000)
        return arena_printf(p->scratch, "%lld" NO_BREAK "ms", ms < 0 ? 0LL : (long long)ms);
    if (ms < 59950)
        return arena_printf(p->scratch, "%.1f" NO_BREAK "s", (double)ms / 1000);
    if (seconds < 3600 && seconds % 60 == 0)
        return arena_printf(p->scratch, "%lld" NO_BREAK "min", seconds / 60);
    if (seconds < 3600)
        return arena_printf(p->scratch, "%lld" NO_BREAK "min" NO_BREAK "%lld" NO_BREAK "s",
                            seconds / 60, seconds % 60);
    return arena_printf(p->scratch, "%lld" NO_BREAK "h" NO_BREAK "%lld" NO_BREAK "min",
                        seconds / 3600, seconds / 60 % 60);
}

const char *html_count(struct page *p, size_t count, const char *thing)
{
    return counted(p->scratch, count, thing);
}

static bool is_taken(const struct page *p, const char *anchor)
{
    for (size_t i = 0; i < p->place_count; i++)
        if (strcmp(p->places[i].anchor, anchor) == 0)
            return true;
    return false;
}

/* Of letters, digits, "_", "-" and "." alone: it goes into addresses, and into mails. */
static const char *new_anchor(struct page *p, const struct outcome *o)
{
    char *anchor = arena_printf(p->scratch, "%s-%s-%s-%s", o->test ? "test" : "fixture", o->set->id,
                                o->module, o->name);
    const char *unique = anchor;

    for (char *c = anchor; *c; c++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.", *c))
            *c = '-';
    for (unsigned twin = 2; is_taken(p, unique); twin++)
        unique = arena_printf(p->scratch, "%s-%u", anchor, twin);
    return unique;
}

void html_places(struct page *p)
{
    size_t count = 0;

    for (const struct outcome *o = p->run->outcomes; o; o = o->next)
        count++;
    p->places = arena_array(p->scratch, count + 1, sizeof(*p->places));
    for (const struct outcome *o = p->run->outcomes; o; o = o->next) {
        const char *anchor = new_anchor(p, o);

        p->places[p->place_count++] = (struct html_place){ o, anchor };
    }
}

const char *html_anchor(const struct page *p, const struct outcome *o)
{
    for (size_t i = 0; i < p->place_count; i++)
        if (p->places[i].outcome == o)
            return p->places[i].anchor;
    return NULL;
}

const char *html_recording(struct page *p)
{
    return p->run->id ? arena_printf(p->scratch, ".cfnc/runs/%s/run.jsonl", p->run->id) : NULL;
}

void html_call_link(struct page *p, const struct call *call)
{
    const char *action = call->handler->name, *seq = html_number(p, call->seq);

    if (p->rows[call->seq])
        html(p, "<a href=\"#call-$\">$ $</a>", report_call_id(p->scratch, call), action, seq);
    else
        html(p, "$ $", action, seq);
}

void html_outcome_link(struct page *p, const struct outcome *o)
{
    const char *anchor = html_anchor(p, o);

    if (anchor)
        html(p, "<a href=\"#$\">", anchor);
    html_text(p, o->name);
    if (p->run->set_count > 1)
        html(p, "[$]", o->set->id);
    html_add(p, anchor ? "</a>" : "");
}

void html_command(struct page *p, const char *label, const char *command)
{
    html(p,
         "<div class=\"command\"><dt>$</dt><dd><code data-copy=\"command\">$</code></dd></div>\n",
         label, command);
}

void html_again(struct page *p, const struct outcome *test)
{
    html_command(p, "Run it again", again_command(p->scratch, p->run, test));
    if (test->findings && again_may_pass(p->run, test))
        html_command(p, "If it passes", again_whole(p->scratch, p->run));
}

const char *html_tone(enum verdict verdict)
{
    static const char *const tones[] = {
        [VERDICT_PASSED] = "pass",  [VERDICT_FAILED] = "fail", [VERDICT_ERRORED] = "fail",
        [VERDICT_WAIVED] = "mild",  [VERDICT_FLAKY] = "mild",  [VERDICT_SKIPPED] = "idle",
        [VERDICT_NOT_RUN] = "idle",
    };

    return tones[verdict];
}

const char *html_finding_tone(const struct finding *f)
{
    return f->waiver || f->level == SHOULD ? "mild" : "fail";
}
