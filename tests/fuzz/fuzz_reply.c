/*
 * Whatever an endpoint answers, reading it must be safe, and must end in a
 * known kind or an error. The first byte chooses the status and the headers.
 */
#include "cfnc/lambda.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const int statuses[] = { 200, 200, 202, 302, 400, 403, 404, 413, 429, 500, 501, 502 };
static const char *const types[] = { NULL, "ResourceNotFound", "a#b:c", "" };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct target target = {
        .endpoint = "http://127.0.0.1:3001",
        .function_name = size % 2 ? "TypeFunction" : "Other",
    };
    const size_t choice = size ? data[0] : 0, length = size ? size - 1 : 0;
    struct arena *arena = arena_new();
    const struct http_answer answer = {
        .status = statuses[choice % (sizeof(statuses) / sizeof(statuses[0]))],
        .body = arena_copy(arena, size ? (const char *)data + 1 : "", length),
        .length = length,
        .error_type = types[choice / 16 % 4],
        .too_large = choice >= 250,
    };
    struct reply reply;
    struct error error = { "" };

    if (!reply_read(&reply, &answer, &target, arena, &error)) {
        if (!error.text[0] || strpbrk(error.text, "\n\r\033"))
            abort();
    } else if (!reply_kind_name(reply.kind)[0] ||
               (reply.kind == REPLY_OBJECT) != (reply.problem == NULL) ||
               (reply.problem && strpbrk(reply.problem, "\n\r\033"))) {
        abort();
    }
    arena_free(arena);
    return 0;
}
