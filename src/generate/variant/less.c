/*
 * A state with less in it: what an update must be able to take away. Handlers
 * that merge, append, or leave alone what is empty or missing cannot be told
 * from others by an update that only brings new values.
 */
#include <string.h>

#include "generate/generate_private.h"

enum { TRIES_MOST = 600, DEEPEST_LESS = 12 };

struct lessening {
    struct arena *arena;
    const struct resource_type *type;
    json *model; /* the whole, valid at any time */
    /* Of the model's own properties, and of those further down: each way is taken in turn. */
    struct ways {
        unsigned emptied, shortened, left_out; /* lists and maps */
        unsigned blanked, dropped;             /* single values: "", 0, false; or left out */
    } ways[2];
    unsigned tries;
};

bool update_needs(const struct resource_type *type, const struct property_path *at)
{
    for (size_t i = 0; i < type->additional_identifier_count; i++)
        if (set_meets(&type->additional_identifiers[i], at))
            return true;
    return update_keeps(type, at->pointer) || set_meets(&type->identifier, at) ||
           set_meets(&type->create_only, at) || set_covers(&type->write_only, at->pointer);
}

/*
 * Takes `value` in the place of what is there, or leaves it out (NULL), if that is valid; then
 * `*times`, unless NULL, goes up.
 */
static bool try_value(struct lessening *l, const struct property_path *at, const json *value,
                      unsigned *times)
{
    json *less = json_copy(l->arena, l->model);

    if (l->tries++ > TRIES_MOST)
        return false;
    if (value && path_set(less, at, value))
        return false;
    if (!value)
        path_remove(less, at);
    if (!schema_valid(l->type->update, less, SCHEMA_ALL))
        return false;
    l->model = less;
    if (times)
        ++*times;
    return true;
}

static bool is_container(const json *value)
{
    return json_type(value) & (JSON_ARRAY | JSON_OBJECT);
}

/* The same without its first items, or members. */
static json *without_first(struct arena *arena, const json *value, size_t count)
{
    json *less = json_copy(arena, value);

    for (size_t i = 0; i < count; i++)
        if (json_type(value) == JSON_ARRAY)
            json_remove_at(less, 0);
        else
            json_remove(less, json_key(json_first(less)));
    return less;
}

/* Whether the members of an object there are named by the schema; those of a map are not. */
static bool is_map(const struct lessening *l, const struct property_path *at)
{
    const json *node = schema_at(l->type->document, at);

    return !json_get(node ? schema_resolve(l->type->document, node) : NULL, "properties");
}

static void lessen(struct lessening *l, const char *pointer, int depth);

static void lessen_inside(struct lessening *l, const char *pointer, const json *value, int depth)
{
    size_t index = 0;

    json_each (child, value)
        lessen(l,
               json_key(child) ? pointer_add(l->arena, pointer, json_key(child))
                               : pointer_add_index(l->arena, pointer, index++),
               depth + 1);
}

/* Whether the items are objects that may lose something themselves. */
static bool lessen_items(struct lessening *l, const struct property_path *at, const json *value,
                         int depth)
{
    const json *before = l->model;

    if (json_type(value) != JSON_ARRAY || json_type(json_first(value)) != JSON_OBJECT)
        return false;
    lessen_inside(l, at->pointer, value, depth);
    if (l->model == before)
        return false;
    const json *now = pointer_get(l->model, at->pointer);
    if (json_length(now) > 1)
        try_value(l, at, without_first(l->arena, now, 1), NULL);
    return true;
}

static bool shorten(struct lessening *l, const struct property_path *at, const json *value,
                    struct ways *ways)
{
    return json_length(value) > 1 &&
           try_value(l, at, without_first(l->arena, value, 1), &ways->shortened);
}

/* Emptied, one shorter, left out: what was done least often comes first. */
static void lessen_collection(struct lessening *l, const struct property_path *at,
                              const json *value, int depth)
{
    struct ways *ways = &l->ways[depth > 0];

    if (!json_first(value))
        return;
    if (l->ways[0].emptied && lessen_items(l, at, value, depth))
        return;
    const bool rather_less = ways->emptied > ways->shortened;
    if (ways->left_out < ways->shortened && ways->left_out < ways->emptied &&
        try_value(l, at, NULL, &ways->left_out))
        return;
    if (rather_less && shorten(l, at, value, ways))
        return;
    const json *empty = without_first(l->arena, value, json_length(value));
    if (!try_value(l, at, empty, &ways->emptied) && !shorten(l, at, value, ways))
        try_value(l, at, NULL, &ways->left_out);
}

/* The value that many a language takes for none. */
static const json *blank(struct arena *arena, const json *value)
{
    switch (json_type(value)) {
    case JSON_STRING:
        return *json_string(value) ? json_new_string(arena, "") : NULL;
    case JSON_NUMBER:
        return json_equal(value, json_new_number(arena, 0)) ? NULL : json_new_number(arena, 0);
    case JSON_BOOLEAN:
        return json_true(value) ? json_new_boolean(arena, false) : NULL;
    default:
        return NULL;
    }
}

/* In turn left out and blanked, as far as that is valid. */
static void lessen_single(struct lessening *l, const struct property_path *at, const json *value,
                          int depth)
{
    const json *none = blank(l->arena, value);
    struct ways *ways = &l->ways[depth > 0];
    const bool blank_first = none && ways->blanked < ways->dropped;

    if (blank_first && try_value(l, at, none, &ways->blanked))
        return;
    if (!try_value(l, at, NULL, &ways->dropped) && none)
        try_value(l, at, none, &ways->blanked);
}

static void lessen(struct lessening *l, const char *pointer, int depth)
{
    const json *value = pointer_get(l->model, pointer);
    struct property_path at;

    if (!value || depth > DEEPEST_LESS || !pointer_read(l->arena, pointer, &at) ||
        update_keeps(l->type, pointer))
        return;
    if (json_type(value) == JSON_OBJECT && !is_map(l, &at))
        lessen_inside(l, pointer, json_copy(l->arena, value), depth);
    else if (update_needs(l->type, &at))
        return;
    else if (is_container(value))
        lessen_collection(l, &at, json_copy(l->arena, value), depth);
    else if (!step_is_item(at.steps[at.depth - 1]))
        lessen_single(l, &at, value, depth);
}

/*
 * Which properties come when: the one list or map that is emptied for certain is
 * rather one of single values, and rather not the tags.
 */
enum turn { ORDINARY, OF_OBJECTS, TAGS, TURNS };

static enum turn turn_of(const struct resource_type *type, const json *member)
{
    const bool array = json_type(member) == JSON_ARRAY;

    if (type->taggable && type->tag_property.depth &&
        strcmp(type->tag_property.steps[0], json_key(member)) == 0)
        return TAGS;
    return array && json_type(json_first(member)) == JSON_OBJECT ? OF_OBJECTS : ORDINARY;
}

const json *generate_less(struct arena *arena, const struct resource_type *type, const json *state)
{
    struct arena *scratch = arena_new();
    struct lessening l = { .arena = scratch, .type = type };
    const json *result = NULL;

    l.model = json_copy(scratch, state);
    for (enum turn turn = ORDINARY; turn < TURNS; turn++)
        json_each (member, state)
            if (turn_of(type, member) == turn)
                lessen(&l, pointer_add(scratch, "", json_key(member)), 0);
    if (!json_equal(l.model, state) && schema_valid(type->update, l.model, SCHEMA_ALL))
        result = json_copy(arena, l.model);
    arena_free(scratch);
    return result;
}
