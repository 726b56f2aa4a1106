#include <string.h>

#include "cfnc/demo/builtin.h"

/* A world of which time passes only where somebody waits. */
struct builtin_world {
    struct world world; /* first: worlds are handed around by its address */
    struct builtin *builtin;
    const struct target *target;
    int64_t now_ms;
    unsigned long tokens;
};

static struct builtin_world *of(struct world *world)
{
    return (struct builtin_world *)world;
}

static bool call(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    struct builtin_world *w = of(world);
    const struct builtin_answer answer =
        builtin_answer(w->builtin, sending->bytes, sending->length, arena);
    const struct http_answer http = {
        .status = answer.http_status,
        .body = answer.body,
        .length = strlen(answer.body),
        .content_type = "application/json",
        .function_error = answer.function_error,
    };

    w->now_ms += answer.delay_ms;
    const bool read = reply_read(reply, &http, w->target, arena, error);
    reply->sent = true;
    return read;
}

static int64_t now_ms(struct world *world)
{
    return of(world)->now_ms;
}

static void sleep_ms(struct world *world, int64_t ms)
{
    if (ms > 0)
        of(world)->now_ms += ms;
}

static const char *token(struct world *world, struct arena *arena)
{
    return arena_printf(arena, "00000000-0000-4000-8000-%012lu", ++of(world)->tokens);
}

struct world *builtin_world(struct arena *arena, struct builtin *builtin,
                            const struct target *target)
{
    struct builtin_world *w = arena_alloc(arena, sizeof(*w));

    w->world = (struct world){ call, now_ms, sleep_ms, token };
    w->builtin = builtin;
    w->target = target;
    return &w->world;
}
