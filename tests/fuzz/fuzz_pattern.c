/* Whatever the pattern and the subject (a line each), compiling and searching end. */
#include "cfnc/pattern.h"

#include <stdint.h>
#include <string.h>

#include "cfnc/pattern_translate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error;
    char *source = arena_alloc(arena, size + 1);

    if (size)
        memcpy(source, data, size);
    char *subject = strchr(source, '\n');
    if (subject)
        *subject++ = '\0';
    const struct pattern *pattern = pattern_compile(arena, source, &error);
    if (pattern)
        pattern_search(pattern, subject ? subject : source);
    pattern_translated_from(arena, source, size);
    arena_free(arena);
    return 0;
}
