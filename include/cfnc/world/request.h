#ifndef CFNC_REQUEST_H
#define CFNC_REQUEST_H

#include <stdint.h>

#include "cfnc/base/patience.h"
#include "cfnc/type/resource_type.h"

/* What is sent to a handler, and what comes back. */
struct request {
    enum action action;
    const json *desired;    /* the model sent */
    const json *previous;   /* the model it replaces; UPDATE only, else NULL */
    const json *context;    /* callbackContext of the IN_PROGRESS event this follows up, or NULL */
    const char *token;      /* bearerToken: one per operation, kept through its callbacks */
    const char *next_token; /* of the page before; LIST only, else NULL */
    int64_t within_ms;      /* cfnc waits no longer for the answer; 0: as long as its world does */
    const struct patience *patience; /* is told while a world waits; or NULL */
};

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
