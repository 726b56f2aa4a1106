#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "generate_private.h"

enum {
    LOCAL_TRIES = 12,  /* choices at one place, before what holds it must choose anew */
    ITEM_TRIES = 20,   /* for an item unlike the others */
    ITEMS_MOST = 5000, /* in an array that the schema wants long */
    NUMBER_TRIES = 300
};

/* Whether the quotient is whole, but for what doubles cannot say of decimals. */
static bool is_multiple(double number, double step)
{
    const double quotient = number / step;

    return !(step > 0) || fabs(quotient - round(quotient)) <= 1e-9 * fmax(1, fabs(quotient) * 1e-6);
}

bool number_admitted(const struct demand *d, double number)
{
    for (size_t i = 0; i < d->count; i++) {
        const json *node = d->nodes[i];

        if (number < json_number(json_get(node, "minimum"), -HUGE_VAL) ||
            number > json_number(json_get(node, "maximum"), HUGE_VAL) ||
            number <= json_number(json_get(node, "exclusiveMinimum"), -HUGE_VAL) ||
            number >= json_number(json_get(node, "exclusiveMaximum"), HUGE_VAL) ||
            !is_multiple(number, json_number(json_get(node, "multipleOf"), 0)))
            return false;
    }
    return true;
}

struct range {
    double low, high; /* where numbers are taken from */
    double step;
};

/* The smallest range of small positive numbers that the bounds leave. */
static struct range range_of(const struct demand *d, bool whole)
{
    const double low =
        fmax(demand_least(d, "minimum", -HUGE_VAL), demand_least(d, "exclusiveMinimum", -HUGE_VAL));
    const double high =
        fmin(demand_most(d, "maximum", HUGE_VAL), demand_most(d, "exclusiveMaximum", HUGE_VAL));
    struct range range = { .step = demand_least(d, "multipleOf", 0) };

    if (!(range.step > 0))
        range.step = whole ? 1 : high - low >= 2 ? 0.5 : (high - low) / 20;
    const double wide = fmax(100, 20 * range.step);
    range.low = low > 1 ? low : high < 1 ? fmax(low, high - wide) : 1;
    range.high = fmin(high, range.low + wide);
    if (low <= 0 && high >= 0 && high < fmax(1, range.step))
        range.low = fmax(low, -wide); /* nothing above zero, perhaps: begin below it */
    return range;
}

/* 3 * 0.1 is 0.30000000000000004; what is meant is 0.3. */
static double decimal(double number)
{
    char digits[40];

    snprintf(digits, sizeof(digits), "%.15g", number);
    return strtod(digits, NULL);
}

/* Whether no reader of the number, however naive about decimals, will doubt it. */
static bool is_exact(double number, double step)
{
    const double quotient = number / step;

    return !(step > 0) || (floor(quotient) >= quotient && floor(quotient) <= quotient);
}

/* One of the steps that the range has, from a random one on; false when none will do. */
static bool find_number(const struct demand *d, const struct range *range, bool whole, bool exact,
                        struct random *random, double *number)
{
    const double first = range->step > 0 ? ceil(range->low / range->step) : range->low;
    const double steps = range->step > 0 ? floor(range->high / range->step) - first : 0;
    const uint64_t count = steps >= 0 && steps < 1e6 ? (uint64_t)steps + 1 : 1;
    const uint64_t start = random_below(random, count);

    for (uint64_t i = 0; i < NUMBER_TRIES && i < count; i++) {
        const double k = first + (double)((start + i) % count);

        *number = range->step > 0 ? decimal(k * range->step) : range->low;
        if ((!whole || floor(*number) >= *number) && (!exact || is_exact(*number, range->step)) &&
            number_admitted(d, *number))
            return true;
    }
    return false;
}

static const json *make_number(struct generator *g, const struct place *place,
                               const struct demand *d, bool whole, struct random *random)
{
    const struct range range = range_of(d, whole);
    const double bounds[] = { range.low, range.high }; /* decimal() may have moved over them */
    double number;

    if (find_number(d, &range, whole, true, random, &number) ||
        find_number(d, &range, whole, false, random, &number))
        return json_new_number(g->scratch, number);
    for (size_t i = 0; i < sizeof(bounds) / sizeof(*bounds); i++)
        if ((!whole || floor(bounds[i]) >= bounds[i]) && number_admitted(d, bounds[i]))
            return json_new_number(g->scratch, bounds[i]);
    return cannot(g, place, "no number is between %g and %g with these multiples", range.low,
                  range.high);
}

struct place place_child(const struct place *parent, const char *step)
{
    return (struct place){ .parent = parent,
                           .step = step,
                           .hash = place_hash(parent->hash, step),
                           .salt = parent->salt,
                           .depth = parent->depth + 1 };
}

/* What is asked of item `index` of an array. */
static struct parts item_parts(const struct demand *d, size_t index)
{
    struct parts parts = { .count = 0 };
    size_t contained = 0;

    for (size_t i = 0; i < d->count; i++) {
        const json *items = json_get(d->nodes[i], "items");
        const json *contains = json_get(d->nodes[i], "contains");

        if (json_type(items) != JSON_ARRAY)
            parts_add(&parts, items);
        else if (index < json_length(items))
            parts_add(&parts, json_at(items, index));
        else
            parts_add(&parts, json_get(d->nodes[i], "additionalItems"));
        if (contains && contained++ == index)
            parts_add(&parts, contains);
    }
    return parts;
}

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

/* One or two items where the schema leaves it open, the whole of a tuple. */
static size_t array_length(const struct demand *d, struct random *random, size_t given,
                           enum mood mood)
{
    const double least = demand_least(d, "minItems", 0),
                 most = demand_most(d, "maxItems", HUGE_VAL);
    const size_t tuple = tuple_length(d);
    double length = mood == LEAN ? 0 : 1 + (double)random_below(random, 2);

    length = fmax(length, (double)tuple);
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

static const json *make_item(struct generator *g, const struct place *array, const struct demand *d,
                             size_t index, const json *others)
{
    const struct parts parts = item_parts(d, index);
    struct place place = place_child(array, arena_printf(g->scratch, "%zu", index));
    const bool unique = demand_true(d, "uniqueItems");

    for (uint64_t tries = 0; tries < ITEM_TRIES; tries++) {
        place.salt = array->salt + tries;
        const json *item = make_value(g, &place, &parts);
        if (!item || !unique || is_new(others, item))
            return item;
    }
    return cannot(g, &place, "no item unlike the others was found");
}

/* Items from a list of values, none of them twice. */
static void take_items(struct generator *g, json *array, const struct demand *item,
                       const json *list, size_t length, struct random *random)
{
    const size_t count = json_length(list);
    const json *value = json_at(list, (size_t)random_below(random, count));

    for (size_t i = 0; i < count && json_length(array) < length; i++) {
        if (demand_admits(g, item, value, list) && is_new(array, value))
            json_append(array, value);
        value = json_next(value) ? json_next(value) : json_first(list);
    }
}

/* The list that items unlike each other are best taken from, or NULL. */
static const json *item_list(struct generator *g, const struct demand *d, struct demand *item)
{
    const struct parts parts = item_parts(d, 1);

    if (!demand_true(d, "uniqueItems") || tuple_length(d))
        return NULL;
    demand_read(g, item, &parts, 0, (struct random){ 0 });
    return item->ways > 1 || item->impossible ? NULL : demand_list(g, item, demand_types(item));
}

static const json *make_array(struct generator *g, const struct place *place,
                              const struct demand *d, enum mood mood, struct random *random)
{
    json *array = json_array(g->scratch);
    const size_t given = given_items(g, place);
    const size_t length = array_length(d, random, given, mood);
    const double least = fmax(demand_least(d, "minItems", 0), (double)given);
    struct demand item;
    const json *list = length && !given ? item_list(g, d, &item) : NULL;

    if (least > ITEMS_MOST)
        return cannot(g, place, "%.0f items are too many to make", least);
    if (list)
        take_items(g, array, &item, list, length, random);
    for (size_t i = 0; i < length && !list; i++) {
        const json *made = make_item(g, place, d, i, array);
        if (!made)
            break;
        json_append(array, made);
    }
    if ((double)json_length(array) >= least)
        return is_worked_out(g) ? NULL : array;
    return list || !length ? cannot(g, place, "it takes %.0f items, of which there are %zu", least,
                                    json_length(array))
                           : NULL;
}

/*
 * One of several types, with something to hold before nothing. Objects and
 * arrays that may not grow any more give way to what ends.
 */
static unsigned choose_type(struct demand *d, unsigned types)
{
    size_t count = 0;

    if (types & TYPE_NUMBER)
        types &= TYPE_ANY ^ TYPE_INTEGER;
    if (types & (TYPE_ANY ^ TYPE_NULL))
        types &= TYPE_ANY ^ TYPE_NULL;
    for (unsigned bit = 1; bit < TYPE_ANY; bit <<= 1)
        count += (types & bit) != 0;
    size_t chosen = count ? demand_choose(d, count) : 0;
    for (unsigned bit = 1; bit < TYPE_ANY; bit <<= 1)
        if (types & bit && chosen-- == 0)
            return bit;
    return 0;
}

/* What has a value of the user's inside must be able to hold it. */
static unsigned fixed_types(const struct generator *g, const struct place *place,
                            const struct demand *d, unsigned types)
{
    const unsigned open = demand_has(d, "type") ? types : TYPE_ANY;

    for (size_t i = 0; i < g->fixed.count; i++) {
        const struct property_path *path = &g->fixed.items[i].path;
        const char *step = place->depth < path->depth ? path->steps[place->depth] : NULL;

        if (!step || !fixed_runs_through(g, place->hash, step))
            continue;
        if (open & TYPE_ARRAY && (*step >= '0' && *step <= '9'))
            return TYPE_ARRAY;
        return open & TYPE_OBJECT ? TYPE_OBJECT : types;
    }
    return types;
}

static const json *make_typed(struct generator *g, const struct place *place, struct demand *d,
                              enum mood mood, unsigned tries)
{
    struct random random = place_random(g, place, tries);
    const unsigned types = demand_types(d);
    const json *list = demand_list(g, d, types);
    const json *picked = list ? demand_pick(g, d, list, &random) : NULL;

    if (list)
        return picked ? picked : cannot(g, place, "no value is left that the schema allows");
    switch (choose_type(d, fixed_types(g, place, d, types))) {
    case TYPE_OBJECT:
        return make_object(g, place, d, mood);
    case TYPE_ARRAY:
        return make_array(g, place, d, mood, &random);
    case TYPE_INTEGER:
        return make_number(g, place, d, true, &random);
    case TYPE_NUMBER:
        return make_number(g, place, d, false, &random);
    case TYPE_STRING: {
        const char *s = make_text(g, place, d, NULL, &random, tries % 2 == 0);
        return s ? json_new_string(g->scratch, s) : NULL;
    }
    case TYPE_BOOLEAN:
        return json_new_boolean(g->scratch, random_below(&random, 2) == 1);
    case TYPE_NULL:
        return json_new_null(g->scratch);
    default:
        return cannot(g, place, "the types that are asked for exclude each other");
    }
}

/*
 * Where only what is required is made, a value inside a value of the same
 * demand has no end: the smallest value of a demand never holds another one.
 */
static bool goes_in_circles(const struct generator *g, const struct place *place)
{
    for (const struct place *above = place->parent; above && above->depth >= g->rich_depth;
         above = above->parent)
        if (above->demand && demand_same(above->demand, place->demand))
            return place->demand->count > 0;
    return false;
}

static const json *fixed_value(const struct generator *g, const struct place *place)
{
    for (size_t i = 0; i < g->fixed.count; i++)
        if (place_hash_of(g->fixed.items[i].path.pointer) == place->hash)
            return g->fixed.items[i].value;
    return NULL;
}

static const json *try_value(struct generator *g, struct place *place, const struct parts *parts,
                             unsigned tries, struct demand *d)
{
    /* What must be unlike its neighbours cannot do with nothing but what is required. */
    const bool retried = place->parent && place->salt != place->parent->salt;
    const bool rich = place->depth < g->rich_depth || retried;

    if (g->work++ >= g->work_limit)
        return cannot(g, place, "it takes more than %zu values", g->work_limit);
    demand_read(g, d, parts, tries / MOODS, place_random(g, place, 0));
    place->demand = d;
    if (d->impossible)
        return cannot(g, place, "no value is allowed, or too many subschemas describe it");
    if (!rich && goes_in_circles(g, place))
        return cannot(g, place, "its required properties need themselves, without end");
    return make_typed(g, place, d, rich ? (enum mood)(tries % MOODS) : LEAN, tries);
}

const json *make_value(struct generator *g, struct place *place, const struct parts *parts)
{
    const struct blame *blame = blame_find(g, place->hash);
    const unsigned first = blame ? blame->tries : 0;
    const json *value = g->fixed.count ? fixed_value(g, place) : NULL;
    struct demand demand;

    if (value)
        return value;
    if (place->depth > DEEPEST)
        return cannot(g, place, "more than %d levels are required", DEEPEST);
    demand_read(g, &demand, &(struct parts){ .count = 0 }, 0, (struct random){ 0 });
    for (unsigned i = 0; i < LOCAL_TRIES && i < demand.ways && !value; i++)
        value = try_value(g, place, parts, first + i * MOODS, &demand);
    /* What optional members depend on may be impossible where nothing else is. */
    if (!value && first % MOODS != LEAN && !demand.impossible &&
        demand_has(&demand, "dependencies"))
        value = try_value(g, place, parts, first - first % MOODS + LEAN, &demand);
    place->demand = NULL;
    if (blame)
        blame_find(g, place->hash)->ways = demand.ways < 1000 ? (unsigned)demand.ways : 1000;
    return value;
}
