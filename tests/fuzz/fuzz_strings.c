/* Any pattern with any bounds ends, soon, in a string that keeps to both or in an error. */
#include "cfnc/pattern/strings.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/pattern/pattern.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t characters(const char *s)
{
    size_t count = 0;

    for (; *s; s++)
        count += ((unsigned char)*s & 0xC0) != 0x80;
    return count;
}

static void judge(struct arena *arena, const char *pattern, const char *string, size_t shortest,
                  size_t longest)
{
    struct error error;
    const struct pattern *const compiled = pattern_compile(arena, pattern, &error);
    const size_t length = characters(string);

    if (!compiled || length < shortest || length > longest ||
        pattern_search(compiled, string) != PATTERN_MATCH)
        abort();
}

/* Two bytes for the bounds (255 is none), one for the seed, the rest is the pattern. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena;
    struct error error = { .text = "" };

    if (size < 3)
        return 0;
    arena = arena_new();
    const size_t shortest = data[0], longest = data[1] == 255 ? SIZE_MAX : data[1];
    struct random random = { data[2] };
    const char *const pattern = arena_copy(arena, (const char *)data + 3, size - 3);
    const char *const string =
        string_for_pattern(arena, pattern, shortest, longest, &random, &error);

    if (string)
        judge(arena, pattern, string, shortest, longest);
    else if (!error.text[0])
        abort();
    arena_free(arena);
    return 0;
}
