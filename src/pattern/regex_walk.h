#ifndef CFNC_REGEX_WALK_H
#define CFNC_REGEX_WALK_H

#include "regex_plan.h"

/*
 * A string as planned, or NULL when this attempt led nowhere. It mostly matches
 * the pattern and need not: assertions are not followed, only helped. Whoever
 * asks checks, and asks again; the first attempts are plain, later ones vary.
 */
const char *regex_walk(struct arena *arena, const struct regex_plan *plan, unsigned attempt,
                       struct random *random);

#endif
