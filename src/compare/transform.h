#ifndef CFNC_TRANSFORM_H
#define CFNC_TRANSFORM_H

#include "cfnc/json/json.h"

/*
 * propertyTransform: what a service makes of a value that was asked for, so
 * that drift detection does not take it for a change. The text is JSONata; some
 * expressions with $OR between them are alternatives, tried in their order:
 *
 *     $lowercase(Name) $OR $join(["arn:aws[-a-z]*:iam::[0-9]{12}:role/", Name])
 *
 * Schemas write names as seen from the model, or from the object that holds
 * the property: each alternative is evaluated for both, and what it makes
 * without the names that it asks for counts only where neither has them. A
 * result that is a regular expression matches what was returned, from its
 * beginning to its end.
 *
 * A text that is no JSONata (jq, say, which came before it) is no transform: where
 * values differ, the property is not compared.
 */
struct transform;

/*
 * Parses all alternatives. NULL and the error: "column 12: ...", of the whole text, counted in
 * characters.
 */
MUST_USE const struct transform *transform_read(struct arena *arena, const char *text,
                                                struct error *error);

enum transform_verdict {
    TRANSFORM_EQUAL,
    TRANSFORM_DIFFERS,
    TRANSFORM_FAILED /* some alternative could not be evaluated, and none of the others is equal */
};

/* The values that one property has. */
struct transform_input {
    const json *model, *parent; /* of the request: the whole, and what holds the property */
    const json *returned;       /* NULL when absent: then a result of null is equal */
    bool (*equals)(void *context, const json *result); /* to `returned`, which is there */
    void *context;
};

/*
 * Whether an alternative makes what was returned. TRANSFORM_DIFFERS: *result is
 * what the first that gives something makes, in `arena`, or NULL.
 * TRANSFORM_FAILED: the error names function and column.
 */
enum transform_verdict transform_match(struct arena *arena, const struct transform *transform,
                                       const struct transform_input *input, const json **result,
                                       struct error *error);

#endif
