#include "cfnc/engine/bounds.h"
#include "engine_private.h"

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

struct trial trial_new(const struct trial *setting)
{
    struct trial t = *setting;

    t.arena = arena_new();
    t.began_ms = t.world->now_ms(t.world);
    if (t.run->subject->protocol->begin)
        t.own = t.run->subject->protocol->begin(&t);
    return t;
}

/* Whether a failure of it is waived; what was left behind, and what need not be, is none. */
static bool is_waived(const struct outcome *outcome)
{
    const struct finding *f = outcome->waived;

    while (f && (f->rule->leak || f->level != MUST))
        f = f->next;
    return f;
}

/*
 * An answer that is no event, or none at all, is an error; any other fault of a
 * MUST a failure. What was left behind is told apart, unless it was found by looking:
 * the test itself may have passed.
 */
static enum verdict judge_outcome(const struct outcome *outcome)
{
    enum verdict verdict = outcome->error       ? VERDICT_ERRORED
                           : is_waived(outcome) ? VERDICT_WAIVED
                                                : VERDICT_PASSED;

    for (const struct finding *f = outcome->findings; f; f = f->next) {
        if (f->rule->leak && !(f->call && !f->call->handler->changes))
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

void trial_run(struct trial *t, const struct contract_test *test)
{
    t->phase = PHASE_CALL;
    test->run(t);
    t->phase = PHASE_TEARDOWN;
    tracked_delete_all(t); /* whatever was found */
    conclude(t);
}

void trial_set_up(struct trial *t, const struct fixture *given)
{
    t->phase = PHASE_SETUP;
    given->make(t);
    if (t->failed) {
        t->phase = PHASE_TEARDOWN;
        tracked_delete_all(t);
    }
    conclude(t);
}

void trial_tear_down(struct trial *t, const struct fixture *given)
{
    const bool failed = t->failed;

    t->phase = PHASE_TEARDOWN;
    if (!failed && given->end)
        given->end(t);
    tracked_delete_all(t);
    if (failed || !t->failed)
        return;
    conclude(t);
    t->outcome->torn_down_badly = verdict_is_bad(t->outcome->verdict);
}
