/*
 * Values. What stands in the input is wrapped one level at a time, when it is
 * asked for, so that a small question to a large document costs little.
 */
#include <string.h>

#include "jsonata_private.h"

enum { TABLE_FROM = 16 }; /* members, from when on a table finds them */

const struct value jsonata_nothing = { .type = NOTHING };

struct value value_null(void)
{
    return (struct value){ .type = IS_NULL };
}

struct value value_boolean(bool truth)
{
    return (struct value){ .type = BOOLEAN, .u.truth = truth };
}

struct value value_number(double number)
{
    return (struct value){ .type = NUMBER, .u.number = number };
}

struct value value_string(const char *text)
{
    return (struct value){ .type = STRING, .u.text = text };
}

struct value value_array(struct array *array)
{
    return (struct value){ .type = ARRAY, .u.array = array };
}

struct value value_object(struct object *object)
{
    return (struct value){ .type = OBJECT, .u.object = object };
}

struct array *array_new(struct machine *m, bool sequence)
{
    struct array *array = jsonata_alloc(&m->limits, 1, sizeof(*array));

    array->sequence = sequence;
    return array;
}

struct object *object_new(struct machine *m)
{
    return jsonata_alloc(&m->limits, 1, sizeof(struct object));
}

static struct value container_of_json(struct machine *m, const json *source)
{
    if (json_type(source) == JSON_ARRAY) {
        struct array *array = array_new(m, false);

        array->source = source;
        array->count = json_length(source);
        return value_array(array);
    }
    struct object *object = object_new(m);
    object->source = source;
    return value_object(object);
}

struct value value_of_json(struct machine *m, const json *source)
{
    switch (json_type(source)) {
    case JSON_ABSENT:
        return jsonata_nothing;
    case JSON_NULL:
        return value_null();
    case JSON_BOOLEAN:
        return value_boolean(json_true(source));
    case JSON_NUMBER:
        return value_number(json_number(source, 0));
    case JSON_STRING:
        return value_string(json_string(source));
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    }
    return container_of_json(m, source);
}

/* ---- arrays ---- */

bool is_sequence(struct value value)
{
    return value.type == ARRAY && value.u.array->sequence;
}

/* What stands for items becomes items; they are the same ones from then on. */
static void array_open(struct machine *m, struct array *array)
{
    if (array->items || !array->count)
        return;
    struct value *items = jsonata_alloc(&m->limits, array->count, sizeof(*items));
    size_t i = 0;
    json_each (item, array->source)
        items[i++] = value_of_json(m, item);
    for (; array->range && i < array->count; i++)
        items[i] = value_number(array->first + (double)i);
    array->items = items;
    array->room = array->count;
    array->source = NULL;
    array->range = false;
}

/* Caches, so that an item is the same value each time. */
struct value array_at(struct machine *m, struct array *array, size_t index)
{
    if (index >= array->count)
        return jsonata_nothing;
    if (array->range)
        return value_number(array->first + (double)index);
    if (!array->items)
        array_open(m, array);
    return array->items[index];
}

void array_push(struct machine *m, struct array *array, struct value item)
{
    array_open(m, array);
    if (array->count == array->room) {
        const size_t room = array->room * 2 + 4;
        struct value *grown = jsonata_alloc(&m->limits, room, sizeof(*grown));

        if (array->count)
            memcpy(grown, array->items, array->count * sizeof(*grown));
        array->items = grown;
        array->room = room;
    }
    array->items[array->count++] = item;
}

/* The items of an array one by one, anything else as it is, nothing not at all. */
void array_spread(struct machine *m, struct array *array, struct value items)
{
    if (items.type == NOTHING)
        return;
    if (items.type != ARRAY) {
        array_push(m, array, items);
        return;
    }
    jsonata_step(&m->limits, 0, items.u.array->count / 8);
    for (size_t i = 0; i < items.u.array->count; i++)
        array_push(m, array, array_at(m, items.u.array, i));
}

struct array *array_of(struct machine *m, struct value value)
{
    if (value.type == ARRAY)
        return value.u.array;
    struct array *array = array_new(m, true);
    array_spread(m, array, value);
    return array;
}

struct value value_append(struct machine *m, struct value left, struct value right)
{
    if (left.type == NOTHING || right.type == NOTHING)
        return left.type == NOTHING ? right : left;
    struct array *array = array_new(m, false);
    array_spread(m, array, left);
    array_spread(m, array, right);
    return value_array(array);
}

/* ---- objects ---- */

static uint32_t hash(const char *key)
{
    uint32_t sum = 2166136261U;

    for (; *key; key++)
        sum = (sum ^ (unsigned char)*key) * 16777619U;
    return sum;
}

static void table_add(struct object *object, size_t position)
{
    size_t slot = hash(object->members[position].key) & (object->slots - 1);

    while (object->table[slot])
        slot = (slot + 1) & (object->slots - 1);
    object->table[slot] = (uint32_t)position + 1;
}

static void table_make(struct machine *m, struct object *object)
{
    object->slots = 64;
    while (object->slots < object->count * 4)
        object->slots *= 2;
    object->table = jsonata_alloc(&m->limits, object->slots, sizeof(*object->table));
    for (size_t i = 0; i < object->count; i++)
        table_add(object, i);
}

static struct member *find(struct machine *m, struct object *object, const char *key)
{
    if (object->count >= TABLE_FROM && !object->table)
        table_make(m, object);
    if (object->table) {
        size_t slot = hash(key) & (object->slots - 1);

        for (; object->table[slot]; slot = (slot + 1) & (object->slots - 1))
            if (strcmp(object->members[object->table[slot] - 1].key, key) == 0)
                return &object->members[object->table[slot] - 1];
        return NULL;
    }
    for (size_t i = 0; i < object->count; i++)
        if (strcmp(object->members[i].key, key) == 0)
            return &object->members[i];
    return NULL;
}

static void grow(struct machine *m, struct object *object, size_t room)
{
    struct member *grown = jsonata_alloc(&m->limits, room, sizeof(*grown));

    if (object->count)
        memcpy(grown, object->members, object->count * sizeof(*grown));
    object->members = grown;
    object->room = room;
}

void object_open(struct machine *m, struct object *object)
{
    const json *source = object->source;

    if (!source)
        return;
    object->source = NULL;
    grow(m, object, json_length(source) + 1);
    json_each (item, source)
        object->members[object->count++] =
            (struct member){ json_key(item), value_of_json(m, item) };
}

struct value object_get(struct machine *m, struct object *object, const char *key)
{
    object_open(m, object);
    const struct member *member = find(m, object, key);
    return member ? member->value : jsonata_nothing;
}

void object_set(struct machine *m, struct object *object, const char *key, struct value value)
{
    object_open(m, object);
    struct member *member = find(m, object, key);
    if (member) {
        member->value = value;
        return;
    }
    if (object->count == object->room)
        grow(m, object, object->room * 2 + 4);
    object->members[object->count++] = (struct member){ key, value };
    if (object->table && object->count * 2 > object->slots)
        table_make(m, object);
    else if (object->table)
        table_add(object, object->count - 1);
}

void object_remove(struct machine *m, struct object *object, const char *key)
{
    object_open(m, object);
    struct member *member = find(m, object, key);
    if (!member)
        return;
    const size_t behind = (size_t)(object->members + object->count - (member + 1));
    if (behind)
        memmove(member, member + 1, behind * sizeof(*member));
    object->count--;
    object->table = NULL;
}

/* The member of an object, or those of all objects of an array, also inside of arrays. */
static void lookup_all(struct machine *m, struct array *found, struct array *array, const char *key,
                       int depth)
{
    jsonata_step(&m->limits, 0, 1 + array->count / 8);
    if (depth > JSON_DEEPEST)
        jsonata_fail(&m->limits, 0, "U1001", "arrays are nested more than %d levels deep",
                     JSON_DEEPEST);
    for (size_t i = 0; i < array->count; i++) {
        const struct value item = array_at(m, array, i);

        if (item.type == ARRAY)
            lookup_all(m, found, item.u.array, key, depth + 1);
        else if (item.type == OBJECT)
            array_spread(m, found, object_get(m, item.u.object, key));
    }
}

struct value value_lookup(struct machine *m, struct value value, const char *key)
{
    text_steps(m, key);
    if (value.type == OBJECT)
        return object_get(m, value.u.object, key);
    if (value.type != ARRAY)
        return jsonata_nothing;
    struct array *found = array_new(m, true);
    lookup_all(m, found, value.u.array, key, 0);
    return value_array(found);
}
