#include "cfnc/world.h"

#include <time.h>

int64_t clock_now_ms(struct world *world)
{
    struct timespec now = { 0 };

    (void)world;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void clock_sleep_ms(struct world *world, int64_t ms)
{
    (void)world;
    if (ms <= 0)
        return;

    const struct timespec nap = { .tv_sec = (time_t)(ms / 1000),
                                  .tv_nsec = (long)(ms % 1000) * 1000000 };
    nanosleep(&nap, NULL);
}
