#ifndef CFNC_CONSOLE_PRIVATE_H
#define CFNC_CONSOLE_PRIVATE_H

#include "cfnc/reporter.h"

/* Between console.c and console_end.c. */

struct console {
    struct arena *arena;
    struct console_options options;
    const char *module;           /* whose heading is printed */
    const struct input_set *set;  /* likewise */
    int64_t waited_minutes;       /* of the operation that is waited for */
    bool drawn;                   /* a wait is on the screen, */
    int drawn_at;                 /* and stop_code() was this then */
    const struct warning *warned; /* the last that was printed */
    const struct outcome *held;   /* the first of a row of tests that did not run */
    size_t held_count;
};

const char *console_word(enum verdict verdict); /* "PASS" */

/* Prints a line from column `indent` on; what does not fit goes on four columns further. */
void console_wrapped(const struct console *c, int indent, const char *line);

/* The warnings that were not printed yet. */
void console_warnings(struct console *c, const struct run *run, int indent);

/* Failures, groups, rules, leftovers and counts: what stands below the tests. */
void console_end(struct console *c, const struct run *run);

#endif
