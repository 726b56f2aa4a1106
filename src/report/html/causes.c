/* What failed and why: causes, each told once, by what it was seen in first. */
#include <string.h>

#include "report/differences_private.h"
#include "report/failure_private.h"
#include "html_private.h"

enum { WHAT_COLUMNS = 70, MOST_NAMES = 12, MOST_FRAMES = 20, WORDS_KEPT = 4 * 1024 };

/* A row of a list: what a handler said, line by line. */
static void add_said(struct page *p, const char *label, const char *words)
{
    if (!words || !*words)
        return;
    html(p, "<div class=\"said\"><dt>$</dt><dd>", label);
    if (html_lines(p, words, WORDS_KEPT))
        html_add(p, " <small>(cut)</small>");
    html_add(p, "</dd></div>\n");
}

static void add_trace(struct page *p, const json *trace)
{
    size_t frames = 0;

    if (!json_length(trace))
        return;
    html_add(p, "<div class=\"said\"><dt>stack</dt><dd>");
    json_each (frame, trace) {
        if (frames++ >= MOST_FRAMES)
            break;
        html(p, "$\n", json_string(frame) ? json_string(frame) : json_print(p->scratch, frame));
    }
    if (json_length(trace) > MOST_FRAMES)
        html(p, "and $ more", html_number(p, (long long)json_length(trace) - MOST_FRAMES));
    html_add(p, "</dd></div>\n");
}

static void add_answer(struct page *p, const struct call *call)
{
    const struct reply *reply = &call->reply;
    const bool failed = call->event.status == FAILED;

    add_said(p, "errorType", reply->error_type);
    add_said(p, "errorMessage", reply->error_message);
    add_trace(p, reply->trace);
    add_said(p, "errorCode", failed ? call->event.error_text : NULL);
    add_said(p, "message", failed ? call->event.message : NULL);
    add_said(p, "answer", reply->body);
}

static void add_call(struct page *p, const struct call *call)
{
    html_add(p, "<div><dt>Seen at</dt><dd>");
    html_call_link(p, call);
    html(p, ", which ended with $ after $</dd></div>\n", call_end_text(p->scratch, call),
         html_ms(p, call->duration_ms));
}

/* --- Two models beside each other: what differs, and what was not compared --- */

/* Beyond so many in all, tables are short. */
enum {
    ROWS_IN_ALL = 1000,
    FEW_ROWS = 6,
    MOST_ROWS = 60,
    VALUE_COLUMNS = 300,
    MOST_EXCUSED = 12,
    MOST_HINTS = 3
};

static void add_model_value(struct page *p, const json *value)
{
    if (value)
        html(p, "<code>$</code>",
             text_quote(p->scratch, json_print(p->scratch, value), VALUE_COLUMNS));
    else
        html_add(p, "<span class=\"absent\">absent</span>");
}

static void add_difference(struct page *p, const struct difference *d, const char *returned)
{
    html(p, "<tr><th scope=\"row\"><code>$</code></th><td data-label=\"requested\">",
         *d->path ? d->path : "(the model)");
    add_model_value(p, d->requested);
    if (d->transformed) {
        html_add(p, "<small>or, by its propertyTransform, ");
        add_model_value(p, d->transformed);
        html_add(p, "</small>");
    }
    html(p, "</td><td data-label=\"$\" class=\"got\">", returned);
    add_model_value(p, d->returned);
    html(p, "</td><td data-label=\"difference\">$</td></tr>\n", difference_kind_name(d->kind));
}

static void add_hints(struct page *p, const struct difference *first)
{
    for (const struct difference **d = differences_hinted(p->scratch, first, MOST_ROWS, MOST_HINTS);
         *d; d++)
        html(p, "<p class=\"excused\"><code>$</code>: $</p>\n", (*d)->path,
             difference_hint(p->scratch, *d));
}

static void add_excused(struct page *p, const struct not_compared *first)
{
    size_t rows = 0;

    if (!first)
        return;
    html_add(p, "<p class=\"excused\">Not compared: ");
    for (const struct not_compared *n = first; n; n = n->next)
        if (rows++ < MOST_EXCUSED)
            html(p, "$<code>$</code> ($)", rows > 1 ? ", " : "", *n->path ? n->path : "the model",
                 n->why);
    if (rows > MOST_EXCUSED)
        html(p, " and $ more", html_number(p, (long long)(rows - MOST_EXCUSED)));
    html_add(p, "</p>\n");
}

static void add_differences(struct page *p, const struct difference *first, const char *returned)
{
    const size_t most = p->difference_count < ROWS_IN_ALL ? MOST_ROWS : FEW_ROWS;
    size_t rows = 0;

    html(p,
         "<table class=\"differences\"><caption>What differs</caption><thead><tr>"
         "<th scope=\"col\">path</th><th scope=\"col\">requested</th><th scope=\"col\">$</th>"
         "<th scope=\"col\">difference</th></tr></thead><tbody>\n",
         returned);
    for (const struct difference *d = first; d; d = d->next)
        if (rows++ < most)
            add_difference(p, d, returned);
    html_add(p, "</tbody></table>\n");
    if (rows > most)
        html(p, "<p class=\"excused\">And $ more: the JSON report has them all.</p>\n",
             html_number(p, (long long)(rows - most)));
    p->difference_count += rows < most ? rows : most;
}

static void add_comparison(struct page *p, const struct comparison *comparison,
                           const char *returned)
{
    const struct arena_mark mark = arena_mark(p->scratch);

    if (comparison->differences) {
        add_differences(p, comparison->differences, returned);
        add_hints(p, comparison->differences);
    }
    add_excused(p, comparison->not_compared);
    arena_release(p->scratch, mark);
}

/* --- A finding, and a cause --- */

void html_evidence(struct page *p, const struct finding *f)
{
    const char *returned =
        f->call ? arena_printf(p->scratch, "%s returned", f->call->handler->name) : "returned";
    const char *fault = failure_fault(p->scratch, f);

    if (fault && !f->comparison.differences)
        html(p, "<p class=\"fault\">$</p>\n", fault);
    add_comparison(p, &f->comparison, returned);
}

void html_about(struct page *p, const struct finding *f)
{
    const char *hint = failure_hint(p->scratch, p->run, f);

    if (f->call)
        add_answer(p, f->call);
    if (hint)
        html(p, "<div><dt>Hint</dt><dd>$</dd></div>\n", hint);
    html(p, "<div><dt>The contract</dt><dd>$ <small>($)</small></dd></div>\n", f->rule->must,
         f->rule->source);
    if (f->call)
        add_call(p, f->call);
}

static void add_others(struct page *p, const struct finding *f)
{
    size_t shown = 0;

    if (!f)
        return;
    html_add(p, "<div><dt>Found as well</dt><dd><ul>\n");
    for (; f && shown < MOST_NAMES; f = f->next, shown++)
        html(p, "<li><a href=\"#rule-$\"><code>$</code></a>: $</li>\n", f->rule->id, f->rule->id,
             f->fault);
    html_add(p, f ? "<li>and more</li></ul></dd></div>\n" : "</ul></dd></div>\n");
}

static void add_smallest(struct page *p, const struct outcome *o)
{
    if (o->smallest)
        html(p,
             "<div><dt>Smallest model</dt><dd><code>$</code> <small>($ tried)</small></dd></div>\n",
             json_print(p->scratch, o->smallest), html_number(p, o->shrink_runs));
}

static void add_commands(struct page *p, const struct cause *cause, const struct finding *f)
{
    const struct outcome *test = cause->first;

    for (size_t i = 0; i < cause->count && !test->test; i++)
        test = cause->outcomes[i];
    if (test->test)
        html_again(p, test);
    if (f && f->call && p->run->id)
        html_command(p, "Send it again",
                     arena_printf(p->scratch, "cfnc replay %s/c%u", p->run->id, f->call->seq));
    if (f)
        html_command(p, "Read the rule", arena_printf(p->scratch, "cfnc explain %s", f->rule->id));
}

static void add_seen_in(struct page *p, const struct cause *cause)
{
    html_add(p, "<div><dt>Seen in</dt><dd>");
    for (size_t i = 0; i < cause->count && i < MOST_NAMES; i++) {
        html_add(p, i ? ", " : "");
        html_outcome_link(p, cause->outcomes[i]);
    }
    if (cause->count > MOST_NAMES)
        html(p, " and $ more", html_number(p, (long long)(cause->count - MOST_NAMES)));
    if (cause->blocked)
        html(p, "; because of it, $ did not run", html_count(p, cause->blocked, "test"));
    html_add(p, "</dd></div>\n");
}

static void add_summary(struct page *p, const struct cause *cause, const struct finding *f)
{
    size_t tests = cause->blocked;

    for (size_t i = 0; i < cause->count; i++)
        tests += cause->outcomes[i]->test != NULL;
    html_add(p, "<summary><span class=\"line\">");
    if (f)
        html(p,
             "<span class=\"level\">$</span> <code class=\"rule\">$</code> "
             "<span class=\"what\">$</span>",
             level_name(f->level), f->rule->id, text_quote(p->scratch, f->fault, WHAT_COLUMNS));
    else
        html_add(p, "<span class=\"level\">ERROR</span>");
    html(p, " <span class=\"seen\">$</span></span><h3>$</h3></summary>\n",
         tests ? html_count(p, tests, "test") : "a fixture",
         f ? failure_title(p->scratch, p->run, f) : "cfnc cannot judge this.");
}

static void add_cause(struct page *p, const struct cause *cause, size_t number)
{
    const struct outcome *o = cause->first;
    const struct finding *f = failure_finding(o);

    html(p, "<details class=\"cause\" id=\"cause-$\"$>\n", html_number(p, (long long)number),
         number == 1 ? " open" : "");
    add_summary(p, cause, f);
    html_add(p, "<div class=\"inside\">\n");
    if (o->error)
        html(p, "<p class=\"fault\">$</p>\n", o->error);
    if (f)
        html_evidence(p, f);
    html_add(p, "<dl class=\"about\">\n");
    if (f)
        html_about(p, f);
    add_commands(p, cause, f);
    add_smallest(p, o);
    add_others(p, f ? f->next : o->findings);
    add_seen_in(p, cause);
    html_add(p, "</dl>\n</div>\n</details>\n");
}

void html_causes(struct page *p)
{
    size_t number = 0;

    if (!p->causes)
        return;
    html_section(p, "failures", "What failed");
    for (const struct cause *cause = p->causes; cause; cause = cause->next)
        add_cause(p, cause, ++number);
    html_add(p, "</section>\n");
}
