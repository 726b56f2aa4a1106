#include "cfnc/schema/name_table.h"

#include <stdio.h>

#include "cfnc/json/pointer.h"

enum { FEW = 32, ADDRESS_ROOM = 32 };

const void *name_table_get(const struct name_table *table, const char *name)
{
    const size_t number = names_find(&table->names, name);

    return number == NAMES_NONE ? NULL : table->values[number];
}

void name_table_set(struct arena *arena, struct name_table *table, const char *name,
                    const void *value)
{
    table->names.arena = arena;
    const size_t number = names_add(&table->names, name);
    table->values = arena_grow(arena, table->values, number, &table->room, sizeof(*table->values));
    table->values[number] = value;
}

static const char *name_of(char name[ADDRESS_ROOM], const void *address)
{
    snprintf(name, ADDRESS_ROOM, "%p", address);
    return name;
}

const void *address_table_get(const struct name_table *table, const void *address)
{
    char name[ADDRESS_ROOM];

    return name_table_get(table, name_of(name, address));
}

void address_table_set(struct arena *arena, struct name_table *table, const void *address,
                       const void *value)
{
    char name[ADDRESS_ROOM];

    name_table_set(arena, table, name_of(name, address), value);
}

struct container_index {
    const json *container;
    struct name_table children; /* by the steps to them */
};

static bool is_large(const json *container)
{
    size_t count = 0;

    for (const json *child = json_first(container); child && count <= FEW; child = json_next(child))
        count++;
    return count > FEW;
}

static const struct container_index *index_of(struct arena *arena, struct child_index *all,
                                              const json *container)
{
    char text[32];
    size_t number = 0;

    if (!all->last || all->last->container != container)
        all->last = address_table_get(&all->containers, container);
    if (all->last)
        return all->last;
    struct container_index *index = arena_alloc(arena, sizeof(*index));
    address_table_set(arena, &all->containers, container, index);
    index->container = container;
    index->children.room = json_length(container);
    index->children.names = names_new_for(arena, index->children.room);
    index->children.values =
        arena_array(arena, index->children.room, sizeof(*index->children.values));
    json_each (child, container) {
        snprintf(text, sizeof(text), "%zu", number++);
        name_table_set(arena, &index->children, json_key(child) ? json_key(child) : text, child);
    }
    return all->last = index;
}

const json *child_find(struct arena *arena, struct child_index *index, const json *container,
                       const char *step)
{
    size_t number = 0;

    if (is_large(container))
        return name_table_get(&index_of(arena, index, container)->children, step);
    if (json_type(container) == JSON_ARRAY)
        return step_is_index(step, &number) ? json_at(container, number) : NULL;
    return json_get(container, step);
}

struct value_set value_set_new(struct arena *arena, size_t most)
{
    struct value_set set = { .room = 4 };

    while (set.room < most * 2)
        set.room *= 2;
    set.slots = arena_array(arena, set.room, sizeof(*set.slots));
    return set;
}

struct value_slot *value_set_slot(const struct value_set *set, const json *value, size_t *size)
{
    const uint64_t hash = json_hash(value, size);
    size_t i = (size_t)(hash >> 16) & (set->room - 1);
    struct value_slot *slot = &set->slots[i];

    while (slot->value && (slot->hash != hash || !json_equal(slot->value, value))) {
        i = (i + 1) & (set->room - 1);
        slot = &set->slots[i];
    }
    slot->hash = hash;
    return slot;
}
