#ifndef CFNC_CREDENTIALS_PRIVATE_H
#define CFNC_CREDENTIALS_PRIVATE_H

#include "cfnc/aws/credentials.h"
#include "cfnc/aws/profiles.h"

/* A search on its way. */
struct source_search {
    struct arena *arena;
    const struct credentials_search *wanted;
    const struct profiles *profiles;
    const char *profile; /* the one that is looked at: "default" where none is named */
    struct credentials *found;
    struct error *error;
};

/* Each source is a function: it fills search->found, or sets the error, or has nothing. */
typedef enum credentials_outcome (*credentials_source)(struct source_search *search);

enum credentials_outcome source_environment(struct source_search *search);
enum credentials_outcome source_role(struct source_search *search); /* role_arn and its source */
enum credentials_outcome source_web_identity(struct source_search *search); /* of the environment */
enum credentials_outcome source_profile_web_identity(struct source_search *search);
enum credentials_outcome source_shared_keys(struct source_search *search);
enum credentials_outcome source_process(struct source_search *search);
enum credentials_outcome source_config_keys(struct source_search *search);
enum credentials_outcome source_sign_on(struct source_search *search);
enum credentials_outcome source_container(struct source_search *search);
enum credentials_outcome source_instance(struct source_search *search);

const char *search_setting(const struct source_search *search, const char *name);

/* "profile "x": " in front of the error, which is set. */
enum credentials_outcome search_bad(struct source_search *search);

/* The result of a call that sets the error, as an outcome. */
enum credentials_outcome search_done(bool success);

#endif
