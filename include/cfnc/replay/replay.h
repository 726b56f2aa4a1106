#ifndef CFNC_REPLAY_H
#define CFNC_REPLAY_H

#include "cfnc/record/recording.h"

/*
 * One call of a recorded run, sent again: which call is meant, what stood in it
 * where the recording has stand-ins, what has to be made again before it, and
 * what changed in its answer.
 *
 * A recording is judged first (recording.h), so that calls have the numbers of
 * `cfnc report`, and so that what was drawn then is drawn again: that is where
 * the secrets of the requests come from. Nothing else knows them.
 */

/* --- Which call --- */

struct recorded_call {
    struct recorded_call *next; /* in the order they were sent */
    const struct call *call;    /* as it was judged: its number, its answer, redacted */
    const json *request;        /* as recorded, with stand-ins: action, desired, ... */
    const json *model;          /* of its answer, likewise; or NULL */
    size_t drawn;               /* so many values were known by then */
};

struct drawn_value;

struct replay {
    struct arena *arena;
    struct recording *recording;
    struct recorded_call *calls, **calls_end;
    struct drawn_value *drawn; /* the newest first */
    size_t drawn_count;
};

/*
 * Judges the recording. `sets` are what the inputs are now, `count` may be 0;
 * what generated models hold comes from the recording's own seed. False and the
 * error: as of recording_judge().
 */
MUST_USE bool replay_read(struct arena *arena, struct recording *recording,
                          const struct input_set *sets, size_t count, struct replay *replay,
                          struct error *error);

/*
 * The call that is meant: "c9" or "9"; the name of a test or fixture (with
 * several input sets NAME[SET]), which stands for the call that it failed at;
 * NULL: the one that failed first. NULL and the error, one line, when there is
 * none.
 */
MUST_USE const struct recorded_call *replay_find(const struct replay *replay, const char *name,
                                                 struct error *error);

/* --- Its request --- */

/* What the user gives: a place in the desired state, and the value there. */
struct replay_value {
    const char *pointer;
    const json *value;
};

struct replay_values {
    const struct replay_value *items;
    size_t count;
};

/* A request with everything in it, and where its secrets come from; texts for people, or "". */
struct refilled {
    struct request request; /* `token` is NULL where a new one has to be made */
    const char *again;      /* places that hold what they held then: "/Secret, /Pin" */
    const char *other;      /* that hold another value, drawn at the same place */
    const char *given;      /* that the user gave */
    const char *missing;    /* that nothing is known of: it must not be sent */
};

/*
 * Puts the request of a call together. A first call gets a token of its own when
 * it is sent, as each operation does; a follow-up keeps the one of its operation.
 * False and the error: a value of the user's cannot be put where it should go.
 */
MUST_USE bool replay_refill(const struct replay *replay, const struct recorded_call *call,
                            const struct replay_values *values, struct refilled *refilled,
                            struct error *error);

/*
 * The calls that made the resource what it was when `call` was sent, in their
 * order: the first calls of a CREATE and of what changed it since; of LIST, all
 * that was there because of the run. NULL-terminated; empty where the call is
 * about nothing that the run had made, or follows up another.
 */
const struct recorded_call *const *replay_before(const struct replay *replay,
                                                 const struct recorded_call *call);

/* --- Sending it --- */

struct resending {
    struct run *run;     /* subject, target, redactor, ledger, options; its calls are added */
    struct world *world; /* that the handlers are in */
    const struct reporter *reporters;
    bool alone; /* nothing is made again before it */
    bool sure;  /* an UPDATE or DELETE of what this run did not make may be sent */
    bool keep;  /* what is made is not deleted: it stays in the ledger */
};

/* A resource that was made again: its model then, and now, when it may have another name. */
struct made_again {
    const struct made_again *next;
    const json *was, *is;
};

struct sent {
    const struct call *call;       /* what came of it now; NULL: no answer did */
    const char *why;               /* why not, or what went wrong afterwards; one line, or NULL */
    enum exit_code code;           /* and what cfnc exits with because of that */
    const char *gone;              /* a remark: the resource is there no more; or NULL */
    const char *kept;              /* ids in the ledger of what was kept; or NULL */
    const struct made_again *made; /* the newest first; or NULL */
};

/*
 * Makes again what has to be there, sends the call, follows up what is IN_PROGRESS,
 * and deletes what was made by any of that. False and the error: a request cannot
 * be put together. What is left behind is among run->leftovers.
 */
MUST_USE bool replay_send(const struct replay *replay, const struct recorded_call *call,
                          const struct replay_values *values, const struct resending *sending,
                          struct sent *sent, struct error *error);

/* --- What changed --- */

struct answer_change {
    struct answer_change *next;
    const char *what;       /* "status" */
    const char *then, *now; /* JSON, or words; NULL: absent */
};

struct changes {
    struct answer_change *words;
    struct comparison model; /* requested: then, returned: now */
};

/* Compares both answers. callbackContext is the handler's own, and is not compared. */
struct changes replay_compare(struct arena *arena, const struct subject *subject,
                              const struct call *then, const struct sent *sent);

#endif
