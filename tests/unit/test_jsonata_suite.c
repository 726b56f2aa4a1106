#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/jsonata/jsonata.h"

/*
 * JSONata's own test suite: CFNC_JSONATA names a folder with groups/ and datasets/. What is not
 * passed stands in tests/data/jsonata_exceptions.json, case by case with the reason; a case that
 * stands there and passes is a failure too.
 */

enum { FILE_BYTES = 8 * 1024 * 1024, PERCENT = 85 };

struct tally {
    const char *folder;
    const json *exceptions;
    int passed, listed, all;
};

static const char *suite_folder(void)
{
    const char *named = getenv("CFNC_JSONATA");

    if (named)
        return named;
    return file_exists("../shared/jsonata/groups") ? "../shared/jsonata" : NULL;
}

static bool excepted(const struct tally *tally, const char *name)
{
    json_each (row, tally->exceptions)
        if (strcmp(json_string(json_get(row, "case")), name) == 0)
            return true;
    return false;
}

static const json *input_of(struct arena *arena, const struct tally *tally, const json *one)
{
    const char *dataset = json_string(json_get(one, "dataset"));
    struct error error = { .text = "" };

    if (!dataset)
        return json_get(one, "data");
    const json *input =
        json_read(arena, arena_printf(arena, "%s/datasets/%s.json", tally->folder, dataset),
                  FILE_BYTES, &error);
    if (!input)
        printf("    %s\n", error.text);
    return input;
}

static const char *text_of(struct arena *arena, const struct tally *tally, const char *group,
                           const json *one)
{
    const char *file = json_string(json_get(one, "expr-file"));
    struct error error = { .text = "" };
    size_t length = 0;

    if (!file)
        return json_string(json_get(one, "expr"));
    return file_read(arena, arena_printf(arena, "%s/groups/%s/%s", tally->folder, group, file),
                     FILE_BYTES, &length, &error);
}

/* Equal, also with the items of the outermost array in another order. */
static bool equal_unordered(const json *a, const json *b)
{
    if (json_type(a) != JSON_ARRAY || json_length(a) != json_length(b))
        return json_equal(a, b);
    json_each (item, a) {
        bool found = false;

        json_each (other, b)
            found = found || json_equal(item, other);
        if (!found)
            return false;
    }
    return true;
}

static bool as_expected(const json *one, bool evaluated, const json *result, const char *error)
{
    const char *code = json_string(json_get(one, "code"));
    const json *expected = json_get(one, "result");
    char coded[64];

    code = code ? code : json_string(json_get(json_get(one, "error"), "code"));
    if (!evaluated) {
        snprintf(coded, sizeof(coded), "(%s)", code ? code : "");
        return code && strstr(error, coded);
    }
    if (code)
        return false;
    if (!expected)
        return !result;
    return result && (json_true(json_get(one, "unordered")) ? equal_unordered(expected, result)
                                                            : json_equal(expected, result));
}

static void run_case(struct tally *tally, const char *group, const char *name, const json *one)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const char *text = text_of(arena, tally, group, one);
    const json *input = input_of(arena, tally, one), *result = NULL;
    const struct jsonata *expression = text ? jsonata_parse(arena, text, NULL, &error) : NULL;
    const bool evaluated =
        expression &&
        jsonata_evaluate(arena, expression, input, json_get(one, "bindings"), &result, &error);
    const bool passed = as_expected(one, evaluated, result, error.text);
    const bool listed = excepted(tally, name);

    tally->all++;
    tally->passed += passed;
    tally->listed += listed;
    if (passed == listed)
        printf("    %s: %s: %s: %s\n", name, text_quote(arena, text, 160),
               listed ? "passes, and is listed as an exception" : "not as expected",
               evaluated ? text_quote(arena, json_print(arena, result), 160) : error.text);
    check(passed != listed);
    if (text && !evaluated)
        check(strncmp(error.text, "column ", 7) == 0 && !strpbrk(error.text, "\n\r\033"));
    arena_free(arena);
}

/* A file that is no JSON to us counts as a case. */
static void run_file(struct tally *tally, const char *group, const char *file)
{
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    const char *name = arena_printf(arena, "%s/%s", group, file);
    const json *cases = json_read(arena, arena_printf(arena, "%s/groups/%s", tally->folder, name),
                                  FILE_BYTES, &error);
    int index = 0;

    if (json_type(cases) != JSON_ARRAY)
        run_case(tally, group, name, cases);
    else
        json_each (one, cases)
            run_case(tally, group, arena_printf(arena, "%s#%d", name, index++), one);
    arena_free(arena);
}

static void print_row(const char *group, const struct tally *tally)
{
    printf("    %-32s %6d %6d %6d\n", group, tally->passed, tally->listed, tally->all);
}

static void run_group(struct tally *tally, const char *group)
{
    struct arena *arena = arena_new();
    struct dirent **entries = NULL;
    const int count = scandir(arena_printf(arena, "%s/groups/%s", tally->folder, group), &entries,
                              NULL, alphasort);
    struct tally of_group = *tally;

    of_group.passed = of_group.listed = of_group.all = 0;
    for (int i = 0; i < count; i++) {
        const char *dot = strrchr(entries[i]->d_name, '.');

        if (dot && strcmp(dot, ".json") == 0)
            run_file(&of_group, group, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    print_row(group, &of_group);
    tally->passed += of_group.passed;
    tally->listed += of_group.listed;
    tally->all += of_group.all;
    arena_free(arena);
}

static void suite(void)
{
    const char *folder = suite_folder();
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    struct dirent **entries = NULL;

    if (!folder) {
        test_skip("CFNC_JSONATA names no folder with groups/ and datasets/");
        arena_free(arena);
        return;
    }
    struct tally tally = {
        .folder = folder,
        .exceptions = json_read(arena, TEST_DATA "/jsonata_exceptions.json", FILE_BYTES, &error),
    };
    check(tally.exceptions != NULL);
    printf("    %-32s %6s %6s %6s\n", "group", "passed", "listed", "all");
    const int count = scandir(file_join(arena, folder, "groups"), &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] != '.')
            run_group(&tally, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    print_row("all", &tally);
    check(tally.all > 0 && tally.passed * 100 >= tally.all * PERCENT);
    check_number(tally.listed, (long long)json_length(tally.exceptions));
    arena_free(arena);
}

static const struct test tests[] = {
    { "jsonata: its own test suite", suite },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
