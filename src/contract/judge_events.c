/* What can be wrong with an event. Each function is named by a row of rules.c. */
#include "cfnc/judge.h"

#include "cfnc/text.h"

const char *no_json_object(const struct exchange *x, struct evidence *e)
{
    (void)e;
    return x->reply.kind == REPLY_CRASH ? NULL : x->reply.problem;
}

const char *no_status(const struct exchange *x, struct evidence *e)
{
    const char *status = json_string(json_get(x->reply.value, "status"));

    if (x->reply.kind == REPLY_CRASH)
        return x->reply.problem;
    if (x->reply.kind != REPLY_OBJECT || !(x->event.status & (NO_STATUS | PENDING)))
        return NULL;
    return status ? arena_printf(e->arena, "status is \"%s\"", text_quote(e->arena, status, 40))
                  : "the answer has no status";
}

/* Suite v1 takes a member that is there and null for one that is set, as the reference does. */
static bool member_set(const struct exchange *x, const char *name, const json *value)
{
    return value || (x->suite == SUITE_V1 && json_get(x->reply.value, name));
}

const char *code_or_delay(const struct exchange *x, struct evidence *e)
{
    if (member_set(x, "errorCode", x->event.error_code == NO_ERROR ? NULL : x->reply.value))
        return arena_printf(e->arena, "errorCode is %s",
                            json_print(e->arena, json_get(x->reply.value, "errorCode")));
    if (member_set(x, "callbackDelaySeconds", x->event.delay_seconds > 0 ? x->event.delay : NULL) &&
        !(json_number(x->event.delay, 1) <= 0))
        return arena_printf(e->arena, "callbackDelaySeconds is %s",
                            json_print(e->arena, x->event.delay));
    return NULL;
}

const char *code_undocumented(const struct exchange *x, struct evidence *e)
{
    if (x->event.error_code == NO_ERROR)
        return "the event has no errorCode";
    if (x->event.error_code != UNDOCUMENTED_CODE)
        return NULL;
    if (!x->event.error_text)
        return "errorCode is no string";
    const char *near = error_code_nearest(x->event.error_text);
    const char *shown = text_quote(e->arena, x->event.error_text, 40);
    return near ? arena_printf(e->arena, "\"%s\" is not a handler error code; did you mean %s?",
                               shown, near)
                : arena_printf(e->arena, "\"%s\" is not a handler error code", shown);
}

const char *delay_or_models(const struct exchange *x, struct evidence *e)
{
    (void)e;
    if (x->event.delay_seconds > 0)
        return "callbackDelaySeconds is set";
    return x->event.models ? "resourceModels is set" : NULL;
}

const char *no_message(const struct exchange *x, struct evidence *e)
{
    if (x->suite == SUITE_V1 && !(x->request.action == UPDATE && x->expected.never_created))
        return NULL;
    e->mild = x->request.action & (READ | LIST);
    return x->event.message && x->event.message[0] ? NULL : "the event has no message";
}

const char *code_or_models(const struct exchange *x, struct evidence *e)
{
    if (member_set(x, "errorCode", x->event.error_code == NO_ERROR ? NULL : x->reply.value))
        return arena_printf(e->arena, "errorCode is %s",
                            json_print(e->arena, json_get(x->reply.value, "errorCode")));
    return x->event.models ? "resourceModels is set" : NULL;
}

const char *delay_unusable(const struct exchange *x, struct evidence *e)
{
    if (!x->event.delay || json_number(x->event.delay, -1) >= 0)
        return NULL;
    return arena_printf(e->arena, "callbackDelaySeconds is %s",
                        text_quote(e->arena, json_print(e->arena, x->event.delay), 40));
}

const char *too_slow(const struct exchange *x, struct evidence *e)
{
    const bool lax = x->suite == SUITE_V1 && x->callbacks && !x->strict_timeouts;
    const bool slow = x->elapsed_ms > x->limit_ms && !lax;

    if (!slow && (!x->contract_limit_ms || x->elapsed_ms <= x->contract_limit_ms))
        return NULL;
    e->mild = !slow;
    return arena_printf(
        e->arena, "it took %.1f s, the limit is %.0f s%s", (double)x->elapsed_ms / 1000,
        (double)(slow ? x->limit_ms : x->contract_limit_ms) / 1000, slow ? "" : " in production");
}

const char *never_settles(const struct exchange *x, struct evidence *e)
{
    if (x->callbacks >= CALLBACKS_MOST)
        return arena_printf(e->arena, "still IN_PROGRESS after %u callbacks; cfnc makes no more",
                            x->callbacks);
    if (x->settling_ms <= x->settling_limit_ms)
        return NULL;
    return arena_printf(e->arena, "still IN_PROGRESS after %u callbacks, the limit is %g min",
                        x->callbacks, (double)x->settling_limit_ms / 60000);
}

/* The outcome in the words of the handler, for the rules about outcomes. */
static const char *outcome(const struct exchange *x, struct evidence *e)
{
    if (x->event.status == SUCCESS)
        return "it answered SUCCESS";
    return arena_printf(e->arena, "it FAILED with %s",
                        x->event.error_text ? text_quote(e->arena, x->event.error_text, 40)
                                            : "no errorCode");
}

const char *not_succeeded(const struct exchange *x, struct evidence *e)
{
    if (x->expected.may_exist && x->event.error_code == ALREADY_EXISTS)
        return NULL;
    return x->event.status == SUCCESS || x->expected.after_delete ? NULL : outcome(x, e);
}

const char *not_created_again(const struct exchange *x, struct evidence *e)
{
    return x->event.status == SUCCESS || !x->expected.after_delete ? NULL : outcome(x, e);
}

const char *wrong_outcome(const struct exchange *x, struct evidence *e)
{
    return x->event.status == FAILED && x->event.error_code == x->expected.outcome ? NULL
                                                                                   : outcome(x, e);
}

const char *not_readable(const struct exchange *x, struct evidence *e)
{
    if (x->event.status == SUCCESS)
        return x->expected.by == BY_ALIAS ? NULL : other_resource_read(x, e);
    return x->expected.by == BY_MODEL ? outcome(x, e) : NULL;
}

const char *not_readable_alone(const struct exchange *x, struct evidence *e)
{
    return x->expected.by == BY_IDENTIFIER && x->event.status != SUCCESS ? outcome(x, e) : NULL;
}

const char *not_readable_by_alias(const struct exchange *x, struct evidence *e)
{
    if (x->expected.by != BY_ALIAS)
        return NULL;
    return x->event.status == SUCCESS ? other_resource_read(x, e) : outcome(x, e);
}

const char *model_present(const struct exchange *x, struct evidence *e)
{
    (void)e;
    return x->event.model ? "resourceModel is set" : NULL;
}

const char *in_progress(const struct exchange *x, struct evidence *e)
{
    (void)x;
    (void)e;
    return "it answered IN_PROGRESS";
}

const char *no_list(const struct exchange *x, struct evidence *e)
{
    size_t index = 0;

    if (x->event.status == FAILED)
        return outcome(x, e);
    if (json_type(x->event.models) != JSON_ARRAY)
        return arena_printf(e->arena, "resourceModels is %s", json_type_name(x->event.models));
    json_each (model, x->event.models) {
        if (json_type(model) != JSON_OBJECT)
            return arena_printf(e->arena, "resourceModels[%zu] is %s", index,
                                json_type_name(model));
        index++;
    }
    return NULL;
}

const char *bad_end(const struct exchange *x, struct evidence *e)
{
    const char *token = json_string(x->event.next_token);

    if (x->suite != SUITE_V1 && x->request.next_token && !x->event.next_token &&
        json_type(x->event.models) == JSON_ARRAY && !json_length(x->event.models)) {
        e->mild = true;
        return "the last page is empty";
    }
    if (!x->event.next_token || (token && *token))
        return NULL;
    return token ? "nextToken is \"\""
                 : arena_printf(e->arena, "nextToken is %s", json_type_name(x->event.next_token));
}
