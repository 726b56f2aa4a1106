#ifndef COMPAT_H
#define COMPAT_H

#include "cfnc/lint/lint.h"

/*
 * What a new version of a registered schema may not change (subject
 * LINT_AGAINST). Both schemas are compared by what they mean: a $ref is what it
 * refers to, an allOf is its parts at once, a definition's name means nothing.
 * A finding stands at the place in the new schema; what is gone, at what held
 * it, and its message says where it was.
 *
 * Errors are what a template, a stack or a caller that was fine with the old
 * schema may trip over. Warnings are what may be meant: nothing of a pattern or
 * of a default can be compared, and what is loosened hurts only readers.
 * Descriptions, titles, examples and the order of members mean nothing.
 *
 * Time is near-linear in both schemas. Schemas that refer to each other in
 * more ways than are looked at get a warning that says so, never silence.
 */
extern const struct lint_rule compat_rules[]; /* ends with an empty row */

#endif
