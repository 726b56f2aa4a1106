#include "cfnc/base/exit.h"
#include "cfnc/prepare/aim.h"
#include "cfnc/prepare/subject.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/aws/profiles.h"
#include "cfnc/base/clock.h"
#include "cfnc/base/stop.h"
#include "cfnc/base/text.h"
#include "cfnc/redact/redact.h"

enum { ANSWER_MS = 15 * 60 * 1000, POLL_MS = 250 };

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* A user and a password in front of the host would be shown wherever the endpoint is. */
static bool has_user(const char *url)
{
    const char *host = strstr(url, "://");

    return host && host[3 + strcspn(host + 3, "@/?#")] == '@';
}

static const char *without_slash(struct arena *arena, const char *url)
{
    size_t length = strlen(url);

    while (length && url[length - 1] == '/' && !(length > 1 && url[length - 2] == '/'))
        length--;
    return arena_copy(arena, url, length);
}

/* lambda.REGION.amazonaws.com, vpce-1.lambda.REGION.vpce.amazonaws.com, lambda.REGION.api.aws. */
bool target_check_region(struct arena *arena, const struct target *target, struct error *error)
{
    static const char *const services[] = { "lambda.", "lambda-fips." };
    const char *host = target->image ? "" : strstr(target->endpoint, "://") + 3, *region = NULL;

    for (size_t i = 0; i < sizeof(services) / sizeof(services[0]); i++) {
        const char *found = strstr(host, services[i]);

        if (found && (found == host || found[-1] == '.'))
            region = found + strlen(services[i]);
    }
    if (!region || !(strstr(region, ".amazonaws.") || strstr(region, ".api.aws")))
        return true;
    const size_t length = strcspn(region, ".");
    if (strncmp(region, target->region, length) == 0 && !target->region[length])
        return true;
    region = text_quote(arena, arena_copy(arena, region, length), 40);
    return error_set(error, "%s is in %s, but requests are signed for %s; pass --region %s",
                     text_quote(arena, target->endpoint, 100), region, target->region, region);
}

bool target_check_endpoint(struct arena *arena, const struct target *target, struct error *error)
{
    const char *quoted = text_quote(arena, target->endpoint, 100);

    if (target->image)
        return true;
    if (has_user(target->endpoint))
        return error_set(error, "--endpoint: it has a user or password, which Lambda does not ask "
                                "for; leave out what stands before the @");
    if (!begins(target->endpoint, "http://") && !begins(target->endpoint, "https://"))
        return error_set(error, "--endpoint %s: expected http://HOST:PORT or https://HOST", quoted);
    return http_url_check(target->endpoint, arena, error);
}

/* It becomes a part of the URL. */
static bool is_function_name(const char *name)
{
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && !strchr("-_:.$", *name))
            return false;
    return true;
}

static bool is_account(const char *id)
{
    return strlen(id) == 12 && strspn(id, "0123456789") == 12;
}

static bool is_role(const char *arn)
{
    return begins(arn, "arn:aws") && strstr(arn, ":iam:") && strstr(arn, ":role/") &&
           !arn[strcspn(arn, " \t\r\n\"'<>")];
}

static bool check_role(struct arena *arena, const char *option, const char *arn,
                       struct error *error)
{
    return !arn || is_role(arn) ||
           error_set(error, "%s: expected arn:aws:iam::ACCOUNT:role/NAME, not \"%s\"", option,
                     text_quote(arena, arn, 100));
}

/* What goes to STS, and what asks for it although it must not be asked. */
static bool check_roles(struct arena *arena, const struct target_options *options,
                        struct error *error)
{
    if (options->offline && (options->role_arn || options->log_role_arn || options->ask_sts))
        return error_set(error, "--offline: there is no STS then; leave out %s",
                         options->role_arn       ? "--role-arn"
                         : options->log_role_arn ? "--log-role-arn"
                                                 : "--ask-sts");
    if (!options->source_account != !options->source_arn)
        return error_set(error, "--source-account and --source-arn go together; pass both");
    if (options->source_account && !is_account(options->source_account))
        return error_set(error, "--source-account: expected 12 digits, not \"%s\"",
                         text_quote(arena, options->source_account, 40));
    if (options->log_role_arn && !options->log_group_name)
        return error_set(error, "--log-role-arn: no log is delivered without --log-group-name");
    return check_role(arena, "--role-arn", options->role_arn, error) &&
           check_role(arena, "--log-role-arn", options->log_role_arn, error);
}

bool target_check(struct arena *arena, const struct options *options, struct error *error)
{
    if (!is_function_name(options->target.function_name))
        return error_set(error, "--function-name: \"%s\" cannot be the name of a function",
                         text_quote(arena, options->target.function_name, 60));
    if (!is_account(options->target.account_id))
        return error_set(error, "--account-id: expected 12 digits, not \"%s\"",
                         text_quote(arena, options->target.account_id, 40));
    return check_roles(arena, &options->target, error) && image_check(arena, options, error);
}

/* The region that the AWS tools would take, and who says so; NULL for none. */
static const char *usual_region(struct arena *arena, const struct target_options *options,
                                const char **source)
{
    static const char *const names[] = { "AWS_REGION", "AWS_DEFAULT_REGION" };
    const char *profile = profiles_wanted(options->profile);
    struct error ignored;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);

        *source = names[i];
        if (value && *value)
            return value;
    }
    profile = profile ? profile : "default";
    const struct profiles *profiles = profiles_read(arena, &ignored);
    *source = arena_printf(arena, "the region of profile %s", text_quote(arena, profile, 40));
    return profiles ? profiles_get(profiles, profile, "region") : NULL;
}

/* People set the region for the AWS tools, and cfn test has always ignored that. */
const char *target_warn_of_region(struct arena *arena, const struct options *options,
                                  struct project *project)
{
    const char *source, *region = NULL;

    if (!options_said(options, "region"))
        region = usual_region(arena, &options->target, &source);
    if (!region || strcmp(region, options->target.region) == 0)
        return NULL;
    project_warn(arena, project, "region", NULL,
                 arena_printf(arena, "%s is %s, but %s is used; pass --region %s", source,
                              text_quote(arena, region, 40), options->target.region,
                              text_quote(arena, region, 40)));
    return region;
}

struct target target_of(struct arena *arena, const struct target_options *options,
                        const struct project_subject *subject)
{
    struct target target = {
        .endpoint = without_slash(arena, options->endpoint),
        .function_name = options->function_name,
        .region = options->region,
        .account_id = options->account_id,
        .type_name = subject->type ? subject->type->name : NULL,
        .type_configuration = subject->project->type_configuration,
        .log_group_name = options->log_group_name,
        .connect_timeout_ms = options->connect_timeout_ms,
        .total_timeout_ms = ANSWER_MS,
    };
    image_aim(arena, options, subject->project, &target);
    return target;
}

bool target_aim(struct arena *arena, const struct options *options, struct project_subject *subject,
                struct redactor *redactor, struct target *target, struct error *error)
{
    *target = target_of(arena, &options->target, subject);
    target_warn_of_region(arena, options, subject->project);
    return target_check_endpoint(arena, target, error) &&
           target_check_region(arena, target, error) &&
           target_equip(arena, &options->target, subject, redactor, target, error);
}

/* Each question has an arena of its own: there may be hundreds. */
static bool ask(const struct target *target, enum service *service, struct error *error)
{
    struct arena *arena = arena_new();
    const bool ready = target_probe_endpoint(arena, target, service, error);

    arena_free(arena);
    return ready;
}

bool target_wait(const struct target *target, int64_t patience_ms, enum service *service,
                 struct error *error)
{
    const int64_t until = clock_steady_ms() + patience_ms;

    while (!ask(target, service, error)) {
        if (*service != SERVICE_UNKNOWN || clock_steady_ms() >= until || stop_code())
            return false;
        clock_sleep_ms(POLL_MS);
    }
    return true;
}

const char *target_advice(const struct target *target)
{
    if (!target_is_loopback(target))
        return "Is the address right?\n";
    return "Start the local Lambda service in another terminal, in\n"
           "the folder that has template.yml:\n"
           "\n"
           "    sam local start-lambda\n"
           "\n"
           "and run this again, or let cfnc wait for it:\n"
           "\n"
           "    cfnc test --wait-for-endpoint 60\n"
           "\n"
           "No handler yet?  \"cfnc test --demo\" tests one that is built in.\n";
}

bool target_ready(const struct target *target, const char *folder, int64_t wait_ms)
{
    struct arena *arena = arena_new();
    enum service service;
    enum presence presence;
    struct error error;
    const bool listens = target_wait(target, wait_ms, &service, &error);
    const bool ready =
        listens && target_probe_function(arena, target, folder, service, &presence, &error);

    if (!ready)
        complain(EXIT_TARGET, "%s", error.text);
    if (!listens && service == SERVICE_UNKNOWN && !stop_code())
        fprintf(stderr, "\nNo handler was called.  %s", target_advice(target));
    else if (!ready)
        fputs("No handler was called.\n", stderr);
    arena_free(arena);
    return ready;
}

enum exit_code target_reach(struct arena *arena, const struct options *options,
                            struct project_subject *subject, struct redactor *redactor,
                            struct target *target)
{
    struct error error;
    const bool aimed = target_aim(arena, options, subject, redactor, target, &error);

    if (aimed &&
        !target_ready(target, options->subject.folder, options->target.wait_for_endpoint_ms))
        return EXIT_TARGET;
    return aimed && target_authorise(arena, options, target, subject->project, &error)
               ? EXIT_OK
               : complain(EXIT_TARGET, "%s", redact_text(redactor, arena, error.text));
}
