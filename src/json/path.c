#include "cfnc/json/pointer.h"

#include <string.h>

#include "json_private.h"

/* One walk along a path. Without an arena in `place` no pointers are made. */
struct path_walk {
    const struct property_path *path;
    struct text place;
    bool (*visit)(void *context, const char *pointer, const json *value);
    void *context;
};

static bool walk(struct path_walk *w, const json *value, size_t depth);

static bool walk_child(struct path_walk *w, const json *child, size_t index, size_t depth)
{
    const size_t length = w->place.length;

    if (!w->place.arena)
        return walk(w, child, depth);
    if (json_key(child))
        pointer_append(&w->place, json_key(child));
    else
        pointer_append_index(&w->place, index);
    const bool go_on = walk(w, child, depth);
    w->place.length = length;
    w->place.bytes[length] = '\0';
    return go_on;
}

static bool walk_every(struct path_walk *w, const json *value, size_t depth)
{
    size_t index = 0;

    json_each (child, value)
        if (!walk_child(w, child, index++, depth))
            return false;
    return true;
}

static bool walk(struct path_walk *w, const json *value, size_t depth)
{
    const struct arena *arena = w->place.arena;
    size_t index = 0;

    if (depth == w->path->depth)
        return w->visit(w->context,
                        arena ? arena_copy(w->place.arena, w->place.bytes, w->place.length) : "",
                        value);
    const char *step = w->path->steps[depth];
    if (step_is_star(step))
        return walk_every(w, value, depth + 1);
    if (json_type(value) == JSON_ARRAY && !step_is_index(step, &index))
        return walk_every(w, value, depth); /* as if '*' stood there */
    const json *child =
        json_type(value) == JSON_ARRAY ? json_at(value, index) : json_get(value, step);
    return !child || walk_child(w, child, index, depth + 1);
}

static bool take_first(void *context, const char *pointer, const json *value)
{
    const json **found = context;

    (void)pointer;
    *found = value;
    return false;
}

const json *path_get(const json *model, const struct property_path *path)
{
    const json *found = NULL;
    struct path_walk w = { .path = path, .visit = take_first, .context = &found };

    if (model)
        walk(&w, model, 0);
    return found;
}

void path_each(struct arena *arena, const json *model, const struct property_path *path,
               bool (*visit)(void *context, const char *pointer, const json *value), void *context)
{
    struct path_walk w = { path, text_new(arena), visit, context };

    if (model)
        walk(&w, model, 0);
}

/* What is done at the end of a path: `with` takes the values' place, or nothing does. */
struct edit {
    const struct property_path *path;
    const json *with;
    size_t count;
};

static void edit_child(struct edit *e, json *container, json *child)
{
    e->count++;
    if (e->with)
        json_replace(container, child, e->with);
    else
        json_drop(container, child);
}

static void edit_below(struct edit *e, json *value, size_t depth)
{
    const char *step = e->path->steps[depth];
    const bool array = json_type(value) == JSON_ARRAY, star = step_is_star(step);
    const bool last = depth + 1 == e->path->depth;
    size_t index = 0;

    if (star || (array && !step_is_index(step, &index))) {
        for (json *child = json_edit_first(value), *next; child; child = next) {
            next = json_edit_next(child);
            if (star && last)
                edit_child(e, value, child);
            else
                edit_below(e, child, depth + star);
        }
        return;
    }
    json *child = array ? json_edit_at(value, index) : json_edit(value, step);
    if (child && last)
        edit_child(e, value, child);
    else if (child)
        edit_below(e, child, depth + 1);
}

void path_remove(json *model, const struct property_path *path)
{
    struct edit e = { .path = path };

    if (model && path->depth)
        edit_below(&e, model, 0);
}

size_t path_replace(json *model, const struct property_path *path, const json *value)
{
    struct edit e = { .path = path, .with = value };

    if (model && path->depth)
        edit_below(&e, model, 0);
    return e.count;
}

/* What of `parent` stands in the way of setting its `step`, or NULL. */
static const char *obstacle(const json *parent, const char *step, size_t *index)
{
    switch (json_type(parent)) {
    case JSON_OBJECT:
        return NULL;
    case JSON_ARRAY:
        *index = json_length(parent);
        if (strcmp(step, "-") == 0)
            return NULL;
        if (!step_is_index(step, index))
            return "an array, where the pointer needs a number";
        return *index > json_length(parent) ? "an array with fewer items" : NULL;
    case JSON_STRING:
        return "a string";
    case JSON_NUMBER:
        return "a number";
    case JSON_BOOLEAN:
        return "a boolean";
    case JSON_NULL:
    case JSON_ABSENT:
        break;
    }
    return "null";
}

static void put(json *parent, const char *step, size_t index, const json *value)
{
    if (json_type(parent) == JSON_OBJECT)
        json_set(parent, step, value);
    else if (index == json_length(parent))
        json_append(parent, value);
    else
        json_replace_at(parent, index, value);
}

/* An empty array as the next item. Only an array with an owner can be made here, so one is lent. */
static json *append_array(json *array)
{
    const size_t last = json_length(array);

    json_replace_at(array, last, json_set_array(json_append_object(array), "items"));
    return json_edit_at(array, last);
}

/* The value at a step of `parent`, made when it is missing: an array when `next` is its first item.
 */
static json *child_for(json *parent, const char *step, size_t index, const char *next)
{
    const bool array = strcmp(next, "0") == 0 || strcmp(next, "-") == 0;

    if (json_type(parent) == JSON_ARRAY) {
        json *item = json_edit_at(parent, index);

        return item ? item : array ? append_array(parent) : json_append_object(parent);
    }
    json *member = json_edit(parent, step);
    if (!json_is_null(member))
        return member;
    return array ? json_set_array(parent, step) : json_set_object(parent, step);
}

const char *path_set(json *model, const struct property_path *path, const json *value)
{
    json *parent = model;

    for (size_t i = 0; i < path->depth; i++)
        if (step_is_star(path->steps[i]))
            return "'*', which stands for many places";
    for (size_t i = 0; i < path->depth; i++) {
        const char *step = path->steps[i];
        size_t index = 0;
        const char *objection = obstacle(parent, step, &index);

        if (objection)
            return objection;
        if (i + 1 == path->depth)
            put(parent, step, index, value);
        else
            parent = child_for(parent, step, index, path->steps[i + 1]);
    }
    return path->depth ? NULL : "the whole model";
}

json *model_without(struct arena *arena, const json *model, const struct property_set *set)
{
    json *copy = json_copy(arena, model);

    for (size_t i = 0; i < set->count; i++)
        path_remove(copy, &set->paths[i]);
    return copy;
}

/* The value at a path that takes no '*', written or meant. */
static const json *straight(const json *model, const struct property_path *path)
{
    const json *value = model;

    for (size_t i = 0; value && i < path->depth; i++) {
        size_t index;

        if (step_is_star(path->steps[i]))
            return NULL;
        if (json_type(value) == JSON_ARRAY)
            value = step_is_index(path->steps[i], &index) ? json_at(value, index) : NULL;
        else
            value = json_get(value, path->steps[i]);
    }
    return value;
}

static bool has_null(const json *value)
{
    const json *child = json_first(value);

    while (child && !json_is_null(child) && !has_null(child))
        child = json_next(child);
    return child;
}

static void drop_nulls(json *value)
{
    for (json *child = json_edit_first(value), *next; child; child = next) {
        next = json_edit_next(child);
        if (json_is_null(child))
            json_drop(value, child);
        else
            drop_nulls(child);
    }
}

const json *json_without_nulls(struct arena *arena, const json *value)
{
    if (!has_null(value))
        return value;
    json *copy = json_copy(arena, value);
    drop_nulls(copy);
    return copy;
}

json *model_only(struct arena *arena, const json *model, const struct property_set *set)
{
    json *only = json_object(arena);

    for (size_t i = 0; i < set->count; i++) {
        const json *value = straight(model, &set->paths[i]);

        if (value)
            path_set(only, &set->paths[i], value);
    }
    return only;
}
