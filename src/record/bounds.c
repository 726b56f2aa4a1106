/* The bounds (bounds.h) and the retries that a run was given, in the first line of its recording.
 */
#include <stddef.h>

#include "recording_private.h"

/* Those that were not given are not written. */
static const struct {
    const char *name;
    size_t offset;
} times[] = {
    { "max_callback_delay_ms", offsetof(struct run_options, max_callback_delay_ms) },
    { "test_timeout_ms", offsetof(struct run_options, test_timeout_ms) },
    { "global_timeout_ms", offsetof(struct run_options, global_timeout_ms) },
    { "teardown_timeout_ms", offsetof(struct run_options, teardown_timeout_ms) },
};

static const struct {
    const char *name;
    size_t offset;
} switches[] = {
    { "strict_timeouts", offsetof(struct run_options, strict_timeouts) },
    { "contract_timeouts", offsetof(struct run_options, contract_timeouts) },
    { "flaky_fails", offsetof(struct run_options, flaky_fails) },
};

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

void recording_set_bounds(json *options, const struct run_options *from)
{
    for (size_t i = 0; i < COUNT(times); i++) {
        const void *slot = (const char *)from + times[i].offset;
        const int64_t ms = *(const int64_t *)slot;

        if (ms)
            json_set_number(options, times[i].name, (double)ms);
    }
    for (size_t i = 0; i < COUNT(switches); i++) {
        const void *slot = (const char *)from + switches[i].offset;

        if (*(const bool *)slot)
            json_set_boolean(options, switches[i].name, true);
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

    for (size_t i = 0; i < COUNT(times); i++) {
        const double ms = json_number(json_get(options, times[i].name), 0);
        void *slot = (char *)into + times[i].offset;

        *(int64_t *)slot = ms > 0 && ms < most ? (int64_t)ms : 0;
    }
    for (size_t i = 0; i < COUNT(switches); i++) {
        void *slot = (char *)into + switches[i].offset;

        *(bool *)slot = json_true(json_get(options, switches[i].name));
    }
    const double retries = json_number(json_get(options, "retries"), 0);
    into->retries = retries >= 0 && retries <= MOST_RETRIES ? (int)retries : 0;
    const double number = json_number(json_get(options, "shard"), 0);
    const double of = json_number(json_get(options, "shards"), 0);
    if (number >= 1 && number <= of && of <= MOST_SHARDS)
        into->shard = (struct shard){ (unsigned)number, (unsigned)of };
}
