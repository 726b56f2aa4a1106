#ifndef CFNC_TEST_H
#define CFNC_TEST_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Our harness. A test file ends with a table of rows and a main of one line:
 *
 *     static const struct test tests[] = {
 *         { "json: a key twice is refused", key_twice },
 *         { 0 },
 *     };
 *
 *     int main(int argc, char **argv) { return test_main(argc, argv, tests); }
 *
 * All of them are linked into one program, where each main has the name of its file (see
 * tests/CMakeLists.txt): `unit test_json -k TEXT` runs the rows of one file with TEXT in their
 * names, `unit -k TEXT` those of every file.
 *
 * A check that fails prints where and what, and the test goes on; a test
 * without a single check fails. A test that cannot run here calls test_skip(), which is printed;
 * when every test that was to run skipped, the program exits 77.
 */
struct test {
    const char *name;
    void (*run)(void);
};

int main(int argc, char **argv);
int test_main(int argc, char **argv, const struct test *tests);
void test_skip(const char *why);

/* A file of tests in the program of all. */
struct test_file {
    const char *name;
    int (*run)(int argc, char **argv);
};

/* Runs the files that are named in argv, or all; what the program exits with. */
int test_files(int argc, char **argv, const struct test_file *files);

#define check(condition)               test_check((condition), __FILE__, __LINE__, #condition)
#define check_text(actual, expected)   test_check_text((actual), (expected), __FILE__, __LINE__)
#define check_number(actual, expected) test_check_number((actual), (expected), __FILE__, __LINE__)
/* Passes when `actual` contains `part`. */
#define check_contains(actual, part) test_check_contains((actual), (part), __FILE__, __LINE__)

bool test_check(bool passed, const char *file, int line, const char *what);
bool test_check_text(const char *actual, const char *expected, const char *file, int line);
bool test_check_number(long long actual, long long expected, const char *file, int line);
bool test_check_contains(const char *actual, const char *part, const char *file, int line);

#endif
