#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cfnc/base/text.h"
#include "http_private.h"

enum { PARAMETERS_MOST = 100, HEADERS_MOST = 100, WORD_LONGEST = 60 };

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

static bool is_unreserved(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("-._~", c));
}

static bool is_beginning(const char *a, const char *b)
{
    return strncasecmp(a, b, strlen(a)) == 0;
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

struct parameter {
    const char *name, *value;
};

static int parameter_order(const void *a, const void *b)
{
    const struct parameter *x = a, *y = b;

    return strcmp(x->name, y->name);
}

static const char *parameter_read(struct arena *arena, const char *text, size_t length,
                                  struct parameter *parameter)
{
    const char *equals = memchr(text, '=', length);
    const size_t size = equals ? (size_t)(equals - text) : length;

    parameter->name = encode(arena, text, size);
    parameter->value = equals ? encode(arena, equals + 1, length - size - 1) : "";
    if (!parameter->name || !parameter->value)
        return "its query has a % that is no %XX";
    return *parameter->name ? NULL : "its query has a parameter without a name";
}

/* Adds "?a=1&b=2" to the URL. NULL, or what is wrong with the query. */
static const char *add_query(struct arena *arena, struct text *url, const char *query)
{
    struct parameter parameters[PARAMETERS_MOST];
    size_t count = 0;
    const char *trouble = NULL;

    for (const char *at = query; !trouble && *at; at += *at == '&') {
        const size_t length = strcspn(at, "&");

        if (count == PARAMETERS_MOST)
            return "its query has too many parameters";
        trouble = parameter_read(arena, at, length, &parameters[count++]);
        at += length;
    }
    if (trouble)
        return trouble;
    if (count)
        qsort(parameters, count, sizeof(parameters[0]), parameter_order);
    for (size_t i = 0; i < count; i++) {
        if (i && is_beginning(parameters[i - 1].name, parameters[i].name))
            return "the name of one parameter begins with that of another";
        text_addf(url, "%c%s=%s", i ? '&' : '?', parameters[i].name, parameters[i].value);
    }
    return NULL;
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

/* Header names that libcurl writes itself, or treats in ways of its own, or others never sign. */
static const char *const reserved[] = {
    "Authorization",
    "Connection",
    "Content-Length",
    "Expect",
    "Host",
    "Accept",
    "Transfer-Encoding",
    "TE",
    "Trailer",
    "Upgrade",
    "User-Agent",
    "X-Amzn-Trace-Id",
    "X-Amz-Date",
    "Proxy-Auth",
    "X-Amz-Content-Sha256",
    "Cookie",
    "Accept-Encoding",
    "Range",
    "Referer",
    "Date",
};

/* Names that are always signed beside what the caller gives. */
static const char *const always[] = { "host", "x-amz-date" };

static bool is_token(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)name[i]) && name[i] != '-')
            return false;
    return length > 0 && length <= WORD_LONGEST;
}

/* "Name: value" with one blank where there were several, in ASCII that is printed. */
static const char *tidy(struct arena *arena, const char *header, const char **trouble)
{
    struct text out = text_new(arena);
    const size_t length = strcspn(header, ":");

    *trouble = NULL;
    if (header[length] != ':' || !is_token(header, length))
        *trouble = "the name of a header is none";
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

static const char *name_of(struct arena *arena, const char *header)
{
    return arena_copy(arena, header, strcspn(header, ":"));
}

static const char *names_trouble(struct arena *arena, const char *const *headers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = name_of(arena, headers[i]);

        for (size_t k = 0; k < COUNT(reserved); k++)
            if (strcasecmp(name, reserved[k]) == 0)
                return "a header is one that the signature writes itself, or does not cover";
        for (size_t k = 0; k < count; k++)
            if (k != i && is_beginning(name, name_of(arena, headers[k])))
                return "the name of one header begins with that of another";
        for (size_t k = 0; k < COUNT(always); k++)
            if (is_beginning(name, always[k]) || is_beginning(always[k], name))
                return "the name of one header begins with that of another";
    }
    return NULL;
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
    if (!trouble)
        trouble = names_trouble(arena, headers, count);
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
