/* The loop from a request to its end, in a world that answers from a script. */
#include "cfnc/operation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/bounds.h"
#include "corpus.h"
#include "run_builtin.h"
#include "test.h"

/* What the scripted handler answers, one after the other; the last one for ever. */
struct script {
    struct world world;
    const char *const *answers; /* JSON; "!TEXT": no answer, the error TEXT; "*": a crash;
                                 "~": it hangs; "+9 JSON": after 9 s */
    size_t next, calls, tokens;
    int64_t now_ms;
    struct request requests[64]; /* the first ones */
    int64_t sent_ms[64];
};

static struct arena *arena; /* of the test: what the handler was sent is looked at afterwards */

static bool script_invoke(struct world *world, const struct request *request, struct arena *calls,
                          struct reply *reply, struct error *error)
{
    struct script *s = (struct script *)world; /* its first member */
    const char *answer = s->answers[s->next];
    struct error ignored;

    if (s->calls < 64) {
        s->requests[s->calls] = *request;
        s->requests[s->calls].desired = json_copy(arena, request->desired);
        s->requests[s->calls].context =
            request->context ? json_copy(arena, request->context) : NULL;
        if (request->next_token) /* that of a page goes with it */
            s->requests[s->calls].next_token = arena_printf(arena, "%s", request->next_token);
        s->requests[s->calls].token = arena_printf(arena, "%s", request->token);
        s->sent_ms[s->calls] = s->now_ms;
    }
    s->calls++;
    s->next += s->answers[s->next + 1] != NULL;
    s->now_ms += 10;
    *reply = (struct reply){ .kind = REPLY_OBJECT, .http_status = 200, .sent = true };
    if (*answer == '+') {
        char *rest;

        s->now_ms += strtol(answer, &rest, 10) * 1000;
        answer = rest;
    }
    if (*answer == '~') {
        s->now_ms += request->within_ms ? request->within_ms : 15 * 60 * 1000;
        reply->given_up = request->within_ms > 0;
        reply->kind = REPLY_TIMED_OUT;
        reply->problem = "no answer";
        return !reply->given_up || error_set(error, "no answer while cfnc waited");
    }
    if (*answer == '!') {
        reply->sent = false;
        return error_set(error, "%s", answer + 1);
    }
    if (*answer == '*') {
        reply->kind = REPLY_CRASH;
        reply->problem = "the handler crashed";
        return true;
    }
    reply->body = answer;
    reply->length = strlen(answer);
    reply->value = json_parse(calls, answer, reply->length, &ignored);
    return true;
}

static int64_t script_now(struct world *world)
{
    return ((struct script *)world)->now_ms;
}

static void script_sleep(struct world *world, int64_t ms)
{
    ((struct script *)world)->now_ms += ms;
}

static const char *script_token(struct world *world, struct arena *trial)
{
    return arena_printf(trial, "token-%zu", ++((struct script *)world)->tokens);
}

static struct run run;
static struct outcome outcome;
static struct script script;

static const struct target target = { .endpoint = "e",
                                      .function_name = "f",
                                      .region = "r",
                                      .account_id = "a",
                                      .type_name = "Acme::Demo::Ticket" };
static const struct reporter nobody[] = { { .self = NULL } };

/* A trial on the type Ticket (identifier /Id, read-only) whose handler answers from the script. */
static struct trial begin(const char *const *answers)
{
    arena = arena_new();
    const struct resource_type *type = type_of(arena, "generated_id");

    run = (struct run){ .arena = arena,
                        .options = { .suite = SUITE_V1, .enforce_timeout_s = 240 },
                        .type = type,
                        .target = &target,
                        .redactor = redactor_new(arena, type) };
    outcome = (struct outcome){ .name = "a_test" };
    script = (struct script){ .world = { script_invoke, script_now, script_sleep, script_token },
                              .answers = answers };
    return (struct trial){ .arena = arena,
                           .run = &run,
                           .outcome = &outcome,
                           .world = &script.world,
                           .reporters = nobody,
                           .phase = PHASE_CALL };
}

static const json *wanted(void)
{
    json *model = json_object(arena);

    json_set_string(model, "Title", "a title");
    return model;
}

static void create_only(struct trial *t)
{
    expect_created(t, wanted());
}

static void create_then_delete(struct trial *t)
{
    expect_deleted(t, expect_created(t, wanted()));
}

static void trying(const char *const *answers, void (*body)(struct trial *t))
{
    struct trial t = begin(answers);
    const struct contract_test test = { .name = "a_test", .run = body };

    trial_run(&t, &test);
}

/* The same, within bounds. */
static void trying_within(const struct run_options *options, const char *const *answers,
                          void (*body)(struct trial *t))
{
    struct trial t = begin(answers);
    const struct contract_test test = { .name = "a_test", .run = body };

    run.options = *options;
    run.options.suite = SUITE_V1;
    run.options.enforce_timeout_s = 240;
    trial_run(&t, &test);
}

static bool found(const char *rule)
{
    return outcome.broken[rule_find(rule) - rules];
}

#define MODEL "\"resourceModel\":{\"Id\":\"i1\",\"Title\":\"a title\"}"
#define GOING "{\"status\":\"IN_PROGRESS\"," MODEL ",\"callbackContext\":{\"n\":1}"
#define GONE  "{\"status\":\"SUCCESS\"}"
#define MADE  "{\"status\":\"SUCCESS\"," MODEL "}"

static void follow_ups_carry_what_was_returned(void)
{
    static const char *const answers[] = { GOING ",\"callbackDelaySeconds\":7}", MADE, GONE, NULL };

    trying(answers, create_then_delete);
    check_number(outcome.verdict, VERDICT_PASSED);
    check_number((long long)script.calls, 3);
    check_text(script.requests[1].token, script.requests[0].token);
    check(strcmp(script.requests[2].token, script.requests[0].token) != 0);
    check_text(json_string(json_get(script.requests[1].desired, "Id")), "i1");
    check_number((long long)json_number(json_get(script.requests[1].context, "n"), 0), 1);
    check(script.requests[0].context == NULL);
    check_number(script.sent_ms[1] - script.sent_ms[0], 7010);
    check(run.leftovers == NULL);
    arena_free(arena);
}

static void nulls_are_not_sent_back(void)
{
    static const char *const answers[] = {
        "{\"status\":\"IN_PROGRESS\",\"resourceModel\":{\"Id\":\"i1\",\"Title\":\"a title\","
        "\"Notes\":[null,{\"Text\":null,\"At\":\"x\"}]}}",
        MADE, GONE, NULL
    };

    trying(answers, create_then_delete);
    check_text(json_print(arena, script.requests[1].desired),
               "{\"Id\":\"i1\",\"Title\":\"a title\",\"Notes\":[{\"At\":\"x\"}]}");
    arena_free(arena);
}

static void a_handler_in_a_hurry_is_held_back(void)
{
    static const char *const answers[] = { GOING "}", GOING "}", GOING "}", GOING "}",
                                           GOING "}", MADE,      GONE,      NULL };

    trying(answers, create_then_delete);
    check_number(outcome.verdict, VERDICT_PASSED);
    check_number(script.sent_ms[3] - script.sent_ms[2], 10);
    check(script.sent_ms[4] - script.sent_ms[3] >= 100);
    check(script.sent_ms[5] - script.sent_ms[4] >= 100);
    arena_free(arena);
}

static void what_never_settles_ends(void)
{
    static const char *const answers[] = { GOING ",\"callbackDelaySeconds\":60}", NULL };

    trying(answers, create_only);
    check(found("time.stabilizes"));
    check_number(outcome.verdict, VERDICT_FAILED);
    check(script.calls > 100 && script.calls < 400); /* 120 minutes twice: the create, its delete */
    check(run.leftovers != NULL);
    arena_free(arena);
}

static void a_delay_beyond_the_limit_is_not_waited_for(void)
{
    static const char *const answers[] = { GOING ",\"callbackDelaySeconds\":1e300}", GONE, NULL };

    trying(answers, create_only);
    check(found("time.stabilizes"));
    check_number((long long)script.calls, 2);
    check(script.now_ms < 1000);
    arena_free(arena);
}

static void delays_that_are_none(void)
{
    static const char *const answers[] = { GOING ",\"callbackDelaySeconds\":-5}",
                                           GOING ",\"callbackDelaySeconds\":\"9\"}", MADE, GONE,
                                           NULL };

    trying(answers, create_then_delete);
    check_number(outcome.verdict, VERDICT_PASSED); /* suite v1 has no rule about it */
    check(script.now_ms < 1000);
    arena_free(arena);
}

static void a_failure_in_mid_operation_is_cleaned_up(void)
{
    static const char *const answers[] = { GOING ",\"errorCode\":\"InternalFailure\"}", GONE,
                                           NULL };

    trying(answers, create_only);
    check(found("event.progress-clean"));
    check_number((long long)script.calls, 2);
    check_number(script.requests[1].action, DELETE);
    check_text(json_string(json_get(script.requests[1].desired, "Id")), "i1");
    check(run.leftovers == NULL);
    arena_free(arena);
}

static void a_refused_create_made_nothing(void)
{
    static const char *const answers[] = {
        "{\"status\":\"FAILED\",\"errorCode\":\"AccessDenied\",\"message\":\"no\"}", NULL
    };

    trying(answers, create_only);
    check(found("create.succeeds"));
    check_number((long long)script.calls, 1);
    check(run.leftovers == NULL);
    arena_free(arena);
}

static void what_cannot_be_deleted_is_left_over(void)
{
    static const char *const answers[] = {
        MADE, "{\"status\":\"FAILED\",\"errorCode\":\"AccessDenied\",\"message\":\"no\"}", NULL
    };

    trying(answers, create_only);
    check(found("leak.none"));
    check_number(outcome.verdict, VERDICT_PASSED); /* but the run does not: exit code 6 */
    check(run.leftovers != NULL);
    check_text(json_print(arena, run.leftovers->identifier), "{\"Id\":\"i1\"}");
    check_contains(run.leftovers->reason, "AccessDenied");
    arena_free(arena);
}

static void the_first_failure_is_not_masked_by_cleaning_up(void)
{
    static const char *const answers[] = {
        "{\"status\":\"SUCCESS\",\"errorCode\":\"NotFound\"," MODEL "}",
        "{\"status\":\"FAILED\",\"errorCode\":\"Throttling\",\"message\":\"slow\"}", NULL
    };

    trying(answers, create_only);
    check_text(outcome.findings->rule->id, "event.success-clean");
    check(!found("delete.succeeds"));
    check(run.leftovers != NULL);
    arena_free(arena);
}

static void a_crash_may_leave_something(void)
{
    static const char *const answers[] = { "*", NULL };

    trying(answers, create_only);
    check_number(outcome.verdict, VERDICT_ERRORED);
    check_number((long long)script.calls, 2); /* nothing named it, and LIST crashes too */
    check_number(script.requests[1].action, LIST);
    check(run.leftovers != NULL);
    check_contains(run.leftovers->reason, "no answer named");
    arena_free(arena);
}

#define LISTED(...) "{\"status\":\"SUCCESS\",\"resourceModels\":[" __VA_ARGS__ "]}"
#define READ_AS(id, title)                                                                         \
    "{\"status\":\"SUCCESS\",\"resourceModel\":{\"Id\":\"" id "\",\"Title\":\"" title "\"}}"
#define ABSENT "{\"status\":\"FAILED\",\"errorCode\":\"NotFound\",\"message\":\"no\"}"
#define UNIQUE "cfnc-k3v9q2x7ab"

static void create_unique(struct trial *t)
{
    json *model = json_object(arena);

    json_set_string(model, "Title", UNIQUE);
    expect_created(t, model);
}

/* What a create made whose answer was lost. */
static const struct search {
    const char *what, *answers[8];
    void (*create)(struct trial *t);
    const char *calls;  /* the actions' first letters */
    const char *reason; /* of what is left behind; NULL: nothing is */
} searches[] = {
    { "found",
      { "*", LISTED("{\"Id\":\"i1\"}"), READ_AS("i1", UNIQUE), GONE },
      create_unique,
      "CLRD",
      NULL },
    { "found among others",
      { "*", LISTED("{\"Id\":\"i0\"},{\"Id\":\"i1\"}"), READ_AS("i0", "another"),
        READ_AS("i1", UNIQUE), GONE },
      create_unique,
      "CLRRD",
      NULL },
    { "nothing is there", { "*", LISTED("") }, create_unique, "CL", NULL },
    { "gone meanwhile", { "*", LISTED("{\"Id\":\"i1\"}"), ABSENT }, create_unique, "CLR", NULL },
    { "another's",
      { "*", LISTED("{\"Id\":\"i0\"}"), READ_AS("i0", "another") },
      create_unique,
      "CLR",
      NULL },
    { "several alike",
      { "*", LISTED("{\"Id\":\"i0\"},{\"Id\":\"i1\"}"), READ_AS("i0", UNIQUE),
        READ_AS("i1", UNIQUE) },
      create_unique,
      "CLRR",
      "several are listed" },
    { "nothing unique",
      { "*", LISTED("{\"Id\":\"i1\"}"), READ_AS("i1", "a title") },
      create_only,
      "CLR",
      "nothing in it is unique" },
    { "READ fails",
      { "*", LISTED("{\"Id\":\"i1\"}"),
        "{\"status\":\"FAILED\",\"errorCode\":\"AccessDenied\",\"message\":\"no\"}" },
      create_unique,
      "CLR",
      "READ FAILED with AccessDenied" },
    { "a name at last, and then none", { "*", LISTED("{}") }, create_unique, "CL", NULL },
};

static void a_lost_answer_is_looked_for(void)
{
    for (size_t i = 0; i < sizeof(searches) / sizeof(searches[0]); i++) {
        const struct search *s = &searches[i];
        char calls[16] = "";

        printf("    %s\n", s->what);
        trying(s->answers, s->create);
        check_number((long long)script.calls, (long long)strlen(s->calls));
        for (size_t k = 0; k < script.calls && k + 1 < sizeof(calls); k++)
            calls[k] = *action_name(script.requests[k].action);
        check_text(calls, s->calls);
        check((run.leftovers != NULL) == (s->reason != NULL));
        if (run.leftovers && s->reason)
            check_contains(run.leftovers->reason, s->reason);
        check_number(outcome.verdict, VERDICT_ERRORED); /* for the answer that was none */
        arena_free(arena);
    }
}

static const char *const throttled =
    "{\"status\":\"FAILED\",\"errorCode\":\"Throttling\",\"message\":\"slow\"}";

static void what_may_go_well_later_is_tried_again(void)
{
    static const char made[] = MADE;
    const char *const answers[] = {
        made, throttled, "!the connection broke", throttled, GONE, NULL
    };

    trying(answers, create_only);
    check_number((long long)script.calls, 5);
    check(script.sent_ms[2] - script.sent_ms[1] >= 500);
    check(script.sent_ms[4] - script.sent_ms[3] >= 2000);
    check(run.leftovers == NULL && outcome.error == NULL);
    check_number(outcome.verdict, VERDICT_PASSED);
    arena_free(arena);
}

static void trying_again_has_an_end(void)
{
    const char *const answers[] = { MADE, throttled, NULL };

    trying(answers, create_only);
    check_number((long long)script.calls, 5);
    check(run.leftovers != NULL);
    check_contains(run.leftovers->reason, "Throttling");
    arena_free(arena);
}

/* The reason is the delete's; the error is still that of the test. */
static void an_error_is_not_the_reason_of_another(void)
{
    static const char *const answers[] = { MADE, "!first", "!second", NULL };

    trying(answers, create_then_delete);
    check_text(outcome.error, "first");
    check(run.leftovers != NULL);
    check_contains(run.leftovers->reason, "second");
    arena_free(arena);
}

static void a_request_that_was_never_sent_made_nothing(void)
{
    static const char *const answers[] = { "!nothing listens", NULL };

    trying(answers, create_only);
    check_number(outcome.verdict, VERDICT_ERRORED);
    check_text(outcome.error, "nothing listens");
    check(run.leftovers == NULL && outcome.findings == NULL);
    arena_free(arena);
}

static void a_test_has_its_time(void)
{
    static const char *const answers[] = { GOING ",\"callbackDelaySeconds\":60}", GONE, NULL };
    const struct run_options options = { .test_timeout_ms = 5000 };

    trying_within(&options, answers, create_only);
    check_number(outcome.verdict, VERDICT_ERRORED);
    check_text(outcome.error, "it took longer than 5 s (--test-timeout)");
    check_number(script.sent_ms[1], 5000); /* the DELETE: the wait was not waited to its end */
    check(run.leftovers == NULL && !run.stopped);
    arena_free(arena);
}

static void a_call_that_hangs_has_the_time_of_its_test(void)
{
    static const char *const answers[] = { GOING "}", "~", GONE, NULL };
    const struct run_options options = { .test_timeout_ms = 5000 };

    trying_within(&options, answers, create_only);
    check_number(outcome.verdict, VERDICT_ERRORED);
    check_contains(outcome.error, "--test-timeout");
    check(outcome.findings == NULL);
    check_number(script.requests[1].within_ms, 4990);
    check_number(script.requests[2].within_ms, 0); /* tearing down has its own */
    check_number(script.now_ms, 5020);
    check(run.leftovers == NULL);
    arena_free(arena);
}

static void a_run_has_its_time(void)
{
    static const char *const answers[] = { GOING ",\"callbackDelaySeconds\":60}", GONE, NULL };
    const struct run_options options = { .global_timeout_ms = 5000, .test_timeout_ms = 7000 };

    trying_within(&options, answers, create_only);
    check_number(outcome.verdict, VERDICT_NOT_RUN);
    check_text(outcome.reason, "--global-timeout is over");
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
    check_number(outcome.verdict, VERDICT_NOT_RUN);
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
    check_number(outcome.verdict, VERDICT_PASSED);
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
    check_contains(outcome.findings->fault, "still IN_PROGRESS after 10000 callbacks");
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
    check(!found("time.create-update-delete") && !outcome.findings);
    arena_free(arena);
    trying_within(&contract, answers, create_then_delete);
    check_number(outcome.verdict, VERDICT_PASSED);
    check_number(outcome.findings->level, SHOULD);
    check_text(outcome.findings->fault, "it took 65.0 s, the limit is 60 s in production");
    arena_free(arena);
    trying_within(&none, slow, create_then_delete); /* a callback: suite v1 does not look */
    check_number(outcome.verdict, VERDICT_PASSED);
    arena_free(arena);
    trying_within(&strict, slow, create_then_delete);
    check(found("time.create-update-delete"));
    check_text(outcome.findings->fault, "it took 500.0 s, the limit is 480 s");
    arena_free(arena);
}

static void use_all_handlers(struct trial *t)
{
    const json *made = expect_created(t, wanted());

    expect_read(t, made, wanted());
    expect_listed(t, made, "create.listed");
    expect_deleted(t, made);
}

/* Each member of an event as each type, in events of each status; of each handler in turn. */
/* One answer of a run has a member of another type: whatever comes of it, the run ends. */
static enum verdict confused(const char *member, const char *value, size_t way)
{
    static const char *const statuses[] = { "SUCCESS", "FAILED", "IN_PROGRESS" };
    static const enum suite suites[] = { SUITE_V1, SUITE_V2, SUITE_FULL };
    const bool status = strcmp(member, "status") == 0;
    char event[400];
    const char *answers[] = { MADE, MADE, LISTED("{\"Id\":\"i1\"}"), GONE, GONE, NULL };
    const struct contract_test test = { .name = "a_test", .run = use_all_handlers };

    snprintf(event, sizeof(event), "{%s%s%s\"%s\":%s}", status ? "" : "\"status\":\"",
             status ? "" : statuses[way % 3], status ? "" : "\",", member, value);
    answers[way / 9] = event;
    struct trial t = begin(answers);
    run.options.suite = suites[way / 3 % 3];
    trial_run(&t, &test);
    check(script.calls < 500); /* the last answer comes for ever */
    arena_free(arena);
    return outcome.verdict;
}

static void confused_types(void)
{
    static const char *const members[] = { "status",          "errorCode",           "message",
                                           "resourceModel",   "resourceModels",      "nextToken",
                                           "callbackContext", "callbackDelaySeconds" };
    static const char *const values[] = {
        "null",
        "true",
        "0",
        "-1",
        "1e308",
        "\"\"",
        "\"x\"",
        "[]",
        "[null]",
        "[[[]]]",
        "{}",
        "{\"Id\":null}",
        "{\"Id\":[]}",
        "{\"\":{\"\":{}}}",
        "[{\"Id\":7},{\"Id\":7}]",
    };
    enum { MEMBERS = sizeof(members) / sizeof(members[0]), WAYS = 3 * 3 * 4 };
    size_t number = 0, tried = 0, passed = 0;

    for (size_t v = 0; v < sizeof(values) / sizeof(values[0]); v++)
        for (size_t m = 0; m < MEMBERS; m++)
            for (size_t way = 0; way < WAYS; way++) {
                if (!corpus_takes(number++))
                    continue;
                tried++;
                passed += confused(members[m], values[v], way) == VERDICT_PASSED;
            }
    printf("      %zu events with a member of another type: %zu make no difference\n", tried,
           passed);
    check(passed < tried / 2);
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

static void list_the_ticket(struct trial *t)
{
    json *model = json_object(t->arena);

    json_set_string(model, "Id", "i1");
    expect_listed(t, model, "create.listed");
}

static void pages_are_followed(void)
{
    static const char *const answers[] = {
        "{\"status\":\"SUCCESS\",\"resourceModels\":[{\"Id\":\"i0\"}],\"nextToken\":\"two\"}",
        "{\"status\":\"SUCCESS\",\"resourceModels\":[{\"Id\":\"i1\"}],\"nextToken\":null}", NULL
    };

    trying(answers, list_the_ticket);
    check_number(outcome.verdict, VERDICT_PASSED);
    check(script.requests[0].next_token == NULL);
    check_text(script.requests[1].next_token, "two");
    arena_free(arena);
}

static void a_token_that_comes_again_ends_the_pages(void)
{
    static const char *const answers[] = {
        "{\"status\":\"SUCCESS\",\"resourceModels\":[],\"nextToken\":\"same\"}", NULL
    };

    trying(answers, list_the_ticket);
    check(found("list.pages"));
    check_number((long long)script.calls, 2);
    arena_free(arena);
}

static void a_resource_listed_twice_is_a_fault(void)
{
    static const char *const answers[] = {
        "{\"status\":\"SUCCESS\",\"resourceModels\":[{\"Id\":\"i1\"},{\"Id\":\"i1\"}]}", NULL
    };

    trying(answers, list_the_ticket);
    check(found("list.pages"));
    arena_free(arena);
}

static const struct test tests[] = {
    { "operation: follow-ups carry token, model and context", follow_ups_carry_what_was_returned },
    { "operation: nulls are not sent back", nulls_are_not_sent_back },
    { "operation: a delay of 0 is no busy loop", a_handler_in_a_hurry_is_held_back },
    { "operation: what never settles ends", what_never_settles_ends },
    { "operation: a delay beyond the limit is not waited for",
      a_delay_beyond_the_limit_is_not_waited_for },
    { "operation: negative and textual delays count as none", delays_that_are_none },
    { "clean-up: a failure in mid-operation", a_failure_in_mid_operation_is_cleaned_up },
    { "clean-up: a refused create made nothing", a_refused_create_made_nothing },
    { "clean-up: what cannot be deleted is left over", what_cannot_be_deleted_is_left_over },
    { "clean-up: the first failure stays the first",
      the_first_failure_is_not_masked_by_cleaning_up },
    { "clean-up: a crash may leave something", a_crash_may_leave_something },
    { "clean-up: a lost answer is looked for", a_lost_answer_is_looked_for },
    { "clean-up: what may go well later is tried again", what_may_go_well_later_is_tried_again },
    { "clean-up: trying again has an end", trying_again_has_an_end },
    { "clean-up: an error is not the reason of another", an_error_is_not_the_reason_of_another },
    { "clean-up: what was never sent made nothing", a_request_that_was_never_sent_made_nothing },
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
    { "bounds: members of other types", confused_types },
    { "bounds: each has a name and a reason", bounds_are_told },
    { "list: pages are followed", pages_are_followed },
    { "list: a token that comes again ends the pages", a_token_that_comes_again_ends_the_pages },
    { "list: a resource listed twice is a fault", a_resource_listed_twice_is_a_fault },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
