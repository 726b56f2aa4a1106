#ifndef CFNC_POINTER_H
#define CFNC_POINTER_H

#include "cfnc/json/json.h"

/*
 * JSON pointers (RFC 6901) and property paths: a place, or with '*' the places,
 * in a model. A property path is what a resource schema means by
 * "/properties/A/B" once the schema words between the names are gone: A, B.
 */
struct property_path {
    const char *pointer;      /* into the model, for messages: "/A/List/" "*" "/B" */
    const char *const *steps; /* unescaped; "*" stands for every item or every member */
    size_t depth;
};

struct property_set {
    const struct property_path *paths;
    size_t count;
};

/* Splits a pointer into a path. False when it does not begin with '/' or has a bad '~'. */
MUST_USE bool pointer_read(struct arena *arena, const char *pointer, struct property_path *path);

/* Whether a step stands for everything, for one item of an array by its number, or either. */
bool step_is_star(const char *step);
bool step_is_index(const char *step, size_t *index);
bool step_is_item(const char *step);

/* The pointer with one more step, escaped. */
const char *pointer_add(struct arena *arena, const char *pointer, const char *step);
const char *pointer_add_index(struct arena *arena, const char *pointer, size_t index);

/* The value at a pointer of a document ("" is the document), or NULL. */
const json *pointer_get(const json *document, const char *pointer);

/* The same of a URI's fragment, where %25 is a percent sign: what follows '#' in a "$ref". */
const json *pointer_get_fragment(const json *document, const char *fragment);

/* The first value at `path` in `model`, or NULL. An empty model has none. */
const json *path_get(const json *model, const struct property_path *path);

/* Calls `visit` for each value at `path`, with its concrete pointer; stops when it returns false.
 */
void path_each(struct arena *arena, const json *model, const struct property_path *path,
               bool (*visit)(void *context, const char *pointer, const json *value), void *context);

/* Removes every value at the path (items of arrays too), leaving emptied parents in place. */
void path_remove(json *model, const struct property_path *path);

/* Puts `value` in place of every value at the path. Returns how many there were. */
size_t path_replace(json *model, const struct property_path *path, const json *value);

/*
 * Sets the value at a path without '*', making missing parents (objects; an
 * array only when its next item is meant). Returns what is in the way, or NULL.
 */
const char *path_set(json *model, const struct property_path *path, const json *value);

/* Whether the concrete pointer `pointer` is at `path`, or below it. */
bool path_covers(const struct property_path *path, const char *pointer);
bool set_covers(const struct property_set *set, const char *pointer);

/* Whether some path of the set is the same as `path`. */
bool set_has(const struct property_set *set, const struct property_path *path);

/* Whether some path of the set is at, above or below `path`; a '*' of the set is any step. */
bool set_meets(const struct property_set *set, const struct property_path *path);

/* A copy of `model` without the properties of the set. */
json *model_without(struct arena *arena, const json *model, const struct property_set *set);

/* The value without nulls, at any depth; the value itself when it holds none. */
const json *json_without_nulls(struct arena *arena, const json *value);

/* Only the properties of the set: what identifies a resource, say. Paths with '*' are left out. */
json *model_only(struct arena *arena, const json *model, const struct property_set *set);

#endif
