/*
 * Whatever the schema, models are made or refused in bounded time, and those
 * that are made are valid. The input is the schema of a property.
 */
#include "cfnc/generate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char frame[] = "{\"typeName\":\"Cfnc::Test::Thing\",\"description\":\"A thing\","
                            "\"primaryIdentifier\":[\"/properties/Id\"],"
                            "\"readOnlyProperties\":[\"/properties/Id\"],"
                            "\"properties\":{\"Id\":{\"type\":\"string\"}},"
                            "\"required\":[\"P\"],\"additionalProperties\":false}";

static void generate(struct arena *arena, const struct resource_type *type)
{
    struct random random = { 1 };
    struct error error;
    const json *model = generate_create(arena, type, &random, &error);

    if (model && !schema_valid(type->create, model, SCHEMA_ALL))
        abort();
    const json *update = model ? generate_update(arena, type, model, model, &random, &error) : NULL;
    if (model && (!update || !schema_valid(type->update, update, SCHEMA_ALL)))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error;
    char *text = arena_alloc(arena, size + 1);

    if (size)
        memcpy(text, data, size);
    const json *schema = json_parse(arena, text, size, &error);
    if (schema) {
        json *document = json_copy(arena, json_parse(arena, frame, strlen(frame), &error));
        json_set(json_edit(document, "properties"), "P", schema);
        const struct resource_type *type = resource_type_read(arena, document, NULL, &error);
        if (type)
            generate(arena, type);
    }
    arena_free(arena);
    return 0;
}
