#ifndef CFNC_JQ_H
#define CFNC_JQ_H

#include "cfnc/json.h"

/*
 * jq (stedolan.github.io/jq), the language that `propertyTransform` was once
 * written in. libjq is optional: without it every program is refused, and
 * jq_is_there() is false.
 *
 * libjq counts no steps, and a program of jq may run for ever, eat all memory,
 * or crash it. So each program lives in a process of its own, which is forked
 * when the program is read and ends with its arena. It has no environment
 * ($ENV and env are empty), opens no file (import and include fail), reads no
 * input but the one value (input and inputs fail), prints nothing (debug and
 * stderr are silent), and has JQ_SECONDS of processor time for one evaluation,
 * JQ_SECONDS_IN_ALL for all of them, and JQ_MEGABYTES of memory beyond what it
 * began with. Whoever uses that up has failed, then and at every later time.
 */
enum {
    JQ_LONGEST = 1 << 18, /* bytes of a program */
    JQ_LARGEST = 1 << 24, /* bytes of a value as JSON, given or made */
    JQ_SECONDS = 1,
    JQ_SECONDS_IN_ALL = 10,
    JQ_SECONDS_OF_WAITING = 30, /* by the wall clock, for an answer */
    JQ_MEGABYTES = 256
};

bool jq_is_there(void); /* whether cfnc was built with libjq */

/* A compiled program; lives in its arena. For one thread at a time. */
struct jq_program;

/* NULL and the error (one line, as libjq words it) when it is no jq, or cannot be had. */
MUST_USE struct jq_program *jq_read(struct arena *arena, const char *text, struct error *error);

/*
 * What the program makes of `input`: the first of its outputs that is not null,
 * NULL when there is none. False and the error when it fails before that, halts
 * or goes beyond a limit.
 */
MUST_USE bool jq_evaluate(struct arena *arena, struct jq_program *program, const json *input,
                          const json **result, struct error *error);

#endif
