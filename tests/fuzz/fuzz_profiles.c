/*
 * Any two files are profiles or an error that names its place. What is got of them is a text of
 * theirs; and whoever looks for credentials in them finds whole ones, or is told why not: roles
 * that lead in circles end, too. The config file stands behind the first byte of 0xFF.
 */
#include "cfnc/aws/profiles.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/aws/credentials.h"
#include "cfnc/base/process.h"
#include "cfnc/http/http.h"
#include "support.h"

#define SHARED "credentials"
#define CONFIG "config"
enum { PROFILES_MOST = 8 /* of which credentials are looked for */ };

/* In place of the client: nobody is asked anything, and STS knows every role. */
struct http {
    int unused;
};
static struct http nobody;

struct http *http_new(struct arena *arena)
{
    (void)arena;
    return &nobody;
}

enum http_outcome http_send(struct http *http, const struct http_request *request,
                            struct arena *arena, struct http_answer *answer, struct error *error)
{
    static const char body[] =
        "<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>A</AccessKeyId>"
        "<SecretAccessKey>B</SecretAccessKey><SessionToken>C</SessionToken><Expiration>"
        "2027-01-31T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>";

    (void)http;
    (void)request;
    (void)arena;
    (void)error;
    *answer = (struct http_answer){ .status = 200, .body = body, .length = sizeof(body) - 1 };
    return HTTP_ANSWERED;
}

bool http_url_check(const char *url, struct arena *arena, struct error *error)
{
    (void)url;
    (void)arena;
    (void)error;
    return true;
}

bool http_url_is_loopback(const char *url)
{
    (void)url;
    return true;
}

/* In place of the system's: no program that a profile names is started. */
pid_t fork(void)
{
    errno = EAGAIN;
    return -1;
}

/* Nothing that is the user's own counts; one of the files is named from the home folder. */
static void set_environment(struct arena *arena)
{
    static const char *const not_ours[] = { "AWS_PROFILE",
                                            "AWS_DEFAULT_PROFILE",
                                            "AWS_ACCESS_KEY_ID",
                                            "AWS_SECRET_ACCESS_KEY",
                                            "AWS_WEB_IDENTITY_TOKEN_FILE",
                                            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
                                            "AWS_CONTAINER_CREDENTIALS_FULL_URI" };
    static bool set;

    if (set)
        return;
    for (size_t i = 0; i < sizeof(not_ours) / sizeof(not_ours[0]); i++)
        must(unsetenv(not_ours[i]) == 0);
    must(setenv("HOME", fuzz_folder(), 1) == 0);
    must(setenv("AWS_SHARED_CREDENTIALS_FILE", fuzz_path(arena, SHARED), 1) == 0);
    must(setenv("AWS_CONFIG_FILE", "~/" CONFIG, 1) == 0);
    set = true;
}

/* Every name is there, once, and what it has is a text of one of the files. */
static void check_names(struct arena *arena, const struct profiles *profiles,
                        const struct profiles_text *texts)
{
    static const char *const settings[] = { "aws_access_key_id", "role_arn", "region",
                                            "source_profile", "credential_source" };
    const char *const *names = profiles_names(arena, profiles);

    for (; *names; names++) {
        must(profiles_have(profiles, *names));
        for (const char *const *other = names + 1; *other; other++)
            must(strcmp(*names, *other) != 0);
        for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
            const char *value = profiles_get(profiles, *names, settings[i]);
            const char *first =
                value ? arena_copy(arena, value, strcspn(value, "\n")) : texts[0].bytes;

            must(!value || *value);
            must(strstr(texts[0].bytes, first) || strstr(texts[1].bytes, first));
        }
        const char *line = profiles_get(profiles, *names, "credential_process");
        struct error error = { .text = "" };
        if (line && !process_split(arena, line, &error))
            must_be_told(&error);
    }
}

static void check_found(struct arena *arena, const char *profile)
{
    const char *source = NULL;
    const struct credentials_search search = { .profile = profile,
                                               .loopback = true,
                                               .sts = { .http = &nobody, .region = "us-east-1" },
                                               .source = &source };
    struct credentials found;
    struct error error = { .text = "" };

    if (credentials_find(arena, &search, &found, &error) == CREDENTIALS_FOUND)
        must(*found.access_key_id && *found.secret_access_key && found.session_token && source);
    else
        must_be_told(&error);
}

/* Read from disk they are the same. */
static void check_read(struct arena *arena, const struct profiles *profiles,
                       const struct profiles_text *texts)
{
    struct error error = { .text = "" };

    fuzz_put(arena, SHARED, texts[PROFILES_SHARED].bytes, texts[PROFILES_SHARED].length);
    fuzz_put(arena, CONFIG, texts[PROFILES_CONFIG].bytes, texts[PROFILES_CONFIG].length);
    const struct profiles *read = profiles_read(arena, &error);
    must(!read == !profiles);
    if (!read) {
        must_be_told(&error);
        return;
    }
    const char *const *names = profiles_names(arena, profiles), *const *same =
                                                                    profiles_names(arena, read);
    for (size_t i = 0; names[i] || same[i]; i++) {
        must(names[i] && same[i] && strcmp(names[i], same[i]) == 0);
        if (i < PROFILES_MOST)
            check_found(arena, names[i]);
    }
    check_found(arena, NULL);
    check_found(arena, "defualt");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    const char *bytes = fuzz_text(arena, data, size);
    const char *mark = memchr(bytes, 0xFF, size);
    const size_t first = mark ? (size_t)(mark - bytes) : size;
    const struct profiles_text texts[PROFILES_FILES] = {
        { "a", arena_copy(arena, bytes, first), first },
        { "b", mark ? mark + 1 : "", mark ? size - first - 1 : 0 },
    };
    struct error error = { .text = "" };

    set_environment(arena);
    const struct profiles *profiles = profiles_parse(arena, texts, &error);
    if (profiles)
        check_names(arena, profiles, texts);
    else
        must_be_told(&error);
    check_read(arena, profiles, texts);
    arena_free(arena);
    return 0;
}
