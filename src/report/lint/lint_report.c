#include "lint_report_private.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "report/sarif_log.h"
#include "report/workflow.h"

const struct lint_format lint_formats[] = {
    { "human", report_human },
    { "json", report_json },
    { "sarif", report_sarif },
    { "github", report_github },
    { 0 },
};

/* ---- one array of findings ---- */

static void set_suggestion(json *object, const struct lint_finding *finding)
{
    if (finding->suggestion)
        json_set_string(object, "suggestion", finding->suggestion);
    else
        json_set(object, "suggestion", NULL);
}

const char *report_json(struct arena *arena, const struct lint_results *results)
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

const char *report_sarif(struct arena *arena, const struct lint_results *results)
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

const char *report_github(struct arena *arena, const struct lint_results *results)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < results->count; i++)
        for (const struct lint_finding *f = results->lints[i]->findings; f; f = f->next)
            add_command(&out, f);
    return out.bytes;
}
