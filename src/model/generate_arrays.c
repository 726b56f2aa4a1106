/* Arrays: items, tuples, contains, uniqueItems, counts. */
#include <math.h>

#include "generate_private.h"

enum {
    ITEM_TRIES = 60,     /* for an item unlike the others */
    ITEMS_MOST = 5000,   /* in an array that the schema wants long */
    BOUNDARY_MOST = 500, /* longer ones are not made for being at their limit */
    SHIFTS_MOST = 6,     /* places for what must be contained */
    CROWD = 12           /* of so many items, each has only what it needs */
};

/* What an array is to be. */
struct list {
    struct generator *g;
    const struct place *place;
    const struct demand *demand;
    size_t length;
    uint64_t shift; /* where the items begin that `contains` asks for */
};

/* What is asked of item `index` of an array. */
static struct parts item_parts(const struct list *list, size_t index)
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
    for (size_t i = 0; list->place->spoils && i < d->avoided; i++) {
        const json *items = json_get(d->avoid[i], "items");

        if (items && index == 0)
            parts_avoid(&parts, json_type(items) == JSON_ARRAY ? json_first(items) : items);
    }
    return parts;
}

/* Items that have a schema of their own, or that something must be contained in. */
static size_t tuple_length(const struct demand *d)
{
    size_t length = 0;

    for (size_t i = 0; i < d->count; i++) {
        const json *items = json_get(d->nodes[i], "items");
        if (json_type(items) == JSON_ARRAY && json_length(items) > length)
            length = json_length(items);
        if (json_get(d->nodes[i], "contains") && length == 0)
            length = 1;
    }
    return length;
}

static size_t contains_count(const struct demand *d)
{
    size_t count = 0;

    for (size_t i = 0; i < d->count; i++)
        count += json_get(d->nodes[i], "contains") != NULL;
    return count;
}

/* At one end of what is allowed, where that is not absurdly far away. */
static double boundary_length(double least, double most, double usual, struct random *random)
{
    if (most <= BOUNDARY_MOST)
        return random_below(random, 2) ? most : least;
    return least > 0 || isfinite(most) ? least : usual;
}

/* An array that fails what is to be avoided: an item to fail by, or too few or too many. */
static double spoilt_length(const struct demand *d, double length)
{
    for (size_t i = 0; i < d->avoided; i++) {
        const double least = json_number(json_get(d->avoid[i], "minItems"), 0);
        const double most = json_number(json_get(d->avoid[i], "maxItems"), HUGE_VAL);

        if (least >= 1)
            length = fmin(length, least - 1);
        else if (isfinite(most))
            length = fmax(length, most + 1);
        else if (json_get(d->avoid[i], "items"))
            length = fmax(length, 1);
    }
    return length;
}

/* One or two items where the schema leaves it open, the whole of a tuple. */
static size_t array_length(const struct generator *g, const struct place *place,
                           const struct demand *d, struct random *random, size_t given,
                           enum mood mood)
{
    const double least = demand_least(d, "minItems", 0);
    const double most = demand_most(d, "maxItems", HUGE_VAL);
    const double usual = 1 + (double)random_below(random, 2);
    double length = usual;

    if (g->variant == VARIANT_BOUNDARY && !place->crowded)
        length = boundary_length(least, most, usual, random);
    else if (mood == LEAN)
        length = 0;
    else
        length = fmax(length, (double)tuple_length(d));
    length = fmax(length, (double)contains_count(d) > 0 ? fmin(1, most) : 0);
    if (place->spoils)
        length = spoilt_length(d, length);
    length = fmin(fmax(length, least), most);
    length = fmax(length, (double)given);
    return length > ITEMS_MOST ? ITEMS_MOST : (size_t)length;
}

static bool is_new(const json *items, const json *value)
{
    json_each (item, items)
        if (json_equal(item, value))
            return false;
    return true;
}

/* How many items the user's values take. */
static size_t given_items(const struct generator *g, const struct place *place)
{
    size_t given = 0;

    for (size_t i = 0; g->fixed.count && i < 100; i++)
        if (fixed_runs_through(g, place->hash, arena_printf(g->scratch, "%zu", i)))
            given = i + 1;
    return given;
}

static const json *make_item(const struct list *list, size_t index, const json *others)
{
    struct generator *g = list->g;
    const struct parts parts = item_parts(list, index);
    struct place place = place_child(list->place, arena_printf(g->scratch, "%zu", index));
    const bool unique = demand_true(list->demand, "uniqueItems");

    place.crowded = list->place->crowded || list->length > CROWD;
    for (unsigned tries = 0; tries < ITEM_TRIES; tries++) {
        place.salt = list->place->salt + tries;
        place.retried = tries;
        const json *item = make_value(g, &place, &parts);
        if (!item || !unique || is_new(others, item))
            return item;
    }
    return cannot(g, &place, "no item unlike the others was found");
}

/* Items from a list of values, none of them twice. */
static void take_items(const struct list *list, json *array, const struct demand *item,
                       const json *values, struct random *random)
{
    const size_t count = json_length(values);
    const json *value = json_at(values, (size_t)random_below(random, count));

    for (size_t i = 0; i < count && json_length(array) < list->length; i++) {
        if (demand_admits(list->g, item, value, values) && is_new(array, value))
            json_append(array, value);
        value = json_next(value) ? json_next(value) : json_first(values);
    }
}

/* The list that items unlike each other are best taken from, or NULL. */
static const json *item_list(const struct list *list, struct demand *item)
{
    const struct parts parts = item_parts(list, 1);

    if (!demand_true(list->demand, "uniqueItems") || tuple_length(list->demand) ||
        list->place->spoils)
        return NULL;
    demand_read(list->g, item, &parts, 0, (struct random){ 0 });
    return item->ways > 1 || item->impossible
               ? NULL
               : demand_list(list->g, item, demand_types(item, 0), true);
}

/* As many items as could be made, one after the other. */
static json *fill(struct list *list, bool given, struct random *random)
{
    json *array = json_array(list->g->scratch);
    struct demand item;
    const json *values = list->length && !given ? item_list(list, &item) : NULL;

    if (values)
        take_items(list, array, &item, values, random);
    for (size_t i = 0; i < list->length && !values; i++) {
        const json *made = make_item(list, i, array);
        if (!made)
            break;
        json_append(array, made);
    }
    return array;
}

/* What must be contained may have no place, or only some: all are tried, then longer arrays. */
static json *fill_containing(struct list *list, size_t longest, bool given, struct random *random)
{
    json *array = fill(list, given, random);

    for (; contains_count(list->demand) && list->length <= longest; list->length++)
        for (list->shift = 0; list->shift < list->length && list->shift < SHIFTS_MOST;
             list->shift++) {
            if (json_length(array) == list->length && demand_accepts(list->g, list->demand, array))
                return array;
            array = fill(list, given, random);
        }
    return array;
}

const json *make_array(struct generator *g, const struct place *place, const struct demand *d,
                       enum mood mood, struct random *random)
{
    const struct fixed *fixed = g->fixed.count ? fixed_at(g, place) : NULL;
    const size_t given = given_items(g, place);
    const double least = fmax(demand_least(d, "minItems", 0), (double)given);
    const double most = demand_most(d, "maxItems", HUGE_VAL);
    struct list list = { .g = g, .place = place, .demand = d };

    list.length = fixed ? given : array_length(g, place, d, random, given, mood);
    list.shift = random_below(random, 1000);
    if (least > ITEMS_MOST)
        return cannot(g, place, "%.0f items are too many to make", least);
    const size_t longest = list.length + tuple_length(d) + contains_count(d);
    const json *array =
        fill_containing(&list, (double)longest > most ? (size_t)most : longest, given > 0, random);
    if ((double)json_length(array) >= least)
        return is_worked_out(g) ? NULL : array;
    return cannot(g, place, "it takes %.0f items, of which there are %zu (%.150s)", least,
                  json_length(array), arena_printf(g->scratch, "%s", g->reason.text));
}
