/*
 * tests/data/credentials: a folder for each shape of the AWS tools' two files,
 * with what is read of it. The shapes are those of the AWS CLI User Guide and of
 * the AWS SDKs and Tools Reference Guide.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/aws/credentials.h"
#include "cfnc/aws/profiles.h"
#include "cfnc/base/file.h"
#include "cfnc/json/json.h"
#include "test.h"

static const char folder[] = TEST_DATA "/credentials";

enum { LARGEST = 1024 * 1024, SHAPES_LEAST = 40 };

/* What a developer's machine may have. */
static const char *const variables[] = {
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_PROFILE",
    "AWS_DEFAULT_PROFILE",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_ROLE_ARN",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_ENDPOINT_URL",
    "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS",
};

static void check_settings(const struct profiles *profiles, const json *expected)
{
    json_each (profile, expected)
        json_each (setting, profile)
            check_text(profiles_get(profiles, json_key(profile), json_key(setting)),
                       json_string(setting));
}

/* An access key, or an error; nobody listens where roles are asked for. */
static void check_credentials(struct arena *arena, const json *expected)
{
    const char *wanted = json_string(expected);
    const struct credentials_search search = {
        .profile = json_key(expected),
        .loopback = true,
        .sts = { .http = http_new(arena), .region = "us-east-1" },
    };
    struct credentials found = { 0 };
    struct error error = { .text = "" };

    const enum credentials_outcome outcome = credentials_find(arena, &search, &found, &error);
    if (wanted) {
        check_number(outcome, CREDENTIALS_FOUND);
        check_text(error.text, "");
        check_text(found.access_key_id, wanted);
    } else {
        check(outcome != CREDENTIALS_FOUND);
        check_contains(error.text, json_string(json_get(expected, "error")));
        check(!strstr(error.text, "hidden") && !strchr(error.text, '\n'));
    }
}

static void check_shape(struct arena *arena, const char *name)
{
    const char *path = file_join(arena, folder, name);
    struct error error = { .text = "" };
    const json *expected =
        json_read(arena, file_join(arena, path, "expected.json"), LARGEST, &error);

    check_text(error.text, "");
    setenv("AWS_CONFIG_FILE", file_join(arena, path, "config"), 1);
    setenv("AWS_SHARED_CREDENTIALS_FILE", file_join(arena, path, "credentials"), 1);
    const struct profiles *profiles = profiles_read(arena, &error);
    const char *wrong = json_string(json_get(expected, "error"));
    check(!profiles == (wrong != NULL));
    if (wrong)
        check_contains(error.text, wrong);
    if (!profiles)
        return;
    check_settings(profiles, json_get(expected, "settings"));
    json_each (profile, json_get(expected, "credentials"))
        check_credentials(arena, profile);
}

static void every_shape(void)
{
    DIR *shapes = opendir(folder);
    int count = 0;

    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
        unsetenv(variables[i]);
    setenv("AWS_EC2_METADATA_DISABLED", "true", 1);
    setenv("AWS_ENDPOINT_URL_STS", "http://127.0.0.1:1", 1);
    check(shapes != NULL);
    for (const struct dirent *entry = shapes ? readdir(shapes) : NULL; entry;
         entry = readdir(shapes)) {
        struct arena *arena = arena_new();

        if (entry->d_name[0] != '.') {
            check_shape(arena, entry->d_name);
            count++;
        }
        arena_free(arena);
    }
    if (shapes)
        closedir(shapes);
    check(count >= SHAPES_LEAST);
}

static const struct test tests[] = {
    { "credentials files: every shape", every_shape },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
