#include "cfnc/world/lambda.h"
#include "hostile.h"
#include "test.h"

#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"

#define ANSWER(status, headers, body)                                                              \
    { ACCEPT, NULL }, { RECEIVE, NULL },                                                           \
        { SEND, "HTTP/1.1 " status "\r\nConnection: close\r\n" headers "\r\n" body },              \
    {                                                                                              \
        CLOSE, NULL                                                                                \
    }
#define SUCCESS     ANSWER("200 OK", "Content-Length: 20\r\n", "{\"status\":\"SUCCESS\"}")
#define TYPED(type) "Content-Length: 2\r\nX-Amzn-ErrorType: " type "\r\n"

static struct arena *arena;
static struct error error;
static struct hostile server;
static struct reply reply;
static char told[2000];
static int64_t slept_ms;

static void tell(void *context, const char *line)
{
    const size_t length = strlen(told);

    (void)context;
    snprintf(told + length, sizeof(told) - length, "%s\n", line);
}

static void sleep_for(struct world *world, int64_t ms)
{
    (void)world;
    slept_ms += ms;
}

static struct wallet *wallet(void)
{
    const struct wallet_options options = {
        .search = { .loopback = true, .sts = { .http = http_new(arena), .region = "eu-west-1" } },
    };
    struct wallet *opened;

    setenv("AWS_ACCESS_KEY_ID", "AKIDREMOTE", 1);
    setenv("AWS_SECRET_ACCESS_KEY", "remote/secret", 1);
    setenv("AWS_SESSION_TOKEN", "remote+token", 1);
    check_number(wallet_open(arena, &options, &opened, &error), CREDENTIALS_FOUND);
    return opened;
}

/* One call; whether it could be judged. */
static bool call(const char *endpoint, const char *function, int64_t limit_ms)
{
    const struct target target = {
        .endpoint = endpoint,
        .function_name = function,
        .region = "eu-west-1",
        .account_id = "123456789012",
        .type_name = "My::Own::Thing",
        .wallet = wallet(),
        .sign = true,
        .retries = 2,
        .tell = tell,
        .connect_timeout_ms = limit_ms,
        .total_timeout_ms = limit_ms,
    };
    const struct sending sending = { .bytes = "{}", .length = 2 };
    struct world *world = lambda_world(arena, &target);

    world->sleep_ms = sleep_for;
    told[0] = '\0';
    slept_ms = 0;
    error = (struct error){ .text = "" };
    return world->call(world, &sending, arena, &reply, &error);
}

/* What comes of a script, how many requests arrive, and what is told meanwhile. */
static bool meets(const struct act *script, unsigned requests, const char *line)
{
    arena = arena_new();
    hostile_start(&server, script);
    const bool judged = call(server.url, "my-function:live", 20000);
    hostile_stop(&server);
    check_number(server.requests, requests);
    check_contains(told, line);
    check((told[0] == 0) == (line[0] == 0));
    return judged;
}

static void a_signed_call(void)
{
    static const struct act script[] = { SUCCESS, { END, NULL } };

    check(meets(script, 1, ""));
    check_number(reply.kind, REPLY_OBJECT);
    check_contains(
        server.request,
        "POST /2015-03-31/functions/my-function/invocations?Qualifier=live HTTP/1.1\r\n");
    check_contains(server.request, "Credential=AKIDREMOTE/");
    check_contains(server.request, "/eu-west-1/lambda/aws4_request, "
                                   "SignedHeaders=content-type;host;x-amz-date;"
                                   "x-amz-security-token, Signature=");
    check_contains(server.request, "X-Amz-Security-Token: remote+token\r\n");
    const char *secret = strstr(server.request, "remote/secret");
    check(!secret || secret > strstr(server.request, "\r\n\r\n")); /* handlers get it, too */
    arena_free(arena);
}

static void what_is_sent_again(void)
{
    static const struct act throttled[] = {
        ANSWER("429 Slow", TYPED("TooManyRequestsException") "Retry-After: 3\r\n", "{}"),
        ANSWER("503 Busy", TYPED("ServiceException"), "{}"),
        SUCCESS,
        { END, NULL }
    };
    static const struct act for_ever[] = { ANSWER("429 Slow", TYPED("T"), "{}"),
                                           ANSWER("429 Slow", TYPED("T"), "{}"),
                                           ANSWER("429 Slow", TYPED("T"), "{}"),
                                           { END, NULL } };
    static const struct act nobody[] = { { END, NULL } };

    check(meets(throttled, 3,
                "HTTP 429 TooManyRequestsException: not executed; again in 3 s\n"
                "HTTP 503 ServiceException: not executed; again in 1 s\n"));
    check_number(slept_ms, 4000);
    arena_free(arena);
    check(!meets(for_ever, 3, "again in 0.5 s\nHTTP 429 T: not executed; again in 1 s\n"));
    check_contains(error.text, "HTTP 429 T");
    arena_free(arena);
    arena = arena_new();
    hostile_start(&server, nobody);
    hostile_stop(&server);
    check(!call(server.url, "f", 20000));
    check_contains(told, "(connection refused); again in 0.5 s\n");
    check_number(slept_ms, 1500);
    check(!reply.sent);
    arena_free(arena);
}

/*
 * Everything that Lambda's Invoke documents as its answer, and what it answers without
 * saying so: what cfnc makes of it, and whether it may ask again.
 */
static const struct {
    int status;
    const char *type, *message;
    const char *part; /* of the error; or of what is wrong with the answer */
    const char *kind; /* NULL: an error, that says nothing about the handler */
    bool again;
} statuses[] = {
    { 400, "InvalidRequestContentException", "Could not parse", "HTTP 400 InvalidRequestContent",
      "http-error", false },
    { 400, "InvalidParameterValueException", "m", "HTTP 400 InvalidParameter", "http-error",
      false },
    { 400, "RecursiveInvocationException", "m", "calls itself", NULL, false },
    { 400, "NoPublishedVersionException", "m", "publish a version", NULL, false },
    { 400, "SnapStartException", "m", "why it does not start", NULL, false },
    { 400, "UnrecognizedClientException", "m", "check the credentials, and --region", NULL, false },
    { 401, "UnauthorizedException", "m", "check the credentials", NULL, false },
    { 403, "AccessDeniedException", "User: x is not authorized to perform: lambda:InvokeFunction",
      "the right to lambda:InvokeFunction", NULL, false },
    { 403, "InvalidSignatureException", "m", "this machine's clock", NULL, false },
    { 403, "ExpiredTokenException", "m", "have expired", NULL, false },
    { 403, "UnrecognizedClientException", "m", "check the credentials, and --region", NULL, false },
    { 403, "InvalidClientTokenId", "m", "check the credentials, and --region", NULL, false },
    { 403, "EFSMountFailureException", "m", "cannot be mounted", NULL, false },
    { 403, "EFSMountConnectivityException", "m", "cannot be mounted", NULL, false },
    { 404, "ResourceNotFoundException", "Function not found: arn:f", "--function-name", NULL,
      false },
    { 404, "ResourceNotFoundException",
      "Functions from 'eu-west-1' are not reachable in this region ('us-east-1')",
      "pass the --region that it is in", NULL, false },
    { 408, "EFSMountTimeoutException", "m", "did not start in time", NULL, false },
    { 408, "SnapStartTimeoutException", "m", "did not start in time", NULL, false },
    { 409, "ResourceConflictException", "m", "being changed or started", NULL, false },
    { 409, "SnapStartNotReadyException", "m", "being changed or started", NULL, false },
    { 410, "EFSIOException", "m", "cannot be read", NULL, false },
    { 413, "RequestTooLargeException", "m", "HTTP 413 RequestTooLarge", "http-error", false },
    { 413, "SerializedRequestEntityTooLargeException", "m", "HTTP 413 Serialized", "http-error",
      false },
    { 415, "UnsupportedMediaTypeException", "m", "check --endpoint", NULL, false },
    { 429, "TooManyRequestsException", "Rate Exceeded.", "run fewer calls at once", NULL, true },
    { 500, "ServiceException", "m", "HTTP 500 ServiceException", NULL, true },
    { 502, "EC2AccessDeniedException", "m", "see its VPC", NULL, true },
    { 502, "EC2ThrottledException", "m", "see its VPC", NULL, true },
    { 502, "EC2UnexpectedException", "m", "see its VPC", NULL, true },
    { 502, "ENILimitReachedException", "m", "see its VPC", NULL, true },
    { 502, "SubnetIPAddressLimitReachedException", "m", "see its VPC", NULL, true },
    { 502, "InvalidSubnetIDException", "m", "see its VPC", NULL, true },
    { 502, "InvalidSecurityGroupIDException", "m", "see its VPC", NULL, true },
    { 502, "InvalidRuntimeException", "m", "no such runtime", NULL, true },
    { 502, "InvalidZipFileException", "m", "upload it again", NULL, true },
    { 502, "KMSAccessDeniedException", "m", "the key of the function's variables", NULL, true },
    { 502, "KMSDisabledException", "m", "the key of the function's variables", NULL, true },
    { 502, "KMSInvalidStateException", "m", "the key of the function's variables", NULL, true },
    { 502, "KMSNotFoundException", "m", "the key of the function's variables", NULL, true },
    { 502, "ResourceNotReadyException", "m", "HTTP 502 ResourceNotReady", NULL, true },
    { 503, "ServiceUnavailableException", "m", "HTTP 503 ServiceUnavailable", NULL, true },
    { 504, "", "Endpoint request timed out", "HTTP 504: Endpoint request timed out", NULL, false },
    { 302, "", "", "HTTP 302", "http-error", false },
};

static void meets_status(size_t row)
{
    const char *body =
        arena_printf(arena, "{\"Type\":\"User\",\"message\":\"%s\"}", statuses[row].message);
    const char *type = *statuses[row].type
                           ? arena_printf(arena, "X-Amzn-ErrorType: %s\r\n", statuses[row].type)
                           : "";
    const char *answer = arena_printf(
        arena, "HTTP/1.1 %d Said\r\nConnection: close\r\n%sContent-Length: %zu\r\n\r\n%s",
        statuses[row].status, type, strlen(body), body);
    const struct act once[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, answer }, { CLOSE, NULL }
    };
    struct act script[3 * 4 + 1] = { { END, NULL } };
    const size_t times = statuses[row].again ? 3 : 1;

    for (size_t i = 0; i < times; i++)
        memcpy(script + 4 * i, once, sizeof(once));
    script[4 * times] = (struct act){ END, NULL };
    hostile_start(&server, script);
    const bool judged = call(server.url, "f", 20000);
    hostile_stop(&server);
    check_number(server.requests, (long long)times);
    check_number(judged, statuses[row].kind != NULL);
    check_contains(judged ? reply.problem : error.text, statuses[row].part);
    if (judged && statuses[row].kind)
        check_text(reply_kind_name(reply.kind), statuses[row].kind);
    check(reply.sent == (statuses[row].status >= 500 || statuses[row].status < 400));
}

static void every_status(void)
{
    for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
        arena = arena_new();
        meets_status(i);
        arena_free(arena);
    }
}

/* A handler may have run: it must not run again. */
static void what_is_never_sent_again(void)
{
    static const struct act proxy[] = { ANSWER("504 Gateway", "Content-Length: 2\r\n", "{}"),
                                        { END, NULL } };
    static const struct act crash[] = {
        ANSWER("500 Oops", TYPED("Unhandled") "X-Amz-Function-Error: Unhandled\r\n", "{}"),
        { END, NULL }
    };
    static const struct act reset[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { RESET, NULL }, { END, NULL }
    };
    static const struct act half[] = { { ACCEPT, NULL },
                                       { RECEIVE, NULL },
                                       { SEND, "HTTP/1.1 503 Busy\r\nContent-Length: 9\r\n\r\n{" },
                                       { CLOSE, NULL },
                                       { END, NULL } };
    static const struct act forbidden[] = {
        ANSWER("403 No", TYPED("InvalidSignatureException"), "{}"), { END, NULL }
    };
    static const struct act busy[] = { ANSWER("409 No", TYPED("ResourceConflictException"), "{}"),
                                       { END, NULL } };

    check(!meets(proxy, 1, ""));
    arena_free(arena);
    check(!meets(crash, 1, ""));
    arena_free(arena);
    check(!meets(reset, 1, ""));
    check(reply.sent);
    arena_free(arena);
    check(!meets(half, 1, ""));
    arena_free(arena);
    check(!meets(forbidden, 1, ""));
    check_contains(error.text, "check the secret key, --region and this machine's clock");
    arena_free(arena);
    check(!meets(busy, 1, ""));
    check_contains(error.text, "the function is being changed or started");
    arena_free(arena);
}

static void a_time_out_is_the_end(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { STALL, NULL }, { END, NULL }
    };

    arena = arena_new();
    hostile_start(&server, script);
    check(call(server.url, "f", 300));
    check_number(reply.kind, REPLY_TIMED_OUT);
    check_text(told, "");
    arena_free(arena);
    hostile_stop(&server);
    check_number(server.requests, 1);
}

static void credentials_that_ended(void)
{
    arena = arena_new();
    setenv("AWS_CREDENTIAL_EXPIRATION", "2001-01-01T00:00:00Z", 1);
    const struct wallet_options options = { .search = { .loopback = true } };
    struct wallet *opened;
    check_number(wallet_open(arena, &options, &opened, &error), CREDENTIALS_BAD);
    unsetenv("AWS_CREDENTIAL_EXPIRATION");
    arena_free(arena);
}

static void what_cannot_be_signed(void)
{
    static const struct {
        const char *path, *header, *text;
    } rows[] = {
        { "/a:b", NULL, "its path has a character that would be encoded twice" },
        { "/a%20b", NULL, "its path has a character that would be encoded twice" },
        { "/a//b", NULL, "two slashes in a row" },
        { "/a/../b", NULL, "a segment of dots" },
        { "/a/.", NULL, "a segment of dots" },
        { "/a#b", NULL, "a fragment" },
        { "/a?x=%zz", NULL, "a % that is no %XX" },
        { "/a?=1", NULL, "a parameter without a name" },
        { "/a?ab=1&a=2", NULL, "the name of one parameter begins with" },
        { "/a?a=1&a=2", NULL, "the name of one parameter begins with" },
        { "/a", "Expect:", "a header is empty" },
        { "/a", "X-Empty;", "the name of a header is none" },
        { "/a", "Host: x", "one that the signature writes itself" },
        { "/a", "X-Amz-Security-Token: x", "the name of one header begins with" },
        { "/a", "X-Amz-Security: x", "the name of one header begins with" },
        { "/a", "X-A: b\r\nX-B: c", "is not ASCII" },
        { "/a", "X-A: \xC3\xA9", "is not ASCII" },
    };

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *const headers[] = { rows[i].header, NULL };
        const struct http_signature signature = { "AKID", "secret", "token", "us-east-1", "sts" };
        const struct http_request request = {
            .url = arena_printf(arena, "http://127.0.0.1:1%s", rows[i].path),
            .method = "POST",
            .body = "",
            .headers = headers,
            .signature = &signature,
        };
        struct http_answer answer;

        check_number(http_send(http_new(arena), &request, arena, &answer, &error), HTTP_NOT_SENT);
        check_contains(error.text, rows[i].text);
    }
    arena_free(arena);
}

static const struct test tests[] = {
    { "remote: a signed call", a_signed_call },
    { "remote: what is sent again", what_is_sent_again },
    { "remote: every status of Invoke", every_status },
    { "remote: what is never sent again", what_is_never_sent_again },
    { "remote: a time-out is the end", a_time_out_is_the_end },
    { "remote: credentials that ended", credentials_that_ended },
    { "remote: what cannot be signed", what_cannot_be_signed },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
