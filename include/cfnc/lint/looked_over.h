#ifndef CFNC_LOOKED_OVER_H
#define CFNC_LOOKED_OVER_H

#include "cfnc/lint/lint.h"

/*
 * What lint found in a run's schema and inputs, without their texts: as much as
 * the tests that judge it need, and as a recording keeps.
 */
struct remark {
    const struct remark *next;
    const struct lint_rule *rule;
    const char *text; /* FILE:LINE:COL: what is wrong; what to do [rule] */
    struct place place;
};

struct looked_over {
    bool against; /* a registered schema was given, */
    bool inputs;  /* and inputs */
    const struct remark *remarks;
};

/* Of a lint that ran; in its arena. */
const struct looked_over *looked_over_of(const struct lint *lint);

/*
 * As a JSON object, with its texts as `shown` makes them. And back: NULL where it is none,
 * or a remark is not about a rule of this cfnc, for one remark less is another verdict.
 */
json *looked_over_print(struct arena *arena, const struct looked_over *all,
                        const char *(*shown)(void *context, struct arena *arena, const char *text),
                        void *context);
const struct looked_over *looked_over_parse(struct arena *arena, const json *object);

#endif
