#ifndef CFNC_REGEX_MEASURE_H
#define CFNC_REGEX_MEASURE_H

#include "length_set.h"
#include "regex_tree.h"

/* What lengths the nodes of a tree can have; rows by the id of the node. */
struct measure {
    uint64_t *set;
    uint64_t **rest;  /* of a sequence: what its items from i on add up to; `count` + 1 of them */
    uint64_t **turns; /* of a repeat: what i turns add up to; `known` of them */
    size_t known;
};

struct measure *regex_measure(struct length_space *space, const struct regex_tree *tree);

#endif
