/* What whoever makes or deletes resources holds of a project: its lock, its ledger, a recording. */
#include "cfnc/prepare/hold.h"
#include "cfnc/base/exit.h"

bool hold_project(struct arena *arena, const char *folder, int64_t wait_ms, struct hold *hold,
                  struct error *error)
{
    *hold = (struct hold){ NULL, NULL };
    hold->lock = ledger_lock(arena, folder, wait_ms, error);
    if (!hold->lock)
        return false;
    hold->ledger = ledger_open(arena, folder, error);
    if (!hold->ledger)
        hold_end(hold);
    return hold->ledger;
}

void hold_end(struct hold *hold)
{
    if (hold->ledger)
        ledger_close(hold->ledger);
    if (hold->lock)
        ledger_unlock(hold->lock);
    *hold = (struct hold){ NULL, NULL };
}

/* --- Recording a run: nothing that goes wrong with it is a reason not to run --- */

static bool write_line(void *context, const char *line, size_t length)
{
    struct record *record = context;

    record->written += length;
    record->full = record->full || record->written > RECORDING_LARGEST;
    return record->full || record->sink.write(record->sink.context, line, length);
}

struct world *record_begin(struct arena *arena, const char *folder, struct run *run,
                           struct world *world, struct record *record)
{
    struct error error;

    *record = (struct record){ .file = NULL };
    record->file =
        recording_create(arena, folder, run->started_wall_ms, run->options.seed, &run->id, &error);
    if (!record->file) {
        complain(EXIT_OK, "warning: %s: the run is not recorded; pass --no-record, or mend that",
                 error.text);
        return world;
    }
    const struct recording_sink sink = { write_line, record };
    record->sink = recording_sink_of(record->file);
    record->recorder = recorder_new(arena, run, &sink);
    return recorder_world(record->recorder, world);
}

void record_end(const struct record *record, const struct run *run)
{
    if (!record->recorder)
        return;
    const bool written = recorder_end(record->recorder);

    const bool closed = recording_close(record->file);

    if (!closed || !written)
        complain(EXIT_OK, "warning: the recording %s is not whole: is the disk full?", run->id);
    else if (record->full)
        complain(EXIT_OK,
                 "warning: the recording %s ends after %d MiB, before the run did; judged again, "
                 "what comes after that is an error",
                 run->id, RECORDING_LARGEST / 1024 / 1024);
}
