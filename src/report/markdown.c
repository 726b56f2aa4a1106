/*
 * A summary in GitHub's Markdown, for a comment or for the page of a job. What handlers
 * and inputs say stays text: each character that could be markup is escaped.
 */
#include "cfnc/base/clock.h"
#include <string.h>

#include "cfnc/engine/waivers.h"
#include "cfnc/report/failure.h"
#include "formats.h"
#include "spelling.h"

enum { MOST_ROWS = 50, MOST_DIFFERENCES = 6, VALUE_COLUMNS = 60, TEXT_COLUMNS = 300 };

static void add_escaped(struct text *out, const char *text, size_t columns)
{
    static const char markup[] = "\\`*_{}[]()#+-.!|~$:^";

    for (const char *c = text_fit(out->arena, text, columns); *c; c++) {
        if (*c == '<')
            text_add(out, "&lt;");
        else if (*c == '>')
            text_add(out, "&gt;");
        else if (*c == '&')
            text_add(out, "&amp;");
        else if (*c == '@') /* nobody is called */
            text_add(out, "&#64;");
        else
            text_addf(out, strchr(markup, *c) ? "\\%c" : "%c", *c);
    }
}

/* Names of ours, which hold nothing that would end the code or the cell. */
static void add_code(struct text *out, const char *name)
{
    if (name[strcspn(name, "`|\\")])
        add_escaped(out, name, TEXT_COLUMNS);
    else
        text_addf(out, "`%s`", text_quote(out->arena, name, 0));
}

static void add_value(struct text *out, const json *value)
{
    if (value)
        add_escaped(out, json_print(out->arena, value), VALUE_COLUMNS);
    else
        text_add(out, "(absent)");
}

static void add_differences(struct text *out, const struct difference *d)
{
    size_t count = 0;

    for (; d && count < MOST_DIFFERENCES; d = d->next, count++) {
        text_add(out, count ? ", " : "");
        add_escaped(out, *d->path ? d->path : "(model)", VALUE_COLUMNS);
        text_add(out, " ");
        add_value(out, d->requested);
        text_add(out, " → ");
        add_value(out, d->returned);
    }
    for (count = 0; d; d = d->next)
        count++;
    if (count)
        text_addf(out, ", and %zu more", count);
}

static void add_name(struct text *out, const struct run *run, const struct outcome *o)
{
    add_code(out, o->name);
    text_add(out, o->test ? "" : " (fixture)");
    if (run->set_count > 1) {
        text_add(out, " ");
        add_escaped(out, o->set->id, VALUE_COLUMNS);
    }
}

static void add_row(struct text *out, const struct run *run, const struct outcome *o)
{
    const struct finding *finding = failure_finding(o);

    text_add(out, "| ");
    add_name(out, run, o);
    text_add(out, " | ");
    if (finding)
        add_code(out, finding->rule->id);
    text_add(out, " | ");
    if (finding && finding->comparison.differences)
        add_differences(out, finding->comparison.differences);
    else
        add_escaped(out, finding ? finding->fault : o->error ? o->error : "", TEXT_COLUMNS);
    text_add(out, " |\n");
}

static void add_table(struct text *out, const struct run *run)
{
    size_t rows = 0;

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        if (!verdict_is_bad(o->verdict))
            continue;
        if (!rows)
            text_add(out, "\n| test | rule | what differs |\n|---|---|---|\n");
        if (rows++ < MOST_ROWS)
            add_row(out, run, o);
    }
    if (rows > MOST_ROWS)
        text_addf(out, "\nand %zu more.\n", rows - MOST_ROWS);
}

/* Nothing in a command is longer than the fence around it. */
static void add_again(struct text *out, const struct run *run)
{
    struct text commands = text_new(out->arena);
    size_t fence = 3, count = 0;

    for (const struct outcome *o = run->outcomes; o && count < MOST_ROWS; o = o->next)
        if (verdict_is_bad(o->verdict) && o->test) {
            text_addf(&commands, "%s\n", again_command(out->arena, run, o));
            count++;
        }
    for (const char *c = strchr(commands.bytes, '`'); c; c = strchr(c, '`')) {
        const size_t run_of = strspn(c, "`");

        fence = run_of >= fence ? run_of + 1 : fence;
        c += run_of;
    }
    if (!count)
        return;
    text_add(out, "\n<details><summary>Reproduce</summary>\n\n");
    for (int end = 0; end < 2; end++) {
        for (size_t i = 0; i < fence; i++)
            text_add(out, "`");
        text_add(out, end ? "\n" : "sh\n");
        text_add(out, end ? "" : commands.bytes);
    }
    text_add(out, "\n</details>\n");
}

static void add_list(struct text *out, const char *heading, size_t *count)
{
    text_addf(out, *count ? "%s" : "\n%s\n\n", *count ? "" : heading);
    text_add(out, "- ");
    *count += 1;
}

static void add_leftovers(struct text *out, const struct run *run)
{
    size_t count = 0;

    for (const struct leftover *l = run->leftovers; l; l = l->next) {
        add_list(out, "**Left behind**", &count);
        add_escaped(out, json_print(out->arena, l->identifier), TEXT_COLUMNS);
        text_add(out, ": ");
        add_escaped(out, l->reason, TEXT_COLUMNS);
        text_add(out, l->waived ? " (waived)\n" : "\n");
    }
}

static void add_flaky(struct text *out, const struct run *run)
{
    size_t count = 0;

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        if (o->verdict != VERDICT_FLAKY)
            continue;
        add_list(out, "**Flaky**", &count);
        add_name(out, run, o);
        text_addf(out, " passed at attempt %u; the first: ", o->attempt);
        add_escaped(out, attempt_line(out->arena, first_attempt(o)), TEXT_COLUMNS);
        text_add(out, "\n");
    }
}

/* What did not run, once for each reason. */
static void add_not_run(struct text *out, const struct run *run)
{
    size_t count = 0;

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        const struct outcome *e = run->outcomes;
        size_t tests = 0;

        if (o->verdict != VERDICT_NOT_RUN || !o->test)
            continue;
        while (e != o && !(e->test && e->verdict == o->verdict && !strcmp(e->reason, o->reason)))
            e = e->next;
        if (e != o)
            continue;
        for (; e; e = e->next)
            tests += e->test && e->verdict == o->verdict && !strcmp(e->reason, o->reason);
        add_list(out, "**Not run**", &count);
        text_addf(out, "%s: ", counted(out->arena, tests, "test"));
        add_escaped(out, o->reason, TEXT_COLUMNS);
        text_add(out, "\n");
    }
}

static void add_verdict(struct text *out, const struct run *run, const struct summary *s)
{
    const unsigned bad = s->failed + s->errored + s->not_run;

    text_addf(out, "### %s ", run->exit_code == EXIT_OK ? "✅" : "❌");
    add_escaped(out, run->subject->name, TEXT_COLUMNS);
    if (run->interrupted)
        text_addf(out, ": the run was stopped; %u of %u contract tests failed\n",
                  s->failed + s->errored, s->total);
    else if (bad)
        text_addf(out, ": %u of %u contract tests failed\n", bad, s->total);
    else if (s->leftovers > s->waived_leftovers)
        text_addf(out, ": %s left behind\n", counted(out->arena, s->leftovers, "resource"));
    else if (!s->total)
        text_add(out, ": no contract test ran\n");
    else
        text_addf(out, ": %s of %u contract tests failed\n",
                  s->flaky && run->exit_code ? "flaky; none" : "none", s->total);
}

static void add_counts(struct text *out, const struct run *run, const struct summary *s)
{
    text_add(out, "\n");
    verdicts_line(out, s);
    text_addf(out, " · %s · %s · seed `%llu` · suite %s\n",
              counted(out->arena, run->call_count, "handler call"),
              duration_text(out->arena, run->duration_ms), (unsigned long long)run->options.seed,
              suite_name(run->options.suite));
}

static void add_run(struct text *out, const struct run *run)
{
    const struct summary summary = run_summary(run);

    add_verdict(out, run, &summary);
    add_counts(out, run, &summary);
    add_table(out, run);
    add_not_run(out, run);
    add_flaky(out, run);
    add_leftovers(out, run);
    add_again(out, run);
}

/* --- Of several runs --- */

static void add_run_row(struct text *out, const struct run *run)
{
    const struct summary s = run_summary(run);

    text_addf(out, "| %s ", run->exit_code == EXIT_OK ? "✅" : "❌");
    add_escaped(out, run->subject->name, TEXT_COLUMNS);
    text_addf(out, " | %u | %u | %u | %u |\n", s.passed, s.failed + s.errored,
              s.skipped + s.waived + s.not_run, s.leftovers);
}

/* First, because a comment is read for it. */
static void add_table_of_runs(struct text *out, const struct runs *runs)
{
    const struct summary s = runs_summary(runs);

    text_addf(out, "## %s %zu runs: %u of %u contract tests failed\n\n",
              runs_exit_code(runs) == EXIT_OK ? "✅" : "❌", runs->count,
              s.failed + s.errored + s.not_run, s.total);
    text_add(out, "| type | passed | failed | not judged | left behind |\n|---|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < runs->count; i++)
        add_run_row(out, runs->items[i]);
}

const char *markdown_report(struct arena *arena, const struct runs *runs)
{
    struct text out = text_new(arena);

    if (runs->count > 1)
        add_table_of_runs(&out, runs);
    for (size_t i = 0; i < runs->count; i++) {
        text_add(&out, runs->count > 1 ? "\n" : "");
        add_run(&out, runs->items[i]);
    }
    return out.bytes;
}
