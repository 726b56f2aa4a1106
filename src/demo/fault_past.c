/* Faults of resources that have a past: updated twice, or deleted after an update, or made again.
 */
#include "builtin_private.h"

/* As a cache does that is emptied by a delete, and forgets what was written to it since. */
void fault_read_updated_ghost(struct builtin *builtin, const json *payload, json *event)
{
    const struct call *call = builtin->call;
    const struct resource *ghost = store_find(builtin, call->desired, true);

    (void)payload;
    if (!ghost || !ghost->updates)
        return;
    json_set_string(event, "status", status_name(SUCCESS));
    json_remove(event, "errorCode");
    json_remove(event, "message");
    json_set(event, "resourceModel", model_shown(call, ghost->full));
}

/* What is kept under a name is not deleted with what had that name. */
void fault_read_former(struct builtin *builtin, const json *payload, json *event)
{
    const struct call *call = builtin->call;
    const struct resource *ghost = store_find(builtin, call->desired, true);
    json *model = json_edit(event, "resourceModel");

    (void)payload;
    if (!ghost || !model)
        return;
    const json *former = model_shown(call, ghost->full);
    json_each (member, former)
        if (fault_changeable(call->type, json_key(member)) && !json_get(model, json_key(member)))
            json_set(model, json_key(member), member);
}

/* All share what the newest one holds; their names apart. */
void fault_read_values_of_newest(struct builtin *builtin, const json *payload, json *event)
{
    const struct call *call = builtin->call;
    json *model = json_edit(event, "resourceModel");

    (void)payload;
    const json *newest = model_shown(call, store_newest(builtin)->full);
    json_each (member, newest)
        if (fault_changeable(call->type, json_key(member)) && json_get(model, json_key(member)))
            json_set(model, json_key(member), member);
}
