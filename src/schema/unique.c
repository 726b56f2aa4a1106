#include "schema_private.h"

/* Few items are compared each with each; many are put into a table by their hashes. */

enum { FEW = 16 };

size_t slots_room(size_t count)
{
    size_t room = 4;

    while (room < count * 2)
        room *= 2;
    return room;
}

size_t slots_find(const struct slot *slots, size_t room, const json *value, uint64_t hash)
{
    size_t i = (size_t)(hash >> 16) & (room - 1);

    while (slots[i].value && (slots[i].hash != hash || !json_equal(slots[i].value, value)))
        i = (i + 1) & (room - 1);
    return i;
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

static bool twice_in_table(struct run *run, const json *array, struct slot *slots, size_t room,
                           size_t *first, size_t *second)
{
    *second = 0;
    json_each (item, array) {
        size_t size = 0;
        const uint64_t hash = json_hash(item, &size);
        struct slot *slot = &slots[slots_find(slots, room, item, hash)];

        *first = slot->index;
        if (slot->value)
            return true;
        if (!run_work(run, size / 8))
            return false;
        *slot = (struct slot){ item, hash, (*second)++ };
    }
    return false;
}

bool unique_find_twice(struct run *run, const json *array, size_t *first, size_t *second)
{
    const size_t count = json_length(array);

    if (count <= FEW)
        return twice_among_few(array, first, second);
    const size_t room = slots_room(count);
    struct arena *scratch = arena_new();
    struct slot *slots = arena_array(scratch, room, sizeof(*slots));
    const bool twice = twice_in_table(run, array, slots, room, first, second);
    arena_free(scratch);
    return twice;
}
