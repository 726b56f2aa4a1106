#ifndef CFNC_GENERATE_H
#define CFNC_GENERATE_H

#include "cfnc/random.h"
#include "cfnc/resource_type.h"

/*
 * Models that satisfy a resource schema, made from a seed: the same seed and
 * schema give the same models, on any machine. Every model is validated before
 * it is returned.
 */

/*
 * A desired state for CREATE: valid against type->create. Two calls give
 * different identifiers wherever the schema leaves room for them.
 */
MUST_USE const json *generate_create(struct arena *arena, const struct resource_type *type,
                                     struct random *random, struct error *error);

/*
 * A desired state for UPDATE of `created` (what the create handler returned,
 * with the write-only values of `requested` where they may be needed again):
 * identifiers, create-only and read-only values are kept, and at least one
 * property that may change has changed, where there is one. Valid against
 * type->update.
 */
MUST_USE const json *generate_update(struct arena *arena, const struct resource_type *type,
                                     const json *requested, const json *created,
                                     struct random *random, struct error *error);

/*
 * A value for one subschema of the document, a read-only property of the
 * built-in provider, say. NULL and the error when it found none.
 */
MUST_USE const json *generate_value(struct arena *arena, const struct resource_type *type,
                                    const json *node, struct random *random, struct error *error);

#endif
