/*
 * Named profiles of the AWS CLI's two files: static keys. The files are read
 * here because the INI libraries at hand cut lines at 200 characters, and a
 * session token is longer.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/file.h"
#include "cfnc/lambda.h"
#include "cfnc/text.h"

enum { FILE_LARGEST = 1024 * 1024, MOST_PROFILES = 200 };

/* What is looked for, and what was found of it. */
struct search {
    struct arena *arena;
    const char *profile;
    const char *id, *secret, *token;
    const char *other;                    /* a key of the profile that stands for other ways */
    const char *names[MOST_PROFILES + 1]; /* every profile, for "did you mean" */
    size_t count;
    bool found;
};

static const char *location(struct arena *arena, const char *variable, const char *name)
{
    const char *path = getenv(variable), *home = getenv("HOME");

    return path && *path ? path : arena_printf(arena, "%s/.aws/%s", home ? home : "", name);
}

static char *trim(char *text)
{
    char *end = text + strlen(text);

    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text + strspn(text, " \t");
}

/* [name] of the credentials file, [profile name] and [default] of the config file. */
static bool enter_section(struct search *s, char *line)
{
    char *end = strchr(line, ']');

    if (end)
        *end = '\0';
    line = trim(line + 1);
    if (strncmp(line, "profile ", 8) == 0)
        line = trim(line + 8);
    if (s->count < MOST_PROFILES)
        s->names[s->count++] = line;
    const bool wanted = strcmp(line, s->profile) == 0;
    s->found = s->found || wanted;
    return wanted;
}

/* The first file that has a key wins: the credentials file is read first. */
static void keep(const char **place, const char *value)
{
    if (!*place && *value)
        *place = value;
}

static void take_setting(struct search *s, char *line)
{
    static const char *const others[] = { "role_arn", "credential_process", "sso_session",
                                          "sso_start_url", "web_identity_token_file" };
    char *equals = strchr(line, '=');

    if (!equals)
        return;
    *equals = '\0';
    const char *key = trim(line), *value = trim(equals + 1);
    if (strcmp(key, "aws_access_key_id") == 0)
        keep(&s->id, value);
    else if (strcmp(key, "aws_secret_access_key") == 0)
        keep(&s->secret, value);
    else if (strcmp(key, "aws_session_token") == 0 || strcmp(key, "aws_security_token") == 0)
        keep(&s->token, value);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (strcmp(key, others[i]) == 0)
            s->other = others[i];
}

static bool search_file(struct search *s, const char *path, struct error *error)
{
    char *text = file_exists(path) ? file_read(s->arena, path, FILE_LARGEST, NULL, error) : NULL;
    bool inside = false;

    if (!text)
        return !file_exists(path);
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (*line == '[')
            inside = enter_section(s, line);
        else if (inside && !isspace((unsigned char)*line) && *line != '#' && *line != ';')
            take_setting(s, line); /* an indented line goes on with the setting before it */
    }
    return true;
}

static bool not_found(const struct search *s, const char *shared, const char *config,
                      struct error *error)
{
    const char *near = text_nearest(s->profile, s->names);
    const char *name = text_quote(s->arena, s->profile, 60);

    if (!s->found)
        return error_set(error, "no profile \"%s\" in %s and %s%s%s%s", name, shared, config,
                         near ? " (did you mean " : "", near ? text_quote(s->arena, near, 60) : "",
                         near ? "?)" : "");
    if (s->other)
        return error_set(error,
                         "profile \"%s\" has %s, which is not followed yet; export "
                         "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN",
                         name, s->other);
    return error_set(error, "profile \"%s\" has no aws_access_key_id and aws_secret_access_key",
                     name);
}

bool credentials_of_profile(struct arena *arena, const char *profile,
                            struct credentials *credentials, struct error *error)
{
    struct search s = { .arena = arena, .profile = profile };
    const char *shared = location(arena, "AWS_SHARED_CREDENTIALS_FILE", "credentials");
    const char *config = location(arena, "AWS_CONFIG_FILE", "config");

    if (!search_file(&s, shared, error) || !search_file(&s, config, error))
        return false;
    if (!s.id || !s.secret)
        return not_found(&s, shared, config, error);
    *credentials = (struct credentials){
        .access_key_id = s.id,
        .secret_access_key = s.secret,
        .session_token = s.token ? s.token : "",
    };
    return true;
}
