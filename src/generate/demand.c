/* What is asked of a value: the subschemas that $ref, allOf and the chosen branches lead to. */
#include <math.h>
#include <string.h>

#include "generate_private.h"

enum { FEW = 100, WAYS_MOST = 1000 };

void parts_add(struct parts *parts, const json *node)
{
    if (!node || json_true(node))
        return;
    if (json_false(node) || parts->count == DEMAND_MOST)
        parts->impossible = true;
    else
        parts->nodes[parts->count++] = node;
}

bool parts_accept(const struct generator *g, const struct parts *parts, const json *value)
{
    for (size_t i = 0; i < parts->count; i++)
        if (!schema_valid_at(g->schema, parts->nodes[i], value))
            return false;
    return true;
}

const json *demand_target(const struct generator *g, const json *node)
{
    if (!json_get(node, "$ref"))
        return node;
    const json *target = schema_target(g->schema, node);
    return target ? target : schema_resolve(g->document, node);
}

/* ---- what contradicts itself ---- */

/* Whether both name types, or values, of which none is in both. */
static bool excludes(const struct generator *g, const json *a, const json *b)
{
    const json *only = json_get(a, "const"), *some = json_get(a, "enum");
    const json *type = json_get(a, "type"), *other = json_get(b, "type");

    if (type && other && !(types_named(type) & types_named(other)))
        return true;
    if ((!only && !some) || (!json_get(b, "const") && !json_get(b, "enum")))
        return false;
    if (only || json_length(some) > FEW)
        return only && !schema_valid_at(g->schema, b, only);
    json_each (one, some)
        if (schema_valid_at(g->schema, b, one))
            return false;
    return true;
}

static bool is_required(const struct demand *d, const char *key)
{
    for (size_t i = 0; i < d->count; i++)
        json_each (name, json_get(d->nodes[i], "required"))
            if (json_string(name) && strcmp(json_string(name), key) == 0)
                return true;
    return false;
}

/* As far as that is seen at once: by the value, and by members that must be there. */
static bool exclude_each_other(const struct generator *g, const struct demand *d, const json *a,
                               const json *b)
{
    const json *others = json_get(b, "properties");

    if (excludes(g, a, b))
        return true;
    json_each (member, others ? json_get(a, "properties") : NULL) {
        const json *other = json_get(others, json_key(member));
        const json *x = demand_target(g, member), *y = other ? demand_target(g, other) : NULL;

        if (y && excludes(g, x, y) && is_required(d, json_key(member)))
            return true;
    }
    return false;
}

/*
 * Whether what was added, behind so many nodes, contradicts the rest. Conditions and branches that
 * are told apart by a constant member would otherwise be combined in all ways.
 */
static bool contradicts(const struct generator *g, const struct demand *d, size_t nodes)
{
    for (size_t i = nodes; i < d->count; i++)
        for (size_t k = 0; k < i; k++)
            if (exclude_each_other(g, d, d->nodes[i], d->nodes[k]))
                return true;
    return d->impossible;
}

/* ---- what is chosen ---- */

size_t demand_choose(struct demand *d, size_t count)
{
    if (!count) {
        d->impossible = true;
        return 0;
    }
    const size_t first = (size_t)random_below(&d->random, count);
    const size_t digit = (size_t)(d->turn % count);

    d->turn /= count;
    if (d->ways < WAYS_MOST)
        d->ways *= count;
    return (first + digit) % count;
}

static void add(struct generator *g, struct demand *d, const json *node);

/* What must not match fails all by itself, more often than not; else the value is changed. */
static void avoid(struct generator *g, struct demand *d, const json *node)
{
    const json *target = demand_target(g, node);
    const bool is_alone = json_length(target) == 1;

    if (json_true(target) || (json_type(target) == JSON_OBJECT && !json_length(target)))
        d->impossible = true;
    if (is_alone && json_get(target, "not"))
        add(g, d, json_get(target, "not"));
    else if (is_alone && json_get(target, "anyOf"))
        json_each (branch, json_get(target, "anyOf"))
            avoid(g, d, branch);
    else if (json_type(target) == JSON_OBJECT && d->avoided < DEMAND_MOST)
        d->avoid[d->avoided++] = target;
}

static void take_any(struct generator *g, struct demand *d, const json *node, size_t chosen)
{
    add(g, d, json_at(json_get(node, "anyOf"), chosen));
}

static void take_one(struct generator *g, struct demand *d, const json *node, size_t chosen)
{
    size_t i = 0;

    json_each (branch, json_get(node, "oneOf"))
        if (i++ == chosen)
            add(g, d, branch);
        else
            avoid(g, d, branch);
}

static void take_side(struct generator *g, struct demand *d, const json *node, size_t chosen)
{
    const json *side = json_get(node, chosen ? "else" : "then");

    if (chosen)
        avoid(g, d, json_get(node, "if"));
    else
        add(g, d, json_get(node, "if"));
    if (side)
        add(g, d, side);
}

/*
 * One of so many alternatives; where it contradicts the rest, the next one. The ways that it had
 * are still counted, or those of them that do not contradict the rest would not be tried.
 */
static void choose(struct generator *g, struct demand *d, const json *node, size_t count,
                   void (*take)(struct generator *g, struct demand *d, const json *node,
                                size_t chosen))
{
    const size_t chosen = demand_choose(d, count);
    struct demand before = *d;

    for (size_t i = 0; i < count && !before.impossible; i++) {
        take(g, d, node, (chosen + i) % count);
        if (!contradicts(g, d, before.count))
            return;
        before.ways = d->ways;
        *d = before;
    }
    d->impossible = true;
}

/* Each subschema is added once, so a circle of allOf and $ref ends. */
static void add(struct generator *g, struct demand *d, const json *node)
{
    const json *target = demand_target(g, node);

    for (size_t i = 0; target && i < d->count; i++)
        if (d->nodes[i] == target)
            return;
    if (json_true(target))
        return;
    if (json_type(target) != JSON_OBJECT || d->count == DEMAND_MOST) {
        d->impossible = true;
        return;
    }
    d->nodes[d->count++] = target;
    json_each (part, json_get(target, "allOf"))
        add(g, d, part);
    if (json_get(target, "anyOf"))
        choose(g, d, target, json_length(json_get(target, "anyOf")), take_any);
    if (json_get(target, "oneOf"))
        choose(g, d, target, json_length(json_get(target, "oneOf")), take_one);
    if (json_get(target, "if") && (json_get(target, "then") || json_get(target, "else")))
        choose(g, d, target, 2, take_side);
    if (json_get(target, "not"))
        avoid(g, d, json_get(target, "not"));
}

void demand_add(struct generator *g, struct demand *d, const json *node)
{
    add(g, d, node);
}

void demand_read(struct generator *g, struct demand *d, const struct parts *parts, uint64_t turn,
                 struct random random)
{
    d->count = d->avoided = 0;
    d->turn = turn;
    d->ways = 1;
    d->random = random;
    d->impossible = parts->impossible;
    d->is_loose = false;
    for (size_t i = 0; i < parts->count; i++)
        add(g, d, parts->nodes[i]);
}

/* ---- what it says ---- */

bool demand_same(const struct demand *a, const struct demand *b)
{
    return a->count == b->count && memcmp(a->nodes, b->nodes, a->count * sizeof(*a->nodes)) == 0;
}

bool demand_has(const struct demand *d, const char *keyword)
{
    for (size_t i = 0; i < d->count; i++)
        if (json_get(d->nodes[i], keyword))
            return true;
    return false;
}

bool demand_true(const struct demand *d, const char *keyword)
{
    for (size_t i = 0; i < d->count; i++)
        if (json_true(json_get(d->nodes[i], keyword)))
            return true;
    return false;
}

double demand_least(const struct demand *d, const char *keyword, double absent)
{
    double least = absent;

    for (size_t i = 0; i < d->count; i++)
        least = fmax(least, json_number(json_get(d->nodes[i], keyword), least));
    return least;
}

double demand_most(const struct demand *d, const char *keyword, double absent)
{
    double most = absent;

    for (size_t i = 0; i < d->count; i++)
        most = fmin(most, json_number(json_get(d->nodes[i], keyword), most));
    return most;
}
