/*
 * Which requested item of an unordered array a returned one is. First twins: items that are equal
 * in all that is compared have one fingerprint. To pair twins never spoils the rest: what another
 * requested item could have had of this one, it finds in its own. Of what is left, a few are
 * assigned so that all of them together differ least. Of many, each is compared with those that
 * share its rarest values, so that the cost is about that of reading them.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "compare_private.h"

enum {
    FEW_ITEMS = 40,    /* assigned together */
    MOST_IN_ORDER = 8, /* of many that share nothing, that one is compared with */
    COST_OF_NAME = 4,  /* another name, where as many values differ */
    COST_OF_KIND = 4,  /* a string of nothing in common */
};

void make_pair(struct pairing *p, struct item *requested, struct item *returned)
{
    requested->pair = returned;
    returned->pair = requested;
    p->pairs++;
}

struct value_pair items_at(const struct pairing *p, const struct item *requested,
                           const struct item *returned)
{
    return (struct value_pair){ .above = p->arrays,
                                .index = requested ? requested->index : returned->index,
                                .spot = p->spot,
                                .requested = requested ? requested->value : NULL,
                                .returned = returned ? returned->value : NULL };
}

/* ---- how far one item is from another ---- */

/* What people name things by. */
static bool is_name(const char *key)
{
    static const char *const ends[] = { "Key", "Name", "Id", "Arn", "Identifier" };
    const size_t length = strlen(key);

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
        if (length >= strlen(ends[i]) && strcasecmp(key + length - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
}

static bool same_name(const json *requested, const json *returned)
{
    if (json_type(requested) == JSON_OBJECT)
        json_each (member, requested)
            if (is_name(json_key(member)))
                return json_equal(member, json_get(returned, json_key(member)));
    return true;
}

/* One of two scalars may have been made of the other: 3 and "3", "Web" and "web", a name and its
 * ARN. */
static bool kindred(struct arena *arena, const json *a, const json *b)
{
    const char *p = json_string(a) ? json_string(a) : json_print(arena, a);
    const char *q = json_string(b) ? json_string(b) : json_print(arena, b);

    return *p && *q && (strcasecmp(p, q) == 0 || strstr(p, q) || strstr(q, p));
}

size_t pair_cost(const struct pairing *p, const struct item *requested, const struct item *returned,
                 size_t most)
{
    const unsigned containers = JSON_OBJECT | JSON_ARRAY;
    const bool container = json_type(requested->value) & containers;
    const size_t place = requested->index == returned->index ? 0 : COST_OF_PLACE;

    most = p->twins_only ? 1 : most;
    if (container != !!(json_type(returned->value) & containers) ||
        (most == 1 && requested->bits & ~returned->bits))
        return TOO_FAR;
    const struct value_pair at = items_at(p, requested, returned);
    const size_t rows = compare_distance(p->scope, &at, most);
    if (rows == 0)
        return place;
    if (rows >= most)
        return TOO_FAR;
    if (!container)
        return COST_OF_ROW + place +
               (kindred(p->arena, requested->value, returned->value) ? 0 : COST_OF_KIND);
    if ((rows > 1 && rows >= requested->leaf_count) ||
        json_type(requested->value) != json_type(returned->value))
        return TOO_FAR;
    return rows * COST_OF_ROW + place +
           (same_name(requested->value, returned->value) ? 0 : COST_OF_NAME);
}

/* ---- few: all of them together ---- */

/* A column, while rows are assigned to as many columns; and the row of that number, from 1. */
struct column {
    size_t row; /* that it is assigned to, or 0 */
    size_t way; /* the column before it on the shortest path to it, */
    int64_t way_length;
    int64_t potential, potential_of_row;
    bool used;
};

/* Goes on from a column to the unused one that is nearest. */
static size_t next_column(struct column *c, size_t size, const int64_t *costs, size_t from)
{
    const size_t row = c[from].row;
    size_t next = 0;

    c[from].used = true;
    for (size_t j = 1; j <= size; j++) {
        const int64_t length =
            costs[(row - 1) * size + j - 1] - c[row].potential_of_row - c[j].potential;

        if (c[j].used)
            continue;
        if (length < c[j].way_length) {
            c[j].way_length = length;
            c[j].way = from;
        }
        if (!next || c[j].way_length < c[next].way_length)
            next = j;
    }
    const int64_t delta = c[next].way_length;
    for (size_t j = 0; j <= size; j++) {
        if (c[j].used) {
            c[c[j].row].potential_of_row += delta;
            c[j].potential -= delta;
        } else {
            c[j].way_length -= delta;
        }
    }
    return next;
}

/* The assignment of least cost in all, by shortest augmenting paths (Kuhn and Munkres). */
static const struct column *assign(struct arena *arena, size_t size, const int64_t *costs)
{
    struct column *c = arena_array(arena, size + 1, sizeof(*c));

    for (size_t row = 1; row <= size; row++) {
        size_t column = 0;

        c[0].row = row;
        for (size_t j = 0; j <= size; j++) {
            c[j].way_length = INT64_MAX;
            c[j].used = false;
        }
        do
            column = next_column(c, size, costs, column);
        while (c[column].row);
        for (; column; column = c[column].way)
            c[column].row = c[c[column].way].row;
    }
    return c;
}

static void pair_few(struct pairing *p)
{
    const struct pairing_side *asked = &p->asked, *got = &p->got;
    const size_t size = asked->left_count > got->left_count ? asked->left_count : got->left_count;
    int64_t *costs = arena_array(p->arena, size * size, sizeof(*costs));
    const int64_t never = INT64_C(1) << 40; /* more than all pairs together */

    for (size_t i = 0; i < size * size; i++) {
        const size_t row = i / size, column = i % size;
        const size_t cost = row < asked->left_count && column < got->left_count
                                ? pair_cost(p, asked->left[row], got->left[column], TOO_FAR)
                                : TOO_FAR;

        costs[i] = cost == TOO_FAR ? never : (int64_t)cost;
    }
    const struct column *columns = assign(p->arena, size, costs);
    for (size_t column = 0; column < size; column++) {
        const size_t row = columns[column + 1].row - 1;

        if (costs[row * size + column] < never)
            make_pair(p, asked->left[row], got->left[column]);
    }
}

/* Those that share nothing, by their order: scalars that changed, objects that say nothing. */
static void pair_rest(struct pairing *p)
{
    const struct pairing_side *got = &p->got;
    size_t first = 0;

    for (size_t i = 0; i < p->asked.left_count; i++) {
        struct item *asked = p->asked.left[i];

        while (first < got->left_count && got->left[first]->pair)
            first++;
        for (size_t j = first; !asked->pair && j < got->left_count && j < first + MOST_IN_ORDER;
             j++)
            if (!got->left[j]->pair && pair_cost(p, asked, got->left[j], TOO_FAR) != TOO_FAR)
                make_pair(p, asked, got->left[j]);
    }
}

static size_t list_left(struct pairing_side *side)
{
    side->left_count = 0;
    for (size_t i = 0; i < side->count; i++)
        if (!side->items[i].pair)
            side->left[side->left_count++] = &side->items[i];
    return side->left_count;
}

/* Whether there is something left to pair on both sides, and it may take its time. */
static bool is_left(struct pairing *p)
{
    return list_left(&p->asked) && list_left(&p->got) && p->scope->all->spots->work <= MOST_WORK;
}

static bool are_few(const struct pairing *p)
{
    return p->asked.left_count <= FEW_ITEMS && p->got.left_count <= FEW_ITEMS;
}

void pair_items(struct pairing *p)
{
    pair_twins(p);
    if (!is_left(p))
        return;
    read_leaves(p, &p->asked);
    read_leaves(p, &p->got);
    if (!are_few(p))
        pair_many(p);
    if (!is_left(p))
        return;
    if (are_few(p))
        pair_few(p);
    else
        pair_rest(p);
}
