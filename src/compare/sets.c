/* Arrays as multisets: what differs between them, once it is known which item is which. */
#include "compare_private.h"

enum { COST_OF_PAIRING = 50 /* beside looking at the items, in values */ };

bool are_twins(struct scope *s, const struct value_pair *items)
{
    const size_t unsaid = s->all->unsaid;

    if (compare_distance(s, items, 1) > 0)
        return false;
    if (!s->quiet && s->all->unsaid != unsaid)
        compare_values(s, items);
    return true;
}

/* Mostly all items come back in order; these are the first. */
static bool none_moved(struct scope *s, struct value_pair items)
{
    for (; items.requested && items.returned && are_twins(s, &items); items.index++) {
        items.requested = json_next(items.requested);
        items.returned = json_next(items.returned);
    }
    return !items.requested && !items.returned;
}

/* The items of an array, with their fingerprints. */
static struct pairing_side list_items(const struct pairing *p, const json *array)
{
    struct compare_run *all = p->scope->all;
    const struct fingerprint *known = fingerprints_known(all, p->arrays->spot, array);
    const size_t length = json_length(array);
    struct pairing_side side = { .items = arena_array(p->arena, length + 1, sizeof(struct item)),
                                 .left = arena_array(p->arena, length + 1, sizeof(struct item *)) };

    json_each (value, array) {
        const size_t i = side.count++;

        side.items[i].value = value;
        side.items[i].index = i;
        side.items[i].print = known ? known[i] : fingerprint_of(all, p->spot, value);
    }
    return side;
}

static void report(struct scope *s, const struct pairing *p)
{
    for (size_t i = 0; i < p->asked.count; i++) {
        const struct item *item = &p->asked.items[i];
        const struct value_pair at = items_at(p, item, item->pair);

        if (!item->pair)
            compare_differs(s, DIFFERENCE_MISSING, &at);
        else if (!item->done)
            compare_values(s, &at);
    }
    for (size_t i = 0; i < p->got.count; i++) {
        const struct value_pair at = items_at(p, NULL, &p->got.items[i]);

        if (!p->got.items[i].pair)
            compare_differs(s, DIFFERENCE_UNEXPECTED, &at);
    }
}

static void pair_and_report(struct scope *s, const struct value_pair *arrays)
{
    struct pairing p = { .arena = s->all->pairing,
                         .scope = s,
                         .spot = spot_item(s->all->spots, arrays->spot, ANY_ITEM),
                         .arrays = arrays,
                         .twins_only = s->quiet };
    const struct arena_mark mark = arena_mark(p.arena);

    s->all->spots->work += COST_OF_PAIRING;
    p.asked = list_items(&p, arrays->requested);
    p.got = list_items(&p, arrays->returned);
    pair_items(&p);
    if (s->quiet) /* those that stay alone, on the side where they are more */
        s->found += (p.asked.count > p.got.count ? p.asked.count : p.got.count) - p.pairs;
    else if (s->all->spots->work > MOST_WORK)
        compare_note(s, arrays, "too many items to find out which is which", true);
    else
        report(s, &p);
    arena_release(p.arena, mark);
}

static bool is_one_list(const json *array)
{
    return json_type(json_first(array)) == JSON_ARRAY && !json_next(json_first(array));
}

/*
 * In a trial, items are paired where they differ in nothing, and the others are
 * counted: to look for the best pairs at every depth would cost a power of it.
 */
void compare_unordered_items(struct scope *s, const struct value_pair *arrays)
{
    const json *requested = arrays->requested, *returned = arrays->returned;
    const struct value_pair first = { .above = arrays,
                                      .spot = spot_item(s->all->spots, arrays->spot, ANY_ITEM),
                                      .requested = json_first(requested),
                                      .returned = json_first(returned) };

    if (!s->quiet && is_one_list(requested) && is_one_list(returned))
        compare_values(s, &first); /* whatever is in them, they are each other's */
    else if (s->quiet && s->most == s->found + 1 && json_length(requested) != json_length(returned))
        s->found++;
    else if ((fingerprints_known(s->all, arrays->spot, requested) &&
              fingerprints_known(s->all, arrays->spot, returned)) ||
             !none_moved(s, first))
        pair_and_report(s, arrays);
}
