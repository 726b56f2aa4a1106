/* Models that are valid and still emptied, odd or extreme: see generate.h. */
#include <math.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "odd_private.h"

enum {
    MOST_TRIES = 300,     /* each validates the whole model, */
    MOST_EFFORT = 200000, /* and takes as long as that is large */
    LONG = 250            /* with it, a string is longer than a column of a database is wide */
};

static bool identifies(const struct resource_type *type, const char *pointer)
{
    for (size_t i = 0; i < type->additional_identifier_count; i++)
        if (set_covers(&type->additional_identifiers[i], pointer))
            return true;
    return set_covers(&type->identifier, pointer);
}

bool oddity_is_fixed(const struct oddity *o, const char *pointer)
{
    return identifies(o->type, pointer) ||
           (o->schema == o->type->update && update_keeps(o->type, pointer));
}

bool oddity_is_tag(const struct oddity *o, const char *pointer)
{
    return o->type->has_tagging && path_covers(&o->type->tag_property, pointer);
}

const json *oddity_keyword(const struct oddity *o, const char *pointer, const char *name)
{
    struct property_path path;
    const json *node =
        pointer_read(o->arena, pointer, &path) ? schema_at(o->type->document, &path) : NULL;

    if (!node || json_get(node, name))
        return json_get(node, name);
    return json_get(schema_resolve(o->type->document, node), name);
}

enum value_kind oddity_kind(const struct oddity *o, const char *pointer, const json *value)
{
    switch (json_type(value)) {
    case JSON_NUMBER:
        return NUMBERS;
    case JSON_BOOLEAN:
        return BOOLEANS;
    case JSON_ARRAY:
        return ARRAYS;
    case JSON_OBJECT: /* the schema names an object's members, and not those of a map */
        return oddity_keyword(o, pointer, "properties") ? OBJECTS : MAPS;
    case JSON_STRING:
    case JSON_NULL:
    case JSON_ABSENT:
        break;
    }
    return STRINGS;
}

static struct tally *tally_of(struct oddity *o, const char *pointer, const json *value)
{
    const bool inside = strchr(pointer + (*pointer == '/'), '/');

    return &o->tallies[inside][oddity_kind(o, pointer, value)];
}

/* About how long it takes to copy and validate a value. */
static size_t size_of(const json *value)
{
    enum { LETTERS = 16 };
    const char *string = json_string(value);
    size_t size = string ? 1 + strlen(string) / LETTERS : 1;

    json_each (child, value)
        size += size_of(child);
    return size;
}

bool oddity_may_try(const struct oddity *o)
{
    return o->tries < MOST_TRIES && o->effort < MOST_EFFORT;
}

bool oddity_try(struct oddity *o, const struct property_path *path, const json *other)
{
    json *changed = json_copy(o->arena, o->model);
    const char *blocked = NULL;

    o->tries++;
    o->size = o->size ? o->size : size_of(o->model);
    o->effort += o->size;
    if (json_is_null(other))
        path_remove(changed, path);
    else
        blocked = path_set(changed, path, other);
    if (blocked || !schema_valid(o->schema, changed, SCHEMA_ALL))
        return false;
    o->model = changed;
    o->size = 0;
    return true;
}

/* Puts one of the other values in, the first that leaves the model valid. */
static bool try_others(struct oddity *o, const char *pointer)
{
    const json *value = pointer_get(o->model, pointer), *other;
    struct tally *tally = tally_of(o, pointer, value);
    struct property_path path;

    if (!value || !pointer_read(o->arena, pointer, &path))
        return false;
    for (int way = 0; oddity_may_try(o) && (other = o->other(o, pointer, value, way)); way++)
        if (oddity_try(o, &path, other)) {
            *(json_is_null(other) ? &tally->left_out : &tally->emptied) += 1;
            return true;
        }
    return false;
}

/* Walks over `value` as it was, while o->model changes. */
static void walk(struct oddity *o, const char *pointer, const json *value)
{
    size_t index = 0;

    json_each (child, value) {
        const char *at = json_key(child) ? pointer_add(o->arena, pointer, json_key(child))
                                         : pointer_add_index(o->arena, pointer, index++);

        if (oddity_is_fixed(o, at))
            continue;
        if (o->inside_first)
            walk(o, at, child);
        if (!try_others(o, at) && !o->inside_first)
            walk(o, at, child);
    }
}

/* --- Emptied --- */

const json *oddity_empty(struct arena *arena, const json *value)
{
    switch (json_type(value)) {
    case JSON_STRING:
        return json_new_string(arena, "");
    case JSON_NUMBER:
        return json_new_number(arena, 0);
    case JSON_ARRAY:
        return json_array(arena);
    case JSON_OBJECT:
        return json_object(arena);
    case JSON_BOOLEAN:
        return json_new_boolean(arena, false);
    case JSON_NULL:
    case JSON_ABSENT:
        break;
    }
    return json_new_null(arena);
}

/*
 * Empty, or left out: what has a default, what can be nothing else, and of each kind about
 * every third. What lies inside of the first object is emptied, and the next object itself.
 */
static const json *emptied(struct oddity *o, const char *pointer, const json *value, int way)
{
    struct tally *tally = tally_of(o, pointer, value);
    const bool first = !tally->entered && oddity_kind(o, pointer, value) == OBJECTS;
    const bool out = !oddity_is_tag(o, pointer) && (tally->emptied > 2 * tally->left_out ||
                                                    oddity_keyword(o, pointer, "default"));
    const json *empty = oddity_empty(o->arena, value), *none = json_new_null(o->arena);

    tally->entered = true;
    if (first || way > 1 || (way == 1 && json_first(value) && json_type(value) == JSON_OBJECT))
        return NULL;
    return (way == 0) == out ? none : empty;
}

const json *generate_emptied(struct arena *arena, const struct resource_type *type,
                             const json *model)
{
    struct arena *scratch = arena_new();
    struct oddity o = { .arena = scratch,
                        .type = type,
                        .schema = type->create,
                        .model = json_copy(scratch, model),
                        .other = emptied };

    walk(&o, "", model);
    const json *result = json_copy(arena, o.model);
    arena_free(scratch);
    return result;
}

/* --- Odd --- */

/*
 * The array with another model's item, and one of its own twice more: neither
 * sorted nor the same from behind. Then with less and less, where that is not valid.
 */
static const json *longer(const struct oddity *o, const char *pointer, const json *array, int way)
{
    const json *other = json_first(pointer_get(o->fresh, pointer));
    const json *last = json_at(array, json_length(array) ? json_length(array) - 1 : 0);
    const json *const ways[4][3] = {
        { other, last, last }, { last, other, NULL }, { other, NULL, NULL }, { last, NULL, NULL }
    };
    json *more = json_copy(o->arena, array);

    if (way > 3 || !last)
        return NULL;
    for (size_t i = 0; i < 3; i++)
        if (ways[way][i])
            json_append(more, ways[way][i]);
    return more;
}

/*
 * Below zero, beyond 32 bits and with a fraction that is no power of ten: what of it is valid. An
 * update has whole numbers first, which may be kept in another way than those with a fraction.
 */
static const json *odd_number(const struct oddity *o, double number, int way)
{
    static const double far = 3e9, part = 0.0625, most = 1e6;
    const double own = fabs(number) < most ? fabs(number) : 0; /* to tell one from the next */
    const double first = o->schema == o->type->update ? 0 : part, second = part - first;
    const double ways[] = { -far - first - own, -far - second - own, far + first + own,
                            far + second + own, -part - own,         -1 - own,
                            number + part };
    enum { WAYS = sizeof(ways) / sizeof(*ways) };

    if (!o->extreme)
        way += WAYS - 1;
    return way < WAYS ? json_new_number(o->arena, ways[way]) : NULL;
}

struct trim {
    const char *before, *behind;
    int wide; /* one more letter stands so far behind; 0: there is none */
    const char *end;
};

static const json *trimmed_with(const struct oddity *o, const char *s, const struct trim *trim)
{
    return json_new_string(o->arena,
                           arena_printf(o->arena, "%s%s%s%*s%s", trim->before, s, trim->behind,
                                        trim->wide, trim->wide ? "z" : "", trim->end));
}

/* Where there is room for no more: blanks in the places of the first letter and the last. */
static const json *blank_ends(const struct oddity *o, const char *s)
{
    const size_t length = strlen(s);
    char *copy = arena_copy(o->arena, s, length);

    if (length > 2 && (unsigned char)copy[0] < 0x80 && (unsigned char)copy[length - 1] < 0x80)
        copy[0] = copy[length - 1] = ' ';
    return json_new_string(o->arena, copy);
}

/*
 * More than a column is wide, and letters beyond ASCII; extreme: blanks at both ends, letters
 * in one piece and in two, and beyond 16 bits, what HTML escapes, and a line's end.
 */
static const json *odd_string(const struct oddity *o, const char *pointer, const char *s, int way)
{
    static const struct trim mild[] = { { "", " A\u00e4\u20ac", LONG, "" },
                                        { "", " A\u00e4\u20ac", 0, "" } };
    static const struct trim extreme[] = {
        { "  ", " A\u00e4e\u0301\u20ac\U0001f600 <&>\"'\\\n", LONG, " " },
        { " ", " A\u00e4e\u0301\u20ac <&>\n", 0, " " },
        { " ", " A\u00e4e\u0301\u20ac", 0, " " },
        { " ", "", 0, " " },
    };
    enum { MILD = sizeof(mild) / sizeof(*mild), EXTREME = sizeof(extreme) / sizeof(*extreme) };

    if (oddity_keyword(o, pointer, "const"))
        return NULL;
    if (o->extreme && !oddity_keyword(o, pointer, "format")) {
        if (way < EXTREME)
            return trimmed_with(o, s, &extreme[way]);
        if (way == EXTREME)
            return blank_ends(o, s);
        way -= EXTREME + 1;
    }
    return way < MILD ? trimmed_with(o, s, &mild[way]) : NULL;
}

/* The map with one more key, which is one of its own in the other case. */
static const json *twin_key(const struct oddity *o, const json *map)
{
    json *more = json_copy(o->arena, map);

    json_each (member, map) {
        char *key = arena_copy(o->arena, json_key(member), strlen(json_key(member)));

        if (!((*key >= 'a' && *key <= 'z') || (*key >= 'A' && *key <= 'Z')))
            continue;
        *key ^= 'a' ^ 'A';
        if (json_get(map, key))
            continue;
        json_set(more, key, json_first(map));
        return more;
    }
    return NULL;
}

/* In an update no items come whose parts an update may not choose. */
static bool may_grow(const struct oddity *o, const char *pointer)
{
    struct property_path path;

    return o->fresh && pointer_read(o->arena, pointer, &path) &&
           (o->schema == o->type->create || !update_needs(o->type, &path));
}

/* What an update would leave as it was, as it has few values: true and false, or those listed. */
static const json *another(const struct oddity *o, const char *pointer, const json *value, int way)
{
    if (!json_equal(pointer_get(o->before, pointer), value))
        return NULL;
    if (json_type(value) == JSON_BOOLEAN)
        return way ? NULL : json_new_boolean(o->arena, json_false(value));
    json_each (one, oddity_keyword(o, pointer, "enum"))
        if (!json_equal(one, value) && way-- == 0)
            return one;
    return NULL;
}

static const json *odd(struct oddity *o, const char *pointer, const json *value, int way)
{
    if (set_covers(&o->type->write_only, pointer) || oddity_is_tag(o, pointer))
        return NULL;
    if (json_type(value) == JSON_BOOLEAN || oddity_keyword(o, pointer, "enum"))
        return another(o, pointer, value, way);
    switch (json_type(value)) {
    case JSON_ARRAY:
        return may_grow(o, pointer) ? longer(o, pointer, value, way) : NULL;
    case JSON_NUMBER:
        return odd_number(o, json_number(value, 0), way);
    case JSON_STRING:
        return odd_string(o, pointer, json_string(value), way);
    case JSON_OBJECT:
        return o->extreme && !way && oddity_kind(o, pointer, value) == MAPS ? twin_key(o, value)
                                                                            : NULL;
    case JSON_BOOLEAN:
    case JSON_NULL:
    case JSON_ABSENT:
        break;
    }
    return NULL;
}

static const json *make_odd(struct arena *arena, struct oddity *o, const json *model)
{
    struct random random = { 1 };
    struct error ignored;

    o->arena = arena_new();
    o->model = json_copy(o->arena, model);
    o->inside_first = true;
    o->other = odd;
    o->fresh = generate_create(o->arena, o->type, &random, &ignored);
    walk(o, "", model);
    const json *result = json_copy(arena, o->model);
    arena_free(o->arena);
    return result;
}

const json *generate_odd(struct arena *arena, const struct resource_type *type, const json *model)
{
    return make_odd(arena, &(struct oddity){ .type = type, .schema = type->create }, model);
}

const json *generate_extreme(struct arena *arena, const struct resource_type *type,
                             const json *model)
{
    return make_odd(
        arena, &(struct oddity){ .type = type, .schema = type->create, .extreme = true }, model);
}

const json *generate_extreme_update(struct arena *arena, const struct resource_type *type,
                                    const json *state, const json *created)
{
    struct oddity o = { .type = type, .schema = type->update, .extreme = true, .before = created };

    return make_odd(arena, &o, state);
}
