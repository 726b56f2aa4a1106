#include "cfnc/base/clock.h"

#include <poll.h>
#include <time.h>

#include "cfnc/base/stop.h"

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

const char *date_text(struct arena *arena, int64_t wall_ms)
{
    const time_t seconds = (time_t)(wall_ms / 1000);
    char text[32] = "";
    struct tm utc;

    if (gmtime_r(&seconds, &utc))
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &utc);
    return arena_printf(arena, "%s", text);
}

const char *duration_text(struct arena *arena, int64_t ms)
{
    const int64_t seconds = ms / 1000;

    if (seconds < 60)
        return arena_printf(arena, "%.1fs", (double)ms / 1000);
    if (seconds < 3600)
        return arena_printf(arena, "%dm%02ds", (int)(seconds / 60), (int)(seconds % 60));
    return arena_printf(arena, "%dh%02dm", (int)(seconds / 3600), (int)(seconds / 60 % 60));
}
