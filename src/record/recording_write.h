#ifndef CFNC_RECORDING_WRITE_H
#define CFNC_RECORDING_WRITE_H

#include "cfnc/redact/stand_in.h"
#include "recording_private.h"

/* Between write.c, which writes lines, and write_run.c: the first of them. */

struct recorder {
    struct tape tape; /* first: a tape of ours is one of these */
    struct recorder_world {
        struct world world; /* first, likewise */
        struct recorder *recorder;
    } outer;
    struct world *inner;
    struct run *run;
    struct redactor *stand_ins;
    struct recording_sink sink;
    struct clock_notes clock;
    json *held;      /* secrets of the first line, until it is written; NULL afterwards */
    bool incomplete; /* a line could not be written */
};

/* A new line of that kind; and its end: it is written, and the arena that it is in is freed. */
json *recorder_line(struct arena *arena, const char *is);
void recorder_write(struct recorder *r, struct arena *scratch, json *line);

/* A text with stand-ins for secrets, in UTF-8. `context` is the recorder. */
const char *recorder_text(void *context, struct arena *arena, const char *text);

/* Set a member, with stand-ins for secrets, of a value as redact.h masks it; none for NULL. */
typedef json *mask_with(struct redactor *stand_ins, struct arena *arena, const json *value);
void recorder_set(struct recorder *r, json *object, const char *key, const json *value,
                  mask_with *mask);
void recorder_set_text(struct recorder *r, json *object, const char *key, const char *text);

/* Writes the first line. What is secret in the run's inputs is secret everywhere from then on. */
void recorder_write_run(struct recorder *r);

#endif
