#include "cfnc/engine/contract.h"

#include <string.h>

#include "cfnc/base/text.h"

struct word {
    unsigned value;
    const char *name;
};

static const struct word statuses[] = {
    { SUCCESS, "SUCCESS" }, { FAILED, "FAILED" }, { IN_PROGRESS, "IN_PROGRESS" },
    { PENDING, "PENDING" }, { NO_STATUS, NULL },
};

static const struct word error_codes[] = {
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
    { UNDOCUMENTED_CODE, NULL },
};

static const struct word suites[] = {
    { SUITE_V1, "v1" },
    { SUITE_V2, "v2" },
    { SUITE_FULL, "full" },
    { 0, NULL },
};

/* Looks a name up; the last word of a table stands for every other name. */
static unsigned word_value(const struct word *word, const char *name)
{
    while (word->name && (!name || strcmp(word->name, name) != 0))
        word++;
    return word->value;
}

static const char *word_name(const struct word *word, unsigned value)
{
    while (word->name && word->value != value)
        word++;
    return word->name;
}

const char *status_name(enum status status)
{
    return word_name(statuses, status);
}

const char *error_code_name(enum error_code code)
{
    return word_name(error_codes, code);
}

enum error_code error_code_read(const char *name)
{
    return word_value(error_codes, name);
}

enum suite suite_at(size_t index)
{
    return suites[index].value;
}

const char *suite_name(enum suite suite)
{
    return word_name(suites, suite);
}

enum suite suite_read(const char *name)
{
    return word_value(suites, name);
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

void event_read(struct event *event, const json *reply)
{
    const json *code = unless_null(json_get(reply, "errorCode"));
    const json *delay = unless_null(json_get(reply, "callbackDelaySeconds"));

    *event = (struct event){
        .status = word_value(statuses, json_string(json_get(reply, "status"))),
        .error_code = code ? error_code_read(json_string(code)) : NO_ERROR,
        .error_text = json_string(code),
        .message = json_string(json_get(reply, "message")),
        .delay_seconds = seconds(delay),
        .delay = delay,
        .model = unless_null(json_get(reply, "resourceModel")),
        .models = unless_null(json_get(reply, "resourceModels")),
        .context = unless_null(json_get(reply, "callbackContext")),
        .next_token = unless_null(json_get(reply, "nextToken")),
    };
}
