/* The loop from a request to its end. */
#include <stdio.h>
#include <string.h>

#include "corpus.h"
#include "scripted.h"
#include "test.h"

static void follow_ups_carry_what_was_returned(void)
{
    static const char *const answers[] = { GOING ",\"callbackDelaySeconds\":7}", MADE, GONE, NULL };

    trying(answers, create_then_delete);
    check_number(outcome->verdict, VERDICT_PASSED);
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
    check_number(outcome->verdict, VERDICT_PASSED);
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
    check_number(outcome->verdict, VERDICT_FAILED);
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
    check_number(outcome->verdict, VERDICT_PASSED); /* suite v1 has no rule about it */
    check(script.now_ms < 1000);
    arena_free(arena);
}

static void use_all_handlers(struct trial *t)
{
    const json *made = expect_created(t, wanted());

    expect_read(t, made, wanted());
    expect_listed(t, made, "create.listed");
    expect_deleted(t, made);
}

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
    const enum verdict verdict = outcome->verdict;
    check(script.calls < 500); /* the last answer comes for ever */
    arena_free(t.arena);
    arena_free(arena);
    return verdict;
}

/* Each member of an event as each type, in events of each status; of each handler in turn. */
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
    check_number(outcome->verdict, VERDICT_PASSED);
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

/* v1 looks for one resource among them, as the published cfn test does. */
static void a_resource_listed_twice_is_a_fault(void)
{
    static const enum suite suites[] = { SUITE_V1, SUITE_V2, SUITE_FULL };
    static const char *const answers[] = { LISTED("{\"Id\":\"i1\"},{\"Id\":\"i1\"}"), NULL };
    const struct contract_test test = { .name = "a_test", .run = list_the_ticket };

    for (size_t i = 0; i < sizeof(suites) / sizeof(suites[0]); i++) {
        struct trial t = begin(answers);

        run.options.suite = suites[i];
        trial_run(&t, &test);
        check(found("list.pages") == (suites[i] != SUITE_V1));
        arena_free(t.arena);
        arena_free(arena);
    }
}

static const struct test tests[] = {
    { "operation: follow-ups carry token, model and context", follow_ups_carry_what_was_returned },
    { "operation: nulls are not sent back", nulls_are_not_sent_back },
    { "operation: a delay of 0 is no busy loop", a_handler_in_a_hurry_is_held_back },
    { "operation: what never settles ends", what_never_settles_ends },
    { "operation: a delay beyond the limit is not waited for",
      a_delay_beyond_the_limit_is_not_waited_for },
    { "operation: negative and textual delays count as none", delays_that_are_none },
    { "operation: members of other types", confused_types },
    { "list: pages are followed", pages_are_followed },
    { "list: a token that comes again ends the pages", a_token_that_comes_again_ends_the_pages },
    { "list: a resource listed twice is a fault", a_resource_listed_twice_is_a_fault },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
