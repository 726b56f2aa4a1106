/* Credentials that this machine has, before any of them is used: what is said on the way may name
 * one. */
#include "cfnc/prepare/secrets.h"
#include <stdlib.h>
#include <string.h>

#include "cfnc/aws/profiles.h"
#include "cfnc/base/file.h"
#include "cfnc/prepare/aim.h"
#include "cfnc/redact/redact.h"

enum { TOKEN_LARGEST = 64 * 1024, CHAIN_LONGEST = 20 };

static void learn_file(struct arena *arena, struct redactor *redactor, const char *path)
{
    struct error ignored;
    char *token = path && *path ? file_read(arena, path, TOKEN_LARGEST, NULL, &ignored) : NULL;

    if (!token)
        return;
    token[strcspn(token, " \t\r\n")] = '\0';
    redactor_learn_text(redactor, token);
}

static void learn_environment(struct arena *arena, struct redactor *redactor)
{
    static const char *const names[] = { "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY",
                                         "AWS_SESSION_TOKEN", "AWS_SECURITY_TOKEN",
                                         "AWS_CONTAINER_AUTHORIZATION_TOKEN" };
    static const char *const files[] = { "AWS_WEB_IDENTITY_TOKEN_FILE",
                                         "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        redactor_learn_text(redactor, getenv(names[i]));
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        learn_file(arena, redactor, getenv(files[i]));
}

/* The profile's and those of the profiles that it gets its role with. */
static void learn_profile(struct arena *arena, struct redactor *redactor,
                          const struct profiles *profiles, const char *profile)
{
    static const char *const settings[] = { "aws_access_key_id", "aws_secret_access_key",
                                            "aws_session_token" };

    for (int i = 0; profile && i < CHAIN_LONGEST; i++) {
        for (size_t k = 0; k < sizeof(settings) / sizeof(settings[0]); k++)
            for (enum profiles_file file = PROFILES_SHARED; file < PROFILES_FILES; file++)
                redactor_learn_text(redactor,
                                    profiles_get_of(profiles, file, profile, settings[k]));
        learn_file(arena, redactor, profiles_get(profiles, profile, "web_identity_token_file"));
        profile = profiles_get(profiles, profile, "source_profile");
    }
}

const struct resource_type *options_hide(struct arena *arena, const struct subject_options *options,
                                         const struct resource_type *type, struct error *error)
{
    const struct resource_type *hiding =
        type ? resource_type_hide(arena, type, options->redact_paths.items, error) : NULL;

    if (type && !hiding)
        (void)error_prefix(error, "--redact-path: ");
    return hiding;
}

static void learn(struct arena *arena, const struct target_options *options,
                  struct redactor *redactor)
{
    const char *wanted = profiles_wanted(options->profile);
    struct error ignored;

    learn_environment(arena, redactor);
    if (options->demo || options->offline)
        return;
    const struct profiles *profiles = profiles_read(arena, &ignored);
    if (profiles)
        learn_profile(arena, redactor, profiles, wanted ? wanted : "default");
}

struct redactor *secrets_redactor(struct arena *arena, const struct options *options,
                                  const struct subject *subject)
{
    struct secrecy secrecy = subject ? subject_secrecy(subject) : (struct secrecy){ 0 };

    if (options->no_redact)
        secrecy.secret = NULL;
    struct redactor *redactor = redactor_new(arena, secrecy);
    learn(arena, &options->target, redactor);
    return redactor;
}

void secrets_learn_inputs(struct arena *arena, struct redactor *redactor,
                          const struct project *project)
{
    for (size_t i = 0; i < project->set_count; i++) {
        const struct input_set *set = &project->sets[i];

        redactor_learn(redactor, set->create);
        redactor_learn(redactor, set->update);
        redactor_learn(redactor, set->invalid);
        redactor_learn(redactor, overrides_model(arena, set->create_overrides));
        redactor_learn(redactor, overrides_model(arena, set->update_overrides));
    }
}
