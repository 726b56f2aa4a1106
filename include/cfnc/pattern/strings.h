#ifndef CFNC_STRINGS_H
#define CFNC_STRINGS_H

#include <stddef.h>
#include <stdint.h>

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"
#include "cfnc/base/random.h"

/*
 * Strings from ECMA-262 patterns, printable where the pattern leaves a choice,
 * between `shortest` and `longest` characters. What is returned was checked
 * against the pattern by pattern_search(). NULL and the error, which names the
 * reason, when none was found.
 */
MUST_USE const char *string_for_pattern(struct arena *arena, const char *pattern, size_t shortest,
                                        size_t longest, struct random *random, struct error *error);

/* What else is asked of a string. */
struct string_condition {
    size_t shortest, longest;                          /* in characters */
    bool (*accept)(void *context, const char *string); /* once the pattern matches; or NULL */
    void *context;
    /* The attempt to begin with: 0 is the most readable, later ones stray further, where
       strings are to be unlike each other. */
    unsigned first;
};

/* A pattern that was read once, for as many strings as are wanted; in the arena it was read into.
 */
struct string_pattern;
MUST_USE const struct string_pattern *string_pattern_read(struct arena *arena, const char *source,
                                                          struct error *error);

/* The same as string_for_pattern(), on such a condition. */
MUST_USE const char *string_like(struct arena *arena, const struct string_pattern *pattern,
                                 const struct string_condition *condition, struct random *random,
                                 struct error *error);

#endif
