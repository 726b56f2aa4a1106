/* One recorded call, sent again: what is different now. */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/stop.h"
#include "cfnc/base/text.h"
#include "cfnc/demo/server.h"
#include "cfnc/prepare/aim.h"
#include "cfnc/prepare/choices.h"
#include "cfnc/prepare/hold.h"
#include "cfnc/prepare/secrets.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/report/differences.h"
#include "cfnc/report/failure.h"
#include "cfnc/resource/resource.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "replay_command_private.h"

enum { GRACE_MS = 10000 }; /* for the call in flight when cfnc is asked to stop */

static enum exit_code stop(const struct replaying *r, enum exit_code code)
{
    const char *text =
        r->redactor ? redact_text(r->redactor, r->arena, r->error.text) : r->error.text;

    return complain(code, "%s", text);
}

/* --- What is shown --- */

enum { LABEL = 14, WORDS = 20, LEAST = 12, ROWS = 30 };

static void print_label(struct arena *arena, const char *label, const char *words)
{
    struct text out = text_new(arena);

    if (!*words)
        return;
    text_addf(&out, "  %-*s", LABEL, label);
    text_add_wrapped(&out, words, 2 + LABEL, 2 + LABEL, terminal_columns());
    puts(out.bytes);
}

static void replay_print_call(const struct replaying *r)
{
    const struct call *call = r->call->call;
    const struct run *run = &r->recording->run;
    struct arena *arena = r->arena;

    printf("%s  c%u  %s in %s", text_quote(arena, run->id, 60), call->seq, call->handler->name,
           text_quote(arena, call->owner->name, 100));
    if (run->set_count > 1)
        printf("[%s]", text_quote(arena, call->owner->set->id, 60));
    if (call->callbacks)
        printf(", follow-up %u", call->callbacks);
    printf("\n  %s%s%s, %s\n",
           r->builtin ? "the built-in handlers"
                      : text_quote(arena, redact_text(r->redactor, arena, r->target.endpoint), 100),
           r->builtin || r->target.image ? "" : " ",
           r->builtin || r->target.image ? "" : text_quote(arena, r->target.function_name, 60),
           text_quote(arena, r->target.region, 40));
    print_label(arena, "filled in", r->refilled.again);
    print_label(arena, "another value", r->refilled.other);
    print_label(arena, "given", r->refilled.given);
    fflush(stdout);
}

static const char *shown(struct arena *arena, const char *text, int columns)
{
    return text ? text_fit(arena, text, (size_t)columns) : "(absent)";
}

static void print_words(const struct replaying *r, const struct answer_change *first)
{
    const int room = (terminal_columns() - WORDS - 8) / 2;
    const int columns = room > LEAST ? room : LEAST;
    int width = (int)strlen("recorded");

    for (const struct answer_change *c = first; c; c = c->next) {
        const int needed = (int)text_width(shown(r->arena, c->then, columns));

        width = needed > width ? needed : width;
    }
    printf("\n  %-*s   %-*s   now\n", WORDS, "answer", width, "recorded");
    for (const struct answer_change *c = first; c; c = c->next)
        printf("  %-*s   %s   %s\n", WORDS, c->what,
               text_padded(r->arena, shown(r->arena, c->then, columns), (size_t)width),
               shown(r->arena, c->now, columns));
}

static void print_model(const struct replaying *r, const struct comparison *comparison, bool colour)
{
    struct differences_style style = { .colour = colour,
                                       .columns = terminal_columns(),
                                       .rows = ROWS,
                                       .requested = "recorded",
                                       .returned = "now" };
    struct text out = text_new(r->arena);

    if (!r->options.console.diff || !diff_format_read(r->options.console.diff, &style.format))
        style.format = DIFF_PATHS;
    differences_add(&out, comparison, &style);
    printf("\n%s", out.bytes);
}

static void print_verdict(const struct replaying *r, const struct changes *changes)
{
    struct text what = text_new(r->arena);
    size_t rows = 0;

    for (const struct answer_change *c = changes->words; c; c = c->next)
        text_addf(&what, "%s%s", what.length ? ", " : "", c->what);
    for (const struct difference *d = changes->model.differences; d; d = d->next)
        rows++;
    if (rows)
        text_addf(&what, "%s%zu place%s of the model", what.length ? ", " : "", rows,
                  rows == 1 ? "" : "s");
    if (what.length)
        printf("\nanother answer than was recorded: %s\n", what.bytes);
    else
        puts("\nthe same answer as was recorded");
}

/* What changed. False when nothing did. */
static bool replay_print_changes(const struct replaying *r, const struct sent *sent, bool colour)
{
    const struct changes changes =
        replay_compare(r->arena, r->recording->run.subject, r->call->call, sent);

    if (changes.words)
        print_words(r, changes.words);
    if (changes.model.differences)
        print_model(r, &changes.model, colour);
    print_verdict(r, &changes);
    return changes.words || changes.model.differences;
}

/* --- What is meant --- */

static enum exit_code check_words(const struct options *now)
{
    const struct replay_options *own = options_own(now, IN_REPLAY);
    const int forms = own->curl + own->print_request + options_given(now, "sam-debug");

    if (now->words.count > 1)
        return complain(EXIT_USAGE, "replay takes one call: RUN/CALL, as in last/c9");
    if (forms > 1)
        return complain(EXIT_USAGE, "--print, --curl and --sam-debug are three forms of the same; "
                                    "leave out all but one");
    if (forms && (own->keep || own->yes || own->alone))
        return complain(EXIT_USAGE, "%s sends nothing; leave out --keep, --alone and --yes",
                        own->curl            ? "--curl"
                        : own->print_request ? "--print"
                                             : "--sam-debug");
    return EXIT_OK;
}

static enum exit_code find_recording(struct replaying *r, const char *run)
{
    const char *path = recording_find(r->arena, r->options.subject.folder, run, &r->error);

    r->recording = path ? recording_load(r->arena, path, &r->error) : NULL;
    return r->recording ? EXIT_OK : stop(r, EXIT_PROJECT);
}

/* The inputs are where secrets come from; without them there may be no secret to be found. */
static void load_inputs(struct replaying *r)
{
    struct error error;

    subject_locate(r->arena, &r->options, &r->subject);
    if (!project_read_inputs(r->arena, r->subject.project, r->subject.type, &error) ||
        !inputs_fill_exports(r->arena, &r->options, &r->subject, &error)) {
        r->no_inputs = arena_printf(r->arena, "%s", error.text);
        r->subject.project->set_count = 0;
    }
}

static enum exit_code find_subject(struct replaying *r)
{
    const char *type = r->recording->run.subject->name;

    if (!target_check(r->arena, &r->options, &r->error))
        return stop(r, EXIT_USAGE);
    if (!subject_find(r->arena, &r->options, &r->subject, &r->error))
        return stop(r, EXIT_PROJECT);
    if (!r->subject.type || strcmp(r->subject.type->name, type) != 0)
        return complain(EXIT_PROJECT,
                        "the run is of %s, and not of what is here; pass -C DIR or "
                        "--schema FILE",
                        type);
    if (!type_configuration_check(r->arena, &r->subject, &r->error))
        return stop(r, EXIT_PROJECT);
    r->options.target.demo = r->builtin;
    if (!r->subject.is_demo)
        load_inputs(r);
    return EXIT_OK;
}

static enum exit_code find_call(struct replaying *r, const char *name)
{
    const struct project *project = r->subject.project;
    const size_t count = r->subject.is_demo ? 0 : project->set_count;

    if (!replay_read(r->arena, r->recording, project->sets, count, &r->replay, &r->error))
        return stop(r, EXIT_PROJECT);
    r->call = replay_find(&r->replay, name, &r->error);
    return r->call ? EXIT_OK : stop(r, EXIT_USAGE);
}

/* --- Its request --- */

static void learn(struct replaying *r)
{
    r->redactor = secrets_redactor(r->arena, &r->options, r->recording->run.subject);
    redactor_learn_strings(r->redactor, r->subject.project->type_configuration);
    for (size_t i = 0; i < r->values.count; i++) {
        struct property_path at;
        json *model = json_object(r->arena);

        if (pointer_read(r->arena, r->values.items[i].pointer, &at) &&
            !path_set(model, &at, r->values.items[i].value))
            redactor_learn(r->redactor, model);
    }
    redactor_learn(r->redactor, r->refilled.request.desired);
    redactor_learn(r->redactor, r->refilled.request.previous);
}

static enum exit_code fill(struct replaying *r, const struct options *now)
{
    const struct replay_options *own = options_own(now, IN_REPLAY);
    const bool sends = !own->curl && !own->print_request;

    if (!replay_values_read(r->arena, now, &r->values, &r->error) ||
        !replay_refill(&r->replay, r->call, &r->values, &r->refilled, &r->error))
        return stop(r, EXIT_USAGE);
    learn(r);
    r->target = target_of(r->arena, &r->options.target, &r->subject);
    if (!*r->refilled.missing || !sends)
        return EXIT_OK;
    return complain(EXIT_PROJECT,
                    "c%u: the recording keeps no secrets, and nothing here tells %s; "
                    "give it with --set /PLACE=VALUE%s%s",
                    r->call->call->seq, r->refilled.missing,
                    r->no_inputs ? "; the inputs do not: " : "",
                    r->no_inputs ? redact_text(r->redactor, r->arena, r->no_inputs) : "");
}

/* --- Sending it --- */

static enum exit_code aim(struct replaying *r)
{
    if (!image_prepare_request(r->arena, &r->options.target, &r->subject, &r->refilled.request,
                               "the request", &r->error))
        return stop(r, EXIT_PROJECT);
    return target_aim(r->arena, &r->options, &r->subject, r->redactor, &r->target, &r->error)
               ? EXIT_OK
               : stop(r, EXIT_TARGET);
}

static enum exit_code authorise(struct replaying *r)
{
    return target_authorise(r->arena, &r->options, &r->target, r->subject.project, &r->error)
               ? EXIT_OK
               : stop(r, EXIT_TARGET);
}

/* The built-in provider has no memory of the run: what is needed is made again. */
static enum exit_code start_demo(struct replaying *r, struct server **server)
{
    const struct server_options wanted = { .function_name = r->options.target.function_name };
    struct builtin *builtin = options_builtin(r->arena, &r->options, r->subject.type, &r->error);

    if (!builtin)
        return stop(r, EXIT_USAGE);
    *server = server_start(r->arena, builtin, &wanted, &r->error);
    if (!*server)
        return stop(r, EXIT_TARGET);
    r->target.endpoint = arena_printf(r->arena, "http://127.0.0.1:%u", server_port(*server));
    return EXIT_OK;
}

static enum exit_code reach(struct replaying *r, struct server **server)
{
    enum exit_code code = aim(r);

    r->target.grace_ms = GRACE_MS;
    if (code == EXIT_OK && r->builtin)
        code = start_demo(r, server);
    else if (code == EXIT_OK && !target_ready(&r->target, r->options.subject.folder,
                                              r->options.target.wait_for_endpoint_ms))
        code = EXIT_TARGET;
    return code == EXIT_OK ? authorise(r) : code;
}

/* What cannot be noted must not be made. */
static enum exit_code hold(struct replaying *r, struct hold *held)
{
    *held = (struct hold){ NULL, NULL };
    if (r->builtin)
        return EXIT_OK;
    if (!hold_project(r->arena, r->options.subject.folder, r->options.wait_for_lock_ms, held,
                      &r->error))
        return stop(r, EXIT_PROJECT);
    const struct ledger_content *content = ledger_content(held->ledger);
    return content->broken ? complain(EXIT_PROJECT, "%s", content->error.text) : EXIT_OK;
}

static void call_ends(void *self, const struct run *run, const struct call *call)
{
    static const char *const phases[] = {
        [PHASE_SETUP] = "before", [PHASE_CALL] = "sent", [PHASE_TEARDOWN] = "after"
    };
    const struct replaying *r = self;

    (void)run;
    printf("  %-14s%s %s %s\n", phases[call->phase], call->handler->name,
           call_end_text(r->arena, call), duration_text(r->arena, call->duration_ms));
    fflush(stdout);
}

static struct run make_run(struct replaying *r, const struct hold *held)
{
    const struct run *then = &r->recording->run;

    return run_apart(
        &(struct run){
            .arena = r->arena,
            .id = then->id,
            .options = { .suite = SUITE_FULL,
                         .seed = then->options.seed,
                         .enforce_timeout_s =
                             (int)((r->options.target.enforce_timeout_ms + 999) / 1000),
                         .stabilize_timeout_ms = r->options.stabilize_timeout_ms,
                         .max_callback_delay_ms = then->options.max_callback_delay_ms,
                         .teardown_timeout_ms = r->options.teardown_timeout_ms },
            .subject = then->subject,
            .target = &r->target,
            .sets = then->sets,
            .set_count = then->set_count,
            .redactor = r->redactor,
            .ledger = held->ledger,
        },
        r->arena);
}

static void say_leftovers(const struct replaying *r, const struct run *run)
{
    for (const struct leftover *l = run->leftovers; l; l = l->next)
        printf("left behind    %s: %s%s\n",
               text_quote(r->arena, json_print(r->arena, l->identifier), 200),
               text_quote(r->arena, l->reason, 300), l->entry ? "; see cfnc cleanup" : "");
}

/* What came of it, in words and as an exit code. */
static enum exit_code tell(struct replaying *r, const struct options *now, const struct sent *sent,
                           const struct run *run)
{
    const struct console_options console = console_choose(now);
    enum exit_code code = sent->code;

    if (sent->call)
        code = replay_print_changes(r, sent, console.colour) ? EXIT_TEST_FAILED : EXIT_OK;
    if (sent->gone)
        printf("%s: the run deleted it, or somebody did; \"cfnc test %s\" begins anew\n",
               sent->gone, text_quote(r->arena, r->call->call->owner->name, 100));
    if (sent->kept)
        printf("kept           %s; \"cfnc cleanup\" deletes it\n", sent->kept);
    say_leftovers(r, run);
    if (sent->why)
        complain(sent->code, "%s%s", sent->call ? "afterwards: " : "",
                 redact_text(r->redactor, r->arena, sent->why));
    if (run->ledger && ledger_failed(run->ledger))
        complain(EXIT_PROJECT, "%s", ledger_failed(run->ledger));
    return run->leftovers && code == EXIT_OK ? EXIT_LEFT_BEHIND : code;
}

static enum exit_code send_now(struct replaying *r, const struct options *now, struct hold *held)
{
    const struct replay_options *own = options_own(now, IN_REPLAY);
    const struct reporter reporters[] = { { .self = r, .call_ends = call_ends }, { 0 } };
    struct run run = make_run(r, held);
    const struct resending sending = {
        .run = &run,
        .world = target_world(r->arena, &r->target),
        .reporters = reporters,
        .alone = own->alone,
        .sure = own->yes,
        .keep = own->keep,
    };
    struct sent sent;

    run.began_ms = sending.world->now_ms(sending.world);
    if (!replay_send(&r->replay, r->call, &r->values, &sending, &sent, &r->error))
        return stop(r, EXIT_USAGE);
    return tell(r, now, &sent, &run);
}

static enum exit_code send_again(struct replaying *r, const struct options *now)
{
    const struct replay_options *own = options_own(now, IN_REPLAY);
    struct server *server = NULL;
    struct hold held;

    if (own->keep && r->builtin)
        return complain(EXIT_USAGE, "--keep: the handlers of --demo end with cfnc, and all that "
                                    "they made; leave it out");
    signals_catch("stopping.  no handler was called (once more: quit at once)");
    enum exit_code code = reach(r, &server);
    if (code == EXIT_OK) {
        replay_print_call(r);
        code = hold(r, &held);
        if (code == EXIT_OK)
            code = send_now(r, now, &held);
        hold_end(&held);
    }
    if (server)
        server_stop(server);
    return stop_code() ? (enum exit_code)stop_code() : code;
}

static enum exit_code debug_with_sam(struct replaying *r)
{
    if (r->builtin || r->options.target.docker_image)
        return complain(EXIT_USAGE, "--sam-debug: the handlers of this run are not SAM's; give "
                                    "--endpoint URL of those that are");
    enum exit_code code = aim(r);
    if (code == EXIT_OK)
        code = authorise(r);
    return code == EXIT_OK ? replay_print_sam(r) : code;
}

enum exit_code cmd_replay(struct arena *arena, const struct options *options)
{
    const struct replay_options *own = options_own(options, IN_REPLAY);
    struct replaying r = { .arena = arena, .options = *options };
    const char *run, *call;
    enum exit_code code = check_words(options);

    replay_split(arena, options->words.items[0], &run, &call);
    if (code == EXIT_OK)
        code = find_recording(&r, run);
    if (code != EXIT_OK)
        return code;
    if (!replay_take_options(&r, options))
        return stop(&r, EXIT_USAGE);
    if (r.untaken && !own->print_request)
        complain(EXIT_OK,
                 "note: the run was given %s, which no recording may choose; pass them "
                 "again where they matter",
                 r.untaken);
    code = find_subject(&r);
    if (code == EXIT_OK)
        code = find_call(&r, call);
    if (code == EXIT_OK)
        code = fill(&r, options);
    if (code != EXIT_OK)
        return code;
    if (own->curl)
        return replay_print_curl(&r);
    if (options_given(options, "sam-debug"))
        return debug_with_sam(&r);
    if (!own->print_request)
        return send_again(&r, options);
    replay_print_request(&r);
    return EXIT_OK;
}
