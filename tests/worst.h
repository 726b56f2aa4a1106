#ifndef CFNC_TEST_WORST_H
#define CFNC_TEST_WORST_H

#include <stdbool.h>
#include <stddef.h>

#include "cfnc/base/arena.h"

/* An endpoint with an honest handler, but for what is a row of `behaviours`. */

/* Where an answer goes, and what an honest handler would say. */
struct victim {
    int fd;
    const char *action, *honest; /* "CREATE", its event */
    unsigned calls;              /* of this action, this one too */
    struct arena *arena;
};

struct behaviour {
    const char *name;
    const char *action; /* whose answer is spoilt; NULL: all */
    void (*answer)(const struct victim *v);
    const char *options; /* beside the usual ones, apart by blanks */
    int code;            /* exit code */
    const char *says;
};

/* worst_behaviours.c; the last has no name. */
extern const struct behaviour behaviours[];

/* The schema of what the handler makes. */
extern const char worst_schema[];

/* Begins an endpoint in another process, and ends it. */
unsigned worst_open(const struct behaviour *behaviour); /* its port */
void worst_close(void);

/* For behaviours: false when nobody listens any more. */
bool worst_say(int fd, const char *bytes, size_t length);
bool worst_say_text(int fd, const char *text);
bool worst_say_body(int fd, const char *body, size_t length); /* with the head of an answer */
void worst_say_event(const struct victim *v, const char *event);
void worst_nap(int ms);
void worst_reset(int fd); /* instead of an end of the connection */

#endif
