/*
 * Whatever the schema, models are made or refused in bounded time, and those
 * that are made are valid. The input is the schema of a property.
 */
#include "cfnc/generate/generate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char frame[] = "{\"typeName\":\"Cfnc::Test::Thing\",\"description\":\"A thing\","
                            "\"primaryIdentifier\":[\"/properties/Id\"],"
                            "\"readOnlyProperties\":[\"/properties/Id\"],"
                            "\"properties\":{\"Id\":{\"type\":\"string\"}},"
                            "\"required\":[\"P\"],\"additionalProperties\":false}";

static void require(bool truth)
{
    if (!truth)
        abort();
}

/* The unusual ones are as valid as the usual. */
static void vary(struct arena *arena, const struct resource_type *type, const json *model,
                 const json *update)
{
    const json *less = generate_less(arena, type, update);

    require(schema_valid(type->create, generate_emptied(arena, type, model), SCHEMA_ALL));
    require(schema_valid(type->create, generate_odd(arena, type, model), SCHEMA_ALL));
    require(schema_valid(type->create, generate_extreme(arena, type, model), SCHEMA_ALL));
    require(schema_valid(type->create, generate_sparse(arena, type, model), SCHEMA_ALL));
    require(schema_valid(type->update, generate_extreme_update(arena, type, update, model),
                         SCHEMA_ALL));
    require(!less || schema_valid(type->update, less, SCHEMA_ALL));
}

static void generate(struct arena *arena, const struct resource_type *type, enum variant variant)
{
    const struct generation how = { .variant = variant };
    struct random random = { 1 };
    struct invalid_model invalid;
    struct error error = { .text = "" };
    const json *model = generate_create_as(arena, type, &how, &random, &error);

    require(model ? schema_valid(type->create, model, SCHEMA_ALL) : *error.text != '\0');
    if (!model)
        return;
    const json *update = generate_update_as(arena, type, model, model, &how, &random, &error);
    require(update && schema_valid(type->update, update, SCHEMA_ALL));
    vary(arena, type, model, update);
    if (generate_invalid(arena, type, NULL, &random, &invalid, &error))
        require(!schema_valid(type->create, invalid.model, SCHEMA_ALL));
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
            generate(arena, type, (enum variant)(size % VARIANT_COUNT));
    }
    arena_free(arena);
    return 0;
}
