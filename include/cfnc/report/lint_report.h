#ifndef CFNC_LINT_REPORT_H
#define CFNC_LINT_REPORT_H

#include "cfnc/lint/lint.h"

/*
 * Findings as text. `human` shows each with its line and a caret, and counts
 * them at the end; `json` is one array of findings (schemas/lint.schema.json);
 * `sarif` is a SARIF 2.1.0 log with every rule; `github` are the workflow
 * commands that GitHub shows beside a changed line. Lines and columns count
 * from 1, columns in characters.
 */
struct lint_results {
    const struct lint *const *lints; /* each after lint_run() */
    size_t count;
    bool colour; /* of `human` */
    int columns; /* likewise; 100 */
};

struct lint_format {
    const char *name;
    const char *(*print)(struct arena *arena, const struct lint_results *results);
};

extern const struct lint_format lint_formats[]; /* ends with an empty row */

#endif
