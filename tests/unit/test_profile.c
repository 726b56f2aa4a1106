#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/file.h"
#include "cfnc/lambda.h"
#include "cfnc/text.h"
#include "test.h"

static struct arena *arena;
static const char *paths[2]; /* of the credentials file and the config file */

/* Both files of a user, in a folder of the test's own. */
static void begin(const char *shared, const char *config)
{
    static const char *const variables[] = { "AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE" };
    const char *const texts[] = { shared, config };
    char folder[] = "/tmp/cfnc-profile-XXXXXX";
    struct error error = { "" };

    arena = arena_new();
    check(mkdtemp(folder) != NULL);
    for (size_t i = 0; i < 2; i++) {
        paths[i] = arena_printf(arena, "%s/%zu", folder, i);
        setenv(variables[i], paths[i], 1);
        check(!texts[i] || file_write(arena, paths[i], texts[i], strlen(texts[i]), &error));
    }
}

static void end(void)
{
    unlink(paths[0]);
    unlink(paths[1]);
    rmdir(file_folder(arena, paths[0]));
    arena_free(arena);
}

static struct credentials found(const char *profile)
{
    struct credentials credentials = { NULL, NULL, NULL, false };
    struct error error = { "" };

    check(credentials_of_profile(arena, profile, &credentials, &error));
    check_text(error.text, "");
    return credentials;
}

static void refused(const char *profile, const char *text)
{
    struct credentials credentials;
    struct error error = { "" };

    check(!credentials_of_profile(arena, profile, &credentials, &error));
    check_contains(error.text, text);
}

static const char shared_file[] = "# mine\n"
                                  "[default]\n"
                                  "aws_access_key_id = AKIDDEFAULT\n"
                                  "aws_secret_access_key=secret/with=equals \r\n"
                                  "[dev]\n"
                                  "  aws_session_token = of the line before\n"
                                  "aws_access_key_id = AKIDDEV\n"
                                  "aws_secret_access_key = dev-secret\n";

static void keys_of_the_credentials_file(void)
{
    begin(shared_file, NULL);
    check_text(found("default").access_key_id, "AKIDDEFAULT");
    check_text(found("default").secret_access_key, "secret/with=equals");
    check_text(found("default").session_token, "");
    check_text(found("dev").access_key_id, "AKIDDEV");
    check_text(found("dev").session_token, "");
    check(!found("dev").placeholders);
    end();
}

static void a_long_token_is_whole(void)
{
    struct arena *words = arena_new();
    struct text token = text_new(words);

    for (int i = 0; i < 400; i++)
        text_add(&token, "abcde");
    begin(NULL, arena_printf(words,
                             "[profile ci]\naws_access_key_id=A\naws_secret_access_key=B\n"
                             "aws_session_token=%s\n",
                             token.bytes));
    check_text(found("ci").session_token, token.bytes);
    end();
    arena_free(words);
}

static void what_is_not_there(void)
{
    begin(shared_file,
          "[profile sso]\nsso_session = work\n[profile half]\naws_access_key_id = A\n");
    refused("dve", "did you mean dev?");
    refused("sso", "sso_session, which is not followed yet");
    refused("half", "no aws_access_key_id and aws_secret_access_key");
    refused("\033[31m", "\\u001b[31m");
    end();
    begin(NULL, NULL);
    refused("dev", "no profile \"dev\"");
    end();
}

static const struct test tests[] = {
    { "profile: keys of the credentials file", keys_of_the_credentials_file },
    { "profile: a long token is whole", a_long_token_is_whole },
    { "profile: what is not there", what_is_not_there },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
