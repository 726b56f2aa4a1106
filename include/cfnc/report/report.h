#ifndef CFNC_REPORT_H
#define CFNC_REPORT_H

#include "cfnc/engine/reporter.h"

/*
 * What is told of runs: reports, which are made of the record of a run that is over, and what
 * standard output shows while one goes on.
 */

/* --- Reports --- */

/* Runs that are told together: of other types, or of one type with other options. */
struct runs {
    const struct run *const *items;
    size_t count;
};

/* What all of them end with: the gravest of their exit codes. */
enum exit_code runs_exit_code(const struct runs *runs);
/* All that they count, added up. */
struct summary runs_summary(const struct runs *runs);

/*
 * Every format of a report: a text of the arena, the same for the same record to the last byte.
 * Whatever handlers, inputs and schemas say stays text in it. `json` and `junit` are valid for
 * schemas/report.schema.json (of several runs: reports.schema.json) and for the Jenkins and Ant
 * schemas; `html` is one page that needs neither a network nor a script; `tap` is TAP 14, `sarif`
 * SARIF 2.1.0, `md` Markdown as GitHub has it, `har` HAR 1.2. Where two runs are of one type, what
 * both would be called has the number of the run behind it.
 */
struct report_format {
    const char *name, *file; /* "junit", and its file where none is named */
    const char *(*print)(struct arena *arena, const struct runs *runs);
    bool summarizes; /* it may be added to a page that others write to: $GITHUB_STEP_SUMMARY */
};
extern const struct report_format report_formats[]; /* ends with an empty row */

/* --- Standard output while a run goes on --- */

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

/*
 * Every format of --format. `add` puts its reporters at `reporters`. `human` is the terminal; `dot`
 * a letter a test, as pytest's (. passed, F failed, E error or not run, s skipped, x waived, R
 * passed when it was tried again), and the end of `human`; `tap` the report with its plan at the
 * end; `ndjson` the events below; `github` is `human`, then at most ANNOTATIONS_MOST workflow
 * commands of each level, which is as many as GitHub shows, for what was found.
 */
enum { STREAM_REPORTERS_MOST = 4, ANNOTATIONS_MOST = 10 };
struct stream_format {
    const char *name;
    void (*add)(struct arena *arena, const struct console_options *options,
                struct reporter reporters[STREAM_REPORTERS_MOST]);
};
extern const struct stream_format stream_formats[]; /* ends with an empty row */

/*
 * --format ndjson is one JSON object a line, written out as it happens. Each has "v" (this
 * version; members may be added to it), "t" (milliseconds since the run began) and "e":
 *
 *   run.start      run, cfnc, type, suite, tests, seed, started
 *   test.start     id; fixture.start likewise. A test that is tried again begins again
 *   call.start     call ("c1"), action, callback_index, owner (an id), phase
 *   call.end       call, status, error_code, ms, callback_delay_s, message
 *   wait           call, until_ms: when its callback is to be
 *   test.end       id, status, ms; attempts from the second on; rule, level, message and
 *                  detail of what is wrong, reason of what was not run or skipped;
 *                  fixture.end likewise, twice of one that is torn down badly
 *   run.end        exit, interrupted, summary
 *
 * Ids, calls and statuses are those of the JSON report, and null is what it is there.
 */
enum { EVENTS_VERSION = 1 };

/*
 * Prints, when the run is over, which operations it came to, test by test: of a
 * run on handlers that keep their contract, what --dry-run prints.
 */
struct reporter plan_reporter(struct arena *arena, int columns);

#endif
