#ifndef CFNC_RUN_H
#define CFNC_RUN_H

#include "cfnc/engine/select.h"

/*
 * Runs every selected test on every input set, module by module, making each
 * fixture once, and tells the reporters. `run` comes with its plan filled in
 * (arena, options, subject, target, sets, redactor) and goes out complete, with
 * its exit code. `reporters` ends with a row whose self is NULL.
 */
void run_suite(struct run *run, struct world *world, const struct selection *selection,
               const struct reporter *reporters);

/*
 * Makes one run of its shards, of which the first goes out complete: outcomes, calls and
 * leftovers of all, in the order in which one run would have come to them, calls numbered
 * anew. The others are empty then. They are of one type, suite and set of inputs, and
 * nothing that a run concludes at its end stands in their warnings.
 */
void run_merge(struct run *const *shards, size_t count);

/* What a run comes to when all of it is there: the exit code, and warnings about the whole. */
void run_conclude(struct run *run);

/* Tells the reporters of a run that is over, from its record. */
void run_tell(const struct run *run, const struct reporter *reporters);

/* Counts what would run, without a call; sets run->selected and run->deselected. */
void run_collect(struct run *run, const struct selection *selection);

#endif
