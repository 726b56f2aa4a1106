#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "cfnc/commands.h"

/* Who pipes into head(1) has seen enough and wants no complaint. */
static bool reader_has_gone(void)
{
    struct pollfd output = { .fd = STDOUT_FILENO, .events = POLLOUT };

    return poll(&output, 1, 0) == 1 && output.revents & POLLERR;
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    enum exit_code code = command_run(arena, argc, argv);
    const bool lost = fflush(stdout) != 0 || ferror(stdout);

    arena_free(arena);
    if (lost && (code == EXIT_OK || code == EXIT_TEST_FAILED) && !reader_has_gone())
        complain(EXIT_REPORT, "standard output: not everything could be written");
    if (lost && code == EXIT_OK)
        code = EXIT_REPORT;
    return (int)code;
}
