#ifndef CFNC_OPERATION_H
#define CFNC_OPERATION_H

#include "cfnc/engine/trial.h"

/* Between the files of the engine: an operation (operation.c) and the record of its calls. */

/* Writes a call and its answer into the record. */
void call_record(struct trial *t, struct call *call, const struct exchange *x,
                 const struct sending *sent);

/* A text for the record: redacted, cut where it is too long, as long-lived as the run. */
const char *trial_say(struct trial *t, const char *text);

/*
 * Keeps a finding apart when an exception takes it (waivers.h); false when none does. Whether
 * the test has what its next steps need then.
 */
bool trial_waive(struct trial *t, struct finding *finding);
bool waived_may_go_on(const struct trial *t, const struct finding *finding);

#endif
