#ifndef CFNC_SYSTEM_TAGS_H
#define CFNC_SYSTEM_TAGS_H

#include "cfnc/type/resource_type.h"

/*
 * Tags that AWS puts on a resource by itself. Their keys begin with "aws:", which
 * nobody else's may, so a handler that returns them returns more than was asked
 * for, and is honest.
 *
 * The model without those of its tagProperty that `other` does not have, by their
 * keys, whether tags are a list of objects with a key or a map; the model itself
 * when there are none. `other` may be NULL.
 */
const json *model_without_system_tags(struct arena *arena, const struct resource_type *type,
                                      const json *model, const json *other);

/*
 * The model without tags whose key an earlier tag of its tagProperty has: a service
 * knows each tag by its key, and keeps one of them or refuses both. The model itself
 * when there are none, or where tags are no list.
 */
const json *model_without_twin_tags(struct arena *arena, const struct resource_type *type,
                                    const json *model);

#endif
