#include "cfnc/engine/bounds.h"

#include "cfnc/base/stop.h"
#include "cfnc/engine/tape.h"

/* clang-format off */
const struct bound bounds[] = {
    { .name = "bound.connect", .what = "The time until a connection stands",
      .standard = "5 s",
      .option = "--connect-timeout",
      .then = "nothing was sent: exit code 3, or the test is an ERROR" },
    { .name = "bound.call", .what = "The time of one call",
      .standard = "15 min",
      .why = "Lambda lets no function run longer",
      .then = "the test is an ERROR, and what it made is deleted" },
    { .name = "bound.answer-time", .what = "The time of one call, as the contract wants it",
      .standard = "240 s for READ and LIST, 480 s for changes",
      .option = "--enforce-timeout",
      .then = "a rule is broken: time.read-list, time.create-update-delete" },
    { .name = "bound.operation", .what = "The time until an operation settles",
      .standard = "timeoutInMinutes of the schema, or 120 min",
      .option = "--stabilize-timeout",
      .then = "a rule is broken: time.stabilizes" },
    { .name = "bound.callbacks", .what = "The callbacks of one operation",
      .standard = "10000",
      .why = "from the fourth on they are 0.1 s apart or more, so that time ends nearly all of them",
      .then = "a rule is broken: time.stabilizes" },
    { .name = "bound.callback-delay", .what = "The wait for one callback",
      .standard = "what is left for the operation",
      .option = "--max-callback-delay",
      .then = "the wait is cut, and a warning says so" },
    { .name = "bound.test", .what = "The time of one test, or of the set-up that several share",
      .standard = "none",
      .option = "--test-timeout",
      .then = "the test is an ERROR, and what it made is deleted" },
    { .name = "bound.run", .what = "The time of the whole run",
      .standard = "none",
      .option = "--global-timeout",
      .then = "what was made is deleted, reports are written: exit code 7" },
    { .name = "bound.grace", .what = "The time of the call in flight after a signal",
      .standard = "10 s",
      .why = "a second signal ends it at once",
      .then = "it counts as a call whose answer never came" },
    { .name = "bound.teardown", .what = "The time for tidying up after that, or after a signal",
      .standard = "10 min",
      .option = "--teardown-timeout",
      .then = "what is left is told as left behind" },
    { .name = "bound.answer-bytes", .what = "The bytes of an answer",
      .standard = "6 MiB",
      .why = "it is Lambda's own limit",
      .then = "a rule is broken: event.json" },
    { .name = "bound.header-bytes", .what = "The bytes of an answer's headers",
      .standard = "64 KiB",
      .why = "Lambda's are a few hundred",
      .then = "there is no answer: the test is an ERROR" },
    { .name = "bound.answer-values", .what = "The values in an answer, however small",
      .standard = "100000",
      .why = "each costs memory, however few its bytes; models have some hundred",
      .then = "as for an answer that is too large" },
    { .name = "bound.answer-depth", .what = "The levels of an answer",
      .standard = "2000",
      .why = "plugins take far less",
      .then = "the answer is no JSON" },
    { .name = "bound.list-pages", .what = "The pages of LIST",
      .standard = "1000",
      .why = "a page holds up to 100 resources",
      .then = "a rule is broken: list.pages" },
    { .name = "bound.list-items", .what = "The identifiers that LIST names, in memory",
      .standard = "16 MiB, which are some 75000",
      .why = "they are held in memory, to be compared",
      .then = "the test is an ERROR" },
    { .name = "bound.token-bytes", .what = "The bytes of a nextToken",
      .standard = "64 KiB",
      .why = "the Cloud Control API takes 2048",
      .then = "a rule is broken: list.pages" },
    { .name = "bound.report-calls", .what = "What reports keep of requests and answers",
      .standard = "2000 calls, 8 MiB",
      .why = "it is held in memory",
      .then = "of later ones they keep what came of them; the recording has them all" },
    { .name = "bound.report-text", .what = "The bytes of one text in reports",
      .standard = "64 KiB",
      .why = "nobody reads more; the recording has all of it",
      .then = "the text is cut" },
    { .name = "bound.secrets", .what = "The bytes of secrets that a text is compared with",
      .standard = "64 for each of its own, and 1 MiB",
      .why = "who repeats the beginning of a secret all over a text would have us read for ever",
      .then = "the rest of the text is hidden" },
    { .name = "bound.recording", .what = "The bytes of one recording",
      .standard = "64 MiB",
      .why = "twenty of them are kept; --no-record keeps none",
      .then = "it ends there, and cfnc says so; the run goes on" },
    { .name = NULL },
};
/* clang-format on */

/* INT64_MAX where there is no limit. */
static int64_t left_of(int64_t limit_ms, int64_t spent_ms)
{
    if (!limit_ms)
        return INT64_MAX;
    return spent_ms < limit_ms ? limit_ms - spent_ms : 0;
}

int run_stop_code(const struct run *run)
{
    const int code = stop_code();

    return run->tape ? run->tape->stops(run->tape, code) : code;
}

bool run_stops(struct run *run, struct world *world)
{
    const int64_t now = world->now_ms(world);
    enum exit_code code = (enum exit_code)run_stop_code(run);

    if (run->stopped)
        return true;
    if (!code && !left_of(run->options.global_timeout_ms, now - run->began_ms))
        code = EXIT_TIMED_OUT;
    run->stopped = code;
    run->stopped_ms = now;
    return code != EXIT_OK;
}

const char *run_stop_reason(const struct run *run)
{
    return run->stopped == EXIT_TIMED_OUT ? "--global-timeout is over" : "interrupted";
}

void run_note_cuts(struct run *run)
{
    const char *message = arena_printf(
        run->arena,
        "%u wait%s for a callback %s cut to %g s (--max-callback-delay); in "
        "production handlers are called no sooner than they ask for",
        run->cut_waits, run->cut_waits == 1 ? "" : "s", run->cut_waits == 1 ? "was" : "were",
        (double)run->options.max_callback_delay_ms / 1000);

    if (run->cut_waits)
        warning_add(run->arena, &run->warnings,
                    (struct warning){ .code = "callback-delay", .message = message });
}

static int64_t test_left(const struct trial *t, int64_t now)
{
    return left_of(t->run->options.test_timeout_ms, now - t->began_ms);
}

int64_t trial_time_left(struct trial *t)
{
    const struct run *run = t->run;
    const bool stops = run_stops(t->run, t->world), tearing_down = t->phase == PHASE_TEARDOWN;
    const int64_t now = t->world->now_ms(t->world);

    if (tearing_down && stops && t->cleaning)
        return 0; /* it can go on another time */
    if (tearing_down)
        return stops ? left_of(run->options.teardown_timeout_ms, now - run->stopped_ms) : INT64_MAX;
    if (stops)
        return 0;
    const int64_t of_run = left_of(run->options.global_timeout_ms, now - run->began_ms);
    return test_left(t, now) < of_run ? test_left(t, now) : of_run;
}

static const char *too_long(struct trial *t)
{
    return arena_printf(t->arena, "it took longer than %g s (--test-timeout)",
                        (double)t->run->options.test_timeout_ms / 1000);
}

bool trial_stops(struct trial *t)
{
    if (trial_time_left(t) > 0)
        return false;
    if (t->phase != PHASE_TEARDOWN && !t->run->stopped)
        trial_error(t, too_long(t));
    t->stopped = t->stopped || (t->phase != PHASE_TEARDOWN && t->run->stopped);
    t->failed = true;
    return true;
}

const char *trial_given_up(struct trial *t, const char *why)
{
    const struct run *run = t->run;
    const int64_t now = t->world->now_ms(t->world);

    if (trial_stops(t))
        return NULL;
    if (t->phase == PHASE_TEARDOWN)
        return why;
    if (test_left(t, now) <= left_of(run->options.global_timeout_ms, now - run->began_ms))
        return too_long(t); /* a moment early, as clocks go */
    t->stopped = t->failed = true;
    return NULL;
}

const char *teardown_over(struct trial *t)
{
    const double limit_s = (double)t->run->options.teardown_timeout_ms / 1000;

    if (t->phase != PHASE_TEARDOWN || trial_time_left(t) > 0)
        return NULL;
    if (t->cleaning)
        return "cfnc was stopped";
    return arena_printf(t->arena, "the %g s for tearing down were over (--teardown-timeout)",
                        limit_s);
}
