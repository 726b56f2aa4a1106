/* Findings of lint as text. */
#include "cfnc/report/lint_report.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "sarif_log.h"
#include "spelling.h"

enum { INDENT = 4, LEAST_COLUMNS = 40, ELLIPSIS = 3 };

#define BOLD  "\033[1m"
#define RESET "\033[0m"

static const char *const colours[] = {
    [LINT_NOTE] = "\033[36m", [LINT_WARNING] = "\033[33m", [LINT_ERROR] = "\033[1;31m"
};

/* One character as it is shown, and the columns that it takes. */
struct glyph {
    const char *shown;
    size_t bytes, width;
};

static struct glyph glyph_at(struct arena *arena, const char *at)
{
    const size_t length = text_utf8_length(at);
    const size_t bytes = length ? length : 1;

    if (*at == '\t')
        return (struct glyph){ " ", 1, 1 };
    const char *shown = text_quote(arena, arena_copy(arena, at, bytes), 0);
    return (struct glyph){ shown, bytes, text_width(shown) };
}

/* ---- for people: what is wrong, the line, a caret below it ---- */

/* What of the line is shown: [begin, end), and the caret's column in it. */
struct window {
    size_t begin, end;
    bool cut_begin, cut_end;
};

static size_t before(const char *text, size_t begin, size_t at)
{
    for (at--; at > begin && ((unsigned char)text[at] & 0xC0) == 0x80;)
        at--;
    return at;
}

static size_t width_at(struct arena *arena, const char *text, size_t at)
{
    return glyph_at(arena, text + at).width;
}

/* From the finding to both sides, as far as there is room: a third of it in front. */
static struct window choose(struct arena *arena, const char *text, struct json_line line, size_t at,
                            size_t room)
{
    struct window w = { at, at, false, false };
    size_t used = 0;

    while (w.begin > line.begin && used < room / 3) {
        w.begin = before(text, line.begin, w.begin);
        used += width_at(arena, text, w.begin);
    }
    while (w.end < line.end && used < room) {
        used += width_at(arena, text, w.end);
        w.end += glyph_at(arena, text + w.end).bytes;
    }
    while (w.begin > line.begin && used < room) {
        w.begin = before(text, line.begin, w.begin);
        used += width_at(arena, text, w.begin);
    }
    w.cut_begin = w.begin > line.begin;
    w.cut_end = w.end < line.end;
    while (w.begin < at && !w.cut_begin && strchr(" \t", text[w.begin]))
        w.begin++;
    return w;
}

static void add_line(struct text *out, const struct lint_finding *finding,
                     const struct lint_results *results)
{
    struct arena *scratch = arena_new();
    const struct json_places *places = lint_places(scratch, finding->source);
    const char *text = finding->source->text;
    const int columns = results->columns < LEAST_COLUMNS ? LEAST_COLUMNS : results->columns;
    const struct json_line line = json_places_line(places, finding->begin);
    const size_t at = finding->begin < line.end ? finding->begin : line.end;
    const struct window w =
        choose(scratch, text, line, at, (size_t)columns - INDENT - 2 * ELLIPSIS);
    size_t caret = w.cut_begin ? ELLIPSIS : 0;

    text_addf(out, "%*s%s", INDENT, "", w.cut_begin ? "..." : "");
    for (size_t i = w.begin; i < w.end;) {
        const struct glyph glyph = glyph_at(scratch, text + i);

        text_add(out, glyph.shown);
        caret += i < at ? glyph.width : 0;
        i += glyph.bytes;
    }
    text_addf(out, "%s\n%*s%s^%s\n", w.cut_end ? "..." : "", (int)caret + INDENT, "",
              results->colour ? colours[finding->rule->level] : "", results->colour ? RESET : "");
    arena_free(scratch);
}

static void add_finding(struct text *out, const struct lint_finding *finding,
                        const struct lint_results *results)
{
    const struct lint_region region = lint_region_of(out->arena, finding);
    const bool colour = results->colour;

    text_addf(out, "%s%s:%zu:%zu:%s ", colour ? BOLD : "",
              text_quote(out->arena, finding->source->path, 0), region.line, region.column,
              colour ? RESET : "");
    text_addf(out, "%s%s:%s %s [%s]\n", colour ? colours[finding->rule->level] : "",
              lint_level_name(finding->rule->level), colour ? RESET : "", finding->message,
              finding->rule->id);
    add_line(out, finding, results);
    if (finding->suggestion)
        text_addf(out, "%*s%s\n", INDENT, "", finding->suggestion);
}

static void add_count(struct text *out, size_t count, const char *what)
{
    text_addf(out, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

static void add_summary(struct text *out, const struct lint_results *results)
{
    size_t count[LINT_ERROR + 1] = { 0 };

    for (size_t i = 0; i < results->count; i++)
        for (size_t level = 0; level <= LINT_ERROR; level++)
            count[level] += results->lints[i]->count[level];
    add_count(out, count[LINT_ERROR], "error");
    text_add(out, ", ");
    add_count(out, count[LINT_WARNING], "warning");
    if (count[LINT_NOTE]) {
        text_add(out, ", ");
        add_count(out, count[LINT_NOTE], "note");
    }
    text_add(out, " in ");
    add_count(out, results->count, "schema");
    if (count[LINT_ERROR] + count[LINT_WARNING] + count[LINT_NOTE])
        text_add(out, " (rules: cfnc explain RULE)");
    text_add(out, "\n");
}

static const char *print_human(struct arena *arena, const struct lint_results *results)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < results->count; i++)
        for (const struct lint_finding *f = results->lints[i]->findings; f; f = f->next)
            add_finding(&out, f, results);
    add_summary(&out, results);
    return out.bytes;
}

/* ---- one array of findings ---- */

static void set_suggestion(json *object, const struct lint_finding *finding)
{
    if (finding->suggestion)
        json_set_string(object, "suggestion", finding->suggestion);
    else
        json_set(object, "suggestion", NULL);
}

static const char *print_json(struct arena *arena, const struct lint_results *results)
{
    json *list = json_array(arena);

    for (size_t i = 0; i < results->count; i++)
        for (const struct lint_finding *f = results->lints[i]->findings; f; f = f->next) {
            const struct lint_region region = lint_region_of(arena, f);
            json *object = json_append_object(list);

            json_set_string(object, "file", f->source->path);
            json_set_number(object, "line", (double)region.line);
            json_set_number(object, "column", (double)region.column);
            json_set_string(object, "level", lint_level_name(f->rule->level));
            json_set_string(object, "rule", f->rule->id);
            json_set_string(object, "message", f->message);
            set_suggestion(object, f);
            json_set_string(object, "pointer", f->pointer);
        }
    return arena_printf(arena, "%s\n", json_print_pretty(arena, list));
}

/* ---- SARIF 2.1.0 ---- */

static void add_rules(const struct sarif_log *log)
{
    const struct lint_rule *rule;

    for (size_t i = 0; (rule = lint_rule_at(i)); i++) {
        json *object =
            sarif_log_rule(log, rule->id, rule->text, rule->hint, lint_level_name(rule->level));

        json_set_string(json_set_object(object, "properties"), "source", rule->source);
    }
}

static void add_location(json *result, struct arena *arena, const struct lint_finding *finding)
{
    const struct lint_region region = lint_region_of(arena, finding);
    json *location = json_append_object(json_set_array(result, "locations"));
    json *physical = json_set_object(location, "physicalLocation");
    json *logical = json_append_object(json_set_array(location, "logicalLocations"));

    json_set_string(json_set_object(physical, "artifactLocation"), "uri",
                    sarif_uri(arena, finding->source->path));
    json *place = json_set_object(physical, "region");
    json_set_number(place, "startLine", (double)region.line);
    json_set_number(place, "startColumn", (double)region.column);
    json_set_number(place, "endLine", (double)region.end_line);
    json_set_number(place, "endColumn", (double)region.end_column);
    json_set_string(logical, "fullyQualifiedName", finding->pointer);
    json_set_string(logical, "kind", "member");
}

static const char *whole_message(struct arena *arena, const struct lint_finding *finding)
{
    return finding->suggestion
               ? arena_printf(arena, "%s; %s", finding->message, finding->suggestion)
               : finding->message;
}

static void add_result(json *results, struct arena *arena, const struct lint_finding *finding)
{
    json *result = json_append_object(results);

    json_set_string(result, "ruleId", finding->rule->id);
    json_set_number(result, "ruleIndex", (double)lint_rule_rank(finding->rule));
    json_set_string(result, "level", lint_level_name(finding->rule->level));
    json_set_string(json_set_object(result, "message"), "text", whole_message(arena, finding));
    add_location(result, arena, finding);
}

static const char *print_sarif(struct arena *arena, const struct lint_results *results)
{
    struct sarif_log log = sarif_log_new(arena);

    sarif_log_run(&log);
    add_rules(&log);
    json_set_string(log.run, "columnKind", "unicodeCodePoints");
    json *list = json_set_array(log.run, "results");
    for (size_t i = 0; i < results->count; i++)
        for (const struct lint_finding *f = results->lints[i]->findings; f; f = f->next)
            add_result(list, arena, f);
    return arena_printf(arena, "%s\n", json_print_pretty(arena, log.whole));
}

/* ---- GitHub's workflow commands ---- */

static void add_command(struct text *out, const struct lint_finding *finding)
{
    static const char *const commands[] = {
        [LINT_NOTE] = "notice", [LINT_WARNING] = "warning", [LINT_ERROR] = "error"
    };
    const struct lint_region region = lint_region_of(out->arena, finding);

    text_addf(out, "::%s file=", commands[finding->rule->level]);
    workflow_add(out, finding->source->path, true);
    text_addf(out, ",line=%zu,endLine=%zu,col=%zu", region.line, region.end_line, region.column);
    if (region.line == region.end_line)
        text_addf(out, ",endColumn=%zu", region.end_column);
    text_add(out, ",title=");
    workflow_add(out, finding->rule->id, true);
    text_add(out, "::");
    workflow_add(out, whole_message(out->arena, finding), false);
    text_add(out, "\n");
}

static const char *print_github(struct arena *arena, const struct lint_results *results)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < results->count; i++)
        for (const struct lint_finding *f = results->lints[i]->findings; f; f = f->next)
            add_command(&out, f);
    return out.bytes;
}

const struct lint_format lint_formats[] = {
    { "human", print_human },
    { "json", print_json },
    { "sarif", print_sarif },
    { "github", print_github },
    { 0 },
};
