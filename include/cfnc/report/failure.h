#ifndef CFNC_FAILURE_H
#define CFNC_FAILURE_H

#include "cfnc/engine/record.h"
#include "cfnc/report/differences.h"

/*
 * What went wrong, in words: the same for the terminal and for report files.
 */
enum traceback {
    TRACEBACK_AUTO,   /* a block of at most 25 lines */
    TRACEBACK_LONG,   /* the same with the request and the answer of the call */
    TRACEBACK_SHORT,  /* without calls and hint */
    TRACEBACK_LINE,   /* one line */
    TRACEBACK_NATIVE, /* the call as JSON */
    TRACEBACK_NO
};
bool traceback_read(const char *name, enum traceback *traceback); /* false when it is none */

struct failure_style {
    enum traceback traceback;
    enum diff_format diff;
    bool colour;
    int columns; /* lines are wrapped there */
};

/* Failures with the same rule, call, error code and differing paths: one cause, told once. */
struct cause {
    struct cause *next;
    const struct outcome *first;
    const struct outcome **outcomes; /* tests and fixtures that show it; `first` too */
    size_t count;
    size_t blocked; /* tests that did not run because of a fixture among them */
};

/* All causes of a run, in the order of their first tests; NULL where there is none. */
struct cause *causes_find(struct arena *arena, const struct run *run);

/* The block of an outcome that failed or errored, without a frame around it. */
void failure_add(struct text *out, const struct run *run, const struct outcome *outcome,
                 const struct failure_style *style);

/* Both in a frame: everything that is to be said of a cause, at most 25 lines. */
void cause_add(struct text *out, const struct run *run, const struct cause *cause,
               const struct failure_style *style);

/* PASS, FAIL, skip ...: upper case is for what was run. */
const char *verdict_word(enum verdict verdict);

/* The same in one line: RULE: what is at fault. Not for outcomes that passed. */
const char *failure_line(struct arena *arena, const struct outcome *outcome);

/* The first time that a test was run, which is the outcome itself where it was run but once. */
const struct outcome *first_attempt(const struct outcome *outcome);

/* The same line of an attempt that did not pass, perhaps because its fixture did not. */
const char *attempt_line(struct arena *arena, const struct outcome *attempt);

/*
 * What to type to run a test again: the options of this run, but those that chose
 * its tests. Of one that only looks at what others made it is the whole run.
 */
const char *again_command(struct arena *arena, const struct run *run,
                          const struct outcome *outcome);
/* What to type for the same run again, with all its tests. */
const char *again_whole(struct arena *arena, const struct run *run);
/* What to type to send one of its calls again; NULL where the run is not recorded. */
const char *replay_command(struct arena *arena, const struct run *run, const struct call *call);
/* Whether the test may pass by itself, because tests before it made calls. */
bool again_may_pass(const struct run *run, const struct outcome *outcome);

/* The calls of an outcome in a few words: CREATE(+3) DELETE=NotFound. */
const char *calls_line(struct arena *arena, const struct run *run, const struct outcome *outcome);

/* How one call ended: SUCCESS, FAILED=NotFound, crash, no answer. */
const char *call_end_text(struct arena *arena, const struct call *call);

#endif
