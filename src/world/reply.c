#include "cfnc/world/lambda.h"

#include <string.h>

#include "cfnc/base/text.h"

enum {
    SHOWN = 200,         /* characters of what a handler said */
    SHOWN_IN_ERROR = 120 /* an error's text has little room */
};

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

const char *reply_kind_name(enum reply_kind kind)
{
    static const char *const names[] = {
        [REPLY_OBJECT] = "object",       [REPLY_CRASH] = "crash",
        [REPLY_EMPTY] = "empty",         [REPLY_TIMED_OUT] = "timed-out",
        [REPLY_NOT_JSON] = "not-json",   [REPLY_NOT_OBJECT] = "not-object",
        [REPLY_TOO_LARGE] = "too-large", [REPLY_HTTP_ERROR] = "http-error",
    };

    return names[kind];
}

/* An answer while it is being read. */
struct reply_reading {
    struct reply *reply;
    const struct http_answer *answer;
    const struct target *target;
    struct arena *arena;
    struct error *error;
    struct error json_error;          /* why the body is no JSON */
    const char *error_type, *message; /* of a function's error object, or of the service */
    bool function_error;              /* the body is Lambda's error object */
};

/* The first of `keys` (NULL-terminated) that is a string in `object`, or NULL. */
static const char *string_of(const json *object, const char *const *keys)
{
    const char *string = NULL;

    for (; *keys && !string; keys++)
        string = json_string(json_get(object, *keys));
    return string;
}

/* "com.amazonaws#NotFound" and "NotFound:http://..." are NotFound. */
static const char *bare_type(struct arena *arena, const char *type)
{
    const char *hash = type ? strrchr(type, '#') : NULL;

    if (hash)
        type = hash + 1;
    return type ? arena_copy(arena, type, strcspn(type, ":")) : NULL;
}

/* Names and messages under every spelling that a Lambda endpoint is known to use. */
static void read_error(struct reply_reading *r)
{
    static const char *const types[] = { "__type", "code", NULL };
    static const char *const messages[] = { "errorMessage", "Message", "message", NULL };
    const json *value = r->reply->value;
    const char *crash_type = json_string(json_get(value, "errorType"));
    const char *crash_message = json_string(json_get(value, "errorMessage"));

    r->function_error = json_is_null(json_get(value, "status")) && (crash_type || crash_message);
    r->error_type = crash_type;
    if (!crash_type)
        r->error_type = bare_type(r->arena, r->answer->error_type ? r->answer->error_type
                                                                  : string_of(value, types));
    r->message = string_of(value, messages);
}

static bool finish(struct reply_reading *r, enum reply_kind kind, const char *problem,
                   const char *hint)
{
    r->reply->kind = kind;
    r->reply->problem = problem;
    r->reply->hint = hint;
    return true;
}

static bool contains(const char *text, const char *part)
{
    return text && strstr(text, part);
}

static const char *quoted(const struct reply_reading *r, const char *text)
{
    return text_quote(r->arena, text, SHOWN);
}

/* What a message gives away about its cause. All words of a row must be in it. */
static const struct {
    const char *word, *other, *hint;
} giveaways[] = {
    { "unexpected keyword argument", "'requestData'", NULL },
    { "missing required property", "\"credentials\"", NULL },
    { "signal: killed", "",
      "the process was killed, most often for want of memory: in template.yml, "
      "under Globals.Function, set MemorySize: 256 or more" },
    { "No module named", "", "the package of the function lacks a module; build it again" },
    { "Cannot find module", "", "the package of the function lacks a module; build it again" },
    { "Runtime exited", "",
      "the process ended by itself: look for the reason in the function's log" },
};

static const char *entrypoint_hint(const struct target *target)
{
    return strcmp(target->function_name, "TypeFunction") == 0
               ? "this is the code of TestEntrypoint, which wants another payload: in "
                 "template.yml, "
                 "set the Handler of TypeFunction to the entrypoint of .rpdk-config"
               : "this function looks like TestEntrypoint, which wants another payload: "
                 "use --function-name TypeFunction";
}

static const char *message_hint(const struct reply_reading *r, const char *message)
{
    for (size_t i = 0; i < COUNT(giveaways); i++)
        if (contains(message, giveaways[i].word) && contains(message, giveaways[i].other))
            return giveaways[i].hint ? giveaways[i].hint : entrypoint_hint(r->target);
    return NULL;
}

/* Services that answer for themselves and not for the handler. */

static const struct {
    int first, last;
    const char *type, *body; /* either may be NULL: any */
    const char *advice;
} service_faults[] = {
    { 404, 404, NULL, "not reachable in this region", "pass the --region that it is in" },
    { 404, 404, "ResourceNotFound", NULL, "name a function of the template with --function-name" },
    { 404, 404, NULL, "404 page not found",
      "the runtime interface emulator serves one name: use --function-name function" },
    { 404, 404, NULL, NULL, "is this a Lambda endpoint? check --endpoint" },
    { 400, 400, "RecursiveInvocation", NULL, "the function calls itself; see its event sources" },
    { 400, 400, "NoPublishedVersion", NULL, "publish a version of the function" },
    { 400, 400, "SnapStart", NULL, "see the function's log for why it does not start" },
    { 400, 400, "UnrecognizedClient", NULL, "check the credentials, and --region" },
    { 401, 401, NULL, NULL, "check the credentials" },
    { 403, 403, "InvalidSignature", NULL,
      "check the secret key, --region and this machine's clock" },
    { 403, 403, "Expired", NULL, "the credentials have expired; get new ones" },
    { 403, 403, "UnrecognizedClient", NULL, "check the credentials, and --region" },
    { 403, 403, "InvalidClientToken", NULL, "check the credentials, and --region" },
    { 403, 403, "Mount", NULL,
      "the function's file system cannot be mounted; see its configuration" },
    { 403, 403, NULL, NULL, "check the credentials and the right to lambda:InvokeFunction" },
    { 408, 408, NULL, NULL, "the function did not start in time; see its log" },
    { 409, 409, NULL, NULL, "the function is being changed or started; try again later" },
    { 410, 410, NULL, NULL, "the function's file system cannot be read; see its configuration" },
    { 415, 415, NULL, NULL, "is this a Lambda endpoint? check --endpoint" },
    { 429, 429, NULL, NULL, "run fewer calls at once, or try again later" },
    { 502, 502, "KMS", NULL,
      "the key of the function's variables cannot be used; see its configuration" },
    { 502, 502, "EC2", NULL, "the function's network cannot be set up; see its VPC" },
    { 502, 502, "ENI", NULL, "the function's network cannot be set up; see its VPC" },
    { 502, 502, "Subnet", NULL, "the function's network cannot be set up; see its VPC" },
    { 502, 502, "SecurityGroup", NULL, "the function's network cannot be set up; see its VPC" },
    { 502, 502, "InvalidRuntime", NULL,
      "Lambda has no such runtime; see the function's configuration" },
    { 502, 502, "InvalidZipFile", NULL, "the package of the function is broken; upload it again" },
    { 500, 599, "ContainerCreationFailed", NULL, "is Docker running? see the log of the endpoint" },
    { 502, 502, NULL, NULL,
      "does the function's process start at all? see the log of the endpoint" },
    { 500, 599, NULL, NULL, "see the log of the endpoint" },
};

static bool is_service_fault(const struct reply_reading *r, size_t row)
{
    const int status = r->answer->status;

    if (status < service_faults[row].first || status > service_faults[row].last)
        return false;
    if (status >= 500 && r->function_error)
        return false;
    if (service_faults[row].type && !contains(r->error_type, service_faults[row].type))
        return false;
    return !service_faults[row].body || contains(r->answer->body, service_faults[row].body);
}

/* True, and the error, when the answer says nothing about the handler. */
static bool service_fault(struct reply_reading *r)
{
    for (size_t i = 0; i < COUNT(service_faults); i++) {
        if (!is_service_fault(r, i))
            continue;
        const char *message = r->reply->value ? r->message : r->answer->body;
        error_set(r->error, "%s: function \"%s\": HTTP %d%s%s%s%s; %s",
                  text_quote(r->arena, r->target->endpoint, 80),
                  text_quote(r->arena, r->target->function_name, 60), r->answer->status,
                  r->error_type ? " " : "", text_quote(r->arena, r->error_type, 60),
                  message && *message ? ": " : "", text_quote(r->arena, message, SHOWN_IN_ERROR),
                  service_faults[i].advice);
        return true;
    }
    return false;
}

/* Each reader knows one kind of answer; the first that recognises it wins. */

static bool read_too_large(struct reply_reading *r)
{
    const bool refused = r->function_error && contains(r->error_type, "ResponseSizeTooLarge");

    if (!r->answer->too_large && !refused)
        return false;
    r->reply->error_type = refused ? r->error_type : NULL;
    r->reply->error_message = refused ? r->message : NULL;
    return finish(r, REPLY_TOO_LARGE,
                  arena_printf(r->arena, "the answer is larger than the %d bytes of Lambda's limit",
                               REPLY_LARGEST),
                  "return less: LIST in pages, with a nextToken");
}

/*
 * The words of a timeout: the whole of a plain text (an older Lambda puts a
 * date in front), or the message of an error object that Lambda wrote. A
 * handler may raise an exception that says the same; that is a crash.
 */
static const char *timeout_words(const struct reply_reading *r)
{
    const char *said = r->function_error ? r->message : r->answer->body;
    const char *words = said ? strstr(said, "Task timed out after") : NULL;

    if (r->function_error && contains(r->error_type, "Sandbox."))
        return words ? words : contains(r->error_type, "Timedout") ? said : NULL;
    if (r->function_error ? r->error_type != NULL : r->reply->value != NULL)
        return NULL;
    return words && words - said < SHOWN ? words : NULL;
}

/* How many values stand in a text, if it is JSON: whatever follows a bracket, a comma. */
static size_t count_values(const char *text, size_t length)
{
    size_t count = 1;
    bool quoted = false;

    for (const char *c = text; c < text + length; c++) {
        if (*c == '"')
            quoted = !quoted;
        else if (quoted)
            c += *c == '\\';
        else
            count += *c == ',' || *c == '[' || *c == '{';
    }
    return count;
}

static bool read_too_many(struct reply_reading *r)
{
    if (r->reply->values <= REPLY_VALUES_MOST)
        return false;
    return finish(
        r, REPLY_TOO_LARGE,
        arena_printf(r->arena, "the answer has more than %d JSON values", REPLY_VALUES_MOST),
        "return less: LIST in pages, with a nextToken");
}

static bool read_timed_out(struct reply_reading *r)
{
    const char *words = timeout_words(r);

    if (!words)
        return false;
    r->reply->error_type = r->function_error ? r->error_type : NULL;
    r->reply->error_message = r->function_error ? r->message : NULL;
    return finish(r, REPLY_TIMED_OUT,
                  arena_printf(r->arena, "the function ran into its Timeout: %s", quoted(r, words)),
                  "in template.yml, under Globals.Function, set Timeout: 180");
}

static const json *trace_of(const json *value)
{
    const json *const places[] = {
        json_get(value, "stackTrace"),
        json_get(value, "trace"),
        json_get(json_get(value, "cause"), "stackTrace"),
        json_get(value, "cause"),
    };

    for (size_t i = 0; i < COUNT(places); i++)
        if (json_type(places[i]) == JSON_ARRAY)
            return places[i];
    return NULL;
}

static bool read_crash(struct reply_reading *r)
{
    if (!r->function_error)
        return false;
    r->reply->error_type = r->error_type;
    r->reply->error_message = r->message;
    r->reply->trace = trace_of(r->reply->value);
    return finish(r, REPLY_CRASH,
                  arena_printf(r->arena, "the handler crashed: %s%s%s", quoted(r, r->error_type),
                               r->error_type && r->message ? ": " : "", quoted(r, r->message)),
                  message_hint(r, r->message));
}

static bool read_http_error(struct reply_reading *r)
{
    const int status = r->answer->status;
    const char *hint = NULL;

    if (status >= 200 && status < 300)
        return false;
    if (status < 400)
        hint = "redirects are not followed: give the final address with --endpoint";
    else if (status == 413)
        hint = "the request is too large for Lambda: make the inputs smaller";
    r->reply->error_type = r->error_type;
    r->reply->error_message = r->message;
    return finish(r, REPLY_HTTP_ERROR,
                  arena_printf(r->arena, "HTTP %d%s%s%s%s", status, r->error_type ? " " : "",
                               quoted(r, r->error_type), r->message ? ": " : "",
                               quoted(r, r->message)),
                  hint);
}

static bool read_empty(struct reply_reading *r)
{
    if (strspn(r->answer->body, " \t\r\n") < r->answer->length)
        return false;
    return finish(r, REPLY_EMPTY, "the answer is empty",
                  "the container was stopped: it ran into the function's Timeout or MemorySize; in "
                  "template.yml, under Globals.Function, set Timeout: 180 and MemorySize: 256");
}

static const char *not_json_hint(const struct reply_reading *r)
{
    const char *first = r->answer->body + strspn(r->answer->body, " \t\r\n");

    if (*first == '<')
        return "this looks like a web page: is it a Lambda endpoint? check --endpoint";
    if (contains(r->json_error.text, "NaN"))
        return "Python writes NaN and Infinity, which no JSON reader accepts: leave such a "
               "property out";
    return NULL;
}

static bool read_not_json(struct reply_reading *r)
{
    if (r->reply->value)
        return false;
    return finish(
        r, REPLY_NOT_JSON,
        arena_printf(r->arena, "the answer is not JSON: %s", quoted(r, r->json_error.text)),
        not_json_hint(r));
}

static bool read_not_object(struct reply_reading *r)
{
    const json *value = r->reply->value;
    const char *string = json_string(value);
    const char *hint = NULL;

    if (json_type(value) == JSON_OBJECT)
        return false;
    if (json_is_null(value))
        hint = "the handler returned nothing: return a ProgressEvent on every path";
    else if (string && *string == '{')
        hint = "the handler returned JSON as text: return the object itself";
    return finish(r, REPLY_NOT_OBJECT,
                  arena_printf(r->arena, "the answer is %s%s, not a ProgressEvent object",
                               json_is_null(value) ? "" : "of type ", json_type_name(value)),
                  hint);
}

static bool read_object(struct reply_reading *r)
{
    const json *value = r->reply->value;
    const char *status = json_string(json_get(value, "status"));
    const bool failed = status && strcmp(status, "FAILED") == 0;

    return finish(r, REPLY_OBJECT, NULL,
                  failed ? message_hint(r, json_string(json_get(value, "message"))) : NULL);
}

static bool (*const readers[])(struct reply_reading *r) = {
    read_too_large, read_too_many, read_timed_out,  read_crash,  read_http_error,
    read_empty,     read_not_json, read_not_object, read_object,
};

bool reply_read(struct reply *reply, const struct http_answer *answer, const struct target *target,
                struct arena *arena, struct error *error)
{
    struct http_answer kept = *answer;
    struct reply_reading reading = {
        .reply = reply,
        .answer = &kept,
        .target = target,
        .arena = arena,
        .error = error,
    };

    *reply = (struct reply){
        .sent = answer->status < 400 || answer->status >= 500, /* 4xx: the service refused it */
        .http_status = answer->status,
        .length = answer->length,
        .values = count_values(answer->body, answer->length),
    };
    if (!answer->too_large && reply->values <= REPLY_VALUES_MOST)
        reply->value = json_parse(arena, answer->body, answer->length, &reading.json_error);
    if (!reply->value)
        reply->body = kept.body = arena_copy(arena, answer->body, answer->length);
    read_error(&reading);
    if (service_fault(&reading))
        return false;
    for (size_t i = 0; i < COUNT(readers) && !readers[i](&reading); i++)
        ;
    return true;
}
