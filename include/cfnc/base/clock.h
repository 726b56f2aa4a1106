#ifndef CFNC_CLOCK_H
#define CFNC_CLOCK_H

#include <stdint.h>

#include "cfnc/base/arena.h"

/*
 * The clocks of the machine, in milliseconds. A run asks its world instead (world.h), whose clock
 * may be that of a test or of a recording.
 */

/* Since some moment that stays the same: measures durations. Safe in a signal handler. */
int64_t clock_steady_ms(void);

/* Since 1970, as far as whoever set the clock knows. */
int64_t clock_wall_ms(void);

/* Sleeps so long; less when cfnc is asked to stop (stop.h), not at all for 0 or less. */
void clock_sleep_ms(int64_t ms);

/* 2026-11-21T01:26:49, of milliseconds since 1970, UTC */
const char *date_text(struct arena *arena, int64_t wall_ms);

/* 0.1s, 16.3s, 3m12s, 2h05m */
const char *duration_text(struct arena *arena, int64_t ms);

#endif
