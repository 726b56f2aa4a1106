#ifndef CFNC_BOUNDS_H
#define CFNC_BOUNDS_H

#include "cfnc/engine/trial.h"

/*
 * What ends a run, a test, an operation or an answer that would never end by
 * itself. Each bound has a name, what it is without an option, and the option
 * that changes it, or the reason why there is none.
 */
struct bound {
    const char *name;     /* "bound.call" */
    const char *what;     /* is bounded: "The time of one call" */
    const char *standard; /* "15 min" */
    const char *option;   /* "--test-timeout"; or NULL */
    const char *why;      /* there is none; NULL when there is one */
    const char *then;     /* what happens when it is reached */
};
extern const struct bound bounds[]; /* ends with an empty row */

/*
 * Whether the run is to end now: cfnc was asked to stop (stop.h), or
 * --global-timeout is over. The first time, notes when and why in the run.
 */
bool run_stops(struct run *run, struct world *world);

/* Whether cfnc was asked to stop, now or in the run that is played back: an exit code, or 0. */
int run_stop_code(const struct run *run);

/* Why tests do not run after that: "interrupted". */
const char *run_stop_reason(const struct run *run);

/* Of a run that is over: warns that waits were cut (--max-callback-delay). */
void run_note_cuts(struct run *run);

/* How long the trial may take from now on, in ms: 0 when it is to end. INT64_MAX: for ever. */
int64_t trial_time_left(struct trial *t);

/* Ends the trial when its time is over or the run stops; whether it did. */
bool trial_stops(struct trial *t);

/*
 * cfnc did not wait for an answer any longer; `why` is one line. What the trial's error is then;
 * NULL: the stop that ended it needs no other word.
 */
const char *trial_given_up(struct trial *t, const char *why);

/* Why nothing more is deleted; NULL while there is time for it. */
const char *teardown_over(struct trial *t);

#endif
