#ifndef CFNC_AWS_H
#define CFNC_AWS_H

#include "cfnc/http/http.h"
#include "cfnc/json/json.h"

/* AWS's "query" services: STS and CloudFormation. A form is posted, XML comes back. */

/* What opens a door; see credentials.h for where it comes from. */
struct credentials {
    const char *access_key_id, *secret_access_key;
    const char *session_token; /* "" for none */
    bool placeholders;         /* made up, because there are none and none are needed */
    int64_t expires_s;         /* seconds since 1970; 0: never, or not known */
};

/* Of the environment; NULL when it is empty. */
const char *aws_variable(const char *name);

/*
 * Where a service is reached: AWS_ENDPOINT_URL_STS (or ..._CLOUDFORMATION),
 * else AWS_ENDPOINT_URL, unless AWS_IGNORE_CONFIGURED_ENDPOINT_URLS is true;
 * else https://SERVICE.REGION.SUFFIX with the suffix of the region's partition.
 */
const char *aws_endpoint(struct arena *arena, const char *service, const char *region);

struct aws_question {
    const char *service, *version, *action; /* "sts", "2011-06-15", "GetCallerIdentity" */
    const char *endpoint;                   /* or NULL: aws_endpoint() */
    const char *region;
    const char *const (*parameters)[2];    /* name, value (NULL: left out); ends with { NULL } */
    const char *const *headers;            /* more of them, signed; or NULL */
    const struct credentials *credentials; /* NULL: not signed */
};

/*
 * Asks, and asks again (three times, with pauses below a second) after 429 and
 * 5xx or when nothing was sent: what is asked here changes nothing. `result` is
 * what ACTIONResult holds. The error names the service, the code and the message.
 */
MUST_USE bool aws_ask(struct arena *arena, struct http *http, const struct aws_question *question,
                      const json **result, struct error *error);

/* "2026-11-21T01:35:54.4Z", with or without a fraction, or +HH:MM, as seconds since 1970. */
MUST_USE bool aws_time(const char *text, int64_t *seconds);

#endif
