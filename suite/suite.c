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

/* In the original's order: resources of one module are gone before the next begins. */
const struct module suite[] = {
    { "create", create_tests },
    { "delete", delete_tests },
    { "misc", misc_tests },
    { "update", update_tests },
    { "update_invalid", update_invalid_tests },
    { "leak", leak_tests },
    { 0 },
};
