#ifndef CFNC_COMPARE_H
#define CFNC_COMPARE_H

#include "cfnc/resource_type.h"

/*
 * Whether a model says what was asked for (CONTRACT: "All properties specified
 * in the request MUST be present in the model returned, and they MUST match
 * exactly"). The request may ask for less than is returned; read-only and
 * write-only properties are not compared; a create-only property that was not
 * asked for may be there.
 */
enum difference_kind {
    DIFFERENCE_CHANGED,
    DIFFERENCE_MISSING,    /* asked for, not returned */
    DIFFERENCE_UNEXPECTED, /* returned in an array, not asked for */
    DIFFERENCE_TYPE,       /* 3 and "3" */
    DIFFERENCE_LENGTH,     /* arrays of different length */
    DIFFERENCE_ORDER       /* the same items in another order, where order counts */
};

struct difference {
    const struct difference *next;
    enum difference_kind kind;
    const char *path;      /* JSON pointer into the model */
    const json *requested; /* NULL when absent */
    const json *returned;
};

struct not_compared {
    const struct not_compared *next;
    const char *path;
    const char *why; /* "read-only" */
};

struct comparison {
    const struct difference *differences; /* in the order of the request; NULL when equal */
    const struct not_compared *not_compared;
};

const char *difference_kind_name(enum difference_kind kind); /* as in the JSON report */

struct comparison compare_models(struct arena *arena, const struct resource_type *type,
                                 const json *requested, const json *returned);

/* Whether arrays at this path of the model may come back in another order: insertionOrder false. */
bool compare_unordered(const struct resource_type *type, const struct property_path *path);

#endif
