#ifndef CFNC_PATIENCE_H
#define CFNC_PATIENCE_H

#include <stdint.h>

/*
 * Who is told, about once a second, that an answer is still waited for, and for
 * how long already. Called by the thread that waits, from within the wait.
 */
struct patience {
    void (*tell)(void *context, int64_t waited_ms);
    void *context;
};

#endif
