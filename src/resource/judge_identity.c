/* Which resource a model names. */
#include "judge.h"

static const char *identifier_missing(const struct exchange *x, struct evidence *e)
{
    if (!x->event.model)
        return "the event has no resourceModel";
    const char *pointer = resource_type_lacks(type_of(x->subject), x->event.model);
    return pointer ? arena_printf(e->arena, "%s is missing", pointer) : NULL;
}

static const char *another(const struct exchange *x, struct evidence *e, const json *meant,
                           const char *which)
{
    const json *model = x->event.model;

    if (!meant || !model || resource_type_lacks(type_of(x->subject), model) ||
        resource_type_lacks(type_of(x->subject), meant) ||
        resource_type_same(type_of(x->subject), meant, model))
        return NULL;
    return arena_printf(e->arena, "it named %s, but %s %s",
                        resource_type_identify(e->arena, type_of(x->subject), model),
                        resource_type_identify(e->arena, type_of(x->subject), meant), which);
}

static const char *identifier_changed(const struct exchange *x, struct evidence *e)
{
    return another(x, e, x->named, "was named before, in the same operation");
}

const char *other_resource_read(const struct exchange *x, struct evidence *e)
{
    return another(x, e, x->expected.resource, "was asked for");
}

static const char *other_resource_updated(const struct exchange *x, struct evidence *e)
{
    return another(x, e, x->expected.resource, "was to be updated");
}

/* clang-format off */
const struct rule identity_rules[] = {
    { .id = "model.identifier", .suites = ALL_SUITES, .on = WITH_MODEL, .source = said_of_create,
      .at = SUCCESS | IN_PROGRESS, .expecting = NO_ERROR, .fault = identifier_missing,
      .must = "Every model of CREATE, READ and UPDATE holds the whole primaryIdentifier",
      .title = "{action} returned a model without its primary identifier.",
      .hint = "put every part of the identifier into the model before the first event is "
              "returned, IN_PROGRESS too; what the service assigns is in its answer" },
    { .id = "model.same-identifier", .suites = SUITE_FULL,
      .at = SUCCESS | IN_PROGRESS, .fault = identifier_changed, .source = said_of_update,
      .must = "All events of one operation name the same resource",
      .title = "{action} named two resources in one operation.",
      .hint = "make the identifier once, keep it in callbackContext, and return that one in every "
              "event of the operation" },
    { .id = "update.same-identifier", .suites = ALL_SUITES, .on = UPDATE, .source = said_of_update,
      .at = SUCCESS | IN_PROGRESS, .expecting = NO_ERROR, .fault = other_resource_updated,
      .must = "An update keeps the primaryIdentifier",
      .title = "UPDATE changed the primary identifier.",
      .hint = "a property that cannot change in place belongs into createOnlyProperties" },
    { 0 },
};
/* clang-format on */
