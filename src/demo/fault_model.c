/* Faults of models beyond the values that were asked for; see fault_value.c for those. */
#include <string.h>

#include "builtin_private.h"

/* The first read-only path that is no identifier's, or NULL. */
static const struct property_path *plain_read_only(const struct resource_type *type)
{
    for (size_t i = 0; i < type->read_only.count; i++) {
        const struct property_path *path = &type->read_only.paths[i];

        if (path->depth == 1 && !fault_touches(&type->identifier, path->steps[0]))
            return path;
    }
    return NULL;
}

static const char *lacks_plain_read_only(const struct resource_type *type)
{
    return plain_read_only(type) ? NULL : "nothing is read-only but the identifier";
}

static const char *lacks_closed_shape(const struct resource_type *type)
{
    struct arena *arena = arena_new();
    json *model = json_object(arena);

    json_set_string(model, "CfncUndeclared", "x");
    const bool allowed = schema_valid(type->returned, model, SCHEMA_SHAPE);
    arena_free(arena);
    return allowed ? "the schema lets any property in" : NULL;
}

static void undeclared(const struct invocation *call, json *model)
{
    (void)call;
    json_set_string(model, "CfncUndeclared", "x");
}

/* Something that nobody asked for, beside what was. */
static void extra(const struct invocation *call, json *model)
{
    json_each (property, json_get(call->type->document, "properties")) {
        const char *key = json_key(property);
        struct property_path path;

        if (!fault_changeable(call->type, property) || json_get(call->requested, key) ||
            fault_has_default(call->type, property) ||
            !pointer_read(call->arena, pointer_add(call->arena, "", key), &path))
            continue;
        const json *value = model_value(call, &path);
        if (value) {
            json_set(model, key, value);
            return;
        }
    }
}

static void wrong_type(const struct invocation *call, json *model)
{
    const struct property_path *path = plain_read_only(call->type);
    const json *const values[] = { json_new_number(call->arena, 0.5),
                                   json_new_string(call->arena, "x"),
                                   json_new_boolean(call->arena, true) };

    if (!path || !path_get(model, path))
        return;
    for (size_t i = 0; i < 3; i++)
        if (path_set(model, path, values[i]) || !model_is_shapely(call, model))
            return;
}

static bool is_nullable(const struct resource_type *type, const json *property)
{
    return !fault_touches(&type->identifier, json_key(property));
}

/* The best is absent, which serializers write so; the worst is one that the handler chooses. */
static void null_for_one(const struct invocation *call, json *model)
{
    const json *best = NULL;
    int least = 4;

    json_each (property, json_get(call->type->document, "properties")) {
        const char *key = json_key(property);
        const int rank = !json_get(model, key) ? fault_touches(&call->type->write_only, key)
                         : fault_changeable(call->type, property) ? 2
                                                                  : 3;

        if (is_nullable(call->type, property) && rank < least) {
            least = rank;
            best = property;
        }
    }
    if (best)
        json_set(model, json_key(best), NULL);
}

/* As a serializer that knows of all properties. */
static void null_for_absent(const struct invocation *call, json *model)
{
    json_each (property, json_get(call->type->document, "properties"))
        if (fault_changeable(call->type, property) && !json_get(model, json_key(property)))
            json_set(model, json_key(property), NULL);
}

/* Whether enough is optional for something to be left out. */
static const char *lacks_absent(const struct resource_type *type)
{
    size_t count = 0;

    json_each (property, json_get(type->document, "properties"))
        count += fault_changeable(type, property) &&
                 !fault_is_required(type->document, json_key(property));
    return count >= 3 ? NULL : "hardly anything is optional";
}

/* The first object inside of a value, or NULL. */
static json *inside(json *value)
{
    for (json *child = json_edit_first(value); child; child = json_edit_next(child)) {
        json *found = json_type(child) == JSON_OBJECT && json_first(child) ? child : inside(child);

        if (found)
            return found;
    }
    return NULL;
}

static void nested_null(const struct invocation *call, json *model)
{
    json *object = inside(model);

    (void)call;
    if (object)
        json_set(object, "CfncNull", NULL);
}

static void nested_undeclared(const struct invocation *call, json *model)
{
    json *object = inside(model);

    (void)call;
    if (object)
        json_set_string(object, "CfncUndeclared0", "x");
}

static bool holds_objects(const struct resource_type *type, const json *property)
{
    const json *node = schema_resolve(type->document, property);
    const json *items = schema_resolve(type->document, json_get(node, "items"));

    return json_get(node, "properties") || json_get(items, "properties");
}

static void no_nested_read_only(const struct invocation *call, json *model)
{
    const struct property_set *set = &call->type->read_only;

    for (size_t i = 0; i < set->count; i++)
        if (set->paths[i].depth > 1)
            path_remove(model, &set->paths[i]);
}

static const char *lacks_nested_read_only(const struct resource_type *type)
{
    for (size_t i = 0; i < type->read_only.count; i++)
        if (type->read_only.paths[i].depth > 1)
            return NULL;
    return "nothing inside of a property is read-only";
}

static void no_read_only(const struct invocation *call, json *model)
{
    const struct property_path *path = plain_read_only(call->type);

    if (path)
        path_remove(model, path);
}

/* Better one that nobody asked for: else the request is not echoed either. */
static void no_default(const struct invocation *call, json *model)
{
    const json *found = NULL;

    json_each (property, json_get(call->type->document, "properties"))
        if (fault_has_default(call->type, property) && json_get(model, json_key(property)) &&
            (!found || (json_get(call->requested, json_key(found)) &&
                        !json_get(call->requested, json_key(property)))))
            found = property;
    if (found)
        json_remove(model, json_key(found));
}

struct secret {
    const char *pointer;
    const json *value;
};

static bool note_secret(void *context, const char *pointer, const json *value)
{
    *(struct secret *)context = (struct secret){ pointer, value };
    return false;
}

/* A write-only value of the resource; one that it might have, when it was given none. */
static struct secret find_secret(const struct invocation *call, const json *full)
{
    const struct property_set *set = &call->type->write_only;
    struct secret secret = { NULL, NULL };

    for (size_t i = 0; i < set->count && !secret.pointer; i++)
        path_each(call->arena, full, &set->paths[i], note_secret, &secret);
    for (size_t i = 0; i < set->count && !secret.pointer; i++) {
        const json *value = model_value(call, &set->paths[i]);
        json *probe = json_copy(call->arena, full);

        if (value && !path_set(probe, &set->paths[i], value))
            secret = (struct secret){ set->paths[i].pointer, value };
    }
    return secret;
}

/* Puts a secret of the resource into the model, or what is false in its place. */
static void put_secret(const struct invocation *call, json *model, bool falsy)
{
    const struct resource *resource = store_find(call->builtin, model, false);
    const struct secret secret =
        resource ? find_secret(call, resource->full) : (struct secret){ 0 };
    const enum json_type type = json_type(secret.value);
    struct property_path path;

    if (secret.pointer && pointer_read(call->arena, secret.pointer, &path))
        path_set(model, &path,
                 !falsy                 ? secret.value
                 : type == JSON_OBJECT  ? json_object(call->arena)
                 : type == JSON_ARRAY   ? json_array(call->arena)
                 : type == JSON_NUMBER  ? json_new_number(call->arena, 0)
                 : type == JSON_BOOLEAN ? json_new_boolean(call->arena, false)
                                        : json_new_string(call->arena, ""));
}

static void write_only(const struct invocation *call, json *model)
{
    put_secret(call, model, false);
}

static void falsy_write_only(const struct invocation *call, json *model)
{
    put_secret(call, model, true);
}

static void null_for_read_only(const struct invocation *call, json *model)
{
    const struct property_path *path = plain_read_only(call->type);

    if (path)
        path_set(model, path, json_new_null(call->arena));
}

/* clang-format off */
const struct fault model_faults[] = {
    { .name = "create-without-identifier", .rule = "model.identifier", .on = CREATE, .at = SUCCESS,
      .model = fault_no_identifier, .text = "CREATE returns a model without its identifier" },
    { .name = "read-without-identifier", .rule = "model.identifier", .on = READ, .at = SUCCESS,
      .model = fault_no_identifier, .text = "READ returns a model without its identifier" },
    { .name = "update-without-identifier", .rule = "model.identifier", .on = UPDATE, .at = SUCCESS,
      .model = fault_no_identifier, .text = "UPDATE returns a model without its identifier" },
    { .name = "progress-without-identifier", .rule = "model.identifier", .on = CREATE,
      .at = IN_PROGRESS, .callbacks = 1, .model = fault_no_identifier,
      .text = "IN_PROGRESS of CREATE has a model without its identifier" },
    { .name = "progress-other-identifier", .rule = "model.same-identifier", .on = CREATE,
      .at = IN_PROGRESS, .callbacks = 1, .model = fault_other_identifier,
      .text = "IN_PROGRESS of CREATE names another resource than SUCCESS" },
    { .name = "progress-extra-property", .rule = "model.progress-subset", .on = CREATE,
      .at = IN_PROGRESS, .callbacks = 1, .model = extra, .property = fault_is_optional,
      .text = "IN_PROGRESS of CREATE has a property that nobody asked for" },
    { .name = "create-undeclared-property", .rule = "model.shape", .on = CREATE, .at = SUCCESS,
      .model = undeclared, .lacks = lacks_closed_shape,
      .text = "CREATE returns a property that the schema does not declare" },
    { .name = "read-undeclared-property", .rule = "model.shape", .on = READ, .at = SUCCESS,
      .model = undeclared, .lacks = lacks_closed_shape,
      .text = "READ returns a property that the schema does not declare" },
    { .name = "read-wrong-type", .rule = "model.shape", .on = READ, .at = SUCCESS,
      .model = wrong_type, .lacks = lacks_plain_read_only,
      .text = "READ returns a read-only value of another type" },
    { .name = "create-null", .rule = "model.no-null", .on = CREATE, .at = SUCCESS,
      .model = null_for_one, .property = is_nullable,
      .text = "CREATE returns null for a property without a value" },
    { .name = "read-null", .rule = "model.no-null", .on = READ, .at = SUCCESS,
      .model = null_for_one, .property = is_nullable,
      .text = "READ returns null for a property without a value" },
    { .name = "create-write-only", .rule = "model.no-write-only", .on = CREATE, .at = SUCCESS,
      .model = write_only, .lacks = lacks_write_only, .text = "CREATE returns a write-only value" },
    { .name = "read-write-only", .rule = "model.no-write-only", .on = READ, .at = SUCCESS,
      .model = write_only, .lacks = lacks_write_only, .text = "READ returns a write-only value" },
    { .name = "update-write-only", .rule = "model.no-write-only", .on = UPDATE, .at = SUCCESS,
      .model = write_only, .lacks = lacks_write_only, .text = "UPDATE returns a write-only value" },
    { .name = "read-falsy-write-only", .rule = "model.no-write-only", .on = READ, .at = SUCCESS,
      .model = falsy_write_only, .lacks = lacks_write_only,
      .text = "READ returns a write-only property emptied: \"\", 0 or false" },
    { .name = "list-write-only", .rule = "model.no-write-only", .on = LIST, .at = SUCCESS,
      .model = write_only, .lacks = lacks_write_only, .text = "LIST returns write-only values" },
    { .name = "create-without-read-only", .rule = "model.read-only", .on = CREATE, .at = SUCCESS,
      .model = no_read_only, .lacks = lacks_plain_read_only,
      .text = "CREATE leaves out a read-only property" },
    { .name = "read-without-read-only", .rule = "model.read-only", .on = READ, .at = SUCCESS,
      .model = no_read_only, .lacks = lacks_plain_read_only,
      .text = "READ leaves out a read-only property" },
    { .name = "create-without-default", .rule = "model.defaults", .on = CREATE, .at = SUCCESS,
      .model = no_default, .property = fault_has_default,
      .text = "CREATE leaves out a property that has a default" },
    { .name = "read-without-default", .rule = "model.defaults", .on = READ, .at = SUCCESS,
      .model = no_default, .property = fault_has_default,
      .text = "READ leaves out a property that has a default" },
    { .name = "progress-second-without-identifier", .rule = "model.identifier", .on = CREATE,
      .at = IN_PROGRESS, .callbacks = 2, .when = at_a_callback, .model = fault_no_identifier,
      .text = "the second IN_PROGRESS of CREATE has a model without its identifier" },
    { .name = "progress-second-other-identifier", .rule = "model.same-identifier", .on = CREATE,
      .at = IN_PROGRESS, .callbacks = 2, .when = at_a_callback, .model = fault_other_identifier,
      .text = "the second IN_PROGRESS of CREATE names another resource" },
    { .name = "progress-undeclared-property", .rule = "model.shape", .on = CREATE,
      .at = IN_PROGRESS, .callbacks = 1, .model = undeclared, .lacks = lacks_closed_shape,
      .text = "IN_PROGRESS of CREATE has a property that the schema does not declare" },
    { .name = "progress-null", .rule = "model.no-null", .on = CREATE, .at = IN_PROGRESS,
      .callbacks = 1, .model = null_for_one, .property = is_nullable,
      .text = "IN_PROGRESS of CREATE has null for a property without a value" },
    { .name = "read-null-for-absent", .rule = "model.no-null", .on = READ, .at = SUCCESS,
      .model = null_for_absent, .lacks = lacks_absent,
      .text = "READ returns null for every property that was not asked for" },
    { .name = "read-nested-null", .rule = "model.no-null", .on = READ, .at = SUCCESS,
      .model = nested_null, .property = holds_objects,
      .text = "READ returns null inside of a property" },
    { .name = "read-nested-undeclared", .rule = "model.shape", .on = READ, .at = SUCCESS,
      .model = nested_undeclared, .property = holds_objects,
      .text = "READ returns something undeclared inside of a property" },
    { .name = "create-without-nested-read-only", .rule = "model.read-only", .on = CREATE,
      .at = SUCCESS, .model = no_nested_read_only, .lacks = lacks_nested_read_only,
      .text = "CREATE leaves out what is read-only inside of a property" },
    { .name = "read-without-nested-read-only", .rule = "model.read-only", .on = READ, .at = SUCCESS,
      .model = no_nested_read_only, .lacks = lacks_nested_read_only,
      .text = "READ leaves out what is read-only inside of a property" },
    { 0 },
};

const struct fault list_model_faults[] = {
    { .name = "list-without-identifiers", .rule = "list.identifiers", .on = LIST, .at = SUCCESS,
      .model = fault_no_identifier, .text = "LIST returns models without identifiers" },
    { .name = "list-second-without-identifiers", .rule = "list.identifiers", .on = LIST,
      .at = SUCCESS, .when = on_a_later_page, .model = fault_no_identifier, .pages = true,
      .text = "the second page of LIST returns models without identifiers" },
    { .name = "list-second-undeclared", .rule = "model.shape", .on = LIST, .at = SUCCESS,
      .when = on_a_later_page, .model = undeclared, .lacks = lacks_closed_shape, .pages = true,
      .text = "the second page of LIST has a property that the schema does not declare" },
    { .name = "list-second-write-only", .rule = "model.no-write-only", .on = LIST, .at = SUCCESS,
      .when = on_a_later_page, .model = write_only, .lacks = lacks_write_only, .pages = true,
      .text = "the second page of LIST has write-only values" },
    { .name = "list-null", .rule = "model.no-null", .on = LIST, .at = SUCCESS,
      .model = null_for_read_only, .lacks = lacks_plain_read_only,
      .text = "LIST returns null for a read-only property" },
    { 0 },
};
/* clang-format on */
