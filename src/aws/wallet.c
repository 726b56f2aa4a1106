#include "cfnc/aws/wallet.h"

#include <time.h>

enum { ROLE_S = 900 };

/* Credentials that are kept. */
struct held {
    struct credentials credentials;
    int64_t since_s; /* 0: none yet */
};

struct wallet {
    struct arena *arena;
    struct wallet_options options;
    struct held own, caller, log;
    const char *account, *own_account, *arn, *source;
    void (*learn)(void *context, const char *secret);
    void *context;
};

static int64_t now_s(void)
{
    return (int64_t)time(NULL);
}

static bool is_fresh(const struct wallet *wallet, const struct held *held)
{
    const int64_t left = held->credentials.expires_s - now_s();
    const int64_t half = (held->credentials.expires_s - held->since_s) / 2;
    const int64_t needed = wallet->options.call_s < half ? wallet->options.call_s : half;

    return held->since_s && (!held->credentials.expires_s || left > needed);
}

static void teach(struct wallet *wallet, const struct held *held)
{
    if (!wallet->learn || !held->since_s)
        return;
    wallet->learn(wallet->context, held->credentials.access_key_id);
    wallet->learn(wallet->context, held->credentials.secret_access_key);
    wallet->learn(wallet->context, held->credentials.session_token);
}

void wallet_teach(struct wallet *wallet, void (*learn)(void *context, const char *secret),
                  void *context)
{
    wallet->learn = learn;
    wallet->context = context;
    teach(wallet, &wallet->own);
    teach(wallet, &wallet->caller);
    teach(wallet, &wallet->log);
}

static const struct credentials *hold(struct wallet *wallet, struct held *held,
                                      const struct credentials *credentials)
{
    held->credentials = *credentials;
    held->since_s = now_s();
    teach(wallet, held);
    return &held->credentials;
}

enum credentials_outcome wallet_open(struct arena *arena, const struct wallet_options *options,
                                     struct wallet **into, struct error *error)
{
    struct wallet *wallet = arena_alloc(arena, sizeof(*wallet));
    struct credentials found;
    struct credentials_search search = options->search;

    *wallet = (struct wallet){ .arena = arena, .options = *options };
    search.source = &wallet->source;
    const enum credentials_outcome outcome = credentials_find(arena, &search, &found, error);
    *into = wallet;
    if (outcome == CREDENTIALS_FOUND)
        hold(wallet, &wallet->own, &found);
    return outcome;
}

const struct credentials *wallet_own(struct wallet *wallet, struct error *error)
{
    struct credentials found;

    if (is_fresh(wallet, &wallet->own))
        return &wallet->own.credentials;
    if (credentials_find(wallet->arena, &wallet->options.search, &found, error) !=
        CREDENTIALS_FOUND)
        return NULL;
    return hold(wallet, &wallet->own, &found);
}

/* The session's name that cfn test gives, by which it is found in a trail. */
static const char *session_name(struct arena *arena)
{
    const time_t now = time(NULL);
    char text[32] = "";
    struct tm tm;

    if (gmtime_r(&now, &tm))
        strftime(text, sizeof(text), "%Y%m%d%H%M%S", &tm);
    return arena_printf(arena, "CloudFormationContractTest-%s", text);
}

static const struct credentials *of_role(struct wallet *wallet, struct held *held, const char *arn,
                                         struct error *error)
{
    const struct credentials *own = wallet_own(wallet, error);
    const struct sts_role role = {
        .arn = arn,
        .session_name = session_name(wallet->arena),
        .duration_s = ROLE_S,
    };
    struct credentials got;

    if (!own ||
        !sts_assume_role(wallet->arena, &wallet->options.search.sts, own, &role, &got, error))
        return NULL;
    return hold(wallet, held, &got);
}

const struct credentials *wallet_caller(struct wallet *wallet, struct error *error)
{
    struct credentials got;

    if (is_fresh(wallet, &wallet->caller))
        return &wallet->caller.credentials;
    if (wallet->options.role_arn)
        return of_role(wallet, &wallet->caller, wallet->options.role_arn, error);
    const struct credentials *own = wallet_own(wallet, error);
    if (!own || !wallet->options.sessions || *own->session_token)
        return own;
    return sts_session(wallet->arena, &wallet->options.search.sts, own, &got, error)
               ? hold(wallet, &wallet->caller, &got)
               : NULL;
}

const struct credentials *wallet_log(struct wallet *wallet, struct error *error)
{
    if (!wallet->options.log_role_arn)
        return wallet_caller(wallet, error);
    if (is_fresh(wallet, &wallet->log))
        return &wallet->log.credentials;
    return of_role(wallet, &wallet->log, wallet->options.log_role_arn, error);
}

static const char *ask_account(struct wallet *wallet, const struct credentials *who,
                               struct error *error)
{
    return who ? sts_account(wallet->arena, &wallet->options.search.sts, who, &wallet->arn, error)
               : NULL;
}

const char *wallet_own_account(struct wallet *wallet, struct error *error)
{
    if (!wallet->own_account)
        wallet->own_account = ask_account(wallet, wallet_own(wallet, error), error);
    return wallet->own_account;
}

const char *wallet_account(struct wallet *wallet, struct error *error)
{
    if (!wallet->options.role_arn) /* a session is of the account that asked for it */
        return wallet_own_account(wallet, error);
    if (!wallet->account)
        wallet->account = ask_account(wallet, wallet_caller(wallet, error), error);
    return wallet->account;
}

const char *wallet_source(const struct wallet *wallet)
{
    return wallet->source;
}

const char *wallet_arn(const struct wallet *wallet)
{
    return wallet->arn;
}
