#ifndef CFNC_WAIVERS_H
#define CFNC_WAIVERS_H

#include "cfnc/engine/trial.h"

/*
 * Exceptions: what a run finds and the user has accepted, with a reason. They
 * stand in a file beside the project's settings; see exceptions_read().
 *
 * A finding that is waived is kept apart from the others (outcome->waived). It
 * fails neither its test nor the run, and the test goes on where there is
 * something to go on with. What is left behind is told whoever waives leak.none,
 * and only an exception that names that rule waives it.
 */

/* The exception that takes this finding of the outcome, or NULL; an expired one takes none. */
struct waiver *waiver_for(const struct run *run, const struct outcome *outcome,
                          const struct rule *rule);

/* Whether the outcome has such a finding of the rule. */
bool outcome_waives(const struct outcome *outcome, const struct rule *rule);

/* "RULE: REASON" of the first of them, or why the test could not run; NULL when there is none. */
const char *waived_reason(struct arena *arena, const struct outcome *outcome);

/* Once a run is over: adds a warning for each exception that nothing was found for. */
void waivers_conclude(struct run *run);

/* "used", "unneeded", "not exercised", "expired": what became of it; for reports. */
const char *waiver_status(const struct run *run, const struct waiver *waiver);

/* What it is about, in words: read.equals in contract_update_read. */
const char *waiver_subject(struct arena *arena, const struct waiver *waiver);

#endif
