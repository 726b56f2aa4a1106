#ifndef CFNC_EVENT_H
#define CFNC_EVENT_H

#include "cfnc/json/json.h"

/*
 * What an answer says, whatever its protocol: a progress event. Statuses and codes are one-bit
 * sets; in a rule the empty set means "any".
 */
enum status {
    SUCCESS = 1 << 0,
    FAILED = 1 << 1,
    IN_PROGRESS = 1 << 2,
    PENDING = 1 << 3,
    NO_STATUS = 1 << 4 /* absent, or a word that is none */
};
enum { SETTLED = SUCCESS | FAILED };

const char *status_name(enum status status); /* as in JSON; NULL of NO_STATUS */
enum status status_read(const char *name);   /* NO_STATUS when it is none; NULL likewise */

/* An error code of a protocol, and its bit. The two below belong to all protocols. */
struct code {
    unsigned value;
    const char *name;
};
enum {
    NO_ERROR = 1 << 30,         /* no code at all */
    UNDOCUMENTED_CODE = 1 << 29 /* a word that is in no table */
};

/* Of a table that ends with an empty row: UNDOCUMENTED_CODE; and NULL of what has no name. */
unsigned code_read(const struct code *codes, const char *name);
const char *code_name(const struct code *codes, unsigned code);

/* Absent and null are the same: NULL. What it points to is the answer's. */
struct event {
    enum status status;
    unsigned error_code;    /* of the protocol's codes, NO_ERROR or UNDOCUMENTED_CODE */
    const char *error_text; /* the code as it was spelled */
    const char *message;    /* NULL when absent or no string */
    double delay_seconds;   /* until it is to be followed up; 0 when absent or not to be waited */
    const json *delay;      /* as it came */
    const json *model,
        *models;            /* of the resource, or what the protocol has instead; a list of them */
    const json *context;    /* to be sent with the next request of the operation */
    const json *next_token; /* of the page behind this one */
};

#endif
