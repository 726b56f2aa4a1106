/* Arrays: items, tuples, contains, uniqueItems, counts. */
#include <math.h>

#include "generate_private.h"

enum {
    ITEM_TRIES = 60,     /* for an item unlike the others */
    ITEMS_MOST = 5000,   /* in an array that the schema wants long */
    BOUNDARY_MOST = 500, /* longer ones are not made for being at their limit */
    SHIFTS_MOST = 6,     /* places for what must be contained */
    KICKS_MOST = 40,     /* items made anew, for one that is unlike them all */
    ROOMY = 16,          /* lengths that unlike arrays may have */
    GIVEN_MOST = 100,    /* items that may be given */
    CROWD = 12           /* of so many items, each has only what it needs */
};

/* What an array is to be. */
struct array_list {
    struct generator *g;
    const struct value_place *place;
    struct demand *demand;
    size_t length, given; /* and the number of items that the user's values take */
    size_t tuple;         /* items that have a schema of their own */
    size_t contains;      /* subschemas of which an item must be */
    uint64_t shift;       /* where the items begin that `contains` asks for */
    bool unique;
    const json **items; /* NULL: not made yet */
    uint64_t *hashes;   /* of the items */
    unsigned kicks;
    const json *last; /* the last item that was like another one */
};

/* What is asked of item `index` of an array. */
static struct parts item_parts(const struct array_list *list, size_t index)
{
    const struct demand *d = list->demand;
    struct parts parts = { .count = 0 };
    uint64_t contained = list->shift;

    for (size_t i = 0; i < d->count; i++) {
        const json *items = json_get(d->nodes[i], "items");
        const json *contains = json_get(d->nodes[i], "contains");

        if (json_type(items) != JSON_ARRAY)
            parts_add(&parts, items);
        else if (index < json_length(items))
            parts_add(&parts, json_at(items, index));
        else
            parts_add(&parts, json_get(d->nodes[i], "additionalItems"));
        if (contains && list->length && contained++ % list->length == index)
            parts_add(&parts, contains);
    }
    return parts;
}

/* One or two items where the schema leaves it open, the whole of a tuple. */
static size_t array_length(const struct array_list *list, double least, double most, enum mood mood,
                           struct random *random)
{
    const struct value_place *place = list->place;
    const double usual = 1 + (double)random_below(random, 2);
    double length = usual;

    if (place->retried)
        length = least + (double)random_below(random, 1 + place->retried % ROOMY);
    else if (list->g->variant == VARIANT_BOUNDARY && !place->crowded) {
        /* At one end of what is allowed, where that is not absurdly far away. */
        if (most <= BOUNDARY_MOST)
            length = random_below(random, 2) ? most : least;
        else if (least > 0 || isfinite(most))
            length = least;
    } else if (mood == LEAN)
        length = 0;
    else
        length = fmax(length, (double)list->tuple);
    length = fmax(length, list->contains ? fmin(1, most) : 0);
    length = fmax(fmin(fmax(length, least), most), (double)list->given);
    return length > ITEMS_MOST ? ITEMS_MOST : (size_t)length;
}

/* The item that is like `value`, of those that are made; the length if there is none. */
static size_t find_like(const struct array_list *list, const json *value, uint64_t hash)
{
    for (size_t i = 0; i < list->length; i++)
        if (list->items[i] && list->hashes[i] == hash && json_equal(list->items[i], value))
            return i;
    return list->length;
}

static uint64_t hash_of(const struct array_list *list, const json *value)
{
    size_t size = 0;

    return list->unique ? json_hash(value, &size) : 0;
}

static bool make_item(struct array_list *list, size_t index)
{
    struct generator *g = list->g;
    const struct parts parts = item_parts(list, index);
    struct value_place place = place_child(list->place, arena_printf(g->scratch, "%zu", index));

    place.crowded = list->place->crowded || list->length > CROWD;
    list->last = NULL;
    for (unsigned tries = 0; tries < ITEM_TRIES && !is_worked_out(g); tries++) {
        place.salt = list->place->salt + tries + (uint64_t)list->kicks * ITEM_TRIES;
        place.retried = tries + list->kicks;
        const json *item = make_value(g, &place, &parts);
        const uint64_t hash = hash_of(list, item);

        if (!item)
            return false;
        if (!list->unique || find_like(list, item, hash) == list->length) {
            list->items[index] = item;
            list->hashes[index] = hash;
            return true;
        }
        list->last = item;
    }
    if (!is_worked_out(g))
        cannot(g, &place, "no item unlike the others was found");
    return false;
}

/* Where all that an item can be is taken, it takes one of these, whose place is filled anew. */
static bool fill_place(struct array_list *list, size_t index)
{
    for (list->kicks = 0; list->kicks < KICKS_MOST; list->kicks++) {
        if (make_item(list, index))
            return true;
        const uint64_t hash = list->last ? hash_of(list, list->last) : 0;
        const size_t other = list->last ? find_like(list, list->last, hash) : list->length;

        if (other == list->length)
            return false;
        list->items[other] = NULL;
        list->items[index] = list->last;
        list->hashes[index] = hash;
        index = other;
    }
    return false;
}

/* As many items as could be made, one after the other. */
static json *fill(struct array_list *list)
{
    json *array = json_array(list->g->scratch);

    list->items = arena_array(list->g->scratch, list->length + 1, sizeof(*list->items));
    list->hashes = arena_array(list->g->scratch, list->length + 1, sizeof(*list->hashes));
    for (size_t i = 0; i < list->length; i++)
        if (!fill_place(list, i))
            break;
    for (size_t i = 0; i < list->length && list->items[i]; i++)
        json_append(array, list->items[i]);
    return array;
}

/* What must be contained may have no place, or only some: all are tried, then longer arrays. */
static json *fill_containing(struct array_list *list, size_t longest)
{
    json *array = fill(list);

    for (; list->contains && list->length <= longest; list->length++)
        for (list->shift = 0; list->shift < list->length && list->shift < SHIFTS_MOST;
             list->shift++) {
            if (json_length(array) == list->length && demand_accepts(list->g, list->demand, array))
                return array;
            array = fill(list);
        }
    return array;
}

static struct array_list list_of(struct generator *g, const struct value_place *place,
                                 struct demand *d)
{
    struct array_list list = {
        .g = g, .place = place, .demand = d, .unique = demand_true(d, "uniqueItems")
    };

    for (size_t i = 0; i < d->count; i++) {
        const json *items = json_get(d->nodes[i], "items");

        if (json_type(items) == JSON_ARRAY && json_length(items) > list.tuple)
            list.tuple = json_length(items);
        list.contains += json_get(d->nodes[i], "contains") != NULL;
    }
    if (list.contains && !list.tuple)
        list.tuple = 1;
    for (size_t i = 0; g->fixed.count && i < GIVEN_MOST; i++)
        if (fixed_runs_through(g, place->hash, arena_printf(g->scratch, "%zu", i)))
            list.given = i + 1;
    return list;
}

const json *make_array(struct generator *g, const struct value_place *place, struct demand *d,
                       enum mood mood, struct random *random)
{
    const struct fixed *fixed = g->fixed.count ? fixed_at(g, place) : NULL;
    struct array_list list = list_of(g, place, d);
    const double least = fmax(demand_least(d, "minItems", 0), (double)list.given);
    const double most = demand_most(d, "maxItems", HUGE_VAL);

    list.length = fixed ? list.given : array_length(&list, least, most, mood, random);
    list.shift = random_below(random, 1000);
    if (least > ITEMS_MOST)
        return cannot(g, place, "%.0f items are too many to make", least);
    const size_t longest = list.length + list.tuple + list.contains;
    const json *array = fill_containing(&list, (double)longest > most ? (size_t)most : longest);
    if ((double)json_length(array) >= least)
        return is_worked_out(g) ? NULL : array;
    if (json_length(array) < list.length) /* an item could not be made, and has said why */
        return NULL;
    return cannot(g, place, "it takes %.0f items, of which there are %zu", least,
                  json_length(array));
}
