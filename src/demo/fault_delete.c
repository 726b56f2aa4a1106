/* Faults of DELETE, and of what is found after it: more than was asked for goes, or less. */
#include <string.h>

#include "builtin_private.h"

/* --- What stays, or comes back --- */

/* The ghost that it has just become is raised. */
static void keep(const struct invocation *call)
{
    struct resource *kept = NULL;

    for (struct resource *r = call->builtin->first; r && call->full; r = r->next)
        if (r->ghost && resource_type_same(call->type, r->full, call->full))
            kept = r;
    if (kept)
        store_raise(call->builtin, kept);
}

/* After a LIST that no longer showed it. */
static json *raise_ghosts(struct invocation *call)
{
    for (struct resource *r = call->builtin->first; r && !call->next_token; r = r->next)
        if (r->ghost && r->listed && !store_holder(call->builtin, r->full, NULL))
            store_raise(call->builtin, r);
    return NULL;
}

static void list_ghosts(const struct invocation *call, json *event)
{
    for (const struct resource *r = call->builtin->first; r; r = r->next)
        if (r->ghost)
            json_append(json_edit(event, "resourceModels"), model_shown(call, r->full));
}

static bool of_a_name_that_was(const struct invocation *call)
{
    return call_is_new(call) && of_the_deleted(call);
}

/* What is kept under a name is not deleted with what had that name. */
static void read_former(const struct invocation *call, json *model)
{
    const struct resource *ghost = store_find(call->builtin, call->desired, true);
    const json *former = ghost ? model_shown(call, ghost->full) : NULL;

    json_each (member, former)
        if (fault_changeable(call->type, member) && !json_get(model, json_key(member)))
            json_set(model, json_key(member), member);
}

/* What may be absent, and would be known again. */
static bool may_be_restored(const struct resource_type *type, const json *property)
{
    return fault_changeable(type, property) && fault_is_telling(type, property) &&
           !fault_is_required(type->document, json_key(property));
}

/* --- What is said of it --- */

/* The look whether the resource is gone yet ends in what it was to find out. */
static void not_found(const struct invocation *call, json *event)
{
    become(event, event_failed(call, NOT_FOUND, "the resource does not exist"));
}

static bool by_identifier_at_first(const struct invocation *call)
{
    return !call->context && by_identifier_alone(call);
}

/* --- What else is deleted --- */

static bool is_youngest(const struct invocation *call, const struct resource *other)
{
    return other == store_newest(call->builtin);
}

/* Whether the identifiers agree but for what comes after the shorter one's end. */
static bool begins_alike(const struct invocation *call, const struct resource *other)
{
    const struct property_set *identifier = &call->type->identifier;

    for (size_t i = 0; i < identifier->count; i++) {
        const json *a = path_get(call->full, &identifier->paths[i]);
        const json *b = path_get(other->full, &identifier->paths[i]);
        const char *name = json_string(a), *longer = json_string(b);

        if (name && longer ? strncmp(name, longer, strlen(name)) != 0 : !json_equal(a, b))
            return false;
    }
    return true;
}

static const char *lacks_writable_name(const struct resource_type *type)
{
    const char *reason = lacks_writable_identifier(type);
    const struct property_path *last = &type->identifier.paths[type->identifier.count - 1];
    const json *node = schema_at(type->document, last);

    if (reason)
        return reason;
    return fault_has_type(type, node, "string") ? NULL : "the identifier's last part is no string";
}

static bool has_same_part(const struct invocation *call, const struct resource *other)
{
    const struct property_path *first = &call->type->identifier.paths[0];

    return json_equal(path_get(call->full, first), path_get(other->full, first));
}

static const char *lacks_parts(const struct resource_type *type)
{
    return type->identifier.count > 1 ? NULL : "the identifier has one part only";
}

/* clang-format off */
const struct fault delete_faults[] = {
    { .name = "delete-fails", .rule = "delete.succeeds", .on = DELETE, .needs = DELETE,
      .when = of_what_is_there, .refuses = INTERNAL_FAILURE,
      .message = "the delete handler could not go on",
      .text = "DELETE is FAILED with InternalFailure" },
    { .name = "delete-protected", .rule = "leak.none", .on = DELETE, .needs = DELETE,
      .when = of_what_is_there, .refuses = RESOURCE_CONFLICT,
      .message = "the resource is protected from being deleted",
      .text = "DELETE is FAILED with ResourceConflict, so that everything stays" },
    { .name = "delete-does-nothing", .rule = "read.not-found", .on = DELETE, .at = SUCCESS,
      .needs = READ | DELETE, .act = keep, .ghosts = true,
      .text = "DELETE is SUCCESS and the resource stays" },
    { .name = "delete-model", .rule = "delete.no-model", .on = DELETE, .at = SUCCESS,
      .tamper = fault_succeed, .text = "SUCCESS of DELETE carries the model" },
    { .name = "delete-empty-model", .rule = "delete.no-model", .on = DELETE, .at = SUCCESS,
      .member = "resourceModel", .value = "{}",
      .text = "SUCCESS of DELETE carries an empty model" },
    { .name = "delete-again-succeeds", .rule = "delete.not-found", .on = DELETE, .needs = DELETE,
      .code = NOT_FOUND, .tamper = fault_succeed,
      .text = "DELETE of what does not exist is SUCCESS" },
    { .name = "delete-absent-other-code", .rule = "delete.not-found", .on = DELETE,
      .code = NOT_FOUND | ALREADY_EXISTS, .member = "errorCode",
      .value = "\"GeneralServiceException\"",
      .text = "DELETE of what does not exist is FAILED with another code" },
    { .name = "delete-still-listed", .rule = "delete.then-list", .on = LIST, .at = SUCCESS,
      .needs = DELETE | LIST, .when = on_the_last_page, .tamper = list_ghosts, .ghosts = true,
      .text = "LIST contains what was deleted" },
    { .name = "delete-keeps-identifier", .rule = "delete.then-create", .on = CREATE,
      .needs = CREATE | DELETE, .when = of_a_name_that_was, .refuses = ALREADY_EXISTS,
      .message = "the resource exists already", .lacks = lacks_writable_identifier, .ghosts = true,
      .text = "CREATE of what was deleted is FAILED with AlreadyExists" },
    { .name = "create-again-restores", .rule = "delete.then-create", .on = READ, .at = SUCCESS,
      .needs = CREATE | DELETE, .model = read_former, .lacks = lacks_writable_identifier,
      .property = may_be_restored, .ghosts = true,
      .text = "READ of what was created again shows what was deleted under its name" },
    { .name = "delete-needs-model", .rule = "delete.by-identifier", .on = DELETE,
      .when = by_identifier_at_first, .hides = fault_any,
      .text = "DELETE by the identifier alone is FAILED with NotFound" },
    { .name = "delete-needs-identifier", .rule = "delete.by-identifier", .on = DELETE,
      .when = by_alias, .hides = fault_any, .lacks = lacks_additional_identifiers,
      .text = "DELETE by an additional identifier is FAILED with NotFound" },
    { .name = "delete-by-identifier-does-nothing", .rule = "leak.none", .on = DELETE, .at = SUCCESS,
      .needs = DELETE, .when = by_identifier_alone, .act = keep, .ghosts = true,
      .text = "DELETE by the identifier alone is SUCCESS and the resource stays" },
    { .name = "delete-deleted-succeeds", .rule = "delete.not-found", .on = DELETE, .needs = DELETE,
      .code = NOT_FOUND, .when = of_the_deleted, .tamper = fault_succeed, .ghosts = true,
      .text = "DELETE of what was deleted is SUCCESS" },
    { .name = "delete-never-succeeds", .rule = "delete.not-found", .on = DELETE,
      .needs = DELETE | UPDATE, .code = NOT_FOUND, .when = of_what_never_was,
      .tamper = fault_succeed, .ghosts = true, .text = "DELETE of what never existed is SUCCESS" },
    { .name = "delete-comes-back", .rule = "leak.none", .on = LIST, .needs = DELETE | LIST,
      .instead = raise_ghosts, .ghosts = true,
      .text = "what was deleted is there again after a while" },
    { .name = "delete-removes-all", .rule = "delete.only-that", .on = DELETE, .removes = fault_any,
      .text = "DELETE deletes everything" },
    { .name = "delete-removes-next", .rule = "delete.only-that", .on = DELETE,
      .removes = is_youngest, .text = "DELETE deletes the youngest resource as well" },
    { .name = "delete-removes-alike", .rule = "delete.only-that", .on = DELETE,
      .removes = begins_alike, .lacks = lacks_writable_name,
      .text = "DELETE deletes everything that its identifier is the beginning of" },
    { .name = "delete-removes-part", .rule = "delete.only-that", .on = DELETE,
      .removes = has_same_part, .lacks = lacks_parts,
      .text = "DELETE looks at the first part of an identifier only" },
    { .name = "progress-delete-not-found", .rule = "delete.succeeds", .on = DELETE, .at = SUCCESS,
      .callbacks = 1, .when = at_a_callback, .tamper = not_found,
      .text = "the last callback of DELETE is FAILED with NotFound" },
    { .name = "progress-delete-other-identifier", .rule = "model.same-identifier", .on = DELETE,
      .at = IN_PROGRESS, .callbacks = 1, .model = fault_other_identifier,
      .text = "IN_PROGRESS of DELETE names another resource" },
    { 0 },
};
/* clang-format on */
