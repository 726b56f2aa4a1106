/* What faults do to an answer of LIST. */
#include <string.h>

#include "builtin_private.h"

void fault_list_missing(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_remove(event, "resourceModels");
}

void fault_list_null(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set(event, "resourceModels", NULL);
}

void fault_list_object(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_object(event, "resourceModels");
}

void fault_list_no_identifier(struct builtin *builtin, const json *payload, json *event)
{
    json *models = json_edit(event, "resourceModels");

    (void)payload;
    for (json *model = json_edit_first(models); model; model = json_edit_next(model))
        path_remove(model, &builtin->type->identifier.paths[0]);
}

void fault_list_same_token(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_string(event, "nextToken", FIRST_PAGE_TOKEN);
}

void fault_list_repeats(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    if (!builtin->call->next_token)
        json_set_string(event, "nextToken", FIRST_PAGE_TOKEN);
}

void fault_list_empty_token(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    if (!json_get(event, "nextToken"))
        json_set_string(event, "nextToken", "");
}

/* A name of something that is not there, at the end of the last page. */
void fault_list_absent(struct builtin *builtin, const json *payload, json *event)
{
    const struct call *call = builtin->call;
    json *models = json_edit(event, "resourceModels");

    (void)payload;
    if (json_get(event, "nextToken") || !json_length(models))
        return;
    json *absent = json_copy(call->arena, json_at(models, json_length(models) - 1));
    for (size_t i = 0; i < builtin->type->identifier.count; i++)
        fault_change(call, absent, builtin->type->identifier.paths[i].pointer);
    json_append(models, absent);
}

/* As who asks the service whether there is more only when it says so. */
void fault_list_trailing_page(struct builtin *builtin, const json *payload, json *event)
{
    const char *token = json_string(builtin->call->next_token);

    (void)payload;
    if (token && strcmp(token, LAST_PAGE_TOKEN) == 0) {
        json_set_string(event, "status", "SUCCESS");
        json_remove(event, "errorCode");
        json_remove(event, "message");
        json_set_array(event, "resourceModels");
    } else if (!json_get(event, "nextToken")) {
        json_set_string(event, "nextToken", LAST_PAGE_TOKEN);
    }
}

/* The last one of each page but the last gets lost. */
void fault_list_edge(struct builtin *builtin, const json *payload, json *event)
{
    json *models = json_edit(event, "resourceModels");

    (void)payload;
    (void)builtin;
    if (json_get(event, "nextToken") && json_length(models))
        json_remove_at(models, json_length(models) - 1);
}

void fault_list_second_no_identifier(struct builtin *builtin, const json *payload, json *event)
{
    if (builtin->call->next_token)
        fault_list_no_identifier(builtin, payload, event);
}

void fault_list_second_models_null(struct builtin *builtin, const json *payload, json *event)
{
    if (builtin->call->next_token)
        fault_list_null(builtin, payload, event);
}

void fault_list_second_undeclared(struct builtin *builtin, const json *payload, json *event)
{
    json *first = json_edit_first(json_edit(event, "resourceModels"));

    (void)payload;
    if (builtin->call->next_token && first)
        json_set_string(first, "CfncUndeclared", "x");
}

/* The next page begins with what the page before ended with. */
void fault_list_overlap(struct builtin *builtin, const json *payload, json *event)
{
    json *models = json_edit(event, "resourceModels");
    const struct resource *before = NULL;

    (void)payload;
    if (!builtin->call->next_token || !json_first(models))
        return;
    for (const struct resource *r = builtin->first; r; r = r->next) {
        if (resource_type_same(builtin->type, r->full, json_first(models)))
            break;
        before = r->ghost ? before : r;
    }
    if (before)
        json_append(models, model_shown(builtin->call, before->full));
}

void fault_list_first_page_only(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    (void)builtin;
    json_remove(event, "nextToken");
}

void fault_list_empty_null(struct builtin *builtin, const json *payload, json *event)
{
    if (!json_length(json_get(event, "resourceModels")))
        fault_list_null(builtin, payload, event);
}

void fault_list_token_number(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    (void)builtin;
    if (!json_get(event, "nextToken"))
        json_set_number(event, "nextToken", 0);
}

void fault_list_nested_null(struct builtin *builtin, const json *payload, json *event)
{
    const struct property_path *path = fault_read_only(builtin->type);
    json *first = json_edit_first(json_edit(event, "resourceModels"));

    (void)payload;
    if (path && first)
        path_set(first, path, json_new_null(builtin->call->arena));
}

void fault_list_twice(struct builtin *builtin, const json *payload, json *event)
{
    json *models = json_edit(event, "resourceModels");

    (void)builtin;
    (void)payload;
    if (json_first(models))
        json_append(models, json_copy(builtin->call->arena, json_first(models)));
}

void fault_list_null_item(struct builtin *builtin, const json *payload, json *event)
{
    json *models = json_edit(event, "resourceModels");

    (void)payload;
    if (models)
        json_append(models, json_new_null(builtin->call->arena));
}

static void leave_out(const struct builtin *builtin, json *event, const struct resource *resource)
{
    json *models = json_edit(event, "resourceModels");

    for (size_t i = json_length(models); resource && i-- > 0;)
        if (resource_type_same(builtin->type, json_at(models, i), resource->full))
            json_remove_at(models, i);
}

void fault_list_without_youngest(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    leave_out(builtin, event, store_newest(builtin));
}

void fault_list_without_oldest(struct builtin *builtin, const json *payload, json *event)
{
    const struct resource *r = builtin->first;

    (void)payload;
    while (r && (r->ghost || r->serial <= builtin->preloaded))
        r = r->next;
    leave_out(builtin, event, r);
}

void fault_list_without_updated_twice(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    for (const struct resource *r = builtin->first; r; r = r->next)
        if (!r->ghost && r->updates >= 2)
            leave_out(builtin, event, r);
}

/* The first LIST after a create comes too early. */
void fault_list_late(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    for (struct resource *r = builtin->first; r; r = r->next) {
        if (r->ghost || r->listed || r->serial <= builtin->preloaded)
            continue;
        leave_out(builtin, event, r);
        r->listed = !json_get(event, "nextToken");
    }
}
