#ifndef CFNC_GENERATE_BREAK_H
#define CFNC_GENERATE_BREAK_H

#include "generate/generate_private.h"

/*
 * Changes to a valid model that should break one keyword. Whether one does, and
 * nothing else, is for the validator to say.
 */
struct breakage {
    const char *pointer; /* of the value that is changed */
    const char *keyword; /* that should be broken */
    const char *member;  /* of the value, which is an object, that is set or removed; or NULL */
    const json *value;   /* in its place; NULL: `member` is removed */
};

enum { ADDED_MOST = 100 };

struct breakages {
    struct arena *arena;
    const struct schema *schema;
    const json *document;
    struct random *random;
    struct breakage *items;
    size_t count, room;
    size_t added; /* members that were absent, ADDED_MOST in all: each may be large as a model */
};

/* All of them, in the order of the model and of the keywords; at most some thousands. */
void breakages_find(struct breakages *list, const json *model);

/* The model with one of them. */
const json *breakage_apply(struct arena *arena, const struct breakage *breakage, const json *model);

#endif
