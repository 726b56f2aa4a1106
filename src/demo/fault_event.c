/* Faults of events as such, of the answers that carry them, and of the time that these take. */
#include <string.h>

#include "builtin_private.h"

static bool at_first(const struct invocation *call)
{
    return !call->context;
}

static void models_too(const struct invocation *call, json *event)
{
    (void)call;
    json_append(json_set_array(event, "resourceModels"), json_get(event, "resourceModel"));
}

/* However often it was called back, it asks for one more callback. */
static json *stay_in_progress(struct invocation *call)
{
    json *context = call->context ? json_copy(call->arena, call->context) : NULL;

    if (json_type(context) == JSON_OBJECT) {
        json_set_number(context, CONTEXT_REMAINING, 1);
        call->context = context;
    }
    return NULL;
}

/* As Python prints a dictionary. */
static void no_json(struct builtin_answer *answer, struct arena *arena)
{
    (void)arena;
    answer->body = "{'status': 'SUCCESS', 'message': None}";
}

static void nothing(struct builtin_answer *answer, struct arena *arena)
{
    (void)arena;
    answer->body = "";
}

static void crash(struct builtin_answer *answer, struct arena *arena)
{
    (void)arena;
    answer->body = "{\"errorMessage\":\"'NoneType' object is not subscriptable\","
                   "\"errorType\":\"TypeError\",\"stackTrace\":[]}";
    answer->function_error = "Unhandled";
}

static void trailing_bytes(struct builtin_answer *answer, struct arena *arena)
{
    answer->body = arena_printf(arena, "%s{}", answer->body);
}

static void in_an_array(struct builtin_answer *answer, struct arena *arena)
{
    answer->body = arena_printf(arena, "[%s]", answer->body);
}

static void truncated(struct builtin_answer *answer, struct arena *arena)
{
    answer->body = arena_copy(arena, answer->body, strlen(answer->body) - 1);
}

static void bad_utf8(struct builtin_answer *answer, struct arena *arena)
{
    answer->body = arena_printf(arena, "{\"message\":\"caf\xE9\",%s", answer->body + 1);
}

/* clang-format off */
const struct fault event_faults[] = {
    { .name = "answer-not-json", .rule = "event.json", .on = READ, .spoil = no_json,
      .text = "READ is answered with a Python dictionary" },
    { .name = "answer-empty", .rule = "event.json", .on = READ, .spoil = nothing,
      .text = "READ is answered with nothing" },
    { .name = "answer-truncated", .rule = "event.json", .on = READ, .spoil = truncated,
      .text = "READ is answered with JSON that ends too early" },
    { .name = "answer-trailing-bytes", .rule = "event.json", .on = READ, .spoil = trailing_bytes,
      .text = "READ is answered with something more behind the JSON" },
    { .name = "answer-array", .rule = "event.json", .on = READ, .spoil = in_an_array,
      .text = "READ is answered with an array that holds the event" },
    { .name = "answer-bad-utf8", .rule = "event.json", .on = READ, .spoil = bad_utf8,
      .text = "READ is answered with bytes that are not UTF-8" },
    { .name = "answer-crash", .rule = "event.status", .on = READ, .spoil = crash,
      .text = "the read handler raises an exception" },
    { .name = "status-lower-case", .rule = "event.status", .on = READ, .at = SUCCESS,
      .member = "status", .value = "\"success\"", .text = "the status of READ is \"success\"" },
    { .name = "status-missing", .rule = "event.status", .on = READ, .at = SUCCESS,
      .member = "status", .text = "READ is answered without a status" },
    { .name = "status-pending", .rule = "event.status", .on = READ, .at = SUCCESS,
      .member = "status", .value = "\"PENDING\"", .text = "the status of READ is PENDING" },
    { .name = "success-error-code", .rule = "event.success-clean", .on = READ, .at = SUCCESS,
      .member = "errorCode", .value = "\"GeneralServiceException\"",
      .text = "SUCCESS of READ carries an errorCode" },
    { .name = "success-delay", .rule = "event.success-clean", .on = CREATE, .at = SUCCESS,
      .member = "callbackDelaySeconds", .value = "5",
      .text = "SUCCESS of CREATE carries a callbackDelaySeconds" },
    { .name = "failed-without-code", .rule = "event.failed-code", .on = READ, .at = FAILED,
      .member = "errorCode", .text = "FAILED of READ carries no errorCode" },
    { .name = "failed-unknown-code", .rule = "event.failed-code", .on = READ,
      .code = NOT_FOUND | ALREADY_EXISTS, .member = "errorCode",
      .value = "\"ResourceNotFoundException\"",
      .text = "FAILED of READ carries an errorCode that is none" },
    { .name = "failed-delay", .rule = "event.failed-clean", .on = READ, .at = FAILED,
      .member = "callbackDelaySeconds", .value = "5",
      .text = "FAILED of READ carries a callbackDelaySeconds" },
    { .name = "failed-models", .rule = "event.failed-clean", .on = READ, .at = FAILED,
      .member = "resourceModels", .value = "[]", .text = "FAILED of READ carries resourceModels" },
    { .name = "update-without-message", .rule = "event.failed-message", .on = UPDATE, .at = FAILED,
      .member = "message", .text = "FAILED of UPDATE carries no message" },
    { .name = "delete-without-message", .rule = "event.failed-message", .on = DELETE, .at = FAILED,
      .member = "message", .text = "FAILED of DELETE carries no message" },
    { .name = "progress-error-code", .rule = "event.progress-clean", .on = CREATE,
      .at = IN_PROGRESS, .callbacks = 1, .member = "errorCode",
      .value = "\"GeneralServiceException\"",
      .text = "IN_PROGRESS of CREATE carries an errorCode" },
    { .name = "progress-models", .rule = "event.progress-clean", .on = CREATE, .at = IN_PROGRESS,
      .callbacks = 1, .tamper = models_too,
      .text = "IN_PROGRESS of CREATE carries resourceModels" },
    { .name = "progress-delay-string", .rule = "event.delay", .on = CREATE, .at = IN_PROGRESS,
      .callbacks = 1, .member = "callbackDelaySeconds", .value = "\"5\"",
      .text = "the callbackDelaySeconds of CREATE is a string" },
    { .name = "progress-delay-negative", .rule = "event.delay", .on = CREATE, .at = IN_PROGRESS,
      .callbacks = 1, .member = "callbackDelaySeconds", .value = "-5",
      .text = "the callbackDelaySeconds of CREATE is negative" },
    { .name = "success-empty-code", .rule = "event.success-clean", .on = CREATE, .at = SUCCESS,
      .member = "errorCode", .value = "\"\"",
      .text = "SUCCESS of CREATE carries an errorCode \"\"" },
    { .name = "status-space", .rule = "event.status", .on = CREATE, .at = SUCCESS,
      .member = "status", .value = "\"SUCCESS \"",
      .text = "the status of CREATE has a space behind it" },
    { .name = "failed-null-code", .rule = "event.failed-code", .on = DELETE, .at = FAILED,
      .member = "errorCode", .value = "null",
      .text = "FAILED of DELETE carries null for errorCode" },
    { .name = "failed-number-message", .rule = "event.failed-message", .on = DELETE, .at = FAILED,
      .member = "message", .value = "404", .text = "the message of FAILED of DELETE is a number" },
    { .name = "progress-second-error-code", .rule = "event.progress-clean", .on = CREATE,
      .at = IN_PROGRESS, .callbacks = 2, .when = at_a_callback, .member = "errorCode",
      .value = "\"GeneralServiceException\"",
      .text = "the second IN_PROGRESS of CREATE carries an errorCode" },
    { .name = "progress-second-models", .rule = "event.progress-clean", .on = CREATE,
      .at = IN_PROGRESS, .callbacks = 2, .when = at_a_callback, .member = "resourceModels",
      .value = "[]", .text = "the second IN_PROGRESS of CREATE carries resourceModels" },
    { .name = "progress-second-delay-string", .rule = "event.delay", .on = CREATE,
      .at = IN_PROGRESS, .callbacks = 2, .when = at_a_callback, .member = "callbackDelaySeconds",
      .value = "\"5\"", .text = "the second callbackDelaySeconds of CREATE is a string" },
    { .name = "read-slow", .rule = "time.read-list", .on = READ, .slow = true,
      .text = "READ takes longer than it may" },
    { .name = "list-slow", .rule = "time.read-list", .on = LIST, .slow = true,
      .text = "LIST takes longer than it may" },
    { .name = "create-slow", .rule = "time.create-update-delete", .on = CREATE, .when = at_first,
      .slow = true, .text = "CREATE takes longer than it may" },
    { .name = "update-slow", .rule = "time.create-update-delete", .on = UPDATE, .when = at_first,
      .slow = true, .text = "UPDATE takes longer than it may" },
    { .name = "delete-slow", .rule = "time.create-update-delete", .on = DELETE, .when = at_first,
      .slow = true, .text = "DELETE takes longer than it may" },
    { .name = "progress-slow-callback", .rule = "time.create-update-delete", .on = CREATE,
      .callbacks = 1, .when = at_a_callback, .slow = true,
      .text = "a callback of CREATE takes longer than it may" },
    { .name = "progress-slow-update", .rule = "time.create-update-delete", .on = UPDATE,
      .callbacks = 1, .when = at_a_callback, .slow = true,
      .text = "a callback of UPDATE takes longer than it may" },
    { .name = "progress-slow-delete", .rule = "time.create-update-delete", .on = DELETE,
      .callbacks = 1, .when = at_a_callback, .slow = true,
      .text = "a callback of DELETE takes longer than it may" },
    { .name = "progress-update-for-ever", .rule = "time.stabilizes", .on = UPDATE,
      .at = IN_PROGRESS, .needs = UPDATE, .callbacks = 1, .instead = stay_in_progress,
      .member = "callbackDelaySeconds", .value = "60", .text = "UPDATE is IN_PROGRESS for ever" },
    { .name = "progress-delete-for-ever", .rule = "time.stabilizes", .on = DELETE,
      .at = IN_PROGRESS, .needs = DELETE, .callbacks = 1, .instead = stay_in_progress,
      .member = "callbackDelaySeconds", .value = "60", .text = "DELETE is IN_PROGRESS for ever" },
    { .name = "progress-for-ever", .rule = "time.stabilizes", .on = CREATE, .at = IN_PROGRESS,
      .needs = CREATE, .callbacks = 1, .instead = stay_in_progress,
      .member = "callbackDelaySeconds", .value = "60", .text = "CREATE is IN_PROGRESS for ever" },
    { 0 },
};
/* clang-format on */
