/*
 * A state with less in it: what an update must be able to take away. Handlers
 * that merge, append, or leave alone what is empty or missing cannot be told
 * from others by an update that only brings new values.
 */
#include <string.h>

#include "odd_private.h"

enum { TRIES_MOST = 600, DEEPEST_LESS = 12 };

struct lessening {
    struct oddity o;
    /* Of the model's own properties, and of those further down: each way is taken in turn. */
    struct ways {
        unsigned emptied, shortened, left_out; /* lists and maps */
        unsigned blanked, dropped;             /* single values: "", 0, false; or left out */
    } ways[2];
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
    if (l->o.tries > TRIES_MOST ||
        !oddity_try(&l->o, at, value ? value : json_new_null(l->o.arena)))
        return false;
    if (times)
        ++*times;
    return true;
}

/* The same without its first item, or member. */
static json *without_first(struct arena *arena, const json *value)
{
    json *less = json_copy(arena, value);

    if (json_type(value) == JSON_ARRAY)
        json_remove_at(less, 0);
    else
        json_remove(less, json_key(json_first(less)));
    return less;
}

static void lessen(struct lessening *l, const char *pointer, int depth);

static void lessen_inside(struct lessening *l, const char *pointer, const json *value, int depth)
{
    size_t index = 0;

    json_each (child, value)
        lessen(l,
               json_key(child) ? pointer_add(l->o.arena, pointer, json_key(child))
                               : pointer_add_index(l->o.arena, pointer, index++),
               depth + 1);
}

/* Whether the items are objects that may lose something themselves. */
static bool lessen_items(struct lessening *l, const struct property_path *at, const json *value,
                         int depth)
{
    const json *before = l->o.model;

    if (json_type(value) != JSON_ARRAY || json_type(json_first(value)) != JSON_OBJECT)
        return false;
    lessen_inside(l, at->pointer, value, depth);
    if (l->o.model == before)
        return false;
    const json *now = pointer_get(l->o.model, at->pointer);
    if (json_length(now) > 1)
        try_value(l, at, without_first(l->o.arena, now), NULL);
    return true;
}

static bool shorten(struct lessening *l, const struct property_path *at, const json *value,
                    struct ways *ways)
{
    return json_length(value) > 1 &&
           try_value(l, at, without_first(l->o.arena, value), &ways->shortened);
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
    const json *empty = oddity_empty(l->o.arena, value);
    if (!try_value(l, at, empty, &ways->emptied) && !shorten(l, at, value, ways))
        try_value(l, at, NULL, &ways->left_out);
}

/* In turn left out and blanked, as far as that is valid. */
static void lessen_single(struct lessening *l, const struct property_path *at, const json *value,
                          int depth)
{
    const json *empty = oddity_empty(l->o.arena, value);
    const json *none = json_equal(value, empty) ? NULL : empty; /* what a language takes for none */
    struct ways *ways = &l->ways[depth > 0];
    const bool blank_first = none && ways->blanked < ways->dropped;

    if (blank_first && try_value(l, at, none, &ways->blanked))
        return;
    if (!try_value(l, at, NULL, &ways->dropped) && none)
        try_value(l, at, none, &ways->blanked);
}

static void lessen(struct lessening *l, const char *pointer, int depth)
{
    const json *value = pointer_get(l->o.model, pointer);
    struct property_path at;

    if (!value || depth > DEEPEST_LESS || !pointer_read(l->o.arena, pointer, &at) ||
        update_keeps(l->o.type, pointer))
        return;
    if (json_type(value) == JSON_OBJECT && oddity_kind(&l->o, pointer, value) == OBJECTS)
        lessen_inside(l, pointer, json_copy(l->o.arena, value), depth);
    else if (update_needs(l->o.type, &at))
        return;
    else if (json_type(value) & (JSON_ARRAY | JSON_OBJECT))
        lessen_collection(l, &at, json_copy(l->o.arena, value), depth);
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
    struct lessening l = { .o = { .arena = scratch, .type = type, .schema = type->update } };
    const json *result = NULL;

    l.o.model = json_copy(scratch, state);
    for (enum turn turn = ORDINARY; turn < TURNS; turn++)
        json_each (member, state)
            if (turn_of(type, member) == turn)
                lessen(&l, pointer_add(scratch, "", json_key(member)), 0);
    if (!json_equal(l.o.model, state) && schema_valid(type->update, l.o.model, SCHEMA_ALL))
        result = json_copy(arena, l.o.model);
    arena_free(scratch);
    return result;
}
