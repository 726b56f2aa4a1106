/* Whatever the expression, reading it ends, and so does asking it. */
#include "cfnc/expression.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool has(const void *context, const char *identifier)
{
    (void)context;
    return strlen(identifier) % 2;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error = { "" };
    char *text = arena_alloc(arena, size + 1);

    if (size)
        memcpy(text, data, size);
    const struct expression *expression = expression_read(arena, text, &error);
    if (expression)
        expression_true(expression, has, NULL);
    else if (!error.text[0] || strpbrk(error.text, "\n\r\033"))
        abort();
    arena_free(arena);
    return 0;
}
