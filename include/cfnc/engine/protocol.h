#ifndef CFNC_PROTOCOL_H
#define CFNC_PROTOCOL_H

#include "cfnc/engine/exchange.h"
#include "cfnc/redact/redact.h"
#include "cfnc/world/lambda.h"

/*
 * A protocol: one kind of handlers, their contract and its tests. It is a row of tables and
 * functions, and all that the engine, recordings and reports know of a kind of handlers. Resource
 * types are one (suite/resource/suite.c); whatever comes beside them is another row.
 */
struct call;
struct finding;
struct input_set;
struct outcome;
struct retrial;
struct run;
struct tracked;
struct trial;

/* --- What is tested --- */

/* Properties with something in common. */
struct named_set {
    const char *name, *words; /* "read_only", "Read-only" */
    const struct property_set *set;
};

/* Read once, never changed. */
struct subject {
    const struct protocol *protocol;
    const char *name;                  /* "AWS::S3::Bucket" */
    const char *file;                  /* of its schema, for messages; or NULL */
    const json *document;              /* the schema as it was written */
    const struct schema *schema;       /* of models as handlers return them; or NULL */
    unsigned handlers;                 /* the actions that it has handlers for */
    const struct property_set *secret; /* of models: never shown */
    const struct named_set *sets;      /* of properties, for reports; ends with an empty row */
    const void *of;                    /* the protocol's own, such as a struct resource_type */
};

/* What is secret in its models (redact.h). */
struct secrecy subject_secrecy(const struct subject *subject);

/* An action that a handler can be asked for. The first row of a table is bit 0. */
struct handler {
    const char *name; /* "CREATE", as in requests */
    const char *key;  /* "create", as in schemas; it marks the tests that need it (-m) */
    bool quick;       /* answers in half the time that others may take */
    bool changes;     /* what was seen before may not be so after it */
    bool pages;       /* answers page by page */
};

/* The row of an action, and the actions there are: 1 << index of each. */
const struct handler *handler_of(const struct protocol *protocol, unsigned action);
const struct handler *handler_at(const struct protocol *protocol, size_t index); /* or NULL */
unsigned action_named(const struct protocol *protocol, const char *name); /* "CREATE"; 0: none */

/* --- Its tests --- */

/* A set-up that the tests of a module share. */
struct fixture {
    const char *name; /* "created_resource", as the original's fixtures */
    void (*make)(struct trial *t);
    void (*end)(struct trial *t); /* before what it made is deleted; or NULL */
};

struct contract_test {
    const char *name;    /* "contract_create_read" */
    const char *v2_name; /* "test_create_create_read", as contract tests v2 call it; or NULL */
    unsigned suites;     /* set of enum suite; 0: all */
    const struct fixture *given; /* NULL: nothing */
    unsigned needs;              /* set of action: the handlers the subject must have */
    unsigned features;           /* and what else it must have: bits of the protocol */
    bool in_hindsight;        /* it looks back at its fixture, so it runs whatever became of that */
    const char *const *rules; /* those it looks back for, ends with NULL; NULL: all */
    void (*run)(struct trial *t);
};

/* The name under which a suite knows the test. */
const char *test_name(const struct contract_test *test, enum suite suite_wanted);

/* Whether a module is run for each input set, or once. */
enum when { FOR_EACH_SET, WITH_THE_FIRST_SET, WITH_THE_LAST_SET };

/* The tests of one file, which share a fixture. */
struct module {
    const char *name;                  /* "create" */
    const struct contract_test *tests; /* ends with an empty row */
    unsigned suites;                   /* set of enum suite; 0: all */
    enum when when;
    bool looks_back; /* at all that the run did: each shard of a run has it */
};

/* Whether the test is one of the suite. */
bool test_is_of(const struct module *module, const struct contract_test *test,
                enum suite suite_wanted);

/* Whether the module is run with input set number `set` of so many. */
bool module_is_due(const struct module *module, size_t set, size_t set_count);

/* --- What its handlers make --- */

enum finding_of { FOUND_NONE, FOUND_IT, FOUND_UNSURE };

/* How what handlers make is told apart, looked for and deleted (tracked.h). */
struct lifecycle {
    unsigned makes, updates, removes;  /* sets of action */
    unsigned answers;                  /* those whose answers hold a model that is named */
    const char *leak;                  /* the rule that what is left behind breaks */
    unsigned absent, taken, retriable; /* error codes: it is not there; it was there already;
                                          another attempt may go well */
    /* Whether the model names what it is about; whether two name the same, by the primary
     * identifier or, the second, by any. */
    bool (*is_named)(const struct subject *subject, const json *model);
    bool (*same)(const struct subject *subject, const json *a, const json *b);
    bool (*same_by_any)(const struct subject *subject, const json *a, const json *b);
    /* The primary identifier alone; all that identifies it, put `into` another model; for people.
     */
    json *(*identifier)(struct arena *arena, const struct subject *subject, const json *model);
    json *(*keep_names)(struct arena *arena, const struct subject *subject, const json *model,
                        json *into);
    const char *(*text)(struct arena *arena, const struct subject *subject, const json *model);
    /* What the fixture made for all its tests, and is there for them; or NULL. */
    const json *(*shared)(const struct trial *t);
    /* Gives what `model` says of a resource that `was`, and `is` made anew, its new names. */
    void (*rename)(const struct subject *subject, json *model, const json *was, const json *is);
    /* It is about to be made: what has to be known to find it later. It is gone. */
    void (*begins)(struct trial *t, struct tracked *made);
    void (*ends)(struct trial *t, const json *model);
    /*
     * Looks for what no answer named. FOUND_IT: made->model names it, and it is ours beyond
     * doubt. FOUND_UNSURE: *why, one line. Whether nobody else can have asked for the same.
     */
    enum finding_of (*find)(struct trial *t, struct tracked *made, const char **why);
    bool (*is_unique)(const struct run *run, const json *desired);
    /* In production a removal is sent no more than this; the rule that says so, where it is held.
     */
    const json *(*alone)(struct trial *t, const json *model);
    const char *alone_rule;
    /* Whether it is there: SUCCESS or FAILED; NO_STATUS where that cannot be asked. */
    enum status (*look)(struct trial *t, const json *model);
};

/* --- The row --- */

struct protocol {
    const char *name;                /* "resource" */
    const char *artifact;            /* "RESOURCE", as .rpdk-config has it */
    const struct handler *handlers;  /* ends with an empty row */
    const struct rule *const *rules; /* tables, each ends with an empty row; ends with NULL */
    const struct module *modules;    /* in the order in which they run; ends with an empty row */
    const struct lifecycle *life;    /* NULL: nothing is made */

    /* The subject in a schema, with what is secret at `secrets` besides (NULL-terminated; or
     * NULL). NULL and the error: it is none. */
    const struct subject *(*read)(struct arena *arena, const json *schema,
                                  const char *const *secrets, struct error *error);
    /* Why the subject lacks one of these features, one line; NULL: it has them all. */
    const char *(*lacks)(const struct subject *subject, unsigned features);

    /* The payload of a request. */
    json *(*encode)(struct arena *arena, const struct target *target,
                    const struct request *request);
    /* What an answer says, that is an object, whatever is in it. */
    void (*decode)(struct event *event, const json *answer);
    /* Makes the request that follows up an answer that is IN_PROGRESS. NULL: an answer is the end.
     */
    void (*follow)(const struct exchange *x, struct request *next);
    /* Where models and secrets are in payloads and answers (redact.h); each ends with an empty row.
     */
    const struct model_place *request_places, *answer_places;
    const char
        *words; /* other words of both, and codes, with blanks between: no secrets; or NULL */
    /* What was asked for, or answered before, against what was returned. */
    struct comparison (*compare)(struct arena *arena, const struct subject *subject,
                                 const json *requested, const json *returned);
    /* How long an operation may take until it settles. NULL: `follow` is, too. */
    int64_t (*settling_limit_ms)(const struct subject *subject, unsigned action);

    /* What its trials on one input set share, in `arena`; NULL: nothing. */
    void *(*session)(struct arena *arena, const struct run *run, const struct input_set *set);
    /* What it keeps of one trial, out of its fixture's where it has one; NULL: nothing. */
    void *(*begin)(struct trial *t);
    /* What trials of it remember is to be asked for anew: something is about to change. Or NULL. */
    void (*forget)(void *session);
    /* Looks for smaller inputs with which the trial fails likewise (retrial.h). NULL: none. */
    void (*shrink)(struct retrial *retrial, const struct trial *t);

    /* Words for reports: what {origin} in a title stands for; what to look at first, or NULL for
     * the rule's own hint; the input file that a call was made of. Each may be NULL. */
    const char *(*origin)(const struct trial *t);
    const char *(*hint)(struct arena *arena, const struct run *run, const struct finding *finding);
    const char *(*input_file)(const struct outcome *outcome, const struct call *call);
};

#endif
