#include "cfnc/engine/record.h"

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {
        [VERDICT_PASSED] = "passed",   [VERDICT_FAILED] = "failed", [VERDICT_ERRORED] = "errored",
        [VERDICT_WAIVED] = "waived",   [VERDICT_FLAKY] = "flaky",   [VERDICT_SKIPPED] = "skipped",
        [VERDICT_NOT_RUN] = "not_run",
    };
    return names[verdict];
}

bool verdict_is_bad(enum verdict verdict)
{
    return verdict == VERDICT_FAILED || verdict == VERDICT_ERRORED;
}

bool outcome_fails(const struct run *run, const struct outcome *outcome)
{
    if (!outcome->test)
        return outcome->torn_down_badly;
    return verdict_is_bad(outcome->verdict) || outcome->verdict == VERDICT_NOT_RUN ||
           (outcome->verdict == VERDICT_FLAKY && run->options.flaky_fails);
}

struct outcome *outcome_new(struct arena *arena, const struct protocol *protocol)
{
    struct outcome *outcome = arena_alloc(arena, sizeof(*outcome));

    outcome->judged = arena_array(arena, rule_count(protocol), sizeof(*outcome->judged));
    outcome->broken = arena_array(arena, rule_count(protocol), sizeof(*outcome->broken));
    return outcome;
}

void warning_add(struct arena *arena, struct warning **list, struct warning warning)
{
    while (*list)
        list = &(*list)->next;
    *list = arena_alloc(arena, sizeof(**list));
    **list = warning;
}

struct summary run_summary(const struct run *run)
{
    unsigned counts[VERDICT_NOT_RUN + 1] = { 0 };
    struct summary summary = { 0 };

    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        if (o->test)
            counts[o->verdict]++;
        else if (o->torn_down_badly)
            counts[VERDICT_ERRORED]++;
        summary.failing += outcome_fails(run, o);
    }
    for (const struct leftover *l = run->leftovers; l; l = l->next) {
        summary.leftovers++;
        summary.waived_leftovers += l->waived != NULL;
    }
    summary.passed = counts[VERDICT_PASSED];
    summary.failed = counts[VERDICT_FAILED];
    summary.errored = counts[VERDICT_ERRORED];
    summary.waived = counts[VERDICT_WAIVED];
    summary.flaky = counts[VERDICT_FLAKY];
    summary.skipped = counts[VERDICT_SKIPPED];
    summary.not_run = counts[VERDICT_NOT_RUN];
    for (size_t i = 0; i <= VERDICT_NOT_RUN; i++)
        summary.total += counts[i];
    return summary;
}

const struct finding *failure_finding(const struct outcome *outcome)
{
    const struct finding *first = outcome->findings;
    return outcome->error && first && first->rule->leak ? NULL : first;
}

struct run run_apart(const struct run *run, struct arena *arena)
{
    const size_t rules = rule_count(run->subject->protocol);
    struct run apart = *run;

    apart.outcomes = NULL;
    apart.calls = apart.last_call = NULL;
    apart.leftovers = NULL;
    apart.not_applicable = arena_array(arena, rules, sizeof(*apart.not_applicable));
    return apart;
}

const json *call_model(const struct run *run, const struct call *call)
{
    const struct model_place *place =
        model_place_of(run->subject->protocol->request_places, PLACE_MODEL);

    return place ? model_place_get(call->request, place) : NULL;
}
