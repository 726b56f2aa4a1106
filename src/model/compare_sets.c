#include <string.h>

#include "compare_private.h"

/*
 * Arrays as multisets. First twins are paired: items that are equal in all that
 * is compared, found by hash. To pair twins never spoils the rest: what another
 * requested item could have had of this one, it finds in its own. Then the few
 * or many that are left are paired with what explains them best.
 */

enum {
    MOST_ALIKE = 64,     /* items with one hash that are looked at, for one item */
    COST_OF_PAIRING = 50 /* beside looking at the items, in values */
};

struct leaf_visit {
    void (*leaf)(void *context, uint64_t token);
    void *context;
};

static uint64_t hash_value(struct spots *spots, struct spot *spot, const json *value);

static uint64_t hash_members(struct spots *spots, struct spot *spot, const json *object)
{
    uint64_t hash = JSON_OBJECT;

    json_each (member, object) {
        const char *key = json_key(member);
        struct spot *at = spot_member(spots, spot, key);

        if (!why_not_compared(at) && !at->transform)
            hash += mix_hash(hash_value(spots, at, member) ^ hash_bytes(1, key, strlen(key)));
    }
    return hash;
}

static uint64_t hash_items(struct spots *spots, struct spot *spot, const json *array)
{
    uint64_t hash = JSON_ARRAY;
    size_t i = 0;

    if (why_not_compared(spot_item(spots, spot, ANY_ITEM)))
        return hash;
    json_each (item, array) {
        struct spot *at = spot_item(spots, spot, spot->unordered ? ANY_ITEM : i++);
        const uint64_t one = mix_hash(hash_value(spots, at, item));

        hash = spot->unordered ? hash + one : mix_hash(hash ^ one);
    }
    return hash;
}

/* Of all that is compared in a value: the order of what has none does not count. */
static uint64_t hash_value(struct spots *spots, struct spot *spot, const json *value)
{
    size_t ignored = 0;

    spots->work++;
    switch (json_type(value)) {
    case JSON_OBJECT:
        return hash_members(spots, spot, value);
    case JSON_ARRAY:
        return hash_items(spots, spot, value);
    case JSON_NULL:
    case JSON_BOOLEAN:
    case JSON_NUMBER:
    case JSON_STRING:
    case JSON_ABSENT:
        break;
    }
    return json_hash(value, &ignored);
}

static void leaves_below(struct spots *spots, struct spot *spot, const json *value, uint64_t where,
                         struct leaf_visit visit);

static void leaf_members(struct spots *spots, struct spot *spot, const json *object, uint64_t where,
                         struct leaf_visit visit)
{
    json_each (member, object) {
        const char *key = json_key(member);
        struct spot *at = spot_member(spots, spot, key);

        if (!why_not_compared(at) && !at->transform)
            leaves_below(spots, at, member, hash_bytes(where, key, strlen(key)), visit);
    }
}

static void leaves_below(struct spots *spots, struct spot *spot, const json *value, uint64_t where,
                         struct leaf_visit visit)
{
    size_t i = 0;

    spots->work++;
    if (json_type(value) == JSON_OBJECT) {
        leaf_members(spots, spot, value, where, visit);
        return;
    }
    if (json_type(value) != JSON_ARRAY || !json_first(value)) {
        visit.leaf(visit.context, mix_hash(where ^ mix_hash(hash_value(spots, spot, value))));
        return;
    }
    json_each (item, value) {
        struct spot *at = spot_item(spots, spot, spot->unordered ? ANY_ITEM : i++);

        leaves_below(spots, at, item, mix_hash(where), visit);
    }
}

void each_leaf(struct spots *spots, struct spot *spot, const json *value,
               void (*leaf)(void *context, uint64_t token), void *context)
{
    leaves_below(spots, spot, value, 0, (struct leaf_visit){ leaf, context });
}

/* Returned items by their hashes; `next` and `first` count from 1. */
struct shelf {
    size_t *first, *next;
    uint64_t *hashes;
    size_t room;
};

static struct shelf shelve(struct pairing *p, struct arena *arena)
{
    struct spots *spots = p->scope->all->spots;
    struct shelf shelf = { .room = 8 };

    while (shelf.room < p->returned_count)
        shelf.room *= 2;
    shelf.first = arena_array(arena, shelf.room, sizeof(*shelf.first));
    shelf.next = arena_array(arena, p->returned_count + 1, sizeof(*shelf.next));
    shelf.hashes = arena_array(arena, p->returned_count + 1, sizeof(*shelf.hashes));
    for (size_t i = p->returned_count; i-- > 0;) {
        const uint64_t hash = hash_value(spots, p->spot, p->returned[i].value);
        size_t *first = &shelf.first[hash & (shelf.room - 1)];

        shelf.hashes[i] = hash;
        shelf.next[i] = *first;
        *first = i + 1;
    }
    return shelf;
}

/* Takes a twin of `item` from the shelf. Its number, or NO_PAIR. */
static size_t take_twin(struct pairing *p, struct shelf *shelf, const struct item *item)
{
    const uint64_t hash = hash_value(p->scope->all->spots, p->spot, item->value);
    size_t *link = &shelf->first[hash & (shelf->room - 1)];

    for (int tried = 0; *link && tried < MOST_ALIKE; link = &shelf->next[*link - 1]) {
        const size_t number = *link - 1;

        if (shelf->hashes[number] != hash)
            continue;
        tried++;
        if (compare_distance(p->scope, p->spot, p->place, item->value, p->returned[number].value,
                             1) > 0)
            continue;
        *link = shelf->next[number];
        return number;
    }
    return NO_PAIR;
}

static struct item *list_items(struct arena *arena, const json *array, size_t *count)
{
    struct item *items = arena_array(arena, json_length(array) + 1, sizeof(*items));

    json_each (value, array) {
        items[*count] = (struct item){ .value = value, .index = *count, .pair = NO_PAIR };
        ++*count;
    }
    return items;
}

static bool pair_in_order(struct pairing *p)
{
    size_t i = 0;

    if (p->requested_count != p->returned_count)
        return false;
    for (; i < p->requested_count; i++)
        if (compare_distance(p->scope, p->spot, p->place, p->requested[i].value,
                             p->returned[i].value, 1) > 0)
            return false;
    for (i = 0; i < p->requested_count; i++) {
        p->requested[i].pair = i;
        p->returned[i].taken = true;
    }
    return true;
}

/* Lists of one list each: whatever is in them, they are each other's. */
static bool pair_single(struct pairing *p)
{
    if (p->twins_only || p->requested_count != 1 || p->returned_count != 1 ||
        json_type(p->requested->value) != JSON_ARRAY || json_type(p->returned->value) != JSON_ARRAY)
        return false;
    p->requested->pair = 0;
    p->returned->taken = true;
    return true;
}

/* Which item is which. Mostly they come back in order; then nothing need be looked for. */
static struct pairing sort_out(struct arena *arena, struct scope *s, struct spot *spot,
                               const struct place *place, const json *requested,
                               const json *returned, bool twins_only)
{
    struct pairing p = { .arena = arena,
                         .scope = s,
                         .spot = spot_item(s->all->spots, spot, ANY_ITEM),
                         .place = place,
                         .twins_only = twins_only };

    s->all->spots->work += COST_OF_PAIRING;
    p.requested = list_items(arena, requested, &p.requested_count);
    p.returned = list_items(arena, returned, &p.returned_count);
    if (pair_single(&p) || pair_in_order(&p))
        return p;
    struct shelf shelf = shelve(&p, arena);
    for (size_t i = 0; i < p.requested_count; i++) {
        const size_t twin = take_twin(&p, &shelf, &p.requested[i]);

        p.requested[i].pair = twin;
        if (twin != NO_PAIR)
            p.returned[twin].taken = true;
    }
    pair_items(&p);
    return p;
}

/* How many items stay alone: of those requested, or of those returned, whichever are more. */
static size_t count_alone(const struct pairing *p)
{
    size_t requested = 0, returned = 0;

    for (size_t i = 0; i < p->requested_count; i++)
        requested += p->requested[i].pair == NO_PAIR;
    for (size_t i = 0; i < p->returned_count; i++)
        returned += !p->returned[i].taken;
    return requested > returned ? requested : returned;
}

static void report(struct scope *s, const struct pairing *p)
{
    struct place at = { p->place, NULL, 0 };

    for (size_t i = 0; i < p->requested_count; i++) {
        const struct item *item = &p->requested[i];

        at.index = i;
        if (item->pair == NO_PAIR)
            compare_differs(s, DIFFERENCE_MISSING, &at, item->value, NULL);
        else
            compare_values(s, p->spot, &at, item->value, p->returned[item->pair].value);
    }
    for (size_t i = 0; i < p->returned_count; i++) {
        at.index = i;
        if (!p->returned[i].taken)
            compare_differs(s, DIFFERENCE_UNEXPECTED, &at, NULL, p->returned[i].value);
    }
}

/*
 * In a trial, items are paired where they differ in nothing, and the others are
 * counted: to look for the best pairs at every depth would cost a power of it.
 */
void compare_unordered_items(struct scope *s, struct spot *spot, const struct place *place,
                             const json *requested, const json *returned)
{
    struct arena *arena = arena_new();
    const struct pairing p = sort_out(arena, s, spot, place, requested, returned, s->quiet);

    if (s->quiet)
        s->found += count_alone(&p);
    else if (s->all->spots->work > MOST_WORK)
        compare_note(s, spot, place, "too many items to find out which is which", true);
    else
        report(s, &p);
    arena_free(arena);
}

bool compare_same_items(const struct scope *s, struct spot *spot, const struct place *place,
                        const json *requested, const json *returned)
{
    struct scope trial = { .all = s->all, .quiet = true, .most = 1, .parent = s->parent };
    struct arena *arena = arena_new();
    const struct pairing p = sort_out(arena, &trial, spot, place, requested, returned, true);
    const size_t alone = count_alone(&p);

    arena_free(arena);
    return alone == 0 && s->all->spots->work <= MOST_WORK;
}

static uint64_t hash_of_multiset(struct spots *spots, struct spot *items, const json *array)
{
    uint64_t hash = 0;

    json_each (item, array)
        hash += mix_hash(hash_value(spots, items, item));
    return hash;
}

bool compare_alike_items(const struct scope *s, struct spot *spot, const json *requested,
                         const json *returned)
{
    struct spots *spots = s->all->spots;
    struct spot *items = spot_item(spots, spot, ANY_ITEM);

    return hash_of_multiset(spots, items, requested) == hash_of_multiset(spots, items, returned);
}
