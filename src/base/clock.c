#include "cfnc/clock.h"

#include <poll.h>
#include <time.h>

#include "cfnc/stop.h"

enum { NAP_LONGEST_MS = 60 * 60 * 1000 }; /* what poll() takes at once */

static int64_t show(clockid_t clock)
{
    struct timespec now = { 0 };

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clock_steady_ms(void)
{
    return show(CLOCK_MONOTONIC);
}

int64_t clock_wall_ms(void)
{
    return show(CLOCK_REALTIME);
}

void clock_sleep_ms(int64_t ms)
{
    const int before = stop_code();
    const int64_t until = clock_steady_ms() + ms;
    struct pollfd stop = { .fd = before ? -1 : stop_fd(), .events = POLLIN };

    for (int64_t left = ms; left > 0 && !stop_ends(before); left = until - clock_steady_ms())
        (void)poll(&stop, 1, (int)(left < NAP_LONGEST_MS ? left : NAP_LONGEST_MS));
}
