#include <stdio.h>
#include <string.h>

#include "generate_private.h"

enum { LARGEST = 64 * 1024 }; /* bytes of a model that need not be larger */

/*
 * Models are tried rich first: with all optional properties down to some depth.
 * Each level is repaired for some rounds; then less is tried. The last one has
 * what is required and nothing else.
 */
static const struct level {
    unsigned rich_depth, rounds;
    size_t work;
} levels[] = {
    { 6, 40, 3000 }, { 4, 30, 3000 },      { 3, 30, 3000 },
    { 2, 40, 3000 }, { 1, 40, WORK_MOST }, { 0, 120, WORK_MOST },
};
enum { LEVELS = sizeof(levels) / sizeof(*levels) };

/* The nearest that was come to a valid model. */
struct miss {
    size_t faults; /* 0: none was made at all */
    bool made;
    struct error text;
};

bool fixed_runs_through(const struct generator *g, uint64_t parent, const char *step)
{
    const uint64_t child = place_hash(parent, step);

    for (size_t i = 0; i < g->fixed.count; i++) {
        const struct property_path *path = &g->fixed.items[i].path;
        uint64_t hash = place_hash_of("");

        for (size_t depth = 0; depth < path->depth; depth++) {
            hash = place_hash(hash, path->steps[depth]);
            if (hash == child)
                return true;
        }
    }
    return false;
}

static struct generator *generator_new(struct arena *keep, const json *document,
                                       const struct fixed_set *fixed, struct random *random)
{
    struct generator *g = arena_alloc(keep, sizeof(*g));

    g->keep = keep;
    g->document = document;
    g->seed = random_next(random);
    if (fixed)
        g->fixed = *fixed;
    return g;
}

static const json *make_root(struct generator *g, const json *node)
{
    struct place root = { .hash = place_hash_of("") };
    struct parts parts = { .count = 0 };

    g->work = 0;
    g->reason.text[0] = '\0';
    parts_add(&parts, node);
    return make_value(g, &root, &parts);
}

/* What is said of a model that cannot be made at all gives way to faults of one that was. */
static void miss_note(struct miss *miss, const struct error *reason)
{
    if (!miss->made)
        miss->text = *reason;
}

static void blame_faults(struct generator *g, const struct schema_fault *fault, struct miss *miss)
{
    size_t count = 0;

    for (const struct schema_fault *f = fault; f; f = f->next) {
        blame_pointer(g, f->path);
        count++;
    }
    if (fault && (!miss->made || count < miss->faults)) {
        miss->made = true;
        miss->faults = count;
        error_set(&miss->text, "%.150s: %.300s", *fault->path ? fault->path : "the model",
                  fault->message);
    }
}

/* Makes a model and repairs it. NULL when this level has no valid one, or only large ones. */
static json *try_level(struct arena *arena, struct generator *g, const struct schema *schema,
                       const struct level *level, struct miss *miss)
{
    const bool may_be_large = level == &levels[LEVELS - 1];
    json *valid = NULL;
    bool over = false;

    g->rich_depth = level->rich_depth;
    g->work_limit = level->work;
    g->blame_count = 0;
    for (unsigned round = 0; round < level->rounds && !over; round++) {
        g->scratch = arena_new();
        const json *model = make_root(g, g->document);

        over = !model;
        if (over)
            miss_note(miss, &g->reason);
        else if (schema_valid(schema, model, SCHEMA_ALL)) {
            over = true;
            if (may_be_large || strlen(json_print(g->scratch, model)) <= LARGEST)
                valid = json_copy(arena, model);
        } else
            blame_faults(g, schema_faults(g->scratch, schema, model, SCHEMA_ALL), miss);
        arena_free(g->scratch);
    }
    return valid;
}

const json *generate_create_with(struct arena *arena, const struct resource_type *type,
                                 const struct fixed_set *fixed, struct random *random,
                                 struct error *error)
{
    struct arena *keep = arena_new();
    struct generator *g = generator_new(keep, type->create_document, fixed, random);
    struct miss miss = { .made = false };
    const json *model = NULL;

    for (size_t i = 0; i < LEVELS && !model; i++)
        model = try_level(arena, g, type->create, &levels[i], &miss);
    arena_free(keep);
    if (!model)
        error_set(error,
                  "%.100s: no model was found that satisfies the schema (%.300s); "
                  "write inputs/inputs_1_create.json by hand",
                  type->file ? type->file : type->name, miss.text.text);
    return model;
}

const json *generate_create(struct arena *arena, const struct resource_type *type,
                            struct random *random, struct error *error)
{
    return generate_create_with(arena, type, NULL, random, error);
}

const json *generate_value(struct arena *arena, const struct resource_type *type, const json *node,
                           struct random *random, struct error *error)
{
    static const unsigned depths[] = { 3, 1, 0 };
    struct arena *keep = arena_new();
    struct generator *g = generator_new(keep, type->document, NULL, random);
    json *value = NULL;

    g->scratch = keep;
    for (size_t i = 0; i < sizeof(depths) / sizeof(*depths) && !value; i++) {
        g->rich_depth = depths[i];
        g->work_limit = i + 1 < sizeof(depths) / sizeof(*depths) ? 1000 : WORK_MOST;
        const json *made = make_root(g, node);
        if (made)
            value = json_copy(arena, made);
    }
    if (!value)
        error_set(error, "%.100s: no value was found that satisfies a subschema (%.300s)",
                  type->file ? type->file : type->name, g->reason.text);
    arena_free(keep);
    return value;
}
