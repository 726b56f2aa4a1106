#include "cfnc/type/property_rows.h"

#include "cfnc/base/names.h"
#include "cfnc/schema/schema_pointer.h"

enum {
    ROWS_MOST = 20000,
    STEPS_MOST = 200 * 1000, /* subschemas looked at: branches may double at each level */
    DEEPEST = 24
};

struct walk {
    struct arena *arena;
    const struct resource_type *type;
    struct property_row *rows;
    size_t steps;
    struct names pointers; /* of the rows, by their numbers */
    struct property_set exempt;
    const json *open[DEEPEST * 8]; /* the subschemas that are being walked through */
    size_t open_count;
};

/* Where in the model a walk is. */
struct row_spot {
    const char *pointer;
    const struct property_row *row; /* the property it is inside of, or NULL */
    int depth;
};

static void walk_node(struct walk *w, const json *node, struct row_spot at);

/* The number of the row of that pointer, an old one or a new one; NAMES_NONE: there is no room. */
static size_t add_row(struct walk *w, const char *pointer, const struct property_row *above)
{
    const size_t known = names_find(&w->pointers, pointer);
    struct property_path path;

    if (known != NAMES_NONE)
        return known;
    if (w->pointers.count == ROWS_MOST || !pointer_read(w->arena, pointer, &path))
        return NAMES_NONE;
    const size_t number = names_add(&w->pointers, pointer);
    w->rows[number] = (struct property_row){
        .path = path,
        .above = above,
        .read_only = set_covers(&w->type->read_only, pointer),
        .write_only = set_covers(&w->type->write_only, pointer),
        .exempt = set_covers(&w->exempt, pointer),
    };
    return number;
}

static void walk_properties(struct walk *w, const json *properties, struct row_spot at)
{
    json_each (property, properties) {
        const char *pointer = pointer_add(w->arena, at.pointer, json_key(property));
        const size_t row = json_false(property) ? NAMES_NONE : add_row(w, pointer, at.row);

        if (row != NAMES_NONE)
            walk_node(w, property, (struct row_spot){ pointer, &w->rows[row], at.depth + 1 });
    }
}

/* Items of an array, members of a map: what is inside of any of them. */
static void walk_items(struct walk *w, const json *node, struct row_spot at)
{
    const struct row_spot inside = { pointer_add(w->arena, at.pointer, "*"), at.row, at.depth + 1 };
    const json *items = json_get(node, "items");

    if (json_type(items) == JSON_ARRAY) {
        json_each (item, items)
            walk_node(w, item, inside);
    } else {
        walk_node(w, items, inside);
    }
    json_each (member, json_get(node, "patternProperties"))
        walk_node(w, member, inside);
    walk_node(w, json_get(node, "additionalProperties"), inside);
    walk_node(w, json_get(node, "additionalItems"), inside);
}

static void walk_branches(struct walk *w, const json *node, struct row_spot at)
{
    static const char *const several[] = { "allOf", "anyOf", "oneOf" };
    static const char *const single[] = { "then", "else" };

    for (size_t i = 0; i < sizeof(several) / sizeof(*several); i++)
        json_each (branch, json_get(node, several[i]))
            walk_node(w, branch, at);
    for (size_t i = 0; i < sizeof(single) / sizeof(*single); i++)
        walk_node(w, json_get(node, single[i]), at);
}

static bool is_open(const struct walk *w, const json *node)
{
    for (size_t i = 0; i < w->open_count; i++)
        if (w->open[i] == node)
            return true;
    return false;
}

static void walk_node(struct walk *w, const json *node, struct row_spot at)
{
    if (json_type(node) != JSON_OBJECT || w->steps++ > STEPS_MOST)
        return;
    node = schema_resolve(w->type->document, node);
    if (json_type(node) != JSON_OBJECT || at.depth > DEEPEST || is_open(w, node) ||
        w->open_count == sizeof(w->open) / sizeof(*w->open))
        return;
    w->open[w->open_count++] = node;
    walk_properties(w, json_get(node, "properties"), at);
    walk_items(w, node, at);
    walk_branches(w, node, at);
    w->open_count--;
}

/* The properties that nobody has to try any more, or yet. */
static struct property_set exempt_set(struct arena *arena, const json *document)
{
    static const char *const keywords[] = { "deprecatedProperties", "nonPublicProperties" };
    const size_t most =
        json_length(json_get(document, keywords[0])) + json_length(json_get(document, keywords[1]));
    struct property_path *paths = arena_array(arena, most, sizeof(*paths));
    size_t count = 0;

    for (size_t i = 0; i < sizeof(keywords) / sizeof(*keywords); i++)
        json_each (pointer, json_get(document, keywords[i]))
            if (json_string(pointer) &&
                schema_pointer_read(arena, document, json_string(pointer), &paths[count]))
                count++;
    return (struct property_set){ paths, count };
}

/* What has nothing inside but what is read-only is read-only itself, and so on; rows inside come
 * later. */
static void spread_upwards(struct walk *w)
{
    struct {
        size_t all, read_only, write_only, exempt;
    } *inside = arena_array(w->arena, w->pointers.count, sizeof(*inside));

    for (size_t i = w->pointers.count; i-- > 0;) {
        struct property_row *row = &w->rows[i];
        const size_t all = inside[i].all;

        row->read_only = row->read_only || (all && inside[i].read_only == all);
        row->write_only = row->write_only || (all && inside[i].write_only == all);
        row->exempt = row->exempt || (all && inside[i].exempt == all);
        if (!row->above)
            continue;
        const size_t above = (size_t)(row->above - w->rows);
        inside[above].all++;
        inside[above].read_only += row->read_only;
        inside[above].write_only += row->write_only;
        inside[above].exempt += row->exempt;
    }
}

struct property_rows property_rows(struct arena *arena, const struct resource_type *type)
{
    struct walk *w = arena_alloc(arena, sizeof(*w));

    *w = (struct walk){ .arena = arena,
                        .type = type,
                        .rows = arena_array(arena, ROWS_MOST, sizeof(*w->rows)),
                        .pointers = names_new(arena),
                        .exempt = exempt_set(arena, type->document) };
    walk_node(w, type->document, (struct row_spot){ "", NULL, 0 });
    spread_upwards(w);
    return (struct property_rows){ w->rows, w->pointers.count };
}

bool property_is_in(const struct property_row *row, const json *model)
{
    return path_get(model, &row->path);
}
