#ifndef CFNC_ENGINE_PRIVATE_H
#define CFNC_ENGINE_PRIVATE_H

#include "cfnc/engine/tracked.h"

/* Between the files of the engine. */

/* --- The record of an operation --- */

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

/* --- Tracked resources, for the operations that make and remove them --- */

/* Before a request is sent. False, and an error of the trial: it must not be. */
MUST_USE bool tracked_before(struct trial *t, const struct request *request);
/* After each answer. */
void tracked_after(struct trial *t, const struct exchange *x, const struct call *call);

/* --- tracked.c --- */

const struct lifecycle *life_of(const struct trial *t); /* NULL: nothing is made */

void tracked_remove(struct trial *t, const struct tracked *gone); /* from the list */
/* It is gone, or never was. `why` is for the ledger. */
void tracked_close(struct trial *t, struct tracked *gone, const char *why);
bool tracked_is_removed(const struct trial *t, const struct tracked *made);
/* It was taken for gone, and may be there. */
void tracked_restore(struct trial *t, struct tracked *made);

/* --- tracked_ledger.c: what the ledger is told; nothing without one --- */

/* Before a create is sent. False and the error: it must not be. */
MUST_USE bool tracked_enter(struct trial *t, struct tracked *made, struct error *error);
void tracked_note_model(struct trial *t, struct tracked *made);

#endif
