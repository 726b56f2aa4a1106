#include "ruling.h"

const struct ruling_name ruling_names[] = {
    [RULING_VERIFIED] = { "verified", "verified" },
    [RULING_VIOLATED] = { "violated", "violated" },
    [RULING_NOT_APPLICABLE] = { "not_applicable", "not applicable" },
    [RULING_NOT_EXERCISED] = { "not_exercised", "not exercised" },
};

/* The reason why the rule's faults are accepted, when all of them are. */
static const char *waived_for(const struct run *run, const struct rule *rule)
{
    const char *reason = NULL;

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        for (const struct finding *f = o->findings; f; f = f->next)
            if (f->rule == rule)
                return NULL;
        for (const struct finding *f = o->waived; f && !reason; f = f->next)
            if (f->rule == rule)
                reason = f->waiver->reason;
    }
    return reason;
}

/* Rules that look only at what must not be: whoever sent such a call has looked for it. */
static bool looked_for(const struct run *run, const struct rule *rule)
{
    for (const struct call *c = run->calls; c; c = c->next)
        if (c->action & rule->held_by && c->event.status != NO_STATUS)
            return true;
    return false;
}

static const char *why_not_exercised(const struct run *run, const struct rule *rule)
{
    const struct summary s = run_summary(run);

    if (run->interrupted)
        return "the run was interrupted";
    if (rule->at == IN_PROGRESS)
        return "no answer was IN_PROGRESS";
    if (s.failing || s.waived)
        return "no test came that far";
    return run->deselected ? "no selected test came upon it" : "no test came upon it";
}

struct ruling ruling_of(const struct run *run, const struct rule *rule)
{
    const size_t index = rule_index(run->subject->protocol, rule);
    struct ruling ruling = { .rule = rule, .kind = RULING_NOT_EXERCISED };
    bool judged = looked_for(run, rule);

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        judged = judged || o->judged[index];
        if (o->broken[index])
            ruling.kind = RULING_VIOLATED;
    }
    if (ruling.kind == RULING_VIOLATED) {
        ruling.waived = waived_for(run, rule);
        return ruling;
    }
    ruling.reason =
        rule->suites & run->options.suite ? run->not_applicable[index] : "of another suite";
    if (judged)
        return (struct ruling){ .rule = rule, .kind = RULING_VERIFIED };
    if (ruling.reason)
        ruling.kind = RULING_NOT_APPLICABLE;
    else
        ruling.reason = why_not_exercised(run, rule);
    return ruling;
}

struct rulings rulings_count(const struct run *run)
{
    struct rulings rulings = { 0 };
    unsigned *const counts[] = {
        [RULING_VERIFIED] = &rulings.verified,
        [RULING_VIOLATED] = &rulings.violated,
        [RULING_NOT_APPLICABLE] = &rulings.not_applicable,
        [RULING_NOT_EXERCISED] = &rulings.not_exercised,
    };

    for (size_t i = 0; i < rule_count(run->subject->protocol); i++) {
        const struct rule *rule = rule_at(run->subject->protocol, i);

        if (!(rule->suites & run->options.suite))
            continue;
        const struct ruling ruling = ruling_of(run, rule);
        ++*counts[ruling.kind];
        rulings.waived += ruling.waived != NULL;
    }
    return rulings;
}
