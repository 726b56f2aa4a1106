#ifndef CFNC_SUITE_H
#define CFNC_SUITE_H

#include "cfnc/trial.h"

/* The tests of each file, for suite.c. Each table ends with an empty row. */
extern const struct contract_test create_tests[], delete_tests[], update_tests[],
    update_invalid_tests[], leak_tests[];

#endif
