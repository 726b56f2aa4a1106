/* What faults do to an event as such, and to the answer that carries it. */
#include <string.h>

#include "builtin_private.h"

void fault_lower_case(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_string(event, "status", "success");
}

void fault_no_status(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_remove(event, "status");
}

void fault_pending(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_string(event, "status", status_name(PENDING));
}

void fault_error_code(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_string(event, "errorCode", error_code_name(GENERAL_SERVICE_EXCEPTION));
}

void fault_delay(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_number(event, "callbackDelaySeconds", 5);
}

void fault_delay_string(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_string(event, "callbackDelaySeconds", "5");
}

void fault_delay_negative(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_number(event, "callbackDelaySeconds", -5);
}

void fault_empty_models(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_array(event, "resourceModels");
}

void fault_models(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_append(json_set_array(event, "resourceModels"), json_get(event, "resourceModel"));
}

void fault_no_code(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_remove(event, "errorCode");
}

/* Whether the event fails because of what exists and what does not. */
static bool about_existence(const json *event)
{
    const char *code = json_string(json_get(event, "errorCode"));

    return code && (code_read(error_codes, code) & (NOT_FOUND | ALREADY_EXISTS));
}

void fault_unknown_code(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    if (about_existence(event))
        json_set_string(event, "errorCode", "ResourceNotFoundException");
}

void fault_other_code(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    if (about_existence(event))
        json_set_string(event, "errorCode", error_code_name(GENERAL_SERVICE_EXCEPTION));
}

void fault_no_message(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_remove(event, "message");
}

/* What comes after the callback is honest. */
void fault_in_progress(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    if (builtin->call->context)
        return;
    json_set_string(event, "status", status_name(IN_PROGRESS));
    json_set_object(event, "callbackContext");
    json_remove(event, "resourceModels");
    json_remove(event, "nextToken");
}

void fault_empty_model(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_object(event, "resourceModel");
}

void fault_keep_model(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    if (builtin->call->full)
        json_set(event, "resourceModel", model_shown(builtin->call, builtin->call->full));
}

/* As Python prints a dictionary. */
void fault_not_json(struct builtin *builtin, struct builtin_answer *answer, struct arena *arena)
{
    (void)builtin;
    (void)arena;
    answer->body = "{'status': 'SUCCESS', 'message': None}";
}

void fault_empty_body(struct builtin *builtin, struct builtin_answer *answer, struct arena *arena)
{
    (void)builtin;
    (void)arena;
    answer->body = "";
}

void fault_crash(struct builtin *builtin, struct builtin_answer *answer, struct arena *arena)
{
    (void)builtin;
    (void)arena;
    answer->body = "{\"errorMessage\":\"'NoneType' object is not subscriptable\","
                   "\"errorType\":\"TypeError\",\"stackTrace\":[]}";
    answer->function_error = "Unhandled";
}

void fault_trailing_bytes(struct builtin *builtin, struct builtin_answer *answer,
                          struct arena *arena)
{
    (void)builtin;
    answer->body = arena_printf(arena, "%s{}", answer->body);
}

void fault_array(struct builtin *builtin, struct builtin_answer *answer, struct arena *arena)
{
    (void)builtin;
    answer->body = arena_printf(arena, "[%s]", answer->body);
}

void fault_truncated(struct builtin *builtin, struct builtin_answer *answer, struct arena *arena)
{
    (void)builtin;
    answer->body = arena_copy(arena, answer->body, strlen(answer->body) - 1);
}

void fault_bad_utf8(struct builtin *builtin, struct builtin_answer *answer, struct arena *arena)
{
    (void)builtin;
    answer->body = arena_printf(arena, "{\"message\":\"caf\xE9\",%s", answer->body + 1);
}

static void wait(const struct builtin *builtin, struct builtin_answer *answer)
{
    const double seconds = builtin->options.slow_seconds;
    const bool quick = builtin->call->action & (READ | LIST);

    if (seconds > 0)
        answer->delay_ms = (int64_t)(seconds * (quick ? 1000 : 2000));
    else
        answer->delay_ms = quick ? 241000 : 481000;
}

void fault_slow(struct builtin *builtin, struct builtin_answer *answer, struct arena *arena)
{
    (void)arena;
    if (!builtin->call->context)
        wait(builtin, answer);
}

void fault_slow_callback(struct builtin *builtin, struct builtin_answer *answer,
                         struct arena *arena)
{
    (void)arena;
    if (builtin->call->context)
        wait(builtin, answer);
}
