#ifndef CFNC_REGEX_TREE_H
#define CFNC_REGEX_TREE_H

#include "cfnc/base/error.h"
#include "regex_set.h"

/*
 * An ECMA-262 pattern as a tree, to make strings from. It reads a little more
 * than ECMA-262 has: \A, \Z, \x{...}, (?i), (?P<name>...), as real schemas do.
 * Flags are read and not kept: whoever walks the tree checks the result.
 */
enum regex_kind {
    REGEX_CHARACTER, /* one of `set` */
    REGEX_SEQUENCE,
    REGEX_CHOICE,
    REGEX_REPEAT,
    REGEX_GROUP, /* a capturing one; others leave no node */
    REGEX_REFERENCE,
    REGEX_START,
    REGEX_END,
    REGEX_BOUNDARY,
    REGEX_LOOK
};

enum { REGEX_DEEPEST = 200, REGEX_LARGEST = 20000 };

struct regex_node {
    enum regex_kind kind;
    size_t id; /* from 0 */
    const struct regex_set *set;
    const struct regex_node *const *items; /* one of REPEAT, GROUP, LOOK; many of the first two */
    size_t count;
    size_t least, most; /* of REPEAT; SIZE_MAX is no limit */
    size_t group;       /* of GROUP and REFERENCE, from 1 */
    bool wanted;        /* a positive LOOK ahead */

    size_t shortest; /* characters of the shortest match, SIZE_MAX when nothing can match */
    unsigned bits;   /* roughly how much can be chosen: 2^bits strings */
    int depth;
    bool starts, ends; /* matches only from the start, up to the end of the string */
};

struct regex_tree {
    const struct regex_node *root;
    size_t nodes, groups;
};

/* NULL and the error, "offset N: what is wrong", otherwise. */
MUST_USE const struct regex_tree *regex_parse(struct arena *arena, const char *pattern,
                                              struct error *error);

#endif
