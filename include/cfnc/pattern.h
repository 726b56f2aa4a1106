#ifndef CFNC_PATTERN_H
#define CFNC_PATTERN_H

#include "cfnc/arena.h"
#include "cfnc/error.h"

/*
 * Regular expressions as JSON Schema means them (ECMA-262, draft-07 section
 * 4.3), searched by PCRE2 within limits on steps and memory, so that a hostile
 * pattern ends in PATTERN_LIMIT and not in a hang. Only pattern.c includes
 * PCRE2's header.
 *
 * What differs between the dialects is translated before compiling: \d \w \s
 * \b as ECMA says, $ only at the very end, \uXXXX, \u{...}, \cX, [] and [^],
 * \Z and \A as real schemas write them.
 *
 * Searching uses memory that the pattern keeps for it: one thread at a time.
 */
struct pattern;

enum pattern_verdict { PATTERN_NO_MATCH, PATTERN_MATCH, PATTERN_LIMIT };

/* NULL and the error (with the offset in the pattern) when no engine could compile it. */
MUST_USE const struct pattern *pattern_compile(struct arena *arena, const char *source,
                                               struct error *error);

/* Whether the pattern matches anywhere in `subject`, which is UTF-8. Allocates nothing. */
enum pattern_verdict pattern_search(const struct pattern *pattern, const char *subject);

/* Whether pattern_compile() would accept it. Allocates, but only until it returns. */
bool pattern_compiles(const char *source);

const char *pattern_source(const struct pattern *pattern);

#endif
