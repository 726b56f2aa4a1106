#ifndef CFNC_SUITE_H
#define CFNC_SUITE_H

#include "cfnc/resource/steps.h"

/* The tests of each file, for suite.c. Each table ends with an empty row. */
extern const struct contract_test create_tests[], delete_tests[], update_tests[],
    update_invalid_tests[], leak_tests[];

/* What the fixture's create asked for, with the identifier that the handler chose where none was.
 */
const json *requested_again(struct trial *t);

/* What is looked over before any call, in suites v2 and full. */
extern const struct contract_test schema_checks[], input_checks[];

/* Contract tests v2, by their documented names. */
extern const struct contract_test v2_create_tests[], v2_delete_tests[], v2_update_tests[],
    v2_read_tests[];

#endif
