/* Which credentials a target is given, and when AWS is asked about them. */
#include "cfnc/prepare/aim.h"
#include "cfnc/prepare/subject.h"
#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/redact/redact.h"

enum { RETRIES = 4 };

static void learn(void *context, const char *secret)
{
    redactor_learn_text(context, secret);
}

static void tell(void *context, const char *line)
{
    struct arena *arena = arena_new();

    fprintf(stderr, "cfnc: note: %s\n", redact_text(context, arena, line));
    arena_free(arena);
}

/* Whether handlers get what STS gives, and the account is asked for. */
static bool needs_sts(const struct target_options *options)
{
    return options->ask_sts || options->role_arn || !http_url_is_loopback(options->endpoint) ||
           options->docker_image;
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

enum credentials_outcome target_wallet(struct arena *arena, const struct target_options *options,
                                       struct project_subject *subject, struct error *error)
{
    const struct wallet_options wanted = {
        .search = { .profile = options->profile,
                    .loopback = http_url_is_loopback(options->endpoint) && !options->docker_image,
                    .sts = { .http = http_new(arena),
                             .region = options->region,
                             .source_account = options->source_account,
                             .source_arn = options->source_arn } },
        .role_arn = options->role_arn,
        .log_role_arn = options->log_role_arn,
        .sessions = needs_sts(options),
        .call_s = options->enforce_timeout_ms / 1000 * 2,
    };
    struct wallet *wallet;

    if (subject->wallet)
        return CREDENTIALS_FOUND;
    const enum credentials_outcome outcome = wallet_open(arena, &wanted, &wallet, error);
    subject->wallet = outcome == CREDENTIALS_FOUND ? wallet : NULL;
    return outcome;
}

/* What is made up is enough on this machine, unless somebody wants a role or a session. */
static bool make_up(struct arena *arena, const struct target_options *options,
                    struct target *target, struct error *error)
{
    if (!target_is_loopback(target))
        return error_prefix(error, "%s is not this machine, and ",
                            text_quote(arena, target->endpoint, 100));
    if (options->role_arn || options->ask_sts)
        return false;
    target->credentials = target->log_credentials = credentials_placeholders();
    return true;
}

/* Handlers on this machine may do without. */
static bool offer_offline(const struct target_options *options, struct error *error)
{
    const struct error why = *error;

    return needs_sts(options) ? false
                              : error_set(error, "%s; --offline sends placeholders", why.text);
}

static bool equip(struct arena *arena, const struct target_options *options,
                  struct project_subject *subject, struct redactor *redactor, struct target *target,
                  struct error *error)
{
    if (options->docker_image && !options->expose_secrets) {
        target->credentials = target->log_credentials = credentials_placeholders();
        if (subject->wallet) /* somebody asked for exports */
            wallet_teach(subject->wallet, learn, redactor);
        return true;
    }
    if (options->demo || options->offline) {
        error_set(error, "it gets no placeholders; leave out --offline");
        return make_up(arena, options, target, error);
    }
    switch (target_wallet(arena, options, subject, error)) {
    case CREDENTIALS_FOUND:
        break;
    case CREDENTIALS_NONE:
        return make_up(arena, options, target, error);
    case CREDENTIALS_BAD:
        return offer_offline(options, error);
    }
    target->wallet = subject->wallet;
    wallet_teach(target->wallet, learn, redactor);
    target->sign = wants_signature(target);
    target->retries = is_https(target) ? RETRIES : 0;
    target->tell = tell;
    target->tell_context = redactor;
    return true;
}

/* Made-up credentials open no log, and handlers fail when they cannot write there. */
static void drop_log(struct arena *arena, struct project *project, struct target *target)
{
    if (!target->log_group_name || !target->credentials.placeholders)
        return;
    target->log_group_name = NULL;
    project_warn(arena, project, "log-group", NULL,
                 "--log-group-name: no log is delivered, for the credentials are placeholders");
}

bool target_equip(struct arena *arena, const struct target_options *options,
                  struct project_subject *subject, struct redactor *redactor, struct target *target,
                  struct error *error)
{
    if (!equip(arena, options, subject, redactor, target, error))
        return false;
    drop_log(arena, subject->project, target);
    return true;
}

/* The Nth part between colons, from 0; "" when there are not as many. */
static const char *part(struct arena *arena, const char *text, size_t n)
{
    for (; n && *text; n--) {
        text += strcspn(text, ":");
        text += *text == ':';
    }
    return arena_copy(arena, text, strcspn(text, ":"));
}

/*
 * Of an ARN only the name and the version go into a signed URL: what else is in
 * it must be so anyway, or another function would be called.
 */
static bool check_function(struct arena *arena, struct target *target, struct error *error)
{
    const char *name = target->function_name, *shown = text_quote(arena, name, 100);
    const bool whole = strncmp(name, "arn:", 4) == 0;
    const char *region = whole ? part(arena, name, 3) : target->region;
    const char *account = part(arena, name, whole ? 4 : 0);

    if (!target->sign || !strstr(name, ":function:"))
        return true;
    if (strcmp(region, target->region) != 0)
        return error_set(error, "--function-name %s: it is in %s; pass --region %s", shown,
                         text_quote(arena, region, 40), text_quote(arena, region, 40));
    const char *own = wallet_own_account(target->wallet, error);
    if (!own || strcmp(own, account) == 0)
        return own != NULL;
    return error_set(error,
                     "--function-name %s: it is of account %s, the credentials are of %s; pass a "
                     "--profile of %s",
                     shown, text_quote(arena, account, 20), own, text_quote(arena, account, 20));
}

bool target_authorise(struct arena *arena, const struct options *options, struct target *target,
                      struct project *project, struct error *error)
{
    const struct credentials *caller =
        target->wallet ? wallet_caller(target->wallet, error) : &target->credentials;

    if (!caller)
        return false;
    target->credentials = *caller;
    if (target->wallet && !check_function(arena, target, error))
        return false;
    if (!target->wallet || options_said(options, "account-id"))
        return true;
    if (needs_sts(&options->target)) {
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
