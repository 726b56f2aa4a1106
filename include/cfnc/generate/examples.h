#ifndef CFNC_EXAMPLES_H
#define CFNC_EXAMPLES_H

#include "cfnc/generate/generate.h"
#include "cfnc/generate/placeholders.h"

/*
 * What the handlers are given: one set is one run of the suite. Either the
 * user's files (inputs/inputs_N_*.json), or models generated from the schema,
 * with overrides.json laid over them. A file, or the value of an override, may
 * leave holes that the generator fills ("...": "generate", see generate.h), and
 * placeholders such as {{uuid}}, each time another one (placeholders.h).
 */
struct input_set {
    const char *id; /* "inputs_1", "overrides", "generated": stable, used in reports and names */
    const char *source;                                   /* "files", "overrides", "generated" */
    const json *create, *update, *invalid;                /* of files; NULL where there is none */
    const char *create_file, *update_file, *invalid_file; /* their paths, or NULL */
    const json *create_overrides, *update_overrides;      /* pointer -> value; or NULL */
    const char *overrides_file;                           /* its path, or NULL */
};

struct examples {
    const struct resource_type *type;
    const struct input_set *set;
    struct random random;
    uint64_t seed;                   /* that {{seed}} stands for */
    const struct location *location; /* of {{region}} and the like; NULL: they are exports */
    /*
     * Of generated models: the variant, and the coverage, of whose rows each
     * create takes the next. `given` is not for here: a file's holes are its own.
     */
    struct generation how;
    bool as_v1; /* generated models without overrides are those of generate_v1() */
    /*
     * Is told of each model that was drawn (NULL, and the error: none was), and
     * returns the one to be used: a recorded one, in its place. Or NULL.
     */
    const json *(*drawn)(void *context, struct arena *arena, const json *model,
                         struct error *error);
    void *context;
};

/* A desired state for a CREATE; each call a new one where models are generated. */
MUST_USE const json *examples_create(struct arena *arena, struct examples *examples,
                                     struct error *error);

/*
 * A desired state for an UPDATE of a resource that was `requested` and came
 * out as `created`. From files: the update file's properties, over them the
 * created model's identifiers, under them its top-level read-only properties.
 * Neither file nor models are ever edited.
 */
MUST_USE const json *examples_update(struct arena *arena, struct examples *examples,
                                     const json *requested, const json *created,
                                     struct error *error);

/*
 * `state`, an update's, with another value for one create-only property that
 * identifies nothing, and is neither read-only nor write-only: to be refused.
 * NULL when no such value was found, or no such property (lacks_create_only()).
 */
const json *examples_forbidden(struct arena *arena, struct examples *examples, const json *state);

/* Why the set cannot be used for this type, before any handler is called: false and the error. */
MUST_USE bool examples_check(struct arena *arena, const struct examples *examples,
                             struct error *error);

#endif
