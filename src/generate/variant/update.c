#include <string.h>

#include "cfnc/type/system_tags.h"
#include "generate/generate_private.h"

enum { FRESH_MOST = 8, FRESH_ENOUGH = 3, LOCKS_DEEPEST = 64 };

static bool each_of(const struct property_set *set,
                    bool (*visit)(void *context, const struct property_path *path), void *context)
{
    for (size_t i = 0; i < set->count; i++)
        if (!visit(context, &set->paths[i]))
            return false;
    return true;
}

/* Calls `visit` for each path that an update leaves alone; stops when it returns false. */
static bool each_kept(const struct resource_type *type,
                      bool (*visit)(void *context, const struct property_path *path), void *context)
{
    const bool tags_stay = type->has_tagging && type->taggable && !type->tag_updatable;

    for (size_t i = 0; i < type->additional_identifier_count; i++)
        if (!each_of(&type->additional_identifiers[i], visit, context))
            return false;
    return each_of(&type->identifier, visit, context) &&
           each_of(&type->read_only, visit, context) &&
           each_of(&type->create_only, visit, context) &&
           (!tags_stay || !type->tag_property.depth || visit(context, &type->tag_property));
}

static bool does_not_cover(void *context, const struct property_path *path)
{
    const char *const *pointer = context;

    return !path_covers(path, *pointer);
}

bool update_keeps(const struct resource_type *type, const char *pointer)
{
    return !each_kept(type, does_not_cover, &pointer);
}

/* Where in a model we are, and whether an update may change what is there. */
enum lock { FREE, PARTLY, KEPT };

struct blending {
    const struct resource_type *type;
    const char *steps[LOCKS_DEEPEST];
    size_t depth;
    enum lock lock;
};

static bool find_lock(void *context, const struct property_path *path)
{
    struct blending *b = context;

    for (size_t i = 0; i < b->depth && i < path->depth; i++)
        if (strcmp(path->steps[i], "*") != 0 && strcmp(path->steps[i], b->steps[i]) != 0)
            return true;
    b->lock = path->depth <= b->depth ? KEPT : PARTLY;
    return b->lock != KEPT;
}

static enum lock lock_here(struct blending *b)
{
    b->lock = FREE;
    if (b->depth == LOCKS_DEEPEST)
        return KEPT;
    each_kept(b->type, find_lock, b);
    return b->lock;
}

/* Whether an update may change the top-level property, with everything in it. */
static enum lock lock_of(const struct resource_type *type, const char *key)
{
    struct blending b = { .type = type, .steps = { key }, .depth = 1 };

    return lock_here(&b);
}

bool update_frees(const struct resource_type *type, const char *key)
{
    return lock_of(type, key) == FREE;
}

static const json *blend(struct arena *arena, struct blending *b, const char *step,
                         const json *created, const json *fresh);

static const json *blend_objects(struct arena *arena, struct blending *b, const json *created,
                                 const json *fresh)
{
    json *object = json_object(arena);

    json_each (member, created) {
        const json *value =
            blend(arena, b, json_key(member), member, json_get(fresh, json_key(member)));
        if (value)
            json_set(object, json_key(member), value);
    }
    json_each (member, fresh) {
        const json *value = json_get(created, json_key(member))
                                ? NULL
                                : blend(arena, b, json_key(member), NULL, member);
        if (value)
            json_set(object, json_key(member), value);
    }
    return object;
}

/*
 * As many items as were created: which of them a new item would be is not known.
 * No fresh item is used twice, or items would differ in what is kept only.
 */
static const json *blend_arrays(struct arena *arena, struct blending *b, const json *created,
                                const json *fresh)
{
    const json *next = json_first(fresh);
    json *array = json_array(arena);

    json_each (item, created ? created : fresh) {
        const json *value = next ? blend(arena, b, "*", created ? item : NULL, next) : item;
        if (value)
            json_append(array, value);
        next = next ? json_next(next) : NULL;
    }
    return array;
}

/* `fresh` with what must stay as it was created; NULL: absent. */
static const json *blend(struct arena *arena, struct blending *b, const char *step,
                         const json *created, const json *fresh)
{
    const enum json_type type = json_type(created ? created : fresh);
    const json *value = created;

    b->steps[b->depth++] = step;
    const enum lock lock = lock_here(b);
    if (lock == FREE)
        value = fresh;
    else if (lock == PARTLY && fresh && json_length(fresh) && type == json_type(fresh)) {
        if (type == JSON_OBJECT)
            value = blend_objects(arena, b, created, fresh);
        else if (type == JSON_ARRAY)
            value = blend_arrays(arena, b, created, fresh);
    }
    b->depth--;
    return value;
}

/* A model that takes values of another one. */
struct item_taking {
    struct arena *arena;
    json *model;
    const json *from;
    bool missing; /* only those that it lacks */
};

static bool take_value(void *context, const char *pointer, const json *value)
{
    const struct item_taking *t = context;
    struct property_path path;

    if ((!t->missing || json_is_null(pointer_get(t->model, pointer))) &&
        pointer_read(t->arena, pointer, &path))
        path_set(t->model, &path, value); /* what is in the way is there, so nothing is missing */
    return true;
}

static bool take_path(void *context, const struct property_path *path)
{
    struct item_taking *t = context;

    path_each(t->arena, t->from, path, take_value, t);
    return true;
}

static void remove_nulls(json *value)
{
    for (json *item = json_edit_first(value), *next; item; item = next) {
        next = json_edit_next(item);
        if (json_key(item) && json_is_null(item))
            json_remove(value, json_key(item));
        else
            remove_nulls(item);
    }
}

/*
 * The state to start from; NULL and the error if nothing is valid. As it was created, with what is
 * not returned; the same without its nulls; what was asked for, with what an update must leave as
 * it was created; and that without what the service added, as a default may be at odds with a value
 * that is not returned.
 */
static json *start_of(struct arena *arena, const struct resource_type *type, const json *requested,
                      const json *created, struct error *error)
{
    const bool is_object = json_type(created) == JSON_OBJECT;
    struct item_taking t = { arena, is_object ? json_copy(arena, created) : json_object(arena),
                             requested, true };

    if (is_object)
        each_of(&type->write_only, take_path, &t);
    if (is_object && schema_valid(type->update, t.model, SCHEMA_ALL))
        return t.model;
    remove_nulls(t.model);
    const struct schema_fault *fault = schema_faults(arena, type->update, t.model, SCHEMA_ALL);
    if (is_object && !fault)
        return t.model;
    for (int missing = 0; missing < 2 && json_type(requested) == JSON_OBJECT; missing++) {
        t = (struct item_taking){ arena, json_copy(arena, requested), created, missing };
        if (missing) {
            each_of(&type->identifier, take_path, &t);
            each_of(&type->read_only, take_path, &t);
        } else
            each_kept(type, take_path, &t);
        if (schema_valid(type->update, t.model, SCHEMA_ALL))
            return t.model;
    }
    error_set(error, "%.100s: no update can be made of the model that was created (%.100s: %.200s)",
              type->name, fault && *fault->path ? fault->path : "the model",
              fault ? fault->message : "it is no object");
    return NULL;
}

/* Takes the properties of `fresh` all at once, or those that are valid one by one. */
static json *take_fresh(struct arena *arena, const struct resource_type *type, const json *start,
                        json *model, const json *fresh)
{
    struct blending b = { .type = type };
    json *all = json_copy(arena, model);

    json_each (member, fresh) {
        const json *old = json_get(start, json_key(member));
        const json *now = json_get(model, json_key(member));
        const bool changed = old ? !json_equal(old, now) : now != NULL;
        const json *value = changed ? NULL : blend(arena, &b, json_key(member), old, member);
        if (value)
            json_set(all, json_key(member), value);
    }
    if (schema_valid(type->update, all, SCHEMA_ALL))
        return all;
    json_each (member, all) {
        const char *key = json_key(member);
        json *one = json_equal(member, json_get(model, key)) ? NULL : json_copy(arena, model);

        if (one)
            json_set(one, key, member);
        if (one && schema_valid(type->update, one, SCHEMA_ALL))
            model = one;
    }
    return model;
}

/* Where no new value was valid, leaving a value out is a change as well. */
static json *leave_one_out(struct arena *arena, const struct resource_type *type, json *model)
{
    json_each (member, model) {
        json *less = json_copy(arena, model);

        json_remove(less, json_key(member));
        if (update_frees(type, json_key(member)) && schema_valid(type->update, less, SCHEMA_ALL))
            return less;
    }
    return model;
}

static bool any_may_change(const struct resource_type *type, const json *model)
{
    json_each (member, model)
        if (lock_of(type, json_key(member)) != KEPT)
            return true;
    return false;
}

static const char *set_fixed(json *model, const struct fixed_set *fixed)
{
    for (size_t i = 0; i < fixed->count; i++)
        if (fixed->items[i].given == GIVEN_WHOLE && fixed->items[i].path.depth &&
            path_set(model, &fixed->items[i].path, fixed->items[i].value))
            return fixed->items[i].path.pointer;
    return NULL;
}

/* The given values go over what was found, and it must still be valid. */
static json *lay_over(struct arena *arena, const struct resource_type *type, json *model,
                      const struct fixed_set *fixed, struct error *error)
{
    const char *blocked = set_fixed(model, fixed);
    const struct schema_fault *fault = schema_faults(arena, type->update, model, SCHEMA_ALL);

    if (blocked)
        error_set(error, "%.200s: there is no place for this value in the update", blocked);
    else if (fault)
        error_set(error, "%.200s: %.250s", *fault->path ? fault->path : "the update",
                  fault->message);
    return blocked || fault ? NULL : model;
}

/* Whether there is nothing left of `start` that a fresh model might change. */
static bool all_changed(const struct resource_type *type, const json *start, const json *model)
{
    json_each (member, start)
        if (update_frees(type, json_key(member)) &&
            json_equal(member, json_get(model, json_key(member))))
            return false;
    return !json_equal(start, model);
}

static json *find_update(struct arena *scratch, const struct resource_type *type, const json *start,
                         const struct generation *how, struct random *random, struct error *error)
{
    const struct making making = making_of(scratch, how);
    const struct generation without = { .variant = making.variant };
    json *model = json_copy(scratch, start);

    for (unsigned i = 0; i < FRESH_MOST; i++) {
        const json *fresh = generate_create_as(scratch, type, how, random, error);

        if (!fresh && making.fixed.count) /* laid over at the end, and then blamed by name */
            fresh = generate_create_as(scratch, type, &without, random, error);
        if (fresh && !any_may_change(type, fresh))
            break;
        if (fresh)
            model = take_fresh(scratch, type, start, model, fresh);
        if (i + 1 >= FRESH_ENOUGH ? !json_equal(model, start) : all_changed(type, start, model))
            break;
    }
    model = resize_lists(scratch, type, start, model, random);
    return json_equal(model, start) ? leave_one_out(scratch, type, model) : model;
}

const json *generate_update_as(struct arena *arena, const struct resource_type *type,
                               const json *requested, const json *created,
                               const struct generation *how, struct random *random,
                               struct error *error)
{
    struct arena *scratch = arena_new();
    const struct making making = making_of(scratch, how);
    const json *start = start_of(scratch, type, requested, created, error);
    json *model = start ? find_update(scratch, type, start, how, random, error) : NULL;

    if (model && json_type(requested) == JSON_OBJECT)
        model = keep_keys(scratch, type, requested, model);
    if (model && making.fixed.count)
        model = lay_over(scratch, type, model, &making.fixed, error);
    const json *apart =
        model && !making.fixed.count ? model_without_twin_tags(scratch, type, model) : model;
    if (apart != model && !json_equal(apart, start) &&
        schema_valid(type->update, apart, SCHEMA_ALL))
        model = json_copy(scratch, apart);
    const json *result = model ? json_copy(arena, model) : NULL;
    arena_free(scratch);
    return result;
}
