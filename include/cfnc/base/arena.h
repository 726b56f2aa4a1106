#ifndef CFNC_ARENA_H
#define CFNC_ARENA_H

#include <stdarg.h>
#include <stddef.h>

/*
 * An arena owns everything built for one lifetime and releases it at once.
 *
 * Two kinds exist: one lives as long as the run, one as long as a trial. A
 * function that takes an arena returns memory of that arena; a function that
 * takes none allocates nothing. Nobody frees anything else by hand.
 *
 * Running out of memory ends the program, so no allocation returns NULL.
 */
struct arena;

/* An empty one; and its end: what is deferred is done, and all of its memory given back. */
struct arena *arena_new(void);
void arena_free(struct arena *arena);

/*
 * What was allocated since a mark was taken can be given back: for work that is
 * done many times over. Marks are released in the reverse order.
 */
struct arena_mark {
    void *block, *deferred;
    size_t used;
};
struct arena_mark arena_mark(const struct arena *arena);
void arena_release(struct arena *arena, struct arena_mark mark);

/* Returns `size` zeroed bytes, aligned for any type. */
void *arena_alloc(struct arena *arena, size_t size);

/* Returns `count` zeroed items of `size` bytes. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/*
 * An array in which another item has room: `items`, of which `count` are taken and *room are there,
 * or, when it is full, a copy of it with more of them. Begin with NULL and 0.
 */
void *arena_grow(struct arena *arena, void *items, size_t count, size_t *room, size_t size);

/* Copies `length` bytes and ends them with a NUL. */
char *arena_copy(struct arena *arena, const char *bytes, size_t length);

/* Formats into the arena. */
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/*
 * Hands `resource` over to the arena, which calls `release(resource)` when it
 * is freed. Resources go in the reverse order of their arrival.
 */
void arena_defer(struct arena *arena, void (*release)(void *resource), void *resource);

#endif
