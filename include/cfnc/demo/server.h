#ifndef CFNC_SERVER_H
#define CFNC_SERVER_H

#include "cfnc/demo/builtin.h"

/*
 * A Lambda endpoint on loopback for the built-in provider, speaking as SAM
 * local does (path, statuses, error bodies). Only server.c includes
 * libmicrohttpd.
 */
struct server;

struct server_options {
    unsigned port;             /* 0: any free one */
    const char *function_name; /* what answers; others are unknown. "*": any */
};

/* Starts answering, in threads of its own; one request at a time reaches the provider. */
MUST_USE struct server *server_start(struct arena *arena, struct builtin *builtin,
                                     const struct server_options *options, struct error *error);
unsigned server_port(const struct server *server);
unsigned long server_requests(const struct server *server); /* invocations answered so far */
void server_stop(struct server *server);

#endif
