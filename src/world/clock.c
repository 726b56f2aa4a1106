#include "cfnc/world.h"

#include <poll.h>

#include "cfnc/now.h"
#include "cfnc/stop.h"

enum { NAP_LONGEST_MS = 60 * 60 * 1000 }; /* what poll() takes at once */

int64_t clock_now_ms(struct world *world)
{
    (void)world;
    return now_steady_ms();
}

void clock_sleep_ms(struct world *world, int64_t ms)
{
    const int before = stop_code();
    const int64_t until = clock_now_ms(world) + ms;
    struct pollfd stop = { .fd = before ? -1 : stop_fd(), .events = POLLIN };

    for (int64_t left = ms; left > 0 && !stop_ends(before); left = until - clock_now_ms(world))
        (void)poll(&stop, 1, (int)(left < NAP_LONGEST_MS ? left : NAP_LONGEST_MS));
}
