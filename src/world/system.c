/* What every world in earnest has: the system's clock, and random tokens. */
#include "cfnc/world/world.h"

#include <uuid/uuid.h>

#include "cfnc/base/clock.h"

int64_t system_now_ms(struct world *world)
{
    (void)world;
    return clock_steady_ms();
}

void system_sleep_ms(struct world *world, int64_t ms)
{
    (void)world;
    clock_sleep_ms(ms);
}

const char *token_new(struct world *world, struct arena *arena)
{
    uuid_t uuid;
    char *token = arena_alloc(arena, UUID_STR_LEN);

    (void)world;
    uuid_generate_random(uuid);
    uuid_unparse_lower(uuid, token);
    return token;
}
