#include <string.h>

#include "cfnc/pattern/pattern.h"
#include "cfnc/schema/schema_pointer.h"
#include "compare_private.h"

/* Beyond these a schema says no more of a place; only hostile ones get there. */
enum { MOST_NODES = 200, DEEPEST_BRANCH = 50, MOST_ITEM_KINDS = 100 };

/* A path that the schema names: what it marks, or how it transforms. */
struct marked_path {
    struct property_path path;
    unsigned mark;
    struct spot_transform *transform;
};

/* A spot that is being put together. */
struct draft {
    struct spots *spots;
    const json *nodes[MOST_NODES];
    size_t node_count;
    struct way *ways;
    size_t way_count;
    unsigned marks;
    struct spot_transform *transform;
    const json *default_value, *order;
};

uint64_t mix_hash(uint64_t hash)
{
    hash = (hash ^ hash >> 30) * 0xBF58476D1CE4E5B9u;
    hash = (hash ^ hash >> 27) * 0x94D049BB133111EBu;
    return hash ^ hash >> 31;
}

static void add_node(struct draft *draft, const json *node, int depth);

static void add_branches(struct draft *draft, const json *node, int depth)
{
    static const char *const lists[] = { "allOf", "anyOf", "oneOf" };
    static const char *const branches[] = { "then", "else" };

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        json_each (branch, json_get(node, lists[i]))
            add_node(draft, branch, depth + 1);
    for (size_t i = 0; i < sizeof(branches) / sizeof(branches[0]); i++)
        add_node(draft, json_get(node, branches[i]), depth + 1);
}

/* What is written beside a $ref is read first: its author means this place. */
static void add_annotations(struct draft *draft, const json *node)
{
    const json *order = json_get(node, "insertionOrder"), *value = json_get(node, "default");

    if (!draft->order && json_type(order) == JSON_BOOLEAN)
        draft->order = order;
    if (!draft->default_value)
        draft->default_value = value;
}

static void add_node(struct draft *draft, const json *node, int depth)
{
    const json *target = schema_resolve(draft->spots->type->document, node);

    if (json_type(node) == JSON_OBJECT)
        add_annotations(draft, node);
    if (json_type(target) != JSON_OBJECT || draft->node_count == MOST_NODES ||
        depth > DEEPEST_BRANCH)
        return;
    for (size_t i = 0; i < draft->node_count; i++)
        if (draft->nodes[i] == target)
            return;
    draft->nodes[draft->node_count++] = target;
    add_annotations(draft, target);
    add_branches(draft, target, depth);
}

static void add_way(struct draft *draft, const struct marked_path *to, size_t depth)
{
    if (depth < to->path.depth) {
        draft->ways[draft->way_count++] = (struct way){ to, depth };
        return;
    }
    draft->marks |= to->mark;
    if (to->transform)
        draft->transform = to->transform;
}

static struct draft draft_new(struct spots *spots, unsigned marks)
{
    return (struct draft){ .spots = spots,
                           .ways =
                               arena_array(spots->arena, spots->path_count + 1, sizeof(struct way)),
                           .marks = marks };
}

static uint64_t draft_hash(const struct draft *draft)
{
    uint64_t hash = draft->marks;

    for (size_t i = 0; i < draft->node_count; i++)
        hash = mix_hash(hash ^ (uintptr_t)draft->nodes[i]);
    for (size_t i = 0; i < draft->way_count; i++)
        hash = mix_hash(hash ^ (uintptr_t)draft->ways[i].to ^ draft->ways[i].depth);
    return hash;
}

static bool is_draft(const struct spot *spot, const struct draft *draft)
{
    if (spot->node_count != draft->node_count || spot->way_count != draft->way_count ||
        spot->marks != draft->marks || spot->transform != draft->transform ||
        spot->default_value != draft->default_value || spot->unordered != json_false(draft->order))
        return false;
    for (size_t i = 0; i < draft->node_count; i++)
        if (spot->nodes[i] != draft->nodes[i])
            return false;
    for (size_t i = 0; i < draft->way_count; i++)
        if (spot->ways[i].to != draft->ways[i].to || spot->ways[i].depth != draft->ways[i].depth)
            return false;
    return true;
}

/* Items with a subschema or a way of their own. */
static size_t item_kinds(const struct draft *draft)
{
    size_t kinds = 0;

    for (size_t i = 0; i < draft->node_count; i++) {
        const json *items = json_get(draft->nodes[i], "items");

        if (json_type(items) == JSON_ARRAY && json_length(items) > kinds)
            kinds = json_length(items);
    }
    for (size_t i = 0, index; i < draft->way_count; i++)
        if (step_is_index(draft->ways[i].to->path.steps[draft->ways[i].depth], &index) &&
            index < MOST_ITEM_KINDS && index + 1 > kinds)
            kinds = index + 1;
    return kinds < MOST_ITEM_KINDS ? kinds : MOST_ITEM_KINDS;
}

/* The spot that was drafted: the one that is there already, or a new one. */
static struct spot *draft_spot(const struct draft *draft)
{
    struct spots *spots = draft->spots;
    const uint64_t hash = draft_hash(draft);
    struct spot **bucket = &spots->buckets[hash % SPOT_BUCKETS];

    for (struct spot *spot = *bucket; spot; spot = spot->same_bucket)
        if (spot->hash == hash && is_draft(spot, draft))
            return spot;
    struct spot *spot = arena_alloc(spots->arena, sizeof(*spot));
    *spot = (struct spot){ .node_count = draft->node_count,
                           .ways = draft->ways,
                           .way_count = draft->way_count,
                           .marks = draft->marks,
                           .transform = draft->transform,
                           .default_value = draft->default_value,
                           .unordered = json_false(draft->order),
                           .names = names_new(spots->arena),
                           .item_kinds = item_kinds(draft),
                           .same_bucket = *bucket,
                           .hash = hash };
    spot->nodes = arena_array(spots->arena, draft->node_count + 1, sizeof(*spot->nodes));
    memcpy(spot->nodes, draft->nodes, draft->node_count * sizeof(*spot->nodes));
    *bucket = spot;
    return spot;
}

static const struct pattern *pattern_of(struct spots *spots, const char *source)
{
    const size_t known = spots->pattern_names.count;
    const size_t number = names_add(&spots->pattern_names, source);
    struct error ignored;

    if (number >= spots->pattern_room) {
        const struct pattern **old = spots->patterns;
        const size_t count = spots->pattern_room;

        spots->pattern_room = count ? count * 2 : 8;
        spots->patterns = arena_array(spots->arena, spots->pattern_room, sizeof(*old));
        if (count)
            memcpy(spots->patterns, old, count * sizeof(*old));
    }
    if (number == known) /* one that does not compile matches nothing */
        spots->patterns[number] = pattern_compile(spots->arena, source, &ignored);
    return spots->patterns[number];
}

static void add_member_nodes(struct draft *draft, const json *node, const char *name)
{
    const json *declared = json_get(json_get(node, "properties"), name);
    bool named = declared != NULL;

    add_node(draft, declared, 0);
    json_each (schema, json_get(node, "patternProperties")) {
        const struct pattern *pattern = pattern_of(draft->spots, json_key(schema));

        if (!pattern || pattern_search(pattern, name) != PATTERN_MATCH)
            continue;
        named = true;
        add_node(draft, schema, 0);
    }
    if (!named)
        add_node(draft, json_get(node, "additionalProperties"), 0);
}

static struct spot *member_new(struct spots *spots, const struct spot *spot, const char *name)
{
    struct draft draft = draft_new(spots, spot->marks);

    for (size_t i = 0; i < spot->node_count; i++)
        add_member_nodes(&draft, spot->nodes[i], name);
    for (size_t i = 0; i < spot->way_count; i++) {
        const struct way *way = &spot->ways[i];
        const char *step = way->to->path.steps[way->depth];

        if (step_is_star(step) || strcmp(step, name) == 0)
            add_way(&draft, way->to, way->depth + 1);
    }
    return draft_spot(&draft);
}

static struct spot_member *member_add(struct spots *spots, struct spot *spot, const char *name)
{
    const size_t known = spot->names.count, number = names_add(&spot->names, name);

    if (number < known)
        return &spot->members[number];
    if (number >= spot->member_room) {
        const struct spot_member *old = spot->members;
        const size_t count = spot->member_room;

        spot->member_room = count ? count * 2 : 8;
        spot->members = arena_array(spots->arena, spot->member_room, sizeof(*old));
        if (count)
            memcpy(spot->members, old, count * sizeof(*old));
    }
    const size_t length = strlen(name);
    spot->members[number] =
        (struct spot_member){ .name = arena_copy(spots->arena, name, length),
                              .digest = digest_of(&spots->key, JSON_OBJECT, name, length),
                              .hash = hash_bytes(1, name, length),
                              .spot = member_new(spots, spot, name) };
    return &spot->members[number];
}

const struct spot_member *spot_find(struct spots *spots, struct spot *spot, const char *name)
{
    struct spot_member *member = NULL;

    if (spot->next_member < spot->names.count)
        member = &spot->members[spot->next_member];
    if (!member || strcmp(member->name, name) != 0)
        member = member_add(spots, spot, name);
    const size_t next = (size_t)(member - spot->members) + 1;
    spot->next_member = next < spot->names.count ? next : 0;
    return member;
}

struct spot *spot_member(struct spots *spots, struct spot *spot, const char *name)
{
    return spot_find(spots, spot, name)->spot;
}

static void add_item_nodes(struct draft *draft, const json *node, size_t index)
{
    const json *items = json_get(node, "items");
    size_t i = 0;

    if (json_type(items) != JSON_ARRAY) {
        add_node(draft, items, 0);
        return;
    }
    json_each (schema, items)
        if (i++ == index || index == ANY_ITEM)
            add_node(draft, schema, 0);
    if (index >= i)
        add_node(draft, json_get(node, "additionalItems"), 0);
}

/* A name on the way means the items' property: as if '*' stood before it. */
static struct spot *item_new(struct spots *spots, const struct spot *spot, size_t index)
{
    struct draft draft = draft_new(spots, spot->marks);

    for (size_t i = 0; i < spot->node_count; i++)
        add_item_nodes(&draft, spot->nodes[i], index);
    for (size_t i = 0; i < spot->way_count; i++) {
        const struct way *way = &spot->ways[i];
        const char *step = way->to->path.steps[way->depth];
        size_t number;

        if (!step_is_item(step))
            add_way(&draft, way->to, way->depth);
        else if (step_is_star(step) || (step_is_index(step, &number) && number == index))
            add_way(&draft, way->to, way->depth + 1);
    }
    return draft_spot(&draft);
}

struct spot *spot_item(struct spots *spots, struct spot *spot, size_t index)
{
    const size_t others = spot->item_kinds, any = others + 1;
    const size_t kind = index == ANY_ITEM ? any : index < others ? index : others;

    if (!spot->items)
        spot->items = arena_array(spots->arena, any + 1, sizeof(*spot->items));
    if (!spot->items[kind])
        spot->items[kind] = item_new(spots, spot, index == ANY_ITEM ? ANY_ITEM : kind);
    return spot->items[kind];
}

static void add_set(struct marked_path *paths, size_t *count, const struct property_set *set,
                    unsigned mark)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->paths[i].depth)
            paths[(*count)++] = (struct marked_path){ set->paths[i], mark, NULL };
}

/* A transform whose pointer leads to no property is of no value. */
static void add_transforms(struct spots *spots, struct marked_path *paths, size_t *count)
{
    const json *document = spots->type->document;
    const json *transforms = json_get(document, "propertyTransform");

    for (const json *transform = json_type(transforms) == JSON_OBJECT ? json_first(transforms)
                                                                      : NULL;
         transform; transform = json_next(transform)) {
        struct property_path path;

        if (!schema_pointer_read(spots->arena, document, json_key(transform), &path) || !path.depth)
            continue;
        struct spot_transform *here = arena_alloc(spots->arena, sizeof(*here));
        here->text = transform;
        paths[(*count)++] = (struct marked_path){ path, 0, here };
    }
}

struct spots *spots_new(struct arena *arena, const struct resource_type *type)
{
    struct spots *spots = arena_alloc(arena, sizeof(*spots));
    const json *transforms = json_get(type->document, "propertyTransform");
    struct marked_path *paths =
        arena_array(arena,
                    type->read_only.count + type->write_only.count + type->create_only.count +
                        json_length(transforms) + 1,
                    sizeof(*paths));

    *spots = (struct spots){
        .arena = arena, .type = type, .key = digest_key(arena), .pattern_names = names_new(arena)
    };
    add_set(paths, &spots->path_count, &type->read_only, MARK_READ_ONLY);
    add_set(paths, &spots->path_count, &type->write_only, MARK_WRITE_ONLY);
    add_set(paths, &spots->path_count, &type->create_only, MARK_CREATE_ONLY);
    add_transforms(spots, paths, &spots->path_count);
    spots->paths = paths;
    struct draft draft = draft_new(spots, 0);
    add_node(&draft, type->document, 0);
    for (size_t i = 0; i < spots->path_count; i++)
        add_way(&draft, &paths[i], 0);
    spots->root = draft_spot(&draft);
    return spots;
}
