/*
 * Whether subschemas that were chosen together contradict each other, as far as
 * that is seen at once: by the values and the types that they name, of the value
 * itself and of members that must be there. Conditions and branches that are told
 * apart by a constant member would otherwise be combined in all ways.
 */
#include <string.h>

#include "generate_private.h"

static bool lists(const json *node, const json *value)
{
    if (json_get(node, "const"))
        return json_equal(json_get(node, "const"), value);
    json_each (one, json_get(node, "enum"))
        if (json_equal(one, value))
            return true;
    return false;
}

static bool has_list(const json *node)
{
    return json_get(node, "const") || json_get(node, "enum");
}

/* Whether no value that `a` names (at most `few` are looked at) is one of `b`. */
static bool share_nothing(const json *a, const json *b)
{
    enum { FEW = 100 };

    if (json_length(json_get(a, "enum")) > FEW || json_length(json_get(b, "enum")) > FEW)
        return false;
    if (json_get(a, "const"))
        return !lists(b, json_get(a, "const"));
    json_each (one, json_get(a, "enum"))
        if (lists(b, one))
            return false;
    return true;
}

static bool exclude_each_other(const json *a, const json *b)
{
    if (has_list(a) && has_list(b))
        return share_nothing(a, b);
    const unsigned both = types_named(json_get(a, "type")) & types_named(json_get(b, "type"));
    return json_get(a, "type") && json_get(b, "type") && !both;
}

bool parts_clash(const struct generator *g, const struct parts *parts)
{
    for (size_t i = 1; i < parts->count; i++)
        for (size_t k = 0; k < i; k++)
            if (exclude_each_other(demand_target(g, parts->nodes[i]),
                                   demand_target(g, parts->nodes[k])))
                return true;
    return false;
}

static bool is_required(const struct demand *d, const char *key)
{
    for (size_t i = 0; i < d->count; i++)
        json_each (name, json_get(d->nodes[i], "required"))
            if (json_string(name) && strcmp(json_string(name), key) == 0)
                return true;
    return false;
}

static bool nodes_clash(const struct generator *g, const struct demand *d, const json *a,
                        const json *b)
{
    if (exclude_each_other(a, b))
        return true;
    const json *others = json_get(b, "properties");
    json_each (member, json_get(a, "properties")) {
        const json *other = others ? json_get(others, json_key(member)) : NULL;

        if (other && exclude_each_other(demand_target(g, member), demand_target(g, other)) &&
            is_required(d, json_key(member)))
            return true;
    }
    return false;
}

/* Whether all that a member may be is what `node` names. */
static bool is_within(const struct generator *g, const struct demand *d, const char *key,
                      const json *node)
{
    for (size_t i = 0; i < d->count; i++) {
        const json *member = json_get(json_get(d->nodes[i], "properties"), key);
        const json *target = member ? demand_target(g, member) : NULL;
        bool all = target && has_list(target);

        if (all && json_get(target, "const"))
            all = lists(node, json_get(target, "const"));
        else
            json_each (one, json_get(target, "enum"))
                all = all && lists(node, one);
        if (all)
            return true;
    }
    return false;
}

/* Whether what must not match will: it asks for nothing but members' values that are given. */
static bool surely_matches(const struct generator *g, const struct demand *d, const json *avoided)
{
    size_t members = 0;

    json_each (keyword, avoided)
        if (strcmp(json_key(keyword), "properties") != 0 &&
            strcmp(json_key(keyword), "required") != 0)
            return false;
    json_each (name, json_get(avoided, "required"))
        if (!json_string(name) || !is_required(d, json_string(name)))
            return false;
    json_each (member, json_get(avoided, "properties")) {
        const json *target = demand_target(g, member);

        if (json_length(target) != 1 || !has_list(target) || !is_required(d, json_key(member)) ||
            !is_within(g, d, json_key(member), target))
            return false;
        members++;
    }
    return members > 0;
}

bool demand_clashes(const struct generator *g, const struct demand *d, size_t nodes, size_t avoided)
{
    for (size_t i = nodes; i < d->count; i++)
        for (size_t k = 0; k < i; k++)
            if (nodes_clash(g, d, d->nodes[i], d->nodes[k]))
                return true;
    for (size_t i = d->count > nodes ? 0 : avoided; i < d->avoided; i++)
        if (surely_matches(g, d, d->avoid[i]))
            return true;
    return false;
}
