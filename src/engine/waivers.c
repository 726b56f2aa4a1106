#include "cfnc/engine/waivers.h"

#include <string.h>

#include "cfnc/engine/operation.h"

static bool is_leak(const struct rule *rule)
{
    return strcmp(rule->id, "leak.none") == 0;
}

static bool is_about(const struct waiver *w, const struct outcome *outcome)
{
    return !w->test || strcmp(w->test, outcome->name) == 0;
}

struct waiver *waiver_for(const struct run *run, const struct outcome *outcome,
                          const struct rule *rule)
{
    struct waiver *w = run->waivers;

    while (w &&
           (w->expired || !is_about(w, outcome) || (w->rule ? w->rule != rule : is_leak(rule))))
        w = w->next;
    return w;
}

/* Whoever goes on after these may never end. */
static bool is_endless(const struct rule *rule)
{
    static const char *const ids[] = { "time.stabilizes", "list.pages" };

    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
        if (strcmp(rule->id, ids[i]) == 0)
            return true;
    return false;
}

/*
 * Whether the test has what its next steps need: a model that names the resource,
 * where one was to be returned.
 */
static bool can_go_on(const struct trial *t, const struct rule *rule, const struct call *call)
{
    const json *model = call ? json_get(call->reply.value, "resourceModel") : NULL;

    if (!call || is_endless(rule))
        return !call;
    if (call->event.status == FAILED)
        return call->expected != NO_ERROR;
    if (call->event.status == IN_PROGRESS)
        return call->action & (CREATE | UPDATE | DELETE);
    if (call->event.status != SUCCESS)
        return false;
    return !(call->action & (CREATE | READ | UPDATE)) ||
           (json_type(model) == JSON_OBJECT && !resource_type_lacks(t->run->type, model));
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
    t->failed =
        t->failed || (finding->level == MUST && !can_go_on(t, finding->rule, finding->call));
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

    while (f && is_leak(f->rule))
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
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (is_about(w, o) && (w->rule ? o->judged[w->rule - rules] : o->verdict == VERDICT_PASSED))
            return true;
    for (const struct call *c = run->calls; c && w->rule && is_leak(w->rule); c = c->next)
        if (c->action == CREATE && is_about(w, c->owner))
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
    struct warning **end = &run->warnings;

    while (*end)
        end = &(*end)->next;
    for (const struct waiver *w = run->waivers; w; w = w->next) {
        if (strcmp(waiver_status(run, w), "unneeded") != 0)
            continue;
        *end = arena_alloc(run->arena, sizeof(**end));
        **end = (struct warning){
            .code = "exception",
            .file = w->file,
            .line = w->line,
            .message = arena_printf(run->arena,
                                    "%s:%d: the exception of %s is not needed: it was tried, and "
                                    "nothing was found; remove it",
                                    w->file, w->line, waiver_subject(run->arena, w)),
        };
        end = &(*end)->next;
    }
}
