#include "credentials_private.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "cfnc/base/text.h"

/* The first source that has something decides. */
static const struct source {
    const char *name;
    credentials_source find;
    bool unless_named; /* --profile says that it is not meant */
} sources[] = {
    { "environment", source_environment, true },
    { "role of the profile", source_role, false },
    { "web identity", source_web_identity, true },
    { "web identity of the profile", source_profile_web_identity, false },
    { "credentials file", source_shared_keys, false },
    { "credential_process", source_process, false },
    { "config file", source_config_keys, false },
    { "single sign-on", source_sign_on, false },
    { "container", source_container, true },
    { "instance", source_instance, true },
};

const char *search_setting(const struct source_search *search, const char *name)
{
    return profiles_get(search->profiles, search->profile, name);
}

enum credentials_outcome search_bad(struct source_search *search)
{
    error_prefix(search->error, "profile \"%s\": ", text_quote(search->arena, search->profile, 60));
    return CREDENTIALS_BAD;
}

enum credentials_outcome search_done(bool success)
{
    return success ? CREDENTIALS_FOUND : CREDENTIALS_BAD;
}

struct credentials credentials_placeholders(void)
{
    return (struct credentials){
        .access_key_id = "CfncOfflineAccessKey",
        .secret_access_key = "CfncOfflineSecretAccessKeyThatOpensNothing",
        .session_token = "CfncOfflineSessionToken",
        .placeholders = true,
    };
}

/* A name that was asked for must be there; "default" need not. */
static bool have_profile(struct source_search *search, struct error *error)
{
    const char *wanted = profiles_wanted(search->wanted->profile);

    search->profile = wanted ? wanted : "default";
    search->profiles = profiles_read(search->arena, error);
    if (!search->profiles)
        return false;
    if (!wanted || profiles_have(search->profiles, wanted))
        return true;
    return profiles_missing(search->arena, search->profiles, wanted, error);
}

static bool check_expiry(struct source_search *search, const char *source)
{
    const int64_t expires = search->found->expires_s;

    if (!expires || expires > (int64_t)time(NULL))
        return true;
    return error_set(search->error, "the credentials of the %s have expired; get new ones", source);
}

enum credentials_outcome credentials_find(struct arena *arena,
                                          const struct credentials_search *wanted,
                                          struct credentials *found, struct error *error)
{
    struct source_search search = {
        .arena = arena, .wanted = wanted, .found = found, .error = error
    };
    const bool named = wanted->profile && *wanted->profile;

    for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
        /* The environment comes before any file is read, even one that is wrong. */
        if (i == 1 && !have_profile(&search, error))
            return CREDENTIALS_BAD;
        if (named && sources[i].unless_named)
            continue;
        *found = (struct credentials){ .session_token = "" };
        const enum credentials_outcome outcome = sources[i].find(&search);
        if (outcome == CREDENTIALS_FOUND && wanted->source)
            *wanted->source = sources[i].name;
        if (outcome == CREDENTIALS_FOUND)
            return search_done(check_expiry(&search, sources[i].name));
        if (outcome == CREDENTIALS_BAD)
            return outcome;
    }
    if (!profiles_have(search.profiles, search.profile)) {
        error_set(error, "there are no credentials; export AWS_ACCESS_KEY_ID and "
                         "AWS_SECRET_ACCESS_KEY, or pass --profile NAME");
        return CREDENTIALS_NONE;
    }
    error_set(error,
              "profile \"%s\" has no aws_access_key_id and aws_secret_access_key, no "
              "role_arn and no credential_process",
              text_quote(arena, search.profile, 60));
    return named || profiles_wanted(NULL) ? CREDENTIALS_BAD : CREDENTIALS_NONE;
}

bool credentials_of_json(struct arena *arena, const json *value, const char *who,
                         struct credentials *found, struct error *error)
{
    const char *expiration = json_string(json_get(value, "Expiration"));
    const char *token = json_string(json_get(value, "SessionToken"));

    if (!token)
        token = json_string(json_get(value, "Token"));
    *found = (struct credentials){
        .access_key_id = json_string(json_get(value, "AccessKeyId")),
        .secret_access_key = json_string(json_get(value, "SecretAccessKey")),
        .session_token = token ? arena_copy(arena, token, strlen(token)) : "",
    };
    if (!found->access_key_id || !*found->access_key_id || !found->secret_access_key ||
        !*found->secret_access_key)
        return error_set(error, "%s gives no AccessKeyId and SecretAccessKey", who);
    if (expiration && !aws_time(expiration, &found->expires_s))
        return error_set(error, "%s: its Expiration is no date of ISO 8601", who);
    return true;
}

enum credentials_outcome source_environment(struct source_search *search)
{
    const char *id = aws_variable("AWS_ACCESS_KEY_ID");
    const char *secret = aws_variable("AWS_SECRET_ACCESS_KEY");
    const char *token = aws_variable("AWS_SESSION_TOKEN");
    const char *expiration = aws_variable("AWS_CREDENTIAL_EXPIRATION");

    if (!id && !secret)
        return CREDENTIALS_NONE;
    if (!id || !secret)
        return search_done(error_set(search->error, "%s is set, but %s is not; export both",
                                     id ? "AWS_ACCESS_KEY_ID" : "AWS_SECRET_ACCESS_KEY",
                                     id ? "AWS_SECRET_ACCESS_KEY" : "AWS_ACCESS_KEY_ID"));
    if (!token)
        token = aws_variable("AWS_SECURITY_TOKEN");
    *search->found = (struct credentials){
        .access_key_id = id,
        .secret_access_key = secret,
        .session_token = token ? token : "",
    };
    if (expiration && !aws_time(expiration, &search->found->expires_s))
        return search_done(
            error_set(search->error, "AWS_CREDENTIAL_EXPIRATION is no date of ISO 8601"));
    return CREDENTIALS_FOUND;
}
