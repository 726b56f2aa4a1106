#ifndef CFNC_RECORDING_PRIVATE_H
#define CFNC_RECORDING_PRIVATE_H

#include "cfnc/record/recording.h"

/* Between read.c and judge.c: what stands on the tape, part by part. */

enum entry_kind { ENTRY_DRAW, ENTRY_TOKEN, ENTRY_CALL };

struct entry {
    struct entry *next;
    enum entry_kind kind;
    const json *line;
    unsigned action; /* of a call */
    size_t moment;   /* which look at the clock came next */
    bool used;
};

struct recorded_part {
    struct recorded_part *next;
    const char *set, *module, *name;
    bool tearing_down;
    bool used;
    size_t moment, moments_end; /* the looks at the clock until the next part began */
    struct entry *entries;
};

/* bounds.c */
void recording_set_bounds(json *options, const struct run_options *from);
void recording_get_bounds(const json *options, struct run_options *into);

/* clock.c: "clock" in a line are the looks at the clock since the line before it. */

/* The run's clock while it is recorded. */
struct clock_notes {
    struct moments since; /* the last line, each less the one before it */
    int64_t last;
    bool began;
    int stopped; /* the exit code of a stop that was asked for, so many looks after that line */
    size_t stopped_after;
    bool stop_is_written;
};
int64_t clock_notes_add(struct arena *arena, struct clock_notes *notes, int64_t ms);
void clock_notes_stop(struct clock_notes *notes, int code);
void clock_notes_write(struct clock_notes *notes, json *line);

void clock_read(struct arena *arena, struct recorded_clock *clock, const json *line);

/* The same while it is played back. */
struct playing_clock {
    const struct recorded_clock *recorded;
    size_t at, end;        /* which look is next, and where those of the part end */
    int64_t now_ms, ahead; /* of the recorded clock */
};
void clock_go_to(struct playing_clock *clock, size_t moment, size_t end);
int64_t clock_play(struct playing_clock *clock);
void clock_pass(struct playing_clock *clock, int64_t ms);
int clock_stopped(const struct playing_clock *clock);

#endif
