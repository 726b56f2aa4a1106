/* The bounds (bounds.h) and the retries that a run was given, in the first line of its recording.
 */
#include <stddef.h>

#include "recording_private.h"

/* Times, and switches without a time. Those that were not given are not written. */
static const struct {
    const char *name;
    size_t ms, on;
} bounds[] = {
    { "max_callback_delay_ms", offsetof(struct run_options, max_callback_delay_ms), 0 },
    { "test_timeout_ms", offsetof(struct run_options, test_timeout_ms), 0 },
    { "global_timeout_ms", offsetof(struct run_options, global_timeout_ms), 0 },
    { "teardown_timeout_ms", offsetof(struct run_options, teardown_timeout_ms), 0 },
    { "strict_timeouts", 0, offsetof(struct run_options, strict_timeouts) },
    { "contract_timeouts", 0, offsetof(struct run_options, contract_timeouts) },
    { "flaky_fails", 0, offsetof(struct run_options, flaky_fails) },
};

enum { BOUNDS = sizeof(bounds) / sizeof(bounds[0]) };

void recording_set_bounds(json *options, const struct run_options *from)
{
    for (size_t i = 0; i < BOUNDS; i++) {
        const void *slot = (const char *)from + bounds[i].ms + bounds[i].on;

        if (bounds[i].on && *(const bool *)slot)
            json_set_boolean(options, bounds[i].name, true);
        if (bounds[i].ms && *(const int64_t *)slot)
            json_set_number(options, bounds[i].name, (double)*(const int64_t *)slot);
    }
    if (from->retries)
        json_set_number(options, "retries", from->retries);
    if (!from->shard.of)
        return;
    json_set_number(options, "shard", from->shard.number);
    json_set_number(options, "shards", from->shard.of);
}

void recording_get_bounds(const json *options, struct run_options *into)
{
    const double most = 1e15;

    for (size_t i = 0; i < BOUNDS; i++) {
        const json *value = json_get(options, bounds[i].name);
        const double ms = json_number(value, 0);
        void *slot = (char *)into + bounds[i].ms + bounds[i].on;

        if (bounds[i].on)
            *(bool *)slot = json_true(value);
        else
            *(int64_t *)slot = ms > 0 && ms < most ? (int64_t)ms : 0;
    }
    const double retries = json_number(json_get(options, "retries"), 0);
    into->retries = retries >= 0 && retries <= MOST_RETRIES ? (int)retries : 0;
    const double number = json_number(json_get(options, "shard"), 0);
    const double of = json_number(json_get(options, "shards"), 0);
    if (number >= 1 && number <= of && of <= MOST_SHARDS)
        into->shard = (struct shard){ (unsigned)number, (unsigned)of };
}
