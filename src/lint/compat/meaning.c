#include "compat_private.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/schema/schema_pointer.h"

enum { REFS_MOST = 100, PARTS_MOST = 100, BESIDE_MOST = 4, DEEPEST = 100, SAME_DEEPEST = 60 };

/* ---- places ---- */

const struct lint_place *place_of(struct compatibility *c, const struct lint_place *above,
                                  const char *key)
{
    struct lint_place *place = arena_alloc(c->arena, sizeof(*place));

    *place = (struct lint_place){ above, key, 0 };
    return place;
}

const struct lint_place *place_of_item(struct compatibility *c, const struct lint_place *above,
                                       size_t index)
{
    struct lint_place *place = arena_alloc(c->arena, sizeof(*place));

    *place = (struct lint_place){ above, NULL, index };
    return place;
}

const json *object_at(const json *node, const char *word)
{
    const json *value = json_get(node, word);

    return json_type(value) == JSON_OBJECT ? value : NULL;
}

const json *compat_array_at(const json *node, const char *word)
{
    const json *value = json_get(node, word);

    return json_type(value) == JSON_ARRAY ? value : NULL;
}

const json *side_member(struct compatibility *c, struct side *side, const json *object,
                        const char *key)
{
    return json_type(object) == JSON_OBJECT ? child_find(c->arena, &side->children, object, key)
                                            : NULL;
}

/* ---- references ---- */

/* What one $ref leads to, and where that stands; NULL when it leads out of the document. */
static const json *find(struct compatibility *c, struct side *side, const char *ref,
                        const struct lint_place **at)
{
    static const char usual[] = "resource-schema.json"; /* in the schemas of list handlers */
    const size_t length = strlen(usual);
    const json *value = side->document;
    struct property_path path = { .depth = 0 };

    if (strncmp(ref, usual, length) == 0 && (!ref[length] || ref[length] == '#'))
        ref += length;
    const char *fragment = schema_own_fragment(c->arena, value, ref);
    if (!fragment)
        return NULL;
    if (*fragment && !pointer_read(c->arena, fragment, &path))
        return NULL; /* a name: view_bundle() has made pointers of those that lead anywhere */
    for (size_t i = 0; i < path.depth && value; i++)
        value = child_find(c->arena, &side->children, value, path.steps[i]);
    if (value)
        *at = place_of(c, NULL, fragment);
    return value;
}

/* Where a $ref leads. */
struct lead {
    const json *target;
    const struct lint_place *at;
};

/* What the $refs lead to, one after the other, and where that is; *foreign is one to nothing. */
static const json *target(struct compatibility *c, struct side *side, const json *node,
                          const struct lint_place **at, const char **foreign)
{
    const char *ref;

    for (int i = 0; i < REFS_MOST && (ref = json_string(json_get(node, "$ref"))); i++) {
        const struct lead *lead = address_table_get(&side->references, node);

        if (!lead) {
            struct lead *found = arena_alloc(c->arena, sizeof(*found));

            found->target = find(c, side, ref, &found->at);
            address_table_set(c->arena, &side->references, node, found);
            lead = found;
        }
        if (!lead->target) {
            *foreign = ref;
            return node;
        }
        *at = lead->at;
        node = lead->target;
    }
    return node;
}

/* ---- meanings ---- */

struct meaning_gathering {
    struct compatibility *c;
    struct side *side;
    struct part *parts;
    size_t count, room;
    struct meaning *meaning;
};

static void gather_part(struct meaning_gathering *g, struct part part)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->parts[i].node == part.node) {
            g->parts[i].plain = g->parts[i].plain && part.plain;
            return;
        }
    if (g->count == PARTS_MOST) {
        g->c->incomplete = true;
        return;
    }
    if (g->count == g->room) { /* most meanings have one part */
        struct part *grown = arena_array(g->c->arena, g->room * 2 + 1, sizeof(*grown));

        if (g->count)
            memcpy(grown, g->parts, g->count * sizeof(*grown));
        g->parts = grown;
        g->room = g->room * 2 + 1;
    }
    g->parts[g->count++] = part;
}

static void gather(struct meaning_gathering *g, const json *node, const struct lint_place *at,
                   int depth)
{
    size_t index = 0;

    node = target(g->c, g->side, node, &at, &g->meaning->foreign);
    g->meaning->at = g->meaning->at ? g->meaning->at : at;
    g->meaning->never = g->meaning->never || json_false(node);
    if (json_type(node) != JSON_OBJECT || json_get(node, "$ref"))
        return;
    const size_t before = g->count;
    gather_part(g, (struct part){ node, at, false });
    if (g->count == before || depth == DEEPEST)
        return;
    json_each (branch, compat_array_at(node, "allOf"))
        gather(g, branch, place_of_item(g->c, place_of(g->c, at, "allOf"), index++), depth + 1);
}

struct meaning meaning_of(struct compatibility *c, struct side *side, const json *node,
                          const struct lint_place *at)
{
    struct meaning meaning = { .count = 0 };
    struct meaning_gathering g = { .c = c, .side = side, .meaning = &meaning };

    gather(&g, node, at, 0);
    meaning.parts = g.parts;
    meaning.count = g.count;
    return meaning;
}

struct meaning meaning_join(struct compatibility *c, struct meaning a, struct meaning b)
{
    struct meaning joined = { .at = a.at ? a.at : b.at,
                              .foreign = a.foreign ? a.foreign : b.foreign,
                              .never = a.never || b.never };
    struct meaning_gathering g = { .c = c };

    if (!a.count || !b.count) {
        joined.parts = a.count ? a.parts : b.parts;
        joined.count = a.count + b.count;
        return joined;
    }
    for (size_t i = 0; i < a.count; i++)
        gather_part(&g, a.parts[i]);
    for (size_t i = 0; i < b.count; i++)
        gather_part(&g, b.parts[i]);
    joined.parts = g.parts;
    joined.count = g.count;
    return joined;
}

struct meaning meaning_parts(struct compatibility *c, struct meaning meaning, bool rich, bool plain)
{
    struct part *parts = arena_array(c->arena, meaning.count, sizeof(*parts));
    size_t count = 0;

    for (size_t i = 0; i < meaning.count; i++)
        if (!rich || !meaning.parts[i].plain) {
            parts[count] = meaning.parts[i];
            parts[count].plain = parts[count].plain || plain;
            count++;
        }
    meaning.parts = parts;
    meaning.count = count;
    return meaning;
}

struct meaning meaning_beside(struct compatibility *c, struct meaning meaning)
{
    return meaning_parts(c, meaning, meaning_is_deep(meaning), true);
}

struct meaning meaning_below(struct compatibility *c, struct side *side, struct meaning meaning,
                             const char *word, const char *name)
{
    struct meaning below = { .count = 0 };

    for (size_t i = 0; i < meaning.count; i++) {
        const json *node = json_get(meaning.parts[i].node, word);
        const struct lint_place *at = NULL;

        if (name)
            node = side_member(c, side, node, name);
        if (!(json_type(node) & (JSON_OBJECT | JSON_BOOLEAN)))
            continue;
        at = place_of(c, meaning.parts[i].at, word);
        below =
            meaning_join(c, below, meaning_of(c, side, node, name ? place_of(c, at, name) : at));
    }
    return below;
}

const struct part *meaning_with(struct meaning meaning, const char *word)
{
    const struct part *part = meaning.parts;

    for (size_t i = 0; i < meaning.count; i++, part++)
        if (json_get(part->node, word))
            return part;
    return NULL;
}

/* ---- sameness ---- */

/* Two values that were met before are the same, or else somebody has said so. */
struct sameness {
    struct compatibility *c;
    struct names met;
    int work;
};

static bool same(struct sameness *s, const json *old, const json *new, int depth);

static bool is_remark(const char *key)
{
    static const char *const remarks[] = { "description", "title", "$comment", "examples" };

    for (size_t i = 0; i < sizeof(remarks) / sizeof(remarks[0]); i++)
        if (strcmp(key, remarks[i]) == 0)
            return true;
    return false;
}

static size_t members(const json *object)
{
    size_t count = 0;

    json_each (member, object)
        count += !is_remark(json_key(member));
    return count;
}

static bool same_members(struct sameness *s, const json *old, const json *new, int depth)
{
    if (members(old) != members(new))
        return false;
    json_each (member, old)
        if (!is_remark(json_key(member)) &&
            !same(s, member, side_member(s->c, s->c->new, new, json_key(member)), depth + 1))
            return false;
    return true;
}

static bool same(struct sameness *s, const json *old, const json *new, int depth)
{
    if (depth > SAME_DEEPEST || s->work-- <= 0 || !compat_work(s->c, 1))
        return true; /* as far as anybody looks */
    const struct lint_place *at;
    const char *foreign;
    char pair[40];
    old = target(s->c, s->c->old, old, &at, &foreign);
    new = target(s->c, s->c->new, new, &at, &foreign);
    if (json_type(old) != json_type(new))
        return false;
    snprintf(pair, sizeof(pair), "%p %p", (const void *)old, (const void *)new);
    if ((json_type(old) & (JSON_OBJECT | JSON_ARRAY)) && !is_new(&s->met, pair))
        return true;
    if (json_type(old) == JSON_OBJECT)
        return same_members(s, old, new, depth);
    if (json_type(old) != JSON_ARRAY)
        return json_equal(old, new);
    const json *other = json_first(new);
    json_each (item, old) {
        if (!other || !same(s, item, other, depth + 1))
            return false;
        other = json_next(other);
    }
    return !other;
}

bool meaning_is_deep(struct meaning meaning)
{
    return meaning.count > BESIDE_MOST;
}

bool meaning_same(struct compatibility *c, const json *old, const json *new)
{
    struct sameness s = { c, names_new(c->arena), 2000 };

    return same(&s, old, new, 0);
}
