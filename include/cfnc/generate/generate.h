#ifndef CFNC_GENERATE_H
#define CFNC_GENERATE_H

#include "cfnc/base/random.h"
#include "cfnc/type/resource_type.h"

/*
 * Models that satisfy a resource schema, made from a seed: the same seed and
 * schema give the same models, on any machine. Every model is validated before
 * it is returned. What is random in a value comes from the seed and from where
 * the value is, so that one more property in the schema changes no other.
 *
 * A `struct random` is drawn from once for each model. Start it with the seed,
 * and keep it for the next model.
 */
enum variant {
    VARIANT_MAXIMAL,  /* every optional property, at every depth that leaves a handy model */
    VARIANT_RANDOM,   /* every optional property, or not, by a coin */
    VARIANT_MINIMAL,  /* what is required */
    VARIANT_BOUNDARY, /* as RANDOM; lengths, numbers and counts at their least or greatest */
    VARIANT_COUNT
};

const char *variant_name(enum variant variant); /* "maximal" */
/* False when there is none of that name. */
bool variant_find(const char *name, enum variant *variant);

/*
 * How a model is made. All zero, or none: maximal, nothing given. A pointer here outlives
 * the call and is not kept.
 */
struct generation {
    enum variant variant;
    /*
     * What of the model is given; NULL: nothing. An object with the member
     * "...": "generate" has the other members given, and the generator makes
     * the rest; the same in an object further down. An object or an array
     * without the mark is the whole value, but for marked objects inside it.
     * Given values are neither changed nor checked by themselves: a model that
     * they make invalid is an error.
     */
    const json *given;
    /* Which optional properties go in, before `variant` is asked; NULL: as the variant says. */
    const struct coverage *coverage;
    size_t row;                        /* of `coverage`; rows begin again after the last */
    const struct fixed_set *overrides; /* single values instead of `given` (examples.c); or NULL */
};

/* Whether a value holds an object that is marked "...": "generate". */
bool generate_has_hole(const json *value);

/*
 * A desired state for CREATE: valid against type->create. Two calls give
 * different identifiers wherever the schema leaves room for them; names begin
 * with "cfnc-" where it allows that. The error says which property has no
 * value, and why.
 */
MUST_USE const json *generate_create(struct arena *arena, const struct resource_type *type,
                                     struct random *random, struct error *error);
MUST_USE const json *generate_create_as(struct arena *arena, const struct resource_type *type,
                                        const struct generation *how, struct random *random,
                                        struct error *error);

/*
 * A desired state for UPDATE of `created` (what the create handler returned,
 * with the write-only values of `requested` where they may be needed again):
 * identifiers, create-only and read-only values are kept, and at least one
 * property that may change has changed, where there is one. Lists that may
 * change grow, shrink or stay as long as they were. Valid against type->update.
 */
MUST_USE const json *generate_update_as(struct arena *arena, const struct resource_type *type,
                                        const json *requested, const json *created,
                                        const struct generation *how, struct random *random,
                                        struct error *error);

/*
 * `state`, which is valid against type->update, with less in it: of its lists
 * and maps some are emptied, some one shorter, some left out; of single values
 * some are left out and others become "", 0 or false, as far as the schema and an
 * update allow it. Identifiers, create-only, read-only and write-only values stay.
 * NULL when nothing can go.
 */
const json *generate_less(struct arena *arena, const struct resource_type *type, const json *state);

/* A model that is valid for CREATE but for one keyword at one place. */
struct invalid_model {
    const json *model;
    const char *keyword;     /* "maxLength"; "false" for a property that may not be there */
    const char *pointer;     /* the place in the model, as schema_faults() has it */
    const char *schema_path; /* of the keyword */
    const char *message;     /* what is wrong, one line */
};

/*
 * Makes one, of the keyword that is asked for, or of any (NULL): which one, the
 * seed decides. False and the error when the schema has no such keyword that
 * can be broken alone.
 */
MUST_USE bool generate_invalid(struct arena *arena, const struct resource_type *type,
                               const char *keyword, struct random *random,
                               struct invalid_model *invalid, struct error *error);

/*
 * The same model, made unusual where that is valid for CREATE and no identifier:
 *
 *   emptied  values are "", 0, false, [] or {}, each kind of them at least once, at the top and
 *            further down; some are left out, as all are that have a default
 *   odd      arrays have an item twice, strings letters beyond ASCII and 250 of them, numbers a
 *            fraction
 *   extreme  odd, and strings have blanks at both ends, and letters that are two code points, or
 *            one beyond U+FFFF; numbers are negative and beyond 32 bits; maps have a key in both
 *            cases. An honest handler may know better than its schema and refuse that as invalid.
 *   sparse   about a third of what is optional, and an update may add, is left out, at the top
 *            and in objects; but of single values, lists, maps and objects one each stays
 *
 * Write-only values, tags and, but for emptied ones, values that are listed by the schema stay.
 */
const json *generate_emptied(struct arena *arena, const struct resource_type *type,
                             const json *model);
const json *generate_odd(struct arena *arena, const struct resource_type *type, const json *model);
const json *generate_extreme(struct arena *arena, const struct resource_type *type,
                             const json *model);
const json *generate_sparse(struct arena *arena, const struct resource_type *type,
                            const json *model);
/*
 * A state that is valid for UPDATE of `created`, likewise extreme in what the update may change;
 * booleans, and values that are listed by the schema, are not what they were.
 */
const json *generate_extreme_update(struct arena *arena, const struct resource_type *type,
                                    const json *state, const json *created);

/*
 * The same model, as cfn test may draw it by chance, whose verdicts hang on that: of what stands at
 * the top and identifies nothing, lists have up to four items, numbers a fraction of nine digits,
 * and booleans are false, where that is valid for CREATE. In an update (`state`, of `created`)
 * lists have other items than they had, one less of them, and the members stand in the reverse
 * order.
 */
const json *generate_v1(struct arena *arena, const struct resource_type *type, const json *model,
                        struct random *random);
const json *generate_v1_update(struct arena *arena, const struct resource_type *type,
                               const json *state, const json *created, struct random *random);

/*
 * What the list handler is to be given: the properties that
 * handlers.list.handlerSchema requires, from the model that was created; one
 * that is no property of the resource is generated. An empty object where
 * nothing is required. NULL and the error when the model lacks one.
 */
MUST_USE const json *generate_list_input(struct arena *arena, const struct resource_type *type,
                                         const json *created, struct random *random,
                                         struct error *error);

/*
 * The same model with other values for the create-only part of its primary
 * identifier, where the schema has them: to create it once more beside the
 * first.
 */
const json *generate_renamed(struct arena *arena, const struct resource_type *type,
                             const json *model, struct random *random);

/* A value for a subschema of what `schema` was compiled from. NULL and the error: none was found.
 */
MUST_USE const json *generate_part(struct arena *arena, const struct schema *schema,
                                   const json *node, struct random *random, struct error *error);

/*
 * A value for one subschema of the document, a read-only property of the
 * built-in provider, say. NULL and the error when it found none.
 */
MUST_USE const json *generate_value(struct arena *arena, const struct resource_type *type,
                                    const json *node, struct random *random, struct error *error);

#endif
