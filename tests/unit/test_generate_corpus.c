#include "cfnc/generate/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cfnc/base/file.h"
#include "as_created.h"
#include "corpus.h"
#include "test.h"

enum { SEEDS = 5 };

/* How a type fared, over all seeds. */
struct tally {
    size_t unreadable, tried, created, updated, changed, mutable;
};

static bool visit_any(void *context, const char *pointer, const json *value)
{
    *(bool *)context = pointer && value;
    return false;
}

static bool keeps_identity(struct arena *arena, const struct resource_type *type,
                           const json *created, const json *update)
{
    const struct property_set *const sets[] = { &type->identifier, &type->read_only };

    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < sets[s]->count; i++) {
            const json *was = path_get(created, &sets[s]->paths[i]);
            bool any = false;
            path_each(arena, created, &sets[s]->paths[i], visit_any, &any);
            if (any && !json_equal(was, path_get(update, &sets[s]->paths[i])))
                return false;
        }
    return true;
}

static bool has_mutable(const struct resource_type *type)
{
    json_each (member, json_get(type->document, "properties")) {
        char pointer[200];

        snprintf(pointer, sizeof(pointer), "/%s", json_key(member));
        if (!set_covers(&type->read_only, pointer) && !set_covers(&type->create_only, pointer) &&
            !set_covers(&type->identifier, pointer))
            return true;
    }
    return false;
}

static void try_type(const struct resource_type *type, const char *name, uint64_t seed,
                     struct tally *tally)
{
    struct arena *arena = arena_new();
    struct random random = { seed };
    struct error error = { .text = "" };
    const json *model = generate_create(arena, type, &random, &error);
    const bool created = model && schema_valid(type->create, model, SCHEMA_ALL);

    tally->tried++;
    tally->created += created;
    tally->mutable += has_mutable(type);
    if (!created)
        printf("    %s: create: %s\n", name, error.text);
    else {
        const json *before = as_created(arena, type, model, &random);
        const json *update = generate_update_as(arena, type, model, before, NULL, &random, &error);
        const bool updated = update && schema_valid(type->update, update, SCHEMA_ALL) &&
                             keeps_identity(arena, type, before, update);

        tally->updated += updated;
        tally->changed += updated && has_mutable(type) && !json_equal(update, before);
        if (!updated)
            printf("    %s: update: %s\n", name, error.text);
        else if (has_mutable(type) && json_equal(update, before))
            printf("    %s: update: nothing has changed\n", name);
    }
    arena_free(arena);
}

static void try_file(const char *path, struct tally *tally)
{
    struct arena *arena = arena_new();
    struct error error;
    const json *document = json_read(arena, path, 16 << 20, &error);
    const clock_t start = clock();
    const struct resource_type *type =
        document ? resource_type_read(arena, document, path, &error) : NULL;

    if (!type) { /* not for us to judge: others test what can be read */
        tally->unreadable++;
        printf("    not readable: %s\n", error.text);
    }
    for (uint64_t seed = 1; type && seed <= SEEDS; seed++)
        try_type(type, path, seed, tally);
    const double ms = (double)(clock() - start) * 1000 / CLOCKS_PER_SEC;
    if (getenv("CFNC_BENCH") && ms > 500)
        printf("    %s: %.0f ms\n", path, ms);
    arena_free(arena);
}

static void real_schemas(void)
{
    struct arena *arena = arena_new();
    const char *const *paths = corpus_schemas(arena, 1);
    const clock_t start = clock();
    struct tally tally = { 0 };

    for (size_t i = 0; paths && paths[i]; i++)
        try_file(paths[i], &tally);
    printf("    create: %zu/%zu valid, update: %zu/%zu valid, %zu of %zu changed\n", tally.created,
           tally.tried, tally.updated, tally.tried, tally.changed, tally.mutable);
    if (getenv("CFNC_BENCH"))
        printf("    %.1f s\n", (double)(clock() - start) / CLOCKS_PER_SEC);
    check(!paths || tally.tried > tally.unreadable);
    check(tally.created == tally.tried);
    check(tally.updated == tally.tried);
    arena_free(arena);
}

static const struct test tests[] = {
    { "generate: real schemas", real_schemas },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
