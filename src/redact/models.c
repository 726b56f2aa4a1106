/* Where models are in what handlers say. */
#include "redact_private.h"

void itself(json *value, model_visitor *visit, void *context)
{
    visit(context, value);
}

void each_object(json *value, model_visitor *visit, void *context)
{
    if (json_type(value) == JSON_OBJECT)
        visit(context, value);
    for (json *child = json_edit_first(value); child; child = json_edit_next(child))
        each_object(child, visit, context);
}

void each_model(json *event, model_visitor *visit, void *context)
{
    json *models = json_edit(event, "resourceModels");

    if (json_type(json_get(event, "resourceModel")) == JSON_OBJECT)
        visit(context, json_edit(event, "resourceModel"));
    if (json_type(models) == JSON_ARRAY)
        for (json *model = json_edit_first(models); model; model = json_edit_next(model))
            visit(context, model);
    if (json_type(json_get(event, "callbackContext")) & (JSON_OBJECT | JSON_ARRAY))
        each_object(json_edit(event, "callbackContext"), visit, context);
}
