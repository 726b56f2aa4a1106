/*
 * A protocol on one page: handlers that say again what they are told. The engine, recordings,
 * replay and reports need no more of a kind of handlers than a row of struct protocol, and nothing
 * of it is about resources: nothing is made, nothing is followed up, there is no input.
 */
#include "cfnc/engine/protocol.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/engine/tape.h"
#include "cfnc/engine/trial.h"
#include "cfnc/replay/replay.h"
#include "json_of_text.h"
#include "run_builtin.h"
#include "test.h"

/* --- The protocol --- */

enum { SAY = 1 << 0, SHOUT = 1 << 1 };

static const struct handler handlers[] = {
    { .name = "SAY", .key = "say", .quick = true },
    { .name = "SHOUT", .key = "shout" },
    { 0 },
};

static const struct code codes[] = { { 1 << 0, "Hoarse" }, { 0 } };

static const char *not_said(const struct exchange *x, struct evidence *e)
{
    return x->event.status == SUCCESS ? NULL
                                      : arena_printf(e->arena, "it was %s", x->event.error_text);
}

static const char *not_the_same(const struct exchange *x, struct evidence *e)
{
    e->comparison =
        x->subject->protocol->compare(e->arena, x->subject, x->request.desired, x->event.model);
    return e->comparison.differences ? "something else came back" : NULL;
}

static const struct rule rules[] = {
    { .id = "echo.answers",
      .suites = SUITE_FULL,
      .must = "An echo answers",
      .title = "{action} did not answer.",
      .hint = "say something",
      .source = "folklore",
      .fault = not_said },
    { .id = "echo.same",
      .suites = SUITE_FULL,
      .on = SAY,
      .at = SUCCESS,
      .must = "SAY says what it was told",
      .title = "{action} said something else.",
      .hint = "listen",
      .source = "folklore",
      .fault = not_the_same },
    { 0 },
};
static const struct rule *const tables[] = { rules, NULL };

static void says_and_shouts(struct trial *t)
{
    json *word = json_object(t->arena);
    const struct expectation success = { .outcome = NO_ERROR };
    struct tape *tape = t->run->tape;
    struct exchange last;
    struct error error;

    json_set_string(word, "Word", "hello");
    json_set_string(word, "Secret", "hunter2hunter2");
    const json *drawn = tape ? tape->drawn(tape, t->arena, word, &error) : word;
    trial_call(t, NULL, &(struct request){ .action = SAY, .desired = drawn }, &success, &last);
    trial_call(t, NULL, &(struct request){ .action = SHOUT, .desired = drawn }, &success, &last);
}

static const struct contract_test the_tests[] = {
    { .name = "echo_says_and_shouts", .needs = SAY, .run = says_and_shouts },
    { 0 },
};
static const struct module modules[] = { { .name = "echo", .tests = the_tests }, { 0 } };

static json *encode(struct arena *arena, const struct target *target, const struct request *request)
{
    json *payload = json_object(arena);

    (void)target;
    json_set_string(payload, "do", handlers[request->action >> 1].name);
    json_set(payload, "word", request->desired);
    json_set_string(payload, "token", request->token);
    return payload;
}

static void decode(struct event *event, const json *answer)
{
    const char *hoarse = json_string(json_get(answer, "hoarse"));

    *event = (struct event){ .status = hoarse ? FAILED : SUCCESS,
                             .error_code = hoarse ? code_read(codes, hoarse) : NO_ERROR,
                             .error_text = hoarse,
                             .model = json_get(answer, "echo") };
}

static struct comparison compare(struct arena *arena, const struct subject *subject,
                                 const json *requested, const json *returned)
{
    struct difference *difference = arena_alloc(arena, sizeof(*difference));

    (void)subject;
    *difference = (struct difference){
        .kind = DIFFERENCE_CHANGED, .path = "", .requested = requested, .returned = returned
    };
    return (struct comparison){ .differences =
                                    json_equal(requested, returned) ? NULL : difference };
}

static const struct model_place request_places[] = { { NULL, "word", PLACE_MODEL }, { 0 } };
static const struct model_place answer_places[] = { { NULL, "echo", PLACE_MODEL }, { 0 } };

static const struct subject *read_subject(struct arena *arena, const json *schema,
                                          const char *const *secrets, struct error *error);

static const struct protocol echo = {
    .name = "echo",
    .artifact = "ECHO",
    .handlers = handlers,
    .rules = tables,
    .modules = modules,
    .read = read_subject,
    .encode = encode,
    .decode = decode,
    .compare = compare,
    .request_places = request_places,
    .answer_places = answer_places,
};
static const struct protocol *const echoes[] = { &resource_protocol, &echo, NULL };

static const struct subject *read_subject(struct arena *arena, const json *schema,
                                          const char *const *secrets, struct error *error)
{
    struct subject *subject = arena_alloc(arena, sizeof(*subject));
    struct property_set *secret = arena_alloc(arena, sizeof(*secret));
    struct property_path *path = arena_alloc(arena, sizeof(*path));
    const char *name = json_string(json_get(schema, "name"));

    (void)secrets;
    check(pointer_read(arena, "/Secret", path));
    *secret = (struct property_set){ .paths = path, .count = 1 };
    *subject = (struct subject){ .protocol = &echo,
                                 .name = name,
                                 .document = schema,
                                 .handlers = SAY | SHOUT,
                                 .secret = secret };
    if (!name)
        error_set(error, "an echo has a name");
    return name ? subject : NULL;
}

/* --- Its handlers --- */

struct cave {
    struct world world;  /* first: a world of ours is one of these */
    const char *instead; /* of what it is told; NULL: honest */
    int64_t now_ms;
    unsigned tokens;
};

static bool answer(struct world *world, const struct sending *sending, struct arena *arena,
                   struct reply *reply, struct error *error)
{
    const struct cave *cave = (const struct cave *)world;
    const json *payload = json_parse(arena, sending->bytes, sending->length, error);
    json *event = json_object(arena);

    if (!cave->instead)
        json_set(event, "echo", json_get(payload, "word"));
    else if (strcmp(cave->instead, "Hoarse") == 0)
        json_set_string(event, "hoarse", cave->instead);
    else
        json_set_string(json_set_object(event, "echo"), "Word", cave->instead);
    const char *body = json_print(arena, event);
    *reply = (struct reply){ .kind = REPLY_OBJECT,
                             .sent = true,
                             .http_status = 200,
                             .body = body,
                             .length = strlen(body),
                             .value = event };
    return payload;
}

static int64_t now_ms(struct world *world)
{
    return ((struct cave *)world)->now_ms++;
}

static void sleep_ms(struct world *world, int64_t ms)
{
    ((struct cave *)world)->now_ms += ms;
}

static const char *token(struct world *world, struct arena *arena)
{
    return arena_printf(arena, "token-%u", ++((struct cave *)world)->tokens);
}

static struct cave cave_of(const char *instead)
{
    return (struct cave){ .world = { answer, now_ms, sleep_ms, token }, .instead = instead };
}

/* --- What is done with it --- */

static const struct reporter nobody[] = { { .self = NULL } };

static struct run *run_it(struct arena *arena, struct cave *cave, struct tape_in_memory *tape)
{
    static const char schema[] = "{\"name\": \"A::Hollow::Cave\"}";
    static const struct input_set none = { .id = "generated", .source = "generated" };
    struct target *target = arena_alloc(arena, sizeof(*target));
    struct run *run = arena_alloc(arena, sizeof(*run));
    struct error error = { .text = "" };
    const struct subject *subject = echo.read(arena, json_of_text(arena, schema), NULL, &error);
    const struct selection_options everything = { .protocol = &echo };

    *target = (struct target){ .endpoint = "http://127.0.0.1:1",
                               .function_name = "Echo",
                               .region = "eu-west-1",
                               .account_id = "123456789012" };
    *run = (struct run){ .arena = arena,
                         .options = { .suite = SUITE_FULL, .enforce_timeout_s = 60 },
                         .subject = subject,
                         .target = target,
                         .sets = &none,
                         .set_count = 1,
                         .redactor = redactor_new(arena, subject_secrecy(subject)) };
    record_in_memory(arena, run, tape);
    run_suite(run, recorder_world(tape->recorder, &cave->world),
              selection_read(arena, &everything, &error), nobody);
    check(recorder_end(tape->recorder));
    check_text(error.text, "");
    return run;
}

/* The same from its recording; and there is no secret in either. */
static struct recording *judge_it_again(struct arena *arena, const struct run *run,
                                        const struct tape_in_memory *tape)
{
    struct error error = { .text = "" };
    struct recording *recording =
        recording_read(arena, "r", tape->text.bytes, tape->text.length, echoes, &error);

    check_text(error.text, "");
    if (!check(recording && recording_judge(arena, recording, nobody, &error)))
        return NULL;
    for (const struct report_format *f = report_formats; f->name; f++) {
        const char *first = report_as(arena, f->name, run);

        check(*first && !strstr(first, "hunter2"));
        check_text(report_as(arena, f->name, &recording->run), first);
    }
    check(!strstr(tape->text.bytes, "hunter2"));
    return recording;
}

static void an_honest_one_passes(void)
{
    struct arena *arena = arena_new();
    struct cave honest = cave_of(NULL);
    struct tape_in_memory tape;
    const struct run *run = run_it(arena, &honest, &tape);
    const struct console_options options = { .traceback = "auto", .summary = "", .columns = 80 };

    check_number(run->exit_code, EXIT_OK);
    check_number(run->call_count, 2);
    check(run->outcomes->judged[0] && run->outcomes->judged[1]);
    check(!run->leftovers && !run->warnings);
    judge_it_again(arena, run, &tape);
    check_contains(console_text(arena, run, &options), "SAY SHOUT");
    arena_free(arena);
}

static void its_rules_are_broken(void)
{
    static const struct {
        const char *instead, *rule, *title;
    } rows[] = { { "hallo", "echo.same", "SAY said something else." },
                 { "Hoarse", "echo.answers", "SAY did not answer." } };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();
        struct cave broken = cave_of(rows[i].instead);
        struct tape_in_memory tape;
        const struct run *run = run_it(arena, &broken, &tape);

        check_number(run->exit_code, EXIT_TEST_FAILED);
        check(convicted(run, rows[i].rule));
        check_text(run->outcomes->findings->title, rows[i].title);
        judge_it_again(arena, run, &tape);
        arena_free(arena);
    }
}

static void a_call_is_replayed(void)
{
    struct arena *arena = arena_new();
    struct cave broken = cave_of("hallo"), mended = cave_of(NULL);
    struct tape_in_memory tape;
    struct error error = { .text = "" };
    struct replay replay;
    struct sent sent;
    const struct run *run = run_it(arena, &broken, &tape);
    struct recording *recording =
        recording_read(arena, "r", tape.text.bytes, tape.text.length, echoes, &error);

    check_text(error.text, "");
    if (!recording || !check(replay_read(arena, recording, NULL, 0, &replay, &error)))
        return;
    const struct recorded_call *call = replay_find(&replay, NULL, &error);
    if (!check(call && run->outcomes->findings))
        return;
    check_number(call->call->seq, run->outcomes->findings->call->seq);
    check(!*replay_before(&replay, call));
    const struct replay_value secret = { "/Secret", json_of_text(arena, "\"hunter3hunter3\"") };
    const struct replay_values values = { &secret, 1 };
    struct run now = run_apart(&recording->run, arena);
    const struct resending sending = { &now, &mended.world, nobody, false, false, false };
    check(replay_send(&replay, call, &values, &sending, &sent, &error) && sent.call);
    check(replay_compare(arena, recording->run.subject, call->call, &sent).model.differences);
    arena_free(arena);
}

static const struct test tests[] = {
    { "echo: an honest one passes, and is judged alike from its recording", an_honest_one_passes },
    { "echo: each rule is broken, and told in every format", its_rules_are_broken },
    { "echo: a call is sent again", a_call_is_replayed },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
