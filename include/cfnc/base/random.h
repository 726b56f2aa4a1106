#ifndef CFNC_RANDOM_H
#define CFNC_RANDOM_H

#include <stdint.h>

/* A source of random numbers; copy it to fork it. The same seed gives the same, on any machine. */
struct random {
    uint64_t state;
};

/* Any of 64 bits. */
uint64_t random_next(struct random *random);
/* From 0 to limit - 1, evenly; 0 when limit is 0. */
uint64_t random_below(struct random *random, uint64_t limit);

#endif
