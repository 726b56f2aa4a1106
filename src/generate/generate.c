#include "cfnc/generate/generate.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/schema/schema_pointer.h"
#include "cfnc/type/system_tags.h"
#include "generate_private.h"

/*
 * Each variant has levels, which ask for less and less: all optional properties
 * down to some depth, and in the end what is required and nothing else.
 */
struct effort {
    unsigned rich_depth;
    size_t work;    /* 0: no level */
    size_t largest; /* bytes of a model */
};

enum { LEVELS = 8, LARGE = 64 * 1024, HUGE = 512 * 1024, LARGEST_FILE = 16 << 20 };

static const struct effort levels[VARIANT_COUNT][LEVELS] = {
    [VARIANT_MAXIMAL] = { { 40, 4000, LARGE },
                          { 6, 3000, LARGE },
                          { 4, 3000, LARGE },
                          { 3, 3000, LARGE },
                          { 2, 3000, LARGE },
                          { 1, WORK_MOST, LARGE },
                          { 0, WORK_MOST, SIZE_MAX } },
    [VARIANT_RANDOM] = { { 12, 3000, LARGE },
                         { 4, 3000, LARGE },
                         { 2, 3000, LARGE },
                         { 1, WORK_MOST, LARGE },
                         { 0, WORK_MOST, SIZE_MAX } },
    [VARIANT_MINIMAL] = { { 0, WORK_MOST, SIZE_MAX },
                          { 1, WORK_MOST, SIZE_MAX },
                          { 2, 3000, SIZE_MAX },
                          { 4, 3000, SIZE_MAX } },
    [VARIANT_BOUNDARY] = { { 6, 3000, HUGE },
                           { 3, 3000, HUGE },
                           { 2, 3000, HUGE },
                           { 1, 5000, HUGE },
                           { 0, WORK_MOST, SIZE_MAX } },
};

static const json *make_root(struct generator *g)
{
    struct value_place root = { .hash = place_hash_of(&(struct property_path){ .depth = 0 }) };
    struct parts parts = { .count = 0 };

    g->work = g->misses = 0;
    g->reason.error.text[0] = '\0';
    parts_add(&parts, g->document);
    return make_value(g, &root, &parts);
}

/* Why there is no model: what was wrong with one that was made, rather than why none was. */
struct miss {
    bool made;
    struct reason reason;
};

static void note_fault(struct generator *g, const json *model, struct miss *miss)
{
    const struct schema_fault *fault = schema_faults(g->scratch, g->schema, model, SCHEMA_ALL);

    if (!fault || miss->made)
        return;
    miss->made = true;
    snprintf(miss->reason.pointer, sizeof(miss->reason.pointer), "%s", fault->path);
    error_set(&miss->reason.error, "%.150s: %.300s", *fault->path ? fault->path : "the model",
              fault->message);
}

/* NULL when this level has no valid model, or only a large one. */
static json *try_level(struct arena *arena, struct generator *g, const struct effort *level,
                       struct miss *miss)
{
    json *valid = NULL;

    g->rich_depth = level->rich_depth;
    g->work_limit = level->work;
    g->scratch = arena_new();
    const json *model = make_root(g);
    if (model && !schema_valid(g->schema, model, SCHEMA_ALL))
        note_fault(g, model, miss);
    else if (model && (level->largest == SIZE_MAX ||
                       strlen(json_print(g->scratch, model)) <= level->largest))
        valid = json_copy(arena, model);
    else if (!model && !miss->made)
        miss->reason = g->reason;
    arena_free(g->scratch);
    return valid;
}

static json *try_variant(struct arena *arena, struct generator *g, enum variant variant,
                         struct miss *miss)
{
    json *model = NULL;

    g->variant = variant;
    for (size_t i = 0; i < LEVELS && levels[variant][i].work && !model; i++)
        model = try_level(arena, g, &levels[variant][i], miss);
    return model;
}

const json *generate_any(struct arena *arena, const struct schema *schema, const json *document,
                         const struct making *making, struct random *random, struct reason *reason)
{
    struct arena *keep = arena_new();
    struct generator *g = arena_alloc(keep, sizeof(*g));
    struct miss miss = { .made = false };

    *g = (struct generator){ .keep = keep,
                             .document = document,
                             .schema = schema,
                             .seed = random_next(random),
                             .coverage = making->coverage,
                             .row = making->row,
                             .fixed = making->fixed,
                             .names = making->names };
    const json *model = try_variant(arena, g, making->variant, &miss);
    /* A model of another kind is better than none. */
    if (!model && making->variant != VARIANT_MAXIMAL)
        model = try_variant(arena, g, VARIANT_MAXIMAL, &miss);
    arena_free(keep);
    if (!model)
        *reason = miss.reason;
    return model;
}

struct place place_in_file(const char *file, const char *pointer)
{
    struct arena *scratch = arena_new();
    struct place place = { .path = file, .pointer = pointer };
    struct error ignored;
    const char *text = file_read(scratch, file, LARGEST_FILE, NULL, &ignored);

    if (text)
        (void)json_place(text, &place);
    arena_free(scratch);
    return place;
}

/* Where the schema describes a place of the model, for who is to correct it. */
static struct place where(struct arena *arena, const struct resource_type *type,
                          const char *pointer)
{
    struct property_path path;
    const char *described =
        pointer_read(arena, pointer, &path) ? schema_where(arena, type->document, &path) : "";

    const struct schema_sources sources = { .file = type->file, .source = type->source };
    struct place place = { .pointer = described };

    if (!schema_place(&sources, &place))
        place.path = type->file ? type->file : type->name;
    return place;
}

const json *generate_create_as(struct arena *arena, const struct resource_type *type,
                               const struct generation *how, struct random *random,
                               struct error *error)
{
    struct arena *scratch = arena_new();
    struct making making = making_of(scratch, how);
    struct reason why;

    making.names = &type->identifier;
    const json *model =
        generate_any(arena, type->create, type->create_document, &making, random, &why);
    if (!model) {
        const struct place place = where(scratch, type, why.pointer);

        error_at(error, &place, "no model was found that satisfies the schema (%.250s); %s",
                 why.error.text,
                 making.fixed.count ? "correct what was given"
                                    : "write inputs/inputs_1_create.json by hand");
        error->place.pointer = NULL; /* it goes with the scratch */
    }
    /* No service keeps two tags of one key, though few schemas can say so. What was given stays. */
    const json *apart =
        model && !making.fixed.count ? model_without_twin_tags(arena, type, model) : model;
    arena_free(scratch);
    return apart != model && schema_valid(type->create, apart, SCHEMA_ALL) ? apart : model;
}

const json *generate_create(struct arena *arena, const struct resource_type *type,
                            struct random *random, struct error *error)
{
    return generate_create_as(arena, type, NULL, random, error);
}

static const char *const variant_names[VARIANT_COUNT] = {
    [VARIANT_MAXIMAL] = "maximal",
    [VARIANT_RANDOM] = "random",
    [VARIANT_MINIMAL] = "minimal",
    [VARIANT_BOUNDARY] = "boundary",
};

const char *variant_name(enum variant variant)
{
    return variant_names[variant];
}

bool variant_find(const char *name, enum variant *variant)
{
    for (unsigned i = 0; i < VARIANT_COUNT; i++)
        if (strcmp(variant_names[i], name) == 0) {
            *variant = (enum variant)i;
            return true;
        }
    return false;
}

/* A part of a document is no schema of its own: its value is right where it was made. */
const json *generate_part(struct arena *arena, const struct schema *schema, const json *node,
                          struct random *random, struct error *error)
{
    static const unsigned depths[] = { 3, 1, 0 };
    enum { DEPTHS = sizeof(depths) / sizeof(*depths) };
    struct arena *keep = arena_new();
    struct generator *g = arena_alloc(keep, sizeof(*g));
    const json *made = NULL;

    *g = (struct generator){ .keep = keep,
                             .scratch = keep,
                             .document = node,
                             .schema = schema,
                             .seed = random_next(random) };
    for (size_t i = 0; i < DEPTHS && !made; i++) {
        g->rich_depth = depths[i];
        g->work_limit = i + 1 < DEPTHS ? 1000 : WORK_MOST;
        made = make_root(g);
    }
    if (!made)
        *error = g->reason.error;
    const json *value = made ? json_copy(arena, made) : NULL;
    arena_free(keep);
    return value;
}

const json *generate_value(struct arena *arena, const struct resource_type *type, const json *node,
                           struct random *random, struct error *error)
{
    struct error why;
    const json *value = generate_part(arena, type->returned, node, random, &why);

    if (!value)
        error_set(error, "%.100s: no value was found that satisfies a subschema (%.300s)",
                  type->file ? type->file : type->name, why.text);
    return value;
}
