#ifndef CFNC_RECORDING_READ_H
#define CFNC_RECORDING_READ_H

#include "recording_private.h"

/* Between read.c, which reads lines, and read_run.c: the first of them. */

/* A recording that is being read, and the line that is looked at. */
struct recording_reader {
    struct arena *arena;
    struct recording *recording;
    const struct protocol *const *protocols; /* that it may be of; ends with NULL */
    struct target *target;
    const char *text; /* of the line */
    const json *line;
    size_t number;
    struct recorded_part **parts_end, *part; /* the last; NULL before the first */
    struct entry **entries_end;              /* of the last part; NULL before the first */
    struct error *error;
};

/* "PATH:LINE:COL: ..." of a place in the line; false. */
bool reading_error(struct recording_reader *r, const char *pointer, const char *what);

/* A member of the line, or false and the error. Numbers are whole, from 0 to `most` or INT_MAX. */
MUST_USE bool reading_text(struct recording_reader *r, const char *pointer, const char **text);
MUST_USE bool reading_int(struct recording_reader *r, const char *pointer, int *number);
MUST_USE bool reading_number(struct recording_reader *r, const char *pointer, double most,
                             int64_t *number);
MUST_USE bool reading_typed(struct recording_reader *r, const char *pointer, enum json_type type,
                            const char *wanted, const json **value);

/* Fills what is known of the run from the first line, or false and the error. */
MUST_USE bool reading_run(struct recording_reader *r);

#endif
