/* Whatever a recording holds, reading and judging it is safe, and nothing of it is a crash. */
#include "cfnc/recording.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    struct arena *arena = arena_new();
    struct error error = { "" };
    struct recording *recording =
        recording_read(arena, "r", arena_copy(arena, (const char *)data, size), size, &error);

    if (!recording && (strncmp(error.text, "r:", 2) != 0 || strpbrk(error.text, "\n\r\033")))
        abort();
    if (recording && recording->run.options.shrink == 0 &&
        recording_judge(arena, recording, nobody, &error) &&
        !json_report_print(arena, &recording->run)[0])
        abort();
    arena_free(arena);
    return 0;
}
