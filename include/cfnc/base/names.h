#ifndef CFNC_NAMES_H
#define CFNC_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "cfnc/base/arena.h"

/*
 * Numbers of names: the first that is added is 0, the next new one 1, and so
 * on. Looking one up takes the time of reading it, however many there are.
 * Begin with `struct names names = names_new(arena)`. It keeps copies, which
 * stand close together.
 */
struct names {
    struct arena *arena;
    struct name_slot *slots;
    size_t count, room; /* room: a power of two, or 0 */
};

#define NAMES_NONE SIZE_MAX

struct names names_new(struct arena *arena);
struct names names_new_for(struct arena *arena, size_t count); /* so many need no other table */
/* The number of `name`, which is a new one when it was not there. */
size_t names_add(struct names *names, const char *name);
/* The number of `name`, or NAMES_NONE. */
size_t names_find(const struct names *names, const char *name);

/* Also for other tables: a hash of bytes that goes on from another one. */
uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t length);

#endif
