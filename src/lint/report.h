#ifndef CFNC_LINT_REPORT_PRIVATE_H
#define CFNC_LINT_REPORT_PRIVATE_H

#include "cfnc/lint_report.h"

/* What the reports share. */

/* The places of a source; read now where nobody has done so. */
const struct json_places *report_places(struct arena *arena, const struct json_source *source);

const char *report_human(struct arena *arena, const struct lint_results *results);
const char *report_json(struct arena *arena, const struct lint_results *results);
const char *report_sarif(struct arena *arena, const struct lint_results *results);
const char *report_github(struct arena *arena, const struct lint_results *results);

#endif
