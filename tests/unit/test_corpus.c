/*
 * The suite on the honest provider, for every real schema at hand that has
 * create, read and delete handlers: nobody honest is accused.
 */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "corpus.h"
#include "run_builtin.h"
#include "test.h"

struct counts {
    unsigned schemas, runs, accused, unreadable;
};

/* Other seeds make other models: what one is blind to, another one shows. */
static void try_on(const char *path, struct counts *counts, const struct run_setting *setting,
                   unsigned stabilize)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const struct builtin_options honest = { .stabilize = stabilize,
                                            .page_size = 2,
                                            .seed = setting->seed };
    const json *document = json_read(arena, path, 8 << 20, &error);
    const struct resource_type *type =
        document ? resource_type_read(arena, document, path, &error) : NULL;

    if (!type) {
        counts->unreadable += setting->seed == 1;
        if (setting->seed == 1)
            printf("    not read: %s\n", error.text);
    } else if (!(~type->handlers & (CREATE | READ | DELETE))) {
        const struct run *run = run_builtin_set(arena, type, &honest, setting);
        const char *complaint = run ? first_complaint(arena, run) : "no run";

        counts->schemas += setting->seed == 1;
        counts->runs++;
        counts->accused += complaint != NULL;
        if (complaint)
            printf("    %s, suite %s, stabilize %u, seed %u: %s\n", path,
                   suite_name(setting->suite), stabilize, (unsigned)setting->seed, complaint);
    }
    arena_free(arena);
}

static void the_honest_provider_is_acquitted_on_real_schemas(void)
{
    static const struct run_setting settings[] = {
        { .suite = SUITE_V1, .seed = 1 },
        { .suite = SUITE_V1, .seed = 2 },
        { .suite = SUITE_FULL, .seed = 3 },
        { .suite = SUITE_FULL, .seed = 4 },
        { .suite = SUITE_FULL, .seed = 5 },
        { .suite = SUITE_V2, .seed = 6 },
        { .suite = SUITE_FULL, .seed = 7, .variant = VARIANT_MINIMAL },
        { .suite = SUITE_FULL, .seed = 8, .variant = VARIANT_RANDOM },
        { .suite = SUITE_FULL, .seed = 9, .variant = VARIANT_BOUNDARY },
    };
    struct arena *arena = arena_new();
    const char *const *paths = corpus_schemas(arena, 1);
    struct counts counts = { 0 };

    for (size_t i = 0; paths && paths[i]; i++)
        for (size_t s = 0; s < sizeof(settings) / sizeof(settings[0]); s++)
            try_on(paths[i], &counts, &settings[s], s % 2 ? 2 : 0);
    printf(
        "    %u schemas with create, read and delete handlers, %u runs, %u accused; %u not read\n",
        counts.schemas, counts.runs, counts.accused, counts.unreadable);
    check(!paths || counts.schemas > 0);
    check_number(counts.accused, 0);
    arena_free(arena);
}

static const struct test tests[] = {
    { "corpus: the honest provider is acquitted on every real schema",
      the_honest_provider_is_acquitted_on_real_schemas },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
