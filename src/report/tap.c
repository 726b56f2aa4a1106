/*
 * TAP 14 (testanything.org): a line for each test, and what is wrong with it as YAML.
 * Every scalar is in double quotes, as JSON has them, which readers of the small YAML
 * of older harnesses know as well.
 */
#include <stdio.h>

#include "cfnc/engine/waivers.h"
#include "cfnc/report/failure.h"
#include "formats.h"
#include "spelling.h"

/*
 * The syntax is that of version 14, whose readers take 13 as well: and Perl's prove, before
 * its version 3.48, refuses whatever says that it is of 14.
 */
enum { TAP_VERSION = 13 };

enum { MOST_ROWS = 50, VALUE_COLUMNS = 400 };

/* A '#' would begin a directive. */
static void add_description(struct text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '#' || *text == '\\')
            text_add(out, "\\");
        text_add_bytes(out, text, 1);
    }
}

static void add_directive(struct text *out, const char *directive, const char *reason)
{
    text_addf(out, " # %s ", directive);
    add_description(out, text_quote(out->arena, reason, 0));
    text_add(out, "\n");
}

/* --- YAML --- */

static void add_string(struct text *out, const char *text)
{
    text_add(out, "\"");
    for (const char *c = text_quote(out->arena, text, 0); *c; c++) {
        if (*c == '"' || *c == '\\')
            text_add(out, "\\");
        text_add_bytes(out, c, 1);
    }
    text_add(out, "\"\n");
}

static void add_member(struct text *out, const char *key, const char *text)
{
    if (!text)
        return;
    text_addf(out, "  %s: ", key);
    add_string(out, text);
}

/* A value of a model: strings, objects and arrays as a text, in which the last two are JSON. */
static void add_value(struct text *out, const char *key, const json *value)
{
    const char *string = json_string(value);

    if (!value)
        return;
    text_addf(out, "      %s: ", key);
    if (json_type(value) & (JSON_NUMBER | JSON_BOOLEAN | JSON_NULL))
        text_addf(out, "%s\n", json_print(out->arena, value));
    else
        add_string(out, text_fit(out->arena, string ? string : json_print(out->arena, value),
                                 VALUE_COLUMNS));
}

static void add_differences(struct text *out, const struct finding *finding)
{
    const struct difference *d = finding ? finding->comparison.differences : NULL;
    size_t rows = 0;

    if (d)
        text_add(out, "  differences:\n");
    for (; d && rows < MOST_ROWS; d = d->next, rows++) {
        text_add(out, "    - path: ");
        add_string(out, d->path);
        text_addf(out, "      kind: %s\n", difference_kind_name(d->kind));
        add_value(out, "requested", d->requested);
        add_value(out, "returned", d->returned);
    }
    for (rows = 0; d; d = d->next)
        rows++;
    if (rows)
        text_addf(out, "  more_differences: %zu\n", rows);
}

/* Older readers take a text with a colon in it, on a line of its own, for a key and a value. */
static void add_row(struct text *out, const char *key, const char *word, const char *other,
                    const char *text)
{
    text_addf(out, "    - %s: ", key);
    add_string(out, word);
    text_addf(out, "      %s: ", other);
    add_string(out, text);
}

static void add_others(struct text *out, const struct outcome *o, const struct finding *first)
{
    bool heading = false;

    for (const struct finding *f = o->findings; f; f = f->next) {
        if (f == first)
            continue;
        if (!heading)
            text_add(out, "  also:\n");
        heading = true;
        add_row(out, "rule", f->rule->id, "fault",
                arena_printf(out->arena, "%s: %s", level_name(f->level), f->fault));
    }
}

static const char *severity(const struct outcome *o)
{
    return o->verdict == VERDICT_FAILED ? "fail" : o->verdict == VERDICT_ERRORED ? "error" : "note";
}

static void add_attempts(struct text *out, const struct outcome *o)
{
    if (!o)
        return;
    add_attempts(out, o->earlier);
    const bool passed = o->verdict == VERDICT_FLAKY || o->verdict == VERDICT_PASSED;
    add_row(out, "status", passed ? "passed" : verdict_name(o->verdict), "message",
            passed ? "" : attempt_line(out->arena, o));
}

static const char *message_of(struct arena *arena, const struct outcome *o,
                              const struct finding *finding)
{
    if (finding)
        return finding->title;
    if (o->error)
        return "cfnc cannot judge this.";
    if (o->verdict == VERDICT_NOT_RUN)
        return arena_printf(arena, "not run: %s", attempt_line(arena, o));
    return NULL;
}

static void add_block(struct text *out, const struct run *run, const struct outcome *o)
{
    const struct finding *finding = failure_finding(o);

    if (!finding && !o->error && !o->earlier && o->verdict != VERDICT_NOT_RUN)
        return;
    text_add(out, "  ---\n");
    add_member(out, "rule", finding ? finding->rule->id : NULL);
    add_member(out, "level", finding ? level_name(finding->level) : NULL);
    text_addf(out, "  severity: %s\n", severity(o));
    add_member(out, "message", message_of(out->arena, o, finding));
    add_member(out, "fault", finding ? finding->fault : NULL);
    add_member(out, "error", o->error);
    text_addf(out, "  duration_ms: %lld\n", (long long)(o->duration_ms < 0 ? 0 : o->duration_ms));
    add_differences(out, finding);
    add_others(out, o, finding);
    if (o->earlier) {
        text_add(out, "  attempts:\n");
        add_attempts(out, o);
    }
    if (o->test && finding)
        add_member(out, "again", again_command(out->arena, run, o));
    text_add(out, "  ...\n");
}

/* --- Test points --- */

static bool is_ok(const struct run *run, const struct outcome *o)
{
    return o->verdict == VERDICT_PASSED || o->verdict == VERDICT_SKIPPED ||
           (o->verdict == VERDICT_FLAKY && !run->options.flaky_fails);
}

static bool is_point(const struct outcome *o)
{
    return o->test || o->torn_down_badly;
}

static void add_point(struct text *out, const struct run *run, const struct outcome *o,
                      size_t number)
{
    text_addf(out, "%s %zu - ", is_ok(run, o) ? "ok" : "not ok", number);
    add_description(out, report_outcome_id(out->arena, o));
    if (!o->test)
        text_add(out, " (tearing down)");
    if (o->verdict == VERDICT_SKIPPED)
        add_directive(out, "SKIP", o->reason);
    else if (o->verdict == VERDICT_WAIVED)
        add_directive(out, "TODO",
                      arena_printf(out->arena, "waived: %s", waived_reason(out->arena, o)));
    else
        text_add(out, "\n");
    add_block(out, run, o);
}

static void add_leftover(struct text *out, const struct leftover *l, size_t number)
{
    text_addf(out, "not ok %zu - left behind by ", number);
    add_description(out, report_outcome_id(out->arena, l->made_by));
    if (l->waived)
        add_directive(out, "TODO", arena_printf(out->arena, "waived: %s", l->waived));
    else
        text_add(out, "\n");
    text_add(out, "  ---\n  rule: \"leak.none\"\n  severity: error\n");
    add_member(out, "message", l->reason);
    add_member(out, "identifier", json_print(out->arena, l->identifier));
    text_add(out, "  ...\n");
}

static size_t add_leftovers(struct text *out, const struct run *run, size_t number)
{
    for (const struct leftover *l = run->leftovers; l; l = l->next)
        add_leftover(out, l, ++number);
    return number;
}

static void add_plan(struct text *out, size_t count)
{
    text_addf(out, "1..%zu%s\n", count, count ? "" : " # SKIP no test was selected");
}

static void add_head(struct text *out, const struct run *run)
{
    text_addf(out, "# cfnc %s  %s  seed %llu  suite %s\n", CFNC_VERSION, run->subject->name,
              (unsigned long long)run->options.seed, suite_name(run->options.suite));
}

/* Each run after the line that tells what it is of. */
const char *tap_report(struct arena *arena, const struct runs *runs)
{
    struct text out = text_new(arena), points = text_new(arena);
    size_t count = 0;

    for (size_t i = 0; i < runs->count; i++) {
        const struct run *run = runs->items[i];

        add_head(&points, run);
        for (const struct outcome *o = run->outcomes; o; o = o->next)
            if (is_point(o))
                add_point(&points, run, o, ++count);
        count = add_leftovers(&points, run, count);
    }
    text_addf(&out, "TAP version %d\n", TAP_VERSION);
    add_plan(&out, count);
    text_add_bytes(&out, points.bytes, points.length);
    return out.bytes;
}

/* --- While the run goes on --- */

struct tap_progress {
    size_t count;
};

static void show(const struct text *out)
{
    fputs(out->bytes, stdout);
    fflush(stdout);
    arena_free(out->arena);
}

static void begins(void *self, const struct run *run)
{
    struct text out = text_new(arena_new());

    (void)self;
    text_addf(&out, "TAP version %d\n", TAP_VERSION);
    add_head(&out, run);
    show(&out);
}

static void test_ends(void *self, const struct run *run, const struct outcome *outcome)
{
    struct tap_progress *progress = self;
    struct text out = text_new(arena_new());

    if (is_point(outcome))
        add_point(&out, run, outcome, ++progress->count);
    show(&out);
}

static void ends(void *self, const struct run *run)
{
    struct tap_progress *progress = self;
    struct text out = text_new(arena_new());

    add_plan(&out, add_leftovers(&out, run, progress->count));
    show(&out);
}

void tap_stream(struct arena *arena, const struct console_options *options,
                struct reporter *reporters)
{
    (void)options;
    reporters[0] = (struct reporter){
        .self = arena_alloc(arena, sizeof(struct tap_progress)),
        .run_begins = begins,
        .test_ends = test_ends,
        .run_ends = ends,
    };
}
