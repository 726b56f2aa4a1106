/* What failed and why: causes, each told once, by what it was seen in first. */
#include <string.h>

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

void html_evidence(struct page *p, const struct finding *f)
{
    const char *returned =
        f->call ? arena_printf(p->scratch, "%s returned", f->call->handler->name) : "returned";
    const char *fault = failure_fault(p->scratch, f);

    if (fault && !f->comparison.differences)
        html(p, "<p class=\"fault\">$</p>\n", fault);
    html_comparison(p, &f->comparison, returned);
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
