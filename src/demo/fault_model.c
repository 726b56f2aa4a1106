/* What faults do to a model beyond the values that were asked for: see fault_value.c for those. */
#include "builtin_private.h"

static json *shown(json *event)
{
    return json_edit(event, "resourceModel");
}

void fault_no_identifier(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    path_remove(shown(event), &builtin->type->identifier.paths[0]);
}

void fault_other_identifier(struct builtin *builtin, const json *payload, json *event)
{
    const struct property_set *identifier = &builtin->type->identifier;
    bool changed = false;

    (void)payload;
    for (size_t i = 0; i < identifier->count && !changed; i++)
        changed = fault_change(builtin->call, shown(event), identifier->paths[i].pointer);
}

void fault_undeclared(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_string(shown(event), "CfncUndeclared", "x");
}

void fault_wrong_type(struct builtin *builtin, const json *payload, json *event)
{
    const struct call *call = builtin->call;
    const struct property_path *path = fault_read_only(builtin->type);
    const json *const values[] = { json_new_number(call->arena, 0.5),
                                   json_new_string(call->arena, "x"),
                                   json_new_boolean(call->arena, true) };

    (void)payload;
    if (!path || !path_get(shown(event), path))
        return;
    for (size_t i = 0; i < 3; i++) {
        if (path_set(shown(event), path, values[i]) || !model_is_shapely(call, shown(event)))
            return;
    }
}

/* Which properties could be null, the best first: absent ones, which serializers write so. */
static bool nullable(const struct resource_type *type, const json *model, const char *key,
                     int round)
{
    const bool absent = !json_get(model, key), secret = fault_touches(&type->write_only, key);

    if (fault_touches(&type->identifier, key))
        return false;
    return round == 0   ? absent && !secret
           : round == 1 ? absent
           : round == 2 ? fault_changeable(type, key)
                        : true;
}

void fault_null(struct builtin *builtin, const json *payload, json *event)
{
    const json *properties = json_get(builtin->type->document, "properties");
    json *model = shown(event);

    (void)payload;
    for (int round = 0; round < 4; round++)
        json_each (property, properties) {
            if (!nullable(builtin->type, model, json_key(property), round))
                continue;
            json_set(model, json_key(property), NULL);
            return;
        }
}

struct secret {
    const char *pointer;
    const json *value;
};

static bool note_secret(void *context, const char *pointer, const json *value)
{
    *(struct secret *)context = (struct secret){ pointer, value };
    return false;
}

/* A write-only value of the resource; one that it might have, when it was given none. */
static struct secret find_secret(const struct call *call, const json *full)
{
    const struct property_set *set = &call->type->write_only;
    struct secret secret = { NULL, NULL };

    for (size_t i = 0; i < set->count && !secret.pointer; i++)
        path_each(call->arena, full, &set->paths[i], note_secret, &secret);
    for (size_t i = 0; i < set->count && !secret.pointer; i++) {
        const json *value = model_value(call, &set->paths[i]);
        json *probe = json_copy(call->arena, full);

        if (value && !path_set(probe, &set->paths[i], value))
            secret = (struct secret){ set->paths[i].pointer, value };
    }
    return secret;
}

static void put_secret(const struct call *call, json *model, const char *pointer, const json *value)
{
    struct property_path path;

    if (pointer && pointer_read(call->arena, pointer, &path))
        path_set(model, &path, value);
}

void fault_write_only(struct builtin *builtin, const json *payload, json *event)
{
    const struct call *call = builtin->call;

    (void)payload;
    if (!call->full || !shown(event))
        return;
    const struct secret secret = find_secret(call, call->full);
    put_secret(call, shown(event), secret.pointer, secret.value);
}

void fault_falsy_write_only(struct builtin *builtin, const json *payload, json *event)
{
    const struct call *call = builtin->call;

    (void)payload;
    if (!call->full)
        return;
    const struct secret secret = find_secret(call, call->full);
    const enum json_type type = json_type(secret.value);
    put_secret(call, shown(event), secret.pointer,
               type == JSON_OBJECT    ? json_object(call->arena)
               : type == JSON_ARRAY   ? json_array(call->arena)
               : type == JSON_NUMBER  ? json_new_number(call->arena, 0)
               : type == JSON_BOOLEAN ? json_new_boolean(call->arena, false)
                                      : json_new_string(call->arena, ""));
}

void fault_list_write_only(struct builtin *builtin, const json *payload, json *event)
{
    json *models = json_edit(event, "resourceModels");

    (void)payload;
    for (json *model = json_edit_first(models); model; model = json_edit_next(model)) {
        const struct resource *resource = store_find(builtin, model, false);

        if (resource) {
            const struct secret secret = find_secret(builtin->call, resource->full);
            put_secret(builtin->call, model, secret.pointer, secret.value);
        }
    }
}

void fault_no_read_only(struct builtin *builtin, const json *payload, json *event)
{
    const struct property_path *path = fault_read_only(builtin->type);

    (void)payload;
    if (path)
        path_remove(shown(event), path);
}

/* Better one that nobody asked for: else the request is not echoed either. */
void fault_no_default(struct builtin *builtin, const json *payload, json *event)
{
    const struct resource_type *type = builtin->type;

    (void)payload;
    for (int requested = 0; requested < 2; requested++)
        json_each (property, json_get(type->document, "properties")) {
            const char *key = json_key(property);

            if (!fault_has_default(type, property) || !json_get(shown(event), key) ||
                (!requested && json_get(builtin->call->requested, key)))
                continue;
            json_remove(shown(event), key);
            return;
        }
}

void fault_before(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    if (builtin->call->before)
        json_set(event, "resourceModel", model_shown(builtin->call, builtin->call->before));
}
