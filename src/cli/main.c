#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "cfnc/base/exit.h"
#include "commands.h"

/* Who pipes into head(1) has seen enough and wants no complaint. */
static bool reader_has_gone(void)
{
    struct pollfd output = { .fd = STDOUT_FILENO, .events = POLLOUT };

    return poll(&output, 1, 0) == 1 && output.revents & POLLERR;
}

/*
 * A run whose reader goes away has still to delete what it made: SIGPIPE ends nothing, and what
 * could not be written is told in the end. Where a standard stream is closed, the next file to be
 * opened, say the ledger, would be taken for it: something stands there that can be neither read
 * nor written.
 */
static void secure_streams(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0) /* what is opened gets the lowest number that is free */
            (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/*
 * What is held in memory ends in no core file. LeakSanitizer has to look into a
 * process, so that one built with it can be dumped as far as the limit goes.
 */
static void forbid_dumps(void)
{
    const struct rlimit none = { 0, 0 };

    (void)setrlimit(RLIMIT_CORE, &none);
#if defined(__linux__) && !defined(CFNC_STRICT_ARENA)
    (void)prctl(PR_SET_DUMPABLE, 0);
#endif
}

/* Memory of large answers goes back to the system at once; glibc would learn to keep it. */
static void return_memory(void)
{
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, 128 * 1024);
#endif
}

int main(int argc, char **argv)
{
    secure_streams();
    forbid_dumps();
    return_memory();
    struct arena *arena = arena_new();
    enum exit_code code = command_run(arena, argc, argv);
    const bool lost = fflush(stdout) != 0 || ferror(stdout);

    arena_free(arena);
    if (lost && !reader_has_gone())
        complain(EXIT_REPORT, "standard output: not everything could be written");
    if (lost && code == EXIT_OK)
        code = EXIT_REPORT;
    return (int)code;
}
