#include "spelling.h"

#include <string.h>

#include "cfnc/base/clock.h"

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

void workflow_add(struct text *out, const char *text, bool property)
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

const char *counted(struct arena *arena, size_t count, const char *thing)
{
    return arena_printf(arena, "%zu %s%s", count, thing, count == 1 ? "" : "s");
}

void verdicts_line(struct text *out, const struct summary *s)
{
    text_addf(out, "%u passed, %u failed, ", s->passed, s->failed + s->errored);
    if (s->waived)
        text_addf(out, "%u waived, ", s->waived);
    if (s->flaky)
        text_addf(out, "%u flaky, ", s->flaky);
    text_addf(out, "%u skipped", s->skipped);
    if (s->not_run)
        text_addf(out, ", %u not run", s->not_run);
}

const char *module_heading(struct arena *arena, const struct run *run, const struct outcome *o)
{
    return run->set_count > 1 ? arena_printf(arena, "%s [%s]", o->module, o->set->id) : o->module;
}

const char *test_heading(struct arena *arena, const struct outcome *o)
{
    return o->test ? o->name : arena_printf(arena, "%s (fixture)", o->name);
}

void differences_line(struct text *out, const struct difference *d,
                      const struct differences_words *words)
{
    size_t count = 0;

    for (; d && count < words->rows; d = d->next, count++) {
        const json *const values[] = { d->requested, d->returned };

        text_addf(out, "%s %s", count ? ";" : "",
                  *d->path ? text_quote(out->arena, d->path, 0) : words->model);
        for (size_t i = 0; i < 2; i++)
            text_addf(out, "%s%s", words->before[i],
                      values[i]
                          ? text_fit(out->arena, json_print(out->arena, values[i]), words->columns)
                          : words->absent);
    }
    for (count = 0; d; d = d->next)
        count++;
    if (count)
        text_addf(out, "; and %zu more", count);
}
