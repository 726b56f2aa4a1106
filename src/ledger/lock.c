/* One run at a time: a lock of the system, which goes with the process however that ends. */
#include "cfnc/ledger/ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/file.h"
#include "cfnc/base/stop.h"
#include "cfnc/ledger/folder.h"

enum { LOOK_AGAIN_MS = 100 };

struct ledger_lock {
    int fd;
};

static int open_lock(const char *folder)
{
    const int ours = folder_ours(folder, true);
    const int fd =
        ours < 0 ? -1 : openat(ours, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    const int why = errno;

    if (ours >= 0)
        close(ours);
    errno = why;
    return fd;
}

/* False and errno; it is EACCES or EAGAIN when another process has it. */
static bool try_lock(int fd)
{
    struct flock wanted = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

    return fcntl(fd, F_SETLK, &wanted) == 0;
}

/* Who has it: a process of another machine, or behind another wall, has no number here. */
static bool tell_holder(int fd, const char *path, struct error *error)
{
    struct flock found = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    char who[40] = "";

    if (fcntl(fd, F_GETLK, &found) == 0 && found.l_type != F_UNLCK && found.l_pid > 0)
        snprintf(who, sizeof(who), " (process %ld)", (long)found.l_pid);
    return error_set(error,
                     "%s: another cfnc is at work in this project%s; wait for it, or pass "
                     "--wait-for-lock 10m",
                     path, who);
}

struct ledger_lock *ledger_lock(struct arena *arena, const char *folder, int64_t wait_ms,
                                struct error *error)
{
    const char *path = file_join(arena, folder, ".cfnc/lock");
    const int64_t until = clock_steady_ms() + wait_ms;
    struct ledger_lock *lock = arena_alloc(arena, sizeof(*lock));

    lock->fd = open_lock(folder);
    if (lock->fd < 0) {
        error_set(error, "%s: %s; what is made could not be noted, so that nothing is", path,
                  strerror(errno));
        return NULL;
    }
    while (!try_lock(lock->fd)) {
        const bool taken = errno == EACCES || errno == EAGAIN;

        if (taken && clock_steady_ms() < until && !stop_code()) {
            clock_sleep_ms(LOOK_AGAIN_MS);
            continue;
        }
        if (taken)
            tell_holder(lock->fd, path, error);
        else
            error_set(error, "%s: %s", path, strerror(errno));
        close(lock->fd);
        return NULL;
    }
    return lock;
}

void ledger_unlock(struct ledger_lock *lock)
{
    close(lock->fd);
}
