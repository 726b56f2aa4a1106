#include "cfnc/engine/record.h"

#include <string.h>

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {
        [VERDICT_PASSED] = "passed",   [VERDICT_FAILED] = "failed", [VERDICT_ERRORED] = "errored",
        [VERDICT_WAIVED] = "waived",   [VERDICT_FLAKY] = "flaky",   [VERDICT_SKIPPED] = "skipped",
        [VERDICT_NOT_RUN] = "not_run",
    };
    return names[verdict];
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
    const bool leak = first && strcmp(first->rule->id, "leak.none") == 0;

    return outcome->error && leak ? NULL : first;
}
