/* Faults of the values that were asked for: one becomes another, or goes. */
#include "cfnc/compare/compare.h"
#include "builtin_private.h"

/* --- Some value, or some property --- */

static bool is_scalar(const json *value)
{
    return json_type(value) & (JSON_STRING | JSON_NUMBER | JSON_BOOLEAN);
}

typedef bool attempt(const struct invocation *call, json *model, const char *pointer);

/*
 * Lets `act` try the properties that were asked for until it succeeds: single
 * values first, those that cannot be updated last. `inside`: it leaves alone
 * what is read-only or write-only in them.
 */
static bool try_properties(const struct invocation *call, json *model, bool inside, attempt *act)
{
    const json *before = json_copy(call->arena, model);

    for (int round = 0; round < 3; round++)
        json_each (property, before) {
            const char *key = json_key(property);

            if ((inside ? fault_changeable_inside : fault_changeable)(call->type, property) &&
                json_get(call->requested, key) && (round > 0 || is_scalar(property)) &&
                (round > 1 || !fault_touches(&call->type->create_only, key)) &&
                act(call, model, pointer_add(call->arena, "", key)))
                return true;
        }
    return false;
}

static bool drop(const struct invocation *call, json *model, const char *pointer)
{
    struct property_path path;

    if (pointer_read(call->arena, pointer, &path))
        path_remove(model, &path);
    return true;
}

static void wrong_value(const struct invocation *call, json *model)
{
    if (!try_properties(call, model, false, fault_change))
        try_properties(call, model, false, drop);
}

static void drop_property(const struct invocation *call, json *model)
{
    try_properties(call, model, false, drop);
}

/* Tries `act` on what lies below; documents are never nested deeper than a recursion may go. */
static bool try_below(const struct invocation *call, json *model, const char *pointer, attempt *act)
{
    const struct resource_type *type = call->type;
    const json *there = pointer_get(model, pointer);
    const json *before = there ? json_copy(call->arena, there) : NULL;
    size_t index = 0;

    json_each (child, before) {
        const char *at = json_key(child) ? pointer_add(call->arena, pointer, json_key(child))
                                         : pointer_add_index(call->arena, pointer, index++);

        if (pointer_get(call->requested, at) && !set_covers(&type->read_only, at) &&
            !set_covers(&type->write_only, at) && act(call, model, at))
            return true;
    }
    return false;
}

static bool change_inside(const struct invocation *call, json *model, const char *pointer);

static bool change_below(const struct invocation *call, json *model, const char *pointer)
{
    return is_scalar(pointer_get(model, pointer)) ? fault_change(call, model, pointer)
                                                  : change_inside(call, model, pointer);
}

static bool change_inside(const struct invocation *call, json *model, const char *pointer)
{
    return try_below(call, model, pointer, change_below);
}

static void wrong_nested_value(const struct invocation *call, json *model)
{
    try_properties(call, model, true, change_inside);
}

static bool reverse(const struct invocation *call, json *model, const char *pointer)
{
    const json *value = pointer_get(model, pointer);
    json *reversed = json_array(call->arena);
    struct property_path path;

    for (size_t i = json_length(value); i-- > 0;)
        json_append(reversed, json_at(value, i));
    if (json_type(value) != JSON_ARRAY || json_equal(value, reversed) ||
        !pointer_read(call->arena, pointer, &path) || compare_unordered(call->type, &path))
        return try_below(call, model, pointer, reverse);
    return !path_set(model, &path, reversed);
}

static void other_order(const struct invocation *call, json *model)
{
    try_properties(call, model, true, reverse);
}

static bool is_ordered(const struct resource_type *type, const json *property)
{
    const json *node = schema_resolve(type->document, property);

    return fault_changeable_inside(type, property) && fault_has_type(type, property, "array") &&
           !json_false(json_get(node, "insertionOrder"));
}

/* --- When a value is wrong --- */

static bool at_second_read(const struct invocation *call)
{
    return call->reads == 1;
}

/* It is about one that was made while another one was there. */
static bool of_the_younger(const struct invocation *call)
{
    return beside_another(call) && call->full &&
           resource_type_same(call->type, store_newest(call->builtin)->full, call->full);
}

/* Something that may be left out was not asked for. */
static bool of_little(const struct invocation *call)
{
    json_each (property, json_get(call->type->document, "properties"))
        if (fault_changeable(call->type, property) &&
            !json_get(call->requested, json_key(property)))
            return true;
    return false;
}

static bool is_plain_and_required(const struct resource_type *type, const json *property)
{
    return fault_changeable(type, property) &&
           fault_is_required(type->document, json_key(property));
}

static const char *lacks_optional(const struct resource_type *type)
{
    json_each (property, json_get(type->document, "properties"))
        if (fault_is_optional(type, property))
            return NULL;
    return "every property is required";
}

/* --- Items, tags --- */

/* As who keeps a list in a set; read-only values may tell apart what was asked for twice. */
static void drop_duplicates(const struct invocation *call, json *model)
{
    for (json *list = json_edit_first(model); list; list = json_edit_next(list)) {
        const json *asked = json_get(call->requested, json_key(list));

        if (json_type(list) != JSON_ARRAY || !fault_changeable_inside(call->type, list))
            continue;
        for (size_t i = json_length(asked); i-- > 1;)
            for (size_t k = 0; k < i && json_length(list) > i; k++)
                if (json_equal(json_at(asked, k), json_at(asked, i))) {
                    json_remove_at(list, i);
                    break;
                }
    }
}

static bool may_hold_twins(const struct resource_type *type, const json *property)
{
    const json *node = schema_resolve(type->document, property);

    return fault_changeable_inside(type, property) && fault_has_type(type, property, "array") &&
           !json_true(json_get(node, "uniqueItems")) && !json_get(node, "maxItems") &&
           !(type->has_tagging && fault_is_tags(type, property));
}

static void drop_tags(const struct invocation *call, json *model)
{
    path_remove(model, &call->type->tag_property);
}

/* clang-format off */
const struct fault read_value_faults[] = {
    { .name = "read-wrong-value", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .model = wrong_value, .property = fault_changeable,
      .text = "READ returns another value than was asked for" },
    { .name = "read-drops-property", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .model = drop_property, .property = fault_changeable,
      .text = "READ leaves out a property that was asked for" },
    { .name = "read-wrong-nested-value", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .model = wrong_nested_value, .property = fault_has_inside,
      .text = "READ returns another value inside an object or array" },
    { .name = "read-other-order", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .model = other_order, .property = is_ordered,
      .text = "READ returns an array in another order" },
    { .name = "read-alone-drops", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .when = by_identifier_alone, .model = drop_property, .property = fault_changeable,
      .text = "READ of the identifier alone leaves out a property" },
    { .name = "read-second-differs", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .when = at_second_read, .model = wrong_value, .property = fault_changeable,
      .text = "the second READ returns another value than the first" },
    { .name = "read-drops-duplicates", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .model = drop_duplicates, .property = may_hold_twins,
      .text = "READ returns equal items of an array once" },
    { .name = "read-second-resource-differs", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .needs = CREATE | DELETE, .when = of_the_younger, .model = wrong_value, .lacks = lacks_copies,
      .property = fault_changeable, .text = "READ of a second resource returns another value" },
    { 0 },
};

const struct fault create_value_faults[] = {
    { .name = "create-wrong-value", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .model = wrong_value, .property = fault_changeable,
      .text = "CREATE returns another value than was asked for" },
    { .name = "create-drops-property", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .model = drop_property, .property = fault_changeable,
      .text = "CREATE leaves out a property that was asked for" },
    { .name = "create-read-stale", .rule = "create.applied", .on = READ, .at = SUCCESS,
      .when = at_first_read, .model = drop_property, .property = fault_changeable,
      .text = "the first READ after CREATE leaves out a property" },
    { .name = "read-drops-tags", .rule = "create.tags", .on = READ, .at = SUCCESS,
      .model = drop_tags, .lacks = lacks_tags, .text = "READ leaves out the tags" },
    { .name = "create-drops-duplicates", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .model = drop_duplicates, .property = may_hold_twins,
      .text = "CREATE returns equal items of an array once" },
    { .name = "create-minimal-drops", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .needs = DELETE, .when = of_little, .model = drop_property, .lacks = lacks_optional,
      .property = is_plain_and_required,
      .text = "CREATE leaves out a property when an optional one was not asked for" },
    { .name = "create-wrong-nested-value", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .model = wrong_nested_value, .property = fault_has_inside,
      .text = "CREATE returns another value inside an object or array" },
    { .name = "create-second-drops", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .needs = READ | DELETE, .when = beside_another, .model = drop_property, .lacks = lacks_copies,
      .property = fault_changeable,
      .text = "CREATE beside another resource leaves out a property" },
    { 0 },
};
/* clang-format on */
