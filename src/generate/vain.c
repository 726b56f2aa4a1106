/*
 * What was asked for in vain. A schema that needs itself, or one that contradicts
 * itself, would have every value around it tried again for each of its own tries;
 * so what failed a few times in a row is not tried for ever.
 */
#include <string.h>

#include "generate_private.h"

enum {
    VAIN_ENOUGH = 6,   /* failures in a row, after which there are no more tries */
    HINT_ENOUGH = 2,   /* the same of values of the type that the schema hints at */
    HOPELESS_TIMES = 3 /* searches for a text in vain, until there are no more */
};

static bool is_same(const struct vain *vain, const struct parts *parts, bool rich)
{
    return vain->rich == rich && vain->count == parts->count && vain->avoided == parts->avoided &&
           memcmp(vain->nodes, parts->nodes, parts->count * sizeof(*parts->nodes)) == 0 &&
           memcmp(vain->avoid, parts->avoid, parts->avoided * sizeof(*parts->avoid)) == 0;
}

struct vain *vain_find(struct generator *g, const struct parts *parts, bool rich)
{
    for (size_t i = 0; parts->count && i < g->vain_count; i++)
        if (is_same(&g->vain[i], parts, rich))
            return &g->vain[i];
    return NULL;
}

struct vain *vain_make(struct generator *g, const struct parts *parts, bool rich)
{
    struct vain *vain = vain_find(g, parts, rich);

    if (vain || !parts->count || g->vain_count == VAIN_MOST)
        return vain;
    vain = &g->vain[g->vain_count++];
    *vain = (struct vain){ .nodes = arena_array(g->keep, parts->count, sizeof(*parts->nodes)),
                           .avoid = arena_array(g->keep, PARTS_AVOIDED, sizeof(*parts->avoid)),
                           .count = parts->count,
                           .avoided = parts->avoided,
                           .rich = rich };
    memcpy(vain->nodes, parts->nodes, parts->count * sizeof(*parts->nodes));
    memcpy(vain->avoid, parts->avoid, parts->avoided * sizeof(*parts->avoid));
    return vain;
}

bool vain_enough(const struct vain *vain)
{
    return vain && vain->failures >= VAIN_ENOUGH;
}

bool vain_hint(const struct vain *vain)
{
    return vain && vain->hints >= HINT_ENOUGH;
}

static bool is_demand(const struct hopeless *h, const struct demand *d)
{
    return h->count == d->count && h->avoided == d->avoided &&
           memcmp(h->nodes, d->nodes, d->count * sizeof(*d->nodes)) == 0 &&
           memcmp(h->avoid, d->avoid, d->avoided * sizeof(*d->avoid)) == 0;
}

static struct hopeless *hopeless_find(struct generator *g, const struct demand *d)
{
    for (size_t i = 0; d->count + d->avoided && i < g->hopeless_count; i++)
        if (is_demand(&g->hopeless[i], d))
            return &g->hopeless[i];
    return NULL;
}

static struct hopeless *hopeless_make(struct generator *g, const struct demand *d)
{
    struct hopeless *h;

    if (!(d->count + d->avoided) || g->hopeless_count == HOPELESS_MOST)
        return NULL;
    h = &g->hopeless[g->hopeless_count++];
    *h = (struct hopeless){ .nodes = arena_array(g->keep, d->count + 1, sizeof(*d->nodes)),
                            .avoid = arena_array(g->keep, d->avoided + 1, sizeof(*d->avoid)),
                            .count = d->count,
                            .avoided = d->avoided };
    memcpy(h->nodes, d->nodes, d->count * sizeof(*d->nodes));
    memcpy(h->avoid, d->avoid, d->avoided * sizeof(*d->avoid));
    return h;
}

bool hopeless(struct generator *g, const struct demand *d, enum search search)
{
    const struct hopeless *h = hopeless_find(g, d);

    return h && h->times[search] >= HOPELESS_TIMES;
}

void hopeless_note(struct generator *g, const struct demand *d, enum search search, bool found)
{
    struct hopeless *h = hopeless_find(g, d);

    h = h || found ? h : hopeless_make(g, d);
    if (h)
        h->times[search] = found ? 0 : h->times[search] + 1;
}
