/* What bounds a run, a test, an operation and its waits. */
#include "cfnc/engine/bounds.h"

#include <string.h>

#include "scripted.h"
#include "test.h"

static void a_test_has_its_time(void)
{
    static const char *const answers[] = { GOING ",\"callbackDelaySeconds\":60}", GONE, NULL };
    const struct run_options options = { .test_timeout_ms = 5000 };

    trying_within(&options, answers, create_only);
    check_number(outcome->verdict, VERDICT_ERRORED);
    check_text(outcome->error, "it took longer than 5 s (--test-timeout)");
    check_number(script.sent_ms[1], 5000); /* the DELETE: the wait was not waited to its end */
    check(run.leftovers == NULL && !run.stopped);
    arena_free(arena);
}

static void a_call_that_hangs_has_the_time_of_its_test(void)
{
    static const char *const answers[] = { GOING "}", "~", GONE, NULL };
    const struct run_options options = { .test_timeout_ms = 5000 };

    trying_within(&options, answers, create_only);
    check_number(outcome->verdict, VERDICT_ERRORED);
    check_contains(outcome->error, "--test-timeout");
    check(outcome->findings == NULL);
    check_number(script.within_ms[1], 4990);
    check_number(script.within_ms[2], 0); /* tearing down has its own */
    check_number(script.now_ms, 5020);
    check(run.leftovers == NULL);
    arena_free(arena);
}

static void a_run_has_its_time(void)
{
    static const char *const answers[] = { GOING ",\"callbackDelaySeconds\":60}", GONE, NULL };
    const struct run_options options = { .global_timeout_ms = 5000, .test_timeout_ms = 7000 };

    trying_within(&options, answers, create_only);
    check_number(outcome->verdict, VERDICT_NOT_RUN);
    check_text(outcome->reason, "--global-timeout is over");
    check_number(run.stopped, EXIT_TIMED_OUT);
    check_number((long long)script.calls, 2);
    check(run.leftovers == NULL);
    arena_free(arena);
}

static void a_call_that_hangs_has_the_time_of_the_run(void)
{
    static const char *const answers[] = { "~", NULL };
    const struct run_options options = { .global_timeout_ms = 5000 };

    trying_within(&options, answers, create_only);
    check_number(outcome->verdict, VERDICT_NOT_RUN);
    check_number(run.stopped, EXIT_TIMED_OUT);
    check_number((long long)script.calls, 2); /* it is looked for, once */
    check(run.leftovers != NULL);             /* nobody knows what the create came to */
    arena_free(arena);
}

static void tearing_down_ends_once_the_run_has(void)
{
    static const char *const answers[] = { GOING ",\"callbackDelaySeconds\":60}", NULL };
    const struct run_options options = { .global_timeout_ms = 5000,
                                         .teardown_timeout_ms = 90 * 1000 };

    trying_within(&options, answers, create_only);
    check_number((long long)script.calls, 3);
    check_number(script.requests[2].action, DELETE);
    check_number(script.now_ms, 95000);
    check(run.leftovers != NULL);
    check_text(run.leftovers->reason, "the 90 s for tearing down were over (--teardown-timeout)");
    arena_free(arena);
}

static void waits_are_cut(void)
{
    static const char *const answers[] = { GOING ",\"callbackDelaySeconds\":60}",
                                           GOING ",\"callbackDelaySeconds\":1e308}",
                                           GOING ",\"callbackDelaySeconds\":1}",
                                           MADE,
                                           GONE,
                                           NULL };
    const struct run_options options = { .max_callback_delay_ms = 2000 };

    trying_within(&options, answers, create_then_delete);
    check_number(outcome->verdict, VERDICT_PASSED);
    check_number(script.sent_ms[1] - script.sent_ms[0], 2010);
    check_number(script.sent_ms[2] - script.sent_ms[1], 2010);
    check_number(script.sent_ms[3] - script.sent_ms[2], 1010);
    check_number(run.cut_waits, 2);
    run_note_cuts(&run);
    check_contains(run.warnings->message, "2 waits for a callback were cut to 2 s");
    arena_free(arena);
}

static void callbacks_are_counted(void)
{
    static const char *const answers[] = { GOING "}", NULL };

    trying(answers, create_only);
    check(found("time.stabilizes"));
    check_contains(outcome->findings->fault, "still IN_PROGRESS after 10000 callbacks");
    check_number((long long)script.calls, 20002); /* the create, its delete */
    check(script.now_ms < 120 * 60 * 1000);
    arena_free(arena);
}

/* Each of them in the place of a delay; no wait, or one that is as long as the operation may last.
 */
static void delays_of_all_kinds(void)
{
    static const char *const delays[] = {
        "-1",
        "-1e308",
        "1e308",
        "0.0004",
        "1e9",
        "\"soon\"",
        "\"NaN\"",
        "null",
        "true",
        "[9]",
        "{}",
        "-0.0",
        "1e-320",
        "4611686018427387904",
        "9223372036854775808",
    };

    for (size_t i = 0; i < sizeof(delays) / sizeof(delays[0]); i++) {
        char first[200];
        const char *const answers[] = { first, GONE, NULL };

        snprintf(first, sizeof(first), GOING ",\"callbackDelaySeconds\":%s}", delays[i]);
        trying(answers, create_only);
        check(script.now_ms <= 1000);
        check(run.leftovers == NULL);
        arena_free(arena);
    }
}

static void time_outs_of_production(void)
{
    static const char *const answers[] = { "+65 " GOING "}", "+5 " MADE, GONE, NULL };
    static const char *const slow[] = { GOING "}", "+500 " MADE, GONE, NULL };
    const struct run_options contract = { .contract_timeouts = true }, none = { .maxfail = 0 };
    const struct run_options strict = { .strict_timeouts = true };

    trying_within(&none, answers, create_then_delete);
    check(!found("time.create-update-delete") && !outcome->findings);
    arena_free(arena);
    trying_within(&contract, answers, create_then_delete);
    check_number(outcome->verdict, VERDICT_PASSED);
    check_number(outcome->findings->level, SHOULD);
    check_text(outcome->findings->fault, "it took 65.0 s, the limit is 60 s in production");
    arena_free(arena);
    trying_within(&none, slow, create_then_delete); /* a callback: suite v1 does not look */
    check_number(outcome->verdict, VERDICT_PASSED);
    arena_free(arena);
    trying_within(&strict, slow, create_then_delete);
    check(found("time.create-update-delete"));
    check_text(outcome->findings->fault, "it took 500.0 s, the limit is 480 s");
    arena_free(arena);
}

static void bounds_are_told(void)
{
    for (const struct bound *b = bounds; b->name; b++) {
        check(strncmp(b->name, "bound.", 6) == 0 && b->what && b->standard && b->then);
        check(!b->option != !b->why);
        for (const struct bound *other = bounds; other != b; other++)
            check(strcmp(other->name, b->name) != 0);
    }
}

static const struct test tests[] = {
    { "bounds: a test has its time", a_test_has_its_time },
    { "bounds: a call that hangs has the time of its test",
      a_call_that_hangs_has_the_time_of_its_test },
    { "bounds: a run has its time", a_run_has_its_time },
    { "bounds: a call that hangs has the time of the run",
      a_call_that_hangs_has_the_time_of_the_run },
    { "bounds: tearing down ends once the run has", tearing_down_ends_once_the_run_has },
    { "bounds: waits are cut", waits_are_cut },
    { "bounds: callbacks are counted", callbacks_are_counted },
    { "bounds: delays of all kinds", delays_of_all_kinds },
    { "bounds: time-outs of production", time_outs_of_production },
    { "bounds: each has a name and a reason", bounds_are_told },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
