#ifndef CFNC_RECORDING_PRIVATE_H
#define CFNC_RECORDING_PRIVATE_H

#include "cfnc/recording.h"

/* Between recording_read.c and recording_judge.c: what stands on the tape, part by part. */

enum entry_kind { ENTRY_DRAW, ENTRY_TOKEN, ENTRY_CALL };

struct entry {
    struct entry *next;
    enum entry_kind kind;
    const json *line;
    unsigned action; /* of a call */
    bool used;
};

struct part {
    struct part *next;
    const char *set, *module, *name;
    bool tearing_down;
    bool used;
    struct entry *entries;
};

/* recording_bounds.c */
void recording_set_bounds(json *options, const struct run_options *from);
void recording_get_bounds(const json *options, struct run_options *into);

#endif
