#ifndef CFNC_TEST_AS_CREATED_H
#define CFNC_TEST_AS_CREATED_H

#include "cfnc/generate/generate.h"

/*
 * What an honest handler would return for a model: read-only values there, as far as top-level
 * properties go, write-only ones not.
 */
static inline json *as_created(struct arena *arena, const struct resource_type *type,
                               const json *requested, struct random *random)
{
    json *model = json_copy(arena, requested);
    struct error error;

    for (size_t i = 0; i < type->write_only.count; i++)
        path_remove(model, &type->write_only.paths[i]);
    for (size_t i = 0; i < type->read_only.count; i++) {
        const struct property_path *path = &type->read_only.paths[i];
        const json *node = path->depth == 1 ? schema_at(type->document, path) : NULL;
        const json *value = node ? generate_value(arena, type, node, random, &error) : NULL;
        if (value)
            path_set(model, path, value);
    }
    return model;
}

#endif
