#ifndef CFNC_LAMBDA_H
#define CFNC_LAMBDA_H

#include "cfnc/aws/wallet.h"
#include "cfnc/world/world.h"

/*
 * Handlers behind the Lambda Invoke API: `sam local start-lambda`, the runtime
 * interface emulator, `cfnc serve`.
 */
struct target {
    const char *endpoint;      /* "http://127.0.0.1:3001", no slash at the end */
    const char *function_name; /* "TypeFunction" */
    /* Or an image instead, see docker.h; then the endpoint is "docker:IMAGE". NULL: none. */
    const char *image;
    const char *const *entrypoint; /* words, ends with NULL; NULL: the image's own */
    const char *region, *account_id;
    const char *type_name;
    const json *type_configuration;     /* or NULL */
    struct credentials credentials;     /* what handlers get */
    struct credentials log_credentials; /* what they deliver their log with */
    const char *log_group_name;         /* or NULL: they deliver none */
    struct wallet *wallet;              /* or NULL; both are taken from it before each call */
    bool sign;                          /* with the wallet's own credentials */
    /*
     * How often what certainly was not executed is sent again: a connection that
     * was refused, 429, a 5xx of the service itself. Each time `tell` gets a line.
     */
    int retries;
    void (*tell)(void *context, const char *line); /* or NULL */
    void *tell_context;
    int64_t connect_timeout_ms, total_timeout_ms;
    int64_t grace_ms; /* how long a call may go on once cfnc is asked to stop */
    bool closely;     /* each reply tells what went over the wire (-vvv) */
};

/* Whether the endpoint's host is this machine (127.0.0.0/8, ::1 or localhost), or it is an image.
 */
bool target_is_loopback(const struct target *target);

/*
 * Where an invocation is posted. Of a signed target NAME:ALIAS and ARNs (which
 * libcurl before 8.14 signs wrongly) become the name and ?Qualifier=ALIAS.
 */
const char *target_url(struct arena *arena, const struct target *target);

/*
 * Takes the credentials of the next call from the wallet, when there is one: before its payload
 * is encoded. False and the error when they cannot be had any more.
 */
MUST_USE bool target_refresh(struct target *target, struct error *error);

/*
 * The one classification of every possible answer. False and the error for
 * those that say nothing about the handler: 404 of an unknown function, 403,
 * 429, a 5xx without a function error in it. The reply holds nothing of the
 * answer, which need not outlive this call.
 */
bool reply_read(struct reply *reply, const struct http_answer *answer, const struct target *target,
                struct arena *arena, struct error *error);

/* What kind of service answers, asked without invoking the handler (GET /). */
enum service { SERVICE_UNKNOWN, SERVICE_SAM, SERVICE_RIE, SERVICE_CFNC, SERVICE_DOCKER };
const char *service_name(enum service service); /* "SAM local" */

/* Asks whether somebody listens, and who: false and the error for refused, no host, no answer. */
MUST_USE bool target_probe_endpoint(struct arena *arena, const struct target *target,
                                    enum service *service, struct error *error);

/*
 * Asks whether the function exists, where that can be asked without starting a
 * handler (SAM local's DryRun with a tenant id). False and the error: no such
 * function (with the nearest name of template.yml in `folder`, when there is one).
 */
enum presence { FUNCTION_NOT_KNOWN, FUNCTION_THERE };
MUST_USE bool target_probe_function(struct arena *arena, const struct target *target,
                                    const char *folder, enum service service,
                                    enum presence *presence, struct error *error);

/* A world of this target, the system's clock and random tokens. It lives in the arena. */
struct world *lambda_world(struct arena *arena, const struct target *target);

#endif
