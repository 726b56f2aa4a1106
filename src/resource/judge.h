#ifndef CFNC_JUDGE_H
#define CFNC_JUDGE_H

#include "cfnc/resource/steps.h"

/* Between the files that judge: each ends with the rows of the rules that its functions are of. */
extern const struct rule event_rules[], identity_rules[], shape_rules[], echo_rules[],
    replacing_rules[], state_rules[], list_rules[], update_rules[];

enum {
    ALL_SUITES = SUITE_V1 | SUITE_V2 | SUITE_FULL,
    NEW_SUITES = SUITE_V2 | SUITE_FULL,
    CHANGES = CREATE | UPDATE | DELETE,
    WITH_MODEL = CREATE | READ | UPDATE
};

/* Where a rule stands: a section of the public contract, or a documented test (rules.c). */
extern const char said_of_create[], said_of_update[], said_of_delete[], said_of_read[],
    said_of_read_input[], said_of_list[], said_of_shape[], said_of_stabilization[],
    said_of_events[], said_of_codes[];

/* "an array", as people say it; a value with as much of it as is short. */
const char *shown_value(struct arena *arena, const json *value);
/* A member of the answer that should be something else. */
const char *not_what_is_wanted(const struct exchange *x, struct evidence *e, const char *name,
                               const char *wanted);
/* The outcome in the words of the handler, for the rules about outcomes. */
const char *outcome_text(const struct exchange *x, struct evidence *e);

/* Another resource than was asked for is in the model: what is wrong, or NULL. */
const char *other_resource_read(const struct exchange *x, struct evidence *e);

/* Suite v1: an item of an unordered array that has more than was asked for; or NULL. */
const struct difference *item_with_more(const struct exchange *x, struct arena *arena,
                                        const json *asked);

/* What a request took away of a former state, and what was returned after it. */
struct taking {
    const struct resource_type *type;
    const json *replaced, *requested, *returned;
    bool after_delete; /* it was deleted, not updated */
    bool tags_only;
};
/* The pointer of what is still there, or NULL. */
const char *what_remains(struct arena *arena, const struct taking *taking);

#endif
