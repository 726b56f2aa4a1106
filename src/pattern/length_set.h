#ifndef CFNC_LENGTH_SET_H
#define CFNC_LENGTH_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cfnc/base/arena.h"

/*
 * Sets of lengths from 0 to `limit`, a bit each: which lengths a piece of a
 * pattern can have. Sums of sets tell how pieces share a total.
 *
 * `work` and the words `held` are counted: once they are many, sums leave
 * lengths out (and never put wrong ones in), so that a hostile pattern costs
 * no more than a bounded time.
 */
struct length_space {
    struct arena *arena;
    size_t limit, words;
    size_t held;
    uint64_t work;
};

struct length_space length_space(struct arena *arena, size_t limit);
uint64_t *lengths_new(struct length_space *space); /* empty */
bool lengths_has(const struct length_space *space, const uint64_t *set, size_t length);
void lengths_add(const struct length_space *space, uint64_t *set, size_t first, size_t last);
/* Whether `other` added anything to `set`. */
bool lengths_join(const struct length_space *space, uint64_t *set, const uint64_t *other);
/* Whether time and memory are such that nothing dispensable should be asked for. */
bool lengths_scarce(const struct length_space *space);

/* A length of `a` and one of `b`. */
uint64_t *lengths_sum(struct length_space *space, const uint64_t *a, const uint64_t *b);

/* The nearest member, at or above, at or below `length`; SIZE_MAX when there is none. */
size_t lengths_up(const struct length_space *space, const uint64_t *set, size_t length);
size_t lengths_down(const struct length_space *space, const uint64_t *set, size_t length);

#endif
