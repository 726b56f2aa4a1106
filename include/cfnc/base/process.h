#ifndef CFNC_PROCESS_H
#define CFNC_PROCESS_H

#include <stdint.h>

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"
#include "cfnc/base/patience.h"

/*
 * Another program, run to its end. There is no shell: `argv` is what it gets,
 * argv[0] is looked for on PATH. Its input is empty. It has a process group of
 * its own, and all of that is killed when the time is over or it writes too much.
 */
struct process {
    const char *const *argv; /* ends with NULL */
    int64_t timeout_ms;
    int64_t grace_ms; /* how long it may go on once cfnc is asked to stop (stop.h) */
    size_t most;      /* bytes of its output; more is an error */
    /*
     * Another one, run when this one was killed: it ends what a signal does not
     * reach (a container). It gets 30 s, nobody reads it. NULL: there is none.
     */
    const char *const *afterwards;
    const struct patience *patience; /* or NULL */
    bool credentials; /* it gets those of the environment (AWS_SESSION_TOKEN and the like), too */
};

enum process_end {
    PROCESS_ENDED,
    PROCESS_NOT_STARTED,
    PROCESS_TOO_LONG,
    PROCESS_GIVEN_UP, /* because of a stop */
    PROCESS_TOO_MUCH
};

struct process_result {
    enum process_end end;
    const char *complaint;  /* the last line of its error output; "" for none */
    const char *complaints; /* the last 4 KiB of it */
    const char *output;     /* NUL-terminated */
    size_t length;
    int exit_code; /* of one that ended by itself: 128 + N when signal N ended it */
};

/*
 * False, the error and result->end when it could not be started, took too long,
 * was given up or wrote too much. The error names argv[0] only: arguments may be secret.
 */
MUST_USE bool process_run(struct arena *arena, const struct process *process,
                          struct process_result *result, struct error *error);

/*
 * For a signal handler that would leave at once: true when a program runs that
 * is killed first (and its `afterwards` run); then this process ends with `code`.
 * False, and nothing happens, when none does, or this was asked before.
 */
bool process_quit(int code);

/*
 * A command line as words, by the rules of a POSIX shell for quotes and
 * backslashes and nothing else of it: no variables, no globs, no comments.
 * NULL and the error when a quote is not closed or nothing follows a backslash.
 */
MUST_USE const char *const *process_split(struct arena *arena, const char *line,
                                          struct error *error);

#endif
