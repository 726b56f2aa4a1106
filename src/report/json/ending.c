/* What stands below the tests in a JSON report: calls, rules, what is left. */
#include "cfnc/engine/waivers.h"
#include "cfnc/report/failure.h"
#include "report/ruling.h"
#include "report/spelling.h"
#include "json_report_private.h"

static void set_response(struct arena *arena, json *object, const struct call *call)
{
    if (call->reply.value)
        json_set(object, "response", call->reply.value);
    else
        report_text(arena, object, "response", call->reply.body);
}

static void add_call(struct arena *arena, json *array, const struct run *run,
                     const struct call *call)
{
    json *object = json_append_object(array);
    json *owner = json_set_object(object, "owner");

    json_set_string(owner, "type", call->owner->test ? "test" : "fixture");
    json_set_string(owner, "id", report_outcome_id(arena, call->owner));
    json_set_string(object, "id", report_call_id(arena, call));
    json_set_number(object, "seq", call->seq);
    json_set_string(object, "phase", report_phase(call));
    json_set_string(object, "action", call->handler->name);
    json_set_number(object, "callback_index", call->callbacks);
    report_ms(object, "started_ms", call->started_ms);
    report_ms(object, "duration_ms", call->duration_ms);
    report_ms(object, "wait_before_ms", call->wait_before_ms);
    report_ms(object, "limit_ms", call->limit_ms);
    json_set_number(object, "http_status", call->reply.http_status);
    report_text(arena, object, "function_error", call->reply.error_type);
    report_text(arena, object, "status", status_name(call->event.status));
    report_text(arena, object, "error_code", call->event.error_text);
    report_text(arena, object, "message", call->event.message);
    json_set_string(object, "verdict", report_verdict(run, call));
    if (call->request)
        json_set(object, "request", call->request);
    else
        json_set_object(object, "request");
    set_response(arena, object, call);
}

static void add_rule(struct arena *arena, json *object, const struct run *run,
                     const struct rule *rule)
{
    const struct ruling ruling = ruling_of(run, rule);
    const size_t index = rule_index(run->subject->protocol, rule);
    json *tests = json_set_array(object, "tests");

    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (o->judged[index] || o->broken[index])
            report_append(arena, tests, report_outcome_id(arena, o));
    json_set_string(object, "id", rule->id);
    json_set_string(object, "level", level_name(rule->level));
    json_set_string(object, "text", rule->must);
    json_set_string(object, "status", ruling_name(ruling.kind));
    if (ruling.reason)
        json_set_string(object, "reason", ruling.reason);
    if (ruling.waived)
        report_text(arena, object, "waived", ruling.waived);
}

static void add_rules(struct arena *arena, json *report, const struct run *run)
{
    json *array = json_set_array(report, "rules");

    for (size_t i = 0; i < rule_count(run->subject->protocol); i++)
        add_rule(arena, json_append_object(array), run, rule_at(run->subject->protocol, i));
}

static void add_leftovers(struct arena *arena, json *report, const struct run *run)
{
    json *array = json_set_array(report, "leftovers");

    for (const struct leftover *l = run->leftovers; l; l = l->next) {
        json *object = json_append_object(array);

        json_set_string(object, "type_name", run->subject->name);
        json_set(object, "primary_identifier", l->identifier);
        json_set(object, "model", l->model);
        json_set_string(object, "created_by", report_outcome_id(arena, l->made_by));
        report_text(arena, object, "reason", l->reason);
        if (l->waived)
            report_text(arena, object, "waived", l->waived);
        report_text(arena, object, "last_call",
                    l->last_call ? report_call_id(arena, l->last_call) : NULL);
    }
}

static void add_exceptions(struct arena *arena, json *report, const struct run *run)
{
    json *array = json_set_array(report, "exceptions");

    for (const struct waiver *w = run->waivers; w; w = w->next) {
        json *object = json_append_object(array);

        report_text(arena, object, "rule", w->rule ? w->rule->id : NULL);
        report_text(arena, object, "test", w->test);
        report_text(arena, object, "reason", w->reason);
        report_text(arena, object, "expires", w->expires);
        report_text(arena, object, "file", w->file);
        json_set_number(object, "line", w->line);
        json_set_string(object, "status", waiver_status(run, w));
    }
}

static void add_redactions(struct arena *arena, json *report, const struct run *run)
{
    json *object = json_set_object(report, "redactions");

    report_pointers(arena, object, "paths", run->subject->secret);
    json_set_number(object, "count", (double)redactor_count(run->redactor));
}

void report_ending(struct arena *arena, json *report, const struct run *run)
{
    json *calls = json_set_array(report, "calls");

    for (const struct call *c = run->calls; c; c = c->next)
        add_call(arena, calls, run, c);
    add_rules(arena, report, run);
    if (run->coverage)
        json_set(report, "coverage", run->coverage);
    add_leftovers(arena, report, run);
    add_exceptions(arena, report, run);
    add_redactions(arena, report, run);
}
