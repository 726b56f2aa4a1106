#include "cfnc/world/lambda.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/base/stop.h"
#include "cfnc/base/text.h"

struct lambda {
    struct world world; /* first, so that a world of ours is one of these */
    struct target target;
    const char *url;
    struct http *http;
};

bool target_is_loopback(const struct target *target)
{
    return target->image || http_url_is_loopback(target->endpoint);
}

/* Adds `length` bytes, percent-encoded but for what every endpoint takes as it is. */
static void add_name(struct text *url, const char *name, size_t length)
{
    const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                        "-_.~:/$[]"; /* names, ARNs, aliases, names of nested stacks */

    for (const char *c = name; c < name + length; c++)
        if (strchr(plain, *c))
            text_add_bytes(url, c, 1);
        else
            text_addf(url, "%%%02X", (unsigned)(unsigned char)*c);
}

/* The name in "arn:aws:lambda:REGION:ACCOUNT:function:NAME[:ALIAS]", "ACCOUNT:function:NAME". */
static const char *bare_name(const char *name)
{
    const char *mark = strstr(name, ":function:");

    return mark ? mark + strlen(":function:") : name;
}

const char *target_url(struct arena *arena, const struct target *target)
{
    struct text url = text_new(arena);
    const char *name = target->function_name, *qualifier = NULL;
    size_t length = strlen(name);

    if (target->sign) {
        name = bare_name(name);
        length = strcspn(name, ":");
        qualifier = name[length] ? name + length + 1 : NULL;
    }
    text_addf(&url, "%s/2015-03-31/functions/", target->endpoint);
    add_name(&url, name, length);
    text_add(&url, "/invocations");
    if (qualifier) {
        text_add(&url, "?Qualifier=");
        add_name(&url, qualifier, strlen(qualifier));
    }
    return url.bytes;
}

enum { PAUSE_MS = 500, PAUSE_LONGEST_MS = 10000 };

/* The service itself answered, before a handler began. */
static bool was_not_executed(enum http_outcome outcome, const struct http_answer *answer)
{
    if (outcome != HTTP_ANSWERED)
        return outcome == HTTP_NOT_SENT;
    if (answer->status == 429)
        return true;
    return answer->status >= 500 && answer->error_type && !answer->function_error;
}

static int64_t pause_ms(int attempt, const struct http_answer *answer)
{
    const long wanted = answer->retry_after ? strtol(answer->retry_after, NULL, 10) : 0;
    const int64_t pause = wanted > 0 && wanted < PAUSE_LONGEST_MS ? (int64_t)wanted * 1000
                                                                  : (int64_t)PAUSE_MS << attempt;

    return pause < PAUSE_LONGEST_MS ? pause : PAUSE_LONGEST_MS;
}

static void say_again(const struct lambda *lambda, struct arena *arena, enum http_outcome outcome,
                      const struct http_answer *answer, const struct error *error, int64_t pause)
{
    if (!lambda->target.tell)
        return;
    const char *why = error->text;
    if (outcome == HTTP_ANSWERED)
        why =
            arena_printf(arena, "HTTP %d%s%s: not executed", answer->status,
                         answer->error_type ? " " : "", text_quote(arena, answer->error_type, 60));
    lambda->target.tell(lambda->target.tell_context,
                        arena_printf(arena, "%s; again in %g s", why, (double)pause / 1000));
}

/* Sends, and sends again what was certainly not executed: a resource is not made twice. */
static enum http_outcome send_post(struct lambda *lambda, struct arena *arena,
                                   const struct http_request *post, struct http_answer *answer,
                                   struct error *error)
{
    const int stop = stop_code();

    for (int attempt = 0;; attempt++) {
        const enum http_outcome outcome = http_send(lambda->http, post, arena, answer, error);

        if (attempt >= lambda->target.retries || !was_not_executed(outcome, answer) ||
            stop_ends(stop))
            return outcome;
        const int64_t pause = pause_ms(attempt, answer);
        say_again(lambda, arena, outcome, answer, error, pause);
        lambda->world.sleep_ms(&lambda->world, pause);
    }
}

bool target_refresh(struct target *target, struct error *error)
{
    if (!target->wallet)
        return true;
    const struct credentials *caller = wallet_caller(target->wallet, error);
    const struct credentials *log =
        caller && target->log_group_name ? wallet_log(target->wallet, error) : caller;
    if (!log)
        return false;
    target->credentials = *caller;
    target->log_credentials = *log;
    return true;
}

static bool sign(const struct target *target, struct http_signature *signature, struct error *error)
{
    const struct credentials *own = wallet_own(target->wallet, error);

    if (!own)
        return false;
    *signature = (struct http_signature){
        .access_key_id = own->access_key_id,
        .secret_access_key = own->secret_access_key,
        .session_token = own->session_token,
        .region = target->region,
        .service = "lambda",
    };
    return true;
}

static bool time_out(const struct lambda *lambda, struct arena *arena, struct reply *reply)
{
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

/* What came of a request; false and the error where that says nothing about the handler. */
static bool settle(const struct lambda *lambda, struct arena *arena, enum http_outcome outcome,
                   const struct http_answer *answer, bool hurried, struct reply *reply,
                   struct error *error)
{
    if (outcome == HTTP_ANSWERED)
        return reply_read(reply, answer, &lambda->target, arena, error);
    reply->sent = outcome != HTTP_NOT_SENT;
    reply->given_up = outcome == HTTP_GIVEN_UP || (outcome == HTTP_NO_ANSWER && hurried);
    return outcome == HTTP_NO_ANSWER && !hurried && time_out(lambda, arena, reply);
}

static bool call(struct world *world, const struct sending *sending, struct arena *arena,
                 struct reply *reply, struct error *error)
{
    static const char *const headers[] = { "Content-Type: application/json", NULL };
    struct lambda *lambda = (struct lambda *)world;
    struct http_signature signature = { 0 };
    struct http_answer answer = { 0 };
    struct http_wire wire = { .sent = "", .received = "", .peer = "" };
    const bool hurried =
        sending->within_ms > 0 && sending->within_ms < lambda->target.total_timeout_ms;

    *reply = (struct reply){ .sent = false };
    const bool is_signed = lambda->target.sign && lambda->target.wallet;

    if (is_signed && !sign(&lambda->target, &signature, error))
        return false;
    struct arena *passing = arena_new(); /* for what is large, and read at once */
    const struct http_request post = {
        .url = lambda->url,
        .method = "POST",
        .body = sending->bytes,
        .headers = headers,
        .signature = is_signed ? &signature : NULL,
        .connect_timeout_ms = lambda->target.connect_timeout_ms,
        .total_timeout_ms = hurried ? sending->within_ms : lambda->target.total_timeout_ms,
        .grace_ms = lambda->target.grace_ms,
        .patience = sending->patience,
        .wire = lambda->target.closely ? &wire : NULL,
    };
    const enum http_outcome outcome = send_post(lambda, passing, &post, &answer, error);
    const bool judged = settle(lambda, arena, outcome, &answer, hurried, reply, error);

    reply->wire = post.wire ? http_wire_copy(arena, post.wire) : NULL;
    arena_free(passing);
    return judged;
}

struct world *lambda_world(struct arena *arena, const struct target *target)
{
    struct lambda *lambda = arena_alloc(arena, sizeof(*lambda));

    *lambda = (struct lambda){
        .world = { .call = call,
                   .now_ms = system_now_ms,
                   .sleep_ms = system_sleep_ms,
                   .token = token_new },
        .target = *target,
        .url = target_url(arena, target),
        .http = http_new(arena),
    };
    return &lambda->world;
}
