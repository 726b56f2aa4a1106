#include <string.h>

#include "cfnc/schema/views.h"
#include "references_private.h"

/*
 * A document that needs no other: what its $refs lead to in other documents is
 * copied among its definitions, and each $ref is written as a pointer. Those
 * who walk over a schema as it is written then meet nothing else.
 */

enum { VALUES_MOST = 1000000 };

/* Something of another document, under the name that it gets here. */
struct copied {
    const struct schema_site *target;
    const char *name;
    struct copied *next;
};

struct bundle {
    struct compiler c;
    const json *definitions; /* of the document, whose names are taken */
    struct copied *first, **end;
    const struct schema_site *followed; /* the last of the document's own whose $ref was followed */
    long values_left;
    bool failed;
};

static const struct copied *copied_of(const struct bundle *b, const struct schema_site *target)
{
    for (const struct copied *copied = b->first; copied; copied = copied->next)
        if (copied->target == target)
            return copied;
    return NULL;
}

static void follow(struct bundle *b, const struct schema_site *site)
{
    const char *ref = site ? json_string(json_get(site->raw, "$ref")) : NULL;
    const struct schema_site *target = ref ? references_follow(&b->c, site, ref) : NULL;

    b->failed = b->failed || (ref && !target);
    if (!target || target->document->first || copied_of(b, target))
        return;
    struct copied *copied = arena_alloc(b->c.arena, sizeof(*copied));
    const char *name = site_pointer(b->c.arena, target);
    while (json_get(b->definitions, name))
        name = arena_printf(b->c.arena, "_%s", name);
    *copied = (struct copied){ target, name, NULL };
    *b->end = copied;
    b->end = &copied->next;
}

static void follow_below(struct bundle *b, const json *raw)
{
    b->failed = b->failed || b->values_left-- <= 0;
    if (!b->failed)
        follow(b, references_site(&b->c, raw));
    for (const json *child = json_first(raw); child && !b->failed; child = json_next(child))
        follow_below(b, child);
}

/* The document's own $refs, as far as they were not followed yet. */
static void follow_sites(struct bundle *b)
{
    const struct schema_site *site = b->followed ? b->followed->next : b->c.first_site;

    for (; site && !b->failed; site = site->next) {
        if (site->document->first)
            follow(b, site);
        b->followed = site;
    }
}

/* Following a $ref may find more of both: sites of the document, and what is to be copied. */
static void follow_all(struct bundle *b)
{
    const struct copied *done = NULL;

    for (;;) {
        follow_sites(b);
        const struct copied *next = done ? done->next : b->first;
        if (!next || b->failed)
            return;
        follow_below(b, next->target->raw);
        done = next;
    }
}

/* The pointer as a $ref, where a percent sign means something. */
static const char *as_ref(const struct bundle *b, const char *pointer)
{
    struct text ref = text_new(b->c.arena);

    text_add(&ref, "#");
    for (; *pointer; pointer++)
        if (*pointer == '%')
            text_add(&ref, "%25");
        else
            text_add_bytes(&ref, pointer, 1);
    return ref.bytes;
}

/* What a $ref to `target` is from now on; NULL where nobody looks, so that it was not followed. */
static const char *ref_to(const struct bundle *b, const struct schema_site *target)
{
    const struct copied *copied = target ? copied_of(b, target) : NULL;

    if (copied)
        return as_ref(b, pointer_add(b->c.arena, "/definitions", copied->name));
    return target && target->document->first ? as_ref(b, site_pointer(b->c.arena, target)) : NULL;
}

/* `copy` is one of `raw`, so far without a change. */
static void rewrite(struct bundle *b, const json *raw, json *copy)
{
    const struct schema_site *site = references_site(&b->c, raw);
    const char *ref = site ? json_string(json_get(raw, "$ref")) : NULL;
    const char *new = ref ? ref_to(b, references_follow(&b->c, site, ref)) : NULL;
    json *below = json_edit_first(copy);

    for (const json *child = json_first(raw); child; child = json_next(child)) {
        json *next = json_edit_next(below);

        rewrite(b, child, below);
        below = next;
    }
    if (new)
        json_set_string(copy, "$ref", new);
    if (site && (site->above || !site->document->first) && json_string(json_get(raw, "$id")))
        json_remove(copy, "$id");
}

static const json *put_together(struct bundle *b, const json *document)
{
    struct arena *arena = b->c.arena;
    json *whole = json_copy(arena, document);

    rewrite(b, document, whole);
    if (b->first && json_type(json_get(whole, "definitions")) != JSON_OBJECT)
        json_set_object(whole, "definitions");
    for (const struct copied *copied = b->first; copied; copied = copied->next) {
        json *copy = json_copy(arena, copied->target->raw);

        rewrite(b, copied->target->raw, copy);
        json_set(json_edit(whole, "definitions"), copied->name, copy);
    }
    return whole;
}

/* Whether some $ref is no plain pointer, or is read from a base of its own. */
static bool needs_bundling(const json *value)
{
    const char *ref = json_string(json_get(value, "$ref"));

    if (json_string(json_get(value, "$id")))
        return true;
    if (ref && strcmp(ref, "#") != 0 && strncmp(ref, "#/", 2) != 0)
        return true;
    json_each (child, value)
        if (needs_bundling(child))
            return true;
    return false;
}

/* The schemas of handlers and of the type's configuration are documents of their own. */
static bool root_needs_bundling(const json *root)
{
    json_each (member, root) {
        const char *key = json_key(member);

        if (!key || strcmp(key, "handlers") == 0 || strcmp(key, "typeConfiguration") == 0)
            continue;
        if (needs_bundling(member))
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

    if (!root_needs_bundling(document))
        return document;
    b.end = &b.first;
    references_begin(&b.c, arena, document, sources, &ignored);
    follow_all(&b);
    return b.failed ? document : put_together(&b, document);
}
