/* Faults of UPDATE that are about lists, maps and tags: what it is to take away stays, or goes. */
#include <string.h>

#include "builtin_private.h"

static bool is_array(const json *value)
{
    return json_type(value) == JSON_ARRAY;
}

static bool is_object(const json *value)
{
    return json_type(value) == JSON_OBJECT;
}

static bool is_empty(const json *value)
{
    return json_type(value) & (JSON_ARRAY | JSON_OBJECT) && !json_first(value);
}

/* --- What a type needs: of properties that can be updated --- */

static bool is_mutable(const struct resource_type *type, const json *property)
{
    return fault_changeable_inside(type, property) &&
           !fault_touches(&type->create_only, json_key(property));
}

static bool is_map(const struct resource_type *type, const json *property)
{
    const json *node = schema_resolve(type->document, property);

    return fault_has_type(type, property, "object") && !json_get(node, "properties") &&
           (json_get(node, "patternProperties") ||
            !json_false(json_get(node, "additionalProperties")));
}

static bool may_be_empty(const struct resource_type *type, const json *property)
{
    const json *node = schema_resolve(type->document, property);

    return json_number(json_get(node, "minItems"), 0) <= 0 &&
           json_number(json_get(node, "minProperties"), 0) <= 0;
}

static bool is_mutable_map(const struct resource_type *type, const json *property)
{
    return is_mutable(type, property) && is_map(type, property);
}

static bool is_mutable_list(const struct resource_type *type, const json *property)
{
    return is_mutable(type, property) && fault_has_type(type, property, "array");
}

/* Tags may be left out instead. */
static bool may_become_shorter(const struct resource_type *type, const json *property)
{
    return is_mutable_list(type, property) && may_be_empty(type, property) &&
           !fault_is_tags(type, property);
}

static bool may_be_emptied(const struct resource_type *type, const json *property)
{
    return may_be_empty(type, property) &&
           (is_mutable_list(type, property) || is_mutable_map(type, property));
}

static bool may_grow(const struct resource_type *type, const json *property)
{
    const json *node = schema_resolve(type->document, property);

    return may_become_shorter(type, property) && !json_get(node, "maxItems") &&
           !json_true(json_get(node, "uniqueItems"));
}

/* Whether what lies at `steps`, an object described by `node`, has something that may be left out.
 */
static bool has_optional(const struct resource_type *type, const json *node, const char **steps,
                         size_t depth)
{
    json_each (inner, json_get(node, "properties")) {
        const struct property_path path = { .pointer = "", .steps = steps, .depth = depth };

        steps[depth - 1] = json_key(inner);
        if (!fault_is_required(node, json_key(inner)) && fault_is_telling(type, inner) &&
            !set_has(&type->read_only, &path) && !set_has(&type->write_only, &path))
            return true;
    }
    return false;
}

static bool may_be_merged(const struct resource_type *type, const json *property)
{
    const char *steps[] = { json_key(property), NULL };

    return is_mutable_map(type, property) ||
           (is_mutable(type, property) && fault_has_type(type, property, "object") &&
            has_optional(type, schema_resolve(type->document, property), steps, 2));
}

static bool has_items_to_merge(const struct resource_type *type, const json *property)
{
    const char *steps[] = { json_key(property), "*", NULL };
    const json *items = json_get(schema_resolve(type->document, property), "items");

    return is_mutable_list(type, property) &&
           has_optional(type, schema_resolve(type->document, items), steps, 3);
}

/* A list whose items nobody would take for a default, or a single value. */
static bool may_be_left_out(const struct resource_type *type, const json *property)
{
    const bool plain = !json_get(schema_resolve(type->document, property), "default") &&
                       !json_get(property, "default");

    return is_mutable(type, property) && !fault_is_required(type->document, json_key(property)) &&
           ((fault_changeable(type, property) && fault_is_telling(type, property)) ||
            (fault_has_type(type, property, "array") && plain));
}

bool fault_may_lessen(const struct resource_type *type, const json *property)
{
    return may_be_left_out(type, property) || may_become_shorter(type, property);
}

/* A single value that may be "", 0 or false. */
static bool may_be_blank(const struct resource_type *type, const json *property)
{
    const json *node = schema_resolve(type->document, property);

    if (json_get(node, "enum") || json_get(node, "const") || json_get(node, "pattern") ||
        json_get(node, "format"))
        return false;
    return fault_has_type(type, property, "boolean") ||
           (fault_has_type(type, property, "string") &&
            json_number(json_get(node, "minLength"), 0) <= 0) ||
           (fault_has_type(type, property, "integer") &&
            json_number(json_get(node, "minimum"), 0) <= 0);
}

/* One that must be there, or two: one may be left out. */
static const char *lacks_blank(const struct resource_type *type)
{
    unsigned count = 0;

    json_each (property, json_get(type->document, "properties"))
        if (is_mutable(type, property) && may_be_blank(type, property))
            count += fault_is_required(type->document, json_key(property)) ? 2 : 1;
    return count > 1 ? NULL : "no value that can be updated may be \"\", 0 or false";
}

static bool is_single(const struct resource_type *type, const json *property)
{
    return !fault_has_type(type, property, "array") && !fault_has_type(type, property, "object");
}

/* Another one may stand for it in a create that leaves it out; a single value for single ones. */
static bool may_be_added(const struct resource_type *type, const json *property)
{
    size_t count = 0;

    json_each (other, json_get(type->document, "properties"))
        count += is_mutable(type, other) && !fault_is_tags(type, other) &&
                 (is_single(type, property) || !is_single(type, other));
    return count > 1 && is_mutable(type, property) && !fault_is_tags(type, property) &&
           !fault_has_default(type, property) &&
           !fault_is_required(type->document, json_key(property));
}

/* --- Maps and objects --- */

/* Adds the members of `old` that `now` has not got, and with `deep` those inside of what it has. */
static void merge(json *now, const json *old, bool deep)
{
    json_each (member, old) {
        json *there = json_edit(now, json_key(member));

        if (!there)
            json_set(now, json_key(member), member);
        else if (deep && is_object(there) && is_object(member))
            merge(there, member, true);
    }
}

/* Whether the schema declares nothing in what is an object. */
static bool is_a_map(const struct invocation *call, const json *value)
{
    const json *node = json_get(json_get(call->type->document, "properties"), json_key(value));

    return is_object(value) && node &&
           !json_get(schema_resolve(call->type->document, node), "properties");
}

static const json *merge_maps(const struct invocation *call, json *now, const json *old)
{
    if (is_object(now) && is_a_map(call, old))
        merge(now, old, false);
    return now;
}

/* Only the keys are compared: what was there before is not written again. */
static const json *keep_values(const struct invocation *call, json *now, const json *old)
{
    if (is_object(now) && is_a_map(call, old))
        json_each (member, old)
            if (json_get(now, json_key(member)))
                json_set(now, json_key(member), member);
    return now;
}

static const json *merge_nested(const struct invocation *call, json *now, const json *old)
{
    (void)call;
    if (is_object(now) && is_object(old))
        merge(now, old, true);
    return now;
}

static void keep_removed(const struct invocation *call, json *model, const json *stored)
{
    (void)call;
    merge(model, stored, false);
}

/* An update of the columns that were filled when it was created. */
static void ignore_new(const struct invocation *call, json *model, const json *stored)
{
    for (json *member = json_edit_first(model), *next; member; member = next) {
        next = json_edit_next(member);
        if (!json_get(stored, json_key(member)) && fault_changeable_inside(call->type, member))
            json_remove(model, json_key(member));
    }
}

/* What lies inside of a property stays as it was, where there was something. */
static const json *keep_inside(const struct invocation *call, json *now, const json *old)
{
    return json_first(old) && json_first(now) && fault_changeable_inside(call->type, old) ? old
                                                                                          : now;
}

/* The first update is honest, and any after it does nothing. */
static void update_once(const struct invocation *call, json *model, const json *stored)
{
    if (call->before)
        become(model, stored);
}

/* --- Lists --- */

/* The items of old lists that the new ones do not hold are there still, behind them. */
static void append_old(json *now, const json *old)
{
    json_each (item, old)
        if (!json_holds(now, item))
            json_append(now, item);
}

static const json *append_lists(const struct invocation *call, json *now, const json *old)
{
    (void)call;
    if (is_array(now) && is_array(old))
        append_old(now, old);
    return now;
}

/* Item by item, as far as the new list goes. */
static const json *overlay_lists(const struct invocation *call, json *now, const json *old)
{
    (void)call;
    if (is_array(now) && is_array(old))
        for (size_t i = json_length(now); i < json_length(old); i++)
            json_append(now, json_at(old, i));
    return now;
}

/* Members that items of lists leave out are those of the items that stood in their places. */
static const json *merge_items(const struct invocation *call, json *now, const json *old)
{
    const json *was = is_array(now) && is_array(old) ? json_first(old) : NULL;

    (void)call;
    for (json *item = json_edit_first(now); item && was;
         item = json_edit_next(item), was = json_next(was))
        if (is_object(item) && is_object(was))
            merge(item, was, false);
    return now;
}

/* One row for a property, where a list needs several. */
static const json *keep_first_item(const struct invocation *call, json *now, const json *old)
{
    while (is_array(now) && json_length(now) > 1 && fault_changeable_inside(call->type, old))
        json_remove_at(now, json_length(now) - 1);
    return now;
}

/* --- What becomes empty --- */

/* "if lists:" of many a language: what is empty is taken for what is not given. At any depth. */
static const json *ignore_emptied(const struct invocation *call, json *now, const json *old)
{
    if (is_empty(now) && json_type(old) == json_type(now))
        return old;
    for (json *child = is_object(now) ? json_edit_first(now) : NULL; child;
         child = json_edit_next(child)) {
        const json *was = json_get(old, json_key(child));
        const json *mixed = ignore_emptied(call, child, was);

        if (mixed != child)
            child = json_replace(now, child, mixed);
    }
    return now;
}

/* The same of what is not emptied, only made shorter. */
static const json *ignore_shorter(const struct invocation *call, json *now, const json *old)
{
    (void)call;
    return json_type(old) & (JSON_ARRAY | JSON_OBJECT) && json_type(old) == json_type(now) &&
                   json_length(now) < json_length(old)
               ? old
               : now;
}

/* "if value:" likewise. */
static const json *ignore_blank(const struct invocation *call, json *now, const json *old)
{
    (void)call;
    return fault_is_blank(now) ? old : now;
}

/* --- Tags --- */

static void keep_tags(const struct invocation *call, json *model, const json *stored)
{
    const struct property_path *tags = &call->type->tag_property;
    const json *old = path_get(stored, tags), *now = path_get(model, tags);

    if (!old)
        return;
    json *both = now             ? json_copy(call->arena, now)
                 : is_array(old) ? json_array(call->arena)
                                 : json_object(call->arena);
    if (is_array(both))
        append_old(both, old);
    else
        merge(both, old, false);
    path_set(model, tags, both);
}

static void ignore_tags(const struct invocation *call, json *model, const json *stored)
{
    const struct property_path *tags = &call->type->tag_property;
    const json *old = path_get(stored, tags);

    if (old)
        path_set(model, tags, old);
    else
        path_remove(model, tags);
}

/* clang-format off */
const struct fault merge_faults[] = {
    { .name = "update-merges-maps", .rule = "update.replaces-collections", .on = UPDATE,
      .mix = merge_maps, .silent = true, .property = is_mutable_map,
      .text = "UPDATE keeps what it took out of maps" },
    { .name = "update-keeps-values", .rule = "update.applied", .on = UPDATE, .mix = keep_values,
      .silent = true, .property = is_mutable_map,
      .text = "UPDATE leaves alone the keys of maps that were there before" },
    { .name = "update-merges-nested", .rule = "update.replaces-collections", .on = UPDATE,
      .mix = merge_nested, .property = may_be_merged,
      .text = "UPDATE keeps what it left out of objects, at any depth" },
    { .name = "update-keeps-removed", .rule = "update.replaces-collections", .on = UPDATE,
      .update = keep_removed, .property = may_be_left_out,
      .text = "UPDATE keeps properties that it left out" },
    { .name = "update-appends-lists", .rule = "update.replaces-collections", .on = UPDATE,
      .mix = append_lists, .silent = true, .property = is_mutable_list,
      .text = "UPDATE keeps what it took out of lists" },
    { .name = "update-overlays-lists", .rule = "update.replaces-collections", .on = UPDATE,
      .mix = overlay_lists, .property = may_become_shorter,
      .text = "UPDATE keeps the end of lists that it made shorter" },
    { .name = "update-ignores-emptied", .rule = "update.replaces-collections", .on = UPDATE,
      .mix = ignore_emptied, .silent = true, .property = may_be_emptied,
      .text = "UPDATE leaves lists and maps alone that it emptied" },
    { .name = "update-ignores-shorter", .rule = "update.replaces-collections", .on = UPDATE,
      .mix = ignore_shorter, .property = may_be_emptied,
      .text = "UPDATE leaves lists and maps alone that it made shorter" },
    { .name = "update-keeps-tags", .rule = "update.tags", .on = UPDATE, .update = keep_tags,
      .silent = true, .lacks = lacks_tag_updates, .property = fault_is_tags,
      .text = "UPDATE keeps tags that it took away" },
    { .name = "update-ignores-tags", .rule = "update.tags", .on = UPDATE, .update = ignore_tags,
      .silent = true, .lacks = lacks_tag_updates, .property = fault_is_tags,
      .text = "UPDATE changes no tags" },
    { .name = "update-top-level-only", .rule = "update.applied", .on = UPDATE, .mix = keep_inside,
      .silent = true, .property = fault_has_inside,
      .text = "UPDATE changes nothing inside of objects and lists" },
    { .name = "update-ignores-blank", .rule = "update.applied", .on = UPDATE, .mix = ignore_blank,
      .silent = true, .lacks = lacks_blank,
      .text = "UPDATE leaves alone what becomes \"\", 0 or false" },
    { .name = "update-ignores-new", .rule = "update.applied", .on = UPDATE, .update = ignore_new,
      .silent = true, .property = may_be_added,
      .text = "UPDATE adds no property that was not there" },
    { .name = "update-first-items", .rule = "update.echo", .on = UPDATE, .mix = keep_first_item,
      .property = may_grow, .text = "UPDATE stores the first item of each list, and no other" },
    { .name = "update-merges-items", .rule = "update.replaces-collections", .on = UPDATE,
      .mix = merge_items, .property = has_items_to_merge,
      .text = "UPDATE keeps what it left out of the items of lists" },
    { .name = "update-once", .rule = "update.replaces-collections", .on = UPDATE,
      .update = update_once, .silent = true, .property = fault_updatable,
      .text = "the second UPDATE of a resource changes nothing" },
    { 0 },
};
/* clang-format on */
