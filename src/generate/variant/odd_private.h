#ifndef CFNC_GENERATE_ODD_H
#define CFNC_GENERATE_ODD_H

#include "generate/generate_private.h"

/*
 * A valid model on its way to an unusual one, value by value: what odd.c walks over to put
 * other values in, sparse.c to leave some out, and v1.c.
 */

/* Kinds of values, as handlers mistake one kind of emptiness for none and not the other. */
enum value_kind { STRINGS, NUMBERS, BOOLEANS, ARRAYS, MAPS, OBJECTS, KINDS };

struct oddity {
    struct arena *arena;
    const struct resource_type *type;
    const struct schema *schema; /* type->create or type->update */
    json *model;                 /* the whole */
    int tries;
    size_t size, effort;
    /* Of each kind, at the top and further down: what was done. */
    struct tally {
        unsigned emptied, left_out;
        bool entered;
    } tallies[2][KINDS];
    bool inside_first; /* what lies inside of a value changes before it does */
    bool extreme;
    const json *before; /* the state that an update is to change; or NULL */
    const json *fresh;  /* of the same type: where other items come from; or NULL */
    /* Another value for the one at `pointer`, the best first, null for none at all; NULL: there are
     * no more. */
    const json *(*other)(struct oddity *o, const char *pointer, const json *value, int way);
};

/* Whether it identifies the resource; in an update, also what that must leave as it was. */
bool oddity_is_fixed(const struct oddity *o, const char *pointer);

/* Whether the value there is a tag, or all of them. */
bool oddity_is_tag(const struct oddity *o, const char *pointer);

/* What the schema says by the keyword `name` of the value there, also behind a $ref; or NULL. */
const json *oddity_keyword(const struct oddity *o, const char *pointer, const char *name);

enum value_kind oddity_kind(const struct oddity *o, const char *pointer, const json *value);

/* "", 0, false, [] or {}; null of null. */
const json *oddity_empty(struct arena *arena, const json *value);

/* False when enough was tried: whatever would be tried next is left as it is. */
bool oddity_may_try(const struct oddity *o);

/* Takes `other` in the place of what is there, or leaves it out (null), if that is valid. */
bool oddity_try(struct oddity *o, const struct property_path *path, const json *other);

#endif
