/* What the schema says of the places of models: see compare_private.h. */
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
    struct spot_transform transform;
};

/* A spot that is being put together. */
struct draft {
    struct model_spots *spots;
    struct model_spot spot;
    const json *nodes[MOST_NODES];
    const json *order; /* its insertionOrder */
};

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
    if (!draft->spot.default_value)
        draft->spot.default_value = value;
}

static void add_node(struct draft *draft, const json *node, int depth)
{
    const json *target = schema_resolve(draft->spots->type->document, node);

    if (json_type(node) == JSON_OBJECT)
        add_annotations(draft, node);
    if (json_type(target) != JSON_OBJECT || draft->spot.node_count == MOST_NODES ||
        depth > DEEPEST_BRANCH)
        return;
    for (size_t i = 0; i < draft->spot.node_count; i++)
        if (draft->nodes[i] == target)
            return;
    draft->nodes[draft->spot.node_count++] = target;
    add_annotations(draft, target);
    add_branches(draft, target, depth);
}

static void add_way(struct draft *draft, struct marked_path *to, size_t depth)
{
    if (depth < to->path.depth) {
        draft->spot.ways[draft->spot.way_count++] = (struct way){ to, depth };
        return;
    }
    draft->spot.marks |= to->mark;
    if (to->transform.text)
        draft->spot.transform = &to->transform;
}

static struct draft draft_new(struct model_spots *spots, unsigned marks)
{
    struct draft draft = { .spots = spots, .spot = { .marks = marks } };

    draft.spot.ways = arena_array(spots->arena, spots->path_count + 1, sizeof(struct way));
    return draft;
}

static bool same_spot(const struct model_spot *a, const struct model_spot *b)
{
    return a->hash == b->hash && a->node_count == b->node_count && a->way_count == b->way_count &&
           a->marks == b->marks && a->transform == b->transform &&
           a->default_value == b->default_value && a->unordered == b->unordered &&
           memcmp(a->nodes, b->nodes, a->node_count * sizeof(*a->nodes)) == 0 &&
           memcmp(a->ways, b->ways, a->way_count * sizeof(*a->ways)) == 0;
}

/* How many items have a subschema or a way of their own. */
static size_t item_kinds(const struct model_spot *spot)
{
    size_t kinds = 0;

    for (size_t i = 0; i < spot->node_count; i++) {
        const json *items = json_get(spot->nodes[i], "items");

        if (json_type(items) == JSON_ARRAY && json_length(items) > kinds)
            kinds = json_length(items);
    }
    for (size_t i = 0, index; i < spot->way_count; i++)
        if (step_is_index(spot->ways[i].to->path.steps[spot->ways[i].depth], &index) &&
            index < MOST_ITEM_KINDS && index + 1 > kinds)
            kinds = index + 1;
    return kinds < MOST_ITEM_KINDS ? kinds : MOST_ITEM_KINDS;
}

/* The spot that was drafted: the one that is there already, or a new one. */
static struct model_spot *draft_spot(struct draft *draft)
{
    struct model_spots *spots = draft->spots;
    struct model_spot *new = &draft->spot;
    const size_t nodes = new->node_count * sizeof(*new->nodes);

    new->nodes = draft->nodes;
    new->unordered = json_false(draft->order);
    new->hash = hash_bytes(new->marks, (const char *)new->nodes, nodes);
    new->hash = hash_bytes(new->hash, (const char *)new->ways, new->way_count * sizeof(*new->ways));
    struct model_spot **bucket = &spots->buckets[new->hash % SPOT_BUCKETS];
    for (struct model_spot *spot = *bucket; spot; spot = spot->same_bucket)
        if (same_spot(spot, new))
            return spot;
    struct model_spot *spot = arena_alloc(spots->arena, sizeof(*spot));
    new->names = names_new(spots->arena);
    new->item_kinds = item_kinds(new);
    new->same_bucket = *bucket;
    *spot = *new;
    spot->nodes = arena_alloc(spots->arena, nodes);
    memcpy(spot->nodes, new->nodes, nodes);
    *bucket = spot;
    return spot;
}

static const struct pattern *pattern_of(struct model_spots *spots, const char *source)
{
    const size_t known = spots->pattern_names.count;
    const size_t number = names_add(&spots->pattern_names, source);
    struct error ignored;

    spots->patterns = arena_grow(spots->arena, spots->patterns, known, &spots->pattern_room,
                                 sizeof(*spots->patterns));
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

static struct model_spot *member_new(struct model_spots *spots, const struct model_spot *spot,
                                     const char *name)
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

static struct spot_member *member_add(struct model_spots *spots, struct model_spot *spot,
                                      const char *name)
{
    const size_t known = spot->names.count, number = names_add(&spot->names, name);
    const size_t length = strlen(name);

    if (number < known)
        return &spot->members[number];
    spot->members =
        arena_grow(spots->arena, spot->members, known, &spot->member_room, sizeof(*spot->members));
    spot->members[number] =
        (struct spot_member){ .name = arena_copy(spots->arena, name, length),
                              .hash = keyed_hash(&spots->key, JSON_OBJECT, name, length),
                              .spot = member_new(spots, spot, name) };
    return &spot->members[number];
}

const struct spot_member *spot_find(struct model_spots *spots, struct model_spot *spot,
                                    const char *name)
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
static struct model_spot *item_new(struct model_spots *spots, const struct model_spot *spot,
                                   size_t index)
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

struct model_spot *spot_item(struct model_spots *spots, struct model_spot *spot, size_t index)
{
    const size_t others = spot->item_kinds, any = others + 1;
    const size_t kind = index == ANY_ITEM ? any : index < others ? index : others;

    if (!spot->items)
        spot->items = arena_array(spots->arena, any + 1, sizeof(*spot->items));
    if (!spot->items[kind])
        spot->items[kind] = item_new(spots, spot, index == ANY_ITEM ? ANY_ITEM : kind);
    return spot->items[kind];
}

static void add_path(struct model_spots *spots, const struct property_path *path, unsigned mark,
                     const json *transform)
{
    if (!path->depth)
        return;
    spots->paths = arena_grow(spots->arena, spots->paths, spots->path_count, &spots->path_room,
                              sizeof(*spots->paths));
    spots->paths[spots->path_count++] = (struct marked_path){ *path, mark, { .text = transform } };
}

static void add_set(struct model_spots *spots, const struct property_set *set, unsigned mark)
{
    for (size_t i = 0; i < set->count; i++)
        add_path(spots, &set->paths[i], mark, NULL);
}

/* A transform whose pointer leads to no property is of no value. */
static void add_transforms(struct model_spots *spots, const json *document)
{
    const json *transforms = json_get(document, "propertyTransform");
    struct property_path path;

    if (json_type(transforms) == JSON_OBJECT)
        json_each (transform, transforms)
            if (schema_pointer_read(spots->arena, document, json_key(transform), &path))
                add_path(spots, &path, 0, transform);
}

struct model_spots *spots_new(struct arena *arena, const struct resource_type *type)
{
    struct model_spots *spots = arena_alloc(arena, sizeof(*spots));

    spots->arena = arena;
    spots->type = type;
    spots->key = hash_key_new(arena);
    spots->pattern_names = names_new(arena);
    add_set(spots, &type->read_only, MARK_READ_ONLY);
    add_set(spots, &type->write_only, MARK_WRITE_ONLY);
    add_set(spots, &type->create_only, MARK_CREATE_ONLY);
    add_transforms(spots, type->document);
    struct draft draft = draft_new(spots, 0);
    add_node(&draft, type->document, 0);
    for (size_t i = 0; i < spots->path_count; i++)
        add_way(&draft, &spots->paths[i], 0);
    spots->root = draft_spot(&draft);
    return spots;
}
