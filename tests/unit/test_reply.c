#include "cfnc/world/lambda.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"

static struct arena *arena;
static struct reply reply;
static struct error error;

static const struct target target = {
    .endpoint = "http://127.0.0.1:3001",
    .function_name = "MyFunction",
};

/* Reads an answer of `length` bytes into `reply`, which outlives it. */
static bool read_bytes(int status, const char *body, size_t length)
{
    struct arena *passing = arena_new();
    char *bytes = arena_copy(passing, body, length);
    const struct http_answer answer = { .status = status, .body = bytes, .length = length };

    error = (struct error){ .text = "" };
    const bool read = reply_read(&reply, &answer, &target, arena, &error);
    memset(bytes, '?', length);
    arena_free(passing);
    return read;
}

static bool read_answer(int status, const char *body)
{
    return read_bytes(status, body, strlen(body));
}

static void is_kind(const char *body, const char *kind)
{
    if (check(read_answer(200, body)))
        check_text(reply_kind_name(reply.kind), kind);
    if (reply.kind != REPLY_OBJECT && check(reply.problem != NULL))
        check(strpbrk(reply.problem, "\n\r\033") == NULL);
}

static const struct {
    const char *body, *kind;
} answers[] = {
    { "{\"status\":\"SUCCESS\"}", "object" },
    { "\xEF\xBB\xBF{\"status\":\"SUCCESS\"}\n", "object" },
    { "{}", "object" },
    { "{\"status\":\"FAILED\",\"errorType\":\"E\",\"errorMessage\":\"m\"}", "object" },
    { "{\"errorType\":\"E\",\"errorMessage\":\"m\",\"status\":null}", "crash" },
    { "{\"errorType\":\"E\",\"errorMessage\":\"m\"}", "crash" },
    { "{\"errorType\":\"E\"}", "crash" },
    { "{\"errorMessage\":\"m\"}", "crash" },
    { "{\"errorMessage\":7}", "object" },
    { "", "empty" },
    { " \r\n\t", "empty" },
    { "Task timed out after 2.00 seconds", "timed-out" },
    { "2026-01-02T03:04:05Z 0a-1b Task timed out after 2.00 seconds\n\n", "timed-out" },
    { "{\"errorMessage\":\"2026-01-02 0a Task timed out after 1.00 seconds\"}", "timed-out" },
    { "{\"errorType\":\"Sandbox.Timedout\",\"errorMessage\":\"RequestId: 0 Error: Task timed "
      "out after 1.00 seconds\"}",
      "timed-out" },
    { "{\"errorType\":\"Sandbox.Timedout\",\"errorMessage\":\"too slow\"}", "timed-out" },
    { "{\"errorType\":\"JobError\",\"errorMessage\":\"Task timed out after 9 tries\"}", "crash" },
    { "\"Task timed out after 2.00 seconds\"", "not-object" },
    { "null", "not-object" },
    { "[{\"status\":\"SUCCESS\"}]", "not-object" },
    { "\"text\"", "not-object" },
    { "12", "not-object" },
    { "true", "not-object" },
    { "{\"status\":\"SUCCESS\"} done", "not-json" },
    { "{\"Ratio\": NaN}", "not-json" },
    { "{\"Ratio\": -Infinity}", "not-json" },
    { "{\"a\":1,\"a\":2}", "not-json" },
    { "{'a': 1}", "not-json" },
    { "/* hi */ {}", "not-json" },
    { "<html>", "not-json" },
    { "\xFF\xFE{}", "not-json" },
    { "{\"errorType\":\"Function.ResponseSizeTooLarge\",\"errorMessage\":\"m\"}", "too-large" },
};

static void kinds(void)
{
    arena = arena_new();
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
        is_kind(answers[i].body, answers[i].kind);
    arena_free(arena);
}

static void the_header_alone_decides_nothing(void)
{
    const char *body = "{\"status\":\"SUCCESS\"}";
    const struct http_answer answer = {
        .status = 200,
        .body = body,
        .length = strlen(body),
        .function_error = "Unhandled",
    };

    arena = arena_new();
    check(reply_read(&reply, &answer, &target, arena, &error));
    check_number(reply.kind, REPLY_OBJECT);
    check(reply.problem == NULL);
    arena_free(arena);
}

static void a_crash_is_told(void)
{
    arena = arena_new();
    check(read_answer(200, "{\"errorMessage\":\"no\\nsuch bucket\",\"errorType\":\"KeyError\","
                           "\"requestId\":\"0\",\"stackTrace\":[\"a.py, 3\",\"b.py, 4\"]}"));
    check_text(reply.error_type, "KeyError");
    check_text(reply.error_message, "no\nsuch bucket");
    check_number((long long)json_length(reply.trace), 2);
    check_text(reply.problem, "the handler crashed: KeyError: no\\nsuch bucket");
    check(read_answer(200, "{\"errorType\":\"TypeError\",\"errorMessage\":\"x\",\"trace\":[1]}"));
    check_number((long long)json_length(reply.trace), 1);
    check(read_answer(200, "{\"errorType\":\"E\",\"errorMessage\":\"x\",\"stackTrace\":\"none\","
                           "\"cause\":{\"errorMessage\":\"y\",\"stackTrace\":[1,2,3]}}"));
    check_number((long long)json_length(reply.trace), 3);
    check(read_answer(200, "{\"errorMessage\":\"only this\",\"errorType\":null}"));
    check_text(reply.problem, "the handler crashed: only this");
    check(reply.trace == NULL && reply.error_type == NULL);
    arena_free(arena);
}

static void an_empty_answer_says_what_to_set(void)
{
    arena = arena_new();
    check(read_answer(200, ""));
    check_number(reply.kind, REPLY_EMPTY);
    check_contains(reply.hint, "Timeout: 180");
    check_contains(reply.hint, "MemorySize: 256");
    check_contains(reply.hint, "Globals.Function");
    arena_free(arena);
}

static void broken_json_is_located(void)
{
    arena = arena_new();
    check(read_answer(200, "{\"status\": \"SUCCESS\",\n \"resourceModel\": {\"Ratio\": NaN}}"));
    check_contains(reply.problem, "2:");
    check_contains(reply.problem, "NaN and Infinity are not JSON numbers");
    check_contains(reply.hint, "Python");
    check(read_answer(200, " <!doctype html>"));
    check_contains(reply.hint, "--endpoint");
    check(read_bytes(200, "{}\0{}", 5));
    check_number(reply.kind, REPLY_NOT_JSON);
    check(read_answer(200, "{\"status\":\"FAILED\",\"message\":\"a\\u0000b\"}"));
    check_number(reply.kind, REPLY_OBJECT);
    check_text(json_string(json_get(reply.value, "message")), "a" TEXT_NUL "b");
    check(read_answer(200, "{\"errorType\":\"E\\u0000\",\"errorMessage\":\"a\\u0000b\"}"));
    check_number(reply.kind, REPLY_CRASH);
    check(!strstr(reply.problem, TEXT_NUL));
    check_contains(reply.problem, "a\\u0000b");
    check(read_answer(200, "\"a\xC0\x80\""));
    check_number(reply.kind, REPLY_NOT_JSON);
    check(!strstr(reply.problem, TEXT_NUL));
    check(read_answer(200, "null"));
    check_contains(reply.problem, "is null");
    check(read_answer(200, "\"{\\\"status\\\":\\\"SUCCESS\\\"}\""));
    check_contains(reply.hint, "JSON as text");
    arena_free(arena);
}

static void test_entrypoint_is_recognised(void)
{
    static const char *const bodies[] = {
        "{\"errorCode\":\"InternalFailure\",\"status\":\"FAILED\",\"message\":"
        "\"TestEvent.__init__() got an unexpected keyword argument 'requestData' (TypeError)\"}",
        "{\"status\":\"FAILED\",\"message\":"
        "\"Error: Event data is missing required property \\\"credentials\\\".\"}",
        "{\"errorType\":\"TypeError\",\"errorMessage\":"
        "\"__init__() got an unexpected keyword argument 'requestData'\"}",
    };
    struct target type_function = target;

    arena = arena_new();
    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        check(read_answer(200, bodies[i]));
        check_text(reply.hint, "this function looks like TestEntrypoint, which wants another "
                               "payload: use --function-name TypeFunction");
    }
    type_function.function_name = "TypeFunction";
    const struct http_answer answer = {
        .status = 200,
        .body = bodies[0],
        .length = strlen(bodies[0]),
    };
    check(reply_read(&reply, &answer, &type_function, arena, &error));
    check_contains(reply.hint, "Handler of TypeFunction");
    check(read_answer(200, "{\"status\":\"SUCCESS\",\"message\":"
                           "\"missing required property \\\"credentials\\\"\"}"));
    check(reply.hint == NULL);
    check(read_answer(200, "{\"status\":\"FAILED\",\"message\":"
                           "\"Credentials.__init__() got an unexpected keyword argument 'x'\"}"));
    check(reply.hint == NULL);
    arena_free(arena);
}

static void function_errors_behind_http_errors(void)
{
    arena = arena_new();
    check(read_answer(502,
                      "{\"errorType\":\"Runtime.ExitError\","
                      "\"errorMessage\":\"Error: Runtime exited with error: signal: killed\"}"));
    check_number(reply.kind, REPLY_CRASH);
    check_number(reply.http_status, 502);
    check_contains(reply.hint, "MemorySize");
    check(read_answer(502, "{\"errorMessage\":\"7 MB\","
                           "\"errorType\":\"Function.ResponseSizeTooLarge\"}"));
    check_number(reply.kind, REPLY_TOO_LARGE);
    check_text(reply.error_message, "7 MB");
    check(read_answer(400, "{\"errorType\":\"E\",\"errorMessage\":\"m\"}"));
    check_number(reply.kind, REPLY_CRASH);
    arena_free(arena);
}

static void other_http_errors_are_findings(void)
{
    const char *body = "{\"Type\":\"User\",\"Message\":\"no JSON\"}";
    const struct http_answer answer = {
        .status = 400,
        .body = body,
        .length = strlen(body),
        .error_type = "InvalidRequestContent:http://internal/",
    };

    arena = arena_new();
    check(reply_read(&reply, &answer, &target, arena, &error));
    check_number(reply.kind, REPLY_HTTP_ERROR);
    check_text(reply.error_type, "InvalidRequestContent");
    check_text(reply.error_message, "no JSON");
    check_text(reply.problem, "HTTP 400 InvalidRequestContent: no JSON");
    check(read_answer(302, ""));
    check_number(reply.kind, REPLY_HTTP_ERROR);
    check_contains(reply.hint, "redirect");
    check(read_answer(413, "{\"__type\":\"com.amazon#RequestTooLarge\",\"message\":\"m\"}"));
    check_text(reply.error_type, "RequestTooLarge");
    check(read_answer(0, "{}"));
    check_number(reply.kind, REPLY_HTTP_ERROR);
    arena_free(arena);
}

static void refused(int status, const char *body, const char *part)
{
    check(!read_answer(status, body));
    check_contains(error.text, part);
    check_contains(error.text, "http://127.0.0.1:3001");
    check(strpbrk(error.text, "\n\r\033") == NULL);
}

static void answers_about_the_service_are_errors(void)
{
    const char *body = "{\"Type\":\"User\",\"Message\":\"Function not found: f\"}";
    const struct http_answer unknown = {
        .status = 404,
        .body = body,
        .length = strlen(body),
        .error_type = "ResourceNotFoundException",
    };

    arena = arena_new();
    check(!reply_read(&reply, &unknown, &target, arena, &error));
    check_text(error.text, "http://127.0.0.1:3001: function \"MyFunction\": HTTP 404 "
                           "ResourceNotFoundException: Function not found: f; "
                           "name a function of the template with --function-name");
    refused(404, "404 page not found\n", "--function-name function");
    refused(404, "<html>\n\033[31mnothing</html>", "is this a Lambda endpoint?");
    refused(403, "{\"message\":\"denied\"}", "denied; check the credentials");
    refused(429, "{\"Reason\":\"r\",\"message\":\"Rate Exceeded.\"}", "HTTP 429: Rate Exceeded.");
    refused(500, "", "HTTP 500; see the log");
    refused(503, "upstream\nis down", "upstream\\nis down");
    refused(502, "{\"errorType\":\"E\",\"status\":\"x\"}", "HTTP 502");
    arena_free(arena);
}

static void what_is_cut_is_too_large(void)
{
    const struct http_answer answer = {
        .status = 200,
        .body = "{\"status\":\"SUCCESS\"}",
        .length = 20,
        .too_large = true,
    };

    arena = arena_new();
    check(reply_read(&reply, &answer, &target, arena, &error));
    check_number(reply.kind, REPLY_TOO_LARGE);
    check_contains(reply.problem, "6291556");
    check(reply.value == NULL);
    arena_free(arena);
}

/* One byte each: none may be taken for an object, and none may harm. */
static void every_single_byte(void)
{
    arena = arena_new();
    for (int c = 0; c < 256; c++) {
        const char body[2] = { (char)c, '\0' };

        check(read_bytes(200, body, 1));
        check(reply.kind != REPLY_OBJECT);
    }
    arena_free(arena);
}

/* What real endpoints answered, where the recordings are at hand. */

static const struct {
    const char *file, *kind; /* kind NULL: an error */
} recorded[] = {
    { "sam/01-create-in-progress", "object" },
    { "sam/04-read-notfound", "object" },
    { "sam/08-test-entrypoint-given-cfn-test-payload", "object" },
    { "sam/09-function-raises", "crash" },
    { "sam/10-function-import-error", "crash" },
    { "sam/11-function-timeout-2s", "empty" },
    { "sam/12-function-exits", "crash" },
    { "sam/13-function-returns-none", "not-object" },
    { "sam/14-function-returns-string", "not-object" },
    { "sam/15-function-prints", "object" },
    { "sam/16-function-returns-nulls", "object" },
    { "sam/17-function-returns-NaN", "not-json" },
    { "sam/18-function-returns-errorish-dict", "crash" },
    { "sam/19-function-returns-7MiB", "too-large" },
    { "sam/20-unknown-function", NULL },
    { "sam/21-bad-json", "http-error" },
    { "sam/23-body-not-utf8", NULL },
    { "sam/24-body-json-but-not-object", "not-object" },
    { "sam/26-method-get", "http-error" },
    { "sam/29-root", NULL },
    { "sam/31-query-qualifier", "http-error" },
    { "sam/34-log-type-tail", NULL },
    { "sam/36-invocation-type-event", "empty" },
    { "sam/43-name-invalid-chars", "http-error" },
    { "rie/01-success-python-lib", "object" },
    { "rie/02-raises", "crash" },
    { "rie/03-import-error", "crash" },
    { "rie/04-timeout", "timed-out" },
    { "rie/05-exits", "crash" },
    { "rie/06-none", "not-object" },
    { "rie/07-string", "not-object" },
    { "rie/08-big-7MiB-response", "too-large" },
    { "rie/12-wrong-path", NULL },
    { "rie/14-bad-client-context", NULL },
    { "cfn_test_wire/004", "object" },
    { "cfn_test_wire/016", "object" },
};

static const char *header_of(const char *head, const char *name)
{
    const char *at = strstr(head, name);

    return at ? arena_copy(arena, at + strlen(name), strcspn(at + strlen(name), "\r\n")) : NULL;
}

/* Splits a recorded answer; the recordings keep their line ends. */
static bool recording_read(const char *folder, const char *name, struct http_answer *answer)
{
    size_t length;
    const char *path = arena_printf(arena, "%s/%s.response", folder, name);
    char *text = file_read(arena, path, 1 << 24, &length, &error);
    char *body = text ? strstr(text, "\r\n\r\n") : NULL;

    if (!body)
        return check(body != NULL);
    *body = '\0';
    *answer = (struct http_answer){
        .status = (int)strtol(text + strlen("HTTP/1.1 "), NULL, 10),
        .body = body + 4,
        .length = length - (size_t)(body + 4 - text),
        .error_type = header_of(text, "x-amzn-errortype: "),
        .function_error = header_of(text, "x-amz-function-error: "),
    };
    return true;
}

static void recordings(void)
{
    const char *folder = getenv("CFNC_WIRE") ? getenv("CFNC_WIRE") : "../shared/wire";

    if (!file_exists(folder)) {
        test_skip("no recordings: set CFNC_WIRE to their folder");
        return;
    }
    for (size_t i = 0; i < sizeof(recorded) / sizeof(recorded[0]); i++) {
        struct http_answer answer;

        arena = arena_new();
        if (recording_read(folder, recorded[i].file, &answer)) {
            const bool read = reply_read(&reply, &answer, &target, arena, &error);

            check_text(read ? reply_kind_name(reply.kind) : "error",
                       recorded[i].kind ? recorded[i].kind : "error");
        }
        arena_free(arena);
    }
}

static const struct test tests[] = {
    { "reply: every kind", kinds },
    { "reply: the header alone decides nothing", the_header_alone_decides_nothing },
    { "reply: a crash is told with type, message and stack", a_crash_is_told },
    { "reply: an empty answer says what to set", an_empty_answer_says_what_to_set },
    { "reply: broken JSON is located", broken_json_is_located },
    { "reply: TestEntrypoint is recognised", test_entrypoint_is_recognised },
    { "reply: function errors behind HTTP errors", function_errors_behind_http_errors },
    { "reply: other HTTP errors are findings", other_http_errors_are_findings },
    { "reply: answers about the service are errors", answers_about_the_service_are_errors },
    { "reply: what was cut is too large", what_is_cut_is_too_large },
    { "reply: every single byte", every_single_byte },
    { "reply: recordings of real endpoints", recordings },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
