#ifndef CFNC_RECORD_H
#define CFNC_RECORD_H

#include "cfnc/base/exit.h"
#include "cfnc/engine/protocol.h"
#include "cfnc/generate/examples.h"
#include "cfnc/redact/redact.h"

/*
 * All that is known of a run, while it goes on and afterwards. Reporters and
 * report files read this and nothing else. Everything here belongs to the
 * run's arena and has been redacted; texts of handlers are otherwise as they
 * came, so whoever prints them quotes them (text_quote()).
 */
struct ledger;
struct looked_over;

enum phase { PHASE_SETUP, PHASE_CALL, PHASE_TEARDOWN };

/* One invocation of a handler. */
struct call {
    struct call *next;
    unsigned seq; /* from 1, through the run */
    const struct outcome *owner;
    enum phase phase;
    unsigned action; /* of the protocol: one bit, and its row */
    const struct handler *handler;
    unsigned callbacks; /* 0, or which follow-up of an IN_PROGRESS it is */
    unsigned expected;  /* an error code, or NO_ERROR: success */
    int64_t started_ms; /* since the run began */
    int64_t duration_ms, wait_before_ms, limit_ms;
    struct reply reply;  /* .body only where it was no JSON, at most 64 KiB; .value redacted */
    struct event event;  /* of the redacted reply; .status NO_STATUS when it was no event; what
                            it points to is NULL where .reply.value was not kept */
    const json *request; /* the payload as sent, redacted */
};

/* The model that was sent, redacted; NULL: there was none, or it was not kept. */
const json *call_model(const struct run *run, const struct call *call);

/* A clause of the contract that was broken. */
struct finding {
    struct finding *next;
    const struct rule *rule;
    const struct call *call;      /* the call that broke it; NULL when none did (a test's input) */
    enum level level;             /* the rule's; SHOULD where what is wrong is no more */
    const char *title;            /* the rule's title with the action in it: one sentence */
    const char *fault;            /* what is at fault, one line */
    struct place place;           /* where that is, in the schema or in an input; or nowhere */
    struct comparison comparison; /* where models were compared */
    bool no_event;                /* the answer was no progress event: the test is an ERROR */
    const struct waiver *waiver;  /* why it fails nothing; NULL: it does */
};

/* An exception: what the user has accepted. One line of a file; see waivers.h. */
struct waiver {
    struct waiver *next;
    const struct rule *rule; /* NULL: every rule but those about what is left behind */
    const char *test;        /* the name of a test; NULL: every test and fixture */
    const char *reason;      /* one line, never empty */
    const char *expires;     /* the last day that it counts, "2027-01-31"; or NULL */
    const char *file;
    int line;
    bool expired; /* before this run began */
    bool used;    /* something was waived by it */
};

enum verdict {
    VERDICT_PASSED,
    VERDICT_FAILED,  /* a MUST is broken */
    VERDICT_ERRORED, /* the answer was no progress event, or cfnc could not judge */
    VERDICT_WAIVED,  /* all that it was broken by is waived */
    VERDICT_FLAKY,   /* it failed, and passed in a retry with a fixture of its own */
    VERDICT_SKIPPED, /* does not apply to this type */
    VERDICT_NOT_RUN  /* its fixture failed, or the run was stopped */
};
const char *verdict_name(enum verdict verdict); /* as in the JSON report: "passed" ... */
bool verdict_is_bad(enum verdict verdict);      /* something in it was wrong: failed or errored */

/* One test, or one fixture, on one input set. */
struct outcome {
    struct outcome *next;
    const char *name;   /* "contract_create_read", "created_resource" */
    const char *module; /* "create": the file of the original suite is handler_create.py */
    const struct contract_test *test; /* NULL of a fixture */
    const struct input_set *set;
    enum verdict verdict;
    const char *reason; /* why it was skipped or not run, or could not run for what is waived */
    const struct outcome *fixture;   /* the fixture that the test uses, or NULL */
    struct finding *findings;        /* in the order they were made, SHOULD included */
    struct finding *waived;          /* those that an exception takes, likewise */
    const char *error;               /* why cfnc could not judge; NULL when it could */
    struct place place;              /* where that is, likewise */
    int64_t started_ms, duration_ms; /* of the test alone, without its fixture */
    bool *judged, *broken;           /* by index of the rule (rule.h) */
    const json *smallest; /* --shrink: the smallest desired state that fails likewise; or NULL */
    unsigned shrink_runs; /* so many were tried */
    bool torn_down_badly; /* of a fixture: its findings came after its tests */
    /*
     * --retries: the attempt before this one, which failed; NULL: there was none. It and
     * a fixture that was made for it alone are in no list, but their calls are.
     */
    const struct outcome *earlier;
    unsigned attempt; /* of a test: which one this is, from 1 */
};

/* One with no verdict yet, and no rule judged. */
struct outcome *outcome_new(struct arena *arena, const struct protocol *protocol);

/* Whether it fails the run: one that is bad, could not run, or is flaky where that is asked for. */
struct run;
bool outcome_fails(const struct run *run, const struct outcome *outcome);

/* What an outcome failed for; NULL for an error: what is left behind because of one comes after it.
 */
const struct finding *failure_finding(const struct outcome *outcome);

/* A resource that exists, or may exist, and could not be deleted. */
struct leftover {
    struct leftover *next;
    const json *model;      /* redacted; the newest that the handler returned, else what was sent */
    const json *identifier; /* the part of it that names the resource; {} when it is not known */
    const struct outcome *made_by;
    const char *reason;           /* one line */
    const char *waived;           /* why that is accepted; NULL: it is not */
    const char *entry;            /* its id in the ledger; NULL: it is not there */
    const struct call *last_call; /* or NULL */
};

struct warning {
    struct warning *next;
    const char *code, *message; /* "region", "..." */
    const char *file;           /* or NULL */
    int line;                   /* or 0 */
};
void warning_add(struct arena *arena, struct warning **list, struct warning warning);

/* A slice of a run: number 2 of 3. No slice: 0 of 0. */
struct shard {
    unsigned number, of;
};

/* What a run was asked to do. */
struct run_options {
    enum suite suite;
    uint64_t seed;
    int enforce_timeout_s;         /* READ and LIST; the others twice that */
    int64_t stabilize_timeout_ms;  /* for a whole operation; 0: the schema's timeoutInMinutes */
    int64_t max_callback_delay_ms; /* of one wait; 0: as the handler asks */
    int64_t test_timeout_ms, global_timeout_ms, teardown_timeout_ms; /* bounds.h; 0: none */
    bool strict_timeouts;   /* in suite v1, enforce_timeout_s holds for callbacks too */
    bool contract_timeouts; /* 30 s for READ and LIST, 60 s for the others, as SHOULD */
    int maxfail;            /* stop after so many failures; 0: never */
    unsigned list_sample;   /* so many listed resources of others are read */
    int shrink;             /* try so many smaller models on what fails */
    int retries;            /* run what fails again, so often */
    bool flaky_fails;       /* what passed then fails the run all the same */
    enum variant variant;   /* of generated models, */
    size_t examples; /* and in how many of them each choice of the schema is tried; 0: in none */
    const char *selection_k, *selection_m; /* as written; NULL when not given */
    const char *const *selection_names;    /* NULL-terminated; or NULL */
    const char *const *selection_deselect; /* likewise */
    const char *const *redact_paths;       /* likewise: secret besides what is write-only */
    struct shard shard;
    const char *const *argv; /* NULL-terminated, for the report */

    /* What options_rerun() makes of argv; each ends with NULL, or is NULL. */
    const char *const *rerun;  /* the options that run one of the tests again */
    const char *const *resend; /* those that cfnc replay needs besides the recording */
    bool seeded;               /* a seed is among them */
};

struct run {
    struct arena *arena;
    const char *id; /* "20261121T190312Z-4f2a"; NULL: the report makes one */
    struct run_options options;
    const struct subject *subject;
    struct target *target; /* credentials are taken from its wallet before each call */
    const struct looked_over *looked_over; /* schema and inputs; NULL: nobody did */
    const json *schema_lines; /* where the properties are in the schema's text; NULL: not known */
    json *coverage; /* by property path: which inputs set it, whether it was read; or NULL */
    const struct location *location; /* that {{region}} and the like stand for; NULL: they do not */
    enum service service;
    bool demo; /* the built-in provider in this process */
    const struct input_set *sets;
    size_t set_count;
    struct redactor *redactor;
    struct tape *tape; /* that the run is recorded on, or played from; or NULL */
    /* Where what it makes is noted (ledger.h): NULL where nothing outlives the run. */
    struct ledger *ledger;

    size_t selected, deselected;   /* tests, over all sets */
    int64_t started_wall_ms;       /* since 1970, UTC */
    int64_t began_ms, duration_ms; /* began_ms is of the world's clock */
    struct outcome *outcomes;      /* tests and fixtures, in the order they began */
    struct call *calls, *last_call;
    unsigned call_count;
    struct leftover *leftovers;
    struct warning *warnings;
    struct waiver *waivers;
    /*
     * By index of the rule: why it cannot be judged on this subject or with these
     * inputs, one line; NULL when it can. A rule that some outcome has judged was
     * judged all the same.
     */
    const char **not_applicable;
    enum exit_code stopped; /* what ends it early, once that was noticed; else EXIT_OK */
    int64_t stopped_ms;     /* when, by the world's clock */
    size_t kept;            /* bytes of memory that requests and answers take */
    unsigned cut_waits;     /* because of max_callback_delay_ms */
    bool interrupted;
    int exit_code;
};

/* A run with the same plan, and a record of its own: of no outcome, call or leftover yet. */
struct run run_apart(const struct run *run, struct arena *arena);

struct summary {
    unsigned total, passed, failed, errored, waived, flaky, skipped, not_run;
    unsigned failing;                     /* of all these: so many fail the run */
    unsigned leftovers, waived_leftovers; /* the second among the first */
};
struct summary run_summary(
    const struct run *run); /* tests only; a fixture torn down badly counts as errored */

#endif
