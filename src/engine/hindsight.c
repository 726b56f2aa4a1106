/* Tests that look at what was found already; see trial.h. */
#include "engine_private.h"

#include <string.h>

static bool is_among(const struct rule *rule, const char *const *names)
{
    if (!names)
        return true;
    while (*names && strcmp(*names, rule->id) != 0)
        names++;
    return *names;
}

/* The finding is of the record already: redacted, and as long-lived as the run. */
static void repeat(struct trial *t, const struct finding *finding)
{
    struct finding *copy = arena_alloc(t->run->arena, sizeof(*copy));
    struct finding **end = &t->outcome->findings;

    for (const struct finding *f = *end; f; f = f->next)
        if (f->rule == finding->rule && f->call == finding->call)
            return;
    *copy = *finding;
    copy->next = NULL;
    copy->waiver = NULL;
    t->outcome->broken[rule_index(t->run->subject->protocol, finding->rule)] = true;
    const bool waived = trial_waive(t, copy);
    t->failed = t->failed || (finding->level == MUST && !(waived && waived_may_go_on(t, copy)));
    if (waived)
        return;
    while (*end)
        end = &(*end)->next;
    *end = copy;
}

static void repeat_findings(struct trial *t, const struct finding *f, unsigned actions,
                            const char *const *names)
{
    for (; f; f = f->next)
        if (f->call && f->call->action & actions && is_among(f->rule, names))
            repeat(t, f);
}

size_t look_back(struct trial *t, unsigned actions, const char *const *names,
                 const struct outcome *fixture)
{
    static const struct verdict_on kept = { .fault = NULL };
    size_t successes = 0;

    for (const struct call *c = t->run->calls; c; c = c->next)
        successes +=
            c->action & actions && c->event.status == SUCCESS && (!fixture || c->owner == fixture);
    if (t->failed)
        return successes;
    for (const struct outcome *o = t->run->outcomes; o; o = o->next)
        if (o != t->outcome && (!fixture || o == fixture)) {
            repeat_findings(t, o->findings, actions, names);
            repeat_findings(t, o->waived, actions, names); /* for that test, not for this one */
        }
    for (; names && *names && successes; names++)
        (void)judge_as(t, rule_find(t->run->subject->protocol, *names), NULL, &kept);
    if (fixture && fixture->error && !t->outcome->findings)
        trial_error_at(t, &fixture->place, fixture->error);
    return successes;
}
