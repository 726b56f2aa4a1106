/*
 * cost COMMAND...: runs it with its output thrown away, and prints what it took:
 * seconds of wall clock, seconds of processor, MiB of memory at most, exit code.
 *
 * Small on purpose: the memory of a process counts from its fork, so a large
 * parent would be measured instead of the child.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void run(char **command)
{
    const int nowhere = open("/dev/null", O_RDWR);

    if (nowhere < 0 || dup2(nowhere, 0) < 0 || dup2(nowhere, 1) < 0 || dup2(nowhere, 2) < 0)
        _exit(127);
    execvp(command[0], command);
    _exit(127);
}

int main(int argc, char **argv)
{
    struct rusage used;
    int status;

    if (argc < 2) {
        fprintf(stderr, "usage: cost COMMAND [ARGUMENT...]\n");
        return EXIT_FAILURE;
    }
    const double began = now();
    const pid_t child = fork();
    if (child == 0)
        run(argv + 1);
    if (child < 0 || wait4(child, &status, 0, &used) < 0) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    printf("%.4f %.4f %.1f %d\n", now() - began, seconds(used.ru_utime) + seconds(used.ru_stime),
           (double)used.ru_maxrss / 1024, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    return EXIT_SUCCESS;
}
