/* Where a schema's file describes a place of a model, for who is to correct it. */
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "generate_private.h"

enum { REFS_MOST = 20, LARGEST_FILE = 16 << 20 };

/* A subschema and the pointer to it. */
struct spot {
    struct arena *arena;
    const json *document, *node;
    const char *pointer;
};

/* Goes on to what the node refers to; references into other documents end the way. */
static void follow(struct spot *s)
{
    for (unsigned i = 0; i < REFS_MOST; i++) {
        const char *ref = json_string(json_get(s->node, "$ref"));
        const json *target = ref && ref[0] == '#' ? schema_resolve(s->document, s->node) : NULL;

        if (!target)
            return;
        s->node = target;
        s->pointer = ref + 1;
    }
}

static void enter(struct spot *s, const char *keyword, const char *key, const json *node)
{
    s->pointer = pointer_add(s->arena, s->pointer, keyword);
    s->pointer = key ? pointer_add(s->arena, s->pointer, key) : s->pointer;
    s->node = node;
}

/* False where the subschema says nothing of the member or the item itself. */
static bool step_down(struct spot *s, const char *step)
{
    const json *items = json_get(s->node, "items");
    const json *member = json_get(json_get(s->node, "properties"), step);
    const json *item = json_type(items) == JSON_ARRAY && *step >= '0' && *step <= '9'
                           ? json_at(items, strtoul(step, NULL, 10))
                           : NULL;

    if (member)
        enter(s, "properties", step, member);
    else if (item)
        enter(s, "items", step, item);
    else if (json_type(items) == JSON_OBJECT)
        enter(s, "items", NULL, items);
    else
        return false;
    return true;
}

static const char *schema_pointer(struct arena *arena, const json *document, const char *pointer)
{
    struct spot spot = { .arena = arena, .document = document, .node = document, .pointer = "" };
    struct property_path path;

    if (!pointer_read(arena, pointer, &path))
        return "";
    for (size_t i = 0; i < path.depth; i++) {
        follow(&spot);
        if (!step_down(&spot, path.steps[i]))
            break;
    }
    return spot.pointer;
}

const char *generate_where(struct arena *arena, const struct resource_type *type,
                           const char *pointer)
{
    const char *name = type->file ? type->file : type->name;
    struct error unreadable;
    size_t length;
    const char *text =
        type->file ? file_read(arena, type->file, LARGEST_FILE, &length, &unreadable) : NULL;
    int line, column;

    if (!text || !json_place(text, schema_pointer(arena, type->document, pointer), &line, &column))
        return name;
    return arena_printf(arena, "%s:%d:%d", name, line, column);
}
