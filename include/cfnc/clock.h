#ifndef CFNC_CLOCK_H
#define CFNC_CLOCK_H

#include <stdint.h>

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

#endif
