#include "test.h"

#include <stdio.h>
#include <string.h>

static int checks, failures;
static const char *skipped;
static int failed, ran, skips; /* tests, of all files */

bool test_check(bool passed, const char *file, int line, const char *what)
{
    checks++;
    if (!passed) {
        failures++;
        printf("    %s:%d: %s\n", file, line, what);
    }
    return passed;
}

bool test_check_text(const char *actual, const char *expected, const char *file, int line)
{
    const bool same = actual && expected ? strcmp(actual, expected) == 0 : actual == expected;

    if (!test_check(same, file, line, "text differs"))
        printf("      expected: %s\n      actual:   %s\n", expected ? expected : "(null)",
               actual ? actual : "(null)");
    return same;
}

bool test_check_number(long long actual, long long expected, const char *file, int line)
{
    if (!test_check(actual == expected, file, line, "number differs"))
        printf("      expected: %lld\n      actual:   %lld\n", expected, actual);
    return actual == expected;
}

bool test_check_contains(const char *actual, const char *part, const char *file, int line)
{
    const bool found = actual && strstr(actual, part);

    if (!test_check(found, file, line, "text not found"))
        printf("      wanted:   %s\n      in:       %s\n", part, actual ? actual : "(null)");
    return found;
}

void test_skip(const char *why)
{
    skipped = why;
}

static bool run_one(const struct test *test)
{
    checks = failures = 0;
    skipped = NULL;
    test->run();
    if (!checks && !skipped)
        test_check(false, test->name, 0, "the test checked nothing");
    printf("%s  %s%s%s\n",
           failures  ? "FAIL"
           : skipped ? "skip"
                     : "ok  ",
           test->name, skipped ? ": " : "", skipped ? skipped : "");
    return !failures;
}

int test_main(int argc, char **argv, const struct test *tests)
{
    const char *filter = argc == 3 ? argv[2] : "";

    for (; tests->name; tests++) {
        if (!strstr(tests->name, filter))
            continue;
        ran++;
        failed += !run_one(tests);
        skips += skipped != NULL;
    }
    return failed || !ran ? 1 : skips == ran ? 77 : 0;
}

/* Whether the name is among the first `count` of argv; there being none, each is. */
static bool is_wanted(char **argv, int count, const char *name)
{
    int i = 0;

    while (i < count && strcmp(argv[i], name) != 0)
        i++;
    return !count || i < count;
}

int test_files(int argc, char **argv, const struct test_file *files)
{
    const int filter = argc > 2 && strcmp(argv[argc - 2], "-k") == 0 ? 3 : 1;
    const int named = argc - filter;
    int found = 0, status = 1;

    for (; files->name; files++)
        if (is_wanted(argv + 1, named, files->name)) {
            found++;
            status = files->run(filter, argv + argc - filter);
        }
    if (found < named)
        printf("FAIL  a file that was named is none of tests/unit\n");
    else if (!ran)
        printf("FAIL  no test has that in its name\n");
    return found < named || !ran ? 1 : status;
}
