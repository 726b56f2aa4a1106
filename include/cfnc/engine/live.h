#ifndef CFNC_LIVE_PRIVATE_H
#define CFNC_LIVE_PRIVATE_H

#include "cfnc/engine/operation.h"
#include "cfnc/ledger/ledger.h"

/* Between the files about what exists because of a trial. */

struct live {
    struct live *next;
    const json *model;   /* the newest; what was sent, until an event names the resource */
    const json *desired; /* what was sent; NULL when it was not made by a CREATE */
    const struct outcome *made_by;
    const struct call *last_call;
    struct ledger_entry *entry; /* of it; NULL without a ledger */
    /* What was listed before it was sent, and with what LIST was asked for that; or NULL. */
    const struct listed *before;
    const char *before_for;
    unsigned renewals; /* of its model, in the ledger */
    bool known;        /* an event named it: it exists, or did */
    bool answered;     /* an event said that it is made, or being made */
    bool invalid;      /* it should not have been made, so that it need not be found */
    bool unique;       /* nobody else asks for the same; only where that was noted */
    bool kept;         /* it comes out of the ledger, without what is secret in it */
    bool late;         /* its handler may still be at it */
};

/* --- live.c --- */

void live_remove(struct trial *t, const struct live *gone); /* from the list */
/* It is gone, or never was. `why` is for the ledger. */
void live_close(struct trial *t, struct live *gone, const char *why);
void live_renew(struct trial *t, struct live *live, const json *model);
bool live_is_removed(const struct trial *t, const struct live *live);
/* It was taken for gone, and may be there. */
void live_restore(struct trial *t, struct live *live);

/* --- live_ledger.c: what the ledger is told; nothing without one --- */

/* Before a create is sent. False and the error: it must not be. */
MUST_USE bool live_enter(struct trial *t, struct live *live, struct error *error);
void live_note_model(struct trial *t, struct live *live);
/* Whether another entry, of this run or an earlier one, is about the same resource. */
bool live_is_in_ledger(const struct trial *t, const json *model);

/* --- live_unique.c --- */

/*
 * Whether something in a desired state, as far as handlers return it, is like
 * nothing that others may ask for: a random text that neither the schema nor the
 * user's inputs hold.
 */
bool live_is_unique(const struct run *run, const json *desired);
/* Whether `model`, whatever else is in it, has such a text of the desired state. */
bool live_is_kin(const struct run *run, const json *desired, const json *model);

/* --- live_find.c --- */

enum finding_of { FOUND_NONE, FOUND_IT, FOUND_UNSURE };

/*
 * Looks for what a create made that no answer named. FOUND_IT: live->model names
 * it, and it is ours beyond doubt. FOUND_UNSURE: *why, one line.
 */
enum finding_of live_find(struct trial *t, struct live *live, const char **why);

/* A call that is not judged and whose failure ends nothing. Why there is no event, or NULL. */
const char *live_ask(struct trial *t, struct request request, const json *resource,
                     struct exchange *x);

#endif
