/* What can be wrong with an event, with its time, and with how an operation ended. */
#include "cfnc/base/text.h"
#include "judge.h"

/* "an array", as people say it; a value with as much of it as is short. */
const char *shown_value(struct arena *arena, const json *value)
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
const char *not_what_is_wanted(const struct exchange *x, struct evidence *e, const char *name,
                               const char *wanted)
{
    const json *value = json_get(x->reply.value, name);

    return arena_printf(e->arena, value ? "%s is %s, the contract wants %s" : "%s is %s", name,
                        shown_value(e->arena, value), wanted);
}

static const char *no_json_object(const struct exchange *x, struct evidence *e)
{
    (void)e;
    return x->reply.kind == REPLY_CRASH ? NULL : x->reply.problem;
}

static const char *no_status(const struct exchange *x, struct evidence *e)
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

static const char *code_or_delay(const struct exchange *x, struct evidence *e)
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

static const char *code_undocumented(const struct exchange *x, struct evidence *e)
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

static const char *delay_or_models(const struct exchange *x, struct evidence *e)
{
    if (x->event.delay_seconds > 0)
        return arena_printf(e->arena, "callbackDelaySeconds is %s",
                            json_print(e->arena, x->event.delay));
    return x->event.models ? "resourceModels is set" : NULL;
}

static const char *no_message(const struct exchange *x, struct evidence *e)
{
    if (x->suite == SUITE_V1 && !(x->request.action == UPDATE && expected_of(x)->never_created))
        return NULL;
    e->mild = x->request.action & (READ | LIST);
    if (x->event.message)
        return x->event.message[0] ? NULL : "message is \"\"";
    return json_is_null(json_get(x->reply.value, "message"))
               ? "the event has no message"
               : not_what_is_wanted(x, e, "message", "a string");
}

static const char *code_or_models(const struct exchange *x, struct evidence *e)
{
    if (member_set(x, "errorCode", x->event.error_code == NO_ERROR ? NULL : x->reply.value))
        return arena_printf(e->arena, "errorCode is %s",
                            json_print(e->arena, json_get(x->reply.value, "errorCode")));
    return x->event.models ? "resourceModels is set" : NULL;
}

static const char *delay_unusable(const struct exchange *x, struct evidence *e)
{
    if (!x->event.delay || json_number(x->event.delay, -1) >= 0)
        return NULL;
    if (json_type(x->event.delay) != JSON_NUMBER)
        return not_what_is_wanted(x, e, "callbackDelaySeconds", "a number");
    return arena_printf(e->arena, "callbackDelaySeconds is %s",
                        json_print(e->arena, x->event.delay));
}

static const char *too_slow(const struct exchange *x, struct evidence *e)
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

static const char *never_settles(const struct exchange *x, struct evidence *e)
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
const char *outcome_text(const struct exchange *x, struct evidence *e)
{
    const char *action = action_name((enum action)x->request.action);

    if (x->event.status == SUCCESS)
        return arena_printf(e->arena, "%s answered SUCCESS", action);
    return arena_printf(e->arena, "%s FAILED with %s", action,
                        x->event.error_text ? text_quote(e->arena, x->event.error_text, 40)
                                            : "no errorCode");
}

static const char *not_succeeded(const struct exchange *x, struct evidence *e)
{
    if ((expected_of(x)->may_exist && x->event.error_code == ALREADY_EXISTS) ||
        (expected_of(x)->may_refuse &&
         x->event.error_code & (INVALID_REQUEST | SERVICE_LIMIT_EXCEEDED)))
        return NULL;
    return x->event.status == SUCCESS || expected_of(x)->after_delete ? NULL : outcome_text(x, e);
}

static const char *not_created_again(const struct exchange *x, struct evidence *e)
{
    return x->event.status == SUCCESS || !expected_of(x)->after_delete ? NULL : outcome_text(x, e);
}

static const char *wrong_outcome(const struct exchange *x, struct evidence *e)
{
    return x->event.status == FAILED && x->event.error_code == x->expected.outcome
               ? NULL
               : outcome_text(x, e);
}

static const char *not_readable(const struct exchange *x, struct evidence *e)
{
    if (x->event.status == SUCCESS)
        return expected_of(x)->by == BY_ALIAS ? NULL : other_resource_read(x, e);
    return expected_of(x)->by == BY_MODEL ? outcome_text(x, e) : NULL;
}

static const char *not_readable_alone(const struct exchange *x, struct evidence *e)
{
    return expected_of(x)->by == BY_IDENTIFIER && x->event.status != SUCCESS ? outcome_text(x, e)
                                                                             : NULL;
}

static const char *not_readable_by_alias(const struct exchange *x, struct evidence *e)
{
    if (expected_of(x)->by != BY_ALIAS)
        return NULL;
    return x->event.status == SUCCESS ? other_resource_read(x, e) : outcome_text(x, e);
}

static const char slow_hint[] =
    "hand the work over to IN_PROGRESS events with a callbackContext; a cold container's start "
    "counts too (--enforce-timeout)";

/* clang-format off */
const struct rule event_rules[] = {
    { .id = "event.json", .always = true, .suites = ALL_SUITES, .source = said_of_events,
      .fault = no_json_object,
      .must = "Every answer is one JSON object",
      .title = "{action} was not answered with a progress event.",
      .hint = "return one ProgressEvent on every path and let the language plugin turn it into "
              "JSON; what is printed belongs into the log" },
    { .id = "event.status", .always = true, .suites = ALL_SUITES, .source = said_of_events,
      .fault = no_status,
      .must = "Every progress event has the status IN_PROGRESS, SUCCESS or FAILED",
      .title = "{action} was answered without a status that ends or continues it.",
      .hint = "set status to SUCCESS, FAILED or IN_PROGRESS, spelled just so: in capitals, with "
              "no blank" },
    { .id = "time.read-list", .always = true, .suites = ALL_SUITES, .on = READ | LIST,
      .source = "the handler contract, Read handlers and List handlers: output requirements",
      .fault = too_slow,
      .must = "READ and LIST answer within their time (30 s in production)",
      .title = "{action} took too long.",
      .hint = "ask the service for less, and once: READ and LIST have 30 s in production; a cold "
              "container's start counts too (--enforce-timeout)" },
    { .id = "time.create-update-delete", .always = true, .suites = ALL_SUITES, .on = CHANGES,
      .source = "the handler contract, Create, Update and Delete handlers: output requirements",
      .fault = too_slow,
      .must = "Each invocation of CREATE, UPDATE and DELETE answers within its time (60 s in "
              "production)",
      .title = "{action} took too long.",
      .hint = slow_hint },
    { .id = "event.failed-code", .always = true, .suites = ALL_SUITES, .source = said_of_codes,
      .at = FAILED, .fault = code_undocumented,
      .must = "A FAILED event carries one of the documented handler error codes",
      .title = "{action} FAILED without a documented error code.",
      .hint = "set errorCode to one of the handler error codes (\"cfnc explain --list\" has them "
              "all); an exception that nobody expected is InternalFailure" },
    { .id = "create.succeeds", .says_code = true, .suites = ALL_SUITES, .on = CREATE, .source = said_of_create,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_succeeded, .yields = true,
      .must = "CREATE of a valid desired state ends in SUCCESS",
      .title = "CREATE returned FAILED where SUCCESS was expected.",
      .hint = "code and message are your handler's: find where it raises them, or its log; if the "
              "service is right to refuse that model, put one that works into inputs/" },
    { .id = "delete.then-create", .suites = ALL_SUITES, .on = CREATE, .source = said_of_delete,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_created_again,
      .must = "What was deleted can be created again, with the same identifier, and nothing of it "
              "comes back",
      .title = "What had been deleted is in the way of what is created in its place.",
      .hint = "DELETE was SUCCESS too early: let it be IN_PROGRESS until the service has let go "
              "of the name, and of what it kept under it" },
    { .id = "create.already-exists", .suites = ALL_SUITES, .on = CREATE, .source = said_of_create,
      .at = SETTLED, .expecting = ALREADY_EXISTS, .fault = wrong_outcome, .yields = true,
      .features = ANY_WRITABLE_IDENTIFIER,
      .must = "CREATE of an identifier that exists, primary or additional, is FAILED with "
              "AlreadyExists, and leaves the first resource as it is",
      .title = "A second CREATE with the same identifier was not refused with AlreadyExists.",
      .hint = "look for the resource before creating it, or map the service's conflict to "
              "AlreadyExists; what exists stays as it is" },
    { .id = "create.readable", .suites = ALL_SUITES, .on = READ, .source = said_of_create,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_readable, .yields = true,
      .must = "A resource that exists can be read, and READ returns that resource",
      .title = "READ did not return a resource that exists.",
      .hint = "READ has the identifier and nothing else: look up by all of it, and return SUCCESS "
              "from CREATE only when the service finds it" },
    { .id = "create.readable-alias", .suites = SUITE_FULL, .on = READ,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_readable_by_alias, .yields = true,
      .features = ADDITIONAL_IDENTIFIERS,
      .source = said_of_read_input,
      .must = "A resource can be read by each of its additionalIdentifiers alone",
      .title = "READ by an additional identifier did not return the resource.",
      .hint = "a model may hold an additional identifier alone: look the resource up by whichever "
              "is there" },
    { .id = "read.by-identifier", .suites = SUITE_FULL, .on = READ,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_readable_alone, .yields = true,
      .source = said_of_read_input,
      .must = "READ takes no more than the primaryIdentifier",
      .title = "READ FAILED when it was given the identifier alone.",
      .hint = "use nothing of the model but its identifier and read the rest from the service: "
              "drift detection, imports, Ref and GetAtt send no more" },
    { .id = "update.succeeds", .says_code = true, .suites = ALL_SUITES, .on = UPDATE, .source = said_of_update,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_succeeded, .yields = true,
      .must = "UPDATE to a valid desired state ends in SUCCESS",
      .title = "UPDATE returned FAILED where SUCCESS was expected.",
      .hint = "code and message are your handler's: find where it raises them, or its log; if the "
              "service is right to refuse that change, put one that works into inputs/" },
    { .id = "delete.succeeds", .says_code = true, .suites = ALL_SUITES, .on = DELETE, .source = said_of_delete,
      .at = SETTLED, .expecting = NO_ERROR, .fault = not_succeeded, .yields = true,
      .must = "DELETE of a resource that exists ends in SUCCESS",
      .title = "DELETE returned FAILED where SUCCESS was expected.",
      .hint = "code and message are your handler's: find where it raises them, or its log; a "
              "callback that finds nothing any more is SUCCESS, not NotFound" },
    { .id = "read.not-found", .suites = ALL_SUITES, .on = READ, .source = said_of_read,
      .at = SETTLED, .expecting = NOT_FOUND, .fault = wrong_outcome, .yields = true,
      .must = "READ of a resource that does not exist is FAILED with NotFound",
      .title = "READ of a resource that does not exist was not refused with NotFound.",
      .hint = "map the service's not-found answer to the error code NotFound; when it was "
              "deleted: did DELETE delete it, and does READ ask the service?" },
    { .id = "update.not-found", .suites = ALL_SUITES, .on = UPDATE, .source = said_of_update,
      .at = SETTLED, .expecting = NOT_FOUND, .fault = wrong_outcome, .yields = true,
      .must = "UPDATE of a resource that does not exist is FAILED with NotFound",
      .title = "UPDATE of a resource that does not exist was not refused with NotFound.",
      .hint = "read the resource before updating it; an update must never create" },
    { .id = "delete.not-found", .suites = ALL_SUITES, .on = DELETE, .source = said_of_delete,
      .at = SETTLED, .expecting = NOT_FOUND, .fault = wrong_outcome, .yields = true,
      .must = "DELETE of a resource that does not exist is FAILED with NotFound",
      .title = "DELETE of a resource that does not exist was not refused with NotFound.",
      .hint = "read the resource before deleting it: many services delete silently" },
    { .id = "event.success-clean", .always = true, .suites = ALL_SUITES, .source = said_of_events,
      .at = SUCCESS, .fault = code_or_delay,
      .must = "A SUCCESS event carries no errorCode and no callbackDelaySeconds",
      .title = "{action} returned SUCCESS with what only other events carry.",
      .hint = "make a new event for SUCCESS instead of changing the last one: errorCode is for "
              "FAILED, callbackDelaySeconds for IN_PROGRESS" },
    { .id = "event.failed-clean", .always = true, .suites = ALL_SUITES, .source = said_of_events,
      .at = FAILED, .fault = delay_or_models,
      .must = "A FAILED event carries no callbackDelaySeconds and no resourceModels",
      .title = "{action} returned FAILED with what only other events carry.",
      .hint = "make a new event for FAILED, with errorCode and message: callbackDelaySeconds is "
              "for IN_PROGRESS, resourceModels for SUCCESS of LIST" },
    { .id = "event.failed-message", .always = true, .suites = ALL_SUITES, .source = said_of_events,
      .at = FAILED, .fault = no_message,
      .must = "A FAILED event of CREATE, UPDATE and DELETE carries a message; one of READ and "
              "LIST should",
      .title = "{action} returned FAILED without a message.",
      .hint = "say in message, a string, what went wrong and with what: it is all that users see "
              "of it in the events of their stack" },
    { .id = "event.progress-clean", .always = true, .suites = ALL_SUITES, .source = said_of_events,
      .at = IN_PROGRESS, .fault = code_or_models,
      .must = "An IN_PROGRESS event carries no errorCode and no resourceModels",
      .title = "{action} returned IN_PROGRESS with what only other events carry.",
      .hint = "errorCode is for FAILED, resourceModels for SUCCESS of LIST; an event in progress "
              "has resourceModel, callbackContext and callbackDelaySeconds" },
    { .id = "event.delay", .always = true, .suites = SUITE_FULL, .source = said_of_events,
      .fault = delay_unusable,
      .must = "callbackDelaySeconds is a number, 0 or more",
      .title = "{action} returned a callback delay that nobody can wait for.",
      .hint = "callbackDelaySeconds is a number, 0 or more, and no string: so many seconds pass "
              "until the handler is called again" },
    { .id = "time.stabilizes", .always = true, .endless = true, .suites = ALL_SUITES, .on = CHANGES, .source = said_of_stabilization,
      .at = IN_PROGRESS, .fault = never_settles,
      .must = "An operation settles within the timeoutInMinutes of its handler (120 unless "
              "given)",
      .title = "{action} did not settle.",
      .hint = "the handler's stabilization never sees the state it waits for; or raise "
              "handlers.*.timeoutInMinutes in the schema" },
    { 0 },
};
/* clang-format on */
