/*
 * --report html: a run as one page that needs nothing else. It is a function of the record: the
 * same record, the same bytes. What failed stands first, then what it was seen in.
 */
#include <string.h>
#include <time.h>

#include "cfnc/base/clock.h"
#include "report/formats.h"
#include "report/ruling.h"
#include "html_private.h"

/* cmake/embed.cmake makes these of the files in page/. */
extern const char page_style[], page_style_sha256[], page_script[], page_script_sha256[];

static void blame(struct page *p, const struct finding *f)
{
    for (; f; f = f->next)
        if (f->call && f->call->seq <= p->run->call_count && !p->blame[f->call->seq])
            p->blame[f->call->seq] = f;
}

/* With its earlier attempts and their fixtures, which are in no list. */
static void look_at(struct page *p, const struct outcome *o)
{
    for (; o; o = o->earlier) {
        blame(p, o->findings);
        blame(p, o->waived);
        html_choose_rows(p, o);
        if (o->fixture && !html_anchor(p, o->fixture)) {
            blame(p, o->fixture->findings);
            blame(p, o->fixture->waived);
            html_choose_rows(p, o->fixture);
        }
    }
}

static void begin(struct page *p)
{
    const size_t calls = (size_t)p->run->call_count + 1;

    p->causes = causes_find(p->scratch, p->run);
    p->blame = arena_array(p->scratch, calls, sizeof(*p->blame));
    p->texts = arena_array(p->scratch, calls, sizeof(*p->texts));
    p->rows = arena_array(p->scratch, calls, sizeof(*p->rows));
    html_places(p);
    for (const struct outcome *o = p->run->outcomes; o; o = o->next)
        look_at(p, o);
    html_choose_texts(p);
}

void html_begin(struct page *p)
{
    html(p,
         "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "style-src 'sha256-$'; script-src 'sha256-$'; img-src data:; base-uri 'none'; "
         "form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n"
         "<meta name=\"referrer\" content=\"no-referrer\">\n"
         "<meta name=\"generator\" content=\"cfnc $\">\n",
         page_style_sha256, page_script_sha256, CFNC_VERSION);
}

void html_style(struct page *p)
{
    html_add(p, "<style>");
    html_add(p, page_style);
    html_add(p, "</style>\n</head>\n<body>\n");
}

/* --- The top: what came of the run, in one sentence, and the way to the rest --- */

/* What came of it: how it looks, and what it says. */
struct verdict_line {
    const char *tone, *words;
};

/* Of those that ended in an error: nothing was found about the handler, so cfnc could not judge. */
static unsigned unjudged(const struct run *run)
{
    unsigned count = 0;

    for (const struct outcome *o = run->outcomes; o; o = o->next)
        count +=
            (o->test || o->torn_down_badly) && o->verdict == VERDICT_ERRORED && !failure_finding(o);
    return count;
}

/* "11 tests failed, from one cause": who reads it wants to know how much there is to mend. */
static const char *broken_words(struct page *p, const struct summary *s)
{
    const unsigned open = unjudged(p->run), failed = s->failed + s->errored - open;
    unsigned causes = 0;

    if (!failed)
        return arena_printf(p->scratch, "%s could not be judged", html_count(p, open, "test"));
    if (open)
        return arena_printf(p->scratch, "%s failed, %u could not be judged",
                            html_count(p, failed, "test"), open);
    for (const struct cause *c = p->causes; c; c = c->next)
        causes++;
    return arena_printf(p->scratch, "%s failed%s", html_count(p, failed, "test"),
                        failed < 2 || causes >= failed ? ""
                        : causes == 1                  ? ", from one cause"
                                      : arena_printf(p->scratch, ", from %u causes", causes));
}

static struct verdict_line verdict_of(struct page *p)
{
    const struct summary s = run_summary(p->run);
    const unsigned left = s.leftovers - s.waived_leftovers;
    const unsigned broken = s.failed + s.errored;
    struct verdict_line line = { "fail", NULL };

    if (broken)
        line.words = broken_words(p, &s);
    else if (p->run->interrupted || p->run->stopped)
        line = (struct verdict_line){ "mild", "Stopped before its end" };
    else if (!s.total)
        line = (struct verdict_line){ "mild", "No test ran" };
    else if (s.not_run)
        line.words = arena_printf(p->scratch, "%s did not run", html_count(p, s.not_run, "test"));
    else if (s.flaky && p->run->options.flaky_fails)
        line.words = arena_printf(p->scratch, "%s passed only at a later attempt",
                                  html_count(p, s.flaky, "test"));
    else if (left)
        line.words = arena_printf(p->scratch, "Passed, with %s left behind",
                                  html_count(p, left, "resource"));
    else
        line =
            (struct verdict_line){ "pass", s.passed == s.total ? "Every test passed" : "Passed" };
    if (broken && (p->run->interrupted || p->run->stopped))
        line.words = arena_printf(p->scratch, "%s; the run was stopped", line.words);
    return line;
}

static void add_title(struct page *p)
{
    static const struct {
        const char *tone, *colour;
    } rows[] = { { "pass", "1f7a45" }, { "fail", "b42318" }, { "mild", "8f5b00" } };
    const struct verdict_line line = verdict_of(p);

    html(p, "<title>$: $</title>\n", line.words, p->run->subject->name);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcmp(rows[i].tone, line.tone) == 0)
            html(p,
                 "<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/"
                 "2000/svg%22 viewBox=%220 0 8 8%22%3E%3Ccircle cx=%224%22 cy=%224%22 r=%224%22 "
                 "fill=%22%23$%22/%3E%3C/svg%3E\">\n",
                 rows[i].colour);
}

/* One row of what is counted: in the bar and in words. */
struct share {
    const char *tone, *words;
    unsigned count;
};

/* So wide as there are tests of a kind; the words below say the same. */
static void add_bar(struct page *p, const struct share *shares, unsigned total)
{
    unsigned before = 0;

    if (!total)
        return;
    html_add(p, "<svg class=\"bar\" aria-hidden=\"true\" focusable=\"false\">");
    for (const struct share *s = shares; s->words; s++) {
        if (s->count)
            html(p, "<rect class=\"$\" x=\"$%\" width=\"$%\" height=\"6\"/>", s->tone,
                 arena_printf(p->scratch, "%.2f", 100.0 * before / total),
                 arena_printf(p->scratch, "%.2f", 100.0 * s->count / total));
        before += s->count;
    }
    html_add(p, "</svg>\n");
}

static void add_counts(struct page *p)
{
    const struct summary s = run_summary(p->run);
    const unsigned open = unjudged(p->run);
    const struct share shares[] = {
        { "fail", "failed", s.failed + s.errored - open },
        { "fail", "not judged", open },
        { "mild", "flaky", s.flaky },
        { "mild", "waived", s.waived },
        { "pass", "passed", s.passed },
        { "idle", "skipped", s.skipped },
        { "idle", "not run", s.not_run },
        { NULL, NULL, 0 },
    };

    add_bar(p, shares, s.total);
    html_add(p, "<ul class=\"counts\">");
    for (const struct share *share = shares; share->words; share++)
        if (share->count)
            html(p, "<li class=\"$\"><b>$</b> $</li>", share->tone, html_number(p, share->count),
                 share->words);
    html_add(p, "</ul>\n");
}

static void add_facts(struct page *p)
{
    const struct summary s = run_summary(p->run);
    const struct rulings r = rulings_count(p->run);

    html(p, "<p class=\"facts\">$ in $ · rules: $ verified, $ violated",
         html_count(p, p->run->call_count, "handler call"), html_ms(p, p->run->duration_ms),
         html_number(p, r.verified), html_number(p, r.violated));
    if (r.waived)
        html(p, " ($ waived)", html_number(p, r.waived));
    html(p, " · $</p>\n",
         s.leftovers
             ? arena_printf(p->scratch, "%s left behind", html_count(p, s.leftovers, "resource"))
             : "nothing left behind");
}

/* 21 November 2026, 01:26:49 UTC */
static const char *long_date(struct page *p, int64_t wall_ms)
{
    static const char *const months[] = { "January",   "February", "March",    "April",
                                          "May",       "June",     "July",     "August",
                                          "September", "October",  "November", "December" };
    const time_t seconds = (time_t)(wall_ms / 1000);
    struct tm utc;

    if (!gmtime_r(&seconds, &utc))
        return "";
    return arena_printf(p->scratch, "%d %s %d, %02d:%02d:%02d UTC", utc.tm_mday, months[utc.tm_mon],
                        utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

/* The parts that are there; `always`: whatever the run came to. */
static void add_ways(struct page *p)
{
    const struct {
        const char *id, *words;
        bool there;
    } ways[] = {
        { "failures", "Failures", p->causes != NULL },
        { "leftovers", "Left behind", p->run->leftovers != NULL },
        { "warnings", "Warnings", p->run->warnings != NULL },
        { "tests", "Tests", true },
        { "rules", "Rules", true },
        { "fixtures", "Fixtures", true },
        { "exceptions", "Exceptions", p->run->waivers != NULL },
        { "environment", "Environment", true },
    };

    html_add(p, "<nav aria-label=\"Parts of the report\"><ul>");
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        if (ways[i].there)
            html(p, "<li><a href=\"#$\">$</a></li>", ways[i].id, ways[i].words);
    html_add(p, "</ul></nav>\n");
}

static void add_masthead(struct page *p)
{
    const struct verdict_line line = verdict_of(p);

    html_add(p, "<a class=\"skip\" href=\"#main\">Skip to the report</a>\n<header>\n");
    html(p,
         "<p class=\"when\">Contract tests, suite $ · <time datetime=\"$Z\">$</time></p>\n"
         "<h1>$</h1>\n<p class=\"verdict $\">$</p>\n",
         suite_name(p->run->options.suite), date_text(p->scratch, p->run->started_wall_ms),
         long_date(p, p->run->started_wall_ms), p->run->subject->name, line.tone, line.words);
    add_counts(p);
    add_facts(p);
    add_ways(p);
    html_add(p, "</header>\n");
}

/* --- All of it --- */

/* What the timelines hatch their waits with. */
static void add_hatch(struct page *p)
{
    html_add(p, "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\" "
                "focusable=\"false\"><defs><pattern id=\"hatch\" width=\"5\" height=\"5\" "
                "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                "<rect width=\"1.5\" height=\"5\"/></pattern></defs></svg>\n");
}

static void add_parts(struct page *p)
{
    html_add(p, "<main id=\"main\">\n");
    html_causes(p);
    html_leftovers(p);
    html_warnings(p);
    html_tests(p);
    html_rules(p);
    html_fixtures(p);
    html_exceptions(p);
    html_environment(p);
    html_add(p, "</main>\n");
}

static const char *page_of(struct arena *arena, const struct run *run)
{
    struct page p = { .out = text_new(arena), .scratch = arena_new(), .run = run };

    begin(&p);
    html_begin(&p);
    add_title(&p);
    html_style(&p);
    add_hatch(&p);
    add_masthead(&p);
    add_parts(&p);
    html(&p,
         "<footer>Written by cfnc $ of the record of the run. Nothing on this page comes "
         "from a network.</footer>\n<script>",
         CFNC_VERSION);
    html_add(&p, page_script);
    html_add(&p, "</script>\n</body>\n</html>\n");
    arena_free(p.scratch);
    return p.out.bytes;
}

const char *html_report(struct arena *arena, const struct runs *runs)
{
    return runs->count == 1 ? page_of(arena, runs->items[0]) : html_runs(arena, runs);
}
