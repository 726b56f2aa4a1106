/* The conditions that the endpoint, its function and the credentials must meet. */
#include "preflight_private.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/base/shell.h"
#include "cfnc/base/text.h"
#include "cfnc/world/template.h"

enum { SAM_PORT = 3001, TIMEOUT_ENOUGH_S = 180 };

static const char *who_they_are(const struct preflight *p)
{
    const struct wallet *wallet = p->target->wallet;
    const char *arn = wallet ? wallet_arn(wallet) : NULL;

    if (!wallet)
        return "none; placeholders are sent, which is enough here";
    return arn ? arena_printf(p->arena, "%s, %s", wallet_source(wallet),
                              text_quote(p->arena, arn, 150))
               : wallet_source(wallet);
}

static void advise_credentials(struct preflight *p)
{
    const char *wanted = p->options->target.profile;
    const char *profile = wanted ? wanted : getenv("AWS_PROFILE");
    const char *word = profile && *profile ? shell_word(p->arena, profile) : NULL;

    check_fix(p, CHECK_CREDENTIALS, "aws configure%s%s", word ? " --profile " : "",
              word ? word : "");
}

bool look_at_credentials(struct preflight *p, struct error *error)
{
    *p->target = target_of(p->arena, &p->options->target, p->subject);
    p->target->closely = p->options->console.verbosity >= 3;
    /* what is no URL of an endpoint is shown nowhere: it may hold a password */
    if (!target_check_endpoint(p->arena, p->target, error)) {
        check_pass_over(p, CHECK_CREDENTIALS, "not looked at, because of the endpoint");
        return true;
    }
    if (!target_equip(p->arena, &p->options->target, p->subject, p->redactor, p->target, error)) {
        advise_credentials(p);
        return false;
    }
    check_note(p, CHECK_CREDENTIALS, "%s", who_they_are(p));
    return true;
}

bool look_at_region(struct preflight *p, struct error *error)
{
    const char *usual;

    check_note(p, CHECK_REGION, "%s", text_quote(p->arena, p->target->region, 40));
    usual = target_warn_of_region(p->arena, p->options, p->subject->project);
    if (usual && shell_word(p->arena, usual))
        check_fix(p, CHECK_REGION, "cfnc test --region %s", shell_word(p->arena, usual));
    return !target_check_endpoint(p->arena, p->target, error) ||
           target_check_region(p->arena, p->target, error);
}

/* Those of --demo are there by themselves. */
static bool is_asked(const struct preflight *p)
{
    return !p->options->target.demo && !p->options->no_preflight;
}

static void advise_endpoint(struct preflight *p)
{
    const char *port = strrchr(p->target->endpoint, ':');
    const long number = strtol(port + 1, NULL, 10);

    p->unreachable = true;
    if (!target_is_loopback(p->target)) {
        p->checked[CHECK_ENDPOINT].todo = "is the address right?";
        return;
    }
    p->checked[CHECK_ENDPOINT].todo = "\"sam local start-lambda\" starts a Lambda service, in the "
                                      "folder that has template.yml";
    if (number > 0 && number != SAM_PORT)
        check_fix(p, CHECK_ENDPOINT, "sam local start-lambda --port %ld &", number);
    else
        check_fix(p, CHECK_ENDPOINT, "sam local start-lambda &");
}

/* It is worth waiting for only when nothing else is in the way. */
static int64_t patience_ms(const struct preflight *p)
{
    return preflight_problems(p).first ? 0 : p->options->target.wait_for_endpoint_ms;
}

bool look_at_endpoint(struct preflight *p, struct error *error)
{
    if (!target_check_endpoint(p->arena, p->target, error))
        return false;
    if (!is_asked(p))
        return true;
    if (!target_wait(p->target, patience_ms(p), &p->service, error)) {
        if (p->service == SERVICE_UNKNOWN)
            advise_endpoint(p);
        return false;
    }
    if (p->target->image)
        check_note(p, CHECK_ENDPOINT, "containers of %s",
                   text_quote(p->arena, p->target->image, 100));
    else
        check_note(p, CHECK_ENDPOINT, "%s %s", text_quote(p->arena, p->target->endpoint, 100),
                   p->service == SERVICE_UNKNOWN
                       ? "answers; what it is, cfnc does not know"
                       : arena_printf(p->arena, "is %s", service_name(p->service)));
    return true;
}

/* A name that is there, for one that is not. */
static void advise_function(struct preflight *p)
{
    struct sam_template template;
    const char *near = NULL;

    template_read(p->arena, p->options->subject.folder, &template);
    if (p->service == SERVICE_RIE)
        near = "function";
    else if (p->service == SERVICE_SAM)
        near = text_nearest(p->target->function_name, template_names(p->arena, &template));
    if (near && shell_word(p->arena, near))
        check_fix(p, CHECK_FUNCTION, "cfnc test --function-name %s", shell_word(p->arena, near));
}

/* What libcurl would sign wrongly is never sent. */
static bool can_be_signed(struct preflight *p, struct error *error)
{
    const struct credentials *own =
        p->target->sign && p->target->wallet ? wallet_own(p->target->wallet, error) : NULL;
    const struct http_signature signature = {
        .access_key_id = own ? own->access_key_id : "",
        .secret_access_key = own ? own->secret_access_key : "",
        .session_token = own ? own->session_token : "",
        .region = p->target->region,
        .service = "lambda",
    };
    const struct http_request request = { .url = target_url(p->arena, p->target),
                                          .method = "POST",
                                          .signature = &signature };

    return !own || http_can_sign(&request, p->arena, error);
}

bool look_at_function(struct preflight *p, struct error *error)
{
    const char *name = text_quote(p->arena, p->target->function_name, 100);
    enum presence presence;

    if (p->target->image)
        return true;
    if (!can_be_signed(p, error))
        return false;
    if (!is_asked(p))
        return true;
    if (!target_probe_function(p->arena, p->target, p->options->subject.folder, p->service,
                               &presence, error)) {
        advise_function(p);
        return false;
    }
    check_note(p, CHECK_FUNCTION,
               presence != FUNCTION_THERE  ? "%s; only a call would tell whether it exists"
               : p->service == SERVICE_SAM ? "%s exists (asked without starting a container)"
                                           : "%s exists",
               name);
    return true;
}

/* AWS is asked last, and not at all when there will be no call anyway. */
bool look_at_account(struct preflight *p, struct error *error)
{
    if (preflight_problems(p).first) {
        check_pass_over(p, CHECK_ACCOUNT, NULL);
        return true;
    }
    const bool done = target_authorise(p->arena, p->options, p->target, p->subject->project, error);
    check_note(p, CHECK_CREDENTIALS, "%s", who_they_are(p));
    return done;
}

/* The line says it, so that line is changed. */
static void advise_template(struct preflight *p, const struct sam_template *template,
                            struct template_timeout timeout)
{
    const char *path = shell_word(p->arena, template->path);

    if (timeout.line && path)
        check_fix(p, CHECK_TEMPLATE, "sed -i '%ds/%ld/%d/' %s", timeout.line, timeout.seconds,
                  TIMEOUT_ENOUGH_S, path);
}

bool look_at_template(struct preflight *p, struct error *error)
{
    struct sam_template template;

    (void)error; /* only warnings */
    template_read(p->arena, p->options->subject.folder, &template);
    const struct template_timeout timeout =
        template_timeout_of(&template, p->target->function_name);
    if (!template.count) {
        check_note(p, CHECK_TEMPLATE,
                   template.path ? "%s has no functions" : "there is no template.yml here",
                   template.path);
    } else if (timeout.line && !timeout.seconds) {
        check_note(p, CHECK_TEMPLATE, "%s", template.path);
    } else if (timeout.seconds >= TIMEOUT_ENOUGH_S) {
        check_note(p, CHECK_TEMPLATE, "%s: a Timeout of %ld s", template.path, timeout.seconds);
    } else if (!timeout.line) {
        check_warn(p, CHECK_TEMPLATE,
                   "%s gives %s no Timeout, so it has %ld s; set Globals.Function.Timeout to %d",
                   template.path, text_quote(p->arena, p->target->function_name, 60),
                   timeout.seconds, TIMEOUT_ENOUGH_S);
    } else {
        check_warn(p, CHECK_TEMPLATE,
                   "%s:%d: a Timeout of %ld s, which a cold start can pass; set it to %d",
                   template.path, timeout.line, timeout.seconds, TIMEOUT_ENOUGH_S);
        advise_template(p, &template, timeout);
    }
    return true;
}
