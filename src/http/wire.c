/* The heads of requests and answers, as they are shown: without what proves who somebody is. */
#include <string.h>
#include <strings.h>

#include "cfnc/base/text.h"
#include "http_private.h"

static const char *const proofs[] = {
    "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Amz-Security-Token",
};

static bool is_proof(const char *line, size_t length)
{
    for (size_t i = 0; i < sizeof(proofs) / sizeof(proofs[0]); i++) {
        const size_t name = strlen(proofs[i]);

        if (length > name && line[name] == ':' && strncasecmp(line, proofs[i], name) == 0)
            return true;
    }
    return false;
}

/* The last line that was kept is a proof, and so is what goes on in the next one. */
static bool ends_in_proof(const char *head)
{
    const char *last = head;

    for (const char *at = head; (at = strchr(at, '\n')); at++)
        if (at[1])
            last = at + 1;
    return is_proof(last, strlen(last));
}

static void add_line(struct text *head, const char *line, size_t length)
{
    if (!length || (strchr(" \t", *line) && ends_in_proof(head->bytes)))
        return;
    if (is_proof(line, length))
        text_addf(head, "%.*s: •••\n", (int)strcspn(line, ":"), line);
    else
        text_addf(head, "%s\n", arena_copy(head->arena, line, length));
}

void http_wire_add(struct text *head, const char *bytes, size_t length)
{
    for (const char *at = bytes, *end = bytes + length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *next = stop ? stop + 1 : end;
        size_t line = (size_t)((stop ? stop : end) - at);

        while (line && at[line - 1] == '\r')
            line--;
        add_line(head, at, line);
        at = next;
    }
}

const struct http_wire *http_wire_copy(struct arena *arena, const struct http_wire *wire)
{
    struct http_wire *copy = arena_alloc(arena, sizeof(*copy));

    *copy = *wire;
    copy->sent = arena_copy(arena, wire->sent, strlen(wire->sent));
    copy->received = arena_copy(arena, wire->received, strlen(wire->received));
    copy->peer = arena_copy(arena, wire->peer, strlen(wire->peer));
    return copy;
}
