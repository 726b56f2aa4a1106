/*
 * SARIF 2.1.0: a result for each finding, at the line of the schema or of the inputs that it
 * is about (finding_place.h), with the test as its logical location.
 */
#include <string.h>

#include "cfnc/engine/waivers.h"
#include "cfnc/report/failure.h"
#include "finding_place.h"
#include "formats.h"
#include "sarif_log.h"
#include "spelling.h"

/* The rule of what is no finding: see outcome->error. */
static const char own_rule[] = "cfnc.error";

static const char *sarif_level(enum level level)
{
    return level == MUST ? "error" : "warning";
}

static size_t add_rules(const struct sarif_log *log, const struct protocol *protocol)
{
    size_t count = 0;

    for (; count < rule_count(protocol); count++) {
        const struct rule *rule = rule_at(protocol, count);

        sarif_log_rule(log, rule->id, rule->must, rule->hint, sarif_level(rule->level));
    }
    sarif_log_rule(log, own_rule, "cfnc can judge what a test finds.", NULL, sarif_level(MUST));
    return count;
}

static void add_location(struct arena *arena, json *result, const struct run *run,
                         const struct outcome *o, const struct finding *finding)
{
    json *location = json_append_object(json_set_array(result, "locations"));
    const struct place place = finding_place(run, o, finding);

    if (place.path) {
        json *physical = json_set_object(location, "physicalLocation");

        json_set_string(json_set_object(physical, "artifactLocation"), "uri",
                        sarif_uri(arena, place.path));
        json_set_number(json_set_object(physical, "region"), "startLine", place.line);
    }
    json *logical = json_append_object(json_set_array(location, "logicalLocations"));
    json_set_string(logical, "fullyQualifiedName", report_outcome_id(arena, o));
    json_set_string(logical, "name", o->name);
    json_set_string(logical, "kind", "function");
}

static const char *message_of(struct arena *arena, const struct outcome *o,
                              const struct finding *finding)
{
    static const struct differences_words words = { .rows = 20,
                                                    .columns = 200,
                                                    .model = "the model",
                                                    .absent = "nothing",
                                                    .before = { " requested ", ", returned " } };
    const struct difference *differences = finding ? finding->comparison.differences : NULL;
    struct text out = text_new(arena);

    text_addf(&out, "%s: %s", o->name, finding ? finding->title : text_quote(arena, o->error, 0));
    if (finding && !differences)
        text_addf(&out, " %s", text_quote(arena, finding->fault, 0));
    differences_line(&out, differences, &words);
    return out.bytes;
}

/* SARIF's texts are plain, but for [links](of) them, which a reader may follow. */
static const char *plain(struct arena *arena, const char *text)
{
    struct text out = text_new(arena);

    for (; *text; text++) {
        if (strchr("[]\\", *text))
            text_add(&out, "\\");
        text_add_bytes(&out, text, 1);
    }
    return out.bytes;
}

static json *add_result(struct arena *arena, json *array, const struct run *run,
                        const struct outcome *o, const struct finding *finding, size_t own_index)
{
    json *result = json_append_object(array);
    const char *id = finding ? finding->rule->id : own_rule;

    json_set_string(result, "ruleId", id);
    json_set_number(
        result, "ruleIndex",
        (double)(finding ? rule_index(run->subject->protocol, finding->rule) : own_index));
    json_set_string(result, "level", sarif_level(finding ? finding->level : MUST));
    json_set_string(json_set_object(result, "message"), "text",
                    plain(arena, message_of(arena, o, finding)));
    add_location(arena, result, run, o, finding);
    json_set_string(json_set_object(result, "partialFingerprints"), "cfncTest/v1",
                    arena_printf(arena, "%s#%s", report_outcome_id(arena, o), id));
    return result;
}

/* What is accepted is no alert, and is told with the reason. */
static void suppress(struct arena *arena, json *result, const struct finding *finding)
{
    json *suppression = json_append_object(json_set_array(result, "suppressions"));

    json_set_string(suppression, "kind", "external");
    report_text(arena, suppression, "justification", finding->waiver->reason);
}

static void add_results(struct arena *arena, json *sarif_run, const struct run *run,
                        size_t own_index)
{
    json *array = json_set_array(sarif_run, "results");

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        for (const struct finding *f = o->findings; f; f = f->next)
            add_result(arena, array, run, o, f, own_index);
        if (o->error)
            add_result(arena, array, run, o, NULL, own_index);
        for (const struct finding *f = o->waived; f; f = f->next)
            suppress(arena, add_result(arena, array, run, o, f, own_index), f);
    }
}

static void add_invocation(struct arena *arena, json *sarif_run, const struct run *run)
{
    json *invocation = json_append_object(json_set_array(sarif_run, "invocations"));

    json_set_boolean(invocation, "executionSuccessful", !run->interrupted);
    json_set_number(invocation, "exitCode", run->exit_code);
    json_set_string(invocation, "startTimeUtc", report_date_time(arena, run->started_wall_ms));
    json_set_string(invocation, "endTimeUtc",
                    report_date_time(arena, run->started_wall_ms + run->duration_ms));
}

static void add_run(struct arena *arena, struct sarif_log *log, const struct run *run,
                    size_t before)
{
    sarif_log_run(log);
    const size_t own_index = add_rules(log, run->subject->protocol);
    json_set_string(json_set_object(log->run, "automationDetails"), "id",
                    before ? arena_printf(arena, "cfnc/%s/%zu/", run->subject->name, before + 1)
                           : arena_printf(arena, "cfnc/%s/", run->subject->name));
    add_invocation(arena, log->run, run);
    add_results(arena, log->run, run, own_index);
}

const char *sarif_report(struct arena *arena, const struct runs *runs)
{
    struct sarif_log log = sarif_log_new(arena);

    for (size_t i = 0; i < runs->count; i++)
        add_run(arena, &log, runs->items[i], runs_before(runs, i));
    return arena_printf(arena, "%s\n", json_print_pretty(arena, log.whole));
}
