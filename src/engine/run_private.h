#ifndef CFNC_RUN_PRIVATE_H
#define CFNC_RUN_PRIVATE_H

#include "cfnc/engine/run.h"

/* Between run.c and run_shrink.c. */

/* One module on one input set, with the fixture that its tests share. */
struct session {
    struct run *run;
    struct world *world;
    const struct selection *selection;
    const struct reporter *reporters;
    const struct module *module;
    const struct input_set *set;
    struct examples examples;
    struct outcome **outcomes_end;
    struct trial fixture; /* its outcome is NULL until some test needs it */
    struct memory memory; /* of the module */
    unsigned failures;
    bool last_attempt;    /* what fails now is not run again */
    bool fixture_is_lost; /* it failed as often as it was tried: nobody tries it again */
};

/* Runs the test with a fixture of its own, or that fixture alone (NULL). Whether it failed by
 * `rule`. */
bool session_fails(struct session *s, enum given given, const struct contract_test *test,
                   const struct rule *rule);

/*
 * Runs what failed with smaller and smaller models (run->options.shrink times at
 * most) and notes the smallest that fails by the same rule in the outcome.
 */
void session_shrink(struct session *s, enum given given, const struct contract_test *test,
                    struct outcome *outcome, const json *model);

#endif
