#ifndef CFNC_WALLET_H
#define CFNC_WALLET_H

#include "cfnc/aws/credentials.h"

/*
 * The credentials of a run, cached. Each is fetched once, and refreshed before
 * it would expire during the next call: STS is not asked for every invocation.
 *
 *   own     what the chain of sources finds: it signs our requests
 *   caller  what handlers get: the role (AssumeRole), else own ones that have a
 *           session token, else a session of them (GetSessionToken) where
 *           `sessions` says so, else own
 *   log     what a handler writes its log with: the log role, else caller
 */
struct wallet_options {
    struct credentials_search search;
    const char *role_arn, *log_role_arn; /* or NULL */
    bool sessions;
    int64_t call_s; /* how long a call may take; at most half the life of credentials is heeded */
};

struct wallet;

/* Finds the own credentials at once; the outcome is that of credentials_find(). */
enum credentials_outcome wallet_open(struct arena *arena, const struct wallet_options *options,
                                     struct wallet **into, struct error *error);

/* Calls `learn` with every secret there is now, and with each new one. */
void wallet_teach(struct wallet *wallet, void (*learn)(void *context, const char *secret),
                  void *context);

/* NULL and the error when they cannot be had, or not any more. */
MUST_USE const struct credentials *wallet_own(struct wallet *wallet, struct error *error);
MUST_USE const struct credentials *wallet_caller(struct wallet *wallet, struct error *error);
MUST_USE const struct credentials *wallet_log(struct wallet *wallet, struct error *error);

/* Whose the caller's credentials are, and the own ones; each is asked once. */
MUST_USE const char *wallet_account(struct wallet *wallet, struct error *error);
MUST_USE const char *wallet_own_account(struct wallet *wallet, struct error *error);

/*
 * Where the own credentials come from ("environment"), and the ARN of those that
 * STS was last asked about; NULL when it was not. Neither is a secret.
 */
const char *wallet_source(const struct wallet *wallet);
const char *wallet_arn(const struct wallet *wallet);

#endif
