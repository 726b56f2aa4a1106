#ifndef CFNC_PATTERN_MEASURE_H
#define CFNC_PATTERN_MEASURE_H

#include "tree.h"

/* How long what matches a term can be. */
struct width {
    size_t least, most; /* characters; SIZE_MAX is no limit, or not known */
};

struct width pattern_width(const struct term *term);

/* The characters that a match may look at; SIZE_MAX: no limit. */
size_t pattern_reach(const struct term *term);

/* As `a + b` and `a * b`, with SIZE_MAX for what has no limit. */
size_t pattern_plus(size_t a, size_t b);
size_t pattern_times(size_t a, size_t b);

/* Whether it holds a group that some reference is to. */
bool pattern_holds_used_group(const struct parse *parse, const struct term *term);

#endif
