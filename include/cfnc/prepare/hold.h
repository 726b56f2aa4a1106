#ifndef CFNC_HOLD_H
#define CFNC_HOLD_H

#include "cfnc/ledger/ledger.h"
#include "cfnc/option/options.h"
#include "cfnc/record/recording.h"

/* A project that one process at a time works in, and its ledger. All zero: none is held. */
struct hold {
    struct ledger_lock *lock;
    struct ledger *ledger;
};

/* Locks the project (which may take `wait_ms`) and opens its ledger. False and the error. */
MUST_USE bool hold_project(struct arena *arena, const char *folder, int64_t wait_ms,
                           struct hold *hold, struct error *error);
void hold_end(struct hold *hold);

/* A run that is being recorded; all NULL when it is not. */
struct record {
    struct recording_file *file;
    struct recorder *recorder;
    struct recording_sink sink; /* of the file */
    size_t written;             /* bytes */
    bool full;                  /* RECORDING_LARGEST: nothing more is written */
};

/*
 * Begins to record the run below the folder; sets run->id. The world that is to be used then. What
 * cannot be recorded is complained of, and runs.
 */
struct world *record_begin(struct arena *arena, const char *folder, struct run *run,
                           struct world *world, struct record *record);
void record_end(const struct record *record, const struct run *run);

#endif
