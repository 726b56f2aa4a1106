/* Which credentials a target is given, and when AWS is asked about them. */
#include <stdio.h>
#include <string.h>

#include "cfnc/commands.h"
#include "cfnc/redact.h"
#include "cfnc/text.h"

enum { RETRIES = 4 };

static void learn(void *context, const char *secret)
{
    redactor_learn_text(context, secret);
}

static void tell(const char *line)
{
    fprintf(stderr, "cfnc: note: %s\n", line);
}

/* Whether handlers get what STS gives, and the account is asked for. */
static bool needs_sts(const struct options *options, const struct target *target)
{
    return options->ask_sts || options->role_arn || !target_is_loopback(target);
}

static bool is_https(const struct target *target)
{
    return strncmp(target->endpoint, "https://", 8) == 0;
}

/* A name that libcurl signs wrongly is left unsigned where nobody asks for a signature. */
static bool wants_signature(const struct target *target)
{
    return is_https(target) || !strpbrk(target->function_name, ":/$");
}

static bool no_credentials(struct arena *arena, const struct options *options,
                           struct target *target, struct error *error)
{
    if (needs_sts(options, target)) {
        const bool here = target_is_loopback(target);
        const char *endpoint = text_quote(arena, target->endpoint, 100);

        return here ? false : error_prefix(error, "%s is not this machine, and ", endpoint);
    }
    target->credentials = target->log_credentials = credentials_placeholders();
    return true;
}

bool target_equip(struct arena *arena, const struct options *options, struct redactor *redactor,
                  struct target *target, struct error *error)
{
    const struct wallet_options wanted = {
        .search = { .profile = options->profile,
                    .loopback = target_is_loopback(target),
                    .sts = { .http = http_new(arena),
                             .region = options->region,
                             .source_account = options->source_account,
                             .source_arn = options->source_arn } },
        .role_arn = options->role_arn,
        .log_role_arn = options->log_role_arn,
        .sessions = needs_sts(options, target),
        .call_s = options->enforce_timeout_ms / 1000 * 2,
        .learn = redactor ? learn : NULL,
        .context = redactor,
    };

    if (options->demo || (options->offline && target_is_loopback(target))) {
        target->credentials = target->log_credentials = credentials_placeholders();
        return true;
    }
    if (options->offline)
        return error_set(error, "%s is not this machine; leave out --offline",
                         text_quote(arena, target->endpoint, 100));
    switch (wallet_open(arena, &wanted, &target->wallet, error)) {
    case CREDENTIALS_FOUND:
        break;
    case CREDENTIALS_NONE:
        target->wallet = NULL;
        return no_credentials(arena, options, target, error);
    case CREDENTIALS_BAD:
        return false;
    }
    target->sign = wants_signature(target);
    target->retries = is_https(target) ? RETRIES : 0;
    target->tell = tell;
    return true;
}

bool target_authorise(struct arena *arena, const struct options *options, struct target *target,
                      struct project *project, struct error *error)
{
    const struct credentials *caller =
        target->wallet ? wallet_caller(target->wallet, error) : &target->credentials;

    if (!caller)
        return false;
    target->credentials = *caller;
    if (!target->wallet || options_given(options, "account-id"))
        return true;
    if (needs_sts(options, target)) {
        target->account_id = wallet_account(target->wallet, error);
        return target->account_id != NULL;
    }
    project_warn(arena, project, "account", NULL,
                 arena_printf(arena,
                              "the account of the credentials is not looked up; %s is sent, "
                              "unless you pass --account-id or --ask-sts",
                              target->account_id));
    return true;
}
