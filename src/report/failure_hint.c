/* What to look at first when a test failed. */
#include <string.h>

#include "failure_private.h"

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

static bool is_permitted(const struct resource_type *type, enum action action, const char *wanted)
{
    const json *handler = json_get(json_get(type->document, "handlers"), action_handler(action));

    json_each (permission, json_get(handler, "permissions")) {
        if (json_string(permission) && text_glob(json_string(permission), wanted))
            return true;
    }
    return false;
}

static const char *access_hint(struct arena *arena, const struct run *run, const struct call *call)
{
    const char *lacking = permission_lacking(arena, call->event.message);

    if (!lacking)
        return "the service refused the credentials that the handler got: see --profile and "
               "--role-arn, and the permissions of the handler in the schema";
    if (is_permitted(run->type, call->action, lacking))
        return arena_printf(arena,
                            "the schema names %s for this handler; so the credentials that it got "
                            "lack it: see --profile, --role-arn and ExecutionRole in "
                            "resource-role.yaml",
                            lacking);
    return arena_printf(arena,
                        "add %s to handlers.%s.permissions in the schema and to ExecutionRole in "
                        "resource-role.yaml",
                        lacking, action_handler(call->action));
}

static const char *log_hint(const struct run *run)
{
    return run->service == SERVICE_SAM
               ? "the rest of the log is in the terminal of sam local start-lambda"
               : "an exception left the handler: mend what raised it; the rest of its log is where "
                 "the endpoint runs";
}

const char *failure_hint(struct arena *arena, const struct run *run, const struct finding *finding)
{
    const struct call *call = finding->call;

    if (call && call->reply.hint)
        return call->reply.hint;
    if (call && failure_says_it_all(finding) && call->event.error_code == ACCESS_DENIED)
        return access_hint(arena, run, call);
    if (call && finding->no_event && call->reply.kind == REPLY_CRASH)
        return log_hint(run);
    return finding->rule->hint;
}
