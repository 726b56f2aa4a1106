#include "cfnc/base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CFNC_STRICT_ARENA
enum {
    FIRST_BLOCK = 1,
    LARGEST_BLOCK = 1,
    ALIGNMENT = 1
}; /* each allocation by itself, so that ASan sees its bounds */
#else
/* Most arenas are short-lived and hold little; those that grow, grow in large steps. */
enum { FIRST_BLOCK = 1024, LARGEST_BLOCK = 16 * 1024, ALIGNMENT = alignof(max_align_t) };
#endif

struct block {
    struct block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

struct deferred {
    struct deferred *next;
    void (*release)(void *resource);
    void *resource;
};

struct arena {
    struct block *block;
    struct deferred *deferred;
};

static void *allocate(size_t size)
{
    void *memory = calloc(1, size);

    if (!memory) {
        fputs("cfnc: out of memory\n", stderr);
        exit(70);
    }
    return memory;
}

struct arena *arena_new(void)
{
    return allocate(sizeof(struct arena));
}

struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){ .block = arena->block,
                                .deferred = arena->deferred,
                                .used = arena->block ? arena->block->used : 0 };
}

void arena_release(struct arena *arena, struct arena_mark mark)
{
    for (; arena->deferred != mark.deferred; arena->deferred = arena->deferred->next)
        arena->deferred->release(arena->deferred->resource);
    for (struct block *block = arena->block; block != mark.block; block = arena->block) {
        arena->block = block->next;
        free(block);
    }
    if (!arena->block)
        return;
    memset(arena->block->bytes + mark.used, 0, arena->block->used - mark.used);
    arena->block->used = mark.used;
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    arena_release(arena, (struct arena_mark){ 0 });
    free(arena);
}

/* A block with room for `size` bytes at least, twice as large as the last one up to a limit. */
static struct block *block_new(struct block *last, size_t size)
{
    size_t room = last ? 2 * last->size : FIRST_BLOCK;

    room = room < LARGEST_BLOCK ? room : LARGEST_BLOCK;
    room = room > size ? room : size;
    struct block *block = allocate(sizeof(*block) + room);
    *block = (struct block){ .next = last, .size = room };
    return block;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    struct block *block = arena->block;

    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!block || block->size - block->used < size)
        block = arena->block = block_new(block, size);
    void *memory = block->bytes + block->used;
    block->used += size;
    return memory;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 2 / size) {
        fputs("cfnc: out of memory\n", stderr);
        exit(70);
    }
    return arena_alloc(arena, count * size);
}

void *arena_grow(struct arena *arena, void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    *room = 2 * *room + 8;
    void *more = arena_array(arena, *room, size);
    if (count)
        memcpy(more, items, count * size);
    return more;
}

char *arena_copy(struct arena *arena, const char *bytes, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);

    if (length)
        memcpy(copy, bytes, length);
    return copy;
}

char *arena_vprintf(struct arena *arena, const char *format, va_list args)
{
    va_list again;

    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    const size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = arena_alloc(arena, size);
    vsnprintf(text, size, format, again);
    va_end(again);
    return text;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

void arena_defer(struct arena *arena, void (*release)(void *resource), void *resource)
{
    struct deferred *d = arena_alloc(arena, sizeof(*d));

    *d = (struct deferred){ arena->deferred, release, resource };
    arena->deferred = d;
}
