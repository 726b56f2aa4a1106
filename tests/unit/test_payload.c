#include "cfnc/resource/resource.h"
#include "test.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/file.h"

static struct arena *arena;
static struct error error;

static const struct target target = {
    .endpoint = "http://127.0.0.1:3001",
    .function_name = "TypeFunction",
    .region = "eu-west-1",
    .account_id = "111122223333",
    .type_name = "My::Own::Thing",
    .credentials = { .access_key_id = "id", .secret_access_key = "sec/ret", .session_token = "to" },
};

static const json *value(const char *text)
{
    const json *parsed = json_parse(arena, text, strlen(text), &error);

    check(parsed != NULL);
    return parsed;
}

static const char *printed(const struct target *to, const struct request *request)
{
    return json_print(arena, resource_encode(arena, to, request));
}

static void the_least_of_it(void)
{
    arena = arena_new();
    const struct request request = {
        .action = CREATE,
        .desired = value("{\"Name\":\"x\"}"),
        .token = "t-1",
    };
    check_text(printed(&target, &request),
               "{\"requestData\":{\"callerCredentials\":{\"accessKeyId\":\"id\","
               "\"secretAccessKey\":\"sec/ret\",\"sessionToken\":\"to\"},"
               "\"resourceProperties\":{\"Name\":\"x\"},\"previousResourceProperties\":null,"
               "\"logicalResourceId\":\"t-1\",\"typeConfiguration\":null},"
               "\"region\":\"eu-west-1\",\"awsAccountId\":\"111122223333\",\"action\":\"CREATE\","
               "\"callbackContext\":null,\"bearerToken\":\"t-1\","
               "\"resourceType\":\"My::Own::Thing\"}");
    arena_free(arena);
}

static void all_of_it(void)
{
    struct target configured = target;

    arena = arena_new();
    configured.type_configuration = value("{\"Key\":1}");
    const struct request request = {
        .action = LIST,
        .desired = value("{\"Name\":\"h\xC3\xA9\"}"),
        .previous = value("{\"Name\":\"old\"}"),
        .context = value("{\"step\":2}"),
        .token = "t-2",
        .next_token = "page \"2\"",
    };
    const char *payload = printed(&configured, &request);
    check_contains(payload, "\"previousResourceProperties\":{\"Name\":\"old\"}");
    check_contains(payload, "\"typeConfiguration\":{\"Key\":1}}");
    check_contains(payload, "\"resourceProperties\":{\"Name\":\"h\xC3\xA9\"}");
    check_contains(payload, "\"action\":\"LIST\",\"callbackContext\":{\"step\":2},");
    check_contains(payload,
                   "\"resourceType\":\"My::Own::Thing\",\"nextToken\":\"page \\\"2\\\"\"}");
    arena_free(arena);
}

static void a_missing_model_is_an_empty_one(void)
{
    const struct request request = { .action = READ, .token = "t" };

    arena = arena_new();
    check_contains(printed(&target, &request), "\"resourceProperties\":{},");
    arena_free(arena);
}

static void where_it_is_posted(void)
{
    static const struct {
        const char *name, *path;
    } rows[] = {
        { "TypeFunction", "TypeFunction" },
        { "Stack/Name:$LATEST", "Stack/Name:$LATEST" },
        { "arn:aws:lambda:eu-west-1:1:function:f", "arn:aws:lambda:eu-west-1:1:function:f" },
        { "a b?c#d%\xC3\xA9", "a%20b%3Fc%23d%25%C3%A9" },
        { "x\r\nHost: y", "x%0D%0AHost:%20y" },
    };
    struct target named = target;

    arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        named.function_name = rows[i].name;
        check_text(target_url(arena, &named),
                   arena_printf(arena, "http://127.0.0.1:3001/2015-03-31/functions/%s/invocations",
                                rows[i].path));
    }
    arena_free(arena);
}

/* libcurl signs a colon in a path wrongly: of a signed target there is none. */
static void where_it_is_posted_signed(void)
{
    static const struct {
        const char *name, *path;
    } rows[] = {
        { "TypeFunction", "TypeFunction/invocations" },
        { "TypeFunction:live", "TypeFunction/invocations?Qualifier=live" },
        { "f:$LATEST", "f/invocations?Qualifier=$LATEST" },
        { "arn:aws:lambda:eu-west-1:123456789012:function:f", "f/invocations" },
        { "arn:aws:lambda:eu-west-1:123456789012:function:f:7", "f/invocations?Qualifier=7" },
        { "123456789012:function:f:live", "f/invocations?Qualifier=live" },
    };
    struct target named = target;

    arena = arena_new();
    named.sign = true;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        named.function_name = rows[i].name;
        check_text(
            target_url(arena, &named),
            arena_printf(arena, "http://127.0.0.1:3001/2015-03-31/functions/%s", rows[i].path));
    }
    arena_free(arena);
}

static void the_log_has_a_group(void)
{
    const struct request request = { .action = READ, .token = "t" };
    struct target logs = target;

    arena = arena_new();
    logs.log_group_name = "my/group";
    logs.log_credentials = (struct credentials){ "log", "s", "t", false, 0 };
    check_contains(printed(&logs, &request),
                   "\"typeConfiguration\":null,\"providerCredentials\":{\"accessKeyId\":\"log\","
                   "\"secretAccessKey\":\"s\",\"sessionToken\":\"t\"},"
                   "\"providerLogGroupName\":\"my/group\"},\"region\"");
    arena_free(arena);
}

static void loopback(void)
{
    struct target other = target;

    check(target_is_loopback(&target));
    other.endpoint = "https://lambda.eu-west-1.amazonaws.com";
    check(!target_is_loopback(&other));
}

static void tokens(void)
{
    static const char shape[] = "xxxxxxxx-xxxx-4xxx-xxxx-xxxxxxxxxxxx";

    arena = arena_new();
    const char *token = token_new(NULL, arena), *other = token_new(NULL, arena);
    check_number((long long)strlen(token), (long long)strlen(shape));
    for (size_t i = 0; i < strlen(shape) && token[i]; i++)
        check(shape[i] == 'x'
                  ? isxdigit((unsigned char)token[i]) && !isupper((unsigned char)token[i])
                  : token[i] == shape[i]);
    check(strcmp(token, other) != 0);
    arena_free(arena);
}

static void the_clock_goes_forward(void)
{
    const int64_t before = clock_steady_ms();

    clock_sleep_ms(0);
    clock_sleep_ms(-5);
    clock_sleep_ms(3);
    check(clock_steady_ms() >= before + 3);
}

/* The payload of a recorded request, built again from its parts, is the same. */
static void rebuilds(const json *sent)
{
    const json *data = json_get(sent, "requestData");
    const json *keys = json_get(data, "callerCredentials");
    const struct target recorded = {
        .region = json_string(json_get(sent, "region")),
        .account_id = json_string(json_get(sent, "awsAccountId")),
        .type_name = json_string(json_get(sent, "resourceType")),
        .type_configuration = json_get(data, "typeConfiguration"),
        .credentials = { .access_key_id = json_string(json_get(keys, "accessKeyId")),
                         .secret_access_key = json_string(json_get(keys, "secretAccessKey")),
                         .session_token = json_string(json_get(keys, "sessionToken")) },
    };
    struct request request = {
        .desired = json_get(data, "resourceProperties"),
        .previous = json_get(data, "previousResourceProperties"),
        .context = json_get(sent, "callbackContext"),
        .token = json_string(json_get(sent, "bearerToken")),
        .next_token = json_string(json_get(sent, "nextToken")),
    };

    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (strcmp(action_name(action_at(i)), json_string(json_get(sent, "action"))) == 0)
            request.action = action_at(i);
    check_text(printed(&recorded, &request), json_print(arena, sent));
}

static void recordings(void)
{
    const char *folder = getenv("CFNC_WIRE") ? getenv("CFNC_WIRE") : "../shared/wire";

    if (!file_exists(folder)) {
        test_skip("no recordings: set CFNC_WIRE to their folder");
        return;
    }
    for (int i = 4; i <= 27; i++) {
        arena = arena_new();
        const char *path = arena_printf(arena, "%s/cfn_test_wire/%03d.request", folder, i);
        const char *text = file_read(arena, path, 1 << 20, NULL, &error);
        const char *body = text ? strstr(text, "\r\n\r\n") : NULL;

        check(body != NULL);
        if (body)
            rebuilds(value(body + 4));
        arena_free(arena);
    }
}

static const struct test tests[] = {
    { "payload: the least of it", the_least_of_it },
    { "payload: all of it", all_of_it },
    { "payload: a missing model is an empty one", a_missing_model_is_an_empty_one },
    { "payload: where it is posted", where_it_is_posted },
    { "payload: where it is posted, signed", where_it_is_posted_signed },
    { "payload: the log has a group", the_log_has_a_group },
    { "payload: as recorded", recordings },
    { "world: loopback", loopback },
    { "world: tokens", tokens },
    { "world: the clock goes forward", the_clock_goes_forward },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
