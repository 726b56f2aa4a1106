/* Whatever is typed behind "cfnc test" or "cfnc serve" (a word a line), it is read or refused. */
#include "cfnc/options.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge(struct arena *arena, enum place command, int argc, char *const *argv)
{
    struct error error = { "" };
    struct options options;

    if (options_read(arena, command, argc, argv, &options, &error) == EXIT_OK) {
        if (!options.endpoint || options.tests.items[options.tests.count] || options.maxfail < 0 ||
            options.enforce_timeout_ms < 0)
            abort();
    } else if (!error.text[0] || strpbrk(error.text, "\n\r\033")) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    char *text = arena_alloc(arena, size + 1);
    char **argv = arena_array(arena, size + 1, sizeof(*argv));
    int argc = 0;

    if (size)
        memcpy(text, data, size);
    for (char *word = text; word && argc < (int)size;) {
        char *end = strchr(word, '\n');

        argv[argc++] = word;
        if (end)
            *end = '\0';
        word = end ? end + 1 : NULL;
    }
    judge(arena, IN_TEST, argc, argv);
    judge(arena, IN_SERVE, argc, argv);
    arena_free(arena);
    return 0;
}
