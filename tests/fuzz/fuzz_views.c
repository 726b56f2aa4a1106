/*
 * Whatever a schema refers to, one that has all of it in it judges like the
 * schema itself; and whatever is read-only, a type is read or refused. The
 * input is [SCHEMA, INSTANCE...].
 */
#include "cfnc/schema/views.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/type/resource_type.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Some work may be too much in one of them alone. */
static bool is_decided(struct arena *arena, const struct schema *schema, const json *instance)
{
    const struct schema_fault *fault = schema_faults(arena, schema, instance, SCHEMA_ALL);

    for (; fault; fault = fault->next)
        if (fault->undecided)
            return false;
    return true;
}

static void compare(struct arena *arena, const json *document)
{
    const struct schema_sources nowhere = { .file = NULL };
    struct error error;
    const struct schema *schema = schema_compile(arena, document, &nowhere, &error);
    const json *whole = view_bundle(arena, document, &nowhere);

    if (!schema)
        return;
    const struct schema *bundled = schema_compile(arena, whole, &nowhere, &error);
    if (!bundled)
        abort();
    for (const json *instance = document; instance; instance = json_next(instance))
        if (schema_valid(schema, instance, SCHEMA_ALL) !=
                schema_valid(bundled, instance, SCHEMA_ALL) &&
            is_decided(arena, schema, instance) && is_decided(arena, bundled, instance))
            abort();
}

static void read_as_type(struct arena *arena, const json *document)
{
    static const char identifier[] = "/properties/Id";
    json *type = json_copy(arena, document);
    struct error error;

    json_set_string(type, "typeName", "Acme::Demo::Thing");
    json_append(json_set_array(type, "primaryIdentifier"), json_new_string(arena, identifier));
    if (json_type(json_get(type, "properties")) != JSON_OBJECT)
        json_set_object(type, "properties");
    json_set_boolean(json_edit(type, "properties"), "Id", true);
    const struct resource_type *read = resource_type_read(arena, type, NULL, &error);
    for (const json *instance = read ? document : NULL; instance; instance = json_next(instance)) {
        (void)schema_valid(read->create, instance, SCHEMA_ALL);
        (void)schema_valid(read->update, instance, SCHEMA_ALL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error;
    char *text = arena_alloc(arena, size + 1);

    if (size)
        memcpy(text, data, size);
    const json *input = json_parse(arena, text, size, &error);
    const json *document = json_at(input, 0);
    if (document)
        compare(arena, document);
    if (json_type(document) == JSON_OBJECT)
        read_as_type(arena, document);
    arena_free(arena);
    return 0;
}
