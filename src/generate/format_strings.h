#ifndef CFNC_FORMAT_STRINGS_H
#define CFNC_FORMAT_STRINGS_H

#include "cfnc/pattern/strings.h"

/*
 * A string of a format of draft-07, or of CloudFormation's arn and timestamp, with between
 * `shortest` and `longest` characters. NULL for another format, and where none was found.
 */
const char *string_for_format(struct arena *arena, const char *format, size_t shortest,
                              size_t longest, struct random *random);

/*
 * The same for a format and a pattern, tried a bounded number of times, on a condition whose
 * `accept` is to check the format.
 */
const char *string_for_format_like(struct arena *arena, const char *format, const char *pattern,
                                   const struct string_condition *condition, struct random *random);

#endif
