/*
 * The list handler's input. Its schema stands in the resource's own and refers
 * to that as "resource-schema.json"; both become one document, from which the
 * input is generated around what the created model gives.
 */
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/schema/schema_pointer.h"
#include "cfnc/schema/views.h"
#include "generate_private.h"

static const char own_file[] = "resource-schema.json";

/* A $ref to the resource's schema is one to the document that holds both. */
static void take_own_file(json *value)
{
    const char *ref = json_string(json_get(value, "$ref"));

    if (ref && strncmp(ref, own_file, strlen(own_file)) == 0)
        json_set_string(value, "$ref", ref + strlen(own_file));
    for (json *child = json_edit_first(value); child; child = json_edit_next(child))
        take_own_file(child);
}

static json *document_of(struct arena *arena, const struct resource_type *type, const json *schema)
{
    json *document = view_plain(arena, schema);

    json_remove(document, "$id");
    json_remove(document, "definitions");
    if (json_type(json_get(type->document, "definitions")) == JSON_OBJECT)
        json_set(document, "definitions", json_get(type->document, "definitions"));
    take_own_file(document);
    view_keep_references(arena, document, json_get(type->document, "properties"));
    return document;
}

/* What the created model says of a property that a "$ref" points at; NULL when it is silent. */
static const json *value_of_ref(struct arena *arena, const struct resource_type *type,
                                const json *created, const char *ref)
{
    struct property_path path;

    if (ref && strncmp(ref, own_file, strlen(own_file)) == 0)
        ref += strlen(own_file);
    if (!ref || *ref++ != '#' || !schema_pointer_read(arena, type->document, ref, &path))
        return NULL;
    return path_get(created, &path);
}

/* The same of an input property: by its name, by what it refers to, or as the one item of a list.
 */
static const json *value_of(struct arena *arena, const struct resource_type *type,
                            const json *created, const char *name, const json *schema)
{
    const json *value = json_get(created, name);
    const json *items = json_get(schema, "items");

    if (value)
        return value;
    if (json_get(schema, "$ref"))
        return value_of_ref(arena, type, created, json_string(json_get(schema, "$ref")));
    value = value_of_ref(arena, type, created, json_string(json_get(items, "$ref")));
    if (!value)
        return NULL;
    json *list = json_array(arena);
    json_append(list, value);
    return list;
}

/* Whether the property is the resource's: then only the created model knows its value. */
static bool is_own(const struct resource_type *type, const char *name, const json *schema)
{
    return json_get(json_get(type->document, "properties"), name) || json_get(schema, "$ref") ||
           json_get(json_get(schema, "items"), "$ref");
}

/* Gives what the created model has; what it lacks cannot be in the input. */
static bool give(struct arena *arena, const struct resource_type *type, const json *created,
                 json *document, struct givens *givens, struct error *error)
{
    const json *declared = pointer_get(type->document, "/handlers/list/handlerSchema/properties");
    json *names = json_object(arena);

    json_each (member, declared)
        json_set(names, json_key(member), member);
    json_each (name, json_get(document, "required"))
        if (json_string(name) && !json_get(names, json_string(name)))
            json_set(names, json_string(name), json_new_boolean(arena, true));
    json_each (member, names) {
        const char *name = json_key(member);
        const json *value = value_of(arena, type, created, name, member);
        const char **steps = arena_array(arena, 1, sizeof(*steps));
        const struct property_path path = { pointer_add(arena, "", name), steps, 1 };

        steps[0] = name;
        if (!json_is_null(value))
            givens_add_as(givens, &path, value, GIVEN_MAYBE);
        else if (is_own(type, name, member)) {
            if (json_type(json_get(document, "properties")) != JSON_OBJECT)
                json_set_object(document, "properties");
            json_set_boolean(json_edit(document, "properties"), name, false);
        }
    }
    json_each (name, json_get(document, "required"))
        if (json_string(name) &&
            json_false(json_get(json_get(document, "properties"), json_string(name))))
            return error_set(error,
                             "%.100s: handlers.list requires /%.100s, which the model that was "
                             "created lacks",
                             type->file ? type->file : type->name,
                             text_quote(arena, json_string(name), 100));
    return true;
}

static const json *make_input(struct arena *arena, struct arena *scratch,
                              const struct resource_type *type, const json *created,
                              struct random *random, struct error *error)
{
    const json *schema = pointer_get(type->document, "/handlers/list/handlerSchema");
    const struct schema_sources sources = { .file = type->file };
    struct givens givens = { .arena = scratch };
    struct reason why;

    if (json_type(schema) != JSON_OBJECT) {
        random_next(random); /* as every other way out */
        return json_object(arena);
    }
    json *document = document_of(scratch, type, schema);
    if (!give(scratch, type, created, document, &givens, error))
        return NULL;
    const struct schema *compiled = schema_compile(scratch, document, &sources, &why.error);
    const struct making making = { .variant = VARIANT_MINIMAL, .fixed = givens_set(&givens) };
    const json *input =
        compiled ? generate_any(arena, compiled, document, &making, random, &why) : NULL;
    if (!input)
        error_set(error, "%.100s: no input for handlers.list was found (%.300s)",
                  type->file ? type->file : type->name, why.error.text);
    return input;
}

const json *generate_list_input(struct arena *arena, const struct resource_type *type,
                                const json *created, struct random *random, struct error *error)
{
    struct arena *scratch = arena_new();
    const json *input = make_input(arena, scratch, type, created, random, error);

    arena_free(scratch);
    return input;
}
