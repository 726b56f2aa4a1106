#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/file.h"
#include "cfnc/schema.h"

/*
 * The JSON-Schema-Test-Suite, draft 7: CFNC_SCHEMA_SUITE names a folder with
 * draft7/ and remotes/ (or tests/draft7/, as distributions install it).
 * What the required part does not pass stands in tests/data/schema_suite_exceptions.json.
 */

enum { FILE_BYTES = 8 * 1024 * 1024 };

struct tally {
    const char *remotes;
    const json *exceptions;
    int passed, all;
    bool quiet; /* for information only */
};

static const char *suite_folder(void)
{
    static const char *const usual[] = { "../shared/json-schema-test-suite",
                                         "/usr/share/json-schema-test-suite" };
    const char *named = getenv("CFNC_SCHEMA_SUITE");

    if (named)
        return named;
    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        if (file_exists(usual[i]))
            return usual[i];
    return NULL;
}

static bool excepted(const struct tally *tally, const char *file, const char *group,
                     const char *test)
{
    json_each (row, tally->exceptions)
        if (strcmp(json_string(json_get(row, "file")), file) == 0 &&
            strcmp(json_string(json_get(row, "group")), group) == 0 &&
            strcmp(json_string(json_get(row, "test")), test) == 0)
            return true;
    return false;
}

static void run_group(struct tally *tally, const char *file, const json *group)
{
    struct arena *arena = arena_new();
    struct error error = { "" };
    const struct schema_sources sources = { .remotes = tally->remotes };
    const struct schema *schema =
        schema_compile(arena, json_get(group, "schema"), &sources, &error);
    const char *title = json_string(json_get(group, "description"));

    json_each (test, json_get(group, "tests")) {
        const json *data = json_get(test, "data");
        const char *name = json_string(json_get(test, "description"));
        const bool expected = json_true(json_get(test, "valid"));
        const bool valid = schema && schema_valid(schema, data, SCHEMA_ALL);
        const bool agree = schema && valid == !schema_faults(arena, schema, data, SCHEMA_ALL);
        const bool passed = schema && agree && valid == expected;

        tally->all++;
        if (excepted(tally, file, title, name))
            continue;
        tally->passed += passed;
        if (!passed)
            printf("    %s: %s: %s: expected %s %s\n", file, title, name,
                   expected ? "valid" : "invalid", error.text);
        if (!tally->quiet)
            check(passed);
    }
    arena_free(arena);
}

/* Our JSON knows no U+0000; a stand-in lets the other tests of its file run. */
static const json *read_groups(struct arena *arena, const char *path, struct error *error)
{
    size_t length = 0;
    char *text = file_read(arena, path, FILE_BYTES, &length, error);

    for (char *nul = text ? strstr(text, "\\u0000") : NULL; nul; nul = strstr(nul, "\\u0000"))
        memcpy(nul, "\\uE000", 6);
    return text ? json_parse(arena, text, length, error) : NULL;
}

static void run_file(struct tally *tally, const char *folder, const char *name)
{
    struct arena *arena = arena_new();
    struct error error = { "" };
    const json *groups = read_groups(arena, file_join(arena, folder, name), &error);

    if (!groups)
        printf("    %s\n", error.text);
    if (!tally->quiet)
        check(groups != NULL);
    json_each (group, groups)
        run_group(tally, name, group);
    arena_free(arena);
}

static void run_folder(struct tally *tally, const char *folder)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, NULL, alphasort);

    for (int i = 0; i < count; i++) {
        const char *dot = strrchr(entries[i]->d_name, '.');

        if (dot && strcmp(dot, ".json") == 0)
            run_file(tally, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

static void run_part(const char *part, const char *label, bool quiet)
{
    const char *suite = suite_folder();
    struct arena *arena = arena_new();
    struct error error;

    if (!suite) {
        test_skip("CFNC_SCHEMA_SUITE names no folder with draft7/ and remotes/");
        arena_free(arena);
        return;
    }
    const char *plain = arena_printf(arena, "%s/draft7", suite);
    const char *root = file_exists(plain) ? plain : arena_printf(arena, "%s/tests/draft7", suite);
    struct tally tally = {
        .remotes = arena_printf(arena, "%s/remotes", suite),
        .exceptions =
            json_read(arena, TEST_DATA "/schema_suite_exceptions.json", FILE_BYTES, &error),
        .quiet = quiet,
    };
    check(tally.exceptions != NULL);
    run_folder(&tally, file_join(arena, root, part));
    check(tally.all > 0);
    printf("    draft7 %s: %d/%d\n", label, tally.passed, tally.all);
    arena_free(arena);
}

static void required(void)
{
    run_part(".", "required", false);
}

static void optional(void)
{
    run_part("optional", "optional", true);
}

static void optional_formats(void)
{
    run_part("optional/format", "optional/format", true);
}

static const struct test tests[] = {
    { "schema suite: draft7, the required part", required },
    { "schema suite: draft7, the optional part, for information", optional },
    { "schema suite: draft7, the formats, for information", optional_formats },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
