#ifndef CFNC_EVENTS_H
#define CFNC_EVENTS_H

#include "cfnc/engine/reporter.h"

/*
 * What --format prints on standard output while a run goes on.
 *
 * `ndjson` is one JSON object a line, written out as it happens. Each has "v" (this
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

/* Prints the events above on standard output. */
struct reporter ndjson_reporter(struct arena *arena);

/* TAP as tap_print() has it, with its plan at the end. */
struct reporter tap_reporter(struct arena *arena);

/*
 * A letter a test, as pytest's: . passed, F failed, E error or not run, s skipped,
 * x waived, R passed when it was tried again. The end is the console's.
 */
struct reporter dot_reporter(struct arena *arena, const struct console_options *options);

/*
 * Workflow commands of GitHub: what was found, beside the schema's lines, at most
 * ANNOTATIONS_MOST of each level, which is as many as GitHub shows. Two reporters, to
 * stand around the console's: the first keeps GitHub from obeying what handlers say.
 */
enum { ANNOTATIONS_MOST = 10 };
struct reporter github_guard(struct arena *arena);
struct reporter github_reporter(struct arena *arena, const struct reporter *guard);

/* All formats of --format. `add` puts its reporters at `reporters`. */
enum { LIVE_REPORTERS_MOST = 4 };
struct live_format {
    const char *name;
    void (*add)(struct arena *arena, const struct console_options *options,
                struct reporter reporters[LIVE_REPORTERS_MOST]);
};
extern const struct live_format live_formats[]; /* ends with an empty row */

#endif
