/* Faults of UPDATE, and of what is found after it; see fault_merge.c for those of collections. */
#include <string.h>

#include "builtin_private.h"

static void show_old(const struct invocation *call, json *model)
{
    if (call->before)
        become(model, model_shown(call, call->before));
}

static bool was_updated(const struct invocation *call, const struct resource *resource)
{
    return resource->before && resource->serial > call->builtin->preloaded;
}

/* An additional identifier with which the schema allows an update that has no other. */
static const char *lacks_alias_alone(const struct resource_type *type)
{
    const char *reason = lacks_additional_identifiers(type);

    for (size_t i = 0; i < type->identifier.count && !reason; i++)
        if (!set_has(&type->read_only, &type->identifier.paths[i]) &&
            fault_is_required(type->document, type->identifier.paths[i].steps[0]))
            reason = "the schema requires the primaryIdentifier";
    return reason;
}

/* --- What does not exist --- */

/* Makes a resource in that state, and what identifies it where that is not there. */
static void make(const struct invocation *call, json *model)
{
    const json *requested = json_copy(call->arena, model);

    model_add_defaults(call, model);
    if (store_holder(call->builtin, model, NULL) || model_complete(call, model))
        return;
    store_put(call->builtin, model, requested, NULL, NULL);
}

/* What was asked for is made, after it was refused. */
static void make_it(const struct invocation *call)
{
    const struct property_set *identifier = &call->type->identifier;
    json *model = model_requested(call, call->desired);

    for (size_t i = 0; i < identifier->count; i++)
        path_set(model, &identifier->paths[i], path_get(call->desired, &identifier->paths[i]));
    if (!resource_type_lacks(call->type, call->desired))
        make(call, model);
}

void fault_make_another(const struct invocation *call)
{
    make(call, fault_unnamed(call, model_requested(call, call->desired)));
}

/* --- What must not be changed --- */

/* The resource is changed, though it was refused. */
void fault_overwrite(const struct invocation *call)
{
    struct resource *resource = store_find(call->builtin, call->full, false);
    json *model = model_requested(call, call->desired);

    model_keep(call, model, call->full);
    model_add_defaults(call, model);
    model_add_read_only(call, model, call->full);
    store_put(call->builtin, model, call->requested, NULL, resource);
}

static void show_changed(const struct invocation *call, json *event)
{
    fault_overwrite(call);
    become(event, event_success(call, store_find(call->builtin, call->full, false)->full));
}

/* --- What else becomes of the resource --- */

/* As if it were deleted and created again: what the service chose is chosen anew. */
static void make_anew(const struct invocation *call, json *model, const json *stored)
{
    const struct property_set *read_only = &call->type->read_only;

    (void)stored;
    for (size_t i = 0; i < read_only->count; i++)
        if (!set_has(&call->type->identifier, &read_only->paths[i]))
            path_remove(model, &read_only->paths[i]);
    model_add_read_only(call, model, NULL);
}

/* When it was created, and what else the service names it by. */
static const char *lacks_birth(const struct resource_type *type)
{
    for (size_t i = 0; i < type->read_only.count; i++) {
        const struct property_path *path = &type->read_only.paths[i];

        for (size_t k = 0; k < type->additional_identifier_count; k++)
            if (set_has(&type->additional_identifiers[k], path))
                return NULL;
        if (path->depth == 1 && strncmp(path->steps[0], "Created", strlen("Created")) == 0)
            return NULL;
    }
    return "nothing read-only tells when it was created";
}

static void undo(const struct invocation *call)
{
    struct resource *resource = call_continued(call);

    if (resource && resource->before)
        store_put(call->builtin, resource->before, resource->requested, NULL, resource);
}

static void fail_callback(const struct invocation *call, json *event)
{
    become(event, event_failed(call, GENERAL_SERVICE_EXCEPTION, "the callback could not go on"));
}

/* clang-format off */
const struct fault update_faults[] = {
    { .name = "update-fails", .rule = "update.succeeds", .on = UPDATE, .needs = CREATE | UPDATE,
      .when = of_what_is_there, .refuses = INTERNAL_FAILURE,
      .message = "the update handler could not go on",
      .text = "UPDATE is FAILED with InternalFailure" },
    { .name = "update-shows-old", .rule = "update.echo", .on = UPDATE, .at = SUCCESS,
      .model = show_old, .property = fault_updatable,
      .text = "UPDATE returns the model as it was before" },
    { .name = "update-not-stored", .rule = "update.applied", .on = READ, .at = SUCCESS,
      .needs = UPDATE, .model = show_old, .property = fault_updatable,
      .text = "READ after UPDATE shows the model as it was before" },
    { .name = "update-other-identifier", .rule = "update.same-identifier", .on = UPDATE,
      .at = SUCCESS, .model = fault_other_identifier, .text = "UPDATE names another resource" },
    { .name = "update-absent-succeeds", .rule = "update.not-found", .on = UPDATE, .needs = UPDATE,
      .code = NOT_FOUND, .tamper = fault_invent,
      .text = "UPDATE of what does not exist is SUCCESS" },
    { .name = "update-absent-other-code", .rule = "update.not-found", .on = UPDATE,
      .code = NOT_FOUND | ALREADY_EXISTS, .member = "errorCode",
      .value = "\"GeneralServiceException\"",
      .text = "UPDATE of what does not exist is FAILED with another code" },
    { .name = "update-not-listed", .rule = "update.listed", .on = LIST, .needs = UPDATE | LIST,
      .hides = was_updated, .text = "LIST leaves out what was updated" },
    { .name = "update-makes-anew", .rule = "update.no-new-resource", .on = UPDATE,
      .update = make_anew, .lacks = lacks_birth,
      .text = "UPDATE deletes the resource and creates it again under its identifier" },
    { .name = "update-makes-another", .rule = "update.no-new-resource", .on = UPDATE, .at = SUCCESS,
      .needs = UPDATE | LIST, .act = fault_make_another,
      .text = "UPDATE makes another resource as well" },
    { .name = "update-absent-creates", .rule = "update.no-upsert", .on = UPDATE,
      .needs = UPDATE | READ, .code = NOT_FOUND, .act = make_it,
      .text = "UPDATE of what does not exist is FAILED, and makes it" },
    { .name = "update-deleted-creates", .rule = "update.no-upsert", .on = UPDATE,
      .needs = UPDATE | READ | DELETE, .code = NOT_FOUND, .when = of_the_deleted, .act = make_it,
      .ghosts = true, .text = "UPDATE of what was deleted is FAILED, and makes it again" },
    { .name = "update-absent-makes-another", .rule = "update.no-upsert", .on = UPDATE,
      .needs = UPDATE | LIST, .code = NOT_FOUND, .act = fault_make_another,
      .text = "UPDATE of what does not exist is FAILED, and makes something else" },
    { .name = "update-needs-identifier", .rule = "update.by-alias", .on = UPDATE,
      .when = by_alias, .hides = fault_any, .lacks = lacks_alias_alone,
      .text = "UPDATE by an additional identifier is FAILED with NotFound" },
    { .name = "update-applies-create-only", .rule = "update.create-only", .on = UPDATE,
      .needs = UPDATE, .code = NOT_UPDATABLE, .tamper = show_changed, .lacks = lacks_create_only,
      .text = "UPDATE changes create-only properties" },
    { .name = "update-create-only-other-code", .rule = "update.create-only", .on = UPDATE,
      .code = NOT_UPDATABLE, .member = "errorCode", .value = "\"GeneralServiceException\"",
      .lacks = lacks_create_only,
      .text = "UPDATE of a create-only property is FAILED with another code" },
    { .name = "update-refuses-and-changes", .rule = "update.create-only", .on = UPDATE,
      .needs = UPDATE | READ, .code = NOT_UPDATABLE, .act = fault_overwrite,
      .lacks = lacks_create_only,
      .text = "UPDATE of a create-only property is FAILED, and changes it" },
    { .name = "progress-update-undone", .rule = "update.applied", .on = UPDATE, .at = SUCCESS,
      .needs = UPDATE | READ, .callbacks = 1, .when = at_a_callback, .act = undo,
      .property = fault_updatable, .text = "the last callback of UPDATE takes it back" },
    { .name = "progress-update-shows-old", .rule = "update.echo", .on = UPDATE, .at = SUCCESS,
      .callbacks = 1, .when = at_a_callback, .model = show_old, .property = fault_updatable,
      .text = "a callback of UPDATE returns the model as it was before" },
    { .name = "progress-update-fails", .rule = "update.succeeds", .on = UPDATE, .at = SUCCESS,
      .callbacks = 1, .when = at_a_callback, .tamper = fail_callback,
      .text = "a callback of UPDATE is FAILED" },
    { .name = "progress-update-other-identifier", .rule = "update.same-identifier", .on = UPDATE,
      .at = SUCCESS, .callbacks = 1, .when = at_a_callback, .model = fault_other_identifier,
      .text = "a callback of UPDATE names another resource" },
    { .name = "progress-update-without-identifier", .rule = "model.identifier", .on = UPDATE,
      .at = IN_PROGRESS, .callbacks = 1, .model = fault_no_identifier,
      .text = "IN_PROGRESS of UPDATE has a model without its identifier" },
    { .name = "progress-update-without-model", .rule = "model.identifier", .on = UPDATE,
      .at = IN_PROGRESS, .callbacks = 1, .member = "resourceModel",
      .text = "IN_PROGRESS of UPDATE has no model" },
    { .name = "update-changes-another", .rule = "update.only-that", .on = UPDATE, .at = SUCCESS,
      .needs = CREATE | READ | DELETE, .act = fault_touch_neighbour, .lacks = lacks_copies,
      .property = fault_changeable, .text = "UPDATE changes another resource as well" },
    { 0 },
};
/* clang-format on */
