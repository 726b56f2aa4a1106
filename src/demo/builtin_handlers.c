#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin_private.h"

/* What remains to be said about an operation that takes a while is in its callback context. */
static const char context_resource[] = "resource", context_remaining[] = "remaining";

static json *event_new(const struct call *call, enum status status)
{
    json *event = json_object(call->arena);

    json_set_string(event, "status", status_name(status));
    return event;
}

static json *succeed(const struct call *call, const json *model)
{
    json *event = event_new(call, SUCCESS);

    if (model)
        json_set(event, "resourceModel", model);
    return event;
}

static json *fail(const struct call *call, enum error_code code, const char *message)
{
    json *event = event_new(call, FAILED);

    json_set_string(event, "errorCode", error_code_name(code));
    json_set_string(event, "message", message);
    return event;
}

static json *fail_not_found(const struct call *call)
{
    return fail(call, NOT_FOUND,
                arena_printf(call->arena, "%s %s does not exist", call->type->name,
                             resource_type_identify(call->arena, call->type, call->desired)));
}

/* What the faults, which come after the handler, may want to know about the resource. */
static void remember(struct call *call, const struct resource *resource)
{
    call->full = json_copy(call->arena, resource->full);
    call->requested = json_copy(call->arena, resource->requested);
    call->before = resource->before ? json_copy(call->arena, resource->before) : NULL;
}

/*
 * The model of an IN_PROGRESS event is what the next callback is given: the
 * request with its secrets, what identifies the resource, and what is
 * read-only where it is inside of something that was asked for.
 */
static json *progress_model(const struct call *call, const struct resource *resource)
{
    const struct property_set *identifier = &call->type->identifier;
    json *model = json_copy(call->arena, resource->requested);

    for (size_t i = 0; i < identifier->count; i++)
        if (json_is_null(path_get(model, &identifier->paths[i])))
            path_set(model, &identifier->paths[i], path_get(resource->full, &identifier->paths[i]));
    model_keep_read_only(call, model, resource->full);
    return model;
}

static bool goes_on_for_ever(const struct call *call)
{
    const char *fault = call->action == CREATE   ? "progress-for-ever"
                        : call->action == UPDATE ? "progress-update-for-ever"
                                                 : "progress-delete-for-ever";

    return builtin_faulty(call->builtin, fault);
}

static double progress_delay(const struct call *call, bool for_ever)
{
    const double delay = call->builtin->options.delay;

    return for_ever && delay < 60 ? 60 : delay;
}

/* How many times more the operation has to say that it is not done. */
static unsigned remaining(const struct call *call)
{
    const double most = call->builtin->options.stabilize;
    const double left =
        call->context ? json_number(json_get(call->context, context_remaining), 0) : most;

    return left > most ? call->builtin->options.stabilize : left >= 1 ? (unsigned)left : 0;
}

/* IN_PROGRESS as often as it was asked for; NULL once the operation has settled. */
static json *progress(const struct call *call, const struct resource *resource)
{
    const bool for_ever = goes_on_for_ever(call);
    const unsigned left = for_ever ? 1 : remaining(call);

    if (!left)
        return NULL;
    json *event = event_new(call, IN_PROGRESS);
    json *context = json_set_object(event, "callbackContext");
    json_set_number(context, context_resource, (double)resource->serial);
    json_set_number(context, context_remaining, left - 1);
    json_set_number(event, "callbackDelaySeconds", progress_delay(call, for_ever));
    json_set(event, "resourceModel",
             call->action == DELETE
                 ? model_only(call->arena, resource->full, &call->type->identifier)
                 : progress_model(call, resource));
    return event;
}

/* The resource that a callback goes on with, or NULL when there is none any more. */
static struct resource *continued(const struct call *call)
{
    const double serial = json_number(json_get(call->context, context_resource), 0);
    const struct builtin *builtin = call->builtin;

    if (serial >= 1 && serial <= (double)builtin->serial)
        return store_by_serial(builtin, (unsigned long)serial);
    return store_find(builtin, call->desired, false);
}

/* SUCCESS with the model as it is returned, unless that takes a while. */
static json *settle(struct call *call, struct resource *resource)
{
    json *event = progress(call, resource);

    const bool lies = call->action == UPDATE && resource->claimed;

    remember(call, resource);
    resource->settled = resource->settled || !event;
    return event ? event
                 : succeed(call, model_shown(call, lies ? resource->claimed : resource->full));
}

/* What is wrong with the desired state, or NULL. */
static const char *invalid(const struct call *call, const struct schema *schema,
                           const json *desired)
{
    if (schema_valid(schema, desired, SCHEMA_ALL))
        return NULL;
    const struct schema_fault *fault = schema_faults(call->arena, schema, desired, SCHEMA_ALL);
    while (fault && fault->undecided)
        fault = fault->next;
    if (!fault)
        return NULL;
    return arena_printf(call->arena, "%s: %s", *fault->path ? fault->path : "the model",
                        fault->message);
}

static json *fail_already_exists(struct call *call, const struct resource *holder)
{
    const char *name = resource_type_identify(call->arena, call->type, holder->full);

    remember(call, holder);
    if (builtin_faulty(call->builtin, "create-again-succeeds") ||
        (builtin_faulty(call->builtin, "create-same-again-succeeds") &&
         json_equal(model_requested(call, call->desired), holder->requested)))
        return succeed(call, model_shown(call, call->full));
    return fail(call, ALREADY_EXISTS,
                arena_printf(call->arena, "%s %s exists already", call->type->name, name));
}

/* What a fault makes of a request that another resource came from: that resource, or nothing. */
static json *create_like_another(struct call *call, const json *requested)
{
    const struct builtin *builtin = call->builtin;
    const struct resource *like = store_like(builtin, requested);

    if (!like)
        return NULL;
    if (builtin_faulty(builtin, "create-refuses-copy"))
        return fail(call, INVALID_REQUEST, "the request is like that of another resource");
    remember(call, like);
    return builtin_faulty(builtin, "create-adopts") ? succeed(call, model_shown(call, call->full))
                                                    : NULL;
}

/* A create that is refused, and has made something first: only faults do that. */
static void make_all_the_same(struct call *call, const json *model, const json *requested)
{
    json *other = json_copy(call->arena, model);

    for (size_t i = 0; i < call->type->identifier.count; i++)
        fault_change(call, other, call->type->identifier.paths[i].pointer);
    model_add_read_only(call, other, NULL);
    if (!store_find(call->builtin, other, false))
        store_put(call->builtin, other, requested, NULL, NULL);
}

/* What exists already is changed, though the create is refused: only faults do that. */
static void overwrite(struct call *call, struct resource *holder, const json *model)
{
    json *changed = json_copy(call->arena, model);

    model_keep(call, changed, holder->full);
    model_add_read_only(call, changed, holder->full);
    store_put(call->builtin, changed, holder->requested, NULL, holder);
}

/* The first invocation of a create that asks for something new. */
static json *create_new(struct call *call)
{
    struct builtin *builtin = call->builtin;

    if (builtin_faulty(builtin, "create-fails"))
        return fail(call, INTERNAL_FAILURE, "the create handler could not go on");
    json *model = model_requested(call, call->desired);
    const json *requested = json_copy(call->arena, model);
    model_add_defaults(call, model);
    json *answer = create_like_another(call, requested);
    if (answer)
        return answer;
    struct resource *holder = store_holder(builtin, model, NULL);
    if (holder && builtin_faulty(builtin, "create-refused-is-made"))
        make_all_the_same(call, model, requested);
    if (holder) {
        json *refusal = fail_already_exists(call, holder);
        if (builtin_faulty(builtin, "create-again-overwrites"))
            overwrite(call, holder, model);
        return refusal;
    }
    if (builtin_faulty(builtin, "create-makes-two"))
        fault_make_two(call, model, requested);
    const char *objection = model_add_identifiers(call, model);
    if (objection)
        return fail(call, SERVICE_LIMIT_EXCEEDED, objection);
    model_add_read_only(call, model, NULL);
    return settle(call, store_put(builtin, model, requested, call->token, NULL));
}

/* The same token again: the same answer for the same request, and no second resource. */
static json *create_again(struct call *call, struct resource *resource)
{
    if (json_equal(model_requested(call, call->desired), resource->requested))
        return settle(call, resource);
    return fail(call, INVALID_REQUEST, "the bearer token was used for another create request");
}

static json *handle_create(struct call *call)
{
    struct builtin *builtin = call->builtin;

    if (call->context) {
        struct resource *resource = continued(call);

        if (resource && !remaining(call) && resource->settled &&
            builtin_faulty(builtin, "progress-again-makes-another"))
            return create_new(call);
        return resource ? settle(call, resource)
                        : fail(call, NOT_STABILIZED,
                               "the resource went away while it was being created");
    }
    struct resource *again = builtin_faulty(builtin, "create-forgets-token")
                                 ? NULL
                                 : store_by_token(builtin, call->token);
    if (again && builtin_faulty(builtin, "create-token-again-fails"))
        return fail(call, SERVICE_INTERNAL_ERROR, "the token was used before");
    if (again)
        return create_again(call, again);
    const char *objection = invalid(call, call->type->create, call->desired);
    if (objection && builtin_faulty(builtin, "create-invalid-is-made")) {
        json *model = model_requested(call, call->desired);

        if (!model_add_identifiers(call, model))
            store_put(builtin, model, model, NULL, NULL);
    }
    return objection ? fail(call, INVALID_REQUEST, objection) : create_new(call);
}

static json *handle_read(struct call *call)
{
    const struct builtin *builtin = call->builtin;
    struct resource *resource = store_find(builtin, call->desired, false);

    if (!resource && builtin_faulty(builtin, "read-deleted"))
        resource = store_find(builtin, call->desired, true);
    const json *only = model_only(call->arena, call->desired, &call->type->identifier);
    const bool alone = json_equal(only, call->desired);
    if (!resource || (!json_first(only) && builtin_faulty(builtin, "read-alias-not-found")))
        return fail_not_found(call);
    call->unread = resource->unread;
    resource->unread = false;
    if (call->unread && builtin_faulty(builtin, "create-not-readable"))
        return fail_not_found(call);
    if (alone && builtin_faulty(builtin, "read-alone-fails"))
        return fail(call, INVALID_REQUEST, "the model holds nothing but an identifier");
    call->alone = alone;
    call->reads = resource->reads++;
    if (builtin_faulty(builtin, "read-oldest") ||
        (!json_first(only) && builtin_faulty(builtin, "read-alias-other")))
        resource = store_oldest(builtin);
    if (builtin_faulty(builtin, "read-newest"))
        resource = store_newest(builtin);
    remember(call, resource);
    return succeed(call, model_shown(call, resource->full));
}

/* What an update would change that it must not; one fault changes it all the same. */
static json *refuse_create_only(struct call *call, struct resource *resource, json *model,
                                const char *changed)
{
    if (builtin_faulty(call->builtin, "update-refuses-and-changes")) {
        const json *requested = json_copy(call->arena, model);

        model_add_read_only(call, model, resource->full);
        store_put(call->builtin, model, requested, NULL, resource);
    }
    return fail(
        call, NOT_UPDATABLE,
        arena_printf(call->arena, "%s can be set only when the resource is created", changed));
}

/* What an update makes of `resource`, or why it may not. */
static json *update_found(struct call *call, struct resource *resource)
{
    struct builtin *builtin = call->builtin;
    json *model = model_requested(call, call->desired);
    const json *requested = json_copy(call->arena, model);

    remember(call, resource);
    if (builtin_faulty(builtin, "update-fails"))
        return fail(call, INTERNAL_FAILURE, "the update handler could not go on");
    model_keep(call, model, resource->full);
    const char *changed = model_changes_create_only(call, model, resource->full);
    if (changed && !builtin_faulty(builtin, "update-applies-create-only"))
        return refuse_create_only(call, resource, model, changed);
    const char *objection = invalid(call, call->type->update, call->desired);
    if (objection)
        return fail(call, INVALID_REQUEST, objection);
    model_add_defaults(call, model);
    if (store_holder(builtin, model, resource))
        return fail(call, ALREADY_EXISTS, "another resource has that identifier already");
    model_add_read_only(call, model, resource->full);
    const json *claimed = fault_apply_update(call, model, resource->full);
    resource = store_put(builtin, model, requested, NULL, resource);
    resource->claimed = claimed ? json_copy(resource->arena, claimed) : NULL;
    return settle(call, resource);
}

/* An update of what does not exist, which one fault says went well. */
static json *update_absent(struct call *call)
{
    fault_upsert(call);
    if (!builtin_faulty(call->builtin, "update-absent-succeeds"))
        return fail_not_found(call);
    json *model = json_copy(call->arena, call->desired);
    model_add_defaults(call, model);
    if (model_add_identifiers(call, model))
        return fail_not_found(call);
    model_add_read_only(call, model, NULL);
    return succeed(call, model_shown(call, model));
}

/* What an update or a delete is about; NULL when there is none, or the handler is blind to it. */
static struct resource *find_meant(const struct call *call)
{
    struct resource *resource =
        call->context ? continued(call) : store_find(call->builtin, call->desired, false);

    return resource && !fault_apply_blind(call) ? resource : NULL;
}

static json *handle_update(struct call *call)
{
    struct resource *resource = find_meant(call);

    if (!resource)
        return update_absent(call);
    if (!call->context)
        return update_found(call, resource);
    json *event = settle(call, resource);
    if (!remaining(call))
        fault_settle_update(call, resource);
    return event;
}

/* A delete of what is not there; some faults take that for done. */
static json *delete_absent(struct call *call)
{
    const struct builtin *builtin = call->builtin;
    const bool deleted = store_find(builtin, call->desired, true);

    if (call->context || builtin_faulty(builtin, "delete-again-succeeds") ||
        builtin_faulty(builtin, deleted ? "delete-deleted-succeeds" : "delete-never-succeeds"))
        return succeed(call, NULL);
    return fail_not_found(call);
}

/* What is named by less than its whole model goes, too, unless a fault says otherwise. */
static bool deletes_nothing(const struct call *call)
{
    return builtin_faulty(call->builtin, "delete-does-nothing") ||
           (builtin_faulty(call->builtin, "delete-by-identifier-does-nothing") &&
            fault_alone(call->builtin));
}

static json *handle_delete(struct call *call)
{
    struct builtin *builtin = call->builtin;
    struct resource *resource = find_meant(call);

    if (!resource)
        return delete_absent(call);
    remember(call, resource);
    if (builtin_faulty(builtin, "delete-fails"))
        return fail(call, INTERNAL_FAILURE, "the delete handler could not go on");
    if (builtin_faulty(builtin, "delete-protected"))
        return fail(call, RESOURCE_CONFLICT, "the resource is protected from being deleted");
    json *event = progress(call, resource);
    if (event)
        return event;
    if (!deletes_nothing(call)) {
        store_drop(builtin, resource);
        fault_apply_remove(call, call->full);
    }
    return succeed(call, NULL);
}

/* Whether LIST leaves it out: deleted, or a fault says so. */
static bool unlisted(const struct builtin *builtin, const struct resource *resource)
{
    if (resource->ghost)
        return !builtin_faulty(builtin, "delete-still-listed");
    if (resource->serial <= builtin->preloaded)
        return false;
    return builtin_faulty(builtin, resource->before ? "update-not-listed" : "create-not-listed");
}

/* The serial number after which a page begins; false for a token that was never given out. */
static bool page_start(const struct call *call, unsigned long *after)
{
    const char *token = json_string(call->next_token);
    char again[40];

    *after = 0;
    if (!call->next_token)
        return true;
    if (token && strcmp(token, FIRST_PAGE_TOKEN) == 0 &&
        (builtin_faulty(call->builtin, "list-same-token") ||
         builtin_faulty(call->builtin, "list-repeats-page")))
        return true;
    if (!token || strncmp(token, "after-", 6) != 0)
        return false;
    *after = strtoul(token + 6, NULL, 10);
    snprintf(again, sizeof(again), "after-%lu", *after);
    return strcmp(again, token) == 0 && *after && *after < call->builtin->serial;
}

static json *handle_list(struct call *call)
{
    struct builtin *builtin = call->builtin;
    const unsigned size = builtin->options.page_size;
    unsigned long after, last = 0;
    unsigned listed = 0;

    if (!page_start(call, &after))
        return fail(call, INVALID_REQUEST, "the nextToken is none that this handler returned");
    if (!call->next_token)
        fault_raise(builtin);
    json *event = event_new(call, SUCCESS);
    json *models = json_set_array(event, "resourceModels");
    for (const struct resource *r = builtin->first; r; r = r->next) {
        if (r->serial <= after || unlisted(builtin, r))
            continue;
        if (size && listed++ == size) {
            json_set_string(event, "nextToken", arena_printf(call->arena, "after-%lu", last));
            break;
        }
        json_append(models, model_shown(call, r->full));
        last = r->serial;
    }
    return event;
}

struct handler {
    enum action action;
    json *(*handle)(struct call *call);
};

static const struct handler handlers[] = {
    { CREATE, handle_create }, { READ, handle_read }, { UPDATE, handle_update },
    { DELETE, handle_delete }, { LIST, handle_list },
};

json *builtin_handle(struct call *call)
{
    const struct handler *handler = handlers;

    while (handler->action != call->action)
        handler++;
    if (call->type->handlers & call->action)
        return handler->handle(call);
    return fail(
        call, INVALID_REQUEST,
        arena_printf(call->arena, "the type has no %s handler", action_handler(call->action)));
}
