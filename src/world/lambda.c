#include "cfnc/lambda.h"

#include <string.h>

#include "cfnc/text.h"

struct lambda {
    struct world world; /* first, so that a world of ours is one of these */
    struct target target;
    const char *url;
    struct http *http;
};

static void set_credentials(json *data, const struct credentials *credentials)
{
    json *caller = json_set_object(data, "callerCredentials");

    json_set_string(caller, "accessKeyId", credentials->access_key_id);
    json_set_string(caller, "secretAccessKey", credentials->secret_access_key);
    json_set_string(caller, "sessionToken", credentials->session_token);
}

const char *payload_print(struct arena *arena, const struct target *target,
                          const struct request *request)
{
    json *payload = json_object(arena);
    json *data = json_set_object(payload, "requestData");
    const json *desired = request->desired ? request->desired : json_object(arena);

    set_credentials(data, &target->credentials);
    json_set(data, "resourceProperties", desired);
    json_set(data, "previousResourceProperties", request->previous);
    json_set_string(data, "logicalResourceId", request->token);
    json_set(data, "typeConfiguration", target->type_configuration);
    json_set_string(payload, "region", target->region);
    json_set_string(payload, "awsAccountId", target->account_id);
    json_set_string(payload, "action", action_name(request->action));
    json_set(payload, "callbackContext", request->context);
    json_set_string(payload, "bearerToken", request->token);
    json_set_string(payload, "resourceType", target->type_name);
    if (request->next_token)
        json_set_string(payload, "nextToken", request->next_token);
    return json_print(arena, payload);
}

const char *target_url(struct arena *arena, const struct target *target)
{
    struct text url = text_new(arena);

    text_addf(&url, "%s/2015-03-31/functions/", target->endpoint);
    for (const char *c = target->function_name; *c; c++) {
        const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "-_.~:/$[]"; /* names, ARNs, aliases, names of nested stacks */

        if (strchr(plain, *c))
            text_add_bytes(&url, c, 1);
        else
            text_addf(&url, "%%%02X", (unsigned)(unsigned char)*c);
    }
    text_add(&url, "/invocations");
    return url.bytes;
}

static bool invoke(struct world *world, const struct request *request, struct arena *arena,
                   struct reply *reply, struct error *error)
{
    static const char *const headers[] = { "Content-Type: application/json", NULL };
    const struct lambda *lambda = (const struct lambda *)world;
    const struct http_request post = {
        .url = lambda->url,
        .method = "POST",
        .body = payload_print(arena, &lambda->target, request),
        .headers = headers,
        .connect_timeout_ms = lambda->target.connect_timeout_ms,
        .total_timeout_ms = lambda->target.total_timeout_ms,
    };
    struct http_answer answer;
    const enum http_outcome outcome = http_send(lambda->http, &post, arena, &answer, error);

    if (outcome == HTTP_ANSWERED)
        return reply_read(reply, &answer, &lambda->target, arena, error);
    *reply = (struct reply){ .sent = outcome != HTTP_NOT_SENT };
    if (outcome != HTTP_NO_ANSWER)
        return false;
    *reply = (struct reply){
        .kind = REPLY_TIMED_OUT,
        .sent = true,
        .body = "",
        .problem = arena_printf(arena, "no answer within %g s",
                                (double)lambda->target.total_timeout_ms / 1000),
        .hint = "see the function's log for what it waits for",
    };
    return true;
}

struct world *lambda_world(struct arena *arena, const struct target *target)
{
    struct lambda *lambda = arena_alloc(arena, sizeof(*lambda));

    *lambda = (struct lambda){
        .world = { .invoke = invoke,
                   .now_ms = clock_now_ms,
                   .sleep_ms = clock_sleep_ms,
                   .token = token_new },
        .target = *target,
        .url = target_url(arena, target),
        .http = http_new(arena),
    };
    return &lambda->world;
}
