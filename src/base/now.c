#include "cfnc/now.h"

#include <time.h>

static int64_t show(clockid_t clock)
{
    struct timespec now = { 0 };

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t now_steady_ms(void)
{
    return show(CLOCK_MONOTONIC);
}

int64_t now_wall_ms(void)
{
    return show(CLOCK_REALTIME);
}
