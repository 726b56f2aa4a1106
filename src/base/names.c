#include "cfnc/base/names.h"

#include <string.h>

struct name_slot {
    const char *name;
    uint32_t hash;   /* its lower half */
    uint32_t number; /* from 1 */
};

enum { FIRST_ROOM = 8 };

static uint64_t mix(uint64_t hash)
{
    hash *= 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

/* Eight bytes at a time; those at the end may be taken twice. */
uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t length)
{
    uint64_t word = 0;
    size_t i = 0;

    hash ^= length;
    for (; i + sizeof(word) <= length; i += sizeof(word)) {
        memcpy(&word, bytes + i, sizeof(word));
        hash = mix(hash ^ word);
    }
    if (i < length && length >= sizeof(word)) {
        memcpy(&word, bytes + length - sizeof(word), sizeof(word));
        return mix(hash ^ word);
    }
    for (word = 0; i < length; i++)
        word = word << 8 | (unsigned char)bytes[i];
    return mix(mix(hash ^ word));
}

static uint32_t hash_of(const char *name)
{
    return (uint32_t)(hash_bytes(0, name, strlen(name)) >> 16);
}

struct names names_new(struct arena *arena)
{
    return (struct names){ .arena = arena };
}

struct names names_new_for(struct arena *arena, size_t count)
{
    struct names names = names_new(arena);

    for (names.room = FIRST_ROOM; names.room < count * 2;)
        names.room *= 2;
    names.slots = arena_array(arena, names.room, sizeof(*names.slots));
    return names;
}

/* The slot of the name, or the empty one where it belongs. */
static struct name_slot *slot_of(const struct names *names, const char *name, uint32_t hash)
{
    size_t i = hash & (names->room - 1);

    while (names->slots[i].number &&
           (names->slots[i].hash != hash || strcmp(names->slots[i].name, name) != 0))
        i = (i + 1) & (names->room - 1);
    return &names->slots[i];
}

static void grow(struct names *names)
{
    const struct name_slot *old = names->slots;
    const size_t count = names->room;

    names->room = count ? count * 2 : FIRST_ROOM;
    names->slots = arena_array(names->arena, names->room, sizeof(*names->slots));
    for (size_t i = 0; i < count; i++)
        if (old[i].number)
            *slot_of(names, old[i].name, old[i].hash) = old[i];
}

size_t names_add(struct names *names, const char *name)
{
    const uint32_t hash = hash_of(name);

    if (names->count * 2 >= names->room) /* so that at least one slot is empty */
        grow(names);
    struct name_slot *slot = slot_of(names, name, hash);
    if (!slot->number)
        *slot = (struct name_slot){ arena_copy(names->arena, name, strlen(name)), hash,
                                    (uint32_t)++names->count };
    return slot->number - 1;
}

size_t names_find(const struct names *names, const char *name)
{
    if (!names->count)
        return NAMES_NONE;
    const struct name_slot *slot = slot_of(names, name, hash_of(name));
    return slot->number ? slot->number - 1 : NAMES_NONE;
}
