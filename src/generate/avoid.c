/*
 * Objects that a subschema must not match: by leaving out something that it
 * requires or, if that will not do, by a member that it does not take.
 */
#include <math.h>
#include <string.h>

#include "keys_private.h"

enum {
    LEVELS = 3,       /* of allOf, in a branch to be avoided */
    NAME_SALT = 79321 /* sets the random of a name apart from that of values */
};

/* The required names of a subschema and of what it is made of. */
static void add_required(struct generator *g, struct wishes *names, const json *node, int levels)
{
    const json *target = demand_target(g, node);

    json_each (name, json_get(target, "required"))
        if (json_string(name))
            wish_add(g->scratch, names, json_string(name), true);
    if (levels)
        json_each (part, json_get(target, "allOf"))
            add_required(g, names, part, levels - 1);
}

/* What a branch can fail by is counted, and the one at `index` taken. */
struct spoiling {
    struct keys *keys;
    const json *branch;
    size_t count, index;
};

static bool is_there(const struct keys *keys, const char *key)
{
    return key && !wish_find(&keys->banned, key) &&
           (wish_find(&keys->wanted, key) || may_want(keys, key));
}

/* Whether it is this one's turn. */
static bool is_next(struct spoiling *s)
{
    return s->count++ == s->index;
}

static bool spoil_by(struct spoiling *s, const char *key, const json *node)
{
    struct keys *keys = s->keys;

    if (!key || keys->spoilt_count == SPOILT_MOST)
        return false;
    keys->spoilt[keys->spoilt_count++] =
        (struct spoilt){ .branch = s->branch, .key = key, .node = node };
    want(keys, key, true);
    return true;
}

static bool can_fail(const json *node)
{
    return json_false(node) || json_length(node);
}

static void spoil_properties(struct spoiling *s, const json *node)
{
    json_each (member, json_get(node, "properties"))
        if (can_fail(member) && is_there(s->keys, json_key(member)) && is_next(s))
            spoil_by(s, json_key(member), member);
}

static struct random name_random(const struct keys *keys, size_t index)
{
    return place_random(keys->g, keys->place, (unsigned)(NAME_SALT + index));
}

/* A member that is declared and may be there, and that a branch has other rules for. */
static const char *declared_key(const struct spoiling *s, const char *pattern, const json *besides,
                                const json *avoided)
{
    const struct keys *keys = s->keys;
    const struct demand *d = keys->demand;

    for (size_t i = 0; i < d->count; i++)
        json_each (member, json_get(d->nodes[i], "properties")) {
            const char *key = json_key(member);
            const json *name = json_new_string(keys->g->scratch, key);

            if ((!pattern || generator_matches(keys->g, pattern, key)) && !json_get(besides, key) &&
                (!avoided || !schema_valid_at(keys->g->schema, avoided, name)) &&
                is_there(keys, key))
                return key;
        }
    return NULL;
}

static void spoil_patterns(struct spoiling *s, const json *node)
{
    json_each (member, json_get(node, "patternProperties")) {
        const char *pattern = json_key(member);

        if (!can_fail(member) || !is_next(s))
            continue;
        struct random random = name_random(s->keys, s->index);
        const char *key = declared_key(s, pattern, NULL, NULL);
        spoil_by(s, key ? key : make_key(s->keys, NULL, 0, pattern, NULL, &random), member);
    }
}

/* A member that the branch neither declares nor has a pattern for. */
static const char *additional_key(const struct spoiling *s, const json *node)
{
    const char *key = declared_key(s, NULL, json_get(node, "properties"), NULL);
    struct random random = name_random(s->keys, s->index);

    key = key ? key : make_key(s->keys, NULL, 0, NULL, NULL, &random);
    json_each (member, json_get(node, "patternProperties"))
        if (key && generator_matches(s->keys->g, json_key(member), key))
            key = NULL;
    return key && !json_get(json_get(node, "properties"), key) ? key : NULL;
}

static void spoil_additional(struct spoiling *s, const json *node)
{
    const json *additional = json_get(node, "additionalProperties");

    if (additional && can_fail(additional) && is_next(s))
        spoil_by(s, additional_key(s, node), additional);
}

static void spoil_names(struct spoiling *s, const json *node)
{
    const json *names = json_get(node, "propertyNames");

    if (!names || !can_fail(names) || !is_next(s))
        return;
    struct random random = name_random(s->keys, s->index);
    const char *key = json_false(names) ? NULL : declared_key(s, NULL, NULL, names);
    spoil_by(s, key ? key : make_key(s->keys, NULL, 0, NULL, names, &random), NULL);
}

/* The member is there, and what it asks for is not. */
static void spoil_dependencies(struct spoiling *s, const json *node)
{
    struct keys *keys = s->keys;

    json_each (dependency, json_get(node, "dependencies")) {
        const char *key = json_key(dependency);

        if (!is_there(keys, key))
            continue;
        if (json_type(dependency) != JSON_ARRAY) {
            if (can_fail(dependency) && is_next(s) && spoil_by(s, key, NULL))
                keys_avoid(keys, dependency);
            continue;
        }
        json_each (name, dependency)
            if (json_string(name) && !wish_find(&keys->wanted, json_string(name)) && is_next(s)) {
                wish_add(keys->g->scratch, &keys->banned, json_string(name), true);
                spoil_by(s, key, NULL);
            }
    }
}

static void spoil_counts(struct spoiling *s, const json *node)
{
    const double least = json_number(json_get(node, "minProperties"), 0);
    const double most = json_number(json_get(node, "maxProperties"), HUGE_VAL);

    if (least >= 1 && is_next(s))
        s->keys->most = fmin(s->keys->most, least - 1);
    if (isfinite(most) && is_next(s))
        s->keys->least = fmax(s->keys->least, most + 1);
}

static void spoil(struct spoiling *s, const json *node, int levels)
{
    static void (*const ways[])(struct spoiling *, const json *) = {
        spoil_properties, spoil_patterns,     spoil_additional,
        spoil_names,      spoil_dependencies, spoil_counts,
    };
    const json *target = demand_target(s->keys->g, node);

    for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
        ways[i](s, target);
    if (levels)
        json_each (part, json_get(target, "allOf"))
            spoil(s, part, levels - 1);
}

/* Keeps `branch` from matching by what it takes otherwise; all there is of that, in turn. */
static void spoil_one(struct keys *keys, const json *branch)
{
    struct spoiling counted = { .keys = keys, .branch = branch, .index = SIZE_MAX };

    for (size_t i = 0; i < keys->spoilt_count; i++)
        if (keys->spoilt[i].branch == branch)
            return;
    spoil(&counted, branch, LEVELS);
    if (!counted.count)
        return;
    struct spoiling chosen = { .keys = keys,
                               .branch = branch,
                               .index = (size_t)(keys->spoil_turn % counted.count) };
    keys->spoil_turn /= counted.count;
    if (keys->demand->ways < 1000)
        keys->demand->ways *= counted.count;
    spoil(&chosen, branch, LEVELS);
}

/*
 * Keeps `branch` from matching by leaving out something that it requires: what
 * no one else requires, the last first. When everything it requires is required
 * anyway, values must tell the branches apart: as they come, or made for it.
 */
static void avoid_one(struct keys *keys, const json *branch)
{
    struct wishes names = { .count = 0 };
    const char *victim = NULL;

    add_required(keys->g, &names, branch, LEVELS);
    for (size_t i = 0; i < names.count; i++) {
        if (wish_find(&keys->banned, names.items[i].key))
            return;
        if (!wish_find(&keys->wanted, names.items[i].key))
            victim = names.items[i].key;
    }
    if (victim)
        wish_add(keys->g->scratch, &keys->banned, victim, true);
    else if (keys->spoils)
        spoil_one(keys, branch);
}

/* Each branch of "not": {"anyOf": [...]} must fail. */
void keys_avoid(struct keys *keys, const json *avoided)
{
    avoid_one(keys, avoided);
    json_each (branch, json_get(avoided, "anyOf"))
        avoid_one(keys, branch);
}
