#include "suite.h"

/* Nothing is called: the comparison must see that true is not 1, or no verdict counts. */
static void check_asserts_work(struct trial *t)
{
    const json *truth = json_new_boolean(t->arena, true);
    const json *one = json_new_number(t->arena, 1);

    if (json_equal(truth, one) || !json_equal(one, one))
        trial_error(t, "cfnc takes true for 1; please report this");
}

static const struct contract_test misc_tests[] = {
    { .name = "contract_check_asserts_work",
      .suites = SUITE_V1 | SUITE_FULL,
      .run = check_asserts_work },
    { 0 },
};

enum { OLD_SUITES = SUITE_V1 | SUITE_FULL, NEW_SUITES = SUITE_V2 | SUITE_FULL };

/* In the original's order: resources of one module are gone before the next begins. */
const struct module suite[] = {
    { "schema", schema_checks, NEW_SUITES, WITH_THE_FIRST_SET, false },
    { "input", input_checks, NEW_SUITES, WITH_THE_FIRST_SET, false },
    { "create", create_tests, OLD_SUITES, FOR_EACH_SET, false },
    { "delete", delete_tests, OLD_SUITES, FOR_EACH_SET, false },
    { "misc", misc_tests, OLD_SUITES, FOR_EACH_SET, false },
    { "update", update_tests, OLD_SUITES, FOR_EACH_SET, false },
    { "update_invalid", update_invalid_tests, OLD_SUITES, FOR_EACH_SET, false },
    { "leak", leak_tests, OLD_SUITES, FOR_EACH_SET, true },
    { "create", v2_create_tests, SUITE_V2, FOR_EACH_SET, false },
    { "delete", v2_delete_tests, SUITE_V2, FOR_EACH_SET, false },
    { "update", v2_update_tests, SUITE_V2, FOR_EACH_SET, false },
    { "read", v2_read_tests, SUITE_V2, WITH_THE_LAST_SET, true },
    { 0 },
};
