/* Other values for the names of a model. */
#include "generate/generate_private.h"

enum { TRIES = 8 };

/* The model with `fresh` at one path of the identifier, if that is valid; else as it is. */
static json *rename_one(struct arena *arena, const struct resource_type *type, json *model,
                        const struct property_path *path, const json *fresh)
{
    const json *was = path_get(model, path), *is = path_get(fresh, path);

    if (!was || !is || json_equal(was, is))
        return model;
    json *renamed = json_copy(arena, model);
    path_replace(renamed, path, is);
    return schema_valid(type->create, renamed, SCHEMA_ALL) ? renamed : model;
}

const json *generate_renamed(struct arena *arena, const struct resource_type *type,
                             const json *model, struct random *random)
{
    struct arena *scratch = arena_new();
    struct random own = { random_next(random) };
    json *renamed = json_copy(scratch, model);

    for (size_t tries = 0; tries < TRIES && json_equal(model, renamed); tries++) {
        struct error ignored;
        const json *fresh = generate_create(scratch, type, &own, &ignored);

        for (size_t i = 0; fresh && i < type->identifier.count; i++)
            renamed = rename_one(scratch, type, renamed, &type->identifier.paths[i], fresh);
    }
    const json *result = json_copy(arena, renamed);
    arena_free(scratch);
    return result;
}
