/*
 * Whatever the schema and the instance, judging ends; the verdict and the list
 * of faults agree, on a copy of the instance too; faults are few, of one line,
 * and safe to print. The input is [SCHEMA, INSTANCE...].
 */
#include "cfnc/schema/schema.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static void expect_safe(struct arena *arena, const char *text)
{
    expect(strcmp(text_quote(arena, text, 0), text) == 0);
}

static void judge(struct arena *arena, const struct schema *schema, const json *instance,
                  enum schema_mode mode)
{
    const struct schema_fault *fault = schema_faults(arena, schema, instance, mode);
    const bool valid = schema_valid(schema, instance, mode), decided = !fault || !fault->undecided;

    expect(!decided || valid == !fault);
    expect(!decided || schema_valid(schema, json_copy(arena, instance), mode) == valid);
    for (size_t count = 0; fault; fault = fault->next) {
        expect(++count <= 100);
        expect(*fault->keyword && *fault->message);
        expect_safe(arena, fault->message);
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
    const struct schema *schema = document ? schema_compile(arena, document, NULL, &error) : NULL;
    for (const json *instance = schema ? document : NULL; instance;
         instance = json_next(instance)) {
        judge(arena, schema, instance, SCHEMA_ALL);
        judge(arena, schema, instance, SCHEMA_SHAPE_KEYWORDS);
        judge(arena, schema, instance, SCHEMA_SHAPE);
    }
    arena_free(arena);
    return 0;
}
