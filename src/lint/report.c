#include "report.h"

#include <ctype.h>
#include <string.h>

#include "cfnc/text.h"
#include "lint_private.h"

const struct lint_format lint_formats[] = {
    { "human", report_human },
    { "json", report_json },
    { "sarif", report_sarif },
    { "github", report_github },
    { 0 },
};

const struct json_places *report_places(struct arena *arena, const struct json_source *source)
{
    return source->places ? source->places : json_places_new(arena, source->text, source->length);
}

struct lint_region lint_region_of(struct arena *arena, const struct lint_finding *finding)
{
    const struct json_places *places = report_places(arena, finding->source);

    return (struct lint_region){
        .line = json_places_line(places, finding->begin).number,
        .column = json_places_column(places, finding->begin),
        .end_line = json_places_line(places, finding->end).number,
        .end_column = json_places_column(places, finding->end),
    };
}

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

#define SARIF_SCHEMA                                                                               \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

/* A path as a URI reference (RFC 3986): one that begins with "x:" would be of the scheme x. */
static const char *uri_of(struct arena *arena, const char *path)
{
    struct text out = text_new(arena);

    if (*path == '/')
        text_add(&out, "file://");
    else if (strcspn(path, ":") < strcspn(path, "/"))
        text_add(&out, "./");
    for (const char *s = path; *s; s++)
        if (isalnum((unsigned char)*s) || strchr("-._~/:@!$&'()*+,;=", *s))
            text_add_bytes(&out, s, 1);
        else
            text_addf(&out, "%%%02X", (unsigned)(unsigned char)*s);
    return out.bytes;
}

static void add_rules(json *driver)
{
    json *rules = json_set_array(driver, "rules");
    const struct lint_rule *rule;

    for (size_t i = 0; (rule = lint_rule_at(i)); i++) {
        json *object = json_append_object(rules);

        json_set_string(object, "id", rule->id);
        json_set_string(json_set_object(object, "shortDescription"), "text", rule->text);
        json_set_string(json_set_object(object, "help"), "text", rule->hint);
        json_set_string(json_set_object(object, "defaultConfiguration"), "level",
                        lint_level_name(rule->level));
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
                    uri_of(arena, finding->source->path));
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
    json *log = json_object(arena);

    json_set_string(log, "$schema", SARIF_SCHEMA);
    json_set_string(log, "version", "2.1.0");
    json *run = json_append_object(json_set_array(log, "runs"));
    json *driver = json_set_object(json_set_object(run, "tool"), "driver");
    json_set_string(driver, "name", "cfnc");
    json_set_string(driver, "version", CFNC_VERSION);
    add_rules(driver);
    json_set_string(run, "columnKind", "unicodeCodePoints");
    json *list = json_set_array(run, "results");
    for (size_t i = 0; i < results->count; i++)
        for (const struct lint_finding *f = results->lints[i]->findings; f; f = f->next)
            add_result(list, arena, f);
    return arena_printf(arena, "%s\n", json_print_pretty(arena, log));
}

/* ---- GitHub's workflow commands ---- */

/* What a command takes for its own; in a property ':' and ',' too. */
static void add_escaped(struct text *out, const char *text, bool property)
{
    const char *const special = property ? "%\r\n:," : "%\r\n";

    for (; *text; text++)
        if (strchr(special, *text))
            text_addf(out, "%%%02X", (unsigned)(unsigned char)*text);
        else if ((unsigned char)*text < ' ') /* which no runner decodes, but a terminal obeys */
            text_addf(out, "\\x%02x", (unsigned)(unsigned char)*text);
        else
            text_add_bytes(out, text, 1);
}

static void add_command(struct text *out, const struct lint_finding *finding)
{
    static const char *const commands[] = {
        [LINT_NOTE] = "notice", [LINT_WARNING] = "warning", [LINT_ERROR] = "error"
    };
    const struct lint_region region = lint_region_of(out->arena, finding);

    text_addf(out, "::%s file=", commands[finding->rule->level]);
    add_escaped(out, finding->source->path, true);
    text_addf(out, ",line=%zu,endLine=%zu,col=%zu", region.line, region.end_line, region.column);
    if (region.line == region.end_line)
        text_addf(out, ",endColumn=%zu", region.end_column);
    text_add(out, ",title=");
    add_escaped(out, finding->rule->id, true);
    text_add(out, "::");
    add_escaped(out, whole_message(out->arena, finding), false);
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
