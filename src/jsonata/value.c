/*
 * Values. What stands in the input is wrapped one level at a time, when it is
 * asked for, so that a small question to a large document costs little.
 */
#include <math.h>
#include <string.h>

#include "jsonata_private.h"

enum {
    TABLE_FROM = 16, /* members, from when on a table finds them */
    BYTES_OF_NAME = 64,
    BYTES_OF_STEP = 128
};

const struct value jsonata_nothing = { .type = NOTHING };

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

struct value value_part(struct machine *m, const char *text, size_t length)
{
    jsonata_charge(&m->limits, length + 1);
    return value_string(arena_copy(m->limits.arena, text, length));
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

struct array *array_with(struct machine *m, bool sequence, struct value item)
{
    struct array *array = array_new(m, sequence);

    array_push(m, array, item);
    return array;
}

struct object *object_new(struct machine *m)
{
    return jsonata_alloc(&m->limits, 1, sizeof(struct object));
}

struct value value_of_json(struct machine *m, const json *source)
{
    struct value value = jsonata_nothing;

    switch (json_type(source)) {
    case JSON_ABSENT:
        break;
    case JSON_NULL:
        value.type = IS_NULL;
        break;
    case JSON_BOOLEAN:
        return value_boolean(json_true(source));
    case JSON_NUMBER:
        return value_number(json_number(source, 0));
    case JSON_STRING:
        return value_string(json_string(source));
    case JSON_ARRAY:
        value = value_array(array_new(m, false));
        value.u.array->source = source;
        value.u.array->count = json_length(source);
        break;
    case JSON_OBJECT:
        value = value_object(object_new(m));
        value.u.object->source = source;
    }
    return value;
}

/* ---- arrays ---- */

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
    array->items = jsonata_grow(&m->limits, array->items, array->count, &array->room, sizeof(item));
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
    return value.type == NOTHING ? array_new(m, true) : array_with(m, true, value);
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

void object_open(struct machine *m, struct object *object)
{
    const json *source = object->source;

    if (!source)
        return;
    object->source = NULL;
    object->room = json_length(source) + 1;
    object->members = jsonata_alloc(&m->limits, object->room, sizeof(*object->members));
    json_each (item, source)
        object->members[object->count++] =
            (struct member){ json_key(item), value_of_json(m, item) };
}

/* The names of a large object's members, from `first` on, are numbered by their places. */
static void add_names(struct machine *m, struct object *object, size_t first)
{
    if (!first)
        object->names = names_new(m->limits.arena);
    for (size_t i = first; i < object->count; i++) {
        jsonata_charge(&m->limits, strlen(object->members[i].key) + BYTES_OF_NAME);
        names_add(&object->names, object->members[i].key);
    }
}

static struct member *find(struct machine *m, struct object *object, const char *key)
{
    size_t i = 0;

    object_open(m, object);
    if (object->count < TABLE_FROM) {
        while (i < object->count && strcmp(object->members[i].key, key) != 0)
            i++;
        return i < object->count ? &object->members[i] : NULL;
    }
    add_names(m, object, object->names.count);
    i = names_find(&object->names, key);
    return i != NAMES_NONE ? &object->members[i] : NULL;
}

struct value object_get(struct machine *m, struct object *object, const char *key)
{
    const struct member *member = find(m, object, key);

    return member ? member->value : jsonata_nothing;
}

void object_set(struct machine *m, struct object *object, const char *key, struct value value)
{
    struct member *member = find(m, object, key);

    if (!member) {
        object->members = jsonata_grow(&m->limits, object->members, object->count, &object->room,
                                       sizeof(*member));
        member = &object->members[object->count++];
        member->key = key;
    }
    member->value = value;
}

void object_set_all(struct machine *m, struct object *object, struct object *from)
{
    object_open(m, from);
    jsonata_step(&m->limits, 0, from->count / 8);
    for (size_t i = 0; i < from->count; i++)
        object_set(m, object, from->members[i].key, from->members[i].value);
}

void object_remove(struct machine *m, struct object *object, const char *key)
{
    struct member *member = find(m, object, key);

    if (!member)
        return;
    const size_t behind = (size_t)(object->members + object->count - (member + 1));
    memmove(member, member + 1, behind * sizeof(*member));
    object->count--;
    object->names.count = 0;
}

/* ---- of either ---- */

size_t value_count(struct machine *m, struct value value)
{
    if (value.type == OBJECT)
        object_open(m, value.u.object);
    return value.type == OBJECT  ? value.u.object->count
           : value.type == ARRAY ? value.u.array->count
                                 : 0;
}

struct value value_item(struct machine *m, struct value value, size_t index)
{
    return value.type == OBJECT ? value.u.object->members[index].value
                                : array_at(m, value.u.array, index);
}

/* The member of an object, or those of all objects of an array, also inside of arrays. */
static void lookup_all(struct machine *m, struct array *found, struct array *array, const char *key,
                       int depth)
{
    jsonata_step_down(&m->limits, depth);
    jsonata_step(&m->limits, 0, array->count / 8);
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

/* ---- what is true, what is equal, and what a type is called ---- */

bool same_number(double a, double b)
{
    return a <= b && a >= b;
}

bool is_whole(double number)
{
    return isfinite(number) && same_number(floor(number), number);
}

static const struct {
    const char *name;
    char symbol;
} types[] = {
    [NOTHING] = { "nothing", 'm' }, [IS_NULL] = { "null", 'l' },
    [BOOLEAN] = { "boolean", 'b' }, [NUMBER] = { "number", 'n' },
    [STRING] = { "string", 's' },   [ARRAY] = { "array", 'a' },
    [OBJECT] = { "object", 'o' },   [FUNCTION] = { "function", 'f' },
    [TUPLE] = { "nothing", 'm' },   [PENDING] = { "nothing", 'm' },
};

const char *value_type_name(struct value value)
{
    return types[value.type].name;
}

char value_symbol(struct value value)
{
    return types[value.type].symbol;
}

/* Looking at a long string costs, however little at once. */
void text_steps(struct machine *m, const char *text)
{
    jsonata_step(&m->limits, 0, strlen(text) / BYTES_OF_STEP);
}

bool value_orderable(struct value value)
{
    return value.type == NUMBER || value.type == STRING;
}

int value_compare(struct machine *m, struct value a, struct value b)
{
    if (a.type == NUMBER)
        return (a.u.number > b.u.number) - (a.u.number < b.u.number);
    text_steps(m, a.u.text);
    return a.u.text == b.u.text ? 0 : strcmp(a.u.text, b.u.text);
}

/* An array is true when some item is. */
static bool is_true(struct machine *m, struct value value, int depth)
{
    bool found = false;

    switch (value.type) {
    case BOOLEAN:
        return value.u.truth;
    case NUMBER:
        return fabs(value.u.number) > 0;
    case STRING:
        return *value.u.text;
    case OBJECT:
        return value_count(m, value);
    case ARRAY:
        jsonata_step_down(&m->limits, depth);
        for (size_t i = 0; i < value.u.array->count && !found; i++)
            found = is_true(m, array_at(m, value.u.array, i), depth + 1);
        return found;
    case NOTHING:
    case IS_NULL:
    case FUNCTION:
    case TUPLE:
    case PENDING:
        break;
    }
    return false;
}

bool value_true(struct machine *m, struct value value)
{
    return is_true(m, value, 0);
}

static bool is_equal(struct machine *m, struct value a, struct value b, int depth);

static bool parts_equal(struct machine *m, struct value a, struct value b, int depth)
{
    const size_t count = value_count(m, a);
    bool equal = count == value_count(m, b);

    jsonata_step_down(&m->limits, depth);
    jsonata_step(&m->limits, 0, count / 8);
    for (size_t i = 0; i < count && equal; i++) {
        const struct value other = a.type == OBJECT
                                       ? object_get(m, b.u.object, a.u.object->members[i].key)
                                       : array_at(m, b.u.array, i);

        equal = is_equal(m, value_item(m, a, i), other, depth + 1);
    }
    return equal;
}

static bool is_equal(struct machine *m, struct value a, struct value b, int depth)
{
    if (a.type != b.type)
        return false;
    switch (a.type) {
    case NOTHING:
    case IS_NULL:
        return true;
    case BOOLEAN:
        return a.u.truth == b.u.truth;
    case NUMBER:
    case STRING:
        return value_compare(m, a, b) == 0;
    case ARRAY:
        return a.u.array == b.u.array || parts_equal(m, a, b, depth);
    case OBJECT:
        return a.u.object == b.u.object || parts_equal(m, a, b, depth);
    case FUNCTION:
        return a.u.function == b.u.function;
    case TUPLE:
    case PENDING:
        break;
    }
    return false;
}

bool value_equal(struct machine *m, struct value a, struct value b)
{
    return is_equal(m, a, b, 0);
}

static uint64_t hash_of(struct machine *m, struct value value, int depth)
{
    const double number = value.type == NUMBER ? value.u.number + 0.0 : 0;
    const char *text = value.type == STRING ? value.u.text : "";
    uint64_t sum = value.type + (value.type == BOOLEAN && value.u.truth);

    if (value.type == ARRAY || value.type == OBJECT)
        jsonata_step_down(&m->limits, depth);
    text_steps(m, text);
    for (size_t i = 0; i < value_count(m, value); i++) {
        const uint64_t part = hash_of(m, value_item(m, value, i), depth + 1);
        const char *key = value.type == OBJECT ? value.u.object->members[i].key : NULL;

        sum = key ? sum + hash_bytes(part, key, strlen(key)) : sum * 31 + part;
    }
    return hash_bytes(hash_bytes(sum, (const char *)&number, sizeof(number)), text, strlen(text));
}

/* Equal values have equal hashes. */
uint64_t value_hash(struct machine *m, struct value value)
{
    return hash_of(m, value, 0);
}
