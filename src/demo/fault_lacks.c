/* What a type lacks for the faults of updates and deletes: see fault_impossible(). */
#include <string.h>

#include "cfnc/type/lacks.h"
#include "builtin_private.h"

static const json *resolved(const struct resource_type *type, const json *property)
{
    return schema_resolve(type->document, property);
}

static bool is_required(const json *node, const char *name)
{
    json_each (word, json_get(node, "required"))
        if (strcmp(json_string(word) ? json_string(word) : "", name) == 0)
            return true;
    return false;
}

static bool has_type(const struct resource_type *type, const json *property, const char *wanted)
{
    const char *name = json_string(json_get(resolved(type, property), "type"));

    return name && strcmp(name, wanted) == 0;
}

static bool is_mutable(const struct resource_type *type, const json *property)
{
    return fault_changeable_inside(type, json_key(property)) &&
           !fault_touches(&type->create_only, json_key(property));
}

static bool may_be_empty(const struct resource_type *type, const json *property)
{
    const json *node = resolved(type, property);

    return json_number(json_get(node, "minItems"), 0) <= 0 &&
           json_number(json_get(node, "minProperties"), 0) <= 0;
}

static bool is_map(const struct resource_type *type, const json *property)
{
    const json *node = resolved(type, property);

    return has_type(type, property, "object") && !json_get(node, "properties") &&
           (json_get(node, "patternProperties") ||
            !json_false(json_get(node, "additionalProperties")));
}

/* A value that nobody would take for a default. */
static bool is_telling(const struct resource_type *type, const json *property)
{
    const json *node = resolved(type, property);

    return (has_type(type, property, "string") || has_type(type, property, "integer") ||
            has_type(type, property, "number")) &&
           !json_get(node, "enum") && !json_get(node, "const") && !json_get(node, "default") &&
           !json_get(property, "default");
}

const char *no_map(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (is_mutable(type, property) && is_map(type, property))
            return NULL;
    return "no property that can be updated is a map";
}

/* An object with something in it that may be left out. */
static bool has_optional_inside(const struct resource_type *type, const json *property)
{
    const json *node = resolved(type, property);

    json_each (inner, json_get(node, "properties")) {
        const char *steps[] = { json_key(property), json_key(inner) };
        const struct property_path path = { .pointer = "", .steps = steps, .depth = 2 };

        if (!is_required(node, json_key(inner)) && is_telling(type, inner) &&
            !set_has(&type->read_only, &path) && !set_has(&type->write_only, &path))
            return true;
    }
    return false;
}

const char *no_object_to_merge(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (is_mutable(type, property) && has_type(type, property, "object") &&
            (is_map(type, property) || has_optional_inside(type, property)))
            return NULL;
    return "no object that can be updated has anything optional in it";
}

/* A list whose items nobody would take for a default. */
static bool is_telling_list(const struct resource_type *type, const json *property)
{
    return has_type(type, property, "array") && !json_get(resolved(type, property), "default") &&
           !json_get(property, "default");
}

const char *no_optional_value(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties")) {
        const char *name = json_key(property);

        if (is_mutable(type, property) && !is_required(type->document, name) &&
            ((fault_changeable(type, name) && is_telling(type, property)) ||
             is_telling_list(type, property)))
            return NULL;
    }
    return "nothing that can be updated may be left out";
}

const char *no_second_update(const struct resource_type *type)
{
    return no_optional_value(type) && no_list_to_shorten(type)
               ? "no second update leaves out anything"
               : NULL;
}

const char *no_copy_to_update(const struct resource_type *type)
{
    const char *reason = no_copy(type);

    return reason ? reason : no_mutable(type);
}

/* What may be absent, and would be known again. */
const char *nothing_to_restore(const struct resource_type *type)
{
    const char *reason = no_given_identifier(type);

    json_each (property, json_get(type->document, "properties")) {
        const char *name = json_key(property);

        if (!reason && fault_changeable(type, name) && is_telling(type, property) &&
            !is_required(type->document, name))
            return NULL;
    }
    return reason ? reason : "nothing that is asked for may be left out";
}

/* A single value that may be "", 0 or false. */
static bool may_be_blank(const struct resource_type *type, const json *property)
{
    const json *node = resolved(type, property);

    if (json_get(node, "enum") || json_get(node, "const") || json_get(node, "pattern") ||
        json_get(node, "format"))
        return false;
    return has_type(type, property, "boolean") ||
           (has_type(type, property, "string") &&
            json_number(json_get(node, "minLength"), 0) <= 0) ||
           (has_type(type, property, "integer") && json_number(json_get(node, "minimum"), 0) <= 0);
}

const char *no_blank(const struct resource_type *type)
{
    unsigned count = 0;

    json_each (property, json_get(type->document, "properties")) {
        if (!is_mutable(type, property) || !may_be_blank(type, property))
            continue;
        if (is_required(type->document, json_key(property)))
            return NULL;
        count++;
    }
    return count > 1 ? NULL : "no value that can be updated may be \"\", 0 or false";
}

const char *no_item_to_merge(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties")) {
        const json *items = json_get(resolved(type, property), "items");

        if (!is_mutable(type, property) || !has_type(type, property, "array"))
            continue;
        json_each (inner, json_get(resolved(type, items), "properties")) {
            const char *steps[] = { json_key(property), "*", json_key(inner) };
            const struct property_path path = { .pointer = "", .steps = steps, .depth = 3 };

            if (!is_required(resolved(type, items), json_key(inner)) && is_telling(type, inner) &&
                !set_has(&type->read_only, &path) && !set_has(&type->write_only, &path))
                return NULL;
        }
    }
    return "no list that can be updated has items with anything optional in them";
}

const char *no_list_to_change(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (is_mutable(type, property) && has_type(type, property, "array"))
            return NULL;
    return "no property that can be updated is a list";
}

static bool is_tags(const struct resource_type *type, const json *property)
{
    return type->tag_property.depth && strcmp(type->tag_property.steps[0], json_key(property)) == 0;
}

/* Tags may be left out instead. */
const char *no_list_to_shorten(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (is_mutable(type, property) && has_type(type, property, "array") &&
            may_be_empty(type, property) && !is_tags(type, property))
            return NULL;
    return "no list that can be updated may be empty";
}

const char *nothing_emptied(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (is_mutable(type, property) && may_be_empty(type, property) &&
            (has_type(type, property, "array") || is_map(type, property)))
            return NULL;
    return "no list or map that can be updated may be empty";
}

const char *no_tags_to_change(const struct resource_type *type)
{
    const struct property_path *tags = &type->tag_property;

    if (!type->has_tagging || !type->taggable || !type->tag_updatable)
        return "the type has no tags that can be updated";
    return tags->depth == 1 && schema_at(type->document, tags) ? NULL
                                                               : "the type has no tag property";
}

const char *no_additional(const struct resource_type *type)
{
    return type->additional_identifier_count ? NULL : "the type has no additionalIdentifiers";
}

const char *no_additional_alone(const struct resource_type *type)
{
    const char *lack = no_additional(type);

    for (size_t i = 0; i < type->identifier.count && !lack; i++)
        if (!set_has(&type->read_only, &type->identifier.paths[i]) &&
            is_required(type->document, type->identifier.paths[i].steps[0]))
            lack = "the schema requires the primaryIdentifier";
    return lack;
}

const char *nothing_create_only(const struct resource_type *type)
{
    return lacks_create_only(type);
}

/* When it was created, and what else the service names it by. */
const char *no_birth(const struct resource_type *type)
{
    for (size_t i = 0; i < type->read_only.count; i++) {
        const struct property_path *path = &type->read_only.paths[i];

        for (size_t k = 0; k < type->additional_identifier_count; k++)
            if (set_has(&type->additional_identifiers[k], path))
                return NULL;
        if (path->depth == 1 && strncmp(path->steps[0], "Created", strlen("Created")) == 0)
            return NULL;
    }
    return "nothing read-only tells when it was created";
}

const char *no_parts(const struct resource_type *type)
{
    return type->identifier.count > 1 ? NULL : "the identifier has one part only";
}

const char *no_name(const struct resource_type *type)
{
    if (!resource_type_identifier_is_writable(type))
        return "the identifier is not for the request to choose";
    const size_t last = type->identifier.count - 1;
    const json *node = schema_at(type->document, &type->identifier.paths[last]);
    return node && has_type(type, node, "string") ? NULL
                                                  : "the identifier's last part is no string";
}

/* Which kinds stand for each other, when one of two is left out of a create. */
static const char *kind_of(const struct resource_type *type, const json *property)
{
    if (has_type(type, property, "array") || is_map(type, property))
        return has_type(type, property, "array") ? "array" : "map";
    return has_type(type, property, "object") ? "object" : "single";
}

static size_t count_mutable(const struct resource_type *type, const char *kind)
{
    size_t count = 0;

    json_each (property, json_get(type->document, "properties"))
        count += is_mutable(type, property) && !is_tags(type, property) &&
                 (!kind || strcmp(kind_of(type, property), kind) == 0);
    return count;
}

const char *nothing_to_add(const struct resource_type *type)
{
    const size_t singles = count_mutable(type, "single");

    json_each (property, json_get(type->document, "properties")) {
        const char *kind = kind_of(type, property);

        if (is_mutable(type, property) && !is_tags(type, property) &&
            !fault_has_default(type, property) &&
            !is_required(type->document, json_key(property)) &&
            (count_mutable(type, kind) > 1 ||
             count_mutable(type, NULL) > (strcmp(kind, "single") == 0 ? 1 : 1 + singles)))
            return NULL;
    }
    return "there is too little that is optional and can be updated";
}

/* A text that can be updated, and may begin and end with a blank. */
/* Whether some property that can be updated takes that value. */
static bool update_takes(const struct resource_type *type, struct arena *arena, const json *value)
{
    json_each (property, json_get(type->document, "properties")) {
        json *model = json_object(arena);

        json_set(model, json_key(property), value);
        if (fault_changeable(type, json_key(property)) && is_mutable(type, property) &&
            schema_valid(type->returned, model, SCHEMA_SHAPE))
            return true;
    }
    return false;
}

const char *no_updated_text(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    const bool taken = update_takes(type, arena, json_new_string(arena, " cfnc-012345678 "));

    arena_free(arena);
    return taken ? NULL : "no property that can be updated takes any text";
}

const char *no_wide_update(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    const bool taken = update_takes(type, arena, json_new_number(arena, -4e9)) ||
                       update_takes(type, arena, json_new_number(arena, 4e9));

    arena_free(arena);
    return taken ? NULL : "no property that can be updated takes a wide number";
}

const char *no_growing_list(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties")) {
        const json *node = resolved(type, property);

        if (is_mutable(type, property) && has_type(type, property, "array") &&
            !is_tags(type, property) && may_be_empty(type, property) &&
            !json_get(node, "maxItems") && !json_true(json_get(node, "uniqueItems")))
            return NULL;
    }
    return "no list that can be updated may have any number of items";
}
