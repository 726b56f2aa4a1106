#ifndef CFNC_OPERATION_H
#define CFNC_OPERATION_H

#include "cfnc/engine/trial.h"
#include "cfnc/ledger/ledger.h"

/*
 * One operation of a handler, from its first invocation until it settles: the
 * loop that every step runs.
 */

/*
 * Sends `request`, waits and follows up while the handler is IN_PROGRESS, and
 * holds every rule against every answer. Findings and errors go to the trial's
 * outcome. `x` is filled with the last exchange, the reply's words aside; false
 * when the trial is over.
 */
bool operation_run(struct trial *t, const struct request *request,
                   const struct expectation *expected, struct exchange *x);

/* Adds a finding about `call` (or NULL) and fails the trial when the rule is a MUST. */
void trial_find(struct trial *t, const struct rule *rule, const struct call *call,
                const char *fault, const struct comparison *comparison, enum action action);

/* The same of what should be and need not: nothing fails. */
void trial_advise(struct trial *t, const struct rule *rule, const struct call *call,
                  const char *fault, enum action action);

/* Whether models are ours to vary: nobody gave values or chose a variant. */
bool may_vary(const struct trial *t);

/* Notes what was made and is deleted, and what of that turned out to be alive. */
void memory_note_gone(struct trial *t, const json *model);
const json *last_gone(const struct trial *t); /* or NULL */
void live_note(struct trial *t, const json *model);

/* Something is changed: what was listed and read is to be asked for anew. */
void memory_fade(struct memory *memory);

/*
 * LIST with `desired`, page after page, each of which is judged. Returns whom they name, in
 * `arena`; NULL when the trial is over.
 */
const struct listed *pages_walk(struct trial *t, struct arena *arena, const json *desired);
/* Whether somebody whom the listing `of` names is not in the other. */
bool listing_lacks_some(const struct trial *t, const struct listed *listing,
                        const struct listed *of);

/* Keeps a finding apart when an exception takes it (waivers.h). False when none does. */
bool trial_waive(struct trial *t, struct finding *finding);

/* Writes a call and its answer into the record. */
void call_keep(struct trial *t, struct call *call, const struct exchange *x);

/* Notes that the rule was held against something, and kept. */
void trial_keep(struct trial *t, const struct rule *rule);

/*
 * What exists, or may exist, because of this trial: told before a create is
 * sent, and after every event.
 */
MUST_USE bool live_before(struct trial *t, const struct request *request); /* false: do not send */
void live_after(struct trial *t, const struct exchange *x, const struct call *call);

/* The newest create should have made nothing: when no answer named what it made, it is no leftover
 * unless it is found. */
void live_need_not_be(struct trial *t);

/*
 * Takes over an entry of the ledger, of an earlier run: to be deleted. `vouched`:
 * the user says that what is as was asked for is theirs, though nothing in it is
 * unique.
 */
void live_adopt(struct trial *t, struct ledger_entry *entry, bool vouched);

/* Deletes what is alive, the newest first; what cannot be deleted is left over. */
void live_delete_all(struct trial *t);

#endif
