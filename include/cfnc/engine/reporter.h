#ifndef CFNC_REPORTER_H
#define CFNC_REPORTER_H

#include "cfnc/engine/record.h"

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

/* Calls a callback of each of them that has it: tell_all(reporters, run_begins, run). */
#define tell_all(reporters, callback, ...)                                                         \
    do {                                                                                           \
        for (const struct reporter *listener = (reporters); listener->self; listener++)            \
            if (listener->callback)                                                                \
                listener->callback(listener->self, __VA_ARGS__);                                   \
    } while (false)

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

/*
 * The file of --report html: one page that needs nothing else, neither a network nor
 * a script. Whatever handlers, inputs and schemas hold is text in it. The same record
 * gives the same bytes.
 */
const char *html_print(struct arena *arena, const struct run *run);

/*
 * Likewise: TAP 14; SARIF 2.1.0, a result for each finding; Markdown as GitHub has it,
 * where whatever handlers and inputs say stays text; HAR 1.2, an entry for each call.
 */
const char *tap_print(struct arena *arena, const struct run *run);
const char *sarif_print(struct arena *arena, const struct run *run);
const char *markdown_print(struct arena *arena, const struct run *run);
const char *har_print(struct arena *arena, const struct run *run);

/*
 * The same of several runs: of other types, or of one type with other options. One run gives what
 * is printed of it alone; of several json_report_join() gives a list of reports, as
 * schemas/reports.schema.json has it. Where two runs are of one type, what they would both be
 * called has the number of the run behind it.
 */
struct runs {
    const struct run *const *items;
    size_t count;
};
const char *json_report_join(struct arena *arena, const struct runs *runs);
const char *junit_join(struct arena *arena, const struct runs *runs);
const char *html_join(struct arena *arena, const struct runs *runs);
const char *tap_join(struct arena *arena, const struct runs *runs);
const char *sarif_join(struct arena *arena, const struct runs *runs);
const char *markdown_join(struct arena *arena, const struct runs *runs);
const char *har_join(struct arena *arena, const struct runs *runs);

/* How many of those before it are of its type. */
size_t runs_before(const struct runs *runs, size_t at);
/* What all of them end with: the gravest of their exit codes. */
enum exit_code runs_exit_code(const struct runs *runs);
/* All that they count, added up. */
struct summary runs_summary(const struct runs *runs);

/* Every format of a report. Another one is a row: commands and tests go through them. */
struct report_format {
    const char *name, *file; /* "junit", and its file where none is named */
    const char *(*print)(struct arena *arena, const struct run *run);
    const char *(*join)(struct arena *arena, const struct runs *runs);
};
extern const struct report_format report_formats[]; /* ends with an empty row */

#endif
