#ifndef CFNC_SESSION_H
#define CFNC_SESSION_H

#include "cfnc/engine/run.h"

/* Between run.c and retrial.c: one module on one input set, with the fixture that its tests share.
 */
struct session {
    struct run *run;
    struct world *world;
    const struct selection *selection;
    const struct reporter *reporters;
    const struct module *module;
    const struct input_set *set;
    void *shared; /* what the protocol's trials share (struct protocol, session) */
    struct outcome **outcomes_end;
    const struct fixture *given;
    struct trial fixture; /* its outcome is NULL until some test needs it */
    unsigned failures;
    bool last_attempt;    /* what fails now is not run again */
    bool fixture_is_lost; /* it failed as often as it was tried: nobody tries it again */
};

/* What failed as its own outcome says, with a fixture made for it alone. */
const struct outcome *session_try(struct session *s, const struct fixture *given,
                                  const struct contract_test *test);

/* A smaller model is looked for where that was asked for, and a rule says what failed. */
void session_shrink(struct session *s, const struct contract_test *test, const struct trial *t);

#endif
