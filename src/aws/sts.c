#include "cfnc/aws/sts.h"

#include <string.h>

#include "cfnc/base/text.h"

enum { SESSION_S = 900 };

/* The end of the year 9999: what an expiration names beyond it is no time. */
static const double latest_s = 253402300799.0;

typedef const char *parameter[2];

static bool ask(struct arena *arena, const struct sts *sts, const struct credentials *with,
                const char *action, const parameter *parameters, const json **result,
                struct error *error)
{
    const char *headers[3] = { NULL };
    const struct aws_question question = {
        .service = "sts",
        .version = "2011-06-15",
        .action = action,
        .region = sts->region,
        .parameters = (const char *const(*)[2])parameters,
        .headers = headers,
        .credentials = with,
    };

    if (sts->source_account && sts->source_arn) {
        headers[0] = arena_printf(arena, "x-amz-source-account: %s", sts->source_account);
        headers[1] = arena_printf(arena, "x-amz-source-arn: %s", sts->source_arn);
    }
    return aws_ask(arena, sts->http, &question, result, error);
}

/* XML has a date, JSON a number. */
static bool read_expiration(const json *value, int64_t *seconds)
{
    const char *text = json_string(value);

    if (text)
        return aws_time(text, seconds);
    const double number = json_number(value, 0);

    if (!(number >= 1 && number <= latest_s))
        return false;
    *seconds = (int64_t)number;
    return true;
}

static bool read_credentials(const json *result, struct credentials *got, struct error *error)
{
    const json *value = json_get(result, "Credentials");

    *got = (struct credentials){
        .access_key_id = json_string(json_get(value, "AccessKeyId")),
        .secret_access_key = json_string(json_get(value, "SecretAccessKey")),
        .session_token = json_string(json_get(value, "SessionToken")),
    };
    if (!got->access_key_id || !got->secret_access_key || !got->session_token ||
        !*got->access_key_id || !*got->secret_access_key ||
        !read_expiration(json_get(value, "Expiration"), &got->expires_s))
        return error_set(error, "STS: its answer holds no whole credentials");
    return true;
}

static const char *seconds(struct arena *arena, int duration)
{
    return duration > 0 ? arena_printf(arena, "%d", duration) : NULL;
}

bool sts_session(struct arena *arena, const struct sts *sts, const struct credentials *with,
                 struct credentials *got, struct error *error)
{
    const parameter parameters[] = {
        { "DurationSeconds", seconds(arena, SESSION_S) },
        { NULL, NULL },
    };
    const json *result;

    return ask(arena, sts, with, "GetSessionToken", parameters, &result, error) &&
           read_credentials(result, got, error);
}

bool sts_assume_role(struct arena *arena, const struct sts *sts, const struct credentials *with,
                     const struct sts_role *role, struct credentials *got, struct error *error)
{
    const parameter parameters[] = {
        { "RoleArn", role->arn },
        { "RoleSessionName", role->session_name },
        { "DurationSeconds", seconds(arena, role->duration_s) },
        { "ExternalId", role->token ? NULL : role->external_id },
        { "WebIdentityToken", role->token },
        { NULL, NULL },
    };
    const char *action = role->token ? "AssumeRoleWithWebIdentity" : "AssumeRole";
    const json *result;

    return (ask(arena, sts, with, action, parameters, &result, error) &&
            read_credentials(result, got, error)) ||
           error_prefix(error, "role %s: ", text_quote(arena, role->arn, 100));
}

const char *sts_account(struct arena *arena, const struct sts *sts, const struct credentials *with,
                        const char **arn, struct error *error)
{
    const json *result;

    *arn = NULL;
    if (!ask(arena, sts, with, "GetCallerIdentity", NULL, &result, error))
        return NULL;
    const char *account = json_string(json_get(result, "Account"));
    *arn = json_string(json_get(result, "Arn"));
    if (account && strlen(account) == 12 && strspn(account, "0123456789") == 12)
        return account;
    error_set(error, "STS: its answer names no account; pass --account-id");
    return NULL;
}
