/*
 * Walks over a schema as it was written. Everything that may describe a value
 * is looked at, whatever the value; a schema that refers to itself, or that
 * branches without end, uses up its steps and is taken for one that says no
 * more.
 */
#include <string.h>

#include "cfnc/schema/schema_pointer.h"
#include "schema_private.h"

enum { MOST_REFS = 100, MOST_STEPS = 20000, DEEPEST = 100 };

/* The fragment of a reference into the document itself, or NULL of any other. */
static const char *own_fragment(const json *document, const char *ref)
{
    const char *id = json_string(json_get(document, "$id"));
    const size_t length = id ? strcspn(id, "#") : 0;

    if (*ref != '#' && length && strncmp(ref, id, length) == 0)
        ref += length;
    if (*ref == '#')
        return ref + 1;
    return *ref ? NULL : ref;
}

const char *schema_own_fragment(struct arena *arena, const json *document, const char *ref)
{
    const char *fragment = own_fragment(document, ref);

    return fragment ? uri_decode(arena, fragment, strlen(fragment)) : NULL;
}

const json *schema_resolve(const json *document, const json *node)
{
    for (int i = 0; i < MOST_REFS && node; i++) {
        const char *ref = json_string(json_get(node, "$ref"));

        if (!ref)
            return node;
        const char *fragment = own_fragment(document, ref);
        node = fragment ? pointer_get_fragment(document, fragment) : NULL;
    }
    return NULL;
}

/* ---- the walk ---- */

/* Which children a walk is about. */
enum children {
    CHILD_ANY,      /* all that may describe the step */
    CHILD_DECLARED, /* the property that is declared under that very name */
    CHILD_OTHER,    /* all but that: by pattern, additional, an item */
    CHILD_ITEMS     /* the items of an array, whatever the step */
};

struct raw_walk {
    const json *document;
    int steps_left, depth;
    enum children children;
    bool (*visit)(void *context, const json *child);
    void *context;
};

static bool visit_all(struct raw_walk *w, const json *schemas)
{
    json_each (schema, schemas)
        if (!w->visit(w->context, schema))
            return false;
    return true;
}

/* What an array's schema says of its items. */
static bool visit_items(struct raw_walk *w, const json *node, const char *step)
{
    const json *items = json_get(node, "items"), *more = json_get(node, "additionalItems");

    if (!items || w->children == CHILD_DECLARED)
        return true;
    if (w->children != CHILD_ITEMS && !step_is_item(step))
        return true;
    if (json_type(items) != JSON_ARRAY)
        return w->visit(w->context, items);
    return visit_all(w, items) && (!more || w->visit(w->context, more));
}

/* A property that is declared by name is that; otherwise it may be any that is not. */
static bool visit_members(struct raw_walk *w, const json *node, const char *step)
{
    const json *properties = json_get(node, "properties");
    const json *declared = json_get(properties, step),
               *rest = json_get(node, "additionalProperties");

    if (w->children == CHILD_ITEMS || w->children == (declared ? CHILD_OTHER : CHILD_DECLARED))
        return true;
    if (declared)
        return w->visit(w->context, declared);
    return (!step_is_star(step) || visit_all(w, properties)) &&
           visit_all(w, json_get(node, "patternProperties")) &&
           (json_type(rest) != JSON_OBJECT || w->visit(w->context, rest));
}

/* What is asked of the branches of a schema is asked of them and of theirs. */
static bool each_child(struct raw_walk *w, const json *node, const char *step)
{
    static const char *const lists[] = { "allOf", "anyOf", "oneOf" };
    static const char *const branches[] = { "then", "else", "if" };
    const json *target = schema_resolve(w->document, node);

    if (json_type(target) != JSON_OBJECT || w->steps_left <= 0 || w->depth >= DEEPEST)
        return true;
    w->steps_left--;
    w->depth++;
    bool go_on = visit_members(w, target, step) && visit_items(w, target, step);
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        for (const json *b = json_first(json_get(target, lists[i])); b && go_on; b = json_next(b))
            go_on = each_child(w, b, step);
    for (size_t i = 0; i < sizeof(branches) / sizeof(branches[0]) && go_on; i++)
        go_on = each_child(w, json_get(target, branches[i]), step);
    w->depth--;
    return go_on;
}

void schema_each_child(const json *document, const json *node, const char *step,
                       bool (*visit)(void *context, const json *child), void *context)
{
    struct raw_walk w = { document, MOST_STEPS, 0, CHILD_ANY, visit, context };

    each_child(&w, node, step);
}

/* ---- the schema at the end of some steps; every way is tried until one leads there ---- */

struct raw_search {
    struct raw_walk walk;
    const char *const *written; /* the steps as written */
    size_t count, at;
    const char **steps; /* the steps as taken, or NULL when nobody asks */
    size_t depth;
    const json *found, *unresolved; /* the same before its $refs */
};

static void search_below(struct raw_search *s, const json *node);

static bool search_child(void *context, const json *child)
{
    struct raw_search *s = context;
    const enum children children = s->walk.children;

    search_below(s, child);
    s->walk.children = children;
    return !s->found;
}

/* Goes on from the children of `node`, as step `taken`, with `used` of the written steps behind. */
static bool search_children(struct raw_search *s, const json *node, enum children children,
                            const char *taken, size_t used)
{
    const char *step = s->written[s->at];

    if (s->steps)
        s->steps[s->depth] = taken;
    s->walk.children = children;
    s->at += used;
    s->depth++;
    each_child(&s->walk, node, step);
    s->at -= s->found ? 0 : used;
    s->depth -= s->found ? 0 : 1;
    return s->found;
}

static void search_below(struct raw_search *s, const json *node)
{
    const bool words = s->steps;

    if (s->at == s->count) {
        const json *target = schema_resolve(s->walk.document, node);

        s->found = target ? target : node;
        s->unresolved = node;
        return;
    }
    const char *step = s->written[s->at];
    if (words && search_children(s, node, CHILD_DECLARED, step, 1))
        return;
    /* a word of JSON Schema, which names nothing */
    if (words && strcmp(step, "items") == 0 && search_children(s, node, CHILD_ITEMS, "*", 1))
        return;
    if (words && strcmp(step, "properties") == 0 && s->at + 1 < s->count) {
        s->at++;
        search_below(s, node);
        s->at -= !s->found;
    }
    if (s->found || search_children(s, node, words ? CHILD_OTHER : CHILD_ANY, step, 1) ||
        step_is_item(step))
        return;
    search_children(s, node, CHILD_ITEMS, "*", 0); /* "/Tags/Key" means "/Tags/" "*" "/Key" */
}

static const json *search(struct raw_search *s, const json *document,
                          const struct property_path *path)
{
    s->walk = (struct raw_walk){ document, MOST_STEPS, 0, CHILD_ANY, search_child, s };
    s->written = path->steps;
    s->count = path->depth;
    search_below(s, document);
    return s->found;
}

const json *schema_at(const json *document, const struct property_path *path)
{
    struct raw_search s = { .found = NULL };

    return search(&s, document, path);
}

/* ---- pointers ---- */

/* The pointer that leads from `value` to what stands in it; NULL when that is not there. */
static const char *pointer_to(struct arena *arena, const json *value, const json *wanted)
{
    size_t index = 0;

    if (value == wanted)
        return "";
    for (const json *child = json_first(value); child; child = json_next(child), index++) {
        const char *rest = pointer_to(arena, child, wanted), *key = json_key(child);

        if (rest)
            return arena_printf(
                arena, "%s%s",
                key ? pointer_add(arena, "", key) : pointer_add_index(arena, "", index), rest);
    }
    return NULL;
}

const char *schema_where(struct arena *arena, const json *document,
                         const struct property_path *path)
{
    struct property_path above = *path;

    for (;; above.depth--) {
        struct raw_search s = { .found = NULL };

        if (search(&s, document, &above))
            return pointer_to(arena, document, s.unresolved);
        if (!above.depth)
            return "";
    }
}

/* The pointer of what was taken, which need not be what was written. */
static const char *path_print(struct arena *arena, const struct property_path *path)
{
    struct text pointer = text_new(arena);

    for (size_t i = 0; i < path->depth; i++)
        add_pointer_step(&pointer, path->steps[i]);
    return pointer.bytes;
}

bool schema_pointer_read(struct arena *arena, const json *document, const char *pointer,
                         struct property_path *path)
{
    struct raw_search s = { .found = NULL };

    *path = (struct property_path){ .pointer = "" };
    if (!pointer_read(arena, pointer, path))
        return false;
    const bool rooted = path->depth > 1 && strcmp(path->steps[0], "properties") == 0;
    path->steps += rooted;
    path->depth -= rooted;
    path->pointer = path_print(arena, path);
    s.steps = arena_array(arena, path->depth + DEEPEST + 1, sizeof(*s.steps));
    if (!search(&s, document, path))
        return false;
    *path = (struct property_path){ .steps = s.steps, .depth = s.depth };
    path->pointer = path_print(arena, path);
    return rooted;
}
