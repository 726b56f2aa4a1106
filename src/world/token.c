#include "cfnc/world.h"

#include <uuid/uuid.h>

const char *token_new(struct world *world, struct arena *arena)
{
    uuid_t uuid;
    char *token = arena_alloc(arena, UUID_STR_LEN);

    (void)world;
    uuid_generate_random(uuid);
    uuid_unparse_lower(uuid, token);
    return token;
}
