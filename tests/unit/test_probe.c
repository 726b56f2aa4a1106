#include "cfnc/world/lambda.h"
#include "hostile.h"
#include "test.h"

#include <stdint.h>

#include "cfnc/base/file.h"

#define ANSWER(status, headers, length, body)                                                      \
    "HTTP/1.1 " status "\r\nConnection: close\r\n" headers "Content-Length: " length "\r\n\r"      \
    "\n" body

#define SAM_ROOT                                                                                   \
    ANSWER("404 NOT FOUND",                                                                        \
           "Content-Type: application/json\r\n"                                                    \
           "x-amzn-errortype: PathNotFoundLocally\r\n",                                            \
           "2", "{}")

/* A server that gives two answers, one to each connection. */
#define TWO_ANSWERS(first, second)                                                                 \
    {                                                                                              \
        { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, first }, { CLOSE, NULL }, { ACCEPT, NULL },   \
            { RECEIVE, NULL }, { SEND, second }, { CLOSE, NULL }, { END, NULL },                   \
    }

#define ONE_ANSWER(answer)                                                                         \
    {                                                                                              \
        { ACCEPT, NULL }, { RECEIVE, NULL }, { SEND, answer }, { STALL, NULL }, { END, NULL },     \
    }

static struct arena *arena;
static struct hostile server;
static struct error error;
static enum service service;

static struct target aim(const char *function_name)
{
    return (struct target){
        .endpoint = server.url,
        .function_name = function_name,
        .region = "us-east-1",
        .account_id = "111122223333",
        .type_name = "My::Own::Thing",
        .credentials = { .access_key_id = "a", .secret_access_key = "b", .session_token = "c" },
        .connect_timeout_ms = 20000,
        .total_timeout_ms = 20000,
    };
}

/* Whether somebody listens, and then whether the function is there. */
static bool probe(const struct target *target, const char *folder)
{
    enum presence presence;

    return target_probe_endpoint(arena, target, &service, &error) &&
           target_probe_function(arena, target, folder, service, &presence, &error);
}

static void start(const struct act *script)
{
    arena = arena_new();
    hostile_start(&server, script);
    error = (struct error){ .text = "" };
}

static void stop(void)
{
    arena_free(arena);
    hostile_stop(&server);
}

static void sam_has_the_function(void)
{
    static const struct act script[] =
        TWO_ANSWERS(SAM_ROOT, ANSWER("400 BAD REQUEST", "x-amzn-errortype: ValidationException\r\n",
                                     "20", "{\"Message\":\"tenants\"}"));

    start(script);
    const struct target target = aim("TypeFunction");
    check(probe(&target, "."));
    check_number(service, SERVICE_SAM);
    check_text(service_name(service), "SAM local");
    stop();
    check_contains(server.request, "POST /2015-03-31/functions/TypeFunction/invocations HTTP/1.1");
    check_contains(server.request, "X-Amz-Invocation-Type: DryRun\r\n");
    check_contains(server.request, "X-Amz-Tenant-Id: cfnc\r\n");
}

/* A folder with this template in it. */
static const char *folder_with(const char *name, const char *template)
{
    const char *parent = getenv("TMPDIR");
    char *folder = arena_printf(arena, "%s/cfnc-test-probe-XXXXXX", parent ? parent : ".");

    check(mkdtemp(folder) != NULL);
    check(file_write(arena, file_join(arena, folder, name), template, strlen(template), &error));
    return folder;
}

static void sam_lacks(const char *function, const char *name, const char *template,
                      const char *expected)
{
    static const struct act script[] = TWO_ANSWERS(
        SAM_ROOT, ANSWER("404 NOT FOUND", "x-amzn-errortype: ResourceNotFound\r\n", "2", "{}"));

    start(script);
    const struct target target = aim(function);
    const char *folder = folder_with(name, template);
    check(!probe(&target, folder));
    check_text(error.text, expected);
    check_number(service, SERVICE_SAM);
    remove(file_join(arena, folder, name));
    remove(folder);
    stop();
}

static void sam_lacks_the_function(void)
{
    sam_lacks("TypeFuncton", "template.yml",
              "AWSTemplateFormatVersion: \"2010-09-09\"\r\n"
              "Globals:\r\n"
              "  TypeFuncton:\r\n"
              "    Type: AWS::Serverless::Function\r\n"
              "\r\n"
              "Resources: # what there is\r\n"
              "  # TypeFuncton:\r\n"
              "  TestEntrypoint:\r\n"
              "    Type: AWS::Serverless::Function\r\n"
              "\r\n"
              "  \"TypeFunction\":\r\n"
              "    Properties:\r\n"
              "      Type: AWS::Serverless::Function\r\n"
              "    Type: 'AWS::Serverless::Function' # the handlers\r\n"
              "  TypeFunctom:\r\n"
              "    Type: AWS::S3::Bucket\r\n"
              "Outputs:\r\n"
              "  TypeFuncton:\r\n"
              "    Type: AWS::Serverless::Function\r\n",
              "SAM local has no function \"TypeFuncton\" (did you mean TypeFunction?)");
    sam_lacks("Handlers", "template.yaml",
              "Resources:\n    One:\n        Type: AWS::Lambda::Function\n"
              "    Two:\n        Type: AWS::Serverless::Function",
              "SAM local has no function \"Handlers\"; the template has One, Two");
    sam_lacks("f\n", "template.yml", "Resources:\n Type: AWS::Lambda::Function\n:\n  :\n-\n\t\n",
              "SAM local has no function \"f\\n\"; name one with --function-name");
}

static void many_functions_are_too_many(void)
{
    static const struct act script[] =
        TWO_ANSWERS(SAM_ROOT, ANSWER("404 NOT FOUND", "", "2", "{}"));
    char template[20000] = "Resources:\n";
    size_t length = strlen(template);

    for (int i = 0; i < 300; i++)
        length += (size_t)snprintf(template + length, sizeof(template) - length,
                                   "  Zzzz%d:\n    Type: AWS::Lambda::Function\n", i);
    start(script);
    const struct target target = aim("NothingLikeIt");
    const char *folder = folder_with("template.yml", template);
    check(!probe(&target, folder));
    check_contains(error.text, "the template has Zzzz0, Zzzz1");
    remove(file_join(arena, folder, "template.yml"));
    remove(folder);
    stop();
}

static void sam_refuses_the_name(void)
{
    static const struct act script[] =
        TWO_ANSWERS(SAM_ROOT, ANSWER("400 BAD REQUEST", "x-amzn-errortype: ValidationException\r\n",
                                     "34", "{\"Message\":\"'functionName' is bad\"}"));

    start(script);
    const struct target target = aim("bad name!");
    check(!probe(&target, NULL));
    check_text(error.text, "\"bad name!\" cannot be the name of a function; see --function-name");
    stop();
}

static void the_emulator(void)
{
    static const struct act script[] =
        ONE_ANSWER(ANSWER("404 Not Found", "Content-Type: text/plain; charset=utf-8\r\n", "19",
                          "404 page not found\n"));
    static const char *const names[] = { "function", "TypeFunction" };

    for (size_t i = 0; i < 2; i++) {
        start(script);
        const struct target target = aim(names[i]);
        check_number(probe(&target, "."), i == 0);
        check_number(service, SERVICE_RIE);
        stop();
        check_number(server.requests, 1);
    }
    check_contains(error.text, "use --function-name function");
}

static void cfnc_serve(void)
{
    static const struct act script[] =
        TWO_ANSWERS(ANSWER("200 OK", "Server: cfnc\r\n", "2", "{}"),
                    ANSWER("404 Not Found", "Server: cfnc\r\n", "2", "{}"));

    start(script);
    const struct target target = aim("Nope");
    check(!probe(&target, "."));
    check_number(service, SERVICE_CFNC);
    check_contains(error.text, "cfnc serve has no function \"Nope\"");
    stop();
}

static void a_stranger_is_left_alone(void)
{
    static const struct act script[] = ONE_ANSWER(ANSWER("200 OK", "Server: nginx\r\n", "2", "hi"));

    start(script);
    const struct target target = aim("TypeFunction");
    check(probe(&target, "."));
    check_number(service, SERVICE_UNKNOWN);
    stop();
    check_number(server.requests, 1);
}

static void nobody_there(void)
{
    static const struct act script[] = { { END, NULL } };
    struct target target;
    char expected[128];

    start(script);
    hostile_stop(&server);
    target = aim("TypeFunction");
    snprintf(expected, sizeof(expected), "nothing listens on %s (connection refused)", server.url);
    check(!probe(&target, "."));
    check_text(error.text, expected);
    target.endpoint = "127.0.0.1:3001";
    check(!probe(&target, "."));
    check_contains(error.text, "write http://127.0.0.1:3001");
    arena_free(arena);
}

static bool invoke(int64_t limit_ms, struct reply *reply)
{
    const struct sending sending = { .bytes = "{}", .length = 2 };
    struct target target = aim("TypeFunction");

    target.total_timeout_ms = limit_ms;
    struct world *world = lambda_world(arena, &target);
    target.function_name = "changed after";
    return world->call(world, &sending, arena, reply, &error);
}

static void the_world_invokes(void)
{
    static const struct act script[] = ONE_ANSWER(
        ANSWER("200 OK", "Content-Type: application/json\r\n", "20", "{\"status\":\"SUCCESS\"}"));
    struct reply reply;

    start(script);
    check(invoke(20000, &reply));
    check_number(reply.kind, REPLY_OBJECT);
    check_text(json_string(json_get(reply.value, "status")), "SUCCESS");
    stop();
    check_contains(server.request, "POST /2015-03-31/functions/TypeFunction/invocations HTTP/1.1");
    check_contains(server.request, "Content-Type: application/json\r\n");
}

static void no_answer_is_a_finding(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { STALL, NULL }, { END, NULL }
    };
    struct reply reply;

    start(script);
    check(invoke(200, &reply));
    check_number(reply.kind, REPLY_TIMED_OUT);
    check_text(reply.problem, "no answer within 0.2 s");
    check_text(reply.body, "");
    stop();
}

static void a_broken_connection_is_an_error(void)
{
    static const struct act script[] = {
        { ACCEPT, NULL }, { RECEIVE, NULL }, { CLOSE, NULL }, { END, NULL }
    };
    struct reply reply;

    start(script);
    check(!invoke(20000, &reply));
    check_contains(error.text, "closed without an answer");
    stop();
}

static const struct test tests[] = {
    { "probe: SAM has the function", sam_has_the_function },
    { "probe: SAM lacks the function", sam_lacks_the_function },
    { "probe: many functions are too many", many_functions_are_too_many },
    { "probe: SAM refuses the name", sam_refuses_the_name },
    { "probe: the runtime interface emulator", the_emulator },
    { "probe: cfnc serve", cfnc_serve },
    { "probe: a stranger is left alone", a_stranger_is_left_alone },
    { "probe: nobody there", nobody_there },
    { "world: invokes", the_world_invokes },
    { "world: no answer is a finding", no_answer_is_a_finding },
    { "world: a broken connection is an error", a_broken_connection_is_an_error },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
