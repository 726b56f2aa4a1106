#ifndef CFNC_HTTP_PRIVATE_H
#define CFNC_HTTP_PRIVATE_H

#include "cfnc/http.h"

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

#endif
