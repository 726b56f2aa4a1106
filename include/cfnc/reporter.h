#ifndef CFNC_REPORTER_H
#define CFNC_REPORTER_H

#include "cfnc/record.h"

/*
 * Listens to a run. Every callback may be NULL. `self` is what the reporter's
 * maker handed over. A report file is a reporter that only listens to the end.
 */
struct reporter {
    void *self;
    void (*run_begins)(void *self, const struct run *run);
    void (*test_begins)(void *self, const struct run *run, const struct outcome *outcome);
    void (*call_begins)(void *self, const struct run *run, const struct call *call);
    void (*call_ends)(void *self, const struct run *run, const struct call *call);
    /* Before a wait for a callback; again whenever a second of it is over. */
    void (*waits)(void *self, const struct run *run, const struct call *call, int64_t operation_ms,
                  int64_t next_in_ms, int64_t gives_up_ms);
    /* A call is not answered yet, `waited_ms` after it was made: told about once a second. */
    void (*in_flight)(void *self, const struct run *run, const struct call *call,
                      int64_t operation_ms, int64_t waited_ms);
    /* A fixture that is torn down badly ends twice. */
    void (*test_ends)(void *self, const struct run *run, const struct outcome *outcome);
    void (*run_ends)(void *self, const struct run *run);
};

/* How the terminal is written to. */
struct console_options {
    int verbosity;         /* -2 .. 3: -qq to -vvv */
    const char *traceback; /* --tb: auto long short line native no */
    const char *diff;      /* --diff: paths unified both; NULL: paths */
    const char *summary; /* -r: which groups the end lists, as pytest's letters; "fE" by default */
    bool colour;
    bool redraw;          /* a terminal, not in CI: the wait line is drawn over itself */
    int columns;          /* 80 */
    int (*measure)(void); /* how many there are now: windows are resized; NULL: as many */
    bool ascii;           /* letters beyond ASCII are written as \uNNNN */
    bool durations_wanted;
    int durations;            /* so many of the slowest are listed; 0: all */
    int64_t durations_min_ms; /* but none below that */
    int64_t slow_ms;          /* a test that takes as long is marked */
};

struct reporter console_reporter(struct arena *arena, const struct console_options *options);

/*
 * Prints, when the run is over, which operations it came to, test by test: of a
 * run on handlers that keep their contract, what --dry-run prints.
 */
struct reporter plan_reporter(struct arena *arena, int columns);

/*
 * The files of --junitxml and --report json, as text of the arena: valid for
 * the Jenkins and Ant schemas, and for the report schema of the documentation.
 */
const char *junit_print(struct arena *arena, const struct run *run);
const char *json_report_print(struct arena *arena, const struct run *run);

#endif
