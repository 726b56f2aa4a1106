#include "cfnc/aws/aws.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/stop.h"
#include "cfnc/base/text.h"
#include "xml.h"

enum { CONNECT_MS = 5000, ANSWER_MS = 30000, TRIES = 3, PAUSE_MS = 200, SHOWN = 200 };

/* What host names end with, by how the names of regions begin; the last has all others. */
static const char *suffix_of(const char *region)
{
    static const char *const rows[][2] = {
        { "cn-", "amazonaws.com.cn" },    { "us-iso-", "c2s.ic.gov" },
        { "us-isob-", "sc2s.sgov.gov" },  { "eu-isoe-", "cloud.adc-e.uk" },
        { "us-isof-", "csp.hci.ic.gov" }, { "eusc-", "amazonaws.eu" },
        { "", "amazonaws.com" },
    };
    size_t i = 0;

    while (strncmp(region, rows[i][0], strlen(rows[i][0])) != 0)
        i++;
    return rows[i][1];
}

const char *aws_variable(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

const char *aws_endpoint(struct arena *arena, const char *service, const char *region)
{
    char *name = arena_printf(arena, "AWS_ENDPOINT_URL_%s", service);
    const char *ignored = aws_variable("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"), *set = NULL;

    for (char *c = name; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    if (!ignored || strcasecmp(ignored, "true") != 0)
        set = aws_variable(name) ? aws_variable(name) : aws_variable("AWS_ENDPOINT_URL");
    if (!set)
        return arena_printf(arena, "https://%s.%s.%s", service, region, suffix_of(region));
    size_t length = strlen(set);
    while (length && set[length - 1] == '/')
        length--;
    return arena_copy(arena, set, length);
}

static void add_encoded(struct text *out, const char *value)
{
    for (; *value; value++)
        if (isalnum((unsigned char)*value) || strchr("-._~", *value))
            text_add_bytes(out, value, 1);
        else
            text_addf(out, "%%%02X", (unsigned)(unsigned char)*value);
}

static const char *form(struct arena *arena, const struct aws_question *question)
{
    struct text out = text_new(arena);

    text_addf(&out, "Action=%s&Version=%s", question->action, question->version);
    for (size_t i = 0; question->parameters && question->parameters[i][0]; i++) {
        if (!question->parameters[i][1])
            continue;
        text_addf(&out, "&%s=", question->parameters[i][0]);
        add_encoded(&out, question->parameters[i][1]);
    }
    return out.bytes;
}

static const char *const *all_headers(struct arena *arena, const char *const *more)
{
    size_t count = 0;

    while (more && more[count])
        count++;
    const char **headers = arena_array(arena, count + 2, sizeof(*headers));
    headers[0] = "Content-Type: application/x-www-form-urlencoded; charset=utf-8";
    for (size_t i = 0; i < count; i++)
        headers[i + 1] = more[i];
    return headers;
}

/* XML, or JSON for those that prefer it. */
static const json *read_body(struct arena *arena, const struct http_answer *answer,
                             struct error *error)
{
    const char *first = answer->body + strspn(answer->body, " \t\r\n");

    if (answer->too_large) {
        error_set(error, "the answer is too large");
        return NULL;
    }
    return *first == '{' ? json_parse(arena, answer->body, answer->length, error)
                         : xml_parse(arena, answer->body, answer->length, error);
}

/* The first object below `value` that has a code: services wrap it in different ways. */
static const json *find_fault(const json *value, int depth)
{
    const json *found = json_get(value, "Code") || json_get(value, "__type") ? value : NULL;

    json_each (member, value)
        if (!found && depth && json_type(member) & (JSON_OBJECT | JSON_ARRAY))
            found = find_fault(member, depth - 1);
    return found;
}

static const char *string_of(const json *object, const char *a, const char *b, const char *c)
{
    const char *string = json_string(json_get(object, a));

    if (!string)
        string = json_string(json_get(object, b));
    return string ? string : json_string(json_get(object, c));
}

static bool describe(struct arena *arena, const struct aws_question *question, const char *endpoint,
                     const struct http_answer *answer, struct error *error)
{
    struct error unread;
    const json *fault = find_fault(read_body(arena, answer, &unread), 4);
    const char *code = string_of(fault, "Code", "__type", "code");
    const char *message = string_of(fault, "Message", "message", "msg");

    return error_set(error, "%s: %s: HTTP %d%s%s%s%s", text_quote(arena, endpoint, 80),
                     question->action, answer->status, code ? " " : "", text_quote(arena, code, 60),
                     message ? ": " : "", text_quote(arena, message, SHOWN));
}

/* ACTIONResponse holds ACTIONResult. */
static bool read_result(struct arena *arena, const struct aws_question *question,
                        const char *endpoint, const struct http_answer *answer, const json **result,
                        struct error *error)
{
    const json *document = read_body(arena, answer, error);

    if (!document)
        return error_prefix(error, "%s: %s: ", text_quote(arena, endpoint, 80), question->action);
    const json *response = json_get(document, arena_printf(arena, "%sResponse", question->action));
    *result = json_get(response, arena_printf(arena, "%sResult", question->action));
    return *result ||
           error_set(error,
                     "%s: %s: the answer has no %sResult; is it the right "
                     "endpoint?",
                     text_quote(arena, endpoint, 80), question->action, question->action);
}

static bool may_be_asked_again(enum http_outcome outcome, const struct http_answer *answer)
{
    if (outcome != HTTP_ANSWERED)
        return outcome == HTTP_NOT_SENT;
    return answer->status == 429 || answer->status >= 500;
}

static enum http_outcome send_form(struct arena *arena, struct http *http,
                                   const struct aws_question *question, const char *endpoint,
                                   struct http_answer *answer, struct error *error)
{
    const struct credentials *with = question->credentials;
    const struct http_signature signature = {
        .access_key_id = with ? with->access_key_id : "",
        .secret_access_key = with ? with->secret_access_key : "",
        .session_token = with ? with->session_token : "",
        .region = question->region,
        .service = question->service,
    };
    const struct http_request request = {
        .url = arena_printf(arena, "%s/", endpoint),
        .method = "POST",
        .body = form(arena, question),
        .headers = all_headers(arena, question->headers),
        .signature = with ? &signature : NULL,
        .connect_timeout_ms = CONNECT_MS,
        .total_timeout_ms = ANSWER_MS,
    };

    return http_send(http, &request, arena, answer, error);
}

bool aws_ask(struct arena *arena, struct http *http, const struct aws_question *question,
             const json **result, struct error *error)
{
    const char *endpoint = question->endpoint
                               ? question->endpoint
                               : aws_endpoint(arena, question->service, question->region);
    struct http_answer answer = { 0 };
    enum http_outcome outcome = HTTP_NOT_SENT;
    const int stop = stop_code();

    if (!http_url_check(endpoint, arena, error))
        return false;
    for (int i = 0; i < TRIES; i++) {
        if (i)
            clock_sleep_ms((int64_t)PAUSE_MS << i);
        outcome = send_form(arena, http, question, endpoint, &answer, error);
        if (!may_be_asked_again(outcome, &answer) || stop_ends(stop))
            break;
    }
    if (outcome != HTTP_ANSWERED)
        return error_prefix(error, "%s: ", question->action);
    if (answer.status != 200)
        return describe(arena, question, endpoint, &answer, error);
    return read_result(arena, question, endpoint, &answer, result, error);
}

/* Days from 1970-01-01, of the Gregorian calendar. */
static int64_t days_until(int64_t year, int64_t month, int64_t day)
{
    const int64_t y = month <= 2 ? year - 1 : year, era = y / 400, of_era = y - era * 400;
    const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* Reads digits and what stands before them: "-12" is 12 after a '-'. */
static bool number(const char **at, const char *before, size_t digits, int64_t *value)
{
    const char *c = *at;

    *value = 0;
    if (*before && (!*c || !strchr(before, *c++)))
        return false;
    for (; digits; digits--, c++) {
        if (!isdigit((unsigned char)*c))
            return false;
        *value = *value * 10 + (*c - '0');
    }
    *at = c;
    return true;
}

bool aws_time(const char *text, int64_t *seconds)
{
    int64_t year, month, day, hour, minute, second, off_hour = 0, off_minute = 0;
    const char *at = text;

    if (!number(&at, "", 4, &year) || !number(&at, "-", 2, &month) || !number(&at, "-", 2, &day) ||
        !number(&at, "Tt ", 2, &hour) || !number(&at, ":", 2, &minute) ||
        !number(&at, ":", 2, &second))
        return false;
    if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60)
        return false;
    if (*at == '.')
        at += 1 + strspn(at + 1, "0123456789");
    const char sign = *at;
    if (sign == '+' || sign == '-') {
        if (!number(&at, "+-", 2, &off_hour))
            return false;
        at += *at == ':';
        if (!number(&at, "", 2, &off_minute))
            return false;
    } else if (sign && strchr("Zz", sign)) {
        at++;
    }
    const int64_t offset = (off_hour * 60 + off_minute) * 60;
    *seconds = ((days_until(year, month, day) * 24 + hour) * 60 + minute) * 60 + second -
               (sign == '-' ? -offset : offset);
    return !*at;
}
