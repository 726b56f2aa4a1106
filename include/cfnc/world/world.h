#ifndef CFNC_WORLD_H
#define CFNC_WORLD_H

#include "cfnc/world/request.h"

/*
 * The outside: whatever runs the handlers, and whatever tells the time. In
 * earnest a Lambda endpoint and the system clock; in our tests the built-in
 * provider and a clock that only sleeping moves.
 */
struct world {
    /*
     * Sends the request and classifies the answer into `reply`. False and the
     * error when cfnc cannot judge: no connection, or an answer about the
     * service and not about the handler (no such function, access denied).
     */
    bool (*invoke)(struct world *world, const struct request *request, struct arena *arena,
                   struct reply *reply, struct error *error);
    int64_t (*now_ms)(struct world *world); /* monotonic */
    void (*sleep_ms)(struct world *world, int64_t ms);
    const char *(*token)(struct world *world, struct arena *arena); /* a fresh UUID */
};

/* The system's clock (clock.h), for a world's now_ms and sleep_ms. */
int64_t system_now_ms(struct world *world);
void system_sleep_ms(struct world *world, int64_t ms);

/* A random UUID (version 4), for a world's token. */
const char *token_new(struct world *world, struct arena *arena);

#endif
