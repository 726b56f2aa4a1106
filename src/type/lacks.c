#include "cfnc/type/lacks.h"

#include <string.h>

enum {
    DEEPEST = 8
}; /* of defaults within properties, which a recursive schema may nest for ever */

const char *lacks_update_handler(const struct resource_type *type)
{
    return type->handlers & UPDATE ? NULL : "the type has no update handler";
}

const char *lacks_write_only(const struct resource_type *type)
{
    return type->write_only.count ? NULL : "schema has no writeOnlyProperties";
}

const char *lacks_read_only(const struct resource_type *type)
{
    return type->read_only.count ? NULL : "schema has no readOnlyProperties";
}

static bool has_default(const json *document, const json *node, int depth)
{
    if (depth > DEEPEST)
        return false;
    node = schema_resolve(document, node);
    json_each (property, json_get(node, "properties"))
        if (json_get(property, "default") ||
            json_get(schema_resolve(document, property), "default") ||
            has_default(document, property, depth + 1))
            return true;
    return json_get(node, "items") && has_default(document, json_get(node, "items"), depth + 1);
}

const char *lacks_default(const struct resource_type *type)
{
    return has_default(type->document, type->document, 0)
               ? NULL
               : "no property of the schema has a default";
}

bool create_only_is_plain(const struct resource_type *type, const struct property_path *path)
{
    return path->depth && !strchr(path->pointer, '*') && !set_meets(&type->names, path) &&
           !set_meets(&type->read_only, path) && !set_meets(&type->write_only, path);
}

const char *lacks_create_only(const struct resource_type *type)
{
    for (size_t i = 0; i < type->create_only.count; i++)
        if (create_only_is_plain(type, &type->create_only.paths[i]) &&
            schema_at(type->document, &type->create_only.paths[i]))
            return NULL;
    return "nothing is create-only but identifiers";
}

const char *lacks_tags(const struct resource_type *type)
{
    if (!type->has_tagging)
        return "schema has no \"tagging\"";
    return type->taggable ? NULL : "the type is not taggable";
}

const char *lacks_tag_updates(const struct resource_type *type)
{
    const char *reason = lacks_tags(type);

    return reason || type->tag_updatable ? reason : "tags cannot be updated";
}

bool may_be_asked_for(const struct resource_type *type, const struct property_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        if (set_covers(&type->read_only, set->paths[i].pointer))
            return false;
    return true;
}

const char *lacks_writable_identifier(const struct resource_type *type)
{
    if (resource_type_identifier_is_writable(type))
        return NULL;
    return may_be_asked_for(type, &type->identifier)
               ? "primaryIdentifier is not createOnly, so a second CREATE may make a second "
                 "resource"
               : "primaryIdentifier is read-only, so a second CREATE makes a second resource";
}

const char *lacks_writable_alias(const struct resource_type *type)
{
    for (size_t i = 0; i < type->additional_identifier_count; i++)
        if (may_be_asked_for(type, &type->additional_identifiers[i]))
            return NULL;
    return "no additional identifier is ours to choose";
}

const char *lacks_any_writable_identifier(const struct resource_type *type)
{
    return lacks_writable_identifier(type) && lacks_writable_alias(type)
               ? "no identifier is ours to choose, so a second CREATE makes a second resource"
               : NULL;
}

const char *lacks_read_only_identifier(const struct resource_type *type)
{
    return may_be_asked_for(type, &type->identifier) ? "primaryIdentifier is ours to choose" : NULL;
}

const char *lacks_additional_identifiers(const struct resource_type *type)
{
    return type->additional_identifier_count ? NULL : "schema has no additionalIdentifiers";
}
