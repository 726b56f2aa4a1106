/* Arrays: items, tuples, contains, uniqueItems, counts. */
#include <math.h>
#include <string.h>

#include "generate_private.h"

enum {
    ITEM_TRIES = 60,     /* for an item unlike the others */
    ITEMS_MOST = 5000,   /* in an array that the schema wants long */
    BOUNDARY_MOST = 500, /* longer ones are not made for being at their limit */
    SHIFTS_MOST = 6,     /* places for what must be contained */
    KICKS_MOST = 40,     /* items made anew, for one that is unlike them all */
    ROOMY = 16,          /* lengths that unlike arrays may have */
    SPOILT_MOST = 8,     /* subschemas that an array fails in a way of its own */
    CROWD = 12           /* of so many items, each has only what it needs */
};

/* How an array fails a subschema that it must not match. */
struct array_spoilt {
    const json *node; /* that an item must not match; or NULL */
    size_t index;     /* of the item, or ALL_ITEMS */
    bool twins;       /* two items are alike */
    double least, most;
};

static const size_t ALL_ITEMS = SIZE_MAX;

/* What an array is to be. */
struct list {
    struct generator *g;
    const struct place *place;
    struct demand *demand;
    size_t length;
    uint64_t shift; /* where the items begin that `contains` asks for */
    struct array_spoilt spoilt[SPOILT_MOST];
    size_t spoilt_count;
    bool unique;
    const json **items; /* NULL: not made yet */
    uint64_t *hashes;   /* of the items */
    unsigned kicks;
    const json *last; /* the last item that was like another one */
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
    for (size_t i = 0; i < list->spoilt_count; i++)
        if (list->spoilt[i].node &&
            (list->spoilt[i].index == index || list->spoilt[i].index == ALL_ITEMS))
            parts_avoid(&parts, list->spoilt[i].node);
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

/* Whether there is such a way, and it is the one that is looked for. */
static bool is_way(bool there, size_t *count, size_t wanted)
{
    return there && (*count)++ == wanted;
}

/* Counts the ways in which an array can fail `node`; `found` is the one that is wanted. */
static size_t find_ways(const json *node, size_t wanted, struct array_spoilt *found)
{
    const json *items = json_get(node, "items"), *more = json_get(node, "additionalItems");
    const bool is_tuple = json_type(items) == JSON_ARRAY;
    const double least = json_number(json_get(node, "minItems"), 0);
    const double most = json_number(json_get(node, "maxItems"), HUGE_VAL);
    size_t count = 0, index = 0;

    *found = (struct array_spoilt){ .most = HUGE_VAL };
    if (is_way(least >= 1, &count, wanted))
        found->most = least - 1;
    if (is_way(isfinite(most), &count, wanted))
        found->least = most + 1;
    if (is_way(items && !is_tuple, &count, wanted))
        *found = (struct array_spoilt){ .node = items, .least = 1, .most = HUGE_VAL };
    json_each (item, is_tuple ? items : NULL) {
        if (is_way(!json_true(item), &count, wanted))
            *found = (struct array_spoilt){
                .node = item, .index = index, .least = (double)index + 1, .most = HUGE_VAL
            };
        index++;
    }
    if (is_way(is_tuple && more && !json_true(more), &count, wanted))
        *found = (struct array_spoilt){
            .node = more, .index = index, .least = (double)index + 1, .most = HUGE_VAL
        };
    if (is_way(json_get(node, "contains"), &count, wanted))
        *found = (struct array_spoilt){ .node = json_get(node, "contains"),
                                        .index = ALL_ITEMS,
                                        .most = HUGE_VAL };
    if (is_way(json_true(json_get(node, "uniqueItems")), &count, wanted))
        *found = (struct array_spoilt){ .twins = true, .least = 2, .most = HUGE_VAL };
    return count;
}

/* The array fails all that is to be avoided, each in one of its ways, in turn. */
static void spoil_all(struct list *list)
{
    struct demand *d = list->demand;
    uint64_t turn = d->turn;

    for (size_t i = 0; i < d->avoided && list->spoilt_count < SPOILT_MOST; i++) {
        struct array_spoilt *spoilt = &list->spoilt[list->spoilt_count];
        const size_t count = find_ways(d->avoid[i], SIZE_MAX, spoilt);

        if (!count)
            continue;
        find_ways(d->avoid[i], (size_t)(turn % count), spoilt);
        list->spoilt_count++;
        turn /= count;
        if (d->ways < 1000)
            d->ways *= count;
    }
}

static double spoilt_length(const struct list *list, double length)
{
    for (size_t i = 0; i < list->spoilt_count; i++)
        length = fmin(fmax(length, list->spoilt[i].least), list->spoilt[i].most);
    return length;
}

/* One or two items where the schema leaves it open, the whole of a tuple. */
static size_t array_length(const struct list *list, struct random *random, size_t given,
                           enum mood mood)
{
    const struct demand *d = list->demand;
    const struct place *place = list->place;
    const double least = demand_least(d, "minItems", 0);
    const double most = demand_most(d, "maxItems", HUGE_VAL);
    const double usual = 1 + (double)random_below(random, 2);
    double length = usual;

    if (place->retried)
        length = least + (double)random_below(random, 1 + place->retried % ROOMY);
    else if (list->g->variant == VARIANT_BOUNDARY && !place->crowded)
        length = boundary_length(least, most, usual, random);
    else if (mood == LEAN)
        length = 0;
    else
        length = fmax(length, (double)tuple_length(d));
    length = fmax(length, (double)contains_count(d) > 0 ? fmin(1, most) : 0);
    length = spoilt_length(list, length);
    length = fmin(fmax(length, least), most);
    length = fmax(length, (double)given);
    return length > ITEMS_MOST ? ITEMS_MOST : (size_t)length;
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

/* The same for values that are equal, whatever the order of their members. */
static uint64_t hash_of(const json *value)
{
    uint64_t hash = (uint64_t)json_type(value) * UINT64_C(0x9E3779B97F4A7C15);

    if (json_type(value) == JSON_STRING)
        return place_hash(hash, json_string(value));
    if (json_type(value) == JSON_NUMBER)
        return hash + (uint64_t)fabs(fmod(json_number(value, 0), 1e9) * 1000);
    json_each (one, value) {
        const uint64_t step = json_type(value) == JSON_OBJECT ? place_hash(1, json_key(one)) : hash;
        const uint64_t each = (step ^ hash_of(one)) * UINT64_C(0x100000001B3);

        hash = json_type(value) == JSON_OBJECT ? hash + each : (hash ^ each) * 31;
    }
    return hash;
}

/* The item that is like `value`, of those that are made; the length if there is none. */
static size_t find_like(const struct list *list, const json *value, uint64_t hash)
{
    for (size_t i = 0; i < list->length; i++)
        if (list->items[i] && list->hashes[i] == hash && json_equal(list->items[i], value))
            return i;
    return list->length;
}

static void put_item(struct list *list, size_t index, const json *item)
{
    list->items[index] = item;
    list->hashes[index] = list->unique ? hash_of(item) : 0;
}

static bool is_twin(const struct list *list, size_t index)
{
    for (size_t i = 0; i < list->spoilt_count; i++)
        if (list->spoilt[i].twins && index == 1)
            return true;
    return false;
}

static bool make_item(struct list *list, size_t index)
{
    struct generator *g = list->g;
    const struct parts parts = item_parts(list, index);
    struct place place = place_child(list->place, arena_printf(g->scratch, "%zu", index));

    place.crowded = list->place->crowded || list->length > CROWD;
    for (unsigned tries = 0; tries < ITEM_TRIES && !is_worked_out(g); tries++) {
        place.salt = list->place->salt + tries + (uint64_t)list->kicks * ITEM_TRIES;
        place.retried = tries + list->kicks;
        const json *item = is_twin(list, index) ? list->items[0] : make_value(g, &place, &parts);
        if (!item)
            return false;
        if (!list->unique || find_like(list, item, hash_of(item)) == list->length) {
            put_item(list, index, item);
            return true;
        }
        list->last = item;
    }
    if (!is_worked_out(g))
        cannot(g, &place, "no item unlike the others was found");
    return false;
}

/* Where all that an item can be is taken, it takes one of these, whose place is filled anew. */
static bool fill_place(struct list *list, size_t index)
{
    for (list->kicks = 0; list->kicks < KICKS_MOST; list->kicks++) {
        list->last = NULL;
        if (make_item(list, index))
            return true;
        if (!list->last)
            return false;
        const size_t other = find_like(list, list->last, hash_of(list->last));
        if (other == list->length)
            return false;
        list->items[other] = NULL;
        put_item(list, index, list->last);
        index = other;
    }
    return false;
}

/* Items from a list of values, none of them twice. */
static void take_items(struct list *list, const struct demand *item, const json *values,
                       struct random *random)
{
    const size_t count = json_length(values);
    const json *value = json_at(values, (size_t)random_below(random, count));
    size_t taken = 0;

    for (size_t i = 0; i < count && taken < list->length; i++) {
        if (demand_admits(list->g, item, value, values) &&
            find_like(list, value, hash_of(value)) == list->length)
            put_item(list, taken++, value);
        value = json_next(value) ? json_next(value) : json_first(values);
    }
}

/* The list that items unlike each other are best taken from, or NULL. */
static const json *item_list(const struct list *list, struct demand *item)
{
    const struct parts parts = item_parts(list, 1);

    if (!list->unique || tuple_length(list->demand) || list->spoilt_count)
        return NULL;
    demand_read(list->g, item, &parts, 0, (struct random){ 0 });
    if (item->ways > 1 || item->impossible)
        return NULL;
    const unsigned types = demand_types(item, 0);
    const json *values = demand_list(list->g, item, types, true);
    return values ? values : number_list(list->g, item, types, list->length * 2 + ROOMY);
}

/* As many items as could be made, one after the other. */
static json *fill(struct list *list, bool given, struct random *random)
{
    json *array = json_array(list->g->scratch);
    struct demand item;
    const json *values = list->length && !given ? item_list(list, &item) : NULL;

    list->items = arena_array(list->g->scratch, list->length + 1, sizeof(*list->items));
    list->hashes = arena_array(list->g->scratch, list->length + 1, sizeof(*list->hashes));
    memset(list->items, 0, (list->length + 1) * sizeof(*list->items));
    if (values)
        take_items(list, &item, values, random);
    for (size_t i = 0; i < list->length && !values; i++)
        if (!fill_place(list, i))
            break;
    for (size_t i = 0; i < list->length && list->items[i]; i++)
        json_append(array, list->items[i]);
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

const json *make_array(struct generator *g, const struct place *place, struct demand *d,
                       enum mood mood, struct random *random)
{
    const struct fixed *fixed = g->fixed.count ? fixed_at(g, place) : NULL;
    const size_t given = given_items(g, place);
    const double least = fmax(demand_least(d, "minItems", 0), (double)given);
    const double most = demand_most(d, "maxItems", HUGE_VAL);
    struct list list = {
        .g = g, .place = place, .demand = d, .unique = demand_true(d, "uniqueItems")
    };

    if (place->spoils)
        spoil_all(&list);
    list.length = fixed ? given : array_length(&list, random, given, mood);
    list.shift = random_below(random, 1000);
    if (least > ITEMS_MOST)
        return cannot(g, place, "%.0f items are too many to make", least);
    const size_t longest = list.length + tuple_length(d) + contains_count(d);
    const json *array =
        fill_containing(&list, (double)longest > most ? (size_t)most : longest, given > 0, random);
    if ((double)json_length(array) >= least)
        return is_worked_out(g) ? NULL : array;
    const struct reason inner = g->reason;
    cannot(g, place, "it takes %.0f items, of which there are %zu (%.150s)", least,
           json_length(array), inner.error.text);
    if (*inner.pointer)
        memcpy(g->reason.pointer, inner.pointer, sizeof(inner.pointer));
    return NULL;
}
