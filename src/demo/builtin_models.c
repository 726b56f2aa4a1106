#include <string.h>

#include "cfnc/compare/compare.h"
#include "builtin_private.h"

enum {
    DEEPEST = 40,        /* of defaults within defaults, which a recursive schema may ask for */
    MOST_VISITS = 20000, /* of subschemas, which allOf in allOf may double at each level */
    VALUE_TRIES = 4,
    IDENTIFIER_TRIES = 64
};

json *model_requested(const struct invocation *call, const json *desired)
{
    return model_without(call->arena, json_without_nulls(call->arena, desired),
                         &call->type->read_only);
}

json *model_shown(const struct invocation *call, const json *full)
{
    return model_without(call->arena, full, &call->type->write_only);
}

bool model_is_shapely(const struct invocation *call, const json *model)
{
    return schema_valid(call->type->returned, model, SCHEMA_SHAPE);
}

/* The default value of a property schema, through $ref; NULL when it has none, or one with null. */
static const json *model_default(const struct invocation *call, const json *node)
{
    const json *value = json_get(node, "default");

    if (!value)
        value = json_get(schema_resolve(call->type->document, node), "default");
    return json_is_null(value) || json_without_nulls(call->arena, value) != value ? NULL : value;
}

const json *model_value(const struct invocation *call, const struct property_path *path)
{
    const json *node = schema_at(call->type->document, path);
    struct error error;
    const json *value =
        node ? generate_value(call->arena, call->type, node, &call->builtin->random, &error) : NULL;

    return json_is_null(value) ? NULL : json_without_nulls(call->arena, value);
}

/* --- Defaults --- */

struct defaults {
    const struct invocation *call;
    json *model;  /* the whole */
    bool shapely; /* as it was asked for */
    int visits;
};

/* A value and a subschema that describes it. */
struct described {
    struct defaults *defaults;
    json *value;
    int depth;
};

static bool add_below(void *context, const json *node);

/* A read-only identifier is generated, default or not: two resources would share it. */
static bool identifies(const struct defaults *d, const json *object, const char *key)
{
    const struct resource_type *type = d->call->type;
    const struct property_path path = { .steps = &key, .depth = 1 };

    return object == d->model && set_has(&type->identifier, &path) &&
           set_has(&type->read_only, &path);
}

/* Adds the defaults of the properties that `node` declares itself, or by allOf. */
static void add_here(struct defaults *d, json *object, const json *node, int depth)
{
    const struct resource_type *type = d->call->type;

    node = schema_resolve(type->document, node);
    if (depth > DEEPEST || d->visits++ > MOST_VISITS)
        return;
    json_each (property, json_get(node, "properties")) {
        const char *key = json_key(property);
        const json *value = model_default(d->call, property);

        if (!value || json_get(object, key) || identifies(d, object, key))
            continue;
        json_set(object, key, value);
        if (d->shapely && !model_is_shapely(d->call, d->model))
            json_remove(object, key); /* the schema contradicts itself */
    }
    json_each (part, json_get(node, "allOf"))
        add_here(d, object, part, depth + 1);
}

static bool add_below(void *context, const json *node)
{
    const struct described *at = context;
    struct defaults *d = at->defaults;
    const bool object = json_type(at->value) == JSON_OBJECT;

    if (at->depth > DEEPEST || d->visits++ > MOST_VISITS)
        return false;
    if (object)
        add_here(d, at->value, node, 0);
    for (json *child = json_edit_first(at->value); child; child = json_edit_next(child)) {
        struct described below = { d, child, at->depth + 1 };

        if (json_first(child) || json_type(child) == JSON_OBJECT)
            schema_each_child(d->call->type->document, node, object ? json_key(child) : "*",
                              add_below, &below);
    }
    return true;
}

void model_add_defaults(const struct invocation *call, json *model)
{
    struct defaults defaults = { call, model, model_is_shapely(call, model), 0 };
    struct described whole = { &defaults, model, 0 };

    add_below(&whole, call->type->document);
}

/* --- Read-only, create-only: values that the request does not bring --- */

struct fill {
    const struct invocation *call;
    json *model; /* the whole */
    const struct property_path *path;
    bool generate; /* a new value where there is no stored one; parents too */
    bool shapely;  /* the model before that */
};

/* Puts a value under `key`: the stored one, or a new one that the schema has nothing against. */
static bool fill_value(const struct fill *f, json *object, const char *key, const json *stored)
{
    if (!json_is_null(stored)) {
        json_set(object, key, stored);
        return true;
    }
    for (int i = 0; f->generate && i < VALUE_TRIES; i++) {
        const json *value = model_value(f->call, f->path);

        if (!value)
            continue;
        json_set(object, key, value);
        if (!f->shapely || model_is_shapely(f->call, f->model))
            return true;
        json_remove(object, key);
    }
    return false;
}

/* Whether the model could still be asked for, once it is rid of what it must not ask for. */
static bool still_creatable(const struct fill *f)
{
    const struct resource_type *type = f->call->type;

    return schema_valid(type->create, model_without(f->call->arena, f->model, &type->read_only),
                        SCHEMA_ALL);
}

/*
 * Makes what leads to a read-only value, { "Endpoint": { "Address" }}; unless
 * that makes a model which READ would return and CREATE would refuse.
 */
static void fill_parents(const struct fill *f, json *object, size_t depth, const json *stored)
{
    const char *const *steps = f->path->steps;
    const char *first = steps[depth];
    const bool creatable = still_creatable(f);
    json *parent = object;

    for (size_t i = depth; i < f->path->depth; i++)
        if (step_is_star(steps[i]))
            return;
    for (; depth + 1 < f->path->depth; depth++) {
        parent = json_set_object(parent, steps[depth]);
        stored = json_get(stored, steps[depth]);
    }
    if (!fill_value(f, parent, steps[depth], json_get(stored, steps[depth])) ||
        (f->shapely && !model_is_shapely(f->call, f->model)) || (creatable && !still_creatable(f)))
        json_remove(object, first);
}

static void fill(const struct fill *f, json *at, const json *stored, size_t depth);

/* Each item or member, with the stored one of the same index or key. */
static void fill_every(const struct fill *f, json *at, const json *stored, size_t depth)
{
    const json *same = json_type(stored) == JSON_ARRAY ? json_first(stored) : NULL;

    for (json *item = json_edit_first(at); item; item = json_edit_next(item)) {
        const char *key = json_key(item);

        fill(f, item, key ? json_get(stored, key) : same, depth);
        same = same ? json_next(same) : NULL;
    }
}

static void fill(const struct fill *f, json *at, const json *stored, size_t depth)
{
    const char *step = f->path->steps[depth];
    const bool last = depth + 1 == f->path->depth;

    if (step_is_star(step) && !last)
        fill_every(f, at, stored, depth + 1);
    else if (json_type(at) == JSON_ARRAY && !step_is_item(step))
        fill_every(f, at, stored, depth); /* as if '*' stood there */
    if (json_type(at) != JSON_OBJECT || step_is_star(step))
        return;
    json *child = json_edit(at, step);
    if (child && !last)
        fill(f, child, json_get(stored, step), depth + 1);
    else if (!child && last)
        fill_value(f, at, step, json_get(stored, step));
    else if (!child && f->generate)
        fill_parents(f, at, depth, stored);
}

/* Shallow paths first: what lies below a read-only object comes with it. */
static void fill_set(const struct invocation *call, json *model, const struct property_set *set,
                     const json *stored, bool generate)
{
    struct fill f = { call, model, NULL, generate, model_is_shapely(call, model) };
    size_t deepest = 0;

    for (size_t i = 0; i < set->count; i++)
        deepest = set->paths[i].depth > deepest ? set->paths[i].depth : deepest;
    for (size_t depth = 1; depth <= deepest; depth++)
        for (size_t i = 0; i < set->count; i++) {
            f.path = &set->paths[i];
            if (f.path->depth == depth)
                fill(&f, model, stored, 0);
        }
}

void model_add_read_only(const struct invocation *call, json *model, const json *stored)
{
    fill_set(call, model, &call->type->read_only, stored, true);
}

static void take_over(const struct property_set *set, json *model, const json *stored)
{
    for (size_t i = 0; i < set->count; i++) {
        const json *value = path_get(stored, &set->paths[i]);

        if (value && json_is_null(path_get(model, &set->paths[i])))
            path_set(model, &set->paths[i], value);
    }
}

json *model_progress(const struct invocation *call, const struct resource *resource)
{
    json *model = json_copy(call->arena, resource->requested);

    take_over(&call->type->identifier, model, resource->full);
    fill_set(call, model, &call->type->read_only, resource->full, false);
    return model;
}

void model_keep(const struct invocation *call, json *model, const json *stored)
{
    take_over(&call->type->identifier, model, stored);
    fill_set(call, model, &call->type->create_only, stored, false);
}

/* --- Identifiers --- */

/* Something else of the same type, for when chance finds nothing new. */
static const json *counted(const struct invocation *call, const json *value, unsigned long number)
{
    const char *string = json_string(value);

    if (string)
        return json_new_string(call->arena, arena_printf(call->arena, "%s%lu", string, number));
    if (json_type(value) == JSON_NUMBER)
        return json_new_number(call->arena, (double)number);
    return value;
}

/* Sets what the identifiers lack in `model`. False when no value was found. */
static bool identify(const struct invocation *call, json *model, unsigned tries)
{
    const struct resource_type *type = call->type;

    for (size_t k = 0; k <= type->additional_identifier_count; k++) {
        const struct property_set *set =
            k == 0 ? &type->identifier : &type->additional_identifiers[k - 1];

        for (size_t i = 0; i < set->count; i++) {
            const struct property_path *path = &set->paths[i];

            /* It is for the provider to make up any primary one, additional ones when read-only. */
            if (!json_is_null(path_get(model, path)) || (k && !set_has(&type->read_only, path)))
                continue;
            const json *value = model_value(call, path);
            if (value && tries > IDENTIFIER_TRIES / 2)
                value = counted(call, value, call->builtin->serial + tries);
            if (!value || path_set(model, path, value))
                return false;
        }
    }
    return true;
}

const char *model_complete(const struct invocation *call, json *model)
{
    const struct resource_type *type = call->type;
    const bool shapely = model_is_shapely(call, model);

    for (unsigned tries = 1; tries <= IDENTIFIER_TRIES; tries++) {
        json *attempt = json_copy(call->arena, model);

        if (!identify(call, attempt, tries) || (shapely && !model_is_shapely(call, attempt)) ||
            store_holder(call->builtin, attempt, NULL))
            continue;
        take_over(&type->identifier, model, attempt);
        for (size_t i = 0; i < type->additional_identifier_count; i++)
            take_over(&type->additional_identifiers[i], model, attempt);
        model_add_read_only(call, model, NULL);
        return NULL;
    }
    return "no unused value was found for the resource's identifier";
}

/* --- Create-only --- */

/* Write-only values are no part of a comparison, unless they alone are create-only. */
static bool secret_changed(const struct resource_type *type, const struct property_path *path,
                           const json *model, const json *stored)
{
    const json *is = path_get(model, path), *was = path_get(stored, path);

    return set_has(&type->write_only, path) && is && was && !json_equal(is, was);
}

const char *model_changes_create_only(const struct invocation *call, const json *model,
                                      const json *stored)
{
    const struct resource_type *type = call->type;
    const struct comparison comparison = compare_models(call->arena, type, model, stored);
    const struct difference *d = comparison.differences;

    for (; d; d = d->next)
        if (d->kind != DIFFERENCE_MISSING && set_covers(&type->create_only, d->path))
            return d->path;
    for (size_t i = 0; i < type->create_only.count; i++)
        if (secret_changed(type, &type->create_only.paths[i], model, stored))
            return type->create_only.paths[i].pointer;
    return NULL;
}
