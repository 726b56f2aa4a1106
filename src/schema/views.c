/*
 * A read-only property is pruned along its path, and nowhere else: a definition
 * that the path goes through may be shared, so it is copied to where the path
 * needs it ("$ref" becomes what it stood for). Hostile schemas refer to
 * themselves in many branches at once, so steps, depth and copies are bounded;
 * beyond the bounds a property stays as it was.
 */
#include "cfnc/schema/views.h"

#include <string.h>

#include "cfnc/pattern/pattern.h"
#include "cfnc/schema/schema.h"

enum { MOST_STEPS = 20000, MOST_STEPS_IN_ALL = 1000000, DEEPEST = 100, MOST_COPIED = 500000 };

struct pruning {
    struct arena *scratch;
    const json *root;
    const char *const *steps; /* of the path that is pruned */
    size_t count;
    bool forbid;
    int steps_left, depth; /* for this path */
    int all_steps_left;
    size_t copied; /* values */
};

static bool prune(struct pruning *p, json *node, size_t at);
static bool prune_here(struct pruning *p, json *node, size_t at);

/* Prunes a copy of what `node` refers to, which stands here when that made a difference. */
static bool prune_target(struct pruning *p, json *node, size_t at)
{
    static const char *const not_twice[] = { "$id", "definitions", "$defs", "remote" };
    const json *target = schema_resolve(p->root, node);

    if (json_type(target) != JSON_OBJECT || p->copied >= MOST_COPIED)
        return false;
    json_hash(target, &p->copied);
    json *copy = p->copied <= MOST_COPIED ? json_copy(p->scratch, target) : NULL;
    if (!copy || !prune_here(p, copy, at))
        return false;
    while (json_first(node))
        json_remove(node, json_key(json_first(node)));
    json_each (member, copy)
        json_set(node, json_key(member), member);
    for (size_t i = 0; i < sizeof(not_twice) / sizeof(not_twice[0]); i++)
        json_remove(node, not_twice[i]);
    return true;
}

/* Prunes below the child `key` of `container`, or the child itself at the path's end. */
static bool prune_child(struct pruning *p, json *container, const char *key, size_t at)
{
    if (at + 1 < p->count)
        return prune(p, json_edit(container, key), at + 1);
    if (p->forbid && !json_false(json_get(container, key)))
        json_set_boolean(container, key, false);
    return p->forbid;
}

/* Prunes all members as what step `at` names; or all items, as they may say more of that step. */
static bool prune_each(struct pruning *p, json *container, size_t at, bool members)
{
    bool changed = false;

    for (json *child = json_edit_first(container), *next; child; child = next) {
        next = json_edit_next(child); /* forbidding replaces the child */
        changed =
            (members ? prune_child(p, container, json_key(child), at) : prune(p, child, at)) ||
            changed;
    }
    return changed;
}

/* A name that only a pattern knows becomes a property, pruned, beside the pattern. */
static bool prune_by_pattern(struct pruning *p, json *node, size_t at)
{
    const char *step = p->steps[at];
    json *made = json_object(p->scratch);

    json_each (schema, json_get(node, "patternProperties")) {
        struct error error;
        const struct pattern *pattern = pattern_compile(p->scratch, json_key(schema), &error);

        if (!pattern || pattern_search(pattern, step) != PATTERN_MATCH)
            continue;
        json_set(made, step, schema);
        if (!prune_child(p, made, step, at))
            continue;
        if (json_type(json_get(node, "properties")) != JSON_OBJECT)
            json_set_object(node, "properties");
        json_set(json_edit(node, "properties"), step, json_get(made, step));
        return true;
    }
    return false;
}

static bool prune_members(struct pruning *p, json *node, size_t at)
{
    const char *step = p->steps[at];
    json *properties = json_edit(node, "properties");

    if (json_get(properties, step))
        return prune_child(p, properties, step, at);
    if (!step_is_star(step))
        return prune_by_pattern(p, node, at);
    bool changed = prune_each(p, properties, at, true);
    changed = prune_each(p, json_edit(node, "patternProperties"), at, true) || changed;
    if (json_type(json_get(node, "additionalProperties")) == JSON_OBJECT)
        changed = prune_child(p, node, "additionalProperties", at) || changed;
    return changed;
}

/* "/Tags/Key" means the Key of every item, as "/Tags/" "*" "/Key" does. */
static bool prune_items(struct pruning *p, json *node, size_t at)
{
    json *items = json_edit(node, "items");
    const bool here = step_is_item(p->steps[at]);

    if (json_type(items) == JSON_ARRAY)
        return at + here < p->count && prune_each(p, items, at + here, false);
    if (json_type(items) != JSON_OBJECT)
        return false;
    return here ? prune_child(p, node, "items", at) : prune(p, items, at);
}

static bool remove_name(json *names, const char *name)
{
    size_t index = 0;

    for (const json *item = json_type(names) == JSON_ARRAY ? json_first(names) : NULL; item;
         item = json_next(item), index++)
        if (json_string(item) && strcmp(json_string(item), name) == 0) {
            json_remove_at(names, index);
            return true;
        }
    return false;
}

static bool unrequire(const struct pruning *p, json *node, size_t at)
{
    if (at + 1 < p->count)
        return false;
    bool changed = remove_name(json_edit(node, "required"), p->steps[at]);
    json *dependency = json_edit_first(json_edit(node, "dependencies"));
    for (; dependency; dependency = json_edit_next(dependency))
        changed = remove_name(dependency, p->steps[at]) || changed;
    return changed;
}

static bool prune_here(struct pruning *p, json *node, size_t at)
{
    static const char *const lists[] = { "allOf", "anyOf", "oneOf" };
    static const char *const branches[] = { "then", "else" };
    bool changed = false;

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        changed = prune_each(p, json_edit(node, lists[i]), at, false) || changed;
    for (size_t i = 0; i < sizeof(branches) / sizeof(branches[0]); i++)
        changed = prune(p, json_edit(node, branches[i]), at) || changed;
    changed = unrequire(p, node, at) || changed;
    changed = prune_members(p, node, at) || changed;
    return prune_items(p, node, at) || changed;
}

/* Prunes what step `at` of the path names in the values that `node` describes. */
static bool prune(struct pruning *p, json *node, size_t at)
{
    if (json_type(node) != JSON_OBJECT || p->steps_left <= 0 || p->all_steps_left <= 0 ||
        p->depth >= DEEPEST)
        return false;
    p->steps_left--;
    p->all_steps_left--;
    p->depth++;
    const bool changed =
        json_get(node, "$ref") ? prune_target(p, node, at) : prune_here(p, node, at);
    p->depth--;
    return changed;
}

/* Whether something refers to properties: then to those of definition `name` from now on. */
static bool move_refs(struct arena *scratch, json *value, const char *name)
{
    static const char properties[] = "#/properties/";
    const char *ref = json_string(json_get(value, "$ref"));
    bool moved = ref && strncmp(ref, properties, strlen(properties)) == 0;

    if (moved)
        json_set_string(value, "$ref", arena_printf(scratch, "#/definitions/%s/%s", name, ref + 2));
    for (json *child = json_edit_first(value); child; child = json_edit_next(child))
        moved = move_refs(scratch, child, name) || moved;
    return moved;
}

void view_keep_references(struct arena *scratch, json *root, const json *properties)
{
    const char *name = "properties";

    while (json_get(json_get(root, "definitions"), name))
        name = arena_printf(scratch, "_%s", name);
    if (!move_refs(scratch, root, name))
        return;
    if (json_type(json_get(root, "definitions")) != JSON_OBJECT)
        json_set_object(root, "definitions");
    json *kept = json_set_object(json_edit(root, "definitions"), name);
    json_set(kept, "properties", properties);
    move_refs(scratch, kept, name);
}

json *view_plain(struct arena *arena, const json *document)
{
    static const char *const kept[] = {
        "$id",
        "definitions",
        "$defs",
        "remote",
        "properties",
        "required",
        "anyOf",
        "allOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "enum",
        "const",
        "dependencies",
        "patternProperties",
        "additionalProperties",
        "propertyNames",
        "minProperties",
        "maxProperties",
    };
    json *root = json_object(arena);

    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        if (json_get(document, kept[i]))
            json_set(root, kept[i], json_get(document, kept[i]));
    json_set_string(root, "type", "object");
    return root;
}

const json *view_make(struct arena *arena, const json *document,
                      const struct property_set *read_only, enum view view)
{
    struct arena *scratch = arena_new();
    json *root = view_plain(arena, document);
    struct pruning p = { .scratch = scratch,
                         .root = root,
                         .forbid = view == VIEW_CREATE,
                         .all_steps_left = MOST_STEPS_IN_ALL };

    view_keep_references(scratch, root, json_get(root, "properties"));
    for (size_t i = 0; i < read_only->count; i++) {
        p.steps = read_only->paths[i].steps;
        p.count = read_only->paths[i].depth;
        p.steps_left = MOST_STEPS;
        if (p.count)
            prune(&p, root, 0);
    }
    arena_free(scratch);
    return root;
}
