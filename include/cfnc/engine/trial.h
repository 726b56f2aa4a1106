#ifndef CFNC_TRIAL_H
#define CFNC_TRIAL_H

#include "cfnc/engine/record.h"
#include "cfnc/engine/reporter.h"

/*
 * One execution of one contract test, or of the fixture that several share. The
 * trial deletes what it made when it ends, so no test tidies up.
 *
 * A broken rule fails the trial, and a call of a failed trial is not made. A test is
 * therefore a straight line of steps without checks.
 */
struct trial {
    struct arena *arena;
    struct run *run;
    struct outcome *outcome;
    struct world *world;
    const struct reporter *reporters; /* ends with a row whose self is NULL */
    struct trial *fixture;            /* that the test is given; or NULL */
    void *session;                    /* what the protocol's trials share; or NULL */
    void *own;                        /* what the protocol keeps of this one; or NULL */
    enum phase phase;
    bool failed;             /* a MUST is broken, or cfnc cannot judge: no call is made any more */
    bool stopped;            /* the run was stopped in it */
    bool cleaning;           /* it is no test: what earlier ones left behind is deleted, or later */
    int64_t began_ms;        /* by the world's clock */
    const char *skipped;     /* why it cannot be carried out here; or NULL */
    struct tracked *tracked; /* what exists because of it (tracked.h) */
};

/* A trial of that setting (run, outcome, world, reporters; fixture and session), that begins now.
 */
struct trial trial_new(const struct trial *setting);

/* Runs a test, or makes what a fixture gives, and deletes what the test made. */
void trial_run(struct trial *t, const struct contract_test *test);
void trial_set_up(struct trial *t, const struct fixture *given);
/* Ends what a fixture gave, and deletes it. */
void trial_tear_down(struct trial *t, const struct fixture *given);

/* --- Calls --- */

/*
 * One operation of a handler, from its first call until it settles: sends the request (with a
 * new token where it has none), follows up while the handler is IN_PROGRESS, and holds every
 * rule against every answer. Findings and errors go to the trial's outcome. Fills in `last`
 * with the last exchange, the reply's words aside; what it points to is of `arena` (NULL: the
 * trial's). False when the trial is over; of an operation aside: when this one is.
 */
bool trial_call(struct trial *t, struct arena *arena, const struct request *request,
                const struct expectation *expected, struct exchange *last);

/* The run's last call; NULL: there was none. */
const struct call *last_call(const struct trial *t);

/* --- Judging --- */

/*
 * Holds the rule of that id against what was seen at the call `about` (NULL: at none): `fault` is
 * what is wrong, one line, and NULL when nothing is. Judges nothing in a trial that has failed, nor
 * a rule that is not of the suite.
 */
void judge(struct trial *t, const char *id, const struct call *about, const char *fault);

/* The same in any trial, with more to say: the comparison that shows it, or that it is only advice.
 */
struct verdict_on {
    const char *fault;
    const struct comparison *comparison; /* or NULL */
    const struct place *place;           /* where it is, in a file of the run; or NULL */
    bool mild;                           /* it breaks no more than a SHOULD */
};
/* Whether that fails the trial. */
bool judge_as(struct trial *t, const struct rule *rule, const struct call *about,
              const struct verdict_on *verdict);

/* Whether a rule counts in this suite and the trial has not failed: a step about it makes sense. */
bool counts(const struct trial *t, const char *rule);

/* Notes that the rule cannot be judged on this subject or with these inputs; one line. */
void trial_pass_over(struct trial *t, const char *id, const char *reason);

/* Ends the test as skipped, unless something was found: it cannot be carried out here. */
void trial_skip(struct trial *t, const char *reason);

/* Ends the trial because cfnc cannot judge. */
void trial_error(struct trial *t, const char *text);
/* The same, of something that stands in a file of the run. */
void trial_error_at(struct trial *t, const struct place *place, const char *text);

/*
 * Hindsight: repeats in this trial what was found by now, in this run, at calls
 * of `actions`; of these rules only, where `names` (ends with NULL) is not NULL.
 * With `fixture`, of that one only, and with it why it could not be judged.
 * Returns how many such calls SUCCEEDED.
 */
size_t look_back(struct trial *t, unsigned actions, const char *const *names,
                 const struct outcome *fixture);

#endif
