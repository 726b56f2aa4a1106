/*
 * The clock of a run, in its recording. What it showed each time it was looked at is
 * written with the line that comes next, so that a run that is judged again takes as
 * long as it took: each of its reports is the same then, to the last byte.
 */
#include "recording_private.h"

#include <math.h>
#include <string.h>

enum { FEW = 64 };

static const int64_t longest = INT64_C(9000000000000000);

static void add(struct arena *arena, struct moments *moments, int64_t ms)
{
    if (moments->count == moments->room) {
        const size_t room = moments->room ? 2 * moments->room : FEW;
        int64_t *more = arena_array(arena, room, sizeof(*more));

        if (moments->count)
            memcpy(more, moments->ms, moments->count * sizeof(*more));
        moments->ms = more;
        moments->room = room;
    }
    moments->ms[moments->count++] = ms;
}

/* --- Writing --- */

int64_t clock_notes_add(struct arena *arena, struct clock_notes *notes, int64_t ms)
{
    add(arena, &notes->since, notes->began ? ms - notes->last : 0);
    notes->began = true;
    notes->last = ms;
    return ms;
}

void clock_notes_stop(struct clock_notes *notes, int code)
{
    if (!code || notes->stopped)
        return;
    notes->stopped = code;
    notes->stopped_after = notes->since.count;
}

void clock_notes_write(struct clock_notes *notes, json *line)
{
    struct arena *scratch = arena_new();
    json *array = notes->since.count ? json_set_array(line, "clock") : NULL;

    for (size_t i = 0; i < notes->since.count; i++)
        json_append(array, json_new_number(scratch, (double)notes->since.ms[i]));
    if (notes->stopped && !notes->stop_is_written) {
        json_set_number(line, "stopped", notes->stopped);
        json_set_number(line, "stopped_after", (double)notes->stopped_after);
        notes->stop_is_written = true;
    }
    notes->since.count = 0;
    arena_free(scratch);
}

/* --- Reading --- */

/* What is no moment is none; the clock never goes back. */
void clock_read(struct arena *arena, struct recorded_clock *clock, const json *line)
{
    const int code = json_is_integer(json_get(line, "stopped"))
                         ? (int)fmin(fabs(json_number(json_get(line, "stopped"), 0)), 255)
                         : 0;
    const double after = json_number(json_get(line, "stopped_after"), 0);
    struct moments *moments = &clock->moments;
    int64_t last = moments->count ? moments->ms[moments->count - 1] : 0;

    if ((code == EXIT_INTERRUPTED || code == EXIT_TERMINATED) && !clock->stopped && after >= 0 &&
        after <= (double)json_length(json_get(line, "clock"))) {
        clock->stopped = code;
        clock->stopped_at = moments->count + (size_t)after;
    }
    json_each (item, json_get(line, "clock")) {
        const double ms = json_number(item, 0);

        if (ms > 0 && ms < (double)(longest - last))
            last += (int64_t)ms;
        add(arena, moments, last);
    }
}

/* --- Playing --- */

/* Another part, or another place in it: time goes on from now, where it would go back. */
void clock_go_to(struct playing_clock *clock, size_t moment, size_t end)
{
    const struct moments *moments = &clock->recorded->moments;

    clock->at = moment;
    clock->end = end;
    if (moment < end && moments->ms[moment] + clock->ahead < clock->now_ms)
        clock->ahead = clock->now_ms - moments->ms[moment];
}

int64_t clock_play(struct playing_clock *clock)
{
    if (clock->at < clock->end)
        clock->now_ms = clock->recorded->moments.ms[clock->at++] + clock->ahead;
    return clock->now_ms;
}

/* Where nothing was recorded, time passes as it was asked to. */
void clock_pass(struct playing_clock *clock, int64_t ms)
{
    if (clock->at >= clock->end && ms > 0 && ms < longest - clock->now_ms)
        clock->now_ms += ms;
}

int clock_stopped(const struct playing_clock *clock)
{
    return clock->recorded->stopped && clock->at >= clock->recorded->stopped_at
               ? clock->recorded->stopped
               : 0;
}
