#ifndef CFNC_STEPS_H
#define CFNC_STEPS_H

#include "cfnc/base/names.h"
#include "cfnc/engine/trial.h"
#include "cfnc/resource/resource.h"

/*
 * What contract tests of resource types are written with. A step calls a handler until it
 * settles and holds every rule against each event on the way; a step of a failed trial does
 * nothing and returns NULL.
 */

/* --- What a trial has --- */

/* What a fixture gives; each test begins with a copy. */
struct given {
    const json *requested;    /* the desired state of the resource's create */
    const json *created;      /* what the create returned */
    const json *update;       /* the desired state of its update; updated_resource only */
    const json *first_update; /* the same of the first one, where there were more; or NULL */
    const json *resource;     /* the newest model of it */
    bool deleted;             /* it is gone again */
    const char *token;        /* bearerToken of the first CREATE */
    const struct request *last_callback; /* the last follow-up of that CREATE; NULL: it had none */
};
struct given *given(const struct trial *t);

/* The first desired state that a step of the trial's own took from the examples; or NULL. */
const json *sampled(const struct trial *t);

extern const struct fixture created_resource, deleted_resource, updated_resource;

const struct resource_type *type_in(const struct trial *t);
bool in_full(const struct trial *t); /* whether this is suite full; */
bool has_handler(const struct trial *t, enum action action);

/* --- Calls --- */

/* What names the resource that a request is about. */
enum named_by {
    BY_MODEL,      /* a model; or an identifier of which nothing else is known */
    BY_IDENTIFIER, /* the primary identifier alone, after the whole model was good enough */
    BY_ALIAS       /* an additional identifier alone */
};

/* What a step expects: struct expectation (exchange.h), and what it expects of models. */
struct expected {
    unsigned outcome;        /* NO_ERROR: it should succeed; 0: anything will do */
    const json *resource;    /* the resource that is meant, when it exists */
    const char *evidence_of; /* the rule that an unexpected outcome breaks here; or NULL */
    const json *requested;   /* the desired state that the final model must show, or NULL */
    const json *returned;    /* an earlier answer that the final model must show too, or NULL */
    const json *before;      /* what the resource was before its update, or NULL */
    const json *replaced;    /* the desired state that an update took the place of, or NULL */
    bool never_created;      /* the resource that is meant never existed */
    bool after_delete;       /* a CREATE of what was there and is deleted */
    bool may_exist;          /* a CREATE that may be FAILED with AlreadyExists as well */
    bool may_refuse; /* likewise InvalidRequest, or ServiceLimitExceeded: it asks too much */
    bool fresh;      /* a READ at once after the CREATE that asked for `requested` */
    enum named_by by;
    bool unjudged, aside; /* as in struct expectation */
};
/* What the exchange's step expected; all zero where it was no step. */
const struct expected *expected_of(const struct exchange *x);

const json *expect_created(struct trial *t, const json *desired);
const json *expect_read(struct trial *t, const json *model, const json *requested);
const json *expect_updated(struct trial *t, const json *desired, const json *previous);
void expect_deleted(struct trial *t, const json *model);
void expect_failure(struct trial *t, enum action action, const json *desired, enum error_code why);
void expect_update_failure(struct trial *t, const json *desired, const json *previous,
                           enum error_code why);

/*
 * The step that all others are made of: holds what comes of a request against what is expected.
 * The final model; NULL when there is none, or the trial is over.
 */
const json *step(struct trial *t, struct request request, struct expected expected);
/* The same, for who wants to see how it ended: false when the trial is over. */
bool try_step(struct trial *t, struct request request, struct expected expected,
              struct exchange *last);
/* The same without judging anything, and without a trace of a create that no answer named. */
bool try_unjudged(struct trial *t, struct request request, struct exchange *last);

/* --- What was read and listed --- */

/*
 * READ by the primary identifier alone of what `model` is about. The answer is
 * cached, and given again without a call, until something is changed.
 */
const json *read_of(struct trial *t, const json *model, struct expected expected);
/* The same, of what was read when it may have been changed since. */
const json *read_once_of(struct trial *t, const json *model, struct expected expected);

/* What LIST showed, on all pages. */
struct listed {
    const json *identifiers; /* an array: of each listed model, its primary identifier alone */
    size_t count, pages;     /* of models, the repeated ones included */
    struct names seen;       /* the identifiers as text */
    const char *asked_with;  /* the properties that LIST was given, as text */
};

/* How LIST is asked. */
enum asking {
    ASK_JUDGED,
    ASK_UNJUDGED, /* no rule is held */
    ASK_ASIDE     /* likewise, and what goes wrong ends nothing (struct expectation, aside) */
};

/*
 * LIST, all pages, with what handlers.list.handlerSchema requires of the model
 * and its identifier; suite v1 sends the whole model. The answer is cached
 * likewise. NULL when the type has no list handler, or the trial is over.
 */
const struct listed *listing_of(struct trial *t, const json *model);
const struct listed *listing_as(struct trial *t, const json *model, enum asking how);
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

/* The last listing before something was changed, of the same parent as `now`; or NULL. */
const struct listed *listing_before(const struct trial *t, const struct listed *now);

/* LIST, all pages: whether the resource is among them is judged by `rule`. */
void expect_listed(struct trial *t, const json *model, const char *rule);
void expect_not_listed(struct trial *t, const json *model, const char *rule);

/*
 * Judges list.readable: the resource itself, and of the others that are listed
 * with it as many as the run was told (run_options.list_sample), spread evenly. One
 * that is not found counts when it is still listed afterwards: others may delete.
 */
void expect_listed_readable(struct trial *t, const json *model);

/* Nothing that was made and deleted is listed; where nothing can be listed: or can be read. Of the
 * last of them, which was updated, READ is asked in any case. */
void expect_nothing_left(struct trial *t);

/* --- Updates and deletes of the fixture's resource, in suites that have their rule --- */

/* Each updates it once more, and reads it; the fixture is told what it is like now. */
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

/* Of what does not exist: an update of it was refused, and made nothing. */
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

/* --- Judging models: by what was just called for --- */

/* The input holds the type's tags, unless a variant left them out. */
void expect_tags(struct trial *t, const char *rule, const json *input);
/* The tags of `requested` are in what was read. */
void expect_tags_kept(struct trial *t, const char *rule, const json *requested, const json *read);
/* Two models name the same resource, as they must or must not. */
void expect_same(struct trial *t, const char *rule, const json *first, const json *model);
void expect_another(struct trial *t, const char *rule, const json *first, const json *model);
/* A model is as it was `before`. */
void expect_equal(struct trial *t, const char *rule, const json *before, const json *model);

/* --- Models that satisfy the schema; NULL ends the trial with an error --- */

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
const json *sample_update(struct trial *t, const json *requested, const json *created);
/* An object that breaks one keyword of the schema: the set's own, or a generated one; or NULL. */
const json *sample_invalid(struct trial *t);
/* Its deletion is not judged: it was never valid. */
void shapeless(struct trial *t);

/* The inputs of the set, as they would be drawn: nothing is used up. Or NULL. */
struct inputs_of_set {
    const struct input_set *set;
    const json *create, *update;
};
struct inputs_of_set inputs_of(struct trial *t, const struct input_set *set);

/* --- Names --- */

/* The primary identifier of a model alone; the additional one of that index, or NULL when the model
 * lacks a part of it. */
json *identifier_of(const struct trial *t, const json *model);
json *alias_of(const struct trial *t, const json *model, size_t index);

/*
 * An identifier of the same shape as the model's that names nothing: other
 * letters for letters, other digits for digits, valid against the schema, and not
 * among what was listed last. NULL where none can be made: an enumeration, say.
 */
const json *identifier_never(struct trial *t, const json *model);

/*
 * The model with the identifiers of another sample, where they are the request's to choose. NULL
 * where the inputs fix one, or nothing else is valid.
 */
const json *model_renamed(struct trial *t, const json *model);
/* The same, but for the additional identifier of the index, which stays. */
const json *model_renamed_but(struct trial *t, const json *model, size_t index);

/* Another sample with the identifiers of this one: the same resource, differently. The model itself
 * where nothing else is valid. */
const json *model_named_as(struct trial *t, const json *model);
/*
 * What READ returned, made into the request for another resource: without
 * read-only properties, with the write-only ones of the fixture's request, and
 * renamed. NULL where that is not possible.
 */
const json *model_to_create(struct trial *t, const json *read);

#endif
