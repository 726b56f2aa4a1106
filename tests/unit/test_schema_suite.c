#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/schema/schema.h"

/*
 * The JSON-Schema-Test-Suite, draft 7: CFNC_SCHEMA_SUITE names a folder with
 * draft7/ and remotes/ (or tests/draft7/, as distributions install it).
 * What is not passed stands in tests/data/schema_suite_exceptions.json, case by case with the
 * reason; a case that stands there and passes is a failure too.
 */

enum { FILE_BYTES = 8 * 1024 * 1024 };

struct tally {
    const char *path;
    const json *exceptions;
    const char *part; /* the folder below draft7/, with a slash; or "" */
    int passed, listed, all;
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
    const size_t part = strlen(tally->part);

    json_each (row, tally->exceptions) {
        const char *listed = json_string(json_get(row, "file"));

        if (strncmp(listed, tally->part, part) == 0 && strcmp(listed + part, file) == 0 &&
            strcmp(json_string(json_get(row, "group")), group) == 0 &&
            strcmp(json_string(json_get(row, "test")), test) == 0)
            return true;
    }
    return false;
}

static void run_group(struct tally *tally, const char *file, const json *group)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const struct schema_sources sources = { .path = tally->path };
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
        const bool listed = excepted(tally, file, title, name);

        tally->all++;
        tally->passed += passed;
        tally->listed += listed;
        if (passed == listed)
            printf("    %s%s: %s: %s: %s %s\n", tally->part, file, title, name,
                   listed     ? "passes, and is listed as an exception"
                   : expected ? "expected valid"
                              : "expected invalid",
                   error.text);
        check(passed != listed);
    }
    arena_free(arena);
}

static void print_row(const char *file, const struct tally *tally)
{
    printf("    %-46s %6d %6d %6d\n", file, tally->passed, tally->listed, tally->all);
}

static void run_file(struct tally *tally, const char *folder, const char *name)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const json *groups = json_read(arena, file_join(arena, folder, name), FILE_BYTES, &error);
    struct tally of_file = *tally;

    if (!groups)
        printf("    %s\n", error.text);
    check(groups != NULL);
    of_file.passed = of_file.listed = of_file.all = 0;
    json_each (group, groups)
        run_group(&of_file, name, group);
    print_row(arena_printf(arena, "%s%s", tally->part, name), &of_file);
    tally->passed += of_file.passed;
    tally->listed += of_file.listed;
    tally->all += of_file.all;
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

static void run_part(const char *part, const char *label)
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
        .path = arena_printf(arena, "%s/remotes", suite),
        .exceptions =
            json_read(arena, TEST_DATA "/schema_suite_exceptions.json", FILE_BYTES, &error),
        .part = part,
    };
    check(tally.exceptions != NULL);
    printf("    %-46s %6s %6s %6s\n", "draft7", "passed", "listed", "all");
    run_folder(&tally, file_join(arena, root, part));
    check(tally.all > 0);
    print_row(label, &tally);
    arena_free(arena);
}

static void required(void)
{
    run_part("", "all that is required");
}

static void optional(void)
{
    run_part("optional/", "all that is optional");
}

static void optional_formats(void)
{
    run_part("optional/format/", "all formats");
}

static const struct test tests[] = {
    { "schema suite: draft7, the required part", required },
    { "schema suite: draft7, the optional part", optional },
    { "schema suite: draft7, the formats", optional_formats },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
