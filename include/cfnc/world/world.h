#ifndef CFNC_WORLD_H
#define CFNC_WORLD_H

#include "cfnc/base/error.h"
#include "cfnc/base/patience.h"
#include "cfnc/world/reply.h"

struct request;

/* What is sent to a handler: bytes, and how long that may take. */
struct sending {
    const char *bytes; /* a payload, NUL-terminated */
    size_t length;
    int64_t limit_ms;  /* after which the answer is late; a world may give up after twice that */
    int64_t within_ms; /* cfnc waits no longer for the answer; 0: as long as the world does */
    const struct patience *patience; /* is told while the world waits; or NULL */
    const struct request *request; /* what the bytes say, for a world that records or plays back */
};

/*
 * The outside: whatever runs the handlers, and whatever tells the time. In
 * earnest a Lambda endpoint and the system clock; in our tests the built-in
 * provider and a clock that only sleeping moves.
 */
struct world {
    /*
     * Sends the bytes and classifies the answer into `reply`, in `arena`. False and the
     * error when cfnc cannot judge: no connection, or an answer about the
     * service and not about the handler (no such function, access denied).
     */
    bool (*call)(struct world *world, const struct sending *sending, struct arena *arena,
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
