#ifndef CFNC_HTTP_PRIVATE_H
#define CFNC_HTTP_PRIVATE_H

#include "cfnc/base/text.h"
#include "cfnc/http/http.h"

/*
 * A request put so that every libcurl signs it rightly; its meaning is the same.
 *
 *   - path: of unreserved characters and single slashes only, no dot segments
 *     (7.88 signs a path as it stands, 8.9 and 8.14 encode it in different ways);
 *   - query: each NAME=VALUE encoded anew and sorted (before 8.5 as it stands);
 *   - headers: no removals, no empty values, blanks run together, none twice,
 *     none that libcurl writes itself, no name the beginning of another (before
 *     8.10 sorted wrongly); the session token is one of them, so it is signed.
 *
 * False and the error for what cannot be put so.
 */
struct signable {
    const char *url;
    const char *const *headers; /* NULL-terminated */
    const char *provider;       /* "aws:amz:us-east-1:sts" */
};

MUST_USE bool http_signable(struct arena *arena, const struct http_request *request,
                            struct signable *signable, struct error *error);

/* Whether the host of a URL, in [] when it is an address of IPv6, is this machine. */
bool http_host_is_loopback(const char *host);

/* Adds what libcurl says went over the wire, one line or a whole head, to what is kept of it. */
void http_wire_add(struct text *head, const char *bytes, size_t length);

/* answer.c: what comes back, piece by piece. */

enum { HEADERS_LARGEST = 64 * 1024 }; /* of one answer, trailers and 1xx answers in it */

/* The body is no text of the arena, where every size on the way to six megabytes would remain. */
struct arrival {
    struct arena *arena;
    struct http_answer *answer;
    size_t header_bytes;
    char *bytes; /* of the body, with a NUL behind it */
    size_t length, room;
};

/* Nothing yet: `answer` is emptied. The body is freed with the arena. */
struct arrival *arrival_new(struct arena *arena, struct http_answer *answer);

/* Keep a line of headers, or a piece of the body. False: it is more than an answer may have. */
MUST_USE bool arrival_header(struct arrival *arrival, const char *line, size_t length);
MUST_USE bool arrival_body(struct arrival *arrival, const char *bytes, size_t length);

#endif
