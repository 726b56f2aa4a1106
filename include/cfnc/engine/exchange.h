#ifndef CFNC_EXCHANGE_H
#define CFNC_EXCHANGE_H

#include "cfnc/engine/event.h"
#include "cfnc/engine/rule.h"
#include "cfnc/world/world.h"

/* What is sent, before its protocol encodes it. */
struct request {
    unsigned action;        /* of the protocol: one bit */
    const json *desired;    /* the model sent, or what the protocol has instead; or NULL */
    const json *previous;   /* the model it replaces; or NULL */
    const json *context;    /* of the IN_PROGRESS event that this follows up; or NULL */
    const char *token;      /* one for each operation, kept through its callbacks */
    const char *next_token; /* of the page before; or NULL */
};

enum { CALLBACKS_MOST = 10000 }; /* of one operation */

/* What a step expects of an operation. */
struct expectation {
    unsigned outcome;     /* an error code, or NO_ERROR: it should succeed; 0: anything will do */
    const json *resource; /* the resource that is meant, when it exists: its identifier counts */
    /*
     * The rule that an unexpected outcome breaks here, instead of the one that it
     * breaks elsewhere: a READ that finds the neighbour of what was deleted gone is
     * evidence of delete.only-that. NULL: none. See struct rule, `yields`.
     */
    const char *evidence_of;
    bool unjudged;    /* no rule is held */
    bool aside;       /* what goes wrong is its answer: it neither fails nor ends the trial, and
                         is carried out in one that failed already */
    const void *more; /* what its protocol expects besides; or NULL */
};

struct exchange {
    const struct subject *subject;
    enum suite suite;
    struct arena *arena; /* of what outlives the operation: the last answer, names */
    struct request request;
    struct expectation expected;
    struct reply reply;
    struct event event;  /* valid when reply.kind is REPLY_OBJECT; else status is NO_STATUS */
    const json *named;   /* the first model of this operation that held the identifier, or NULL */
    unsigned callbacks;  /* 0 of the first invocation */
    int64_t elapsed_ms;  /* for this answer */
    int64_t settling_ms; /* since the operation began, waits included */
    int64_t limit_ms;    /* for one answer */
    int64_t settling_limit_ms;
    bool strict_timeouts;      /* in suite v1, limit_ms holds for callbacks too */
    int64_t contract_limit_ms; /* beyond this it should not go; 0: nobody asked */
    bool over;                 /* a MUST was broken, or cfnc cannot go on */
    const char *problem;       /* of an operation aside: why there is no event; or NULL */
};

#endif
