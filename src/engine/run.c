/* Module by module, set by set: fixtures made once, tests run, reporters told. */
#include "cfnc/base/stop.h"
#include "cfnc/engine/bounds.h"
#include "cfnc/engine/retrial.h"
#include "cfnc/engine/tape.h"
#include "cfnc/engine/waivers.h"
#include "cfnc/ledger/ledger.h"
#include "cfnc/engine/run.h"

/* One module on one input set, with the fixture that its tests share. */
struct session {
    struct run *run;
    struct world *world;
    const struct selection *selection;
    const struct reporter *reporters;
    const struct module *module;
    const struct input_set *set;
    void *shared; /* what the protocol's trials share (struct protocol, session) */
    struct outcome **outcomes_end;
    const struct fixture *given;
    struct trial fixture; /* its outcome is NULL until some test needs it */
    unsigned failures;
    bool last_attempt;    /* what fails now is not retried */
    bool fixture_is_lost; /* it failed as often as it was tried: nobody tries it again */
};

static struct outcome *add_outcome(struct session *s, const char *name)
{
    struct outcome *outcome = outcome_new(s->run->arena, s->run->subject->protocol);

    outcome->name = name;
    outcome->module = s->module->name;
    outcome->set = s->set;
    outcome->started_ms = s->world->now_ms(s->world) - s->run->began_ms;
    *s->outcomes_end = outcome;
    s->outcomes_end = &outcome->next;
    return outcome;
}

static struct trial begin_trial(struct session *s, struct outcome *outcome)
{
    return trial_new(&(struct trial){ .run = s->run,
                                      .outcome = outcome,
                                      .world = s->world,
                                      .reporters = s->reporters,
                                      .fixture = outcome->fixture ? &s->fixture : NULL,
                                      .session = s->shared });
}

static void stop_clock(const struct session *s, struct outcome *outcome)
{
    outcome->duration_ms = s->world->now_ms(s->world) - s->run->began_ms - outcome->started_ms;
}

static void tell_end(struct session *s, struct outcome *outcome)
{
    stop_clock(s, outcome);
    tell_all(s->reporters, test_ends, s->run, outcome);
}

static void tape_begins(struct session *s, const struct outcome *outcome, bool tearing_down)
{
    if (s->run->tape)
        s->run->tape->begins(s->run->tape, outcome, tearing_down);
}

/* What is not on the tape is no pass, however the test took it. */
static bool tape_ends(struct session *s, struct outcome *outcome)
{
    const char *gap = s->run->tape ? s->run->tape->ends(s->run->tape) : NULL;

    if (!gap)
        return true;
    outcome->error = outcome->error ? outcome->error : gap;
    outcome->verdict = VERDICT_ERRORED;
    return false;
}

static const char *why_skipped(struct session *s, const struct contract_test *test)
{
    const struct subject *subject = s->run->subject;
    const unsigned missing = test->needs & ~subject->handlers;

    if (missing)
        return arena_printf(s->run->arena, "the type has no %s handler",
                            handler_of(subject->protocol, missing)->key);
    return test->features ? subject->protocol->lacks(subject, test->features) : NULL;
}

/* A smaller model is looked for where that was asked for, and a rule says what failed. */
static void shrink(struct session *s, const struct contract_test *test, const struct trial *t)
{
    const struct protocol *protocol = s->run->subject->protocol;
    struct retrial retrial = {
        .run = s->run,
        .set = s->set,
        .outcome = t->outcome,
        .session = s,
        .test = test,
        .given = test ? test->given : s->given,
    };

    if (s->run->options.shrink && protocol->shrink && s->last_attempt &&
        t->outcome->verdict == VERDICT_FAILED)
        protocol->shrink(&retrial, t);
}

/* The fixture of the module: made for the first test that needs it. */
static const struct outcome *fixture_for(struct session *s, const struct fixture *given)
{
    if (given && !s->fixture.outcome) {
        struct outcome *outcome = add_outcome(s, given->name);

        s->given = given;
        s->fixture = begin_trial(s, outcome);
        tell_all(s->reporters, test_begins, s->run, outcome);
        tape_begins(s, outcome, false);
        trial_set_up(&s->fixture, given);
        s->fixture.failed = !tape_ends(s, outcome) || s->fixture.failed;
        shrink(s, NULL, &s->fixture);
        tell_end(s, outcome);
    }
    return given ? s->fixture.outcome : NULL;
}

/* What is made could not be noted any more. */
static bool is_unwritable(const struct run *run)
{
    return run->ledger && ledger_failed(run->ledger);
}

static const char *why_stopped(const struct session *s)
{
    const int maxfail = s->run->options.maxfail;

    if (run_stops(s->run, s->world))
        return run_stop_reason(s->run);
    if (is_unwritable(s->run))
        return "the ledger cannot be written";
    return maxfail && s->failures >= (unsigned)maxfail ? "stopped after --maxfail" : NULL;
}

static void do_not_run(struct outcome *outcome, enum verdict verdict, const char *reason)
{
    outcome->verdict = verdict;
    outcome->reason = reason;
}

static void run_trial(struct session *s, const struct contract_test *test, struct outcome *outcome)
{
    struct trial t = begin_trial(s, outcome);

    tape_begins(s, outcome, false);
    trial_run(&t, test);
    (void)tape_ends(s, outcome);
    shrink(s, test, &t);
    arena_free(t.arena);
}

/* Of a fixture that failed; what is waived there fails nothing that needed it either. */
static void do_without(struct session *s, struct outcome *outcome, const struct outcome *fixture)
{
    struct arena *arena = s->run->arena;

    if (fixture->verdict == VERDICT_WAIVED)
        do_not_run(outcome, VERDICT_WAIVED,
                   arena_printf(arena, "needs %s, where %s", fixture->name,
                                waived_reason(arena, fixture)));
    else
        do_not_run(outcome, VERDICT_NOT_RUN,
                   fixture->verdict == VERDICT_NOT_RUN
                       ? fixture->reason
                       : arena_printf(arena, "needs %s", fixture->name));
}

/* One of which all that is wrong is waived may have made what it was to make. */
static bool is_usable(const struct session *s, const struct outcome *fixture)
{
    return fixture->verdict == VERDICT_PASSED ||
           (fixture->verdict == VERDICT_WAIVED && !s->fixture.failed);
}

static void end_fixture(struct session *s)
{
    if (!s->fixture.outcome)
        return;
    tape_begins(s, s->fixture.outcome, true);
    trial_tear_down(&s->fixture, s->given);
    s->fixture.outcome->torn_down_badly =
        !tape_ends(s, s->fixture.outcome) || s->fixture.outcome->torn_down_badly;
    if (s->fixture.outcome->torn_down_badly)
        tell_end(s, s->fixture.outcome);
    arena_free(s->fixture.arena);
    s->fixture = (struct trial){ .outcome = NULL };
}

static struct outcome *try_test(struct session *s, const struct contract_test *test)
{
    const char *skip = why_skipped(s, test);
    const char *stop = why_stopped(s);
    const struct outcome *fixture = skip || stop ? NULL : fixture_for(s, test->given);
    struct outcome *outcome = add_outcome(s, test_name(test, s->run->options.suite));

    outcome->test = test;
    outcome->fixture = fixture;
    tell_all(s->reporters, test_begins, s->run, outcome);
    if (skip)
        do_not_run(outcome, VERDICT_SKIPPED, skip);
    else if (stop)
        do_not_run(outcome, VERDICT_NOT_RUN, stop);
    else if (fixture && !is_usable(s, fixture) && !test->in_hindsight)
        do_without(s, outcome, fixture);
    else
        run_trial(s, test, outcome);
    if (fixture && !is_usable(s, fixture) && outcome->verdict == VERDICT_PASSED)
        do_without(s, outcome, fixture); /* it failed at another action than the test looks at */
    return outcome;
}

static bool has_failed(const struct outcome *outcome)
{
    return verdict_is_bad(outcome->verdict) ||
           (outcome->verdict == VERDICT_NOT_RUN && outcome->fixture);
}

/* What was cancelled, or needs a fixture that failed every time, is not retried (--retries). */
static bool may_try_again(const struct session *s, const struct outcome *outcome)
{
    return has_failed(outcome) && !s->last_attempt && !why_stopped(s) &&
           !(outcome->verdict == VERDICT_NOT_RUN && s->fixture_is_lost);
}

/* All that came since `from` is in no list any more: the attempt, and a fixture made for it. */
static void take_back(struct session *s, struct outcome **from)
{
    *from = NULL;
    s->outcomes_end = from;
    end_fixture(s);
    if (s->run->subject->protocol->forget)
        s->run->subject->protocol->forget(s->shared);
}

/*
 * Runs a test, and runs it again while it fails, each time with a fixture of its
 * own. What passes in the end is flaky.
 */
static void run_test(struct session *s, const struct contract_test *test)
{
    const unsigned most = 1 + (unsigned)s->run->options.retries;
    const struct outcome *earlier = NULL;

    for (unsigned attempt = 1; attempt <= most; attempt++) {
        struct outcome **from = s->outcomes_end;

        s->last_attempt = attempt == most;
        struct outcome *outcome = try_test(s, test);
        outcome->earlier = earlier;
        outcome->attempt = attempt;
        stop_clock(s, outcome);
        if (may_try_again(s, outcome)) {
            take_back(s, from);
            earlier = outcome;
            continue;
        }
        if (earlier && outcome->verdict == VERDICT_PASSED)
            outcome->verdict = VERDICT_FLAKY;
        s->fixture_is_lost = outcome->verdict == VERDICT_NOT_RUN;
        s->failures += outcome_fails(s->run, outcome);
        tell_end(s, outcome);
        break;
    }
    s->last_attempt = true;
}

/* --- A retry with other inputs; see retrial.h --- */

/* What failed as its own outcome says, with a fixture made for it alone. */
static const struct outcome *try_alone(struct session *s, const struct fixture *given,
                                       const struct contract_test *test)
{
    const struct outcome *fixture = fixture_for(s, given);
    struct outcome *tried = NULL;

    if (test && (!fixture || fixture->verdict == VERDICT_PASSED)) {
        tried = add_outcome(s, test_name(test, s->run->options.suite));
        tried->test = test;
        tried->fixture = fixture;
        run_trial(s, test, tried);
    }
    end_fixture(s);
    return tried ? tried : fixture;
}

/* What an attempt leaves behind is left behind by the test that it is an attempt of. */
static void keep_leftovers(struct run *run, struct leftover *leftovers,
                           const struct outcome *outcome)
{
    struct leftover **end = &run->leftovers;

    while (*end)
        end = &(*end)->next;
    *end = leftovers;
    for (struct leftover *l = leftovers; l; l = l->next) {
        l->made_by = outcome;
        l->last_call = NULL;
    }
}

bool retrial_fails(const struct retrial *retrial, const struct input_set *set)
{
    static const struct reporter nobody[1];
    const struct session *s = retrial->session;
    struct arena *arena = arena_new();
    struct run apart = run_apart(s->run, arena);
    struct session again = {
        .run = &apart,
        .world = s->world,
        .selection = s->selection,
        .reporters = nobody,
        .module = s->module,
        .set = set,
        .outcomes_end = &apart.outcomes,
    };
    const struct protocol *protocol = apart.subject->protocol;

    again.shared = protocol->session ? protocol->session(arena, &apart, set) : NULL;
    const struct outcome *outcome =
        run_stops(s->run, s->world) ? NULL : try_alone(&again, retrial->given, retrial->test);
    keep_leftovers(s->run, apart.leftovers, retrial->outcome);
    arena_free(arena);
    return outcome && outcome->verdict == VERDICT_FAILED &&
           failure_finding(outcome)->rule == failure_finding(retrial->outcome)->rule;
}

/* --- All of it --- */

static bool takes(const struct session *s, const struct contract_test *test)
{
    return selection_takes(s->selection, s->run->options.suite, s->run->subject, s->module, test,
                           s->set);
}

static void run_module(struct session *s)
{
    s->last_attempt = true;
    s->fixture_is_lost = false;
    for (const struct contract_test *test = s->module->tests; test->name; test++)
        if (takes(s, test))
            run_test(s, test);
    end_fixture(s);
}

static void collect_module(const struct session *s)
{
    for (const struct contract_test *test = s->module->tests; test->name; test++)
        if (test_is_of(s->module, test, s->run->options.suite))
            *(takes(s, test) ? &s->run->selected : &s->run->deselected) += 1;
}

void run_collect(struct run *run, const struct selection *selection)
{
    struct session s = { .run = run, .selection = selection };

    run->selected = run->deselected = 0;
    for (size_t i = 0; i < run->set_count; i++) {
        s.set = &run->sets[i];
        for (s.module = run->subject->protocol->modules; s.module->name; s.module++)
            if (module_is_due(s.module, i, run->set_count))
                collect_module(&s);
    }
}

static int exit_code(const struct run *run)
{
    const struct summary summary = run_summary(run);

    if (run->interrupted)
        return (int)run->stopped;
    if (is_unwritable(run))
        return EXIT_PROJECT;
    if (summary.failing)
        return EXIT_TEST_FAILED;
    return summary.leftovers > summary.waived_leftovers ? EXIT_LEFT_BEHIND : EXIT_OK;
}

static void run_sets(struct session *s)
{
    struct run *run = s->run;
    const struct protocol *protocol = run->subject->protocol;

    for (size_t i = 0; i < run->set_count; i++) {
        struct arena *arena = arena_new();

        s->set = &run->sets[i];
        s->shared = protocol->session ? protocol->session(arena, run, s->set) : NULL;
        for (s->module = protocol->modules; s->module->name; s->module++)
            if (module_is_due(s->module, i, run->set_count))
                run_module(s);
        arena_free(arena);
    }
}

void run_conclude(struct run *run)
{
    run->exit_code = exit_code(run);
    if (!run->interrupted)
        waivers_conclude(run);
    run_note_cuts(run);
}

/* The subject has no such handler, or lacks what the rule is about; or NULL. */
static const char *not_applicable(struct arena *arena, const struct rule *rule,
                                  const struct subject *subject)
{
    if (rule->on && !(rule->on & subject->handlers))
        return arena_printf(arena, "the type has no %s handler",
                            handler_of(subject->protocol, rule->on)->key);
    return rule->features ? subject->protocol->lacks(subject, rule->features) : NULL;
}

/* Which rules no run on this subject can judge. */
static void run_judges(struct run *run)
{
    const struct protocol *protocol = run->subject->protocol;
    const size_t count = rule_count(protocol);

    run->not_applicable = arena_array(run->arena, count, sizeof(*run->not_applicable));
    for (size_t i = 0; i < count; i++)
        run->not_applicable[i] = not_applicable(run->arena, rule_at(protocol, i), run->subject);
}

void run_suite(struct run *run, struct world *world, const struct selection *selection,
               const struct reporter *reporters)
{
    struct session s = { .run = run,
                         .world = world,
                         .selection = selection,
                         .reporters = reporters,
                         .outcomes_end = &run->outcomes };

    stop_tidies();
    run_collect(run, selection);
    run_judges(run);
    run->began_ms = world->now_ms(world);
    tell_all(reporters, run_begins, run);
    run_sets(&s);
    run->duration_ms = world->now_ms(world) - run->began_ms;
    run->interrupted = run->stopped || (run_stop_code(run) && run_stops(run, world));
    run_conclude(run);
    tell_all(reporters, run_ends, run);
}
