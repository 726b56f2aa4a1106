#ifndef CFNC_NOW_H
#define CFNC_NOW_H

#include <stdint.h>

/*
 * What the clocks of the machine show, in milliseconds. A run asks its world instead (world.h),
 * whose clock a test or a recording may be.
 */

/* Since some moment that stays the same: for how long something takes. A signal handler may ask. */
int64_t now_steady_ms(void);

/* Since 1970, as far as whoever set the clock knows. */
int64_t now_wall_ms(void);

#endif
