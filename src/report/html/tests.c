/* Tests and fixtures: what came of each, and its calls. */
#include <string.h>

#include "cfnc/engine/waivers.h"
#include "report/failure_private.h"
#include "html_private.h"

enum { MOST_CALLS = 6, MOST_FINDINGS = 12 };

static const char *word(enum verdict verdict)
{
    static const char *const words[] = {
        [VERDICT_PASSED] = "Pass",     [VERDICT_FAILED] = "Fail", [VERDICT_ERRORED] = "Error",
        [VERDICT_WAIVED] = "Waive",    [VERDICT_FLAKY] = "Flaky", [VERDICT_SKIPPED] = "Skip",
        [VERDICT_NOT_RUN] = "Not run",
    };

    return words[verdict];
}

/* The cause that is told with this outcome's own findings; 0: none is. */
static size_t cause_first_seen_in(const struct page *p, const struct outcome *o)
{
    size_t number = 1;

    for (const struct cause *cause = p->causes; cause; cause = cause->next, number++)
        if (cause->first == o)
            return number;
    return 0;
}

static void add_findings(struct page *p, const struct finding *f)
{
    size_t shown = 0;

    for (; f && shown < MOST_FINDINGS; f = f->next, shown++) {
        html(p,
             "<div class=\"finding $\"><p class=\"line\"><span class=\"level\">$</span> "
             "<code class=\"rule\">$</code></p>\n<p class=\"title\">$</p>\n",
             html_finding_tone(f), level_name(f->level), f->rule->id,
             failure_title(p->scratch, p->run, f));
        html_evidence(p, f);
        html_add(p, "<dl class=\"about\">\n");
        if (f->waiver)
            html(p, "<div><dt>Waived</dt><dd>$</dd></div>\n", f->waiver->reason);
        html_about(p, f);
        html_add(p, "</dl>\n</div>\n");
    }
    if (f)
        html_add(p, "<p class=\"at\">And more; the JSON report has them all.</p>\n");
}

static void add_failure(struct page *p, const struct outcome *o)
{
    const size_t cause = cause_first_seen_in(p, o);

    if (cause)
        html(p, "<p class=\"at\"><a href=\"#cause-$\">$</a>, above.</p>\n",
             html_number(p, (long long)cause), failure_line(p->scratch, o));
    else
        add_findings(p, o->findings);
    if (!cause && o->error)
        html(p, "<p class=\"fault\">cfnc cannot judge this: $</p>\n", o->error);
    add_findings(p, o->waived);
}

static void add_fixture_line(struct page *p, const struct outcome *fixture)
{
    size_t shown = 0;

    if (!fixture)
        return;
    html_add(p, "<p class=\"at\">Uses ");
    if (html_anchor(p, fixture))
        html_outcome_link(p, fixture);
    else
        html(p, "a $ of its own", fixture->name);
    for (const struct call *c = p->run->calls; c && shown < MOST_CALLS; c = c->next) {
        if (c->owner != fixture || c->phase == PHASE_TEARDOWN || c->callbacks)
            continue;
        html_add(p, shown++ ? ", " : ", set up by ");
        html_call_link(p, c);
    }
    html_add(p, ".</p>\n");
}

/* The attempts before the one that counts: --retries. The first one first. */
static void add_attempts(struct page *p, const struct outcome *o)
{
    if (!o->earlier)
        return;
    add_attempts(p, o->earlier);
    html(p, "<div class=\"attempt\"><p class=\"title\">Attempt $: $</p>\n",
         html_number(p, o->earlier->attempt), attempt_line(p->scratch, o->earlier));
    add_findings(p, o->earlier->findings);
    if (o->earlier->fixture && !html_anchor(p, o->earlier->fixture))
        html_timeline(p, o->earlier->fixture);
    html_timeline(p, o->earlier);
    html_add(p, "</div>\n");
}

static void add_rules(struct page *p, const struct outcome *o)
{
    const struct protocol *protocol = p->run->subject->protocol;
    size_t count = 0;

    for (size_t i = 0; i < rule_count(protocol); i++)
        count += o->judged[i] && !o->broken[i];
    if (!count)
        return;
    html(p, "<details class=\"held\"><summary>$ kept</summary><p>", html_count(p, count, "rule"));
    for (size_t i = 0; i < rule_count(protocol); i++)
        if (o->judged[i] && !o->broken[i])
            html(p, "<code>$</code> ", rule_at(protocol, i)->id);
    html_add(p, "</p></details>\n");
}

static void add_head(struct page *p, const struct outcome *o, const char *said)
{
    const struct finding *f = failure_finding(o);
    const size_t calls = html_calls_of(p, o);

    html(p, "<summary><span class=\"badge $\">$</span> <span class=\"name\">$",
         html_tone(o->verdict), said, o->name);
    if (p->run->set_count > 1)
        html(p, " <small>$</small>", o->set->id);
    if (o->verdict == VERDICT_SKIPPED)
        html(p, " <small class=\"why\">$</small>", o->reason);
    html_add(p, "</span>");
    if (f)
        html(p, " <code class=\"rule $\">$</code>", html_finding_tone(f), f->rule->id);
    html(p, " <span class=\"calls\">$</span> <span class=\"ms\">$</span></summary>\n",
         calls ? html_count(p, calls, "call") : "", calls ? html_ms(p, o->duration_ms) : "");
}

static const char *reason_of(struct page *p, const struct outcome *o)
{
    if (o->verdict == VERDICT_NOT_RUN && o->fixture)
        return attempt_line(p->scratch, o);
    return o->verdict == VERDICT_WAIVED && !o->waived ? waived_reason(p->scratch, o) : o->reason;
}

/* What the buttons of the page sort by. */
static const char *status_of(const struct outcome *o)
{
    return o->verdict == VERDICT_ERRORED ? "failed" : verdict_name(o->verdict);
}

static void add_test(struct page *p, const struct outcome *o)
{
    const struct arena_mark mark = arena_mark(p->scratch);

    html(p, "<details class=\"test $\" id=\"$\" data-status=\"$\">\n", html_tone(o->verdict),
         html_anchor(p, o), status_of(o));
    add_head(p, o, word(o->verdict));
    html_add(p, "<div class=\"inside\">\n");
    if (reason_of(p, o))
        html(p, "<p class=\"at\">$</p>\n", reason_of(p, o));
    add_attempts(p, o);
    add_failure(p, o);
    add_fixture_line(p, o->fixture);
    if (o->fixture && !html_anchor(p, o->fixture))
        html_timeline(p, o->fixture);
    html_timeline(p, o);
    add_rules(p, o);
    if (o->verdict != VERDICT_SKIPPED) {
        html_add(p, "<dl class=\"about\">");
        html_again(p, o);
        html_add(p, "</dl>\n");
    }
    html_add(p, "</div>\n</details>\n");
    arena_release(p->scratch, mark);
}

static bool same_group(const struct outcome *a, const struct outcome *b)
{
    return a && b && a->set == b->set && strcmp(a->module, b->module) == 0;
}

static unsigned count_of(const struct page *p, const char *status)
{
    unsigned count = 0;

    for (const struct outcome *o = p->run->outcomes; o; o = o->next)
        count += o->test && strcmp(status, status_of(o)) == 0;
    return count;
}

/* Shown by the script, without which it would do nothing. */
static void add_tools(struct page *p)
{
    static const char *const statuses[] = { "failed", "flaky",   "waived",
                                            "passed", "skipped", "not_run" };

    html_add(p, "<div class=\"tools\" id=\"tools\" hidden>\n<label for=\"filter\">Filter</label>\n"
                "<input id=\"filter\" type=\"search\" autocomplete=\"off\" "
                "placeholder=\"name, rule, any text\">\n<div role=\"group\" "
                "aria-label=\"Status\">\n"
                "<button type=\"button\" data-show=\"\" aria-pressed=\"true\">all</button>\n");
    for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++)
        if (count_of(p, statuses[i]))
            html(p, "<button type=\"button\" data-show=\"$\" aria-pressed=\"false\">$ $</button>\n",
                 statuses[i], strcmp(statuses[i], "not_run") == 0 ? "not run" : statuses[i],
                 html_number(p, count_of(p, statuses[i])));
    html_add(p, "</div>\n<p id=\"shown\" role=\"status\"></p>\n</div>\n");
}

/* A set's tests of one file; outcomes of fixtures may stand between them. */
static void begin_group(struct page *p, const struct outcome *o, bool is_first)
{
    html_add(p, is_first ? "" : "</div>\n");
    html_add(p, "<div class=\"group\">\n<h3>");
    if (p->run->set_count > 1)
        html(p, "$ · ", o->set->id);
    html(p, "handler_$.py</h3>\n", o->module);
}

void html_tests(struct page *p)
{
    const struct outcome *last = NULL;

    html_section(p, "tests", "Tests");
    add_tools(p);
    for (const struct outcome *o = p->run->outcomes; o; o = o->next) {
        if (!o->test)
            continue;
        if (!same_group(last, o))
            begin_group(p, o, !last);
        add_test(p, o);
        last = o;
    }
    html_add(p, last ? "</div>\n</section>\n" : "<p>No test ran.</p>\n</section>\n");
}

static const char *fixture_word(const struct outcome *o)
{
    return o->torn_down_badly ? "Left over" : word(o->verdict);
}

static void add_users(struct page *p, const struct outcome *fixture)
{
    size_t users = 0;

    for (const struct outcome *o = p->run->outcomes; o; o = o->next) {
        if (o->fixture != fixture)
            continue;
        html_add(p, users++ ? ", " : "<p class=\"at\">Used by ");
        html_outcome_link(p, o);
    }
    if (users)
        html_add(p, ".</p>\n");
}

static void add_fixture(struct page *p, const struct outcome *o)
{
    const struct arena_mark mark = arena_mark(p->scratch);

    html(p, "<details class=\"test $\" id=\"$\">\n", html_tone(o->verdict), html_anchor(p, o));
    add_head(p, o, fixture_word(o));
    html_add(p, "<div class=\"inside\">\n");
    if (o->reason)
        html(p, "<p class=\"at\">$</p>\n", o->reason);
    add_failure(p, o);
    add_users(p, o);
    html_timeline(p, o);
    html_add(p, "</div>\n</details>\n");
    arena_release(p->scratch, mark);
}

void html_fixtures(struct page *p)
{
    size_t count = 0;

    html_section(p, "fixtures", "Fixtures");
    html_add(p, "<p class=\"lead\">Resources that several tests share: made once, deleted at the "
                "end.</p>\n");
    for (const struct outcome *o = p->run->outcomes; o; o = o->next) {
        if (o->test)
            continue;
        add_fixture(p, o);
        count++;
    }
    if (!count)
        html_add(p, "<p>No test asked for one.</p>\n");
    html_add(p, "</section>\n");
}
