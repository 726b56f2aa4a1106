/*
 * --report html of several runs: one page with a table of them, and below it what failed in each.
 * All of one run, its calls and their payloads, is on that run's own page.
 */
#include <string.h>

#include "html_private.h"

enum { BLOCK_LONGEST = 32 * 1024 };

static void add_masthead(struct page *p, const struct runs *runs)
{
    const struct summary s = runs_summary(runs);
    const unsigned bad = s.failed + s.errored + s.not_run;
    const bool passed = runs_exit_code(runs) == EXIT_OK;

    html(p,
         "<a class=\"skip\" href=\"#main\">Skip to the report</a>\n<header>\n"
         "<p class=\"when\">Contract tests</p>\n<h1>$</h1>\n<p class=\"verdict $\">$</p>\n"
         "<p class=\"facts\">$ · exit code $</p>\n</header>\n",
         html_count(p, runs->count, "run"), passed ? "pass" : "fail",
         passed ? "Passed"
         : bad  ? arena_printf(p->scratch, "%u of %s failed", bad, html_count(p, s.total, "test"))
                : "Not passed",
         html_count(p, s.total, "test"), html_number(p, runs_exit_code(runs)));
}

/* By its place: types may come twice. */
static const char *section_id(struct page *p, size_t at)
{
    return arena_printf(p->scratch, "run-%zu", at + 1);
}

static void add_row(struct page *p, const struct runs *runs, size_t at)
{
    const struct run *run = runs->items[at];
    const struct summary s = run_summary(run);

    html(p,
         "<tr><th scope=\"row\"><a href=\"#$\">$</a></th><td>suite $, seed "
         "$</td><td>$</td><td>$</td>"
         "<td>$</td><td>$</td><td>$</td></tr>\n",
         section_id(p, at), run->subject->name, suite_name(run->options.suite),
         arena_printf(p->scratch, "%llu", (unsigned long long)run->options.seed),
         html_number(p, s.passed), html_number(p, s.failed + s.errored),
         html_number(p, s.skipped + s.waived + s.flaky), html_number(p, s.not_run),
         html_number(p, s.leftovers));
}

static void add_table(struct page *p, const struct runs *runs)
{
    html_section(p, "runs", "Runs");
    html_add(p, "<table>\n<thead><tr><th scope=\"col\">type</th><th scope=\"col\">run</th>"
                "<th scope=\"col\">passed</th><th scope=\"col\">failed</th>"
                "<th scope=\"col\">skipped, waived, flaky</th><th scope=\"col\">not run</th>"
                "<th scope=\"col\">left behind</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < runs->count; i++)
        add_row(p, runs, i);
    html_add(p, "</tbody>\n</table>\n</section>\n");
}

static bool is_bad(const struct outcome *o)
{
    return (o->test || o->torn_down_badly || failure_finding(o) || o->error) &&
           verdict_is_bad(o->verdict);
}

/* As the terminal shows it. */
static void add_failure(struct page *p, const struct outcome *o, bool open)
{
    static const struct failure_style style = { .traceback = TRACEBACK_AUTO, .columns = 100 };
    const struct finding *f = failure_finding(o);
    struct text block = text_new(p->scratch);

    failure_add(&block, p->run, o, &style);
    html(
        p,
        "<details class=\"cause\"$>\n<summary><span class=\"line\"><span class=\"level\">$</span> ",
        open ? " open" : "", f ? level_name(f->level) : "ERROR");
    if (f)
        html(p, "<code class=\"rule\">$</code>", f->rule->id);
    html(p, "</span><h3>$</h3></summary>\n<div class=\"inside\"><pre>", o->name);
    const size_t rest = html_lines(p, block.bytes, BLOCK_LONGEST);
    if (rest)
        html(p, "\n($ more)", html_count(p, rest, "byte"));
    html_add(p, "</pre></div>\n</details>\n");
}

static void add_not_run(struct page *p)
{
    bool begun = false;

    for (const struct outcome *o = p->run->outcomes; o; o = o->next) {
        if (!o->test || o->verdict != VERDICT_NOT_RUN)
            continue;
        html_add(p, begun ? "" : "<h3>Not run</h3>\n<ul class=\"notes\">\n");
        html(p, "<li><code>$</code>: $</li>\n", o->name, o->reason);
        begun = true;
    }
    html_add(p, begun ? "</ul>\n" : "");
}

static void add_leftovers(struct page *p)
{
    if (!p->run->leftovers)
        return;
    html_add(p, "<h3>Left behind</h3>\n<ul class=\"notes\">\n");
    for (const struct leftover *l = p->run->leftovers; l; l = l->next)
        html(p, "<li class=\"$\"><code>$</code>: $</li>\n", l->waived ? "mild" : "fail",
             json_print(p->scratch, l->identifier), l->waived ? l->waived : l->reason);
    html_add(p, "</ul>\n");
}

static void add_section(struct page *p, const struct runs *runs, size_t at)
{
    size_t bad = 0;

    p->run = runs->items[at];
    html_section(p, section_id(p, at), p->run->subject->name);
    for (const struct outcome *o = p->run->outcomes; o; o = o->next)
        if (is_bad(o))
            add_failure(p, o, bad++ == 0);
    add_not_run(p);
    add_leftovers(p);
    if (!bad && p->run->exit_code == EXIT_OK)
        html_add(p, "<p class=\"facts\">Nothing failed.</p>\n");
    html(p, "<p class=\"facts\">$ of $; all of it: <code>cfnc report $ --html FILE</code></p>\n",
         html_count(p, p->run->call_count, "handler call"), p->run->subject->name,
         p->run->id ? p->run->id : "RUN");
    html_add(p, "</section>\n");
}

const char *html_runs(struct arena *arena, const struct runs *runs)
{
    struct page p = { .out = text_new(arena), .scratch = arena_new() };

    html_begin(&p);
    html(&p, "<title>$ of contract tests</title>\n", html_count(&p, runs->count, "run"));
    html_style(&p);
    add_masthead(&p, runs);
    html_add(&p, "<main id=\"main\">\n");
    add_table(&p, runs);
    for (size_t i = 0; i < runs->count; i++)
        add_section(&p, runs, i);
    html(
        &p,
        "</main>\n<footer>Written by cfnc $ of the records of the runs. Nothing on this page comes "
        "from a network.</footer>\n</body>\n</html>\n",
        CFNC_VERSION);
    arena_free(p.scratch);
    return p.out.bytes;
}
