#ifndef CFNC_RULING_H
#define CFNC_RULING_H

#include "cfnc/engine/record.h"

/*
 * What a run says about each rule: its coverage of the contract, once it is over.
 */
enum ruling_kind {
    RULING_VERIFIED,       /* held against something, and kept every time */
    RULING_VIOLATED,       /* broken at least once; waived or not */
    RULING_NOT_APPLICABLE, /* of another suite, or no run on this type can judge it */
    RULING_NOT_EXERCISED   /* nothing came up that it is about */
};

struct ruling {
    const struct rule *rule;
    enum ruling_kind kind;
    const char *reason; /* of the last two kinds: why, one line; NULL otherwise */
    const char *waived; /* of what is violated: why that is accepted, where all of it is; or NULL */
};

struct ruling_name {
    const char *key, *words; /* "not_exercised" in the JSON report, "not exercised" for people */
};
extern const struct ruling_name ruling_names[]; /* by kind */

/* What the run says about the rule. */
struct ruling ruling_of(const struct run *run, const struct rule *rule);

/* How many rules of the run's suite came to what; `waived` are among the violated. */
struct rulings {
    unsigned verified, violated, waived, not_applicable, not_exercised;
};
struct rulings rulings_count(const struct run *run);

#endif
