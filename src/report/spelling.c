#include "spelling.h"

#include "cfnc/base/clock.h"
#include "cfnc/base/text.h"

const char *report_date_time(struct arena *arena, int64_t wall_ms)
{
    return arena_printf(arena, "%s.%03dZ", date_text(arena, wall_ms), (int)(wall_ms % 1000));
}

void report_ms(json *object, const char *key, int64_t ms)
{
    json_set_number(object, key, (double)(ms < 0 ? 0 : ms));
}

void report_text(struct arena *arena, json *object, const char *key, const char *text)
{
    if (text)
        json_set_string(object, key, text_quote(arena, text, 0));
    else
        json_set(object, key, NULL);
}

const char *report_call_id(struct arena *arena, const struct call *call)
{
    return arena_printf(arena, "c%u", call->seq);
}

const char *report_outcome_id(struct arena *arena, const struct outcome *o)
{
    return arena_printf(arena, "%s/handler_%s.py::%s", o->set->id, o->module, o->name);
}

void report_append(struct arena *arena, json *array, const char *text)
{
    json_append(array, json_new_string(arena, text));
}

void report_handlers(struct arena *arena, json *object, const char *key, const struct run *run,
                     unsigned actions)
{
    json *array = json_set_array(object, key);
    const struct handler *handler;

    for (size_t i = 0; (handler = handler_at(run->subject->protocol, i)); i++)
        if (actions & 1u << i)
            report_append(arena, array, handler->key);
}

void report_pointers(struct arena *arena, json *object, const char *key,
                     const struct property_set *set)
{
    json *array = json_set_array(object, key);

    for (size_t i = 0; i < set->count; i++)
        report_append(arena, array, set->paths[i].pointer);
}

const char *report_verdict(const struct run *run, const struct call *call)
{
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        for (const struct finding *f = o->findings; f; f = f->next)
            if (f->call == call)
                return f->rule->id;
    return "ok";
}

const char *report_phase(const struct call *call)
{
    static const char *const phases[] = { "setup", "call", "teardown" };

    return phases[call->phase];
}

void report_counts(json *object, const struct summary *summary)
{
    json_set_number(object, "total", summary->total);
    json_set_number(object, "passed", summary->passed);
    json_set_number(object, "failed", summary->failed);
    json_set_number(object, "errored", summary->errored);
    json_set_number(object, "waived", summary->waived);
    json_set_number(object, "skipped", summary->skipped);
    json_set_number(object, "not_run", summary->not_run);
    json_set_number(object, "flaky", summary->flaky);
}

void report_summary(json *report, const struct run *run)
{
    const struct summary s = run_summary(run);
    json *object = json_set_object(report, "summary");

    report_counts(object, &s);
    json_set_number(object, "handler_calls", run->call_count);
    json_set_number(object, "leftovers", s.leftovers);
}
