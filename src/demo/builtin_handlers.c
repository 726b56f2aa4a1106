#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin_private.h"

/* The member of a callbackContext beside CONTEXT_REMAINING. */
static const char context_resource[] = "resource";

static json *event_new(const struct invocation *call, enum status status)
{
    json *event = json_object(call->arena);

    json_set_string(event, "status", status_name(status));
    return event;
}

json *event_success(const struct invocation *call, const json *full)
{
    json *event = event_new(call, SUCCESS);

    if (full)
        json_set(event, "resourceModel", model_shown(call, full));
    return event;
}

json *event_failed(const struct invocation *call, enum error_code code, const char *message)
{
    json *event = event_new(call, FAILED);

    json_set_string(event, "errorCode", error_code_name(code));
    json_set_string(event, "message", message);
    return event;
}

static json *fail_not_found(const struct invocation *call)
{
    return event_failed(
        call, NOT_FOUND,
        arena_printf(call->arena, "%s %s does not exist", call->type->name,
                     resource_type_identify(call->arena, call->type, call->desired)));
}

/* What the faults, which come after the handler, may want to know about the resource. */
static void remember(struct invocation *call, const struct resource *resource)
{
    call->full = json_copy(call->arena, resource->full);
    call->requested = json_copy(call->arena, resource->requested);
    call->before = resource->before ? json_copy(call->arena, resource->before) : NULL;
}

unsigned call_remaining(const struct invocation *call)
{
    const double most = call->builtin->options.stabilize;
    const double left =
        call->context ? json_number(json_get(call->context, CONTEXT_REMAINING), 0) : most;

    return left > most ? call->builtin->options.stabilize : left >= 1 ? (unsigned)left : 0;
}

/* IN_PROGRESS as often as it was asked for; NULL once the operation has settled. */
static json *progress(const struct invocation *call, const struct resource *resource)
{
    const unsigned left = call_remaining(call);

    if (!left)
        return NULL;
    json *event = event_new(call, IN_PROGRESS);
    json *context = json_set_object(event, "callbackContext");
    json_set_number(context, context_resource, (double)resource->serial);
    json_set_number(context, CONTEXT_REMAINING, left - 1);
    json_set_number(event, "callbackDelaySeconds", call->builtin->options.delay);
    json_set(event, "resourceModel",
             call->action == DELETE
                 ? model_only(call->arena, resource->full, &call->type->identifier)
                 : model_progress(call, resource));
    return event;
}

struct resource *call_continued(const struct invocation *call)
{
    const double serial = json_number(json_get(call->context, context_resource), 0);
    const struct builtin *builtin = call->builtin;

    if (serial >= 1 && serial <= (double)builtin->serial)
        return store_by_serial(builtin, (unsigned long)serial);
    return store_find(builtin, call->desired, false);
}

/* SUCCESS with the model as it is returned, unless that takes a while. */
static json *settle(struct invocation *call, struct resource *resource)
{
    const bool lies = call->action == UPDATE && resource->claimed;
    json *event = progress(call, resource);

    remember(call, resource);
    resource->settled = resource->settled || !event;
    return event ? event : event_success(call, lies ? resource->claimed : resource->full);
}

const char *call_objection(const struct invocation *call)
{
    const struct schema *schema = call->action == CREATE ? call->type->create : call->type->update;

    if (schema_valid(schema, call->desired, SCHEMA_ALL))
        return NULL;
    const struct schema_fault *fault =
        schema_faults(call->arena, schema, call->desired, SCHEMA_ALL);
    while (fault && fault->undecided)
        fault = fault->next;
    if (!fault)
        return NULL;
    return arena_printf(call->arena, "%s: %s", *fault->path ? fault->path : "the model",
                        fault->message);
}

static json *fail_already_exists(struct invocation *call, const struct resource *holder)
{
    const char *name = resource_type_identify(call->arena, call->type, holder->full);

    remember(call, holder);
    return event_failed(call, ALREADY_EXISTS,
                        arena_printf(call->arena, "%s %s exists already", call->type->name, name));
}

/* The first invocation of a create that asks for something new. */
static json *create_new(struct invocation *call)
{
    json *model = model_requested(call, call->desired);
    const json *requested = json_copy(call->arena, model);

    model_add_defaults(call, model);
    const struct resource *holder = store_holder(call->builtin, model, NULL);
    if (holder)
        return fail_already_exists(call, holder);
    const char *objection = model_complete(call, model);
    if (objection)
        return event_failed(call, SERVICE_LIMIT_EXCEEDED, objection);
    call->made = true;
    return settle(call, store_put(call->builtin, model, requested, call->token, NULL));
}

bool call_is_new(const struct invocation *call)
{
    return !call->context && !store_by_token(call->builtin, call->token) && !call_objection(call);
}

static json *handle_create(struct invocation *call)
{
    struct resource *resource =
        call->context ? call_continued(call) : store_by_token(call->builtin, call->token);

    if (call->context)
        return resource ? settle(call, resource)
                        : event_failed(call, NOT_STABILIZED,
                                       "the resource went away while it was being created");
    if (resource) /* the same token again: the same answer, but for the same request only */
        return json_equal(model_requested(call, call->desired), resource->requested)
                   ? settle(call, resource)
                   : event_failed(call, INVALID_REQUEST,
                                  "the bearer token was used for another create request");
    const char *objection = call_objection(call);
    return objection ? event_failed(call, INVALID_REQUEST, objection) : create_new(call);
}

static json *handle_read(struct invocation *call)
{
    struct resource *resource = store_find(call->builtin, call->desired, false);

    if (!resource)
        return fail_not_found(call);
    call->unread = resource->unread;
    resource->unread = false;
    if (faults_hide(call, resource))
        return fail_not_found(call);
    call->reads = resource->reads++;
    remember(call, resource);
    return event_success(call, resource->full);
}

/* What an update makes of `resource`, or why it may not. */
static json *update_found(struct invocation *call, struct resource *resource)
{
    struct builtin *builtin = call->builtin;
    json *model = model_requested(call, call->desired);
    const json *requested = json_copy(call->arena, model);

    remember(call, resource);
    model_keep(call, model, resource->full);
    const char *changed = model_changes_create_only(call, model, resource->full);
    if (changed)
        return event_failed(
            call, NOT_UPDATABLE,
            arena_printf(call->arena, "%s can be set only when the resource is created", changed));
    const char *objection = call_objection(call);
    if (objection)
        return event_failed(call, INVALID_REQUEST, objection);
    model_add_defaults(call, model);
    if (store_holder(builtin, model, resource))
        return event_failed(call, ALREADY_EXISTS, "another resource has that identifier already");
    model_add_read_only(call, model, resource->full);
    const json *claimed = faults_update(call, model, resource->full);
    resource = store_put(builtin, model, requested, NULL, resource);
    resource->claimed = claimed ? json_copy(resource->arena, claimed) : NULL;
    return settle(call, resource);
}

/* What an update or a delete is about; NULL when there is none, or the handler does not see it. */
static struct resource *find_meant(const struct invocation *call)
{
    struct resource *resource =
        call->context ? call_continued(call) : store_find(call->builtin, call->desired, false);

    return resource && !faults_hide(call, resource) ? resource : NULL;
}

static json *handle_update(struct invocation *call)
{
    struct resource *resource = find_meant(call);

    if (!resource)
        return fail_not_found(call);
    return call->context ? settle(call, resource) : update_found(call, resource);
}

static json *handle_delete(struct invocation *call)
{
    struct resource *resource = find_meant(call);

    if (!resource)
        return call->context ? event_success(call, NULL) : fail_not_found(call);
    remember(call, resource);
    json *event = progress(call, resource);
    if (event)
        return event;
    store_drop(call->builtin, resource);
    faults_remove(call);
    return event_success(call, NULL);
}

/* The serial number after which a page begins; false for a token that was never given out. */
static bool page_start(const struct invocation *call, unsigned long *after)
{
    const char *token = json_string(call->next_token);
    char again[40];

    *after = 0;
    if (!call->next_token)
        return true;
    if (!token || strncmp(token, "after-", 6) != 0)
        return false;
    *after = strtoul(token + 6, NULL, 10);
    snprintf(again, sizeof(again), "after-%lu", *after);
    return strcmp(again, token) == 0 && *after && *after < call->builtin->serial;
}

static json *handle_list(struct invocation *call)
{
    const unsigned size = call->builtin->options.page_size;
    unsigned long after, last = 0;
    unsigned listed = 0;

    if (!page_start(call, &after))
        return event_failed(call, INVALID_REQUEST,
                            "the nextToken is none that this handler returned");
    json *event = event_new(call, SUCCESS);
    json *models = json_set_array(event, "resourceModels");
    for (const struct resource *r = call->builtin->first; r; r = r->next) {
        if (r->ghost || r->serial <= after || faults_hide(call, r))
            continue;
        if (size && listed++ == size) {
            json_set_string(event, "nextToken", arena_printf(call->arena, "after-%lu", last));
            return event;
        }
        json_append(models, model_shown(call, r->full));
        last = r->serial;
    }
    for (struct resource *r = call->builtin->first; r; r = r->next)
        r->listed = true;
    return event;
}

/* In the order of action_at(). */
static json *(*const handlers[ACTION_COUNT])(struct invocation *call) = {
    handle_create, handle_read, handle_update, handle_delete, handle_list,
};

json *builtin_handle(struct invocation *call)
{
    size_t index = 0;

    while (action_at(index) != call->action)
        index++;
    if (!(call->type->handlers & call->action))
        return event_failed(
            call, INVALID_REQUEST,
            arena_printf(call->arena, "the type has no %s handler", action_handler(call->action)));
    json *event = faults_instead(call);
    return event ? event : handlers[index](call);
}
