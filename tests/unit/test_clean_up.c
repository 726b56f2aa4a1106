/* What is deleted at the end of a trial, and what is looked for first. */
#include <stdio.h>
#include <string.h>

#include "scripted.h"
#include "test.h"

#define READ_AS(id, title)                                                                         \
    "{\"status\":\"SUCCESS\",\"resourceModel\":{\"Id\":\"" id "\",\"Title\":\"" title "\"}}"
#define ABSENT "{\"status\":\"FAILED\",\"errorCode\":\"NotFound\",\"message\":\"no\"}"
#define UNIQUE "cfnc-k3v9q2x7ab"

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
    check_number(outcome->verdict, VERDICT_PASSED); /* but the run does not: exit code 6 */
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
    check_text(outcome->findings->rule->id, "event.success-clean");
    check(!found("delete.succeeds"));
    check(run.leftovers != NULL);
    arena_free(arena);
}

static void a_crash_may_leave_something(void)
{
    static const char *const answers[] = { "*", NULL };

    trying(answers, create_only);
    check_number(outcome->verdict, VERDICT_ERRORED);
    check_number((long long)script.calls, 2); /* nothing named it, and LIST crashes too */
    check_number(script.requests[1].action, LIST);
    check(run.leftovers != NULL);
    check_contains(run.leftovers->reason, "no answer named");
    arena_free(arena);
}

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
        check_number(outcome->verdict, VERDICT_ERRORED); /* for the answer that was none */
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
    check(run.leftovers == NULL && outcome->error == NULL);
    check_number(outcome->verdict, VERDICT_PASSED);
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
    check_text(outcome->error, "first");
    check(run.leftovers != NULL);
    check_contains(run.leftovers->reason, "second");
    arena_free(arena);
}

static void a_request_that_was_never_sent_made_nothing(void)
{
    static const char *const answers[] = { "!nothing listens", NULL };

    trying(answers, create_only);
    check_number(outcome->verdict, VERDICT_ERRORED);
    check_text(outcome->error, "nothing listens");
    check(run.leftovers == NULL && outcome->findings == NULL);
    arena_free(arena);
}

static const struct test tests[] = {
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
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
