#ifndef CFNC_GENERATE_BREAK_H
#define CFNC_GENERATE_BREAK_H

#include "generate_private.h"

/*
 * Changes to a value that should break one keyword. Whether one does, and
 * nothing else, is for the validator to say.
 */
struct breakage {
    const char *pointer; /* of the value that is changed */
    const char *keyword; /* that should be broken */
    const char *member;  /* of the value, which is an object, that is set or removed; or NULL */
    const json *value;   /* in its place; NULL: `member` is removed */
    bool fits;           /* what else describes the value takes it */
};

enum { ADDED_MOST = 100, NODES_MOST = 40 };

struct breakages {
    struct arena *arena;
    const struct schema *schema;
    const json *document;
    struct random *random;
    const json *plain; /* plain_values() */
    bool mends;        /* a value that is being generated: none is generated for it */
    struct breakage *items;
    size_t count, room;
    size_t added; /* members that were absent, ADDED_MOST in all: each may be large as a model */
};

/* Subschemas of one value. */
struct nodes {
    const struct breakages *list;
    const json *items[NODES_MOST];
    size_t count;
};

/* break.c */
/* Values of every type, and of some lengths: what breaks many a keyword. */
const json *plain_values(struct arena *arena);
/* Adds what may break each keyword of one subschema of the value at `pointer`. */
void break_keywords(struct breakages *list, const struct nodes *wanted, const char *pointer,
                    const json *node, const json *value);

/* breakages.c */
/* Adds one, which fits when `wanted`, what else describes the value, takes it. */
void breakages_add(struct breakages *list, const struct nodes *wanted,
                   const struct breakage *breakage);

/*
 * All for a value that `node` describes, in the order of the value and of the keywords; at most
 * some thousands. `wanted` is what describes it besides, or NULL.
 */
void breakages_find(struct breakages *list, const json *node, const struct demand *wanted,
                    const json *value);

/* The model with one of them. */
const json *breakage_apply(struct arena *arena, const struct breakage *breakage, const json *model);

#endif
