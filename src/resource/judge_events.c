/* What can be wrong with an event. Each function is named by a row of rules.c. */
#include "cfnc/base/text.h"
#include "judge.h"

/* "an array", as people say it; a value with as much of it as is short. */
static const char *value_text(struct arena *arena, const json *value)
{
    enum { SHOWN = 40 };
    static const struct {
        enum json_type type;
        const char *name;
        bool short_enough;
    } rows[] = {
        { JSON_ABSENT, "missing", false },   { JSON_NULL, "null", false },
        { JSON_BOOLEAN, "a boolean", true }, { JSON_NUMBER, "a number", true },
        { JSON_STRING, "a string", true },   { JSON_ARRAY, "an array", false },
        { JSON_OBJECT, "an object", false },
    };
    size_t i = 0;

    while (rows[i].type != json_type(value))
        i++;
    return rows[i].short_enough ? arena_printf(arena, "%s (%s)", rows[i].name,
                                               text_quote(arena, json_print(arena, value), SHOWN))
                                : rows[i].name;
}

/* A member of the answer that should be something else. */
static const char *not_what_is_wanted(const struct exchange *x, struct evidence *e,
                                      const char *name, const char *wanted)
{
    const json *value = json_get(x->reply.value, name);

    return arena_printf(e->arena, value ? "%s is %s, the contract wants %s" : "%s is %s", name,
                        value_text(e->arena, value), wanted);
}

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
        return not_what_is_wanted(x, e, "errorCode", "a string");
    const char *near = error_code_nearest(x->event.error_text);
    const char *shown = text_quote(e->arena, x->event.error_text, 40);
    return near ? arena_printf(e->arena, "\"%s\" is not a handler error code; did you mean %s?",
                               shown, near)
                : arena_printf(e->arena, "\"%s\" is not a handler error code", shown);
}

const char *delay_or_models(const struct exchange *x, struct evidence *e)
{
    if (x->event.delay_seconds > 0)
        return arena_printf(e->arena, "callbackDelaySeconds is %s",
                            json_print(e->arena, x->event.delay));
    return x->event.models ? "resourceModels is set" : NULL;
}

const char *no_message(const struct exchange *x, struct evidence *e)
{
    if (x->suite == SUITE_V1 && !(x->request.action == UPDATE && x->expected.never_created))
        return NULL;
    e->mild = x->request.action & (READ | LIST);
    if (x->event.message)
        return x->event.message[0] ? NULL : "message is \"\"";
    return json_is_null(json_get(x->reply.value, "message"))
               ? "the event has no message"
               : not_what_is_wanted(x, e, "message", "a string");
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
    if (json_type(x->event.delay) != JSON_NUMBER)
        return not_what_is_wanted(x, e, "callbackDelaySeconds", "a number");
    return arena_printf(e->arena, "callbackDelaySeconds is %s",
                        json_print(e->arena, x->event.delay));
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
    const bool minutes = x->settling_limit_ms >= 60000;
    return arena_printf(e->arena, "still IN_PROGRESS after %u callback%s, the limit is %g %s",
                        x->callbacks, x->callbacks == 1 ? "" : "s",
                        (double)x->settling_limit_ms / (minutes ? 60000 : 1000),
                        minutes ? "min" : "s");
}

/* The outcome in the words of the handler, for the rules about outcomes. */
static const char *outcome(const struct exchange *x, struct evidence *e)
{
    const char *action = action_name(x->request.action);

    if (x->event.status == SUCCESS)
        return arena_printf(e->arena, "%s answered SUCCESS", action);
    return arena_printf(e->arena, "%s FAILED with %s", action,
                        x->event.error_text ? text_quote(e->arena, x->event.error_text, 40)
                                            : "no errorCode");
}

const char *not_succeeded(const struct exchange *x, struct evidence *e)
{
    if ((x->expected.may_exist && x->event.error_code == ALREADY_EXISTS) ||
        (x->expected.may_refuse &&
         x->event.error_code & (INVALID_REQUEST | SERVICE_LIMIT_EXCEEDED)))
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
    return arena_printf(e->arena, "%s answered IN_PROGRESS", action_name(x->request.action));
}

const char *no_list(const struct exchange *x, struct evidence *e)
{
    size_t index = 0;

    if (x->event.status == FAILED)
        return outcome(x, e);
    if (json_type(x->event.models) != JSON_ARRAY)
        return not_what_is_wanted(x, e, "resourceModels", "an array");
    json_each (model, x->event.models) {
        if (json_type(model) != JSON_OBJECT)
            return arena_printf(e->arena, "resourceModels[%zu] is %s, the contract wants a model",
                                index, value_text(e->arena, model));
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
    return token ? "nextToken is \"\", the contract wants null or no nextToken behind the last page"
                 : not_what_is_wanted(x, e, "nextToken", "a string or null");
}
