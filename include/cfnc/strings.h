#ifndef CFNC_STRINGS_H
#define CFNC_STRINGS_H

#include <stddef.h>
#include <stdint.h>

#include "cfnc/arena.h"
#include "cfnc/error.h"
#include "cfnc/random.h"

/*
 * Strings from ECMA-262 patterns, printable where the pattern leaves a choice,
 * between `shortest` and `longest` characters. What is returned was checked
 * against the pattern by pattern_search(). NULL and the error, which names the
 * reason, when none was found.
 */
MUST_USE const char *string_for_pattern(struct arena *arena, const char *pattern, size_t shortest,
                                        size_t longest, struct random *random, struct error *error);

/* A string of a draft-07 or CloudFormation format, or NULL for an unknown one. */
const char *string_for_format(struct arena *arena, const char *format, struct random *random);

#endif
