#ifndef CFNC_RETRIAL_H
#define CFNC_RETRIAL_H

#include "cfnc/engine/record.h"

/*
 * A test that failed, or its fixture alone, run again and again with other inputs, on a record
 * that nobody reads: what a protocol looks for the smallest inputs with.
 */
struct retrial {
    const struct run *run;
    const struct input_set *set;      /* with which it failed */
    struct outcome *outcome;          /* `smallest` and `shrink_runs` are for the protocol to set */
    struct session *session;          /* the engine's */
    const struct contract_test *test; /* NULL: the fixture alone */
    const struct fixture *given;
};

/* Whether it fails by the same rule with these inputs; false too once the run is to stop. */
bool retrial_fails(const struct retrial *retrial, const struct input_set *set);

#endif
