/* Models that are valid and still unusual: see generate.h. */
#include "generate_private.h"

#include "cfnc/text.h"

enum {
    MOST_TRIES = 200, /* each validates the whole model */
    LONG = 250        /* with it, a string is longer than a column of a database is wide */
};

struct oddity {
    struct arena *arena;
    const struct resource_type *type;
    json *model; /* the whole */
    int tries, visited;
    bool inside_first; /* what lies inside of a value changes before it does */
    const json *fresh; /* of the same type: where other items come from */
    /* Another value for the one at `pointer`, the best first, null for none at all; NULL: there are
     * no more. */
    const json *(*other)(const struct oddity *o, const char *pointer, const json *value, int way);
};

static bool identifies(const struct resource_type *type, const char *pointer)
{
    for (size_t i = 0; i < type->additional_identifier_count; i++)
        if (set_covers(&type->additional_identifiers[i], pointer))
            return true;
    return set_covers(&type->identifier, pointer);
}

/* Puts one of the other values in, the first that leaves the model valid. */
static bool try_others(struct oddity *o, const char *pointer)
{
    const json *value = pointer_get(o->model, pointer), *other;
    struct property_path path;

    if (!pointer_read(o->arena, pointer, &path))
        return false;
    o->visited++;
    for (int way = 0; (other = o->other(o, pointer, value, way)) && o->tries < MOST_TRIES; way++) {
        json *changed = json_copy(o->arena, o->model);
        const char *blocked = NULL;

        o->tries++;
        if (json_is_null(other))
            path_remove(changed, &path);
        else
            blocked = path_set(changed, &path, other);
        if (blocked || !schema_valid(o->type->create, changed, SCHEMA_ALL))
            continue;
        o->model = changed;
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

        if (identifies(o->type, at))
            continue;
        if (o->inside_first)
            walk(o, at, child);
        if (!try_others(o, at) && !o->inside_first)
            walk(o, at, child);
    }
}

static const json *empty_like(struct arena *arena, const json *value)
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

static bool has_default(const struct oddity *o, const char *pointer)
{
    struct property_path path;

    if (!pointer_read(o->arena, pointer, &path))
        return false;
    const json *node = schema_at(o->type->document, &path);
    return node && (json_get(node, "default") ||
                    json_get(schema_resolve(o->type->document, node), "default"));
}

/* Empty, or left out: every third, what has a default, and what can be nothing else. */
static const json *emptied(const struct oddity *o, const char *pointer, const json *value, int way)
{
    const bool tags = o->type->has_tagging && path_covers(&o->type->tag_property, pointer);
    const bool out = !tags && (o->visited % 3 == 0 || has_default(o, pointer));
    const json *empty = empty_like(o->arena, value), *none = json_new_null(o->arena);

    if (way > 1 || (way == 1 && json_first(value) && json_type(value) == JSON_OBJECT))
        return NULL;
    return (way == 0) == out ? none : empty;
}

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

static const json *odd(const struct oddity *o, const char *pointer, const json *value, int way)
{
    const struct resource_type *type = o->type;

    if (set_covers(&type->write_only, pointer) ||
        (type->has_tagging && path_covers(&type->tag_property, pointer)))
        return NULL;
    if (json_type(value) == JSON_ARRAY)
        return longer(o, pointer, value, way);
    if (json_type(value) == JSON_NUMBER && !way)
        return json_new_number(o->arena, json_number(value, 0) + 0.0625);
    if (json_type(value) == JSON_STRING && way < 2)
        return json_new_string(o->arena,
                               arena_printf(o->arena, "%s A\u00e4\u20ac%*s", json_string(value),
                                            way ? 0 : LONG, way ? "" : "z"));
    return NULL;
}

const json *generate_emptied(struct arena *arena, const struct resource_type *type,
                             const json *model)
{
    struct arena *scratch = arena_new();
    struct oddity o = {
        .arena = scratch, .type = type, .model = json_copy(scratch, model), .other = emptied
    };

    walk(&o, "", model);
    const json *result = json_copy(arena, o.model);
    arena_free(scratch);
    return result;
}

const json *generate_odd(struct arena *arena, const struct resource_type *type, const json *model)
{
    struct arena *scratch = arena_new();
    struct random random = { 1 };
    struct error ignored;
    struct oddity o = {
        .arena = scratch,
        .type = type,
        .model = json_copy(scratch, model),
        .fresh = generate_create(scratch, type, &random, &ignored),
        .inside_first = true,
        .other = odd,
    };

    walk(&o, "", model);
    const json *result = json_copy(arena, o.model);
    arena_free(scratch);
    return result;
}
