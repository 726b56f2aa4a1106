/* What the functions of faults in several files ask and do. */
#include <string.h>

#include "builtin_private.h"

bool fault_touches(const struct property_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->paths[i].depth && strcmp(set->paths[i].steps[0], name) == 0)
            return true;
    return false;
}

/* Whether nobody can tell what it is: it identifies, or a transform may make something else of it.
 */
static bool identifies_or_turns(const struct resource_type *type, const char *name)
{
    struct arena *arena = arena_new();
    bool found = fault_touches(&type->identifier, name) ||
                 resource_type_transforms(type, pointer_add(arena, "", name));

    for (size_t i = 0; i < type->additional_identifier_count; i++)
        found = found || fault_touches(&type->additional_identifiers[i], name);
    arena_free(arena);
    return found;
}

bool fault_changeable(const struct resource_type *type, const json *member)
{
    const char *name = json_key(member);

    return !identifies_or_turns(type, name) && !fault_touches(&type->read_only, name) &&
           !fault_touches(&type->write_only, name);
}

bool fault_changeable_inside(const struct resource_type *type, const json *member)
{
    const char *name = json_key(member);
    const struct property_path whole = { .steps = &name, .depth = 1 };

    return !identifies_or_turns(type, name) && !set_has(&type->read_only, &whole) &&
           !set_has(&type->write_only, &whole);
}

bool fault_updatable(const struct resource_type *type, const json *member)
{
    return fault_changeable(type, member) && !fault_touches(&type->create_only, json_key(member));
}

bool fault_has_default(const struct resource_type *type, const json *property)
{
    const json *resolved = schema_resolve(type->document, property);

    return !json_is_null(json_get(resolved, "default")) && fault_changeable(type, property);
}

bool fault_is_required(const json *node, const char *name)
{
    json_each (word, json_get(node, "required"))
        if (json_string(word) && strcmp(json_string(word), name) == 0)
            return true;
    return false;
}

bool fault_is_optional(const struct resource_type *type, const json *property)
{
    return fault_changeable(type, property) && !fault_has_default(type, property) &&
           !fault_is_required(type->document, json_key(property));
}

bool fault_is_tags(const struct resource_type *type, const json *member)
{
    return type->tag_property.depth && strcmp(type->tag_property.steps[0], json_key(member)) == 0;
}

bool fault_has_type(const struct resource_type *type, const json *property, const char *wanted)
{
    const char *name = json_string(json_get(schema_resolve(type->document, property), "type"));

    return name && strcmp(name, wanted) == 0;
}

bool fault_has_inside(const struct resource_type *type, const json *property)
{
    return fault_changeable_inside(type, property) &&
           (fault_has_type(type, property, "array") || fault_has_type(type, property, "object"));
}

bool fault_is_telling(const struct resource_type *type, const json *property)
{
    const json *node = schema_resolve(type->document, property);

    return (fault_has_type(type, property, "string") || fault_has_type(type, property, "integer") ||
            fault_has_type(type, property, "number")) &&
           !json_get(node, "enum") && !json_get(node, "const") && !json_get(node, "default") &&
           !json_get(property, "default");
}

bool fault_is_blank(const json *value)
{
    const double number = json_number(value, 1);

    return json_false(value) || (number >= 0 && number <= 0) ||
           (json_string(value) && !*json_string(value));
}

const char *lacks_copies(const struct resource_type *type)
{
    return lacks_writable_identifier(type) && lacks_read_only_identifier(type)
               ? "nobody knows whether the identifier may be chosen"
               : NULL;
}

/* --- When faults show --- */

bool at_a_callback(const struct invocation *call)
{
    return call->context;
}

bool at_first_read(const struct invocation *call)
{
    return call->unread;
}

bool on_a_later_page(const struct invocation *call)
{
    return call->next_token;
}

bool on_the_last_page(const struct invocation *call)
{
    return !json_get(call->honest, "nextToken");
}

bool by_identifier_alone(const struct invocation *call)
{
    return json_equal(model_only(call->arena, call->desired, &call->type->identifier),
                      call->desired);
}

bool by_alias(const struct invocation *call)
{
    return !call->context && resource_type_lacks(call->type, call->desired);
}

bool of_what_is_there(const struct invocation *call)
{
    return !call->context && store_find(call->builtin, call->desired, false);
}

bool of_the_deleted(const struct invocation *call)
{
    return store_find(call->builtin, call->desired, true);
}

bool of_what_never_was(const struct invocation *call)
{
    return !of_the_deleted(call);
}

bool beside_another(const struct invocation *call)
{
    return call->builtin->count >= call->builtin->preloaded + 2;
}

/* Whichever resource it is. */
bool fault_any(const struct invocation *call, const struct resource *resource)
{
    (void)call;
    (void)resource;
    return true;
}

/* --- What becomes of an event --- */

void become(json *object, const json *other)
{
    while (json_first(object))
        json_remove(object, json_key(json_first(object)));
    json_each (member, other)
        json_set(object, json_key(member), member);
}

void fault_no_identifier(const struct invocation *call, json *model)
{
    path_remove(model, &call->type->identifier.paths[0]);
}

void fault_other_identifier(const struct invocation *call, json *model)
{
    const struct property_set *identifier = &call->type->identifier;
    bool changed = false;

    for (size_t i = 0; i < identifier->count && !changed; i++)
        changed = fault_change(call, model, identifier->paths[i].pointer);
}

void fault_succeed(const struct invocation *call, json *event)
{
    become(event, event_success(call, call->full));
}

void fault_invent(const struct invocation *call, json *event)
{
    json *model = json_copy(call->arena, call->desired);

    model_add_defaults(call, model);
    if (model_complete(call, model))
        return;
    become(event, event_success(call, model));
}

/* --- What becomes of models and resources --- */

enum { TWISTS = 3, CHANGES = 12 };

/* Something like `value`: most likely to suit what else the schema says. */
static const json *twisted(const struct invocation *call, const json *value, int way)
{
    static const double steps[TWISTS] = { 1, -1, 10 };
    const char *string = json_string(value);

    if (string)
        return json_new_string(call->arena,
                               arena_printf(call->arena, way == 1 ? "x%s" : "%sx", string));
    if (json_type(value) == JSON_NUMBER)
        return json_new_number(call->arena, json_number(value, 0) + steps[way]);
    return json_type(value) == JSON_BOOLEAN ? json_new_boolean(call->arena, !json_true(value))
                                            : NULL;
}

/* Whether `other` says all that `value` says, so that nobody could object. */
static bool says(const json *value, const json *other)
{
    if (json_type(value) != json_type(other))
        return false;
    if (json_type(value) != JSON_OBJECT)
        return json_equal(value, other);
    json_each (member, value)
        if (!says(member, json_get(other, json_key(member))))
            return false;
    return true;
}

bool fault_change(const struct invocation *call, json *model, const char *pointer)
{
    const json *there = pointer_get(model, pointer);
    const bool shapely = model_is_shapely(call, model);
    struct property_path path;

    if (!there || !pointer_read(call->arena, pointer, &path))
        return false;
    const json *value = json_copy(call->arena, there);
    for (int i = 0; i < CHANGES; i++) {
        const json *other = i < TWISTS ? twisted(call, value, i) : model_value(call, &path);

        if (!other || says(value, other) || path_set(model, &path, other))
            continue;
        if (!shapely || model_is_shapely(call, model))
            return true;
    }
    path_set(model, &path, value);
    return false;
}

json *fault_unnamed(const struct invocation *call, const json *model)
{
    const struct resource_type *type = call->type;
    json *rest = model_without(call->arena, model, &type->identifier);

    for (size_t i = 0; i < type->additional_identifier_count; i++)
        rest = model_without(call->arena, rest, &type->additional_identifiers[i]);
    return rest;
}

/* The youngest of the others becomes another one, though nobody asked for that. */
void fault_touch_neighbour(const struct invocation *call)
{
    struct resource *next = NULL;

    for (struct resource *r = call->builtin->first; r; r = r->next)
        if (!r->ghost && !resource_type_same(call->type, r->full, call->full))
            next = r;
    if (!next)
        return;
    json *model = json_copy(call->arena, next->full);
    json_each (property, model)
        if (json_get(next->requested, json_key(property)) &&
            fault_changeable(call->type, property) &&
            fault_change(call, model, pointer_add(call->arena, "", json_key(property)))) {
            store_put(call->builtin, model, next->requested, NULL, next);
            return;
        }
}
