/* The words of the contract are read as they are printed. */
#include "cfnc/engine/rule.h"
#include "cfnc/resource/codes.h"

#include "test.h"

static void suites(void)
{
    unsigned all = 0;

    for (size_t i = 0; i < SUITE_COUNT; i++) {
        check_number(suite_read(suite_name(suite_at(i))), suite_at(i));
        check(!(all & suite_at(i)));
        all |= suite_at(i);
    }
    check_number(all, SUITE_V1 | SUITE_V2 | SUITE_FULL);
    check_number(suite_read("v3"), 0);
    check_number(suite_read(""), 0);
    check_number(suite_read(NULL), 0);
}

static void codes(void)
{
    unsigned named = 0;

    for (unsigned code = 1; code < UNDOCUMENTED_CODE; code <<= 1) {
        const char *name = error_code_name(code);

        if (!name)
            continue;
        check_number(code_read(error_codes, name), code);
        named++;
    }
    check_number(named, 20);
    check_number(code_read(error_codes, "NotFOUND"), UNDOCUMENTED_CODE);
    check_number(code_read(error_codes, NULL), UNDOCUMENTED_CODE);
}

static const struct test tests[] = {
    { "words: suites", suites },
    { "words: error codes", codes },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
