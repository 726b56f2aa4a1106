/* Faults of READ and LIST that are about which resources there are, and how LIST tells them. */
#include <string.h>

#include "builtin_private.h"

/* --- READ --- */

/* What comes after the callback is honest. */
static void in_progress(const struct invocation *call, json *event)
{
    if (call->context)
        return;
    json_set_string(event, "status", status_name(IN_PROGRESS));
    json_set_object(event, "callbackContext");
    json_remove(event, "resourceModels");
    json_remove(event, "nextToken");
}

static void read_ghost(const struct invocation *call, json *event)
{
    const struct resource *ghost = store_find(call->builtin, call->desired, true);

    become(event, event_success(call, ghost->full));
}

/* As a cache does that is emptied by a delete, and forgets what was written to it since. */
static bool of_an_updated_ghost(const struct invocation *call)
{
    const struct resource *ghost = store_find(call->builtin, call->desired, true);

    return ghost && ghost->updates;
}

static void refuse_identifier_alone(const struct invocation *call, json *event)
{
    become(event, event_failed(call, INVALID_REQUEST, "the model holds nothing but an identifier"));
}

/* --- LIST --- */

static bool of_nothing(const struct invocation *call)
{
    return !json_length(json_get(call->honest, "resourceModels"));
}

/* The nextToken with which the first page comes again. */
#define FIRST_PAGE_TOKEN "again"

static bool is_token(const struct invocation *call, const char *wanted)
{
    const char *token = json_string(call->next_token);

    return token && strcmp(token, wanted) == 0;
}

static json *begin_again(struct invocation *call)
{
    call->again = is_token(call, FIRST_PAGE_TOKEN);
    if (call->again)
        call->next_token = NULL;
    return NULL;
}

static bool at_the_beginning(const struct invocation *call)
{
    return !call->next_token && !call->again;
}

/* As who asks the service whether there is more only when it says so. */
static void trailing_page(const struct invocation *call, json *event)
{
    static const char token[] = "last";

    if (is_token(call, token)) {
        become(event, event_success(call, NULL));
        json_set_array(event, "resourceModels");
    } else if (!json_get(event, "nextToken")) {
        json_set_string(event, "nextToken", token);
    }
}

/* A name of something that is not there, at the end of the last page. */
static void absent(const struct invocation *call, json *event)
{
    const struct property_set *identifier = &call->type->identifier;
    json *models = json_edit(event, "resourceModels");

    if (!json_length(models))
        return;
    json *other = json_copy(call->arena, json_at(models, json_length(models) - 1));
    for (size_t i = 0; i < identifier->count; i++)
        fault_change(call, other, identifier->paths[i].pointer);
    json_append(models, other);
}

/* The last one of each page but the last gets lost. */
static void without_edges(const struct invocation *call, json *event)
{
    json *models = json_edit(event, "resourceModels");

    if (!on_the_last_page(call) && json_length(models))
        json_remove_at(models, json_length(models) - 1);
}

/* The next page begins with what the page before ended with. */
static void overlap(const struct invocation *call, json *event)
{
    json *models = json_edit(event, "resourceModels");
    const struct resource *before = NULL;

    if (!call->next_token || !json_first(models))
        return;
    for (const struct resource *r = call->builtin->first; r; r = r->next) {
        if (resource_type_same(call->type, r->full, json_first(models)))
            break;
        before = r->ghost ? before : r;
    }
    if (before)
        json_append(models, model_shown(call, before->full));
}

static void twice(const struct invocation *call, json *event)
{
    json *models = json_edit(event, "resourceModels");

    if (json_first(models))
        json_append(models, json_copy(call->arena, json_first(models)));
}

static void null_item(const struct invocation *call, json *event)
{
    json_append(json_edit(event, "resourceModels"), json_new_null(call->arena));
}

static bool is_youngest(const struct invocation *call, const struct resource *resource)
{
    return beside_another(call) && resource == store_newest(call->builtin);
}

static bool is_oldest(const struct invocation *call, const struct resource *resource)
{
    const struct resource *r = call->builtin->first;

    while (r && (r->ghost || r->serial <= call->builtin->preloaded))
        r = r->next;
    return beside_another(call) && resource == r;
}

static bool was_updated_twice(const struct invocation *call, const struct resource *resource)
{
    (void)call;
    return resource->updates >= 2;
}

/* clang-format off */
const struct fault read_faults[] = {
    { .name = "read-in-progress", .rule = "read.synchronous", .on = READ, .at = SUCCESS,
      .tamper = in_progress, .text = "READ is IN_PROGRESS at first" },
    { .name = "read-deleted", .rule = "read.not-found", .on = READ, .needs = READ | DELETE,
      .code = NOT_FOUND, .when = of_the_deleted, .tamper = read_ghost, .ghosts = true,
      .text = "READ of what was deleted is SUCCESS" },
    { .name = "read-deleted-updated", .rule = "read.not-found", .on = READ, .at = FAILED,
      .needs = CREATE | UPDATE | DELETE, .when = of_an_updated_ghost, .tamper = read_ghost,
      .property = fault_updatable, .ghosts = true,
      .text = "READ of what was deleted is SUCCESS when it had been updated" },
    { .name = "read-absent-other-code", .rule = "read.not-found", .on = READ,
      .code = NOT_FOUND | ALREADY_EXISTS, .member = "errorCode",
      .value = "\"GeneralServiceException\"",
      .text = "READ of what does not exist FAILED with another code" },
    { .name = "read-alone-fails", .rule = "read.by-identifier", .on = READ, .at = SUCCESS,
      .needs = CREATE | READ, .when = by_identifier_alone, .tamper = refuse_identifier_alone,
      .property = fault_changeable,
      .text = "READ of the identifier alone is FAILED with InvalidRequest" },
    { .name = "read-invents", .rule = "read.not-found", .on = READ, .code = NOT_FOUND,
      .when = of_what_never_was, .tamper = fault_invent, .ghosts = true,
      .text = "READ of what never existed is SUCCESS" },
    { .name = "read-without-message", .rule = "event.failed-message", .on = READ, .at = FAILED,
      .member = "message", .text = "FAILED of READ carries no message" },
    { 0 },
};

const struct fault list_faults[] = {
    { .name = "list-in-progress", .rule = "list.synchronous", .on = LIST, .at = SUCCESS,
      .tamper = in_progress, .text = "LIST is IN_PROGRESS at first" },
    { .name = "list-models-missing", .rule = "list.models", .on = LIST, .at = SUCCESS,
      .member = "resourceModels", .text = "LIST returns no resourceModels" },
    { .name = "list-models-null", .rule = "list.models", .on = LIST, .at = SUCCESS,
      .member = "resourceModels", .value = "null", .text = "LIST returns null for resourceModels" },
    { .name = "list-models-object", .rule = "list.models", .on = LIST, .at = SUCCESS,
      .member = "resourceModels", .value = "{}",
      .text = "LIST returns an object for resourceModels" },
    { .name = "list-same-token", .rule = "list.pages", .on = LIST, .at = SUCCESS,
      .instead = begin_again, .member = "nextToken", .value = "\"again\"",
      .text = "LIST returns the same nextToken for ever" },
    { .name = "list-repeats-page", .rule = "list.pages", .on = LIST, .at = SUCCESS,
      .when = at_the_beginning, .instead = begin_again, .member = "nextToken", .value = "\"again\"",
      .text = "the second page of LIST is the first again" },
    { .name = "list-empty-last-token", .rule = "list.ends", .on = LIST, .at = SUCCESS,
      .when = on_the_last_page, .member = "nextToken", .value = "\"\"",
      .text = "the nextToken of LIST's last page is \"\"" },
    { .name = "list-token-number", .rule = "list.ends", .on = LIST, .at = SUCCESS,
      .when = on_the_last_page, .member = "nextToken", .value = "0",
      .text = "the nextToken of LIST's last page is 0" },
    { .name = "list-trailing-page", .rule = "list.ends", .on = LIST, .tamper = trailing_page,
      .text = "LIST ends with an empty page" },
    { .name = "list-absent", .rule = "list.readable", .on = LIST, .at = SUCCESS, .needs = READ,
      .when = on_the_last_page, .tamper = absent,
      .text = "LIST contains something that is not there" },
    { .name = "list-empty-null", .rule = "list.models", .on = LIST, .at = SUCCESS,
      .when = of_nothing, .member = "resourceModels", .value = "null",
      .text = "LIST of nothing returns null" },
    { .name = "list-loses-edges", .rule = "create.listed", .on = LIST, .at = SUCCESS,
      .tamper = without_edges, .pages = true,
      .text = "LIST leaves out the last resource of a page" },
    { .name = "list-first-page-only", .rule = "create.listed", .on = LIST, .at = SUCCESS,
      .member = "nextToken", .pages = true, .text = "LIST returns its first page and no token" },
    { .name = "list-overlap", .rule = "list.pages", .on = LIST, .at = SUCCESS, .tamper = overlap,
      .pages = true, .text = "a page of LIST repeats the last resource of the one before" },
    { .name = "list-second-models-null", .rule = "list.models", .on = LIST, .at = SUCCESS,
      .when = on_a_later_page, .member = "resourceModels", .value = "null", .pages = true,
      .text = "the second page of LIST returns null for resourceModels" },
    { .name = "list-second-in-progress", .rule = "list.synchronous", .on = LIST, .at = SUCCESS,
      .when = on_a_later_page, .tamper = in_progress, .pages = true,
      .text = "the second page of LIST is IN_PROGRESS at first" },
    { .name = "list-second-slow", .rule = "time.read-list", .on = LIST, .when = on_a_later_page,
      .slow = true, .pages = true, .text = "the second page of LIST takes longer than it may" },
    { .name = "list-twice", .rule = "list.pages", .on = LIST, .at = SUCCESS, .tamper = twice,
      .text = "LIST contains a resource twice" },
    { .name = "list-null-item", .rule = "list.models", .on = LIST, .at = SUCCESS,
      .tamper = null_item, .text = "LIST contains null" },
    { .name = "list-without-youngest", .rule = "create.listed", .on = LIST, .at = SUCCESS,
      .needs = CREATE | READ | DELETE, .when = beside_another, .hides = is_youngest,
      .lacks = lacks_copies, .property = fault_changeable,
      .text = "LIST leaves out the second resource that was created" },
    { .name = "list-without-oldest", .rule = "create.listed", .on = LIST, .at = SUCCESS,
      .needs = CREATE | READ | DELETE, .when = beside_another, .hides = is_oldest,
      .lacks = lacks_copies, .property = fault_changeable,
      .text = "LIST leaves out the first of two resources that were created" },
    { .name = "list-without-updated-twice", .rule = "update.listed", .on = LIST, .at = SUCCESS,
      .needs = CREATE | UPDATE, .hides = was_updated_twice, .property = fault_may_lessen,
      .text = "LIST leaves out what was updated twice" },
    { 0 },
};
/* clang-format on */
