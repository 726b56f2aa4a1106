#ifndef CFNC_HOLD_H
#define CFNC_HOLD_H

#include "cfnc/ledger/ledger.h"
#include "cfnc/option/options.h"

/* A project that one process at a time works in, and its ledger. All zero: none is held. */
struct hold {
    struct ledger_lock *lock;
    struct ledger *ledger;
};

/* Locks the project (waiting as --wait-for-lock says) and opens its ledger. False and the error. */
MUST_USE bool hold_project(struct arena *arena, const struct options *options, const char *folder,
                           struct hold *hold, struct error *error);
void hold_end(struct hold *hold);

#endif
