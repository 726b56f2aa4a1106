/* What fails is run again: what passes then is flaky, what was left behind stays so. */
#include "cfnc/suite/protocols.h"
#include "run_builtin.h"
#include "test.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/record/recording.h"

/* Spoils so many answers to one action, from the first on. */
struct spoiler {
    struct world world; /* first: a world of ours is one of these */
    struct world *inner;
    enum action action;
    unsigned most, spoiled, deletes_lost;
};

/* What a test asks for. */
struct scene {
    enum action action;
    unsigned most, deletes_lost;
    int retries;
    bool flaky_fails;
    struct tape_in_memory tape;
};

static bool fail(struct arena *arena, struct reply *reply)
{
    static const char text[] = "{\"status\":\"FAILED\",\"errorCode\":\"InternalFailure\","
                               "\"message\":\"not now\"}";
    struct error ignored;

    *reply = (struct reply){ .kind = REPLY_OBJECT,
                             .sent = true,
                             .http_status = 200,
                             .value = json_parse(arena, text, strlen(text), &ignored) };
    return true;
}

static bool call(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    struct spoiler *s = (struct spoiler *)world;
    const struct request *request = sending->request;

    if (request->action == DELETE && s->deletes_lost) {
        s->deletes_lost--;
        return fail(arena, reply);
    }
    if (request->action == s->action && s->spoiled < s->most) {
        s->spoiled++;
        return fail(arena, reply);
    }
    return s->inner->call(s->inner, sending, arena, reply, error);
}

static int64_t now_ms(struct world *world)
{
    struct world *inner = ((struct spoiler *)world)->inner;

    return inner->now_ms(inner);
}

static void sleep_ms(struct world *world, int64_t ms)
{
    struct world *inner = ((struct spoiler *)world)->inner;

    inner->sleep_ms(inner, ms);
}

static const char *token(struct world *world, struct arena *arena)
{
    struct world *inner = ((struct spoiler *)world)->inner;

    return inner->token(inner, arena);
}

static void set(struct arena *arena, struct run *run, void *context)
{
    struct scene *scene = context;

    run->options.retries = scene->retries;
    run->options.flaky_fails = scene->flaky_fails;
    record_in_memory(arena, run, &scene->tape);
}

static struct world *around(struct arena *arena, struct world *provider, const void *context)
{
    const struct scene *scene = context;
    struct spoiler *s = arena_alloc(arena, sizeof(*s));

    *s = (struct spoiler){ .world = { call, now_ms, sleep_ms, token },
                           .inner = provider,
                           .action = scene->action,
                           .most = scene->most,
                           .deletes_lost = scene->deletes_lost };
    return recorder_world(scene->tape.recorder, &s->world);
}

static const struct run *run_scene(struct arena *arena, struct scene *scene)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    const struct builtin_options options = { .stabilize = 0 };
    const struct run_setting setting = { .suite = SUITE_FULL,
                                         .before = set,
                                         .before_context = scene,
                                         .around = around,
                                         .context = scene };
    struct run *run = run_builtin_set(arena, type_named(arena, "thing"), &options, &setting);
    struct error error = { .text = "" };

    check(run && recorder_end(scene->tape.recorder));
    struct recording *recording = recording_read(arena, "r", scene->tape.text.bytes,
                                                 scene->tape.text.length, protocols, &error);
    check_text(error.text, "");
    check(recording && recording_judge(arena, recording, nobody, &error));
    check(recording &&
          strcmp(report_as(arena, "json", &recording->run), report_as(arena, "json", run)) == 0);
    check(recording &&
          strcmp(report_as(arena, "junit", &recording->run), report_as(arena, "junit", run)) == 0);
    check_number(recording ? recording->run.exit_code : -1, run->exit_code);
    return run;
}

static const struct outcome *first_of(const struct run *run, enum verdict verdict)
{
    const struct outcome *o = run->outcomes;

    while (o && (!o->test || o->verdict != verdict))
        o = o->next;
    return o;
}

static bool is_valid(struct arena *arena, const char *report)
{
    const struct schema_sources nowhere = { .file = NULL };
    struct error error = { .text = "" };
    const json *document = json_read(arena, "schemas/report.schema.json", 1 << 20, &error);
    const struct schema *schema = schema_compile(arena, document, &nowhere, &error);
    const json *value = json_parse(arena, report, strlen(report), &error);

    return check(schema && value) && check(schema_valid(schema, value, SCHEMA_ALL));
}

static void shown_once(void)
{
    struct arena *arena = arena_new();
    struct scene scene = { .action = READ, .most = 1, .retries = 2 };
    const struct run *run = run_scene(arena, &scene);
    const struct outcome *flaky = first_of(run, VERDICT_FLAKY);
    const struct summary summary = run_summary(run);

    check_number(summary.flaky, 1);
    check_number(summary.failed + summary.errored + summary.not_run, 0);
    check_number(run->exit_code, EXIT_OK);
    check(flaky != NULL);
    if (flaky) {
        check_number(flaky->attempt, 2);
        check(flaky->earlier && !flaky->earlier->earlier);
        check_number(flaky->earlier->verdict, VERDICT_FAILED);
        check(!flaky->findings);
    }
    const char *report = report_as(arena, "json", run);
    is_valid(arena, report);
    check_contains(report, "\"status\": \"flaky\"");
    check_contains(report, "\"flaky\": 1");
    check_contains(report_as(arena, "junit", run), "<flakyFailure type=\"");
    check_contains(report_as(arena, "junit", run), "failures=\"0\" errors=\"0\"");
    const char *shown = console_text(
        arena, run,
        &(struct console_options){ .traceback = "auto", .summary = "fE", .columns = 100 });
    check_contains(shown, "  FLAKY contract_");
    check_contains(shown, "  2/3 ");
    check_contains(shown, "\nflaky\n  FLAKY 2/3  contract_");
    check_contains(shown, "    1: create.readable: READ FAILED");
    check_contains(shown, " 0 failed, 1 flaky, ");
    scene.flaky_fails = true;
    run = run_scene(arena, &scene);
    check_number(run->exit_code, EXIT_TEST_FAILED);
    check_contains(report_as(arena, "junit", run), "<failure type=\"flaky\"");
    check_contains(report_as(arena, "junit", run), "failures=\"1\" errors=\"0\"");
    check_contains(report_as(arena, "json", run), "\"outcome\": \"failed\"");
    arena_free(arena);
}

static void always_there(void)
{
    struct arena *arena = arena_new();
    struct scene scene = { .action = READ, .most = 1000000, .retries = 2 };
    const struct run *run = run_scene(arena, &scene);
    const struct outcome *failed = first_of(run, VERDICT_FAILED);

    check_number(run_summary(run).flaky, 0);
    check_number(run->exit_code, EXIT_TEST_FAILED);
    check(failed != NULL);
    if (failed) {
        check_number(failed->attempt, 3);
        check(failed->earlier && failed->earlier->earlier && !failed->earlier->earlier->earlier);
    }
    check(!run->leftovers);
    is_valid(arena, report_as(arena, "json", run));
    scene.retries = 0;
    run = run_scene(arena, &scene);
    failed = first_of(run, VERDICT_FAILED);

    check(failed && !failed->earlier);
    scene.most = 1;
    check_number(run_scene(arena, &scene)->exit_code, EXIT_TEST_FAILED);
    arena_free(arena);
}

/* A fixture that failed is made anew, but not for every test when it never works. */
static void fixtures(void)
{
    struct arena *arena = arena_new();
    struct scene scene = { .action = CREATE, .most = 1, .retries = 1 };
    const struct run *run = run_scene(arena, &scene);
    unsigned creates = 0;

    check_number(run->exit_code, EXIT_OK);
    check_number(run_summary(run).flaky, 1);
    scene.most = 1000000;
    run = run_scene(arena, &scene);
    check_number(run->exit_code, EXIT_TEST_FAILED);
    check_number(run_summary(run).passed + run_summary(run).flaky,
                 run_summary(run).total - run_summary(run).failed - run_summary(run).not_run -
                     run_summary(run).skipped);
    for (const struct call *call = run->calls; call; call = call->next)
        creates += call->action == CREATE;
    unsigned tests = 0, modules = 0;
    const char *module = NULL;
    for (const struct outcome *o = run->outcomes; o; o = o->next) {
        tests += o->test && o->verdict == VERDICT_FAILED;
        modules += o->module != module;
        module = o->module;
    }
    check(creates <= 2 * (tests + modules));
    is_valid(arena, report_as(arena, "json", run));
    arena_free(arena);
}

/* That the test passed in the end deletes nothing. */
static void left_behind(void)
{
    struct arena *arena = arena_new();
    struct scene scene = { .action = READ, .most = 1, .retries = 3, .deletes_lost = 4 };
    const struct run *run = run_scene(arena, &scene);

    check(run->leftovers != NULL);
    check(run->exit_code != EXIT_OK);
    is_valid(arena, report_as(arena, "json", run));
    arena_free(arena);
}

static const struct test tests[] = {
    { "retries: a fault that shows once", shown_once },
    { "retries: a fault that is always there", always_there },
    { "retries: fixtures", fixtures },
    { "retries: what an attempt leaves behind", left_behind },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
