#ifndef CFNC_STS_H
#define CFNC_STS_H

#include "cfnc/aws/aws.h"

/*
 * AWS's Security Token Service: credentials for a time, and whose they are.
 * Every request with credentials is signed.
 */
struct sts {
    struct http *http;
    const char *region;
    const char *source_account, *source_arn; /* x-amz-source-... of every request; both, or NULL */
};

/* "" and 0 are left out. */
struct sts_role {
    const char *arn, *session_name, *external_id;
    const char *token; /* of a web identity; or NULL */
    int duration_s;
};

/* GetSessionToken, for 900 s: what long-lived keys become before a handler gets them. */
MUST_USE bool sts_session(struct arena *arena, const struct sts *sts,
                          const struct credentials *with, struct credentials *got,
                          struct error *error);

/*
 * AssumeRole, by whoever `with` is; or AssumeRoleWithWebIdentity, which is not signed (`with` is
 * NULL): the token says who asks.
 */
MUST_USE bool sts_assume_role(struct arena *arena, const struct sts *sts,
                              const struct credentials *with, const struct sts_role *role,
                              struct credentials *got, struct error *error);

/* GetCallerIdentity: the account, of 12 digits, or NULL and the error; and the ARN, or NULL. */
MUST_USE const char *sts_account(struct arena *arena, const struct sts *sts,
                                 const struct credentials *with, const char **arn,
                                 struct error *error);

#endif
