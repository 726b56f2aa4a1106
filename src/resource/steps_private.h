#ifndef CFNC_STEPS_PRIVATE_H
#define CFNC_STEPS_PRIVATE_H

#include "cfnc/resource/steps.h"

/* Between the files that steps are made in. */

/*
 * What the trials on one input set share: the examples they draw from, and a cache of what was
 * listed and read since anything was created, updated or deleted. In suites v2 and full that is
 * not asked for twice.
 */
struct memory {
    struct arena *arena;
    struct examples examples;
    const struct listed *listing;
    json *reads;                  /* { identifier as text: model } */
    json *seen;                   /* the same, whatever was changed since */
    const struct listed *earlier; /* what was listed before something was changed; or NULL */
    json *gone;                   /* an array: identifiers of what was made and is deleted */
};
struct memory *memory_of(const struct trial *t); /* NULL where a trial stands alone */
void note_gone(struct trial *t, const json *model);
const json *last_gone(const struct trial *t); /* or NULL */

/* What a trial has of its own. */
struct own_state {
    struct given given;
    const json *sampled;
};
struct own_state *own_state(const struct trial *t);

/* The first CREATE of a trial may be sent again (a retry of the caller), as it was. */
void keep_create(struct trial *t, const struct exchange *x);

/* Whether models are ours to vary: nobody gave values or chose a variant. */
bool may_vary(const struct trial *t);

/* Another sample with the identifiers of the model and no more than is required; the model itself,
 * too, where models are not ours to vary. */
const json *model_minimal_as(struct trial *t, const json *model);

/*
 * LIST with `desired`, page after page. Returns whom they name, in `arena`; NULL when the trial is
 * over, or where it was asked aside.
 */
struct listed *pages_walk(struct trial *t, struct arena *arena, const json *desired,
                          enum asking how);
/* Whether somebody whom the listing `of` names is not in the other. */
bool listing_lacks_some(const struct trial *t, const struct listed *listing,
                        const struct listed *of);

/* Whether something in a desired state, as far as handlers return it, is like
 * nothing that others may ask for: a random text that neither the schema nor the
 * user's inputs hold. */
bool is_unique(const struct run *run, const json *desired);
/* Whether `model`, whatever else is in it, has such a text of the desired state. */
bool is_kin(const struct run *run, const json *desired, const json *model);

/* See struct lifecycle; `before` of what was made is what was listed last before it was sent. */
enum finding_of find_lost(struct trial *t, struct tracked *made, const char **why);

#endif
