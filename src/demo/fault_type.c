/* What of a type faults may tamper with, and what it may lack for one. */
#include <string.h>

#include "builtin_private.h"

bool fault_touches(const struct property_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->paths[i].depth && strcmp(set->paths[i].steps[0], name) == 0)
            return true;
    return false;
}

static bool identifies(const struct resource_type *type, const char *name)
{
    for (size_t i = 0; i < type->additional_identifier_count; i++)
        if (fault_touches(&type->additional_identifiers[i], name))
            return true;
    return fault_touches(&type->identifier, name);
}

/* A property with a transform may come back as something else, and nobody can tell. */
static bool transformed(const struct resource_type *type, const char *name)
{
    struct arena *arena = arena_new();
    const bool found = resource_type_transforms(type, pointer_add(arena, "", name));

    arena_free(arena);
    return found;
}

bool fault_changeable(const struct resource_type *type, const char *name)
{
    return !identifies(type, name) && !transformed(type, name) &&
           !fault_touches(&type->read_only, name) && !fault_touches(&type->write_only, name);
}

bool fault_changeable_inside(const struct resource_type *type, const char *name)
{
    const struct property_path whole = { .steps = &name, .depth = 1 };

    return !identifies(type, name) && !transformed(type, name) &&
           !set_has(&type->read_only, &whole) && !set_has(&type->write_only, &whole);
}

const struct property_path *fault_read_only(const struct resource_type *type)
{
    for (size_t i = 0; i < type->read_only.count; i++) {
        const struct property_path *path = &type->read_only.paths[i];

        if (path->depth == 1 && !fault_touches(&type->identifier, path->steps[0]))
            return path;
    }
    return NULL;
}

bool fault_has_default(const struct resource_type *type, const json *property)
{
    const json *resolved = schema_resolve(type->document, property);

    return !json_is_null(json_get(resolved, "default")) &&
           fault_changeable(type, json_key(property));
}

/* --- What a type may lack --- */

const char *no_secret(const struct resource_type *type)
{
    return type->write_only.count ? NULL : "nothing is write-only";
}

const char *no_read_only(const struct resource_type *type)
{
    return fault_read_only(type) ? NULL : "nothing is read-only but the identifier";
}

const char *no_default(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_has_default(type, property))
            return NULL;
    return "no property has a default";
}

const char *no_plain(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_changeable(type, json_key(property)))
            return NULL;
    return "no property could have another value";
}

const char *no_nullable(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (!fault_touches(&type->identifier, json_key(property)))
            return NULL;
    return "every property is of the identifier";
}

const char *no_mutable(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_changeable(type, json_key(property)) &&
            !fault_touches(&type->create_only, json_key(property)))
            return NULL;
    return "no property can be updated";
}

/* Whether the values of a property have an inside, as far as its schema tells at first sight. */
static bool is_container(const struct resource_type *type, const json *property, const char *only)
{
    const json *word = json_get(schema_resolve(type->document, property), "type");
    const char *name = json_string(word);

    return name && (strcmp(name, "array") == 0 || (!only && strcmp(name, "object") == 0));
}

const char *no_nested(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_changeable_inside(type, json_key(property)) && is_container(type, property, NULL))
            return NULL;
    return "no property has values inside";
}

const char *no_ordered(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_changeable_inside(type, json_key(property)) &&
            is_container(type, property, "array") &&
            !json_false(json_get(schema_resolve(type->document, property), "insertionOrder")))
            return NULL;
    return "no property is an array whose order counts";
}

const char *no_given_identifier(const struct resource_type *type)
{
    return resource_type_identifier_is_writable(type)
               ? NULL
               : "the identifier is not for the request to choose";
}

/* Shape faults cannot show where the schema lets anything in. */
const char *no_undeclared(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    json *model = json_object(arena);

    json_set_string(model, "CfncUndeclared", "x");
    const bool allowed = schema_valid(type->returned, model, SCHEMA_SHAPE);
    arena_free(arena);
    return allowed ? "the schema lets any property in" : NULL;
}

const char *no_chosen_identifier(const struct resource_type *type)
{
    for (size_t i = 0; i < type->identifier.count; i++)
        if (set_covers(&type->read_only, type->identifier.paths[i].pointer))
            return NULL;
    return "the identifier is the request's to choose";
}

const char *no_alias(const struct resource_type *type)
{
    return type->additional_identifier_count ? NULL : "there are no additional identifiers";
}

const char *no_given_alias(const struct resource_type *type)
{
    const char *reason = no_given_identifier(type);

    for (size_t i = 0; i < type->additional_identifier_count && !reason; i++)
        if (!set_covers(&type->read_only, type->additional_identifiers[i].paths[0].pointer))
            return NULL;
    return reason ? reason : "no additional identifier is for the request to choose";
}

const char *no_tags(const struct resource_type *type)
{
    return type->has_tagging && type->taggable ? NULL : "the type has no tags";
}

const char *no_more_than_identifier(const struct resource_type *type)
{
    const char *reason = no_plain(type);

    return reason ? "the whole model is no more than its identifier" : NULL;
}

const char *no_rewritable(const struct resource_type *type)
{
    const char *reason = no_given_identifier(type);

    return reason ? reason : no_mutable(type);
}

/* Whether a second resource like the first can be made. */
const char *no_copy(const struct resource_type *type)
{
    const char *reason = no_plain(type);

    return !no_given_identifier(type) || !no_chosen_identifier(type)
               ? reason
               : "nobody knows whether the identifier may be chosen";
}

static bool is_required(const struct resource_type *type, const char *name)
{
    json_each (required, json_get(type->document, "required"))
        if (json_string(required) && strcmp(json_string(required), name) == 0)
            return true;
    return false;
}

const char *no_optional(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_changeable(type, json_key(property)) && !is_required(type, json_key(property)) &&
            !fault_has_default(type, property))
            return NULL;
    return "every property is required";
}

const char *no_required(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_changeable(type, json_key(property)) && is_required(type, json_key(property)))
            return no_optional(type);
    return "nothing is required but identifiers";
}

/* Whether some property may hold `value`. */
static bool any_takes(const struct resource_type *type, const json *value)
{
    struct arena *arena = arena_new();
    bool found = false;

    json_each (property, json_get(type->document, "properties")) {
        const char *name = json_key(property);
        json *model = json_object(arena);

        json_set(model, name, value);
        found = found ||
                (fault_changeable(type, name) && schema_valid(type->returned, model, SCHEMA_SHAPE));
    }
    arena_free(arena);
    return found;
}

const char *no_emptiable(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    const json *const empties[] = { json_new_string(arena, ""), json_new_number(arena, 0),
                                    json_new_boolean(arena, false), json_array(arena),
                                    json_object(arena) };
    bool found = false;

    for (size_t i = 0; i < sizeof(empties) / sizeof(empties[0]); i++)
        found = found || any_takes(type, empties[i]);
    arena_free(arena);
    return found ? NULL : "no property may be empty";
}

const char *no_free_text(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    const bool found = any_takes(type, json_new_string(arena, "cfnc-0123456789abcdef \u00e4"));

    arena_free(arena);
    return found ? NULL : "no property takes any text";
}

const char *no_long_text(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    char text[301];

    memset(text, 'x', sizeof(text));
    text[300] = '\0';
    const bool found = any_takes(type, json_new_string(arena, text));
    arena_free(arena);
    return found ? NULL : "no property takes a long text";
}

const char *no_multiset(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties")) {
        const json *node = schema_resolve(type->document, property);

        if (fault_changeable_inside(type, json_key(property)) &&
            is_container(type, property, "array") && !json_true(json_get(node, "uniqueItems")) &&
            !json_get(node, "maxItems") &&
            !(type->has_tagging && strcmp(type->tag_property.steps[0], json_key(property)) == 0))
            return NULL;
    }
    return "no property is an array that may have an item twice";
}

const char *no_fraction(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    const bool found = any_takes(type, json_new_number(arena, 43.0625));

    arena_free(arena);
    return found ? NULL : "no property takes any number";
}

/* NULL: some property takes that number. */
static const char *unless_takes(const struct resource_type *type, double number, const char *lack)
{
    struct arena *arena = arena_new();
    const bool found = any_takes(type, json_new_number(arena, number));

    arena_free(arena);
    return found ? NULL : lack;
}

const char *no_negative(const struct resource_type *type)
{
    return unless_takes(type, -3e9, "no property takes any negative number");
}

const char *no_wide_integer(const struct resource_type *type)
{
    return no_negative(type) && unless_takes(type, 1e10, "") ? "no property takes a wide integer"
                                                             : NULL;
}

const char *no_wide_fraction(const struct resource_type *type)
{
    return unless_takes(type, -3e9 - 0.0625, "") && unless_takes(type, 3e9 + 0.0625, "")
               ? "no property takes a wide number with a fraction"
               : NULL;
}

const char *no_zero(const struct resource_type *type)
{
    return unless_takes(type, 0, "no property may be zero");
}

const char *no_boolean(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    const bool found = any_takes(type, json_new_boolean(arena, false));

    arena_free(arena);
    return found ? NULL : "no property may be false";
}

const char *no_blank_ends(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    const bool found = any_takes(type, json_new_string(arena, " cfnc-012345678 "));

    arena_free(arena);
    return found ? NULL : "no property takes any text";
}

const char *no_line_ends(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    const json *text = json_new_string(arena, " cfnc-0123456789 A\u00e4e\u0301\u20ac <&>\n ");
    const bool found = any_takes(type, text);

    arena_free(arena);
    return found ? NULL : "no property takes text of several lines";
}

bool fault_is_mixed_map(const struct resource_type *type, const char *name)
{
    struct arena *arena = arena_new();
    const json *const values[] = { json_new_string(arena, "abc"), json_new_number(arena, 1),
                                   json_object(arena) };
    bool found = false;

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]) && !found; i++) {
        json *model = json_object(arena), *map = json_set_object(model, name);

        json_set(map, "abcdefgh", values[i]);
        json_set(map, "ABCDefgh", values[i]);
        found = schema_valid(type->returned, model, SCHEMA_SHAPE);
    }
    arena_free(arena);
    return found;
}

const char *no_mixed_keys(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_changeable(type, json_key(property)) &&
            !json_get(schema_resolve(type->document, property), "properties") &&
            !(type->has_tagging && strcmp(type->tag_property.steps[0], json_key(property)) == 0) &&
            fault_is_mixed_map(type, json_key(property)))
            return NULL;
    return "no map takes capitals as well as small letters";
}

/* Whether some property is an ordered array of values without an inside. */
const char *no_ordered_plain(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties")) {
        const json *node = schema_resolve(type->document, property);
        const json *items = schema_resolve(type->document, json_get(node, "items"));
        const char *word = json_string(json_get(items, "type"));

        if (fault_changeable(type, json_key(property)) && is_container(type, property, "array") &&
            !json_false(json_get(node, "insertionOrder")) && !json_get(node, "maxItems") && word &&
            (strcmp(word, "string") == 0 || strcmp(word, "integer") == 0))
            return NULL;
    }
    return "no property is an ordered array of plain values";
}

/* Whether enough is optional for something to be left out. */
const char *no_absent(const struct resource_type *type)
{
    size_t count = 0;

    json_each (property, json_get(type->document, "properties"))
        count +=
            fault_changeable(type, json_key(property)) && !is_required(type, json_key(property));
    return count >= 3 ? NULL : "hardly anything is optional";
}

/* Whether there is an object inside of what is asked for. */
const char *no_inside(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties")) {
        const json *node = schema_resolve(type->document, property);
        const json *items = schema_resolve(type->document, json_get(node, "items"));

        if (json_get(node, "properties") || json_get(items, "properties"))
            return NULL;
    }
    return "no property holds an object";
}

const char *no_nested_read_only(const struct resource_type *type)
{
    for (size_t i = 0; i < type->read_only.count; i++)
        if (type->read_only.paths[i].depth > 1)
            return NULL;
    return "nothing inside of a property is read-only";
}
