#ifndef CFNC_REGEX_PLAN_H
#define CFNC_REGEX_PLAN_H

#include "cfnc/base/error.h"
#include "regex_measure.h"

enum { REGEX_RICH = 16 }; /* bits of a branch that leaves much to choose, and is preferred */

/* What is worked out once for a pattern and the bounds of its strings' lengths. */
struct regex_plan {
    const struct regex_tree *tree;
    struct length_space space;
    const struct measure *measures;
    const struct regex_node *const *branches; /* of the whole pattern */
    size_t branch_count;
    const uint64_t *totals; /* the lengths within the bounds that some branch can have */
    const uint64_t *likely; /* those of branches that leave much to choose, if any */
    size_t excess;          /* characters to be added by repeating one */
};

/* NULL and the error when no string within the bounds can match. */
MUST_USE const struct regex_plan *regex_plan_new(struct arena *arena, const struct regex_tree *tree,
                                                 size_t shortest, size_t longest,
                                                 struct error *error);

/* The length to aim at in attempt `number`, `excess` not counted. */
size_t regex_plan_total(const struct regex_plan *plan, unsigned number, struct random *random);

/* Whether characters may stand around what matches `node`. */
bool regex_can_pad(const struct regex_node *node);

#endif
