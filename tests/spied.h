#ifndef CFNC_TEST_SPIED_H
#define CFNC_TEST_SPIED_H

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/replay/replay.h"
#include "cfnc/suite/protocols.h"
#include "run_builtin.h"
#include "test.h"

enum { MOST_SPIED = 2000 };

/* A run that is recorded, and what really was sent in it. */
struct spied {
    struct arena *arena;
    struct tape_in_memory tape;
    struct spy {
        struct world world; /* first: a world of ours is one of these */
        struct world *inner;
        struct spied *of;
    } * spy;
    struct request requests[MOST_SPIED];
    size_t count;
};

static inline void spied_listen(struct arena *arena, struct run *run, void *context)
{
    struct spied *s = context;

    record_in_memory(arena, run, &s->tape);
}

static inline struct spy *spied_spy_of(struct world *world)
{
    return (struct spy *)world;
}

static inline const json *spied_copy(struct arena *arena, const json *value)
{
    return value ? json_copy(arena, value) : NULL;
}

static inline bool spied_call(struct world *world, const struct sending *sending,
                              struct arena *arena, struct reply *reply, struct error *error)
{
    struct spy *spy = spied_spy_of(world);
    struct spied *s = spy->of;
    const struct request *request = sending->request;

    if (s->count < MOST_SPIED) {
        struct request *kept = &s->requests[s->count++];

        *kept = *request;
        kept->desired = spied_copy(s->arena, request->desired);
        kept->previous = spied_copy(s->arena, request->previous);
        kept->context = spied_copy(s->arena, request->context);
        kept->token = arena_printf(s->arena, "%s", request->token);
    }
    return spy->inner->call(spy->inner, sending, arena, reply, error);
}

static inline int64_t spied_now_ms(struct world *world)
{
    return spied_spy_of(world)->inner->now_ms(spied_spy_of(world)->inner);
}

static inline void spied_sleep_ms(struct world *world, int64_t ms)
{
    spied_spy_of(world)->inner->sleep_ms(spied_spy_of(world)->inner, ms);
}

static inline const char *spied_token(struct world *world, struct arena *arena)
{
    return spied_spy_of(world)->inner->token(spied_spy_of(world)->inner, arena);
}

static inline struct world *spied_around(struct arena *arena, struct world *world,
                                         const void *context)
{
    const struct spied *s = context;

    (void)arena;
    s->spy->world = (struct world){ spied_call, spied_now_ms, spied_sleep_ms, spied_token };
    s->spy->inner = world;
    return recorder_world(s->tape.recorder, &s->spy->world);
}

/* The recording of a run, as text; NULL after a failed check. */
static inline const char *spied_record(struct arena *arena, const struct resource_type *type,
                                       const struct builtin_options *options,
                                       const struct input_set *set, struct spied *s)
{
    const struct run_setting setting = { .suite = SUITE_FULL,
                                         .set = set,
                                         .before = spied_listen,
                                         .before_context = s,
                                         .around = spied_around,
                                         .context = s };

    *s = (struct spied){ .arena = arena, .spy = arena_alloc(arena, sizeof(*s->spy)) };
    s->spy->of = s;
    if (!run_builtin_set(arena, type, options, &setting))
        return NULL;
    check(recorder_end(s->tape.recorder));
    return s->tape.text.bytes;
}

static inline bool spied_open_text(struct arena *arena, const char *text,
                                   const struct input_set *set, struct replay *replay,
                                   struct error *error)
{
    struct recording *recording =
        recording_read(arena, "r.jsonl", text, strlen(text), protocols, error);

    return recording && replay_read(arena, recording, set, set ? 1 : 0, replay, error);
}

#endif
