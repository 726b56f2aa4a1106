/* Why a rule cannot be judged on a type. Each function is named by a row of rules.c. */
#include "cfnc/resource/judge.h"

#include "cfnc/generate/examples.h"

const char *nothing_write_only(const struct resource_type *type)
{
    return type->write_only.count ? NULL : "schema has no writeOnlyProperties";
}

const char *nothing_read_only(const struct resource_type *type)
{
    return type->read_only.count ? NULL : "schema has no readOnlyProperties";
}

/* Whether some property has a default, as far as it can be seen without following loops. */
static bool has_default(const json *document, const json *node, int depth)
{
    if (depth > 8)
        return false;
    node = schema_resolve(document, node);
    json_each (property, json_get(node, "properties"))
        if (json_get(property, "default") ||
            json_get(schema_resolve(document, property), "default") ||
            has_default(document, property, depth + 1))
            return true;
    return json_get(node, "items") && has_default(document, json_get(node, "items"), depth + 1);
}

const char *nothing_with_default(const struct resource_type *type)
{
    return has_default(type->document, type->document, 0)
               ? NULL
               : "no property of the schema has a default";
}

const char *no_additional_identifiers(const struct resource_type *type)
{
    return type->additional_identifier_count ? NULL : "schema has no additionalIdentifiers";
}

const char *no_update_handler(const struct resource_type *type)
{
    return type->handlers & UPDATE ? NULL : "the type has no update handler";
}

const char *no_create_only(const struct resource_type *type)
{
    return examples_forbid(type) ? NULL : "nothing is create-only but identifiers";
}

/* Whether no part of the identifier is read-only: then a request may hold all of it. */
static bool may_be_asked_for(const struct resource_type *type, const struct property_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        if (set_covers(&type->read_only, set->paths[i].pointer))
            return false;
    return true;
}

const char *no_alias_to_ask_for(const struct resource_type *type)
{
    for (size_t i = 0; i < type->additional_identifier_count; i++)
        if (may_be_asked_for(type, &type->additional_identifiers[i]))
            return NULL;
    return "no additional identifier is ours to choose";
}

const char *no_identifier_to_ask_for(const struct resource_type *type)
{
    if (resource_type_identifier_is_writable(type) || !no_alias_to_ask_for(type))
        return NULL;
    return "no identifier is ours to choose, so a second CREATE makes a second resource";
}

const char *no_identifier_to_be_given(const struct resource_type *type)
{
    return may_be_asked_for(type, &type->identifier) ? "primaryIdentifier is ours to choose" : NULL;
}

const char *not_taggable(const struct resource_type *type)
{
    if (!type->has_tagging)
        return "schema has no \"tagging\"";
    return type->taggable ? NULL : "the type is not taggable";
}

const char *tags_not_updatable(const struct resource_type *type)
{
    const char *reason = not_taggable(type);

    if (reason)
        return reason;
    return type->tag_updatable ? NULL : "tags cannot be updated";
}
