#ifndef CFNC_DIFFERENCES_H
#define CFNC_DIFFERENCES_H

#include "cfnc/base/text.h"
#include "cfnc/compare/compare.h"

/*
 * Differences between two models, in words: the same in a failure and in
 * `cfnc compare`. Whatever the models hold, nothing in it drives a terminal.
 */
enum diff_format {
    DIFF_PATHS,   /* a table: path, requested, returned */
    DIFF_UNIFIED, /* the model as JSON, with lines taken away and added */
    DIFF_BOTH
};
bool diff_format_read(const char *name, enum diff_format *format); /* false when it is none */

struct differences_style {
    enum diff_format format;
    bool colour;
    int columns;           /* of a line */
    size_t rows, hints;    /* so many are shown */
    bool whole;            /* long values too */
    const char *requested; /* heads the second column; NULL: "requested" */
    const char *returned;  /* heads the last column: "READ returned" */
};

/*
 * Adds the differences, then what they are known to come from, then what was
 * not compared. Nothing when there are no differences.
 */
void differences_add(struct text *out, const struct comparison *comparison,
                     const struct differences_style *style);

/* The same as JSON: the members "diff" and "not_compared" of `object`. */
void differences_report(struct arena *arena, json *object, const struct comparison *comparison);

#endif
