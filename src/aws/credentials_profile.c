/* What a profile says: keys, a role and where its credentials come from, a process. */
#include "credentials_private.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cfnc/base/file.h"
#include "cfnc/base/process.h"
#include "cfnc/base/text.h"

enum {
    PROCESS_MS = 60000, /* somebody may have to touch a key */
    PROCESS_LARGEST = 64 * 1024,
    TOKEN_LARGEST = 64 * 1024,
    CHAIN_LONGEST = 20
};

static enum credentials_outcome keys_of(struct source_search *search, enum profiles_file file)
{
    const char *id = profiles_get_of(search->profiles, file, search->profile, "aws_access_key_id");
    const char *secret =
        profiles_get_of(search->profiles, file, search->profile, "aws_secret_access_key");
    const char *token =
        profiles_get_of(search->profiles, file, search->profile, "aws_session_token");

    if (!id && !secret)
        return CREDENTIALS_NONE;
    if (!id || !secret) {
        error_set(search->error, "it has %s, but no %s",
                  id ? "aws_access_key_id" : "aws_secret_access_key",
                  id ? "aws_secret_access_key" : "aws_access_key_id");
        return search_bad(search);
    }
    if (!token)
        token = profiles_get_of(search->profiles, file, search->profile, "aws_security_token");
    *search->found = (struct credentials){
        .access_key_id = id,
        .secret_access_key = secret,
        .session_token = token ? token : "",
    };
    return CREDENTIALS_FOUND;
}

enum credentials_outcome source_shared_keys(struct source_search *search)
{
    return keys_of(search, PROFILES_SHARED);
}

enum credentials_outcome source_config_keys(struct source_search *search)
{
    return keys_of(search, PROFILES_CONFIG);
}

/* What a program complains of, without words that may be keys: long ones with a digit. */
static const char *without_keys(struct arena *arena, const char *complaint)
{
    enum { SHORTEST_KEY = 16 };
    static const char blanks[] = " \t\"'`,;:(){}[]<>";
    struct text out = text_new(arena);

    while (*complaint) {
        const size_t gap = strspn(complaint, blanks), word = strcspn(complaint + gap, blanks);
        const bool digit = strcspn(complaint + gap, "0123456789") < word;

        text_add_bytes(&out, complaint, gap);
        if (word >= SHORTEST_KEY && digit)
            text_add(&out, "\u2022\u2022\u2022");
        else
            text_add_bytes(&out, complaint + gap, word);
        complaint += gap + word;
    }
    return out.bytes;
}

static bool run_process(struct source_search *search, const char *line,
                        struct process_result *result)
{
    const struct process process = {
        .argv = process_split(search->arena, line, search->error),
        .timeout_ms = PROCESS_MS,
        .most = PROCESS_LARGEST,
        .credentials = true,
    };

    if (!process.argv || !process_run(search->arena, &process, result, search->error))
        return false;
    if (result->exit_code == 0)
        return true;
    return error_set(
        search->error, "%s ended with exit code %d%s%s",
        text_quote(search->arena, process.argv[0], 80), result->exit_code,
        *result->complaint ? ": " : "",
        text_quote(search->arena, without_keys(search->arena, result->complaint), 200));
}

enum credentials_outcome source_process(struct source_search *search)
{
    const char *line = search_setting(search, "credential_process");
    struct process_result result;
    struct error unread;

    if (!line)
        return CREDENTIALS_NONE;
    if (!run_process(search, line, &result)) {
        error_prefix(search->error, "credential_process: ");
        return search_bad(search);
    }
    /* Why it is no JSON is not told: the words might be a secret. */
    const json *value = json_parse(search->arena, result.output, result.length, &unread);
    if (json_type(value) != JSON_OBJECT)
        error_set(search->error, "credential_process: what it wrote is no JSON object");
    else if (json_number(json_get(value, "Version"), 0) < 1 ||
             json_number(json_get(value, "Version"), 0) > 1)
        error_set(search->error, "credential_process: the Version of what it wrote is not 1");
    else if (credentials_of_json(search->arena, value, "credential_process", search->found,
                                 search->error))
        return CREDENTIALS_FOUND;
    return search_bad(search);
}

enum credentials_outcome source_sign_on(struct source_search *search)
{
    static const char *const settings[] = { "sso_session", "sso_start_url", "sso_account_id",
                                            "login_session" };

    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
        if (!search_setting(search, settings[i]))
            continue;
        const char *name = text_quote(search->arena, search->profile, 60);
        error_set(search->error,
                  "it signs in with %s, which is not followed; name a profile that has "
                  "\"credential_process = aws configure export-credentials --profile %s\"",
                  settings[i], name);
        return search_bad(search);
    }
    return CREDENTIALS_NONE;
}

static const char *session_name(struct arena *arena, const char *wanted)
{
    return wanted ? wanted : arena_printf(arena, "cfnc-%lld", (long long)time(NULL));
}

/* The role that a profile names. False and the error when its numbers are wrong. */
static bool read_role(struct source_search *search, struct sts_role *role)
{
    const char *duration = search_setting(search, "duration_seconds");
    char *end = NULL;

    *role = (struct sts_role){
        .arn = search_setting(search, "role_arn"),
        .session_name = session_name(search->arena, search_setting(search, "role_session_name")),
        .external_id = search_setting(search, "external_id"),
    };
    if (!duration)
        return true;
    const long seconds = strtol(duration, &end, 10);
    if (*end || seconds < 900 || seconds > 43200)
        return error_set(search->error, "duration_seconds is %s; expected 900 to 43200",
                         text_quote(search->arena, duration, 20));
    role->duration_s = (int)seconds;
    return true;
}

static enum credentials_outcome with_token(struct source_search *search, const char *path,
                                           struct sts_role role)
{
    char *token = file_read(search->arena, path, TOKEN_LARGEST, NULL, search->error);

    if (!token)
        return CREDENTIALS_BAD;
    for (size_t length = strlen(token); length && strchr(" \t\r\n", token[length - 1]); length--)
        token[length - 1] = '\0';
    role.token = token;
    return search_done(sts_assume_role(search->arena, &search->wanted->sts, NULL, &role,
                                       search->found, search->error));
}

enum credentials_outcome source_web_identity(struct source_search *search)
{
    const char *path = aws_variable("AWS_WEB_IDENTITY_TOKEN_FILE");
    const struct sts_role role = {
        .arn = aws_variable("AWS_ROLE_ARN"),
        .session_name = session_name(search->arena, aws_variable("AWS_ROLE_SESSION_NAME")),
    };

    if (!path)
        return CREDENTIALS_NONE;
    if (!role.arn)
        return search_done(error_set(search->error, "AWS_WEB_IDENTITY_TOKEN_FILE is set, but "
                                                    "AWS_ROLE_ARN is not; export both"));
    return with_token(search, path, role);
}

enum credentials_outcome source_profile_web_identity(struct source_search *search)
{
    const char *path = search_setting(search, "web_identity_token_file");
    struct sts_role role;

    if (!path)
        return CREDENTIALS_NONE;
    if (!search_setting(search, "role_arn"))
        error_set(search->error, "it has web_identity_token_file, but no role_arn");
    else if (read_role(search, &role) && with_token(search, path, role) == CREDENTIALS_FOUND)
        return CREDENTIALS_FOUND;
    return search_bad(search);
}

/* The profiles on the way: each asks the next one for credentials. */
struct chain {
    const char *names[CHAIN_LONGEST];
    size_t count;
};

static enum credentials_outcome refuse_loop(struct source_search *search, const struct chain *chain,
                                            const char *again)
{
    struct text names = text_new(search->arena);

    for (size_t i = 0; i < chain->count && i < 6; i++)
        text_addf(&names, "%s, ", text_quote(search->arena, chain->names[i], 40));
    if (chain->count > 6)
        text_add(&names, "..., ");
    text_add(&names, text_quote(search->arena, again, 40));
    error_set(search->error, "source_profile leads in a loop: %s", names.bytes);
    return CREDENTIALS_BAD;
}

static enum credentials_outcome of_credential_source(struct source_search *search, const char *name)
{
    static const struct {
        const char *name;
        credentials_source find;
    } rows[] = {
        { "Environment", source_environment },
        { "Ec2InstanceMetadata", source_instance },
        { "EcsContainer", source_container },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (strcmp(name, rows[i].name) != 0)
            continue;
        const enum credentials_outcome outcome = rows[i].find(search);
        if (outcome != CREDENTIALS_NONE)
            return outcome;
        error_set(search->error, "credential_source %s has no credentials", name);
        return CREDENTIALS_BAD;
    }
    error_set(search->error,
              "credential_source is \"%s\"; expected Environment, Ec2InstanceMetadata or "
              "EcsContainer",
              text_quote(search->arena, name, 40));
    return CREDENTIALS_BAD;
}

static enum credentials_outcome assume(struct source_search *search, struct chain *chain);

/* What a profile that is named as a source has: its keys come first, then a role of its own. */
static enum credentials_outcome of_source_profile(struct source_search *search, struct chain *chain,
                                                  const char *name)
{
    static const credentials_source ways[] = {
        source_shared_keys,          source_config_keys, NULL,
        source_profile_web_identity, source_process,     source_sign_on
    };
    struct source_search source = *search;

    source.profile = name;
    if (!profiles_have(search->profiles, name)) {
        profiles_missing(search->arena, search->profiles, name, search->error);
        error_prefix(search->error, "source_profile: ");
        return CREDENTIALS_BAD;
    }
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        const enum credentials_outcome outcome =
            ways[i] ? ways[i](&source) : assume(&source, chain);

        if (outcome != CREDENTIALS_NONE)
            return outcome;
    }
    error_set(search->error, "source_profile %s has no credentials",
              text_quote(search->arena, name, 60));
    return CREDENTIALS_BAD;
}

/* Fills search->found with what the role is asked for with. */
static enum credentials_outcome of_source(struct source_search *search, struct chain *chain)
{
    const char *profile = search_setting(search, "source_profile");
    const char *source = search_setting(search, "credential_source");

    if (!profile == !source) {
        error_set(search->error,
                  "it has role_arn, and %s source_profile and credential_source; one is needed",
                  profile ? "both" : "neither");
        return CREDENTIALS_BAD;
    }
    return source ? of_credential_source(search, source)
                  : of_source_profile(search, chain, profile);
}

static enum credentials_outcome assume(struct source_search *search, struct chain *chain)
{
    struct sts_role role;

    if (!search_setting(search, "role_arn") || search_setting(search, "web_identity_token_file"))
        return CREDENTIALS_NONE;
    for (size_t i = 0; i < chain->count; i++)
        if (strcmp(chain->names[i], search->profile) == 0)
            return refuse_loop(search, chain, search->profile);
    if (chain->count == CHAIN_LONGEST) {
        error_set(search->error, "more than %d roles, each from the next", (int)CHAIN_LONGEST);
        return CREDENTIALS_BAD;
    }
    chain->names[chain->count++] = search->profile;
    if (search_setting(search, "mfa_serial")) {
        error_set(search->error, "mfa_serial asks for a code, which nobody can type here; name a "
                                 "profile that has a credential_process");
        return search_bad(search);
    }
    if (!read_role(search, &role) || of_source(search, chain) != CREDENTIALS_FOUND)
        return search_bad(search);
    const struct credentials with = *search->found;
    return sts_assume_role(search->arena, &search->wanted->sts, &with, &role, search->found,
                           search->error)
               ? CREDENTIALS_FOUND
               : search_bad(search);
}

enum credentials_outcome source_role(struct source_search *search)
{
    struct chain chain = { .count = 0 };

    return assume(search, &chain);
}
