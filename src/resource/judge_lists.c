/* What READ, LIST and DELETE must not answer, and what LIST must. */
#include "cfnc/base/text.h"
#include "judge.h"

static const char *model_present(const struct exchange *x, struct evidence *e)
{
    (void)e;
    return x->event.model ? "resourceModel is set" : NULL;
}

static const char *in_progress(const struct exchange *x, struct evidence *e)
{
    return arena_printf(e->arena, "%s answered IN_PROGRESS",
                        action_name((enum action)x->request.action));
}

static const char *no_list(const struct exchange *x, struct evidence *e)
{
    size_t index = 0;

    if (x->event.status == FAILED)
        return outcome_text(x, e);
    if (json_type(x->event.models) != JSON_ARRAY)
        return not_what_is_wanted(x, e, "resourceModels", "an array");
    json_each (model, x->event.models) {
        if (json_type(model) != JSON_OBJECT)
            return arena_printf(e->arena, "resourceModels[%zu] is %s, the contract wants a model",
                                index, shown_value(e->arena, model));
        index++;
    }
    return NULL;
}

static const char *listed_without_identifier(const struct exchange *x, struct evidence *e)
{
    size_t index = 0;

    json_each (model, x->event.models) {
        const char *pointer = resource_type_lacks(type_of(x->subject), model);

        if (pointer)
            return arena_printf(e->arena, "resourceModels[%zu]: %s is missing", index, pointer);
        index++;
    }
    return NULL;
}

static const char *bad_end(const struct exchange *x, struct evidence *e)
{
    const char *token = json_string(x->event.next_token);

    if (x->suite != SUITE_V1 && x->request.next_token && !x->event.next_token &&
        json_type(x->event.models) == JSON_ARRAY && !json_length(x->event.models)) {
        e->mild = true;
        return "the last page is empty";
    }
    if (!x->event.next_token || (token && *token))
        return NULL;
    return token ? "nextToken is \"\", the contract wants null or no nextToken behind the last page"
                 : not_what_is_wanted(x, e, "nextToken", "a string or null");
}

/* clang-format off */
const struct rule list_rules[] = {
    { .id = "delete.no-model", .suites = ALL_SUITES, .on = DELETE, .source = said_of_delete,
      .at = SUCCESS, .fault = model_present,
      .must = "SUCCESS of DELETE carries no resourceModel",
      .title = "DELETE returned a model.",
      .hint = "return SUCCESS without resourceModel: what it describes is gone" },
    { .id = "read.synchronous", .held_by = READ, .suites = ALL_SUITES, .on = READ, .source = said_of_read,
      .at = IN_PROGRESS, .fault = in_progress,
      .must = "READ never answers IN_PROGRESS",
      .title = "READ returned IN_PROGRESS.",
      .hint = "READ is not called back: answer with what there is, or with NotFound" },
    { .id = "list.synchronous", .held_by = LIST, .suites = ALL_SUITES, .on = LIST, .source = said_of_list,
      .at = IN_PROGRESS, .fault = in_progress,
      .must = "LIST never answers IN_PROGRESS",
      .title = "LIST returned IN_PROGRESS.",
      .hint = "LIST is not called back: answer with one page, and a nextToken when there are more" },
    { .id = "list.models", .suites = ALL_SUITES, .on = LIST, .source = said_of_list,
      .at = SETTLED, .expecting = NO_ERROR, .fault = no_list,
      .must = "LIST succeeds with an array of models, empty when there are none",
      .title = "LIST did not return an array of models.",
      .hint = "return resourceModels, not resourceModel: an array of models without null in it, "
              "and [] when there are none" },
    { .id = "list.identifiers", .suites = ALL_SUITES, .on = LIST, .source = said_of_list,
      .at = SUCCESS, .fault = listed_without_identifier,
      .must = "Every listed model holds the whole primaryIdentifier",
      .title = "LIST returned a model without its primary identifier.",
      .hint = "copy every part of the primary identifier into each listed model; the rest may be "
              "left out" },
    { .id = "list.ends", .suites = ALL_SUITES, .on = LIST, .source = said_of_list,
      .at = SUCCESS, .fault = bad_end,
      .must = "The last page's nextToken is null or absent, and every other a string; the last "
              "page should not be empty",
      .title = "LIST ended its pages wrongly.",
      .hint = "return no nextToken with the last page: null, None, undefined or nil, not \"\" or "
              "a number" },
    { 0 },
};
/* clang-format on */
