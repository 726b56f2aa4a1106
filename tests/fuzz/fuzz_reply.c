/*
 * Whatever an endpoint answers, reading it must be safe, and must end in a
 * known kind or an error. The first byte chooses the status and the headers.
 */
#include "cfnc/world/lambda.h"

#include <string.h>

#include "support.h"

static const int statuses[] = { 200, 200, 202, 302, 400, 403, 404, 413, 429, 500, 501, 502 };
static const char *const types[] = { NULL, "ResourceNotFound", "a#b:c", "" };

/* What is no event is told why, and what of it is quoted drives no terminal. */
static void check(const struct reply *reply)
{
    must(reply_kind_name(reply->kind)[0]);
    must((reply->kind == REPLY_OBJECT) == (reply->problem == NULL));
    must(reply->kind != REPLY_OBJECT || json_type(reply->value) == JSON_OBJECT);
    if (reply->problem)
        must_be_plain(reply->problem, strlen(reply->problem), false);
    if (reply->hint)
        must_be_plain(reply->hint, strlen(reply->hint), false);
}

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
    struct error error = { .text = "" };

    if (reply_read(&reply, &answer, &target, arena, &error))
        check(&reply);
    else
        must_be_told(&error);
    arena_free(arena);
    return 0;
}
