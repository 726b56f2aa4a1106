#ifndef CFNC_TRACKED_PRIVATE_H
#define CFNC_TRACKED_PRIVATE_H

#include "cfnc/engine/tracked.h"

/* Between the files about tracked resources, and the operations that make and remove them. */

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
