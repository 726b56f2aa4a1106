/* What can be wrong with a model in an event. Each function is named by a row of rules.c. */
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/type/system_tags.h"
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

const char *identifier_missing(const struct exchange *x, struct evidence *e)
{
    if (!x->event.model)
        return "the event has no resourceModel";
    const char *pointer = resource_type_lacks(x->type, x->event.model);
    return pointer ? arena_printf(e->arena, "%s is missing", pointer) : NULL;
}

static const char *another(const struct exchange *x, struct evidence *e, const json *meant,
                           const char *which)
{
    const json *model = x->event.model;

    if (!meant || !model || resource_type_lacks(x->type, model) ||
        resource_type_lacks(x->type, meant) || resource_type_same(x->type, meant, model))
        return NULL;
    return arena_printf(e->arena, "it named %s, but %s %s",
                        resource_type_identify(e->arena, x->type, model),
                        resource_type_identify(e->arena, x->type, meant), which);
}

const char *identifier_changed(const struct exchange *x, struct evidence *e)
{
    return another(x, e, x->named, "was named before, in the same operation");
}

const char *other_resource_read(const struct exchange *x, struct evidence *e)
{
    return another(x, e, x->expected.resource, "was asked for");
}

const char *other_resource_updated(const struct exchange *x, struct evidence *e)
{
    return another(x, e, x->expected.resource, "was to be updated");
}

static const char *shape_of(const struct exchange *x, struct evidence *e, const json *model)
{
    const struct schema_fault *fault =
        schema_faults(e->arena, x->type->returned, model, SCHEMA_SHAPE);

    while (fault && fault->undecided)
        fault = fault->next;
    return fault ? arena_printf(e->arena, "%s: %s", *fault->path ? fault->path : "the model",
                                fault->message)
                 : NULL;
}

const char *shape_broken(const struct exchange *x, struct evidence *e)
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

const char *null_inside(const struct exchange *x, struct evidence *e)
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

    for (size_t i = 0; i < x->type->write_only.count && !leak.pointer; i++)
        path_each(e->arena, model, &x->type->write_only.paths[i], note_leak, &leak);
    return leak.pointer ? arena_printf(e->arena, "%s is returned", leak.pointer) : NULL;
}

const char *write_only_returned(const struct exchange *x, struct evidence *e)
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
const char *read_only_missing(const struct exchange *x, struct evidence *e)
{
    const struct property_set *set = &x->type->read_only;
    const char *pointer = NULL;

    for (size_t i = 0; i < set->count && x->event.model && !pointer; i++)
        if (schema_at(x->type->document, &set->paths[i]))
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
    const json *value = json_get(schema_resolve(x->type->document, property), "default");
    struct property_path path;

    if (json_is_null(value) || set_covers(&x->type->write_only, pointer) ||
        !pointer_read(e->arena, pointer, &path))
        return false;
    json *with = json_copy(e->arena, x->event.model);
    return !path_set(with, &path, value) &&
           (schema_valid(x->type->returned, with, SCHEMA_SHAPE) ||
            !schema_valid(x->type->returned, x->event.model, SCHEMA_SHAPE));
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

    here.node = schema_resolve(x->type->document, here.node);
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

const char *default_missing(const struct exchange *x, struct evidence *e)
{
    const json *asked = x->expected.requested       ? x->expected.requested
                        : x->request.action == READ ? json_object(e->arena)
                                                    : x->request.desired;
    const char *pointer =
        default_below(x, e, (struct looked_at){ x->type->document, x->event.model, asked, "" });

    return pointer
               ? arena_printf(e->arena, "%s has a default in the schema and is missing", pointer)
               : NULL;
}

static const char *count_of(struct evidence *e)
{
    size_t count = 0;

    for (const struct difference *d = e->comparison.differences; d; d = d->next)
        count++;
    if (!count)
        return NULL;
    const char *first = e->comparison.differences->path;
    return count == 1 ? arena_printf(e->arena, "%s differs", *first ? first : "the model")
                      : arena_printf(e->arena, "%s and %zu more differ", first, count - 1);
}

static const char *compared(const struct exchange *x, struct evidence *e, const json *with)
{
    const json *model = x->event.model;

    if (!with || !model)
        return NULL;
    if (x->suite != SUITE_V1) {
        model = model_without_system_tags(e->arena, x->type, model, with);
        with = model_without_system_tags(e->arena, x->type, with, model);
    }
    e->comparison = compare_models(e->arena, x->type, with, model);
    if (x->suite == SUITE_V1 && !e->comparison.differences)
        e->comparison.differences = item_with_more(x, e->arena, with);
    return count_of(e);
}

/* Nobody is accused of what could not be compared, but it is said. */
static const char *undecided(struct evidence *e)
{
    const struct not_compared *n = e->comparison.not_compared;

    while (n && !n->failed)
        n = n->next;
    e->mild = n != NULL;
    return n ? arena_printf(e->arena, "%s was not compared: %s", *n->path ? n->path : "the model",
                            n->why)
             : NULL;
}

const char *request_not_echoed(const struct exchange *x, struct evidence *e)
{
    const char *fault = compared(x, e, x->expected.requested);

    return fault ? fault : undecided(e);
}

const char *create_not_applied(const struct exchange *x, struct evidence *e)
{
    return x->expected.fresh ? compared(x, e, x->expected.requested) : NULL;
}

/* Beyond the input's tags, suite full looks at what became of them. */
const char *tags_not_created(const struct exchange *x, struct evidence *e)
{
    const struct property_path *path = &x->type->tag_property;
    const json *tags = path_get(x->expected.requested, path);
    json *asked = json_object(e->arena);

    if (x->suite != SUITE_FULL || !x->type->has_tagging || !x->type->taggable ||
        x->expected.before || !tags || path_set(asked, path, tags))
        return NULL;
    return compared(x, e, asked);
}

/* Whether the top-level property that the pointer leads into is the one before the update. */
static bool whole_as_before(const struct exchange *x, struct evidence *e, const char *pointer)
{
    struct property_path path;

    if (!pointer_read(e->arena, pointer, &path) || !path.depth)
        return false;
    const json *old = json_get(x->expected.before, path.steps[0]);
    const json *now = json_get(x->event.model, path.steps[0]);
    json *was = json_object(e->arena), *is = json_object(e->arena);
    if (!old || !now)
        return !old && !now;
    json_set(was, path.steps[0], old);
    json_set(is, path.steps[0], now);
    return !compare_models(e->arena, x->type, was, is).differences;
}

/* Whether each difference shows what was there before the update. */
static bool all_as_before(const struct exchange *x, struct evidence *e, const struct difference *d)
{
    for (; d; d = d->next) {
        const json *old = pointer_get(x->expected.before, d->path);
        const bool same = d->returned ? json_equal(old, d->returned) : !old;

        if (!same && !whole_as_before(x, e, d->path)) /* items of a set have no places */
            return false;
    }
    return true;
}

/* Whether a difference shows a property that was not there before the update: it did something. */
static bool some_is_new(const struct exchange *x, struct evidence *e, const struct difference *d)
{
    struct property_path path;

    for (; d; d = d->next)
        if (d->returned && pointer_read(e->arena, d->path, &path) && path.depth &&
            !json_get(x->expected.before, path.steps[0]))
            return true;
    return false;
}

const char *update_not_applied(const struct exchange *x, struct evidence *e)
{
    struct evidence before = { .arena = e->arena };

    if (!x->expected.before || !compared(x, e, x->expected.requested))
        return NULL;
    const struct difference *d = e->comparison.differences;
    if (all_as_before(x, e, d) ||
        (!some_is_new(x, e, d) && !compared(x, &before, x->expected.before)))
        return count_of(e);
    return NULL;
}

const char *read_differs(const struct exchange *x, struct evidence *e)
{
    const char *fault = compared(x, e, x->expected.requested);

    if (fault)
        return update_not_applied(x, e) ? NULL : fault;
    struct evidence first = *e;
    fault = compared(x, e, x->expected.returned);
    if (fault)
        return fault;
    *e = first;
    return undecided(e);
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

    if (!pointer_read(arena, pointer, &path))
        return false;
    const json *node = schema_at(type->document, &path);
    return json_get(node, "default") ||
           json_get(node ? schema_resolve(type->document, node) : NULL, "default");
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

        if (set_covers(&x->type->read_only, at) || set_covers(&x->type->identifier, at))
            continue;
        if (json_type(member) == JSON_OBJECT && (same || leads_to_read_only(x->type, at)))
            found = beyond(x, e, at, member, same);
        else if (!same && !has_default(e->arena, x->type, at))
            found = at;
    }
    return found;
}

const char *beyond_the_request(const struct exchange *x, struct evidence *e)
{
    const char *pointer =
        x->expected.requested ? beyond(x, e, "", x->event.model, x->expected.requested) : NULL;

    return pointer ? arena_printf(e->arena, "%s was not asked for and is not read-only", pointer)
                   : NULL;
}

const char *listed_without_identifier(const struct exchange *x, struct evidence *e)
{
    size_t index = 0;

    json_each (model, x->event.models) {
        const char *pointer = resource_type_lacks(x->type, model);

        if (pointer)
            return arena_printf(e->arena, "resourceModels[%zu]: %s is missing", index, pointer);
        index++;
    }
    return NULL;
}
