#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/commands.h"
#include "cfnc/text.h"

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

static bool check_endpoint(struct arena *arena, const struct target *target, struct error *error)
{
    const char *quoted = text_quote(arena, target->endpoint, 100);

    if (has_user(target->endpoint))
        return error_set(error, "--endpoint: it has a user or password, which Lambda does not ask "
                                "for; leave out what stands before the @");
    if (begins(target->endpoint, "https://"))
        return error_set(error, "%s: signed (https) endpoints come later; use a http:// one",
                         quoted);
    if (!begins(target->endpoint, "http://"))
        return error_set(error, "--endpoint %s: expected http://HOST:PORT", quoted);
    if (target->credentials.placeholders && !target_is_loopback(target))
        return error_set(error,
                         "%s is not this machine, and there are no credentials to send; export "
                         "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
                         quoted);
    return true;
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

bool target_check(struct arena *arena, const struct options *options, struct error *error)
{
    if (!is_function_name(options->function_name))
        return error_set(error, "--function-name: \"%s\" cannot be the name of a function",
                         text_quote(arena, options->function_name, 60));
    if (!is_account(options->account_id))
        return error_set(error, "--account-id: expected 12 digits, not \"%s\"",
                         text_quote(arena, options->account_id, 40));
    return true;
}

/* People set the region for the AWS tools, and cfn test has always ignored that. */
static void warn_of_region(struct arena *arena, const struct options *options,
                           struct project *project)
{
    static const char *const names[] = { "AWS_REGION", "AWS_DEFAULT_REGION" };

    if (options_given(options, "region"))
        return;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);

        if (!value || !*value)
            continue;
        if (strcmp(value, options->region) != 0)
            project_warn(arena, project, "region", NULL,
                         arena_printf(arena, "%s is %s, but %s is used; pass --region %s", names[i],
                                      text_quote(arena, value, 40), options->region,
                                      text_quote(arena, value, 40)));
        return;
    }
}

static void warn_of_account(struct arena *arena, const struct options *options,
                            const struct target *target, struct project *project)
{
    if (!target->credentials.placeholders && !options_given(options, "account-id"))
        project_warn(arena, project, "account", NULL,
                     arena_printf(arena,
                                  "the account of the credentials is not looked up; %s is sent, "
                                  "unless you pass --account-id",
                                  target->account_id));
}

bool target_aim(struct arena *arena, const struct options *options, const struct subject *subject,
                struct target *target, struct error *error)
{
    const bool offline = options->offline || options->demo;

    *target = (struct target){
        .endpoint = without_slash(arena, options->endpoint),
        .function_name = options->function_name,
        .region = options->region,
        .account_id = options->account_id,
        .type_name = subject->type->name,
        .type_configuration = subject->project->type_configuration,
        .credentials = credentials_find(offline),
        .connect_timeout_ms = options->connect_timeout_ms,
        .total_timeout_ms = ANSWER_MS,
    };
    if (options->profile && !offline &&
        !credentials_of_profile(arena, options->profile, &target->credentials, error))
        return error_prefix(error, "--profile: ");
    warn_of_region(arena, options, subject->project);
    warn_of_account(arena, options, target, subject->project);
    return check_endpoint(arena, target, error);
}

/* Each question has an arena of its own: there may be hundreds. */
static bool ask(const struct options *options, const struct target *target, enum service *service,
                struct error *error)
{
    struct arena *arena = arena_new();
    const bool ready = target_probe(arena, target, options->folder, service, error);

    arena_free(arena);
    return ready;
}

static void advise(const struct target *target)
{
    fputs("\nNo handler was called.  ", stderr);
    if (!target_is_loopback(target)) {
        fputs("Is the address right?\n", stderr);
        return;
    }
    fputs("Start the local Lambda service in another terminal, in\n"
          "the folder that has template.yml:\n"
          "\n"
          "    sam local start-lambda\n"
          "\n"
          "and run this again, or let cfnc wait for it:\n"
          "\n"
          "    cfnc test --wait-for-endpoint 60\n"
          "\n"
          "No handler yet?  \"cfnc test --demo\" tests one that is built in.\n",
          stderr);
}

bool target_ready(const struct options *options, const struct target *target, enum service *service)
{
    const int64_t until = clock_now_ms(NULL) + options->wait_for_endpoint_ms;
    struct error error;

    while (!ask(options, target, service, &error)) {
        if (*service == SERVICE_UNKNOWN && clock_now_ms(NULL) < until) {
            clock_sleep_ms(NULL, POLL_MS);
            continue;
        }
        complain(EXIT_TARGET, "%s", error.text);
        if (*service == SERVICE_UNKNOWN)
            advise(target);
        else
            fputs("No handler was called.\n", stderr);
        return false;
    }
    return true;
}
