#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "http_private.h"

enum { HEADERS_MOST = 10, WORD_LONGEST = 60 };

static bool is_unreserved(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("-._~", c));
}

static bool refuse(struct error *error, const char *what)
{
    return error_set(error, "the request cannot be signed: %s", what);
}

/* The end of "https://HOST:PORT", or NULL. */
static const char *end_of_origin(const char *url)
{
    const char *host = strstr(url, "://");

    return host ? host + 3 + strcspn(host + 3, "/?#") : NULL;
}

static const char *path_trouble(const char *path, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (path[i] != '/' && !is_unreserved(path[i]))
            return "its path has a character that would be encoded twice";
        if (path[i] != '/')
            continue;
        const char *segment = path + i + 1;
        const size_t size = strcspn(segment, "/?");
        if (i + 1 < length && size == 0)
            return "its path has two slashes in a row";
        if ((size == 1 && segment[0] == '.') || (size == 2 && strncmp(segment, "..", 2) == 0))
            return "its path has a segment of dots";
    }
    return NULL;
}

/* A part of the query, encoded anew. NULL when its %XX are none. */
static const char *encode(struct arena *arena, const char *part, size_t length)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < length; i++) {
        uint32_t byte = (unsigned char)part[i];

        if (byte == '%' && (length - i < 3 || text_hex(part + i + 1, 2, &byte) < 2))
            return NULL;
        i += part[i] == '%' ? 2 : 0;
        if (is_unreserved((char)byte))
            text_add_bytes(&out, (const char[]){ (char)byte }, 1);
        else
            text_addf(&out, "%%%02X", (unsigned)byte);
    }
    return out.bytes;
}

/* Adds "?a=1" to the URL. NULL, or what is wrong with the query. */
static const char *add_query(struct arena *arena, struct text *url, const char *query)
{
    const size_t length = strcspn(query, "=");
    const char *name = encode(arena, query, length);
    const char *value =
        query[length] ? encode(arena, query + length + 1, strlen(query) - length - 1) : "";

    if (strchr(query, '&'))
        return "its query has more than one parameter";
    if (!name || !value)
        return "its query has a % that is no %XX";
    text_addf(url, "?%s=%s", name, value);
    return *name ? NULL : "its query has a parameter without a name";
}

static bool put_url(struct arena *arena, const char *url, const char **into, struct error *error)
{
    struct text out = text_new(arena);
    const char *path = end_of_origin(url);

    if (!path)
        return refuse(error, "it has no URL");
    const size_t length = strcspn(path, "?#");
    const char *query = path + length, *trouble = path_trouble(path, length);
    if (!trouble && strchr(url, '#'))
        trouble = "its URL has a fragment";
    text_add_bytes(&out, url, (size_t)(query - url));
    if (!length)
        text_add(&out, "/");
    if (!trouble && *query == '?')
        trouble = add_query(arena, &out, query + 1);
    *into = out.bytes;
    return !trouble || refuse(error, trouble);
}

/* "Name: value" with one blank where there were several, in ASCII that is printed. */
static const char *tidy(struct arena *arena, const char *header, const char **trouble)
{
    struct text out = text_new(arena);
    const size_t length = strcspn(header, ":");

    *trouble = NULL;
    text_add_bytes(&out, header, length);
    text_add(&out, ":");
    for (const char *at = header + length; !*trouble && *at;) {
        at += 1 + strspn(at + 1, " \t");
        const size_t word = strcspn(at, " \t");

        for (size_t i = 0; i < word; i++)
            if (at[i] < 0x21 || at[i] > 0x7E)
                *trouble = "a header holds a character that is not ASCII";
        if (word) {
            text_add(&out, " ");
            text_add_bytes(&out, at, word);
        }
        at += word;
    }
    if (!*trouble && out.length == length + 1)
        *trouble = "a header is empty";
    return out.bytes;
}

static bool put_headers(struct arena *arena, const struct http_request *request,
                        const char *const **into, struct error *error)
{
    const struct http_signature *with = request->signature;
    const char **headers = arena_array(arena, HEADERS_MOST + 2, sizeof(*headers));
    const char *trouble = NULL;
    size_t count = 0;

    if (with->session_token && *with->session_token)
        headers[count++] = tidy(
            arena, arena_printf(arena, "X-Amz-Security-Token: %s", with->session_token), &trouble);
    for (size_t i = 0; !trouble && request->headers && request->headers[i]; i++) {
        if (count == HEADERS_MOST)
            return refuse(error, "it has too many headers");
        headers[count++] = tidy(arena, request->headers[i], &trouble);
    }
    *into = headers;
    return !trouble || refuse(error, trouble);
}

static bool is_word(const char *text)
{
    const size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                       "0123456789-_");

    return !text[length] && length > 0 && length <= WORD_LONGEST;
}

bool http_signable(struct arena *arena, const struct http_request *request,
                   struct signable *signable, struct error *error)
{
    const struct http_signature *with = request->signature;

    if (!is_word(with->region) || !is_word(with->service))
        return error_set(error, "\"%s\" is no region; see --region",
                         text_quote(arena, with->region, 40));
    for (const char *c = with->access_key_id; *c; c++)
        if (*c <= ' ' || *c > '~' || strchr("/,:", *c))
            return refuse(error, "no access key id has such characters");
    signable->provider = arena_printf(arena, "aws:amz:%s:%s", with->region, with->service);
    return put_url(arena, request->url, &signable->url, error) &&
           put_headers(arena, request, &signable->headers, error);
}

bool http_can_sign(const struct http_request *request, struct arena *arena, struct error *error)
{
    struct signable signable;

    return http_signable(arena, request, &signable, error);
}
