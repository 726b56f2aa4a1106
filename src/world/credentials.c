#include "cfnc/lambda.h"

#include <stdlib.h>

/* Whatever is not empty will do for an endpoint that checks nothing. */
static const struct credentials made_up = {
    .access_key_id = "CfncOfflineAccessKey",
    .secret_access_key = "CfncOfflineSecretAccessKeyThatOpensNothing",
    .session_token = "CfncOfflineSessionToken",
    .placeholders = true,
};

static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

struct credentials credentials_find(bool offline)
{
    struct credentials found = {
        .access_key_id = variable("AWS_ACCESS_KEY_ID"),
        .secret_access_key = variable("AWS_SECRET_ACCESS_KEY"),
        .session_token = variable("AWS_SESSION_TOKEN"),
    };

    if (offline || !found.access_key_id || !found.secret_access_key)
        return made_up;
    /* Keys of long life have no token, and a made-up one beside them would spoil them. */
    if (!found.session_token)
        found.session_token = "";
    return found;
}

bool target_is_loopback(const struct target *target)
{
    return http_url_is_loopback(target->endpoint);
}
