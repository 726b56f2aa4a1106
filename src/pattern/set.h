#ifndef CFNC_PATTERN_SET_H
#define CFNC_PATTERN_SET_H

#include "tree.h"

/* Sets of characters: how they are collected and written. */

void char_set_add(struct arena *arena, struct char_set *set, struct char_member member);

/* The characters from low to high; where it begins or ends at a surrogate, around those. */
void char_set_add_range(struct arena *arena, struct char_set *set, uint32_t low, uint32_t high);

/* The characters of \d, \w or \s, or those outside of it: \D, \W, \S. */
void char_set_add_named(struct arena *arena, struct char_set *set, char letter);

/* Sorts ranges, and joins them where they touch. */
void char_set_tidy(struct char_set *set);

/* The characters outside of a set of ranges that is tidy. */
void char_set_add_outside(struct arena *arena, struct char_set *set, const struct char_set *tidy);

/* Writes the set in the dialect of PCRE2. */
void char_set_write(struct text *out, const struct char_set *set);

#endif
