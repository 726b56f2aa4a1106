#ifndef CFNC_CONSOLE_PRIVATE_H
#define CFNC_CONSOLE_PRIVATE_H

#include "cfnc/report/report.h"

/* Between the files of --format human. */

struct console {
    struct arena *arena;
    struct console_options options;
    const char *module;           /* whose heading is printed */
    const struct input_set *set;  /* likewise */
    unsigned waited_for;          /* the first call of the operation that is waited for */
    int64_t waited_minutes;       /* of it, told already */
    bool drawn;                   /* a wait is on the screen, */
    int drawn_at;                 /* and stop_code() was this then, */
    int drawn_columns;            /* and so wide it was */
    int64_t deleting_ms;          /* when the operation of a teardown began */
    const struct warning *warned; /* the last that was printed */
    const struct outcome *held;   /* the first of a row of tests that did not run */
    size_t held_count;
};

enum {
    CONSOLE_NAME_COLUMN = 8, /* where a test's name begins */
    CONSOLE_TIME = 9,        /* columns of its time, and of the blanks around it, */
    CONSOLE_REST = 14,       /* and of its calls, or a reason, at least: */
    CONSOLE_BELOW = 10       /* without room they begin in the next line, here */
};

/* How wide the column of names is: 31, but less on a narrow terminal. */
int console_name_width(const struct console *c);

/* Takes the present width; before anything is printed of an event. */
void console_measure(struct console *c);

/* printf() to the terminal; without letters beyond ASCII where it cannot show them. */
void console_say(const struct console *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints a line from column `indent` on; what does not fit goes on four columns further. */
void console_wrapped(const struct console *c, int indent, const char *line);

/* The warnings that were not printed yet. */
void console_warnings(struct console *c, const struct run *run, int indent);

/* What stands above a module's tests, unless it does already. */
void console_heading(struct console *c, const struct run *run, const struct outcome *outcome);

/* The tests that did not run and were held back, in one line when they are many. */
void console_release_held(struct console *c);

/* While nothing happens (reporter.h): a line that is drawn over itself, or one a minute. */
void console_waits(void *self, const struct run *run, const struct call *call, int64_t operation_ms,
                   int64_t next_in_ms, int64_t gives_up_ms);
void console_in_flight(void *self, const struct run *run, const struct call *call,
                       int64_t operation_ms, int64_t waited_ms);
void console_erase_wait(struct console *c);

/* Failures, groups, rules, leftovers and counts: what stands below the tests. */
void console_end(struct console *c, const struct run *run);

#endif
