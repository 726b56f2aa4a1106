#ifndef CFNC_REPLY_H
#define CFNC_REPLY_H

#include <stdint.h>

#include "cfnc/json/json.h"

/* What came back, before anybody asks what it means. */
enum reply_kind {
    REPLY_OBJECT,    /* a JSON object: a progress event, or something that should be one */
    REPLY_CRASH,     /* Lambda's error object: the handler crashed */
    REPLY_EMPTY,     /* nothing: the container was stopped */
    REPLY_TIMED_OUT, /* "Task timed out after N seconds", or no answer within the limit */
    REPLY_NOT_JSON,
    REPLY_NOT_OBJECT, /* JSON, but null, an array, a string */
    REPLY_TOO_LARGE,  /* beyond what Lambda lets through */
    REPLY_HTTP_ERROR  /* an HTTP status of 300 or more */
};

struct reply {
    enum reply_kind kind;
    bool sent;     /* the request may have reached the handler, whatever came of it */
    bool given_up; /* none came while cfnc waited: it is stopping, or `within_ms` were over */
    int http_status;
    const char *body; /* where it is no JSON: as it came, NUL-terminated; may hold NULs and more */
    size_t length, values;        /* bytes, and JSON values in them */
    const json *value;            /* the JSON of it, where it is JSON */
    const char *problem;          /* what is wrong with it, one line; NULL of REPLY_OBJECT */
    const char *error_type;       /* REPLY_CRASH, REPLY_HTTP_ERROR; or NULL */
    const char *error_message;    /* likewise */
    const json *trace;            /* the stack of REPLY_CRASH, an array of anything; or NULL */
    const char *hint;             /* what to do about it, or NULL */
    const struct http_wire *wire; /* how it came (http.h); NULL: nobody asked, or not by HTTP */
};

const char *reply_kind_name(enum reply_kind kind); /* for reports: "object", "crash" ... */

#endif
