#ifndef CFNC_TRACKED_H
#define CFNC_TRACKED_H

#include "cfnc/engine/trial.h"
#include "cfnc/ledger/ledger.h"

/*
 * Tracked resources: what exists, or may exist, because of a trial. One is tracked from the
 * moment its create is sent, under the newest model that a handler returned, until a removal
 * of it succeeds or finds nothing. Each is an entry of the ledger, too, where there is one.
 * Only protocols with a lifecycle have them; how they are told apart is for that to say.
 */
struct tracked {
    struct tracked *next;
    const json *model;   /* the newest; what was sent, until an event names the resource */
    const json *desired; /* what was sent; NULL when it was not made by a create */
    const struct outcome *made_by;
    const struct call *last_call;
    struct ledger_entry *entry; /* of it; NULL without a ledger */
    const void *before;         /* what the protocol saw before it was sent; or NULL */
    unsigned renewals;          /* of its model, in the ledger */
    bool known;                 /* an event named it: it exists, or did */
    bool answered;              /* an event said that it is made, or being made */
    bool invalid;               /* it should not have been made, so that it need not be found */
    bool unjudged;              /* how it is deleted is not judged */
    bool unique;                /* nobody else asks for the same; only where that was noted */
    bool kept;                  /* it comes out of the ledger, without what is secret in it */
    bool late;                  /* its handler may still be at it */
};

/* What was found to be there without a create of ours that it came from. */
struct tracked *tracked_discover(struct trial *t, const json *model);

/*
 * Takes over an entry of the ledger, of an earlier run: to be deleted. `vouched`: the user says
 * that what is as was asked for is theirs, though nothing in it is unique.
 */
void tracked_adopt(struct trial *t, struct ledger_entry *entry, bool vouched);

/* Deletes all, the newest first; what cannot be deleted is left over. */
void tracked_delete_all(struct trial *t);

/* Whether the model names what another create made, of this trial, its fixture or the ledger. */
bool tracked_is_of_another(const struct trial *t, const struct tracked *made, const json *model);
/* Whether an entry of the ledger, of this run or an earlier one, is about the same resource. */
bool tracked_is_in_ledger(const struct trial *t, const json *model);

/* Why an operation aside came to no event, or NULL: it settled. */
const char *tracked_problem(struct trial *t, const struct exchange *x);

#endif
