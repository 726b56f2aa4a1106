/*
 * Whatever the pattern and the subject (a line each): compiling, searching and
 * noting end, and machine code says what the interpreter says.
 */
#include "cfnc/pattern/pattern.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pattern/translate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void search(const struct pattern *pattern, const char *subject)
{
    const enum pattern_verdict first = pattern_search(pattern, subject);

    for (size_t i = 0; i < 8; i++)
        pattern_search(pattern, "");
    const enum pattern_verdict later = pattern_search(pattern, subject);
    if (first != later && first != PATTERN_LIMIT && later != PATTERN_LIMIT)
        abort();
}

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
    const size_t length = strlen(source);
    const struct pattern *pattern = pattern_compile(arena, source, &error);
    if (pattern)
        search(pattern, subject ? subject : source);
    pattern_translated_from(arena, source, size);
    for (const struct pattern_note *note = pattern_notes(arena, source); note->what; note++)
        if (note->offset > length || !note->hint)
            abort();
    pattern_is_ecma(source);
    arena_free(arena);
    return 0;
}
