#ifndef CFNC_RECORD_RUN_H
#define CFNC_RECORD_RUN_H

#include "cfnc/option/options.h"
#include "cfnc/record/recording.h"

/* A run that is being recorded; all NULL when it is not. */
struct record {
    struct recording_file *file;
    struct recorder *recorder;
    struct recording_sink sink; /* of the file */
    size_t written;             /* bytes */
    bool full;                  /* RECORDING_LARGEST: nothing more is written */
};

/*
 * Begins to record the run below the folder, unless --no-record; sets run->id. The
 * world that is to be used then. What cannot be recorded is complained of, and runs.
 */
struct world *record_begin(struct arena *arena, const struct options *options, const char *folder,
                           struct run *run, struct world *world, struct record *record);
void record_end(const struct record *record, const struct run *run);

#endif
