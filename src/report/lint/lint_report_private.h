#ifndef CFNC_LINT_REPORT_PRIVATE_H
#define CFNC_LINT_REPORT_PRIVATE_H

#include "cfnc/report/lint_report.h"

/* What the reports share. */

const char *report_human(struct arena *arena, const struct lint_results *results);
const char *report_json(struct arena *arena, const struct lint_results *results);
const char *report_sarif(struct arena *arena, const struct lint_results *results);
const char *report_github(struct arena *arena, const struct lint_results *results);

#endif
