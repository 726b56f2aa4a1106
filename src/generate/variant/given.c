/* Values that the user gives, with the holes in them that the generator fills. */
#include <string.h>

#include "generate/generate_private.h"

static const char mark[] = "...";

static bool is_marked(const json *value)
{
    const char *word = json_string(json_get(value, mark));

    return word && strcmp(word, "generate") == 0;
}

bool generate_has_hole(const json *value)
{
    if (is_marked(value))
        return true;
    json_each (child, value)
        if (generate_has_hole(child))
            return true;
    return false;
}

void givens_add_as(struct givens *givens, const struct property_path *path, const json *value,
                   enum given_kind given)
{
    givens->items = arena_grow(givens->arena, givens->items, givens->count, &givens->room,
                               sizeof(*givens->items));
    givens->items[givens->count++] = (struct fixed){ *path, given, value };
}

static struct property_path path_below(struct arena *arena, const struct property_path *path,
                                       const char *step)
{
    const char **steps = arena_array(arena, path->depth + 1, sizeof(*steps));

    for (size_t i = 0; i < path->depth; i++)
        steps[i] = path->steps[i];
    steps[path->depth] = step;
    return (struct property_path){ .pointer = pointer_add(arena, path->pointer, step),
                                   .steps = steps,
                                   .depth = path->depth + 1 };
}

void givens_add(struct givens *givens, const struct property_path *path, const json *value)
{
    size_t index = 0;

    if (!generate_has_hole(value)) {
        givens_add_as(givens, path, value, GIVEN_WHOLE);
        return;
    }
    givens_add_as(givens, path, value, is_marked(value) ? GIVEN_OPEN : GIVEN_CLOSED);
    json_each (child, value) {
        const char *step =
            json_key(child) ? json_key(child) : arena_printf(givens->arena, "%zu", index);
        const struct property_path below = path_below(givens->arena, path, step);

        index++;
        if (!json_key(child) || strcmp(json_key(child), mark) != 0)
            givens_add(givens, &below, child);
    }
}

struct fixed_set givens_set(const struct givens *givens)
{
    return (struct fixed_set){ givens->items, givens->count };
}

struct making making_of(struct arena *arena, const struct generation *how)
{
    struct givens givens = { .arena = arena };
    const struct property_path root = { .pointer = "" };

    if (!how)
        return (struct making){ .variant = VARIANT_MAXIMAL };
    if (how->given)
        givens_add(&givens, &root, how->given);
    return (struct making){ .variant = how->variant,
                            .coverage = how->coverage,
                            .row = how->row,
                            .fixed = how->overrides ? *how->overrides : givens_set(&givens) };
}

/* Whether the way to the given value leads through the place, or ends there. */
static bool leads_through(const struct fixed *fixed, uint64_t place)
{
    uint64_t hash = place_hash_of(&(struct property_path){ .depth = 0 });

    for (size_t depth = 0; depth < fixed->path.depth; depth++) {
        if (hash == place)
            return true;
        hash = place_hash(hash, fixed->path.steps[depth]);
    }
    return hash == place;
}

bool fixed_runs_through(const struct generator *g, uint64_t parent, const char *step)
{
    for (size_t i = 0; i < g->fixed.count; i++)
        if (g->fixed.items[i].given != GIVEN_MAYBE &&
            leads_through(&g->fixed.items[i], place_hash(parent, step)))
            return true;
    return false;
}

bool fixed_below(const struct generator *g, const struct value_place *place)
{
    for (size_t i = 0; i < g->fixed.count; i++)
        if (leads_through(&g->fixed.items[i], place->hash))
            return true;
    return false;
}

const struct fixed *fixed_at(const struct generator *g, const struct value_place *place)
{
    for (size_t i = 0; i < g->fixed.count; i++)
        if (g->fixed.items[i].path.depth == place->depth &&
            place_hash_of(&g->fixed.items[i].path) == place->hash)
            return &g->fixed.items[i];
    return NULL;
}
