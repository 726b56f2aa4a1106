#include "cfnc/engine/retrial.h"

#include "cfnc/engine/bounds.h"
#include "session.h"

/* What an attempt leaves behind is left behind by the test that it is an attempt of. */
static void keep_leftovers(struct run *run, struct leftover *leftovers,
                           const struct outcome *outcome)
{
    struct leftover **end = &run->leftovers;

    while (*end)
        end = &(*end)->next;
    *end = leftovers;
    for (struct leftover *l = leftovers; l; l = l->next) {
        l->made_by = outcome;
        l->last_call = NULL;
    }
}

bool retrial_fails(const struct retrial *retrial, const struct input_set *set)
{
    static const struct reporter nobody[1];
    const struct session *s = retrial->session;
    struct arena *arena = arena_new();
    struct run apart = run_apart(s->run, arena);
    struct session again = {
        .run = &apart,
        .world = s->world,
        .selection = s->selection,
        .reporters = nobody,
        .module = s->module,
        .set = set,
        .outcomes_end = &apart.outcomes,
    };
    const struct protocol *protocol = apart.subject->protocol;

    again.shared = protocol->session ? protocol->session(arena, &apart, set) : NULL;
    const struct outcome *outcome =
        run_stops(s->run, s->world) ? NULL : session_try(&again, retrial->given, retrial->test);
    keep_leftovers(s->run, apart.leftovers, retrial->outcome);
    arena_free(arena);
    return outcome && outcome->verdict == VERDICT_FAILED &&
           failure_finding(outcome)->rule == failure_finding(retrial->outcome)->rule;
}

void session_shrink(struct session *s, const struct contract_test *test, const struct trial *t)
{
    const struct protocol *protocol = s->run->subject->protocol;
    struct retrial retrial = {
        .run = s->run,
        .set = s->set,
        .outcome = t->outcome,
        .session = s,
        .test = test,
        .given = test ? test->given : s->given,
    };

    if (s->run->options.shrink && protocol->shrink && s->last_attempt &&
        t->outcome->verdict == VERDICT_FAILED)
        protocol->shrink(&retrial, t);
}
