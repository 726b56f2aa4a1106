#ifndef CFNC_BUILTIN_H
#define CFNC_BUILTIN_H

#include "cfnc/type/resource_type.h"
#include "cfnc/world/lambda.h"

/*
 * The built-in provider, a mock: five handlers in memory, honest for any resource
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

struct invocation; /* of a handler; known to the provider alone, as what exists: */
struct resource;
struct builtin_answer;

/* One way to break one clause of the contract. */
struct fault {
    const char *name;   /* "read-wrong-value" */
    const char *rule;   /* the rule that must convict it, "read.equals" */
    const char *text;   /* what it does, one line */
    unsigned needs;     /* set of action: handlers without which it cannot show */
    unsigned callbacks; /* it needs at least so many IN_PROGRESS answers */
    bool pages;         /* it needs several pages of LIST: see builtin_new() */
    bool ghosts;        /* it needs what was deleted to be remembered */

    /* When it acts: by the call and its honest answer. Empty sets and NULL stand for anything. */
    unsigned on, at; /* sets of action and status */
    unsigned code;   /* set of error_code */
    bool (*when)(const struct invocation *call);

    /* What the handler does: it fails with this code and message; */
    unsigned refuses;
    const char *message;
    /* answers with another event, or goes on (NULL) with a call that was changed; */
    json *(*instead)(struct invocation *call);
    /* does not see a resource; deletes one more; takes an additional identifier twice; */
    bool (*hides)(const struct invocation *call, const struct resource *resource);
    bool (*removes)(const struct invocation *call, const struct resource *resource);
    bool same_aliases;
    /* makes another state of an update: as a whole, or of each property that was there before. */
    void (*update)(const struct invocation *call, json *model, const json *stored);
    const json *(*mix)(const struct invocation *call, json *now, const json *old);
    bool silent; /* its answer shows what was asked for all the same */

    /* What becomes of its event: a member gets this value (JSON), or is removed (NULL); */
    const char *member, *value;
    /* each value that was asked for: bytes of strings, numbers, or any; removed for NULL; */
    int (*byte)(int byte);
    double (*number)(double number);
    const json *(*turn)(const struct invocation *call, const json *property);
    bool stored; /* what an update stores instead, and no event */
    /* each of its models; all of it; */
    void (*model)(const struct invocation *call, json *model);
    void (*tamper)(const struct invocation *call, json *event);
    /* what exists, when the handler has answered; the answer that carries the event; its time. */
    void (*act)(const struct invocation *call);
    void (*spoil)(struct builtin_answer *answer, struct arena *arena);
    bool slow;

    /*
     * What a type needs to show it: nothing that it lacks (the reason, or NULL), a top-level
     * property of which this is true (by default: that it can be changed), and which may have one
     * of these values (a JSON array).
     */
    const char *(*lacks)(const struct resource_type *type);
    bool (*property)(const struct resource_type *type, const json *property);
    const char *takes;
};

/* All of them, in the order in which they are told. */
#define fault_each(row) for (const struct fault *row = fault_next(NULL); row; row = fault_next(row))
const struct fault *fault_next(const struct fault *previous); /* NULL behind the last */
const struct fault *fault_find(const char *name);             /* or NULL */

/* Why the fault cannot show on this type, or NULL: no list handler, nothing write-only. */
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
