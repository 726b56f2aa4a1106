/* What to look at first when a handler was refused by its service. */
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/engine/record.h"
#include "cfnc/resource/resource.h"

static const char action_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-"
                                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* The permission that a refusal names ("... is not authorized to perform: demo:Create"), or NULL.
 */
static const char *permission_lacking(struct arena *arena, const char *message)
{
    static const char words[] = "to perform: ";
    const char *at = message ? strstr(message, words) : NULL;
    const char *name = at ? at + strlen(words) : "";
    const size_t service = strspn(name, action_letters);
    const size_t action =
        service && name[service] == ':' ? strspn(name + service + 1, action_letters) : 0;

    return action ? arena_copy(arena, name, service + 1 + action) : NULL;
}

static bool is_permitted(const struct subject *subject, const char *handler, const char *wanted)
{
    const json *handlers = json_get(subject->document, "handlers");

    json_each (permission, json_get(json_get(handlers, handler), "permissions"))
        if (json_string(permission) && text_glob(json_string(permission), wanted))
            return true;
    return false;
}

const char *resource_hint(struct arena *arena, const struct run *run, const struct finding *finding)
{
    const struct call *call = finding->call;

    if (!call || !finding->rule->says_code || call->event.error_code != ACCESS_DENIED)
        return NULL;
    const char *lacking = permission_lacking(arena, call->event.message);
    if (!lacking)
        return "the service refused the credentials that the handler got: see --profile and "
               "--role-arn, and the permissions of the handler in the schema";
    if (is_permitted(run->subject, call->handler->key, lacking))
        return arena_printf(arena,
                            "the schema names %s for this handler; so the credentials that it got "
                            "lack it: see --profile, --role-arn and ExecutionRole in "
                            "resource-role.yaml",
                            lacking);
    return arena_printf(arena,
                        "add %s to handlers.%s.permissions in the schema and to ExecutionRole in "
                        "resource-role.yaml",
                        lacking, call->handler->key);
}
