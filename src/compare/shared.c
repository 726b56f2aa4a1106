/*
 * Items of two arrays that have something in common: the same fingerprint, or the rarest values.
 * So the cost of finding the one that belongs to another is about that of reading them.
 */
#include <stdlib.h>

#include "compare_private.h"

enum {
    MOST_TWINS = 64,    /* of many that share a value: those that are compared with one item to
                           find any that differs in nothing, */
    MOST_SEEN = 1024,   /* and that are looked at for it; */
    MOST_NEAREST = 8,   /* those that are compared to find the nearest, */
    MOST_SHARING = 128, /* and that are looked at for it */
};

/* ---- items by what they have: a fingerprint, or values ---- */

struct posting {
    struct item *item;
    struct posting *next;
};

/* The returned items that have it. */
struct shared_value {
    uint64_t hash;
    size_t count;
    struct posting *first;
    struct shared_value *next;
};

struct value_index {
    struct arena *arena;
    struct shared_value **buckets;
    size_t room; /* a power of two */
};

static struct value_index index_new(struct arena *arena, size_t count)
{
    struct value_index index = { .arena = arena, .room = 8 };

    while (index.room < count)
        index.room *= 2;
    index.buckets = arena_array(arena, index.room, sizeof(struct shared_value *));
    return index;
}

static struct shared_value **value_at(const struct value_index *index, uint64_t hash)
{
    struct shared_value **at = &index->buckets[hash & (index->room - 1)];

    while (*at && (*at)->hash != hash)
        at = &(*at)->next;
    return at;
}

static void post(struct value_index *index, uint64_t hash, struct item *item)
{
    struct shared_value **at = value_at(index, hash);
    struct posting *posting = arena_alloc(index->arena, sizeof(*posting));

    if (!*at) {
        *at = arena_alloc(index->arena, sizeof(**at));
        (*at)->hash = hash;
    }
    *posting = (struct posting){ item, (*at)->first };
    (*at)->first = posting;
    (*at)->count++;
}

/* The first that is not paired yet from a link on, or NULL. */
static struct item *unpaired_at(struct shared_value *value, struct posting **link)
{
    while (*link && (*link)->item->pair) {
        *link = (*link)->next;
        value->count--;
    }
    return *link ? (*link)->item : NULL;
}

/* ---- twins ---- */

static bool take_twin(struct pairing *p, struct item *requested, struct item *returned)
{
    const struct value_pair at = items_at(p, requested, returned);

    if (requested->print.hash != returned->print.hash ||
        ((requested->print.inexact || returned->print.inexact) && !are_twins(p->scope, &at)))
        return false;
    make_pair(p, requested, returned);
    requested->done = true;
    return true;
}

/* Those that did not move first. */
void pair_twins(struct pairing *p)
{
    struct item *asked = p->asked.items, *got = p->got.items;
    struct value_index index = index_new(p->arena, p->got.count);

    for (size_t i = 0; i < p->asked.count && i < p->got.count; i++)
        take_twin(p, &asked[i], &got[i]);
    for (size_t i = p->got.count; i-- > 0;)
        if (!got[i].pair)
            post(&index, got[i].print.hash, &got[i]);
    for (size_t i = 0; i < p->asked.count; i++) {
        struct shared_value *value = *value_at(&index, asked[i].print.hash);
        struct posting **link = value && !asked[i].pair ? &value->first : NULL;

        for (int tried = 0; link && unpaired_at(value, link) && tried < MOST_TWINS; tried++) {
            if (take_twin(p, &asked[i], (*link)->item))
                break;
            link = &(*link)->next;
        }
    }
}

/* ---- leaves: the scalar values of an item, each as a hash of its place and itself ---- */

static void add_leaf(struct pairing *p, struct item *item, uint64_t leaf)
{
    p->leaves = arena_grow(p->arena, p->leaves, p->leaf_count, &p->leaf_room, sizeof(*p->leaves));
    p->leaves[p->leaf_count++] = leaf;
    item->leaf_count++;
    item->bits |= (uint64_t)1 << leaf % 64;
}

/* Of what is compared as it stands; an empty array is one as well. */
static void add_leaves(struct pairing *p, struct item *item, struct model_spot *spot,
                       const json *value, uint64_t where)
{
    struct model_spots *spots = p->scope->all->spots;
    size_t i = 0;

    spots->work++;
    if (why_not_compared(spot) || spot->transform)
        return;
    if (json_type(value) == JSON_OBJECT)
        json_each (member, value) {
            const struct spot_member *found = spot_find(spots, spot, json_key(member));

            add_leaves(p, item, found->spot, member, mix_hash(where + found->hash));
        }
    else if (!json_first(value))
        add_leaf(p, item, mix_hash(where ^ hash_of_scalar(spots, value)));
    else
        json_each (inner, value)
            add_leaves(p, item, spot_item(spots, spot, spot->unordered ? ANY_ITEM : i++), inner,
                       mix_hash(where));
}

void read_leaves(struct pairing *p, const struct pairing_side *side)
{
    for (size_t i = 0; i < side->left_count; i++) {
        struct item *item = side->left[i];

        item->first_leaf = p->leaf_count;
        add_leaves(p, item, p->spot, item->value, p->scope->all->spots->key.half[1]);
    }
}

/* ---- many: those that share rare values ---- */

static int rarer(const void *a, const void *b)
{
    const struct shared_value *const *p = a, *const *q = b;

    return ((*p)->count > (*q)->count) - ((*p)->count < (*q)->count);
}

/* The values of an item that some returned one has, too, the rarest first. */
static size_t list_shared(const struct pairing *p, const struct value_index *index,
                          const struct item *item, struct shared_value **shared)
{
    size_t count = 0;

    for (size_t i = 0; i < item->leaf_count; i++) {
        struct shared_value *value = *value_at(index, p->leaves[item->first_leaf + i]);

        if (value && value->count)
            shared[count++] = value;
    }
    qsort(shared, count, sizeof(struct shared_value *), rarer);
    return count;
}

/* Who is nearest to an item so far. */
struct nearest_item {
    const struct item *item;
    struct item *found;
    size_t cost;
    size_t lacks;             /* so many of the item's values are said to be missing in those */
    size_t tried, most_tried; /* that are compared */
};

static void try_one(const struct pairing *p, struct nearest_item *s, struct item *other)
{
    size_t lacks = 0;

    for (uint64_t bits = s->item->bits & ~other->bits; bits; bits &= bits - 1)
        lacks++;
    if (lacks > s->lacks || (lacks == s->lacks && s->tried == s->most_tried))
        return;
    s->tried = lacks < s->lacks ? 1 : s->tried + 1;
    s->lacks = lacks;
    const size_t cost = pair_cost(p, s->item, other, s->cost / COST_OF_ROW + 1);
    if (cost < s->cost) {
        s->cost = cost;
        s->found = other;
    }
}

/* The returned item that is nearest to one, or NULL; `twin`: that differs in nothing. */
static struct item *nearest(const struct pairing *p, const struct value_index *index,
                            const struct item *item, bool twin, struct shared_value **shared)
{
    struct nearest_item s = { .item = item,
                              .cost = twin ? COST_OF_PLACE + 1 : TOO_FAR,
                              .lacks = twin ? 0 : SIZE_MAX,
                              .most_tried = twin ? MOST_TWINS : MOST_NEAREST };
    const size_t count = list_shared(p, index, item, shared);
    size_t left = twin ? MOST_SEEN : MOST_SHARING;

    if (twin && count < item->leaf_count)
        return NULL;
    for (size_t i = 0; i < (twin && count ? 1 : count); i++) {
        if (s.found && shared[i]->count > left)
            break;
        for (struct posting **link = &shared[i]->first;
             unpaired_at(shared[i], link) && left && s.cost > COST_OF_PLACE;
             link = &(*link)->next, left--)
            try_one(p, &s, (*link)->item);
    }
    return s.found;
}

static int by_leaf_count(const void *a, const void *b)
{
    const struct item *const *p = a, *const *q = b;

    if ((*p)->leaf_count != (*q)->leaf_count)
        return (*p)->leaf_count < (*q)->leaf_count ? 1 : -1;
    return ((*p)->index > (*q)->index) - ((*p)->index < (*q)->index);
}

/* What says most has the first choice; first of those only that differ in nothing. */
void pair_many(struct pairing *p)
{
    const struct pairing_side *asked = &p->asked, *got = &p->got;
    struct value_index index = index_new(p->arena, got->left_count * 4);

    for (size_t i = got->left_count; i-- > 0;)
        for (size_t k = 0; k < got->left[i]->leaf_count; k++)
            post(&index, p->leaves[got->left[i]->first_leaf + k], got->left[i]);
    qsort(asked->left, asked->left_count, sizeof(struct item *), by_leaf_count);
    struct shared_value **shared =
        arena_array(p->arena, asked->left[0]->leaf_count + 1, sizeof(struct shared_value *));
    for (int twin = 1; twin >= (p->twins_only ? 1 : 0); twin--)
        for (size_t i = 0; i < asked->left_count && p->scope->all->spots->work <= MOST_WORK; i++) {
            struct item *item = asked->left[i];
            struct item *found = item->pair ? NULL : nearest(p, &index, item, twin, shared);

            if (found)
                make_pair(p, item, found);
        }
}
