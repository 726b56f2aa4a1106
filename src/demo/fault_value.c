/* What faults do to the values that were asked for: one becomes another, or goes. */
#include "cfnc/compare/compare.h"
#include "builtin_private.h"

enum { TWISTS = 3, CHANGES = 12 };

/* Something like `value`: most likely to suit what else the schema says. */
static const json *twisted(const struct call *call, const json *value, int way)
{
    static const double steps[TWISTS] = { 1, -1, 10 };
    const char *string = json_string(value);

    if (string)
        return json_new_string(call->arena,
                               arena_printf(call->arena, way == 1 ? "x%s" : "%sx", string));
    if (json_type(value) == JSON_NUMBER)
        return json_new_number(call->arena, json_number(value, 0) + steps[way]);
    return json_type(value) == JSON_BOOLEAN ? json_new_boolean(call->arena, !json_true(value))
                                            : NULL;
}

/* Whether `other` says all that `value` says, so that nobody could object. */
static bool says(const json *value, const json *other)
{
    if (json_type(value) != json_type(other))
        return false;
    if (json_type(value) != JSON_OBJECT)
        return json_equal(value, other);
    json_each (member, value)
        if (!says(member, json_get(other, json_key(member))))
            return false;
    return true;
}

bool fault_change(const struct call *call, json *model, const char *pointer)
{
    const json *there = pointer_get(model, pointer);
    const bool shapely = model_is_shapely(call, model);
    struct property_path path;

    if (!there || !pointer_read(call->arena, pointer, &path))
        return false;
    const json *value = json_copy(call->arena, there);
    for (int i = 0; i < CHANGES; i++) {
        const json *other = i < TWISTS ? twisted(call, value, i) : model_value(call, &path);

        if (!other || says(value, other) || path_set(model, &path, other))
            continue;
        if (!shapely || model_is_shapely(call, model))
            return true;
    }
    path_set(model, &path, value);
    return false;
}

static bool is_scalar(const json *value)
{
    return json_type(value) & (JSON_STRING | JSON_NUMBER | JSON_BOOLEAN);
}

typedef bool attempt(const struct call *call, json *model, const char *pointer, const json *value);

/*
 * Lets `act` try the properties that were asked for until it succeeds: single
 * values first, those that cannot be updated last. `inside`: it leaves alone
 * what is read-only or write-only in them.
 */
static bool try_properties(const struct builtin *builtin, json *event, bool inside, attempt *act)
{
    const struct call *call = builtin->call;
    json *model = json_edit(event, "resourceModel");
    const json *before = model ? json_copy(call->arena, model) : NULL;

    for (int round = 0; round < 3; round++)
        json_each (property, before) {
            const char *key = json_key(property);

            if ((inside ? fault_changeable_inside(call->type, key)
                        : fault_changeable(call->type, key)) &&
                json_get(call->requested, key) && (round > 0 || is_scalar(property)) &&
                (round > 1 || !fault_touches(&call->type->create_only, key)) &&
                act(call, model, pointer_add(call->arena, "", key), property))
                return true;
        }
    return false;
}

static bool change(const struct call *call, json *model, const char *pointer, const json *value)
{
    (void)value;
    return fault_change(call, model, pointer);
}

static bool drop(const struct call *call, json *model, const char *pointer, const json *value)
{
    struct property_path path;

    (void)value;
    if (!pointer_read(call->arena, pointer, &path))
        return false;
    path_remove(model, &path);
    return true;
}

/* Whether the value there is one that was asked for. */
static bool was_requested(const struct call *call, const char *pointer)
{
    return pointer_get(call->requested, pointer) && !set_covers(&call->type->read_only, pointer) &&
           !set_covers(&call->type->write_only, pointer);
}

/* Tries `act` on what lies below; documents are never nested deeper than a recursion may go. */
static bool try_below(const struct call *call, json *model, const char *pointer, const json *value,
                      attempt *act)
{
    size_t index = 0;

    json_each (child, value) {
        const char *at = json_key(child) ? pointer_add(call->arena, pointer, json_key(child))
                                         : pointer_add_index(call->arena, pointer, index++);

        if (was_requested(call, at) && act(call, model, at, child))
            return true;
    }
    return false;
}

static bool change_below(const struct call *call, json *model, const char *pointer,
                         const json *value);

static bool change_leaf(const struct call *call, json *model, const char *pointer,
                        const json *value)
{
    return is_scalar(value) ? fault_change(call, model, pointer)
                            : change_below(call, model, pointer, value);
}

static bool change_below(const struct call *call, json *model, const char *pointer,
                         const json *value)
{
    return try_below(call, model, pointer, value, change_leaf);
}

static bool reverse(const struct call *call, json *model, const char *pointer, const json *value)
{
    json *reversed = json_array(call->arena);
    struct property_path path;

    if (json_type(value) != JSON_ARRAY || !pointer_read(call->arena, pointer, &path) ||
        compare_unordered(call->type, &path))
        return try_below(call, model, pointer, value, reverse);
    for (size_t i = json_length(value); i-- > 0;)
        json_append(reversed, json_at(value, i));
    if (json_equal(value, reversed))
        return try_below(call, model, pointer, value, reverse);
    return !path_set(model, &path, reversed);
}

void fault_wrong_value(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    if (!try_properties(builtin, event, false, change))
        try_properties(builtin, event, false, drop);
}

void fault_drop_property(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    try_properties(builtin, event, false, drop);
}

void fault_nested_value(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    try_properties(builtin, event, true, change_below);
}

void fault_other_order(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    try_properties(builtin, event, true, reverse);
}
