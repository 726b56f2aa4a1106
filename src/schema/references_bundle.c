/*
 * A document that needs no other: what its $refs lead to in other documents is
 * copied among its definitions, and each $ref is written as a pointer. Those
 * who walk over a schema as it is written then meet nothing else.
 */
#include <string.h>

#include "cfnc/schema/views.h"
#include "schema_private.h"

enum { VALUES_MOST = 1000000 };

struct bundle {
    struct compiler
        c; /* what is to be copied from other documents is in `to_fill`, and has a node */
    const json *definitions; /* of the document, whose names are taken */
    long values_left;
    bool failed;
};

static void follow(struct bundle *b, const struct schema_site *site)
{
    const char *ref = site ? json_string(json_get(site->raw, "$ref")) : NULL;
    struct schema_site *target = ref ? references_follow(site, ref) : NULL;

    b->failed = b->failed || (ref && !target);
    if (!target || target->document->first || target->node)
        return;
    target->node = arena_alloc(b->c.arena, sizeof(*target->node));
    *b->c.to_fill_end = target;
    b->c.to_fill_end = &target->next_to_fill;
}

static void follow_below(struct bundle *b, const json *raw)
{
    b->failed = b->failed || b->values_left-- <= 0;
    if (!b->failed)
        follow(b, references_site(&b->c, raw));
    for (const json *child = json_first(raw); child && !b->failed; child = json_next(child))
        follow_below(b, child);
}

/* Following a $ref may find more of both: sites of the document, and what is to be copied. */
static void follow_all(struct bundle *b)
{
    struct schema_site **site = &b->c.first_site, **copied = &b->c.to_fill;

    while ((*site || *copied) && !b->failed) {
        for (; *site && !b->failed; site = &(*site)->next)
            if ((*site)->document->first)
                follow(b, *site);
        if (*copied && !b->failed) {
            follow_below(b, (*copied)->raw);
            copied = &(*copied)->next_to_fill;
        }
    }
}

/* What something of another document is called here. */
static const char *name_of(const struct bundle *b, const struct schema_site *target)
{
    const char *name = site_pointer(b->c.arena, target);

    while (json_get(b->definitions, name))
        name = arena_printf(b->c.arena, "_%s", name);
    return name;
}

/* `copy` is one of `raw`, so far without a change. */
static void rewrite(struct bundle *b, const json *raw, json *copy)
{
    const struct schema_site *site = references_site(&b->c, raw);
    const char *ref = site ? json_string(json_get(raw, "$ref")) : NULL;
    const struct schema_site *target = ref ? references_follow(site, ref) : NULL;
    json *below = json_edit_first(copy);

    for (const json *child = json_first(raw); child; child = json_next(child)) {
        json *next = json_edit_next(below);

        rewrite(b, child, below);
        below = next;
    }
    if (target && (target->node || target->document->first)) { /* else nobody looks there */
        struct arena *arena = b->c.arena;
        const char *pointer = target->node ? pointer_add(arena, "/definitions", name_of(b, target))
                                           : site_pointer(arena, target);
        ref = arena_printf(arena, "#%s", text_replace(arena, pointer, "%", "%25"));
        json_set_string(copy, "$ref", ref);
    }
    if (site && (site->above || !site->document->first) && json_string(json_get(raw, "$id")))
        json_remove(copy, "$id");
}

static const json *put_together(struct bundle *b, const json *document)
{
    struct arena *arena = b->c.arena;
    json *whole = json_copy(arena, document);

    rewrite(b, document, whole);
    if (b->c.to_fill && json_type(json_get(whole, "definitions")) != JSON_OBJECT)
        json_set_object(whole, "definitions");
    for (const struct schema_site *site = b->c.to_fill; site; site = site->next_to_fill) {
        json *copy = json_copy(arena, site->raw);

        rewrite(b, site->raw, copy);
        json_set(json_edit(whole, "definitions"), name_of(b, site), copy);
    }
    return whole;
}

/*
 * Whether some $ref is no plain pointer, or is read from a base of its own. The schemas of handlers
 * and of the type's configuration are documents of their own.
 */
static bool needs_bundling(const json *value, bool root)
{
    const char *ref = json_string(json_get(value, "$ref"));

    if (!root && json_string(json_get(value, "$id")))
        return true;
    if (!root && ref && strcmp(ref, "#") != 0 && strncmp(ref, "#/", 2) != 0)
        return true;
    json_each (child, value) {
        const char *key = json_key(child) ? json_key(child) : "";
        const bool own = strcmp(key, "handlers") == 0 || strcmp(key, "typeConfiguration") == 0;

        if (!(root && own) && needs_bundling(child, false))
            return true;
    }
    return false;
}

const json *view_bundle(struct arena *arena, const json *document,
                        const struct schema_sources *sources)
{
    struct error ignored;
    struct bundle b = { .definitions = json_get(document, "definitions"),
                        .values_left = VALUES_MOST };

    if (!needs_bundling(document, true))
        return document;
    references_begin(&b.c, arena, document, sources, &ignored);
    follow_all(&b);
    return b.failed ? document : put_together(&b, document);
}
