/* What faults make of an update: a state that is not the one that was asked for. */
#include <string.h>

#include "builtin_private.h"

static void become(json *model, const json *other)
{
    while (json_first(model))
        json_remove(model, json_key(json_first(model)));
    json_each (member, other)
        json_set(model, json_key(member), member);
}

/* What the update's answer is to show, where that is something else; or NULL. */
const json *fault_apply_update(const struct call *call, json *model, const json *stored)
{
    const json *honest = json_copy(call->arena, model), *claimed = NULL;

    for (const struct fault *const *f = call->builtin->faults; *f; f++) {
        json *spoilt = (*f)->update ? json_copy(call->arena, model) : NULL;

        if (!spoilt)
            continue;
        (*f)->update(call->builtin, spoilt, stored);
        if (!model_is_shapely(call, spoilt) && model_is_shapely(call, model))
            continue; /* that would be another fault */
        become(model, spoilt);
        claimed = (*f)->silent ? honest : claimed;
    }
    return claimed;
}

bool fault_apply_blind(const struct call *call)
{
    for (const struct fault *const *f = call->builtin->faults; *f; f++)
        if ((*f)->blind && (*f)->on & call->action && (*f)->blind(call->builtin))
            return true;
    return false;
}

static bool is_map(const struct builtin *builtin, const char *key)
{
    const struct property_path path = { .pointer = key, .steps = &key, .depth = 1 };
    const json *node = schema_at(builtin->type->document, &path);

    return node && !json_get(schema_resolve(builtin->type->document, node), "properties");
}

/* Adds the members of `old` that `now` has not got, and with `deep` those inside of what it has. */
static void merge(json *now, const json *old, bool deep)
{
    json_each (member, old) {
        json *there = json_edit(now, json_key(member));

        if (!there)
            json_set(now, json_key(member), member);
        else if (deep && json_type(there) == JSON_OBJECT && json_type(member) == JSON_OBJECT)
            merge(there, member, true);
    }
}

void fault_merge_maps(struct builtin *builtin, json *model, const json *stored)
{
    json_each (old, stored) {
        json *now = json_edit(model, json_key(old));

        if (json_type(now) == JSON_OBJECT && json_type(old) == JSON_OBJECT &&
            is_map(builtin, json_key(old)))
            merge(now, old, false);
    }
}

/* Only the keys are compared: what was there before is not written again. */
void fault_keep_values(struct builtin *builtin, json *model, const json *stored)
{
    json_each (old, stored) {
        json *now = json_edit(model, json_key(old));

        if (json_type(now) != JSON_OBJECT || !is_map(builtin, json_key(old)))
            continue;
        json_each (member, old)
            if (json_get(now, json_key(member)))
                json_set(now, json_key(member), member);
    }
}

void fault_merge_nested(struct builtin *builtin, json *model, const json *stored)
{
    (void)builtin;
    json_each (old, stored) {
        json *now = json_edit(model, json_key(old));

        if (json_type(now) == JSON_OBJECT && json_type(old) == JSON_OBJECT)
            merge(now, old, true);
    }
}

void fault_keep_removed(struct builtin *builtin, json *model, const json *stored)
{
    (void)builtin;
    merge(model, stored, false);
}

static bool is_array(const json *value)
{
    return json_type(value) == JSON_ARRAY;
}

/* The items of old lists that the new ones do not hold are there still, behind them. */
static void append_old(json *now, const json *old)
{
    json_each (item, old)
        if (!json_holds(now, item))
            json_append(now, item);
}

void fault_append_lists(struct builtin *builtin, json *model, const json *stored)
{
    (void)builtin;
    json_each (old, stored) {
        json *now = json_edit(model, json_key(old));

        if (is_array(now) && is_array(old))
            append_old(now, old);
    }
}

/* Item by item, as far as the new list goes. */
void fault_overlay_lists(struct builtin *builtin, json *model, const json *stored)
{
    (void)builtin;
    json_each (old, stored) {
        json *now = json_edit(model, json_key(old));

        if (is_array(now) && is_array(old))
            for (size_t i = json_length(now); i < json_length(old); i++)
                json_append(now, json_at(old, i));
    }
}

static bool is_empty(const json *value)
{
    return json_type(value) & (JSON_ARRAY | JSON_OBJECT) && !json_first(value);
}

/* "if lists:" of many a language: what is empty is taken for what is not given. At any depth. */
void fault_ignore_emptied(struct builtin *builtin, json *model, const json *stored)
{
    for (json *now = json_edit_first(model), *next; now; now = next) {
        const json *old = json_get(stored, json_key(now));

        next = json_edit_next(now);
        if (is_empty(now) && json_type(old) == json_type(now))
            json_replace(model, now, old);
        else if (json_type(now) == JSON_OBJECT && json_type(old) == JSON_OBJECT)
            fault_ignore_emptied(builtin, now, old);
    }
}

/* "if value:" likewise. */
void fault_ignore_blank(struct builtin *builtin, json *model, const json *stored)
{
    for (json *now = json_edit_first(model), *next; now; now = next) {
        const json *old = json_get(stored, json_key(now));
        const char *string = json_string(now);

        next = json_edit_next(now);
        if (old && (json_false(now) || (string && !*string) ||
                    json_equal(now, json_new_number(builtin->call->arena, 0))))
            json_replace(model, now, old);
    }
}

/* Members that items of lists leave out are those of the items that stood in their places. */
void fault_merge_items(struct builtin *builtin, json *model, const json *stored)
{
    (void)builtin;
    json_each (old, stored) {
        json *now = json_edit(model, json_key(old));
        const json *was = is_array(now) && is_array(old) ? json_first(old) : NULL;

        for (json *item = json_edit_first(now); item && was;
             item = json_edit_next(item), was = json_next(was))
            if (json_type(item) == JSON_OBJECT && json_type(was) == JSON_OBJECT)
                merge(item, was, false);
    }
}

/* The same of lists that are not emptied, only made shorter. */
void fault_ignore_shorter(struct builtin *builtin, json *model, const json *stored)
{
    (void)builtin;
    json_each (old, stored) {
        json *now = json_edit(model, json_key(old));

        if (json_type(old) & (JSON_ARRAY | JSON_OBJECT) && json_type(old) == json_type(now) &&
            json_length(now) < json_length(old))
            json_replace(model, now, old);
    }
}

void fault_keep_tags(struct builtin *builtin, json *model, const json *stored)
{
    const struct property_path *tags = &builtin->type->tag_property;
    const json *old = path_get(stored, tags), *now = path_get(model, tags);

    if (!old)
        return;
    json *both = now ? json_copy(builtin->call->arena, now) : json_array(builtin->call->arena);
    if (!now && !is_array(old))
        both = json_object(builtin->call->arena);
    if (is_array(both))
        append_old(both, old);
    else
        merge(both, old, false);
    path_set(model, tags, both);
}

void fault_ignore_tags(struct builtin *builtin, json *model, const json *stored)
{
    const struct property_path *tags = &builtin->type->tag_property;
    const json *old = path_get(stored, tags);

    if (old)
        path_set(model, tags, old);
    else
        path_remove(model, tags);
}

/* What lies inside of a property stays as it was, where there was something. */
void fault_top_level_only(struct builtin *builtin, json *model, const json *stored)
{
    json_each (old, stored) {
        const json *now = json_get(model, json_key(old));

        if (json_first(old) && json_first(now) &&
            fault_changeable_inside(builtin->type, json_key(old)))
            json_set(model, json_key(old), old);
    }
}

/* As if it were deleted and created again: what the service chose is chosen anew. */
void fault_replace(struct builtin *builtin, json *model, const json *stored)
{
    const struct call *call = builtin->call;
    const struct property_set *read_only = &builtin->type->read_only;

    (void)stored;
    for (size_t i = 0; i < read_only->count; i++)
        if (!set_has(&builtin->type->identifier, &read_only->paths[i]))
            path_remove(model, &read_only->paths[i]);
    model_add_read_only(call, model, NULL);
}

/* The first update is honest, and any after it does nothing. */
void fault_update_once(struct builtin *builtin, json *model, const json *stored)
{
    if (!builtin->call->before)
        return;
    become(model, stored);
}

/* A second resource, in the state that was asked for, under an identifier of its own. */
static void make_another(const struct call *call, const json *desired)
{
    const struct property_set *identifier = &call->type->identifier;
    json *model = model_requested(call, desired);

    for (size_t i = 0; i < identifier->count; i++)
        path_remove(model, &identifier->paths[i]);
    for (size_t k = 0; k < call->type->additional_identifier_count; k++)
        for (size_t i = 0; i < call->type->additional_identifiers[k].count; i++)
            path_remove(model, &call->type->additional_identifiers[k].paths[i]);
    const json *requested = json_copy(call->arena, model);
    model_add_defaults(call, model);
    if (model_add_identifiers(call, model))
        return;
    model_add_read_only(call, model, NULL);
    store_put(call->builtin, model, requested, NULL, NULL);
}

void fault_make_another(struct builtin *builtin, json *model, const json *stored)
{
    (void)stored;
    make_another(builtin->call, model);
}

static bool is_gone(const struct call *call)
{
    return store_find(call->builtin, call->desired, true);
}

void fault_upsert(const struct call *call)
{
    struct builtin *builtin = call->builtin;
    const bool deleted = is_gone(call);

    if (builtin_faulty(builtin, "update-absent-makes-another"))
        make_another(call, call->desired);
    if (!builtin_faulty(builtin, "update-absent-creates") &&
        !(deleted && builtin_faulty(builtin, "update-deleted-creates")))
        return;
    json *model = model_requested(call, call->desired);
    const json *requested = json_copy(call->arena, model);
    if (resource_type_lacks(call->type, call->desired))
        return;
    for (size_t i = 0; i < call->type->identifier.count; i++)
        path_set(model, &call->type->identifier.paths[i],
                 path_get(call->desired, &call->type->identifier.paths[i]));
    model_add_defaults(call, model);
    if (store_holder(builtin, model, NULL) || model_add_identifiers(call, model))
        return;
    model_add_read_only(call, model, NULL);
    store_put(builtin, model, requested, NULL, NULL);
}

void fault_settle_update(const struct call *call, struct resource *resource)
{
    struct builtin *builtin = call->builtin;

    if (resource->before && builtin_faulty(builtin, "progress-update-undone"))
        store_put(builtin, resource->before, resource->requested, NULL, resource);
}

/* --- Handlers that do not find what is there --- */

bool fault_alone(const struct builtin *builtin)
{
    const struct call *call = builtin->call;
    const json *sent = call->desired;
    const struct property_set *identifier = &builtin->type->identifier;
    json *rest = model_without(call->arena, sent, identifier);

    for (size_t i = 0; i < identifier->count; i++) /* parents of identifiers inside */
        if (identifier->paths[i].depth > 1 &&
            !json_first(json_get(rest, identifier->paths[i].steps[0])))
            json_remove(rest, identifier->paths[i].steps[0]);
    return !json_first(rest);
}

bool fault_only_by_model(const struct builtin *builtin)
{
    return !builtin->call->context && fault_alone(builtin);
}

bool fault_only_by_identifier(const struct builtin *builtin)
{
    return !builtin->call->context && resource_type_lacks(builtin->type, builtin->call->desired);
}
