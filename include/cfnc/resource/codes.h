#ifndef CFNC_CODES_H
#define CFNC_CODES_H

#include "cfnc/engine/event.h"

/* The handler error codes of CloudFormation's handler contract. */
enum error_code {
    NOT_UPDATABLE = 1 << 0,
    INVALID_REQUEST = 1 << 1,
    ACCESS_DENIED = 1 << 2,
    INVALID_CREDENTIALS = 1 << 3,
    ALREADY_EXISTS = 1 << 4,
    NOT_FOUND = 1 << 5,
    RESOURCE_CONFLICT = 1 << 6,
    THROTTLING = 1 << 7,
    SERVICE_LIMIT_EXCEEDED = 1 << 8,
    NOT_STABILIZED = 1 << 9,
    GENERAL_SERVICE_EXCEPTION = 1 << 10,
    SERVICE_INTERNAL_ERROR = 1 << 11,
    NETWORK_FAILURE = 1 << 12,
    INTERNAL_FAILURE = 1 << 13,
    INVALID_TYPE_CONFIGURATION = 1 << 14,
    HANDLER_INTERNAL_FAILURE = 1 << 15,
    NON_COMPLIANT = 1 << 16,
    UNSUPPORTED_TARGET = 1 << 17,
    UNKNOWN_CODE = 1 << 18,                  /* the documented code "Unknown" */
    UNAUTHORIZED_TAGGING_OPERATION = 1 << 19 /* of the Java plugin; used by real providers */
};

extern const struct code error_codes[]; /* ends with an empty row */

const char *error_code_name(unsigned code); /* as in JSON; NULL of NO_ERROR and the like */
/* The nearest documented code, for "did you mean"; or NULL. */
const char *error_code_nearest(const char *name);

/* Reads a progress event out of an object of JSON, whatever is in it. */
void event_read(struct event *event, const json *answer);

#endif
