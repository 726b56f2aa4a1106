/* An update that must be refused: it changes what can be set only when the resource is created. */
#include "cfnc/generate/examples.h"

#include "cfnc/compare/compare.h"
#include "cfnc/type/lacks.h"

enum { VALUE_TRIES = 8 };

/* Whether anybody could tell the two states apart: what is only there in one may be a default. */
static bool differs(struct arena *arena, const struct resource_type *type, const json *state,
                    const json *changed)
{
    const struct comparison comparison = compare_models(arena, type, changed, state);
    const struct difference *d = comparison.differences;

    while (d && d->kind == DIFFERENCE_MISSING)
        d = d->next;
    return d;
}

static const json *other_value(struct arena *arena, const struct resource_type *type,
                               const json *state, const struct property_path *path,
                               struct random *random)
{
    const json *node = schema_at(type->document, path), *was = path_get(state, path);
    struct error ignored;

    for (int i = 0; node && was && i < VALUE_TRIES; i++) {
        const json *value = generate_value(arena, type, node, random, &ignored);
        json *changed = json_copy(arena, state);

        if (!json_is_null(value) && !path_set(changed, path, value) &&
            differs(arena, type, state, changed) && schema_valid(type->update, changed, SCHEMA_ALL))
            return changed;
    }
    return NULL;
}

const json *examples_forbidden(struct arena *arena, struct examples *examples, const json *state)
{
    const struct resource_type *type = examples->type;
    struct arena *scratch = arena_new();
    const json *found = NULL;

    for (size_t i = 0; i < type->create_only.count && !found; i++)
        if (create_only_is_plain(type, &type->create_only.paths[i]))
            found =
                other_value(scratch, type, state, &type->create_only.paths[i], &examples->random);
    found = found ? json_copy(arena, found) : NULL;
    arena_free(scratch);
    return found;
}
