#include <string.h>

#include "schema_private.h"

/*
 * Few items are compared each with each. Many are put into a table by their
 * hash; the table has its size for good, as judging allocates nothing, so very
 * many items are looked at in several rounds, each with a share of the hashes.
 */

enum { FEW = 16, SLOTS = 1 << 15, SLOTS_USED = SLOTS / 2 };

struct slot {
    const json *item;
    uint64_t hash;
    size_t index;
};

struct unique_scratch {
    struct slot slots[SLOTS];
};

struct unique_scratch *unique_scratch_new(struct arena *arena)
{
    return arena_alloc(arena, sizeof(struct unique_scratch));
}

static uint64_t mix(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_text(const char *text, uint64_t hash)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001B3u;
    return mix(hash);
}

/* Equal values have equal hashes: members are added up, as their order is none. */
static uint64_t hash_value(const json *value)
{
    const enum json_type type = json_type(value);
    uint64_t hash = (uint64_t)type * 0x9E3779B97F4A7C15u;

    if (type == JSON_STRING)
        return hash_text(json_string(value), hash);
    if (type == JSON_BOOLEAN)
        return mix(hash + json_true(value));
    if (type == JSON_NUMBER) {
        const double number = json_number(value, 0) + 0.0; /* -0 is 0 */
        uint64_t bits = 0;

        memcpy(&bits, &number, sizeof(bits));
        return mix(hash ^ bits);
    }
    json_each (item, value)
        if (type == JSON_OBJECT)
            hash += hash_text(json_key(item), hash_value(item));
        else
            hash = mix(hash * 31 + hash_value(item));
    return mix(hash);
}

static bool twice_among_few(const json *array, size_t *first, size_t *second)
{
    *first = 0;
    for (const json *a = json_first(array); a; a = json_next(a), ++*first) {
        *second = *first + 1;
        for (const json *b = json_next(a); b; b = json_next(b), ++*second)
            if (json_equal(a, b))
                return true;
    }
    return false;
}

/* Puts the item into the table; the slot of an equal one that is there already, or NULL. */
static const struct slot *put(struct unique_scratch *scratch, const struct slot item)
{
    size_t i = (size_t)(item.hash >> 40) & (SLOTS - 1);

    for (; scratch->slots[i].item; i = (i + 1) & (SLOTS - 1))
        if (scratch->slots[i].hash == item.hash && json_equal(scratch->slots[i].item, item.item))
            return &scratch->slots[i];
    scratch->slots[i] = item;
    return NULL;
}

/* One round: the items whose hash has the remainder `share`. A full table ends the run. */
static bool twice_in_share(struct run *run, struct unique_scratch *scratch, const json *array,
                           size_t share, size_t shares, size_t *first, size_t *second)
{
    size_t index = 0, used = 0;

    memset(scratch->slots, 0, sizeof(scratch->slots));
    json_each (item, array) {
        const struct slot new = { item, hash_value(item), index++ };

        if (new.hash % shares != share)
            continue;
        if (used++ == SLOTS_USED + SLOTS / 4)
            run->gave_up = true;
        if (run->gave_up)
            return false;
        const struct slot *old = put(scratch, new);
        if (old) {
            *first = old->index;
            *second = new.index;
            return true;
        }
    }
    return false;
}

bool unique_find_twice(struct run *run, struct unique_scratch *scratch, const json *array,
                       size_t *first, size_t *second)
{
    const size_t count = json_length(array), shares = count / SLOTS_USED + 1;

    if (count <= FEW)
        return twice_among_few(array, first, second);
    for (size_t share = 0; share < shares; share++) {
        if (!run_work(run, count / 8))
            return false;
        if (twice_in_share(run, scratch, array, share, shares, first, second))
            return true;
    }
    return false;
}
