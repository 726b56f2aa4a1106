/*
 * Whatever the document, it compiles, or is refused in one line that is safe to
 * print; and it makes no difference that it was printed and read again.
 */
#include "cfnc/schema/schema.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool compiles(struct arena *arena, const json *document, struct error *error)
{
    *error = (struct error){ .text = "" };
    const bool compiled = schema_compile(arena, document, NULL, error) != NULL;
    if (compiled == (error->text[0] != '\0'))
        abort();
    if (strcmp(text_quote(arena, error->text, 0), error->text) != 0)
        abort();
    return compiled;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error, again;
    char *text = arena_alloc(arena, size + 1);

    if (size)
        memcpy(text, data, size);
    const json *document = json_parse(arena, text, size, &error);
    if (document) {
        const char *printed = json_print(arena, document);
        const json *copy = json_parse(arena, printed, strlen(printed), &error);

        if (!copy || !json_equal(document, copy))
            abort();
        if (compiles(arena, document, &error) != compiles(arena, copy, &again) ||
            strcmp(error.text, again.text) != 0)
            abort();
    }
    arena_free(arena);
    return 0;
}
