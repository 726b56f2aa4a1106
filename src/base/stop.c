#include "cfnc/base/stop.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

#include "cfnc/base/clock.h"

/* Signals may come in any thread, so volatile is not enough. */
static atomic_int asked, owned;
static atomic_llong asked_ms;
static atomic_bool tidies;
static int ends[2] = { -1, -1 }; /* of a pipe: what is written stays in it */

void stop_prepare(void)
{
    if (ends[0] >= 0)
        return;
    if (pipe(ends) != 0) {
        ends[0] = ends[1] = -1;
        return;
    }
    for (int i = 0; i < 2; i++) {
        (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        (void)fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
}

void stop_ask(int code)
{
    int none = 0;

    if (!atomic_load(&asked_ms))
        atomic_store(&asked_ms, clock_steady_ms());
    if (atomic_compare_exchange_strong(&asked, &none, code) && ends[1] >= 0)
        (void)!write(ends[1], "", 1);
}

int stop_code(void)
{
    return atomic_load(&asked);
}

int64_t stop_age_ms(void)
{
    return stop_code() ? clock_steady_ms() - atomic_load(&asked_ms) : 0;
}

int stop_fd(void)
{
    return ends[0];
}

void stop_tidies(void)
{
    atomic_store(&tidies, true);
}

bool stop_is_tidied(void)
{
    return atomic_load(&tidies);
}

bool stop_ends(int before)
{
    return stop_code() && !(before && stop_is_tidied());
}

void stop_owns(int change)
{
    atomic_fetch_add(&owned, change);
}

int stop_owned(void)
{
    return atomic_load(&owned);
}

void stop_forget(void)
{
    char byte;

    atomic_store(&asked, 0);
    atomic_store(&asked_ms, 0);
    atomic_store(&tidies, false);
    while (ends[0] >= 0 && read(ends[0], &byte, 1) > 0)
        ;
}
