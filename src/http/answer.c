/* What comes back for an HTTP request, piece by piece: its headers and its body. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "http_private.h"

static void arrival_free(void *resource)
{
    struct arrival *arrival = resource;

    free(arrival->bytes);
}

struct arrival *arrival_new(struct arena *arena, struct http_answer *answer)
{
    struct arrival *arrival = arena_alloc(arena, sizeof(*arrival));

    *answer = (struct http_answer){ 0 };
    *arrival = (struct arrival){ .arena = arena, .answer = answer, .bytes = calloc(1, 1) };
    if (!arrival->bytes)
        abort(); /* out of memory */
    arena_defer(arena, arrival_free, arrival);
    return arrival;
}

/* The value of header `name` when `line` is that header, or NULL. */
static const char *header_value(const char *line, size_t length, const char *name,
                                struct arena *arena)
{
    const size_t skip = strlen(name);

    if (length <= skip || line[skip] != ':' || strncasecmp(line, name, skip) != 0)
        return NULL;
    line += skip + 1;
    length -= skip + 1;
    for (; length && strchr(" \t", *line); length--)
        line++;
    while (length && strchr(" \t\r\n", line[length - 1]))
        length--;
    return arena_copy(arena, line, length);
}

bool arrival_header(struct arrival *arrival, const char *line, size_t length)
{
    struct http_answer *answer = arrival->answer;
    const struct {
        const char *name, **value;
    } kept[] = {
        { "Server", &answer->server },
        { "X-Amz-Function-Error", &answer->function_error },
        { "X-Amzn-ErrorType", &answer->error_type },
        { "Retry-After", &answer->retry_after },
    };

    arrival->header_bytes += length;
    if (arrival->header_bytes > HEADERS_LARGEST)
        return false;
    if (length > 5 && memcmp(line, "HTTP/", 5) == 0)
        *answer = (struct http_answer){ 0 }; /* what came before was a 1xx */
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
        const char *value = header_value(line, length, kept[i].name, arrival->arena);

        if (value)
            *kept[i].value = value;
    }
    return true;
}

static void add(struct arrival *arrival, const char *bytes, size_t length)
{
    if (arrival->length + length >= arrival->room) {
        arrival->room = arrival->length + length + 1 + arrival->room / 2;
        char *grown = realloc(arrival->bytes, arrival->room);
        if (!grown)
            abort();
        arrival->bytes = grown;
    }
    memcpy(arrival->bytes + arrival->length, bytes, length);
    arrival->length += length;
    arrival->bytes[arrival->length] = '\0';
}

bool arrival_body(struct arrival *arrival, const char *bytes, size_t length)
{
    const size_t room = REPLY_LARGEST - arrival->length;

    add(arrival, bytes, length < room ? length : room);
    arrival->answer->too_large = length > room;
    return length <= room;
}
