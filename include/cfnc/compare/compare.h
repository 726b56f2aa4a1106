#ifndef CFNC_COMPARE_H
#define CFNC_COMPARE_H

#include "cfnc/json/pointer.h"

struct resource_type;

/*
 * Whether a model says what was asked for (CONTRACT: "All properties specified
 * in the request MUST be present in the model returned, and they MUST match
 * exactly").
 *
 * What the schema says at each place counts, through $ref, allOf, anyOf, oneOf,
 * if, items (tuples too), patternProperties and additionalProperties:
 *  - values are equal as JSON: 1 is 1.0; 1, "1" and true are three values;
 *  - arrays are ordered, unless `insertionOrder` is false: then they are
 *    multisets, at any depth. The first explicit insertionOrder counts; beside
 *    a $ref it stands before that of what is referred to. With uniqueItems a
 *    multiset is a set by itself;
 *  - read-only and write-only properties are not compared;
 *  - a property with a propertyTransform may come back as it was asked for, or
 *    as one of the transform's alternatives says (transform.c);
 *  - the request may ask for less than is returned, at any depth, inside of
 *    unordered items too: the service adds defaults, read-only and create-only
 *    properties. Items of arrays it may not add.
 *
 * The cost is about that of reading both models, also of unordered arrays with
 * many thousands of items. What would cost far more (arrays in arrays, all of
 * them unordered and none of them equal) is given up, and is then among what
 * was not compared, as `failed`.
 */
enum difference_kind {
    DIFFERENCE_CHANGED,
    DIFFERENCE_MISSING,    /* asked for, not returned */
    DIFFERENCE_UNEXPECTED, /* returned, not asked for: an item, or compare_models_exactly() */
    DIFFERENCE_TYPE,       /* 3 and "3" */
    DIFFERENCE_COUNT,      /* ordered arrays of different length */
    DIFFERENCE_ORDER       /* the same items in another order, where order counts */
};

struct difference {
    const struct difference *next;
    enum difference_kind kind;
    const char *path; /* JSON pointer into the request; UNEXPECTED: its last step, the name or the
                         index, is that of what was returned */
    const json *requested; /* NULL when absent */
    const json *returned;
    const json *transformed; /* what its propertyTransform makes of what was requested, or NULL */
};

struct not_compared {
    const struct not_compared *next;
    const char *path; /* JSON pointer with "*" for the items of arrays */
    const char *why;  /* "read-only" */
    bool failed;      /* it should have been compared and could not be: no verdict on it */
};

struct comparison {
    const struct difference *differences; /* in the order of the request; NULL when equal */
    const struct not_compared *not_compared;
    const json *requested; /* the model that was compared */
};

const char *difference_kind_name(enum difference_kind kind); /* as in the JSON report */

/*
 * What is known to cause such a difference, as words for its author, or NULL:
 * "a number became a string: ...". Looks at the row alone.
 */
const char *difference_hint(struct arena *arena, const struct difference *difference);

/*
 * The propertyTransform that would explain it, where that is plain: another
 * case, a trailing dot, white space, an ARN for a name; *pointer is the property's. NULL
 * for any other difference.
 */
const char *difference_proposal(struct arena *arena, const struct difference *difference,
                                const char **pointer);

/* Rows live in `arena` and point into both models. At most COMPARE_MOST_ROWS; more are counted
   among what was not compared. */
enum { COMPARE_MOST_ROWS = 10000 };
struct comparison compare_models(struct arena *arena, const struct resource_type *type,
                                 const json *requested, const json *returned);

/*
 * The same, and nothing may be left below a requested property: a returned
 * member or item that was not asked for is DIFFERENCE_UNEXPECTED, unless it is
 * a property of the model itself (the service may add these), read-only,
 * create-only, what its schema's `default` says, null or empty, or an object
 * of nothing but such members.
 */
struct comparison compare_models_exactly(struct arena *arena, const struct resource_type *type,
                                         const json *requested, const json *returned);

/* Whether arrays at this path of the model may come back in another order: insertionOrder false. */
bool compare_unordered(const struct resource_type *type, const struct property_path *path);

#endif
