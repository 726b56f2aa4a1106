#ifndef CFNC_JSON_REPORT_PRIVATE_H
#define CFNC_JSON_REPORT_PRIVATE_H

#include "cfnc/engine/reporter.h"

/* Between the files of the JSON report. */

/* Calls, rules, leftovers, exceptions and redactions. */
void report_ending(struct arena *arena, json *report, const struct run *run);

#endif
