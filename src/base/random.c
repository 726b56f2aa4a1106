/*
 * SplitMix64 (Steele, Lea and Flood, 2014): a counter whose every value is
 * stirred. One word of state, any seed is good, the same on every machine.
 */
#include "cfnc/base/random.h"

uint64_t random_next(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

uint64_t random_below(struct random *random, uint64_t limit)
{
    uint64_t r;

    if (!limit)
        return 0;
    /* The lowest 2^64 mod limit values are drawn again: the rest divide evenly. */
    const uint64_t uneven = (0 - limit) % limit;
    do
        r = random_next(random);
    while (r < uneven);
    return r % limit;
}
