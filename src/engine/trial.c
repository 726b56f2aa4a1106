#include "cfnc/engine/bounds.h"
#include "cfnc/engine/operation.h"

const char *test_name(const struct contract_test *test, enum suite suite_wanted)
{
    return suite_wanted == SUITE_V2 && test->v2_name ? test->v2_name : test->name;
}

bool test_is_of(const struct module *module, const struct contract_test *test,
                enum suite suite_wanted)
{
    return (!module->suites || module->suites & suite_wanted) &&
           (!test->suites || test->suites & suite_wanted);
}

bool module_is_due(const struct module *module, size_t set, size_t set_count)
{
    return module->when == FOR_EACH_SET ||
           set == (module->when == WITH_THE_FIRST_SET ? 0 : set_count - 1);
}

/* Whether a failure of it is waived; what was left behind, and what need not be, is none. */
static bool is_waived(const struct outcome *outcome)
{
    const struct finding *f = outcome->waived;

    while (f && (f->rule == rule_find("leak.none") || f->level != MUST))
        f = f->next;
    return f;
}

/*
 * An answer that is no event, or none at all, is an error; any other fault of a
 * MUST a failure. What was left behind is told apart: the test itself may have
 * passed.
 */
static enum verdict judge_outcome(const struct outcome *outcome)
{
    const struct rule *leak = rule_find("leak.none");
    enum verdict verdict = outcome->error       ? VERDICT_ERRORED
                           : is_waived(outcome) ? VERDICT_WAIVED
                                                : VERDICT_PASSED;

    for (const struct finding *f = outcome->findings; f; f = f->next) {
        if (f->rule == leak && !(f->call && f->call->action & (READ | LIST)))
            continue;
        if (f->no_event)
            return VERDICT_ERRORED;
        if (f->level == MUST && verdict != VERDICT_ERRORED)
            verdict = VERDICT_FAILED;
    }
    return verdict;
}

static void conclude(struct trial *t)
{
    t->outcome->verdict = judge_outcome(t->outcome);
    if (t->skipped && t->outcome->verdict == VERDICT_PASSED) {
        t->outcome->verdict = VERDICT_SKIPPED;
        t->outcome->reason = t->skipped;
    }
    if (t->stopped && t->outcome->verdict == VERDICT_PASSED) {
        t->outcome->verdict = VERDICT_NOT_RUN;
        t->outcome->reason = run_stop_reason(t->run);
    }
}

/* Whatever a trial found, what it made is deleted; the first failure stays the first. */
static void clean_up(struct trial *t)
{
    const bool failed = t->failed;
    const enum phase phase = t->phase;

    t->phase = PHASE_TEARDOWN;
    live_delete_all(t);
    t->phase = phase;
    t->failed = t->failed || failed;
}

void trial_run(struct trial *t, const struct contract_test *test)
{
    t->phase = PHASE_CALL;
    test->run(t);
    clean_up(t);
    conclude(t);
}

void trial_set_up(struct trial *t, enum given given)
{
    t->phase = PHASE_SETUP;
    fixture_make(t, given);
    if (t->failed)
        clean_up(t);
    conclude(t);
}

void trial_tear_down(struct trial *t)
{
    const bool failed = t->failed;

    t->phase = PHASE_TEARDOWN;
    if (!failed)
        fixture_end(t);
    clean_up(t);
    if (failed || !t->failed)
        return;
    conclude(t);
    t->outcome->torn_down_badly =
        t->outcome->verdict == VERDICT_FAILED || t->outcome->verdict == VERDICT_ERRORED;
}
