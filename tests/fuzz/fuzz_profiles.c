/* Any two files are profiles or an error, and what is got of them is a text. */
#include "cfnc/profiles.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/process.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The config file stands behind the first byte of 0xFF. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    const char *bytes = arena_copy(arena, (const char *)data, size);
    const char *mark = memchr(bytes, 0xFF, size);
    const size_t first = mark ? (size_t)(mark - bytes) : size;
    const struct profiles_text texts[PROFILES_FILES] = {
        { "a", bytes, first },
        { "b", mark ? mark + 1 : "", mark ? size - first - 1 : 0 },
    };
    struct error error = { "" };
    const struct profiles *profiles = profiles_parse(arena, texts, &error);

    if (!profiles && !error.text[0])
        abort();
    if (profiles) {
        const char *line = profiles_get(profiles, "default", "credential_process");

        if (line && (!*line || (!process_split(arena, line, &error) && !error.text[0])))
            abort();
        profiles_missing(arena, profiles, "defualt", &error);
    }
    arena_free(arena);
    return 0;
}
