/* What faults do to an answer of LIST. */
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
