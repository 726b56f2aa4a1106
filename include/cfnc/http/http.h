#ifndef CFNC_HTTP_H
#define CFNC_HTTP_H

#include <stdint.h>

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"
#include "cfnc/base/patience.h"

/*
 * One HTTP client, kept alive between requests. Only http.c includes libcurl.
 * http and https only; no redirect is followed; no compression is asked for;
 * a proxy is never used for a loopback address; TLS is always verified, by the
 * system's certificates or those of AWS_CA_BUNDLE.
 */
struct http;

enum http_outcome {
    HTTP_ANSWERED,
    HTTP_NOT_SENT,  /* refused, no such host, TLS: the request certainly did not arrive */
    HTTP_NO_ANSWER, /* no complete answer within the time */
    HTTP_GIVEN_UP,  /* cfnc was asked to stop; the request may have arrived */
    HTTP_BROKEN     /* the connection broke, or it was no HTTP; the request may have arrived */
};

/*
 * A request is signed with AWS Signature Version 4 when it has this. What the
 * libcurl at hand, or any from 7.88 on, would sign wrongly is refused: a path
 * with anything but unreserved characters, say; see src/http/http_private.h.
 */
struct http_signature {
    const char *access_key_id, *secret_access_key, *session_token; /* the last "" for none */
    const char *region, *service;                                  /* "us-east-1", "lambda" */
};

/*
 * What went over the wire, for whoever looks closely. Heads are kept line by line,
 * each with its end; in the place of what proves who somebody is (Authorization,
 * cookies, the token of a session) stand bullets, everything else is as it came.
 */
struct http_wire {
    const char *sent, *received; /* several, where 1xx or a proxy answered; "" for none */
    const char *peer;            /* "127.0.0.1:3001"; "" when nobody was reached */
    int64_t connect_us, tls_us;  /* since it began, like curl's time_connect, time_appconnect, */
    int64_t first_byte_us;       /* time_starttransfer */
    int64_t total_us;            /* and time_total; 0: not come to, or had from before */
    bool kept;                   /* by a connection that stood already */
};

/* One that outlives the arena of the request. */
const struct http_wire *http_wire_copy(struct arena *arena, const struct http_wire *wire);

struct http_request {
    const char *url, *method;               /* "POST" */
    const char *body;                       /* or NULL */
    const char *const *headers;             /* "Name: value", NULL-terminated; or NULL */
    const struct http_signature *signature; /* or NULL */
    bool direct;                            /* not through a proxy */
    int64_t connect_timeout_ms, total_timeout_ms;
    int64_t grace_ms;                /* how long it may go on once cfnc is asked to stop (stop.h) */
    const struct patience *patience; /* or NULL */
    struct http_wire *wire;          /* or NULL; filled in whatever comes of it */
};

enum {
    REPLY_LARGEST = 6 * 1024 * 1024 + 100, /* bytes: Lambda's own limit for an answer */
    REPLY_VALUES_MOST = 100000 /* JSON values in it: each costs memory, however few its bytes */
};

/* The parts of an HTTP answer that matter. Header values are NULL when absent. */
struct http_answer {
    int status;
    const char *body; /* NUL-terminated */
    size_t length;
    const char *server;
    const char *function_error, *error_type; /* X-Amz-Function-Error, x-amzn-errortype */
    const char *retry_after;                 /* Retry-After */
    bool too_large;                          /* the body was cut at REPLY_LARGEST */
};

/* Its connections are closed with the arena. */
struct http *http_new(struct arena *arena);

/*
 * Sends, once: a request that may have arrived is never repeated. Fills
 * `answer` (memory of `arena`) only for HTTP_ANSWERED, the error for all others.
 */
enum http_outcome http_send(struct http *http, const struct http_request *request,
                            struct arena *arena, struct http_answer *answer, struct error *error);

/* Whether a request with a signature could be sent; see struct http_signature. */
MUST_USE bool http_can_sign(const struct http_request *request, struct arena *arena,
                            struct error *error);

/* Whether `url` can be the base of requests: http or https, a host, no query. */
MUST_USE bool http_url_check(const char *url, struct arena *arena, struct error *error);

/* Whether the host of `url` is this machine: 127.0.0.0/8, ::1 or localhost. */
bool http_url_is_loopback(const char *url);

#endif
