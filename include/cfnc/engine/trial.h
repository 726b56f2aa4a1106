#ifndef CFNC_TRIAL_H
#define CFNC_TRIAL_H

#include "cfnc/engine/record.h"
#include "cfnc/engine/reporter.h"
#include "cfnc/generate/examples.h"
#include "cfnc/world/world.h"

/*
 * One execution of one contract test, or of the set-up that several share. The
 * trial deletes what it made when it ends, so no test tidies up.
 *
 * A broken rule fails the trial, and a step of a failed trial does nothing and
 * returns NULL. A test is therefore a straight line without checks.
 */
struct live; /* a resource that exists, or may exist, because of us */

/* What LIST showed, on all pages. */
struct listed {
    const json *identifiers; /* an array: of each listed model, its primary identifier alone */
    size_t count, pages;     /* of models, the repeated ones included */
    uint64_t *seen;          /* hashes of the identifiers; 0 is a free place */
    size_t seen_count, seen_room;
};

/*
 * What was listed and read since anything was created, updated or deleted: in
 * suites v2 and full it is not asked for twice. One for all the trials on an
 * input set, so that what one of them has seen the next one knows. All zero at
 * first; memory_free() at the end.
 */
struct memory {
    struct arena *arena; /* NULL until something is remembered */
    const struct listed *listing;
    const char *listed_for;       /* the properties that LIST was given for it, as text */
    json *reads;                  /* { identifier as text: model } */
    json *seen;                   /* the same, whatever was changed since */
    const struct listed *earlier; /* what was listed before something was changed; or NULL */
    const char *earlier_for;      /* the properties that LIST was given for it */
    json *gone;                   /* an array: identifiers of what was made and is deleted */
};
/* Forgets everything. */
void memory_free(struct memory *memory);

struct trial {
    struct arena *arena;
    struct run *run;
    struct outcome *outcome;
    struct world *world;
    struct examples *examples;
    const struct reporter *reporters; /* ends with a row whose self is NULL */
    enum phase phase;
    bool failed;           /* a MUST is broken, or cfnc cannot judge: steps do nothing any more */
    bool stopped;          /* the run was stopped in it */
    int64_t began_ms;      /* by the world's clock */
    const char *skipped;   /* why it cannot be carried out here; or NULL */
    bool tolerant;         /* nothing is judged: cleaning up after a failure */
    bool cleaning;         /* it is no test: what earlier ones left behind is deleted, or later */
    bool shapeless;        /* what it made was never valid: how that is deleted is not judged */
    struct arena *scratch; /* of the call that is being made; else NULL */
    struct live *live;     /* what is to be deleted */
    struct trial *fixture; /* whose resource the test is given; or NULL */
    struct call *last_call;
    const json *sampled; /* the first desired state that a step of its own took from the examples */
    struct memory *memory;               /* or NULL: then nothing is remembered */
    const char *token;                   /* bearerToken of the first CREATE; of the fixture's */
    const struct request *last_callback; /* the last follow-up of that CREATE; NULL: it had none */

    /* What the fixture gives: */
    const json *requested;    /* the desired state of the resource's create */
    const json *created;      /* what the create returned */
    const json *update;       /* the desired state of its update; AN_UPDATED_RESOURCE only */
    const json *first_update; /* the same of the first one, where there were more; or NULL */
    const json *resource;     /* the newest model of it */
    bool deleted;             /* it is gone again */
};

/*
 * Steps. Each calls a handler until it settles and holds every rule against
 * each event on the way; returns the final model, or NULL when there is none
 * or the trial has failed.
 */
const json *expect_created(struct trial *t, const json *desired);
const json *expect_read(struct trial *t, const json *model, const json *requested);
const json *expect_updated(struct trial *t, const json *desired, const json *previous);
void expect_deleted(struct trial *t, const json *model);
void expect_failure(struct trial *t, enum action action, const json *desired, enum error_code why);
void expect_update_failure(struct trial *t, const json *desired, const json *previous,
                           enum error_code why);

/*
 * The step that all others are made of: sends `request` (a new token where it
 * has none), and holds what comes of it against the expectation. Where
 * `expected.outcome` is 0, none is expected, and rules about outcomes are silent.
 */
const json *trial_step(struct trial *t, struct request request, struct expectation expected);
/* The same, for who wants to see how it ended: false when the trial is over. */
bool trial_try(struct trial *t, struct request request, struct expectation expected,
               struct exchange *last);

/* The same without judging anything, and without a trace of a create that no answer named. */
bool trial_try_unjudged(struct trial *t, struct request request, struct exchange *last);

/* CREATE of what was created already, with the same token; or, where there is one, its last
 * callback once more. What it answers is for the caller to judge; false when the trial is over. */
bool trial_repeat_create(struct trial *t, const json *desired, struct exchange *last);
bool trial_repeat_callback(struct trial *t, struct exchange *last);

/*
 * READ by the primary identifier alone of what `model` is about. The answer is
 * remembered, and given again without a call, until something is changed.
 */
const json *read_of(struct trial *t, const json *model, struct expectation expected);
/* The same, of what was read when it may have been changed since. */
const json *read_once_of(struct trial *t, const json *model, struct expectation expected);

/*
 * LIST, all pages, with what handlers.list.handlerSchema requires of the model
 * and its identifier; suite v1 sends the whole model. The answer is remembered
 * likewise. NULL when the type has no list handler, or the trial is over.
 */
const struct listed *listing_of(struct trial *t, const json *model);
bool listing_has(const struct trial *t, const struct listed *listing, const json *model);

/*
 * Judges `rule`: between two listings nobody made another resource out of
 * `desired`, but for `made` (or NULL). Whoever came meanwhile and is not like
 * `desired` was made by somebody else; those are read to find out.
 */
void expect_none_gained_but(struct trial *t, const json *made, const char *rule,
                            const struct listed *before, const struct listed *after,
                            const json *desired);
void expect_none_gained(struct trial *t, const char *rule, const struct listed *before,
                        const struct listed *after, const json *desired);

/* The last listing before something was changed, of the same parent; or NULL. */
const struct listed *listing_before(const struct trial *t);

/*
 * Steps of the fixture's updated resource, in suites that have their rule. Each
 * updates it once more, and reads it; the fixture is told what it is like now.
 */
void expect_less(struct trial *t);             /* with less in it: update.replaces-collections */
void expect_updated_by_alias(struct trial *t); /* without its primary identifier */
void expect_create_only(struct trial *t);      /* refused, with nothing changed */
/*
 * Updates another resource, which `requested` was asked for, so that all that may be is left out,
 * and reads it; where it cannot be updated, or inputs are the user's, only that. Returns what was
 * read, and whether it was *updated.
 */
const json *expect_updated_beside(struct trial *t, const json *requested, const json *created,
                                  bool *updated);
/* Its first update made no other resource: judged by what was listed before and after. */
void expect_no_new_resource(struct trial *t);

/* Steps about what does not exist: an update of it was refused, and made nothing. */
void expect_not_upserted(struct trial *t, const json *model);
void expect_never_listed(struct trial *t, const json *model);
/* The same of what was deleted, by what is listed, where something can be. */
void expect_not_revived(struct trial *t, const json *model);
void expect_nothing_to_delete(struct trial *t, const json *model); /* by identifier alone */
void expect_alias_gone(struct trial *t, const json *model); /* READ by an additional identifier */
/* The model with an identifier that names nothing, where it has none; or itself. */
const json *with_identifier_never(struct trial *t, const json *model);

/*
 * CREATE of what was deleted, of which nothing comes back; in suite full with no more than is
 * required, so that it would be seen.
 */
const json *expect_created_again(struct trial *t);

/* DELETE by an additional identifier alone, or else the primary one; v1 sends the model. */
void expect_deleted_alone(struct trial *t, const json *model);

/* Nothing that was made and deleted is listed; where nothing can be listed: or can be read. Of the
 * last of them, which was updated, READ is asked in any case. */
void expect_nothing_left(struct trial *t);

/* LIST, all pages: whether the resource is among them is judged by `rule`. */
void expect_listed(struct trial *t, const json *model, const char *rule);
void expect_not_listed(struct trial *t, const json *model, const char *rule);

/* Judges a rule of the input: it holds the type's tags, unless a variant left them out. */
void expect_tags(struct trial *t, const char *rule, const json *input);

/* Judges a rule that takes no call: `fault` is what is wrong, NULL when nothing is. */
void expect_kept(struct trial *t, const char *rule, const char *fault);

/* Judges a rule by what was just called for: `fault` is what is wrong, NULL when nothing is. */
void trial_judge(struct trial *t, const char *rule, const char *fault);
/* Likewise: whether two models name the same resource, as they must or must not. */
void expect_same(struct trial *t, const char *rule, const json *first, const json *model);
void expect_another(struct trial *t, const char *rule, const json *first, const json *model);

/*
 * Judges list.readable: the resource itself, and of the others that are listed
 * with it as many as the run was told (run_options.list_sample), spread evenly. One
 * that is not found counts when it is still listed afterwards: others may delete.
 */
void expect_listed_readable(struct trial *t, const json *model);

/* Likewise: a model is as it was `before`. */
void expect_equal(struct trial *t, const char *rule, const json *before, const json *model);

/* Judges `rule`: the tags of `requested` are in what was read. */
void expect_tags_kept(struct trial *t, const char *rule, const json *requested, const json *read);

/* Ends the test as skipped, unless something was found: it cannot be carried out here. */
void trial_skip(struct trial *t, const char *reason);

/* Whether this is suite full; and whether the type has that handler. */
bool in_full(const struct trial *t);
bool has_handler(const struct trial *t, enum action action);

/* Notes that the rule cannot be judged on this type or with these inputs; `reason` is one line. */
void trial_pass_over(struct trial *t, const char *rule, const char *reason);

/* Ends the trial because cfnc cannot judge. */
void trial_error(struct trial *t, const char *text);

/*
 * Hindsight: repeats in this trial what was found by now, in this run, at calls
 * of `actions`; of these rules only, where `names` (ends with NULL) is not NULL.
 * With `fixture`, of that one only, and with it why it could not be judged.
 * Returns how many such calls SUCCEEDED.
 */
size_t look_back(struct trial *t, unsigned actions, const char *const *names,
                 const struct outcome *fixture);

/* Models that satisfy the schema; NULL ends the trial with an error. */
const json *sample_create(struct trial *t);
/*
 * The same, of another kind: in suite full, and only where models are wholly
 * generated and nobody asked for a variant, the trials try different ones.
 */
enum sample {
    SAMPLE_MINIMAL, /* what is required */
    SAMPLE_EMPTIED, /* every property, but "", 0, false, [] and {} where they are valid */
    SAMPLE_SPARSE   /* without some of what an update may add */
};
const json *sample_create_as(struct trial *t, enum sample sample);
/*
 * The fixture's resource, and its update, with values as unusual as the schema allows,
 * where sample_create_as() may try another kind. A handler that refuses them as
 * invalid is told so, and given a model that is merely odd, and if need be the usual
 * one; of updates the usual one at once.
 */
void create_unusual(struct trial *t); /* sets what the fixture gives of a created resource */
void update_unusual(struct trial *t); /* and of its update */
/* A model that breaks one keyword of the schema: the set's own, or a generated one; or NULL. */
const json *sample_invalid(struct trial *t);
const json *sample_update(struct trial *t, const json *requested, const json *created);

/* The primary identifier of a model alone; the additional one of that index, or NULL when the model
 * lacks a part of it. */
json *identifier_of(struct trial *t, const json *model);
json *alias_of(struct trial *t, const json *model, size_t index);

/*
 * An identifier of the same shape as the model's that names nothing: other
 * letters for letters, other digits for digits, valid against the schema, and not
 * among what was listed last. NULL where none can be made: an enumeration, say.
 */
const json *identifier_never(struct trial *t, const json *model);

/*
 * The model with the identifiers of another sample, additional ones too, where
 * they are the request's to choose: to be created beside the first. NULL where
 * the inputs fix the primary identifier, or nothing else is valid.
 */
const json *model_renamed(struct trial *t, const json *model);
/* The same, of the primary identifier only: `index` of the additional ones still collides. */
const json *model_renamed_but(struct trial *t, const json *model, size_t index);

/* Another sample with the identifiers of this one: the same resource, differently. The model itself
 * where nothing else is valid. */
const json *model_named_as(struct trial *t, const json *model);
/* The same, with no more than is required; the model itself, too, where sample_create_as() varies
 * nothing. */
const json *model_minimal_as(struct trial *t, const json *model);
/*
 * What READ returned, made into the request for another resource: without
 * read-only properties, with the write-only ones of the fixture's request, and
 * renamed. NULL where that is not possible.
 */
const json *model_to_create(struct trial *t, const json *read);

enum given { NOTHING, A_CREATED_RESOURCE, A_DELETED_RESOURCE, AN_UPDATED_RESOURCE };
const char *given_name(enum given given); /* "created_resource", as the original's fixtures */

struct contract_test {
    const char *name; /* "contract_create_read" */
    const char
        *v2_name;    /* "test_create_create_read", as documented for contract tests v2; or NULL */
    unsigned suites; /* set of enum suite; 0: all */
    enum given given;
    unsigned needs; /* set of action: its markers; the handlers the type must have */
    const char *(*skip)(const struct resource_type *type); /* the reason, or NULL */
    bool in_hindsight; /* it looks back at its fixture, so it runs whatever became of that */
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

extern const struct module suite[]; /* suite/suite.c; ends with an empty row */

/* Whether the test is one of the suite. */
bool test_is_of(const struct module *module, const struct contract_test *test,
                enum suite suite_wanted);

/* Whether the module is run with input set number `set` of so many. */
bool module_is_due(const struct module *module, size_t set, size_t set_count);

/* Runs one test (its fixture's models already in the trial), and deletes what it made. */
void trial_run(struct trial *t, const struct contract_test *test);

/* Makes the resource that a fixture gives; afterwards, deletes it. */
void trial_set_up(struct trial *t, enum given given);
void trial_tear_down(struct trial *t);

/* fixture.c: what that means for each; the end comes before what was made is deleted. */
void fixture_make(struct trial *t, enum given given);
void fixture_end(struct trial *t);

#endif
