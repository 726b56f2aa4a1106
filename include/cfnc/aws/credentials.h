#ifndef CFNC_CREDENTIALS_H
#define CFNC_CREDENTIALS_H

#include "cfnc/aws/sts.h"

/*
 * Where credentials come from, looked for in the order of the AWS CLI:
 *
 *   environment            AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (not with --profile)
 *   role of the profile    role_arn with source_profile or credential_source
 *   web identity           AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN (not with --profile),
 *                          or the same of the profile
 *   keys of the profile    in the credentials file
 *   credential_process     of the profile
 *   keys of the profile    in the config file
 *   container              AWS_CONTAINER_CREDENTIALS_RELATIVE_URI or ..._FULL_URI
 *   instance               IMDSv2, unless AWS_EC2_METADATA_DISABLED; never for a loopback endpoint
 *
 * Single sign-on is refused with what to write instead. A source that is there
 * and does not work is an error: the next one is not tried in its place.
 */
struct credentials_search {
    const char *profile; /* --profile; or NULL */
    bool loopback;       /* they are for an endpoint on this machine */
    struct sts sts;      /* for roles */
    const char **source; /* gets the name of the source that has them; or NULL */
};

enum credentials_outcome { CREDENTIALS_FOUND, CREDENTIALS_NONE, CREDENTIALS_BAD };

/* Fills `found`, or says why not: the error is set for all but CREDENTIALS_FOUND. */
enum credentials_outcome credentials_find(struct arena *arena,
                                          const struct credentials_search *wanted,
                                          struct credentials *found, struct error *error);

/* Whatever is not empty will do for an endpoint that checks nothing. */
struct credentials credentials_placeholders(void);

/*
 * What a program or an endpoint says its credentials are: AccessKeyId,
 * SecretAccessKey, SessionToken or Token, Expiration. `who` is for the error.
 */
MUST_USE bool credentials_of_json(struct arena *arena, const json *value, const char *who,
                                  struct credentials *found, struct error *error);

#endif
