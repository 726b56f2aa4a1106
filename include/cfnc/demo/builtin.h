#ifndef CFNC_BUILTIN_H
#define CFNC_BUILTIN_H

#include "cfnc/type/resource_type.h"
#include "cfnc/world/lambda.h"

/*
 * The built-in provider: five handlers in memory, honest for any resource
 * schema, and dishonest in exactly one clause for each fault that is named.
 */
struct builtin;

struct builtin_options {
    unsigned stabilize; /* IN_PROGRESS answers before a create, update or delete settles */
    double delay;       /* callbackDelaySeconds of those */
    unsigned page_size; /* of LIST; 0: everything on one page */
    unsigned preload;   /* resources that are there from the start */
    uint64_t seed;      /* of read-only values */
    /*
     * How long a fault about time lets READ and LIST wait, in seconds; the
     * others twice that. 0: 241 s and 481 s, just beyond what cfn test allows.
     */
    double slow_seconds;
    const char *const *faults; /* names, NULL-terminated; or NULL */
};

struct builtin_answer;

/* A clause that the provider can be made to break. */
struct fault {
    const char *name; /* "read-wrong-value" */
    const char *rule; /* the rule that must convict it, "read.equals" */
    const char *text; /* what it does, one line */
    unsigned needs;   /* set of action: handlers without which it cannot show */
    unsigned on, at;  /* sets of action and status it tampers with; the empty set means "any" */
    /* When else it does not, or NULL: on the first page, say. */
    bool (*when)(const struct builtin *builtin);
    /*
     * Tampers with what an honest provider would answer. See faults.c for what
     * it may look at; NULL when the provider itself looks at the name.
     */
    void (*tamper)(struct builtin *builtin, const json *payload, json *event);
    /*
     * What an update makes of a resource, and what else goes with one that is
     * deleted. `model` is the new state, `stored` was the old one.
     */
    void (*update)(struct builtin *builtin, json *model, const json *stored);
    bool pages;  /* shows where LIST has several: see builtin_new() */
    bool silent; /* the update's answer shows what was asked for all the same */
    void (*remove)(struct builtin *builtin, const json *stored);
    /* Whether the handler does not find what it was asked for, though it is there. */
    bool (*blind)(const struct builtin *builtin);
    /* Spoils the answer that carries the event: its body, its time. Or NULL. */
    void (*spoil)(struct builtin *builtin, struct builtin_answer *answer, struct arena *arena);
    /* What else the type lacks for it, or NULL: nothing write-only, say. See fault_impossible(). */
    const char *(*impossible)(const struct resource_type *type);
};

/* All of them: for (fault = fault_first(); fault; fault = fault_next(fault)). */
const struct fault *fault_first(void);
const struct fault *fault_next(const struct fault *fault); /* NULL behind the last */
const struct fault *fault_find(const char *name);          /* or NULL */

/* Why no saboteur is possible on this type, or NULL: no list handler, nothing write-only. */
const char *fault_impossible(const struct fault *fault, const struct resource_type *type);

/*
 * NULL and the error: an unknown fault (with the nearest name), no model for a
 * preloaded resource. Where neither page_size nor preload is given, a fault that
 * needs pages gets some: of two resources, and three are there from the start.
 */
MUST_USE struct builtin *builtin_new(struct arena *arena, const struct resource_type *type,
                                     const struct builtin_options *options, struct error *error);

/* What Lambda would answer. A fault may make it no JSON, empty, slow. */
struct builtin_answer {
    int http_status; /* 200 */
    const char *body;
    const char *function_error; /* value of X-Amz-Function-Error, or NULL */
    int64_t delay_ms;           /* to be waited before answering */
};

/* Runs a handler. `payload` is the body of an invocation; the answer lives in `arena`. */
struct builtin_answer builtin_answer(struct builtin *builtin, const char *payload, size_t length,
                                     struct arena *arena);

/* How many resources are there now: what a run left behind, and what it began with. */
size_t builtin_count(const struct builtin *builtin);
size_t builtin_preloaded(const struct builtin *builtin);

/* A world without a network: the provider, and a clock that only sleeping moves. Tokens count up.
 */
struct world *builtin_world(struct arena *arena, struct builtin *builtin,
                            const struct target *target);

#endif
