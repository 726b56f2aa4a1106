/*
 * Whatever the schema, it compiles or is refused; whatever the instance, both
 * ways of judging it end and agree. The input is [SCHEMA, INSTANCE...].
 */
#include "cfnc/schema.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge(struct arena *arena, const struct schema *schema, const json *instance,
                  enum schema_mode mode)
{
    const struct schema_fault *fault = schema_faults(arena, schema, instance, mode);

    if (schema_valid(schema, instance, mode) != !fault)
        abort();
    for (size_t count = 0; fault; fault = fault->next)
        if (++count > 100 || strpbrk(fault->message, "\033\n\r"))
            abort();
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
        judge(arena, schema, instance, SCHEMA_SHAPE);
    }
    arena_free(arena);
    return 0;
}
