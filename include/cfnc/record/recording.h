#ifndef CFNC_RECORDING_H
#define CFNC_RECORDING_H

#include "cfnc/engine/reporter.h"
#include "cfnc/engine/run.h"
#include "cfnc/engine/tape.h"

/*
 * A run on disk, so that it can be judged again with no handler.
 *
 * A recording is JSON, one object a line, each written as it happens; "is" says
 * what a line is:
 *
 *      run     the first: version of the format and of cfnc, suite, seed, options,
 *              target, the schema, the input sets, what was remarked on them before
 *              any call, warnings and exceptions
 *      secret  a text that stands for a secret in the lines below
 *      part    what follows belongs to this test, or to this fixture's set-up or
 *              tearing down
 *      draw    a model that was drawn from the inputs, or why there was none
 *      token   a bearer token that was made
 *      call    a request and its answer, or why there was none
 *      end     the last: the exit code. A run that was killed has none.
 *
 * A line may have "clock": what the clock showed since the line before, in ms, each
 * less the one before it; and where cfnc was asked to stop, "stopped" (the exit code)
 * and "stopped_after" (so many of these looks). What is judged again takes that time.
 *
 * Nothing in it is secret: see stand_in.h. A reader ignores members that it does
 * not know, and refuses lines.
 */
enum { RECORDING_VERSION = 1, MOST_EXAMPLES = 1000, MOST_RETRIES = 100, MOST_SHARDS = 1000 };

/* --- Writing --- */

struct recorder;

struct recording_sink {
    /* A whole line, with its end, so that a run that is killed leaves whole lines. False: it could
     * not. */
    bool (*write)(void *context, const char *line, size_t length);
    void *context;
};

/* Writes the first line of a run that is about to begin, and puts itself on run->tape. */
struct recorder *recorder_new(struct arena *arena, struct run *run,
                              const struct recording_sink *sink);

/* The world with every call and token recorded. */
struct world *recorder_world(struct recorder *recorder, struct world *world);

/* Writes the last line. False when some line could not be written. */
bool recorder_end(struct recorder *recorder);

/* --- Reading --- */

/* What the run's clock showed, each time it was looked at. */
struct moments {
    int64_t *ms;
    size_t count, room;
};
struct recorded_clock {
    struct moments moments;
    int stopped;       /* an exit code: a stop was asked for, */
    size_t stopped_at; /* and noticed after so many looks; 0: none was */
};

struct recording {
    const char *path; /* for messages */
    struct run run;   /* as before it began, with what it was asked to do */
    const char *cfnc; /* the version that recorded it */
    bool ended;       /* its last line is there, */
    int exit_code;    /* and says this */
    unsigned calls;
    struct recorded_part *parts;
    struct recorded_clock clock;

    /* For whoever watches while it is judged (replay.h). */
    const json *answered; /* the line of the call that was asked for last; NULL: there is none */
    /* A model that was drawn then, and what is drawn now. `made` is NULL when there is none. */
    void (*drew)(void *context, const json *recorded, const json *made);
    void *context;
};

/*
 * Reads a recording. The error is "PATH:LINE:COL: ...": no JSON, cut off within
 * a line, a line of another kind or in a wrong place, a member that is missing
 * or of a wrong type, a version that this cfnc does not know, a schema that is
 * none. `protocols` are those that it may be of, and end with NULL.
 */
MUST_USE struct recording *recording_read(struct arena *arena, const char *path, const char *text,
                                          size_t length, const struct protocol *const *protocols,
                                          struct error *error);

/*
 * Judges it again: the suite of this cfnc runs, and the recording answers. A
 * call is answered by the next of its part that was the same: same action, same
 * models, same context; READs and LISTs that nobody asks for any more are
 * passed over. A test that asks for something else is an error, never a pass.
 * recording->run is the run then. False and the error: a selection that this
 * cfnc does not understand.
 */
MUST_USE bool recording_judge(struct arena *arena, struct recording *recording,
                              const struct reporter *reporters, struct error *error);

/* --- Where recordings are: FOLDER/.cfnc/runs/ID/run.jsonl --- */

enum {
    RECORDINGS_KEPT = 20,
    RECORDING_LARGEST = 64 * 1024 * 1024 /* bytes of one; the run goes on without */
};

struct recording_file;

/*
 * Makes the folder and the file of a new recording, for its owner alone, and
 * removes those beyond the newest. No link is followed below `folder`. Sets *id,
 * which begins with the time and sorts by it. NULL and the error.
 */
MUST_USE struct recording_file *recording_create(struct arena *arena, const char *folder,
                                                 int64_t wall_ms, uint64_t seed, const char **id,
                                                 struct error *error);
struct recording_sink recording_sink_of(struct recording_file *file);
bool recording_close(struct recording_file *file);

/* The ids below `folder`, the oldest first, NULL-terminated. */
const char *const *recording_ids(struct arena *arena, const char *folder);

/* The file of an id. */
const char *recording_path(struct arena *arena, const char *folder, const char *id);

/* The file that "last" ("latest"), an id (or its unmistakable beginning) or a path means. NULL and
 * the error.
 */
MUST_USE const char *recording_find(struct arena *arena, const char *folder, const char *name,
                                    struct error *error);

#endif
