/* Handler calls: a timeline to scale, each row of which opens upon its request and answer. */
#include <stdlib.h>
#include <string.h>

#include "report/spelling.h"
#include "html_private.h"

enum {
    ROWS_WHOLE = 40,           /* of one timeline: beyond, most of what only waits is folded */
    BODY_MOST = 64 * 1024,     /* bytes of one request or answer */
    BODIES_MOST = 1024 * 1024, /* of all of them together; those of what failed come first */
    LEAST_WIDTH = 4,           /* thousandths of a timeline: what is shorter would not be seen */
};

/* What a timeline spans, since the run began. */
struct span {
    int64_t from_ms, to_ms;
};

static struct span span_of(const struct page *p, const struct outcome *o)
{
    struct span span = { INT64_MAX, 0 };

    for (const struct call *c = p->run->calls; c; c = c->next) {
        const int64_t from = c->started_ms - c->wait_before_ms;
        const int64_t to = c->started_ms + c->duration_ms;

        if (c->owner != o)
            continue;
        span.from_ms = from < span.from_ms ? from : span.from_ms;
        span.to_ms = to > span.to_ms ? to : span.to_ms;
    }
    span.from_ms = span.from_ms < 0 ? 0 : span.from_ms;
    return span;
}

static const char *tone_of(const struct page *p, const struct call *c)
{
    if (p->blame[c->seq])
        return html_finding_tone(p->blame[c->seq]);
    return c->event.status == SUCCESS       ? "pass"
           : c->event.status == IN_PROGRESS ? "busy"
           : c->event.status == FAILED      ? "told"
                                            : "fail";
}

static void add_rect(struct page *p, const char *tone, struct span all, int64_t from, int64_t to)
{
    const int64_t whole = all.to_ms > all.from_ms ? all.to_ms - all.from_ms : 1;
    int64_t at = (from - all.from_ms) * 1000 / whole, width = (to - from) * 1000 / whole;

    at = at < 0 ? 0 : at > 1000 - LEAST_WIDTH ? 1000 - LEAST_WIDTH : at;
    width = width < LEAST_WIDTH ? LEAST_WIDTH : width > 1000 - at ? 1000 - at : width;
    html(p, "<rect class=\"$\" x=\"$%\" width=\"$%\" y=\"3\" height=\"8\"/>", tone,
         arena_printf(p->scratch, "%.1f", (double)at / 10),
         arena_printf(p->scratch, "%.1f", (double)width / 10));
}

static void add_lane(struct page *p, const struct call *c, struct span all)
{
    html_add(p, "<svg class=\"lane\" aria-hidden=\"true\" focusable=\"false\">");
    if (c->wait_before_ms > 0)
        add_rect(p, "wait", all, c->started_ms - c->wait_before_ms, c->started_ms);
    add_rect(p, tone_of(p, c), all, c->started_ms, c->started_ms + c->duration_ms);
    html_add(p, "</svg>");
}

static const char *part_of(struct page *p, const struct call *c)
{
    static const char *const phases[] = {
        [PHASE_SETUP] = "set-up", [PHASE_CALL] = "", [PHASE_TEARDOWN] = "tear-down"
    };

    if (c->callbacks)
        return arena_printf(p->scratch, "callback %u", c->callbacks);
    return c->owner->test || c->phase == PHASE_TEARDOWN ? phases[c->phase] : "";
}

static void add_row(struct page *p, const struct call *c, struct span all)
{
    const struct finding *f = p->blame[c->seq];

    html(p, "<summary><span class=\"seq\">$</span> <span class=\"act\">$ <small>$</small></span> ",
         html_number(p, c->seq), c->handler->name, part_of(p, c));
    add_lane(p, c, all);
    html(p, " <span class=\"end $\">$</span> <span class=\"ms\">$</span>", tone_of(p, c),
         call_end_text(p->scratch, c), html_ms(p, c->duration_ms));
    if (f)
        html(p, " <span class=\"broke $\">$ $</span>", html_finding_tone(f),
             f->waiver ? "waived:" : "breaks", f->rule->id);
    html_add(p, "</summary>\n");
}

/* Where all of the run is. */
static const char *whole_record(struct page *p)
{
    const char *where = html_recording(p);

    return where ? where : "--report json";
}

static void add_cut(struct page *p, size_t left_out)
{
    if (left_out)
        html(p, "<p class=\"excused\">$ more; $ has the full text.</p>\n",
             html_count(p, left_out, "byte"), whole_record(p));
}

static void add_body(struct page *p, const struct call *c, const char *what, const char *text)
{
    if (!text)
        return;
    html(p,
         "<div><p class=\"label\">$</p><pre tabindex=\"0\" role=\"group\" aria-label=\"$ of call "
         "$\" "
         "data-copy=\"$\">",
         what, what, html_number(p, c->seq), what);
    const size_t left_out = html_lines(p, text, BODY_MOST);
    html_add(p, "</pre>\n");
    add_cut(p, left_out);
    html_add(p, "</div>\n");
}

static const char *request_text(struct page *p, const struct call *c)
{
    return c->request ? json_print_pretty(p->scratch, c->request) : NULL;
}

static const char *answer_text(struct page *p, const struct call *c)
{
    return c->reply.value ? json_print_pretty(p->scratch, c->reply.value) : c->reply.body;
}

static void add_facts(struct page *p, const struct call *c)
{
    html(p, "<p class=\"facts\">Began $ into the run", html_ms(p, c->started_ms));
    if (c->wait_before_ms > 0)
        html(p, ", after a wait of $", html_ms(p, c->wait_before_ms));
    html(p, "; took $", html_ms(p, c->duration_ms));
    if (c->limit_ms > 0)
        html(p, " of at most $", html_ms(p, c->limit_ms));
    if (c->reply.http_status)
        html(p, "; HTTP $", html_number(p, c->reply.http_status));
    html_add(p, ".</p>\n");
    if (c->event.message && *c->event.message) {
        html_add(p, "<p class=\"facts\">The handler says: <q>");
        html_lines(p, c->event.message, BODY_MOST / 16);
        html_add(p, "</q></p>\n");
    }
    if (c->reply.problem)
        html(p, "<p class=\"facts\">$</p>\n", c->reply.problem);
}

static void add_texts(struct page *p, const struct call *c)
{
    const struct arena_mark mark = arena_mark(p->scratch);

    if (p->texts[c->seq]) {
        html_add(p, "<div class=\"bodies\">\n");
        add_body(p, c, "Request", request_text(p, c));
        add_body(p, c, "Answer", answer_text(p, c));
        html_add(p, "</div>\n");
    } else {
        html(p,
             "<p class=\"excused\">Its request and answer are left out, so that this page stays "
             "small; $ has them.</p>\n",
             whole_record(p));
    }
    arena_release(p->scratch, mark);
}

static void add_call(struct page *p, const struct call *c, struct span all)
{
    const struct arena_mark mark = arena_mark(p->scratch);

    html(p, "<li><details class=\"call\" id=\"call-$\">\n", report_call_id(p->scratch, c));
    add_row(p, c, all);
    html_add(p, "<div class=\"inside\">\n");
    if (p->blame[c->seq])
        html(p, "<p class=\"fault\"><a href=\"#rule-$\"><code>$</code></a>: $</p>\n",
             p->blame[c->seq]->rule->id, p->blame[c->seq]->rule->id, p->blame[c->seq]->fault);
    add_facts(p, c);
    add_texts(p, c);
    html_add(p, "</div>\n</details></li>\n");
    arena_release(p->scratch, mark);
}

/* One of very many that say no more than that it goes on. */
static bool is_dull(const struct page *p, const struct call *c)
{
    return c->callbacks > 3 && c->event.status == IN_PROGRESS && !p->blame[c->seq] && c->next &&
           c->next->owner == c->owner && c->next->event.status == IN_PROGRESS;
}

size_t html_calls_of(const struct page *p, const struct outcome *o)
{
    size_t count = 0;

    for (const struct call *c = p->run->calls; c; c = c->next)
        count += c->owner == o;
    return count;
}

void html_choose_rows(struct page *p, const struct outcome *o)
{
    const bool fold = html_calls_of(p, o) > ROWS_WHOLE;

    for (const struct call *c = p->run->calls; c; c = c->next)
        if (c->owner == o)
            p->rows[c->seq] = !fold || !is_dull(p, c);
}

static void add_folded(struct page *p, size_t *folded)
{
    if (*folded)
        html(p, "<li class=\"folded\">$ that went on as the one before; $ has them</li>\n",
             html_count(p, *folded, "call"), whole_record(p));
    *folded = 0;
}

void html_timeline(struct page *p, const struct outcome *o)
{
    const struct span all = span_of(p, o);
    size_t folded = 0;

    if (!html_calls_of(p, o))
        return;
    html(p,
         "<p class=\"label\">Handler calls</p>\n<p class=\"scale\" "
         "aria-hidden=\"true\"><span>0</span>"
         "<span>$</span></p>\n<ol class=\"timeline\" role=\"list\">\n",
         html_ms(p, all.to_ms - all.from_ms));
    for (const struct call *c = p->run->calls; c; c = c->next) {
        if (c->owner != o)
            continue;
        if (p->rows[c->seq])
            add_folded(p, &folded);
        if (p->rows[c->seq])
            add_call(p, c, all);
        else
            folded++;
    }
    add_folded(p, &folded);
    html_add(p, "</ol>\n");
}

/* Those of what failed first: of a call that broke a clause, of a test that did, of any other. */
static int rank_of(const struct page *p, const struct call *c)
{
    return p->blame[c->seq] ? 0 : verdict_is_bad(c->owner->verdict) ? 1 : 2;
}

void html_choose_texts(struct page *p)
{
    size_t room = BODIES_MOST;

    for (int rank = 0; rank <= 2; rank++)
        for (const struct call *c = p->run->calls; c; c = c->next) {
            const struct arena_mark mark = arena_mark(p->scratch);

            if (rank_of(p, c) != rank || (!c->request && !c->reply.value && !c->reply.body))
                continue;
            const char *request = request_text(p, c), *answer = answer_text(p, c);
            const size_t size = (request ? strlen(request) : 0) + (answer ? strlen(answer) : 0);
            const size_t most = size < 2 * (size_t)BODY_MOST ? size : 2 * (size_t)BODY_MOST;
            p->texts[c->seq] = most <= room;
            room -= most <= room ? most : 0;
            arena_release(p->scratch, mark);
        }
}
