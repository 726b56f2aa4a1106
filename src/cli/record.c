/* Recording a run: nothing that goes wrong with it is a reason not to run. */
#include "cfnc/commands.h"

struct world *record_begin(struct arena *arena, const struct options *options, const char *folder,
                           struct run *run, struct world *world, struct record *record)
{
    struct error error;

    *record = (struct record){ NULL, NULL };
    if (options->no_record)
        return world;
    record->file =
        recording_create(arena, folder, run->started_wall_ms, run->options.seed, &run->id, &error);
    if (!record->file) {
        complain(EXIT_OK, "warning: %s: the run is not recorded; pass --no-record, or mend that",
                 error.text);
        return world;
    }
    const struct recording_sink sink = recording_sink_of(record->file);
    record->recorder = recorder_new(arena, run, &sink);
    return recorder_world(record->recorder, world);
}

void record_end(const struct record *record, const struct run *run)
{
    if (!record->recorder)
        return;
    const bool written = recorder_end(record->recorder);

    if (!recording_close(record->file) || !written)
        complain(EXIT_OK, "warning: the recording %s is not whole: is the disk full?", run->id);
}
