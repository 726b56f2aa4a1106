#ifndef CFNC_RUN_H
#define CFNC_RUN_H

#include "cfnc/select.h"

/*
 * Runs every selected test on every input set, module by module, making each
 * fixture once, and tells the reporters. `run` comes with its plan filled in
 * (arena, options, type, target, sets, redactor) and goes out complete, with
 * its exit code. `reporters` ends with a row whose self is NULL.
 */
void run_suite(struct run *run, struct world *world, const struct selection *selection,
               const struct reporter *reporters);

/* What the handlers are given on one of run->sets, from the beginning. */
struct examples run_examples(const struct run *run, const struct input_set *set);

/* Counts what would run, without a call; sets run->selected and run->deselected. */
void run_collect(struct run *run, const struct selection *selection);

#endif
