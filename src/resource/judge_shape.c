/* What a model may hold, and must: its shape. */
#include <string.h>

#include "cfnc/base/text.h"
#include "judge.h"

/* Calls `fault` for each model of the event: resourceModel, or the items of resourceModels. */
static const char *any_model(const struct exchange *x, struct evidence *e,
                             const char *(*fault)(const struct exchange *x, struct evidence *e,
                                                  const json *model))
{
    const char *text = x->event.model ? fault(x, e, x->event.model) : NULL;

    for (const json *m = json_first(x->event.models); m && !text; m = json_next(m))
        text = fault(x, e, m);
    return text;
}

static const char *shape_of(const struct exchange *x, struct evidence *e, const json *model)
{
    const struct schema_fault *fault =
        schema_faults(e->arena, type_of(x->subject)->returned, model, SCHEMA_SHAPE);

    while (fault && fault->undecided)
        fault = fault->next;
    return fault ? arena_printf(e->arena, "%s: %s", *fault->path ? fault->path : "the model",
                                fault->message)
                 : NULL;
}

static const char *shape_broken(const struct exchange *x, struct evidence *e)
{
    return any_model(x, e, shape_of);
}

/* The pointer of a null below `value`, or NULL. */
static const char *null_below(struct arena *arena, const json *value, const char *pointer)
{
    size_t index = 0;

    json_each (child, value) {
        const char *at = json_key(child) ? pointer_add(arena, pointer, json_key(child))
                                         : pointer_add_index(arena, pointer, index++);
        const char *found = json_is_null(child) ? at : null_below(arena, child, at);

        if (found)
            return found;
    }
    return NULL;
}

static const char *null_in(const struct exchange *x, struct evidence *e, const json *model)
{
    const char *pointer = null_below(e->arena, model, "");

    (void)x;
    return pointer ? arena_printf(e->arena, "%s is null; leave the property out", pointer) : NULL;
}

static const char *null_inside(const struct exchange *x, struct evidence *e)
{
    return any_model(x, e, null_in);
}

struct leak {
    bool truthy_only;
    const char *pointer;
};

/* What Python takes for true: the reference looks no further. */
static bool truthy(const json *value)
{
    const double number = json_number(value, 0);

    switch (json_type(value)) {
    case JSON_STRING:
        return json_string(value)[0];
    case JSON_NUMBER:
        return number < 0 || number > 0;
    case JSON_ARRAY:
    case JSON_OBJECT:
        return json_first(value);
    case JSON_BOOLEAN:
        return json_true(value);
    case JSON_NULL:
    case JSON_ABSENT:
        break;
    }
    return false;
}

static bool note_leak(void *context, const char *pointer, const json *value)
{
    struct leak *leak = context;

    if (json_is_null(value) || (leak->truthy_only && !truthy(value)))
        return true;
    leak->pointer = pointer;
    return false;
}

static const char *write_only_in(const struct exchange *x, struct evidence *e, const json *model)
{
    struct leak leak = { .truthy_only = x->suite == SUITE_V1 };

    for (size_t i = 0; i < type_of(x->subject)->write_only.count && !leak.pointer; i++)
        path_each(e->arena, model, &type_of(x->subject)->write_only.paths[i], note_leak, &leak);
    return leak.pointer ? arena_printf(e->arena, "%s is returned", leak.pointer) : NULL;
}

static const char *write_only_returned(const struct exchange *x, struct evidence *e)
{
    if (x->suite == SUITE_V1 && x->request.action == LIST)
        return NULL;
    return any_model(x, e, write_only_in);
}

struct absence {
    struct arena *arena;
    const char *name, *pointer;
};

static bool note_absence(void *context, const char *pointer, const json *parent)
{
    struct absence *absence = context;

    if (json_type(parent) != JSON_OBJECT || json_get(parent, absence->name))
        return true;
    absence->pointer = pointer_add(absence->arena, pointer, absence->name);
    return false;
}

/* A nested property can only be there where its parent is. */
static const char *absent_at(struct evidence *e, const json *model,
                             const struct property_path *path)
{
    const struct property_path parent = { path->pointer, path->steps, path->depth - 1 };
    struct absence absence = { e->arena, path->steps[path->depth - 1], NULL };

    if (path->steps[path->depth - 1][0] == '*')
        return NULL;
    if (path->depth == 1)
        note_absence(&absence, "", model);
    else
        path_each(e->arena, model, &parent, note_absence, &absence);
    return absence.pointer;
}

/* A pointer that leads to nothing in the schema asks for nothing: reading the type warns of it. */
static const char *read_only_missing(const struct exchange *x, struct evidence *e)
{
    const struct property_set *set = &type_of(x->subject)->read_only;
    const char *pointer = NULL;

    for (size_t i = 0; i < set->count && x->event.model && !pointer; i++)
        if (schema_at(type_of(x->subject)->document, &set->paths[i]))
            pointer = absent_at(e, x->event.model, &set->paths[i]);
    return pointer ? arena_printf(e->arena, "%s is missing", pointer) : NULL;
}

/* A place of the returned model, and what was asked for there. */
struct looked_at {
    const json *node, *value, *asked;
    const char *pointer;
};

static const char *default_below(const struct exchange *x, struct evidence *e,
                                 struct looked_at here);

/* Items that came back in another order are not told apart: only their own defaults count. */
static const char *default_in_items(const struct exchange *x, struct evidence *e,
                                    const struct looked_at *array)
{
    const json *items = json_get(array->node, "items"), *nothing = json_object(e->arena);
    const json *asked = json_first(array->asked);
    const bool ordered = !json_false(json_get(array->node, "insertionOrder"));
    const char *found = NULL;
    size_t index = 0;

    if (json_type(items) != JSON_OBJECT)
        return NULL;
    for (const json *item = json_first(array->value); item && asked && !found;
         item = json_next(item), asked = json_next(asked))
        found = default_below(
            x, e,
            (struct looked_at){ items, item, ordered ? asked : nothing,
                                pointer_add_index(e->arena, array->pointer, index++) });
    return found;
}

/* Whether the model must hold the property's default: not where the schema does not admit it. */
static bool owes_default(const struct exchange *x, struct evidence *e, const json *property,
                         const char *pointer)
{
    const json *value =
        json_get(schema_resolve(type_of(x->subject)->document, property), "default");
    struct property_path path;

    if (json_is_null(value) || set_covers(&type_of(x->subject)->write_only, pointer) ||
        !pointer_read(e->arena, pointer, &path))
        return false;
    json *with = json_copy(e->arena, x->event.model);
    return !path_set(with, &path, value) &&
           (schema_valid(type_of(x->subject)->returned, with, SCHEMA_SHAPE) ||
            !schema_valid(type_of(x->subject)->returned, x->event.model, SCHEMA_SHAPE));
}

/*
 * The pointer of a property that has a default and is not in the model, or NULL.
 * An object that nobody asked for is the handler's own, read-only values say,
 * and owes no defaults.
 */
static const char *default_below(const struct exchange *x, struct evidence *e,
                                 struct looked_at here)
{
    const char *found = NULL;

    here.node = schema_resolve(type_of(x->subject)->document, here.node);
    if (json_type(here.value) == JSON_ARRAY && json_type(here.asked) == JSON_ARRAY)
        return default_in_items(x, e, &here);
    if (json_type(here.value) != JSON_OBJECT || json_type(here.asked) != JSON_OBJECT)
        return NULL;
    for (const json *p = json_first(json_get(here.node, "properties")); p && !found;
         p = json_next(p)) {
        const char *key = json_key(p), *at = pointer_add(e->arena, here.pointer, key);
        const json *member = json_get(here.value, key);

        if (member)
            found =
                default_below(x, e, (struct looked_at){ p, member, json_get(here.asked, key), at });
        else if (owes_default(x, e, p, at))
            found = at;
    }
    return found;
}

static const char *default_missing(const struct exchange *x, struct evidence *e)
{
    const json *asked = expected_of(x)->requested   ? expected_of(x)->requested
                        : x->request.action == READ ? json_object(e->arena)
                                                    : x->request.desired;
    const char *pointer = default_below(
        x, e, (struct looked_at){ type_of(x->subject)->document, x->event.model, asked, "" });

    return pointer
               ? arena_printf(e->arena, "%s has a default in the schema and is missing", pointer)
               : NULL;
}

/* Whether some read-only or identifying property lies below. */
static bool leads_to_read_only(const struct resource_type *type, const char *pointer)
{
    const struct property_set *sets[] = { &type->read_only, &type->identifier };
    const size_t length = strlen(pointer);

    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < sets[s]->count; i++)
            if (strncmp(sets[s]->paths[i].pointer, pointer, length) == 0 &&
                sets[s]->paths[i].pointer[length] == '/')
                return true;
    return false;
}

/* Handlers may fill in defaults before they begin. */
static bool has_default(struct arena *arena, const struct resource_type *type, const char *pointer)
{
    struct property_path path;

    return pointer_read(arena, pointer, &path) &&
           json_get(schema_at(type->document, &path), "default");
}

/* What a model holds beyond another, at any depth of objects; NULL: nothing. */
static const char *beyond(const struct exchange *x, struct evidence *e, const char *pointer,
                          const json *model, const json *asked)
{
    const json *first = json_type(model) == JSON_OBJECT ? json_first(model) : NULL;
    const char *found = NULL;

    for (const json *member = first; member && !found; member = json_next(member)) {
        const char *at = pointer_add(e->arena, pointer, json_key(member));
        const json *same = json_get(asked, json_key(member));

        if (set_covers(&type_of(x->subject)->read_only, at) ||
            set_covers(&type_of(x->subject)->identifier, at))
            continue;
        if (json_type(member) == JSON_OBJECT &&
            (same || leads_to_read_only(type_of(x->subject), at)))
            found = beyond(x, e, at, member, same);
        else if (!same && !has_default(e->arena, type_of(x->subject), at))
            found = at;
    }
    return found;
}

static const char *beyond_the_request(const struct exchange *x, struct evidence *e)
{
    const char *pointer = expected_of(x)->requested
                              ? beyond(x, e, "", x->event.model, expected_of(x)->requested)
                              : NULL;

    return pointer ? arena_printf(e->arena, "%s was not asked for and is not read-only", pointer)
                   : NULL;
}

/* clang-format off */
const struct rule shape_rules[] = {
    { .id = "model.no-write-only", .suites = ALL_SUITES,
      .source = "the guide of resource type schemas, writeOnlyProperties",
      .at = SUCCESS, .fault = write_only_returned,
      .features = WRITE_ONLY,
      .must = "No model of a SUCCESS event holds a writeOnlyProperty",
      .title = "{action} returned a write-only property.",
      .hint = "remove writeOnlyProperties from the model before returning it" },
    { .id = "model.no-null", .suites = SUITE_FULL, .source = said_of_create,
      .fault = null_inside,
      .must = "No model holds null",
      .title = "{action} returned a model with null in it.",
      .hint = "leave out what has no value; serializers have a setting for it" },
    { .id = "model.shape", .suites = NEW_SUITES, .source = said_of_shape,
      .fault = shape_broken,
      .must = "Every model conforms to the shape of the schema",
      .title = "{action} returned a model that the schema does not allow.",
      .hint = "map the service's answer member by member to what the schema declares; declare "
              "what belongs to the type and is missing there" },
    { .id = "model.read-only", .suites = NEW_SUITES, .on = WITH_MODEL, .source = said_of_create,
      .at = SUCCESS, .fault = read_only_missing,
      .features = READ_ONLY,
      .must = "The final model of CREATE, READ and UPDATE holds every readOnlyProperty",
      .title = "{action} returned a model without all its read-only properties.",
      .hint = "read the resource from the service before SUCCESS, and copy what it assigned (ids, "
              "ARNs, times) into the model" },
    { .id = "model.defaults", .suites = SUITE_FULL, .on = WITH_MODEL, .source = said_of_create,
      .at = SUCCESS, .fault = default_missing,
      .features = A_DEFAULT,
      .must = "The final model of CREATE, READ and UPDATE holds every property that has a "
              "default",
      .title = "{action} returned a model without a default.",
      .hint = "what was not asked for has its default: put that into the model, or read the model "
              "back from the service" },
    { .id = "model.progress-subset", .level = SHOULD, .suites = SUITE_FULL,
      .on = CREATE | UPDATE, .at = IN_PROGRESS, .expecting = NO_ERROR,
      .fault = beyond_the_request,
      .source = said_of_shape,
      .must = "A model in progress holds nothing beyond the request and read-only properties",
      .title = "{action} returned IN_PROGRESS with properties that nobody asked for.",
      .hint = "what callbacks have to remember belongs into callbackContext" },
    { 0 },
};
/* clang-format on */
