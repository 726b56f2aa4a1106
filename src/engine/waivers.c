#include "cfnc/engine/waivers.h"

#include <string.h>

#include "engine_private.h"

static bool is_about(const struct waiver *w, const struct outcome *outcome)
{
    return !w->test || strcmp(w->test, outcome->name) == 0;
}

struct waiver *waiver_for(const struct run *run, const struct outcome *outcome,
                          const struct rule *rule)
{
    struct waiver *w = run->waivers;

    while (w && (w->expired || !is_about(w, outcome) || (w->rule ? w->rule != rule : rule->leak)))
        w = w->next;
    return w;
}

bool waived_may_go_on(const struct trial *t, const struct finding *finding)
{
    const struct lifecycle *life = t->run->subject->protocol->life;
    const struct call *call = finding->call;

    if (!call || finding->rule->endless)
        return !call;
    if (call->event.status == FAILED)
        return call->expected != NO_ERROR;
    if (call->event.status == IN_PROGRESS)
        return call->handler->changes;
    if (call->event.status != SUCCESS)
        return false;
    return !life || !(call->action & life->answers) ||
           (json_type(call->event.model) == JSON_OBJECT &&
            life->is_named(t->run->subject, call->event.model));
}

bool trial_waive(struct trial *t, struct finding *finding)
{
    struct waiver *waiver = waiver_for(t->run, t->outcome, finding->rule);
    struct finding **end = &t->outcome->waived;

    if (!waiver)
        return false;
    while (*end)
        end = &(*end)->next;
    *end = finding;
    finding->waiver = waiver;
    waiver->used = true;
    return true;
}

bool outcome_waives(const struct outcome *outcome, const struct rule *rule)
{
    const struct finding *f = outcome->waived;

    while (f && f->rule != rule)
        f = f->next;
    return f;
}

const char *waived_reason(struct arena *arena, const struct outcome *outcome)
{
    const struct finding *f = outcome->waived;

    while (f && f->rule->leak)
        f = f->next;
    return f ? arena_printf(arena, "%s: %s", f->rule->id, f->waiver->reason) : outcome->reason;
}

const char *waiver_subject(struct arena *arena, const struct waiver *w)
{
    if (!w->rule)
        return w->test;
    return w->test ? arena_printf(arena, "%s in %s", w->rule->id, w->test) : w->rule->id;
}

/* Whether the run looked for what the exception is about: a leak, wherever something was made. */
static bool exercised(const struct run *run, const struct waiver *w)
{
    const struct protocol *protocol = run->subject->protocol;

    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (is_about(w, o) &&
            (w->rule ? o->judged[rule_index(protocol, w->rule)] : o->verdict == VERDICT_PASSED))
            return true;
    for (const struct call *c = run->calls; c && w->rule && w->rule->leak; c = c->next)
        if (protocol->life && c->action & protocol->life->makes && is_about(w, c->owner))
            return true;
    return false;
}

const char *waiver_status(const struct run *run, const struct waiver *w)
{
    if (w->expired)
        return "expired";
    if (w->used)
        return "used";
    return exercised(run, w) ? "unneeded" : "not exercised";
}

void waivers_conclude(struct run *run)
{
    for (const struct waiver *w = run->waivers; w; w = w->next) {
        if (strcmp(waiver_status(run, w), "unneeded") != 0)
            continue;
        const char *message = arena_printf(
            run->arena,
            "%s:%d: the exception of %s is not needed: it was tried, and nothing was found; remove "
            "it",
            w->file, w->line, waiver_subject(run->arena, w));
        warning_add(
            run->arena, &run->warnings,
            (struct warning){
                .code = "exception", .file = w->file, .line = w->line, .message = message });
    }
}
