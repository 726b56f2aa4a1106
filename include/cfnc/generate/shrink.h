#ifndef CFNC_SHRINK_H
#define CFNC_SHRINK_H

#include "cfnc/generate/generate.h"

/*
 * Making a failing model small: properties are dropped, lists shortened,
 * values simplified, as long as it still fails. Every model that is tried is
 * valid, and smaller than the one before in this order: fewer values in it,
 * then less text. The same arguments try the same models.
 */
struct shrinking {
    const struct resource_type *type; /* models stay valid against type->create */
    /*
     * Whether a test with this model fails as the first did. It is called at
     * most `runs` times. The models have the first one's identifier:
     * generate_renamed() makes another.
     */
    bool (*fails)(void *context, const json *model);
    void *context;
    size_t runs;
};

struct shrunk {
    const json *model; /* the smallest that failed: the first, if no other did */
    size_t runs;       /* how many were tried */
    size_t failed;     /* how many of them failed */
    bool is_exhausted; /* `runs` were not enough to try everything */
};

/* Searches from `model`, which fails, for the least that does. */
struct shrunk shrink_model(struct arena *arena, const struct shrinking *shrinking,
                           const json *model);

#endif
