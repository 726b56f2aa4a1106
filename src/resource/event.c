/* Progress events, and the error codes in them. */
#include "cfnc/base/text.h"
#include "cfnc/resource/codes.h"

const struct code error_codes[] = {
    { NOT_UPDATABLE, "NotUpdatable" },
    { INVALID_REQUEST, "InvalidRequest" },
    { ACCESS_DENIED, "AccessDenied" },
    { INVALID_CREDENTIALS, "InvalidCredentials" },
    { ALREADY_EXISTS, "AlreadyExists" },
    { NOT_FOUND, "NotFound" },
    { RESOURCE_CONFLICT, "ResourceConflict" },
    { THROTTLING, "Throttling" },
    { SERVICE_LIMIT_EXCEEDED, "ServiceLimitExceeded" },
    { NOT_STABILIZED, "NotStabilized" },
    { GENERAL_SERVICE_EXCEPTION, "GeneralServiceException" },
    { SERVICE_INTERNAL_ERROR, "ServiceInternalError" },
    { NETWORK_FAILURE, "NetworkFailure" },
    { INTERNAL_FAILURE, "InternalFailure" },
    { INVALID_TYPE_CONFIGURATION, "InvalidTypeConfiguration" },
    { HANDLER_INTERNAL_FAILURE, "HandlerInternalFailure" },
    { NON_COMPLIANT, "NonCompliant" },
    { UNSUPPORTED_TARGET, "UnsupportedTarget" },
    { UNKNOWN_CODE, "Unknown" },
    { UNAUTHORIZED_TAGGING_OPERATION, "UnauthorizedTaggingOperation" },
    { 0 },
};

const char *error_code_name(unsigned code)
{
    return code_name(error_codes, code);
}

const char *error_code_nearest(const char *name)
{
    const char *names[sizeof(error_codes) / sizeof(error_codes[0])];

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        names[i] = error_codes[i].name; /* the last is NULL and ends the list */
    return text_nearest(name, names);
}

static const json *unless_null(const json *value)
{
    return json_is_null(value) ? NULL : value;
}

/* What cannot be waited counts as no wait; the rule event.delay judges it. */
static double seconds(const json *delay)
{
    const double given = json_number(delay, 0);

    return given > 0 ? given : 0;
}

void event_read(struct event *event, const json *answer)
{
    const json *code = unless_null(json_get(answer, "errorCode"));
    const json *delay = unless_null(json_get(answer, "callbackDelaySeconds"));

    *event = (struct event){
        .status = status_read(json_string(json_get(answer, "status"))),
        .error_code = code ? code_read(error_codes, json_string(code)) : NO_ERROR,
        .error_text = json_string(code),
        .message = json_string(json_get(answer, "message")),
        .delay_seconds = seconds(delay),
        .delay = delay,
        .model = unless_null(json_get(answer, "resourceModel")),
        .models = unless_null(json_get(answer, "resourceModels")),
        .context = unless_null(json_get(answer, "callbackContext")),
        .next_token = unless_null(json_get(answer, "nextToken")),
    };
}
