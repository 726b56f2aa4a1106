/* Changes to a value that may break what describes it: a walk over both, and the list of them. */
#include "break.h"

enum { MOST = 6000, SHOWN = 12 };

/* What subschemas say of a member or an item by themselves. */
static struct nodes nodes_of_child(const struct nodes *nodes, const char *step)
{
    struct nodes children = { .list = nodes->list };

    for (size_t i = 0; i < nodes->count; i++) {
        const json *items = json_get(nodes->items[i], "items");
        const json *child = json_get(json_get(nodes->items[i], "properties"), step);

        child = child || json_type(items) == JSON_ARRAY || !step_is_item(step) ? child : items;
        if (child)
            children.items[children.count++] = schema_target(nodes->list->schema, child);
    }
    return children;
}

static bool fits(const struct nodes *wanted, const struct breakage *breakage)
{
    const struct nodes nodes =
        breakage->member ? nodes_of_child(wanted, breakage->member) : *wanted;

    for (size_t i = 0; breakage->value && i < nodes.count; i++)
        if (!schema_valid_at(wanted->list->schema, nodes.items[i], breakage->value))
            return false;
    return true;
}

void breakages_add(struct breakages *list, const struct nodes *wanted,
                   const struct breakage *breakage)
{
    if (list->count == MOST)
        return;
    list->items =
        arena_grow(list->arena, list->items, list->count, &list->room, sizeof(*list->items));
    list->items[list->count] = *breakage;
    list->items[list->count++].fits = fits(wanted, breakage);
}

static bool add_node(void *context, const json *node)
{
    static const char *const lists[] = { "allOf", "anyOf", "oneOf" };
    static const char *const branches[] = { "then", "else" };
    struct nodes *nodes = context;
    const json *target = schema_target(nodes->list->schema, node);

    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->items[i] == target)
            return true;
    if (json_type(target) != JSON_OBJECT || nodes->count == NODES_MOST)
        return true;
    nodes->items[nodes->count++] = target;
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
        json_each (branch, json_get(target, lists[i]))
            add_node(nodes, branch);
    for (size_t i = 0; i < sizeof(branches) / sizeof(*branches); i++)
        add_node(nodes, json_get(target, branches[i]));
    return true;
}

static struct nodes nodes_below(const struct nodes *nodes, const char *step)
{
    struct nodes below = { .list = nodes->list };

    for (size_t i = 0; i < nodes->count; i++)
        schema_each_child(nodes->list->document, nodes->items[i], step, add_node, &below);
    return below;
}

static void find_at(struct breakages *list, const struct nodes *nodes, const struct nodes *wanted,
                    const char *pointer, const json *value)
{
    size_t index = 0;

    if (list->count == MOST)
        return;
    for (size_t i = 0; i < nodes->count; i++)
        break_keywords(list, wanted, pointer, nodes->items[i], value);
    json_each (child, value) {
        const char *step =
            json_key(child) ? json_key(child) : arena_printf(list->arena, "%zu", index);

        if (index++ == SHOWN && !json_key(child)) /* more of the same */
            return;
        const struct nodes below = nodes_below(nodes, step), wants = nodes_of_child(wanted, step);
        find_at(list, &below, &wants, pointer_add(list->arena, pointer, step), child);
    }
}

void breakages_find(struct breakages *list, const json *node, const struct demand *wanted,
                    const json *value)
{
    struct nodes nodes = { .list = list }, wants = { .list = list };

    add_node(&nodes, node);
    for (; wanted && wants.count < wanted->count && wants.count < NODES_MOST; wants.count++)
        wants.items[wants.count] = wanted->nodes[wants.count];
    find_at(list, &nodes, &wants, "", value);
}

const json *breakage_apply(struct arena *arena, const struct breakage *breakage, const json *model)
{
    const char *pointer = breakage->member ? pointer_add(arena, breakage->pointer, breakage->member)
                                           : breakage->pointer;
    json *broken = json_copy(arena, model);
    struct property_path path;

    if (!*pointer)
        return breakage->value;
    if (!pointer_read(arena, pointer, &path))
        return NULL;
    if (!breakage->value)
        path_remove(broken, &path);
    else if (!path_replace(broken, &path, breakage->value))
        path_set(broken, &path, breakage->value);
    return broken;
}
