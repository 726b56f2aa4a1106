#ifndef CFNC_EXIT_H
#define CFNC_EXIT_H

/* The process's exit codes. */
enum exit_code {
    EXIT_OK = 0,
    EXIT_TEST_FAILED = 1,
    EXIT_USAGE = 2,
    EXIT_TARGET = 3,
    EXIT_PROJECT = 4,
    EXIT_NO_TEST = 5,
    EXIT_LEFT_BEHIND = 6,
    EXIT_TIMED_OUT = 7, /* --global-timeout */
    EXIT_REPORT = 8,
    EXIT_INTERNAL = 70,
    EXIT_INTERRUPTED = 130, /* SIGINT */
    EXIT_TERMINATED = 143   /* SIGTERM, SIGHUP */
};

/* "cfnc: TEXT" on the error stream. Returns `code`, so that `return complain(...)` reads well. */
enum exit_code complain(enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
