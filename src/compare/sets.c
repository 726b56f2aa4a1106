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

/* ---- twins ---- */

static struct comparing *all_of(const struct pairing *p)
{
    return p->scope->all;
}

/*
 * Whether two items differ in nothing. Then nothing more is to be said of them,
 * but what was not compared, which is said here.
 */
static bool are_twins(struct scope *s, struct spot *spot, const struct place *place, size_t index,
                      const json *requested, const json *returned)
{
    const struct place at = { place, NULL, index };
    const size_t unsaid = s->all->unsaid;

    if (compare_distance(s, spot, &at, requested, returned, 1) > 0)
        return false;
    if (!s->quiet && s->all->unsaid != unsaid)
        compare_values(s, spot, &at, requested, returned);
    return true;
}

static void take_twin(struct pairing *p, struct item *requested, size_t returned)
{
    requested->pair = returned;
    requested->done = true;
    p->returned[returned].taken = true;
}

static bool same_print(const struct print *a, const struct print *b)
{
    return a->hash == b->hash && a->full.half[0] == b->full.half[0] &&
           a->full.half[1] == b->full.half[1];
}

/* Prints tell all, unless some of it may come back as something else, or something is to be said.
 */
static bool item_twins(const struct pairing *p, const struct item *a, const struct item *b)
{
    if (!a->print.loose && !a->print.mute && same_print(&a->print, &b->print))
        return true;
    return are_twins(p->scope, p->spot, p->place, a->index, a->value, b->value);
}

/* Twins that did not move; the first `known` items were compared already. */
static void take_unmoved(struct pairing *p, size_t known)
{
    const size_t count =
        p->requested_count < p->returned_count ? p->requested_count : p->returned_count;

    for (size_t i = 0; i < count; i++) {
        struct item *item = &p->requested[i];
        const struct item *other = &p->returned[i];

        if (same_print(&item->print, &other->print) && (i < known || item_twins(p, item, other)))
            take_twin(p, item, i);
    }
}

/* Returned items by their hashes; `next` and `first` count from 1. */
struct shelf {
    size_t *first, *next;
    size_t room;
};

static struct shelf shelve(const struct pairing *p)
{
    struct shelf shelf = { .room = 8 };

    while (shelf.room < p->returned_count)
        shelf.room *= 2;
    shelf.first = arena_array(p->arena, shelf.room, sizeof(*shelf.first));
    shelf.next = arena_array(p->arena, p->returned_count + 1, sizeof(*shelf.next));
    for (size_t i = p->returned_count; i-- > 0;) {
        size_t *first = &shelf.first[p->returned[i].print.hash & (shelf.room - 1)];

        if (p->returned[i].taken)
            continue;
        shelf.next[i] = *first;
        *first = i + 1;
    }
    return shelf;
}

/* Looks for a twin among those whose print is the same; or, where not `fully`, all but what may
 * come back as something else. */
static void find_twin(struct pairing *p, struct shelf *shelf, struct item *item, bool fully)
{
    size_t *link = &shelf->first[item->print.hash & (shelf->room - 1)];

    for (int tried = 0; *link && tried < MOST_ALIKE; link = &shelf->next[*link - 1]) {
        const size_t number = *link - 1;
        const struct item *other = &p->returned[number];

        if (other->print.hash != item->print.hash ||
            same_print(&other->print, &item->print) != fully)
            continue;
        tried++;
        if (!item_twins(p, item, other))
            continue;
        *link = shelf->next[number];
        take_twin(p, item, number);
        return;
    }
}

static void take_twins(struct pairing *p, size_t known)
{
    take_unmoved(p, known);
    struct shelf shelf = shelve(p);
    for (int fully = 1; fully >= 0; fully--)
        for (size_t i = 0; i < p->requested_count; i++)
            if (p->requested[i].pair == NO_PAIR && (fully || p->requested[i].print.loose))
                find_twin(p, &shelf, &p->requested[i], fully);
}

/* Two arrays, and how far their items, one by one, differ in nothing. */
struct arrays {
    struct spot *spot;
    const struct place *place;
    const json *requested, *returned;
    size_t unmoved;
    bool equal; /* none of them moved */
};

static void find_unmoved(struct scope *s, struct spot *items, struct arrays *a)
{
    const json *item = json_first(a->requested), *other = json_first(a->returned);

    while (item && other && are_twins(s, items, a->place, a->unmoved, item, other)) {
        item = json_next(item);
        other = json_next(other);
        a->unmoved++;
    }
    a->equal = !item && !other;
}

/* The items, and what they come to. */
static struct item *list_items(const struct pairing *p, const struct spot *spot, const json *array,
                               size_t *count)
{
    const struct print *known = prints_known(all_of(p), spot, array);
    struct item *items = arena_array(p->arena, json_length(array) + 1, sizeof(*items));

    json_each (value, array) {
        const size_t i = (*count)++;

        items[i] = (struct item){ .value = value,
                                  .print = known ? known[i] : print_of(all_of(p), p->spot, value),
                                  .index = i,
                                  .pair = NO_PAIR };
    }
    return items;
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
        else if (!item->done)
            compare_values(s, p->spot, &at, item->value, p->returned[item->pair].value);
    }
    for (size_t i = 0; i < p->returned_count; i++) {
        at.index = i;
        if (!p->returned[i].taken)
            compare_differs(s, DIFFERENCE_UNEXPECTED, &at, NULL, p->returned[i].value);
    }
}

/* Which item is which. */
static struct pairing sort_out(struct scope *s, const struct arrays *a)
{
    struct pairing p = { .arena = s->all->pairing,
                         .scope = s,
                         .spot = spot_item(s->all->spots, a->spot, ANY_ITEM),
                         .place = a->place,
                         .twins_only = s->quiet };

    s->all->spots->work += COST_OF_PAIRING;
    p.requested = list_items(&p, a->spot, a->requested, &p.requested_count);
    p.returned = list_items(&p, a->spot, a->returned, &p.returned_count);
    take_twins(&p, a->unmoved);
    pair_items(&p);
    return p;
}

static void pair_and_tell(struct scope *s, const struct arrays *a)
{
    const struct arena_mark mark = arena_mark(s->all->pairing);
    const struct pairing p = sort_out(s, a);

    if (s->quiet)
        s->found += count_alone(&p);
    else if (s->all->spots->work > MOST_WORK)
        compare_note(s, a->spot, a->place, "too many items to find out which is which", true);
    else
        report(s, &p);
    arena_release(s->all->pairing, mark);
}

static bool is_one_list(const json *array)
{
    return json_type(json_first(array)) == JSON_ARRAY && !json_next(json_first(array));
}

/*
 * In a trial, items are paired where they differ in nothing, and the others are
 * counted: to look for the best pairs at every depth would cost a power of it.
 * Mostly all items come back in order; then nothing need be looked for.
 */
void compare_unordered_items(struct scope *s, struct spot *spot, const struct place *place,
                             const json *requested, const json *returned)
{
    struct spot *items = spot_item(s->all->spots, spot, ANY_ITEM);
    const struct place first = { place, NULL, 0 };
    struct arrays arrays = { spot, place, requested, returned, 0, false };

    if (!s->quiet && is_one_list(requested) && is_one_list(returned)) {
        /* whatever is in them, they are each other's */
        compare_values(s, items, &first, json_first(requested), json_first(returned));
        return;
    }
    if (s->quiet && s->most == s->found + 1 && json_length(requested) != json_length(returned)) {
        s->found++;
        return;
    }
    if (!prints_known(s->all, spot, requested) || !prints_known(s->all, spot, returned))
        find_unmoved(s, items, &arrays);
    if (!arrays.equal)
        pair_and_tell(s, &arrays);
}

bool compare_same_items(const struct scope *s, struct spot *spot, const struct place *place,
                        const json *requested, const json *returned)
{
    struct scope trial = { .all = s->all, .quiet = true, .most = 1, .parent = s->parent };

    compare_unordered_items(&trial, spot, place, requested, returned);
    return !trial.found && s->all->spots->work <= MOST_WORK;
}

static uint64_t hash_of_multiset(struct comparing *all, struct spot *items, const json *array)
{
    uint64_t hash = 0;

    json_each (item, array)
        hash += mix_hash(print_of(all, items, item).hash);
    return hash;
}

bool compare_alike_items(const struct scope *s, struct spot *spot, const json *requested,
                         const json *returned)
{
    struct spot *items = spot_item(s->all->spots, spot, ANY_ITEM);

    return hash_of_multiset(s->all, items, requested) == hash_of_multiset(s->all, items, returned);
}
