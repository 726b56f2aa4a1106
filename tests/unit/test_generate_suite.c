#include "cfnc/generate/generate.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "generate/generate_private.h"
#include "test.h"

/*
 * The schemas of the JSON-Schema-Test-Suite, draft 7, as awkward schemas: for
 * each that has a valid instance in the suite, instances are generated.
 * CFNC_SCHEMA_SUITE names a folder with draft7/ and remotes/. What is not
 * achieved stands in `unreached`, with its reason.
 */
enum { FILE_BYTES = 8 * 1024 * 1024, SEEDS = 20, NAMES_MOST = 100 };

static const struct {
    const char *file, *group, *reason;
} unreached[] = {
    { "", "", "" },
};

struct tally {
    size_t groups, made;
};

static const char *suite_folder(void)
{
    static const char *const usual[] = { "../shared/json-schema-test-suite",
                                         "/usr/share/json-schema-test-suite/tests",
                                         "/usr/share/json-schema-test-suite" };
    const char *named = getenv("CFNC_SCHEMA_SUITE");

    if (named)
        return named;
    for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++)
        if (file_exists(usual[i]))
            return usual[i];
    return NULL;
}

static bool is_unreached(const char *file, const char *group)
{
    for (size_t i = 0; i < sizeof(unreached) / sizeof(*unreached); i++)
        if (strcmp(unreached[i].file, file) == 0 && strcmp(unreached[i].group, group) == 0)
            return true;
    return false;
}

/* Some instance that the suite calls valid, and so do we. */
static bool has_instance(const struct schema *schema, const json *group)
{
    json_each (test, json_get(group, "tests"))
        if (json_true(json_get(test, "valid")) &&
            schema_valid(schema, json_get(test, "data"), SCHEMA_ALL))
            return true;
    return false;
}

static bool make_all(struct arena *arena, const struct schema *schema, const json *document,
                     struct error *error)
{
    for (unsigned variant = 0; variant < VARIANT_COUNT; variant++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            const struct making making = { .variant = (enum variant)variant };
            struct random random = { seed };
            struct reason reason;
            const json *made = generate_any(arena, schema, document, &making, &random, &reason);

            if (!made)
                *error = reason.error;
            if (!made || !schema_valid(schema, made, SCHEMA_ALL))
                return false;
        }
    return true;
}

static void try_group(struct tally *tally, const char *folder, const char *file, const json *group)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const char *name = json_string(json_get(group, "description"));
    const struct schema_sources sources = { .path = arena_printf(arena, "%s/remotes", folder) };
    const json *document = json_get(group, "schema");
    const struct schema *schema = schema_compile(arena, document, &sources, &error);

    if (schema && has_instance(schema, group)) {
        const bool made = make_all(arena, schema, document, &error);

        tally->groups++;
        tally->made += made;
        if (!check(made || is_unreached(file, name)))
            printf("    %s: %s: %s\n", file, name, error.text);
    }
    arena_free(arena);
}

static void try_file(struct tally *tally, const char *folder, const char *below, const char *file)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const char *path = arena_printf(arena, "%s/draft7/%s%s", folder, below, file);
    const json *groups = json_read(arena, path, FILE_BYTES, &error);

    check_text(error.text, "");
    json_each (group, groups)
        try_group(tally, folder, file, group);
    arena_free(arena);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void try_folder(const char *below)
{
    const char *folder = suite_folder();
    struct arena *arena = arena_new();
    DIR *files = folder ? opendir(arena_printf(arena, "%s/draft7/%s", folder, below)) : NULL;
    const char *names[NAMES_MOST] = { NULL };
    struct tally tally = { 0 };
    size_t count = 0;

    if (!files)
        test_skip("no JSON-Schema-Test-Suite: set CFNC_SCHEMA_SUITE");
    for (struct dirent *entry; files && (entry = readdir(files)) && count < NAMES_MOST;)
        if (strstr(entry->d_name, ".json"))
            names[count++] = arena_copy(arena, entry->d_name, strlen(entry->d_name));
    qsort(names, count, sizeof(*names), by_name);
    for (size_t i = 0; i < count; i++)
        try_file(&tally, folder, below, names[i]);
    if (files) {
        printf("    %s: %zu of %zu schemas with an instance\n", *below ? below : "required",
               tally.made, tally.groups);
        check(tally.groups > 0);
        closedir(files);
    }
    arena_free(arena);
}

static void required_part(void)
{
    try_folder("");
}

static void optional_part(void)
{
    try_folder("optional/");
}

static void formats(void)
{
    try_folder("optional/format/");
}

static const struct test tests[] = {
    { "suite: the required part", required_part },
    { "suite: the optional part", optional_part },
    { "suite: formats", formats },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
