/* cfnc test: a run is prepared, made and reported on; or planned, or listed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/file.h"
#include "cfnc/base/stop.h"
#include "cfnc/base/text.h"
#include "cfnc/demo/server.h"
#include "cfnc/engine/run.h"
#include "cfnc/generate/coverage.h"
#include "cfnc/prepare/choices.h"
#include "cfnc/prepare/hold.h"
#include "cfnc/prepare/preflight.h"
#include "cfnc/redact/redact.h"
#include "cfnc/report/failure.h"
#include "cfnc/report/schema_lines.h"
#include "cfnc/resource/resource.h"
#include "cli/commands.h"
#include "cli/terminal.h"

struct test_options {
    int retries;
    const char *flaky_result;
    int list_sample;
    bool strict_timeouts;
    bool contract_timeouts;
    int64_t max_callback_delay_ms;
    int64_t test_timeout_ms;
    int64_t global_timeout_ms;
};

/* A run that is being prepared, step by step. */
struct plan {
    struct arena *arena;
    const struct options *options;
    struct project_subject subject;
    struct selection *selection;
    struct target target;
    struct server *server; /* of --demo; or NULL */
    struct hold hold;      /* nothing of --demo, whose resources go with this process */
    struct run run;
    struct preflight preflight;
};

/* A step ends the command (GO_ON is no exit code), or lets the next one begin. */
enum { GO_ON = -1 };

enum { GRACE_MS = 10000 }; /* for the call in flight when cfnc is asked to stop */

static int stop(enum exit_code code, const struct error *error)
{
    return (int)complain(code, "%s", error->text);
}

static void note_ignored(const struct options *options)
{
    const char *gap = " ";

    if (!options->ignored.count || options->console.verbosity < 1)
        return;
    fputs("cfnc: note: no effect here:", stderr);
    for (size_t i = 0; i < options->ignored.count; i++, gap = ", ")
        fprintf(stderr, "%s%s", gap, options->ignored.items[i]);
    fputc('\n', stderr);
}

/* Whether --dry-run can do what else is asked for; the error names the option. */
static bool dry_run_check(const struct options *options, struct error *error)
{
    if (!options->dry_run)
        return true;
    if (options->subject.faults.count)
        return error_set(error, "--dry-run plans for handlers that keep their contract; leave out "
                                "--fault");
    if (options->reports.count)
        return error_set(error, "--dry-run writes nothing; leave out --report and --junitxml");
    return true;
}

/* What is wrong with the options as a whole. */
static int check_options(struct plan *plan)
{
    const struct options *options = plan->options;
    struct error error;

    if (!options->target.demo &&
        (options->subject.faults.count || options_given(options, "stabilize")))
        return (int)complain(EXIT_USAGE, "--fault and --stabilize are for --demo; \"cfnc serve\" "
                                         "has them too");
    if (options->target.demo && options_given(options, "endpoint"))
        return (int)complain(EXIT_USAGE, "--demo has an endpoint of its own; leave out --endpoint");
    if (options->subject.against && suite_read(options->filter.suite) == SUITE_V1)
        return (int)complain(EXIT_USAGE,
                             "--against: suite v1 compares no schemas; leave it out, or "
                             "choose another suite");
    if (options->no_preflight && options->target.wait_for_endpoint_ms)
        return (int)complain(EXIT_USAGE,
                             "--no-preflight: nothing asks the endpoint then; leave out "
                             "--wait-for-endpoint");
    if (options->target.enforce_timeout_ms < 1)
        return (int)complain(EXIT_USAGE, "--enforce-timeout: expected more than nothing");
    if (!target_check(plan->arena, options, &error) || !dry_run_check(options, &error) ||
        !reports_check(plan->arena, options, &error))
        return stop(EXIT_USAGE, &error);
    note_ignored(options);
    return GO_ON;
}

/* An expression that is wrong is wrong whatever the project. */
static int read_selection(struct plan *plan)
{
    struct error error;

    plan->selection = options_selection(plan->arena, &plan->options->filter,
                                        (const char *const *)plan->options->words.items, &error);
    return plan->selection ? GO_ON : stop(EXIT_USAGE, &error);
}

/* What is wrong with the project's files; of what cannot be tested, nothing else is said. */
static int look_at_files(struct plan *plan)
{
    plan->preflight = preflight_new(plan->arena, plan->options, &plan->subject, &plan->target);
    preflight_look(&plan->preflight, STAGE_FILES);
    switch (plan->subject.project->artifact) {
    case ARTIFACT_MODULE:
        return (int)complain(EXIT_OK,
                             "warning: modules have no handlers; there is nothing to test");
    case ARTIFACT_HOOK:
        return (int)preflight_report(&plan->preflight);
    case ARTIFACT_RESOURCE:
        break;
    }
    return GO_ON;
}

static struct run_options asked_for(const struct plan *plan)
{
    const struct options *options = plan->options;
    const struct test_options *own = options_own(options, IN_TEST);

    return (struct run_options){
        .suite = suite_read(options->filter.suite),
        .seed = plan->preflight.seed,
        .enforce_timeout_s = (int)((options->target.enforce_timeout_ms + 999) / 1000),
        .stabilize_timeout_ms = options->stabilize_timeout_ms,
        .max_callback_delay_ms = own->max_callback_delay_ms,
        .test_timeout_ms = own->test_timeout_ms,
        .global_timeout_ms = own->global_timeout_ms,
        .teardown_timeout_ms = options->teardown_timeout_ms,
        .strict_timeouts = own->strict_timeouts,
        .contract_timeouts = own->contract_timeouts,
        .maxfail = options->maxfail,
        .list_sample = (unsigned)own->list_sample,
        .shrink = options->model.shrink,
        .retries = own->retries,
        .flaky_fails = strcmp(own->flaky_result, "fail") == 0,
        .selection_k = options->filter.k,
        .selection_m = options->filter.m,
        .selection_names = options->words.count ? (const char *const *)options->words.items : NULL,
        .selection_deselect = (const char *const *)options->filter.deselect.items,
        .redact_paths = (const char *const *)options->subject.redact_paths.items,
        .argv = options->argv,
        .variant = plan->preflight.how.variant,
        .examples = plan->preflight.how.coverage ? coverage_rows(plan->preflight.how.coverage) : 0,
    };
}

static int make_run(struct plan *plan)
{
    const struct options *options = plan->options;

    if (!plan->subject.type)
        return GO_ON;
    plan->run = (struct run){
        .arena = plan->arena,
        .options = asked_for(plan),
        .subject = plan->subject.tested,
        .target = &plan->target,
        .location = plan->subject.project->location,
        .demo = options->target.demo,
        .sets = plan->subject.project->sets,
        .set_count = plan->subject.project->set_count,
        .redactor = plan->preflight.redactor,
        .started_wall_ms = clock_wall_ms(),
    };
    options_rerun(plan->arena, &plan->run.options);
    if (options->filter.shard && !shard_read(options->filter.shard, &plan->run.options.shard))
        return (int)EXIT_USAGE; /* read_selection() has said so */
    const struct json_source *source = plan->subject.source;
    if (source)
        plan->run.schema_lines = schema_lines(plan->arena, source->text, source->length);
    return GO_ON;
}

static int look_at_run(struct plan *plan)
{
    plan->preflight.run = &plan->run;
    plan->preflight.selection = plan->selection;
    preflight_look(&plan->preflight, STAGE_RUN);
    return GO_ON;
}

/* Everything that is in the way, at once. */
static int report(struct plan *plan)
{
    const enum exit_code code = preflight_report(&plan->preflight);

    return code == EXIT_OK ? GO_ON : (int)code;
}

static int print_tests(struct plan *plan)
{
    const struct listing listing = {
        .selection = plan->selection,
        .suite = plan->run.options.suite,
        .subject = plan->run.subject,
        .sets = plan->run.sets,
        .set_count = plan->run.set_count,
        .names_only = plan->options->console.verbosity < 0,
    };

    if (!plan->options->collect_only)
        return GO_ON;
    const int code = report(plan);
    if (code != GO_ON)
        return code;
    const size_t count = listing_print(plan->arena, &listing);
    if (!listing.names_only)
        printf("\n%zu test%s selected, %zu not\n", count, count == 1 ? "" : "s",
               plan->run.deselected);
    return EXIT_OK;
}

/* What stands in the requests that nobody gets. */
static struct target *nowhere(struct arena *arena, const struct target_options *options,
                              const struct run *run)
{
    struct target *target = arena_alloc(arena, sizeof(*target));

    *target = (struct target){
        .endpoint = "",
        .function_name = options->function_name,
        .region = options->region,
        .account_id = options->account_id,
        .type_name = run->subject->name,
        .credentials = credentials_placeholders(),
    };
    return target;
}

/* What kept the plan from being whole, in one line; NULL when it is. */
static const char *gap_in(struct arena *arena, const struct run *run)
{
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (o->error || o->findings)
            return arena_printf(arena, "%s: %s", o->name, failure_line(arena, o));
    return NULL;
}

static enum exit_code dry_run(struct plan *plan)
{
    struct arena *arena = plan->arena;
    const struct options *options = plan->options;
    struct run *run = &plan->run;
    const struct console_options console = console_choose(options);
    const struct reporter reporters[2] = { plan_reporter(arena, console.columns) };
    struct error error;
    struct builtin *builtin = options_builtin(arena, options, type_of(run->subject), &error);

    if (!builtin)
        return complain(EXIT_PROJECT, "%s", error.text);
    run->target = nowhere(arena, &options->target, run);
    run_suite(run, builtin_world(arena, builtin, run->target), plan->selection, reporters);
    const char *gap = gap_in(arena, run);
    return gap ? complain(EXIT_PROJECT, "the plan is not whole: %s", gap) : EXIT_OK;
}

static int plan_only(struct plan *plan)
{
    if (!plan->options->dry_run)
        return GO_ON;
    const int code = report(plan);
    return code != GO_ON ? code : (int)dry_run(plan);
}

static int look_at_target(struct plan *plan)
{
    /* from here on others are asked for answers, and what they do outlives cfnc */
    signals_catch("stopping.  no handler was called (once more: quit at once)");
    preflight_look(&plan->preflight, STAGE_TARGET);
    plan->run.service = plan->preflight.service;
    return GO_ON;
}

/* The built-in provider is talked to over HTTP, like any other. */
static int start_demo(struct plan *plan)
{
    const struct server_options wanted = { .function_name = plan->options->target.function_name };
    struct error error;

    if (!plan->options->target.demo)
        return GO_ON;
    struct builtin *builtin =
        options_builtin(plan->arena, plan->options, plan->subject.type, &error);
    if (!builtin)
        return stop(EXIT_USAGE, &error);
    plan->server = server_start(plan->arena, builtin, &wanted, &error);
    if (!plan->server)
        return stop(EXIT_TARGET, &error);
    plan->target.endpoint =
        arena_printf(plan->arena, "http://127.0.0.1:%u", server_port(plan->server));
    plan->run.service = SERVICE_CFNC;
    return GO_ON;
}

/* The account is known now, if it was not before, and everything that is worth a warning. */
static int settle(struct plan *plan)
{
    struct location *location = arena_alloc(plan->arena, sizeof(*location));

    plan->target.grace_ms = GRACE_MS;
    *location = (struct location){ plan->target.region, plan->target.account_id };
    if (plan->run.location)
        plan->run.location = location;
    plan->run.warnings = plan->subject.project->warnings;
    for (struct warning *w = plan->run.warnings; w; w = w->next)
        w->message = redact_text(plan->run.redactor, plan->arena, w->message);
    return GO_ON;
}

static void tell_leftovers(size_t count)
{
    if (count)
        complain(EXIT_OK,
                 "warning: %zu resource%s of earlier runs may be left behind; \"cfnc cleanup\" "
                 "lists and deletes them",
                 count, count == 1 ? "" : "s");
}

/* What cannot be noted must not be made; what was noted and cannot be read must not be lost. */
static int hold(struct plan *plan)
{
    struct error error;

    if (plan->options->target.demo)
        return GO_ON;
    if (!hold_project(plan->arena, plan->subject.project->folder, plan->options->wait_for_lock_ms,
                      &plan->hold, &error))
        return stop(EXIT_PROJECT, &error);
    const struct ledger_content *content = ledger_content(plan->hold.ledger);
    if (content->broken)
        return stop(EXIT_PROJECT, &content->error);
    tell_leftovers(content->count);
    plan->run.ledger = plan->hold.ledger;
    return GO_ON;
}

static int run(struct plan *plan)
{
    const struct console_options console = console_choose(plan->options);
    struct reporter reporters[STREAM_REPORTERS_MOST] = { { 0 } };
    const struct run *const itself = &plan->run;
    const struct runs all = { &itself, 1 };
    const char *folder = plan->subject.project->folder;
    struct world *world = target_world(plan->arena, &plan->target);
    struct record record = { .file = NULL };
    struct error error;

    reporters_choose(plan->arena, plan->options, &console, reporters);
    if (!plan->options->no_record && !plan->options->no_redact)
        world = record_begin(plan->arena, folder, &plan->run, world, &record);
    run_suite(&plan->run, world, plan->selection, reporters);
    fflush(stdout);
    record_end(&record, &plan->run);
    if (plan->run.ledger && ledger_failed(plan->run.ledger))
        complain(EXIT_PROJECT, "%s", ledger_failed(plan->run.ledger));
    if (!reports_write(plan->arena, plan->options, &all, &error)) {
        complain(EXIT_REPORT, "%s", error.text);
        if (plan->run.exit_code == EXIT_OK)
            plan->run.exit_code = EXIT_REPORT;
    }
    return plan->run.exit_code;
}

static enum exit_code cmd_test(struct arena *arena, const struct options *options)
{
    static int (*const steps[])(struct plan * plan) = {
        check_options, read_selection, look_at_files, make_run,   look_at_run, print_tests,
        plan_only,     look_at_target, report,        start_demo, settle,      hold,
        run,
    };
    struct plan plan = { .arena = arena, .options = options };
    int code = GO_ON;

    for (size_t i = 0; code == GO_ON && !stop_code() && i < sizeof(steps) / sizeof(steps[0]); i++)
        code = steps[i](&plan);
    hold_end(&plan.hold);
    if (plan.server)
        server_stop(plan.server);
    return (enum exit_code)(stop_code() ? stop_code() : code);
}

/* clang-format off */
static const char *const results[] = { "pass", "fail", NULL };
static const struct option test_rows[] = {
    { .name = "retries", .argument = "N", .standard = "0",
      .help = "run what fails again, up to N times",
      .kind = OPTION_NUMBER, .group = GROUP_TESTS, OWN(test, retries), .most = 100 },
    { .name = "flaky-result", .argument = "RESULT", .standard = "pass",
      .help = "of what passes then: pass or fail",
      .kind = OPTION_WORD, .group = GROUP_TESTS, OWN(test, flaky_result), .choices = results,
      .rare = true },
    { .name = "list-sample", .argument = "N", .standard = "3",
      .help = "read so many of the resources that LIST names",
      .kind = OPTION_NUMBER, .group = GROUP_TESTS, OWN(test, list_sample), .most = 100000,
      .rare = true },
    { .name = "strict-timeouts", .help = "the same for callbacks, in suite v1 too",
      .kind = OPTION_FLAG, .group = GROUP_TIME, OWN(test, strict_timeouts), .rare = true },
    { .name = "contract-timeouts", .help = "advise on what takes longer than 30 or 60 s",
      .kind = OPTION_FLAG, .group = GROUP_TIME, OWN(test, contract_timeouts), .rare = true },
    { .name = "max-callback-delay", .argument = "D", .help = "the longest wait for a callback",
      .kind = OPTION_DURATION, .group = GROUP_TIME, OWN(test, max_callback_delay_ms), .rare = true },
    { .name = "test-timeout", .argument = "D", .help = "for one test or fixture",
      .kind = OPTION_DURATION, .group = GROUP_TIME, OWN(test, test_timeout_ms), .rare = true },
    { .name = "global-timeout", .argument = "D",
      .help = "for the run, which then tidies up: exit 7",
      .kind = OPTION_DURATION, .group = GROUP_TIME, OWN(test, global_timeout_ms) },
    { 0 },
};
/* clang-format on */

const struct command command_test = {
    .name = "test",
    .summary = "run the contract tests of a resource type",
    .usage = "Usage: cfnc test [OPTION]... [TEST]... [-- PYTEST-OPTION...]\n"
             "Call the handlers of a CloudFormation resource type and check the handler contract.\n"
             "\n"
             "  cfnc test                             all tests, SAM local on port 3001\n"
             "  cfnc test contract_delete_read        one test\n"
             "  cfnc test -k \"update and not tag\" -x  an expression; stop at the first failure\n"
             "  cfnc test --demo                      try it: built-in handlers, no AWS\n"
             "\n",
    .ending = EXIT_CODES,
    .place = IN_TEST,
    .options = test_rows,
    .own = sizeof(struct test_options),
    .run = cmd_test,
};
