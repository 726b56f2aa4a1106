/* The secrets that begin alike, as a tree: a text is read once for all of them. */
#include <string.h>

#include "redact_private.h"

/* So often a text is read in two ways, and one of them in two again. */
enum { MOST_FORKS = 500, MOST_WAYS = 2 * (MOST_LAYERS + 1) };

/* What goes on behind a node with this byte: where it hangs, or where it would. */
static struct secrets **way_of(struct secrets **more, char byte)
{
    while (*more && (*more)->bytes[0] != byte)
        more = &(*more)->other;
    return more;
}

static size_t common_length(const char *a, const char *b, size_t most)
{
    enum { BLOCK = 64 };
    size_t length = 0;

    while (length + BLOCK <= most && memcmp(a + length, b + length, BLOCK) == 0)
        length += BLOCK;
    while (length < most && a[length] == b[length])
        length++;
    return length;
}

/* The node ends where it does not yet: the rest of it becomes one of its own. */
static void split(struct arena *arena, struct secrets *node, size_t length)
{
    struct secrets *rest = arena_alloc(arena, sizeof(*rest));

    *rest = *node;
    rest->other = NULL;
    rest->bytes += length;
    rest->length -= length;
    node->length = length;
    node->more = rest;
    node->whole = false;
}

void secrets_add(struct arena *arena, struct secrets *root, const char *bytes, size_t length)
{
    while (length > 0) {
        struct secrets **way = way_of(&root->more, *bytes);

        if (!*way) {
            *way = arena_alloc(arena, sizeof(**way));
            **way = (struct secrets){ .bytes = bytes, .length = length };
        }
        root = *way;
        const size_t least = root->length < length ? root->length : length;
        const size_t common = common_length(root->bytes, bytes, least);
        if (common < root->length)
            split(arena, root, common);
        bytes += common;
        length -= common;
    }
    root->whole = true;
}

/* A place in the tree: so many bytes of a node have been read. */
struct place {
    const struct secrets *node;
    size_t read;
};

static bool follow(struct place *place, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (place->read == place->node->length) {
            struct secrets *more = place->node->more;

            *place = (struct place){ *way_of(&more, bytes[i]), 0 };
        }
        if (!place->node || place->node->bytes[place->read++] != bytes[i])
            return false;
    }
    return true;
}

bool secrets_begin(const struct secrets *root, const char *bytes, size_t length)
{
    struct place place = { root, 0 };

    return root && follow(&place, bytes, length);
}

/* A text that is being read, from one of its bytes on. */
struct walk {
    struct place place;
    struct script *script;
    const char *text;
    size_t used; /* so much of it was read */
    int layers;
    unsigned forks; /* so many may follow */
};

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void spend(const struct walk *w, size_t bytes)
{
    size_t *effort = &w->script->effort;

    *effort -= bytes < *effort ? bytes : *effort;
}

/* Where there is one way to read the text: what a node says, and the text as well. */
static void go_straight(struct walk *w)
{
    const struct secrets *node = w->place.node;
    const size_t rest = node->length - w->place.read,
                 there = (size_t)(w->script->end - w->text) - w->used;
    const size_t most = rest < there ? rest : there;
    const char *text = w->text + w->used, *bytes = node->bytes + w->place.read;
    size_t length = 0;

    if (!w->layers)
        length = common_length(text, bytes, most);
    else
        while (length < most && text[length] == bytes[length] && !spelling_begins(text[length]))
            length++;
    w->place.read += length;
    w->used += length;
    spend(w, length);
}

static bool is_same(const struct place *a, const struct place *b)
{
    return a->node == b->node && a->read == b->read;
}

/* One way more, unless nothing in the tree goes on so, or more of the text leads there already. */
static size_t add_way(const struct walk *w, struct walk ways[MOST_WAYS], size_t count,
                      const char *bytes, size_t length, size_t used)
{
    struct walk *way = &ways[count];

    *way = *w;
    way->used += used;
    if (!length || !follow(&way->place, bytes, length))
        return count;
    for (size_t i = 0; i < count; i++)
        if (is_same(&ways[i].place, &way->place))
            return count;
    return count + 1;
}

/*
 * Where the next byte of the text leads, or the escape: it is read as what it means, or stands for
 * itself in a secret, all of it or its first byte alone.
 */
static size_t ways_on(const struct walk *w, struct walk ways[MOST_WAYS])
{
    const char *text = w->text + w->used;
    size_t count = 0;

    for (int layers = w->layers; layers >= 0; layers--) {
        const struct spelled next = spelling_read(w->script, text, layers);

        count = add_way(w, ways, count, next.bytes, next.count, next.used);
        if (next.used > 1)
            count = add_way(w, ways, count, text, next.used, next.used);
    }
    return count;
}

/* How much of the text says the longest secret, or 0. */
static size_t go_all_ways(struct walk *w)
{
    struct walk ways[MOST_WAYS];
    size_t longest = 0, count = 1;

    for (; count && w->script->effort; *w = ways[0]) {
        go_straight(w);
        if (w->place.read == w->place.node->length && w->place.node->whole)
            longest = larger(longest, w->used);
        count = ways_on(w, ways);
        spend(w, 1 + count);
        if (count > 1 && !w->forks--)
            w->script->effort = 0;
        for (size_t i = 1; i < count && w->script->effort; i++) {
            ways[i].forks = w->forks;
            longest = larger(longest, go_all_ways(&ways[i]));
        }
        ways[0].forks = w->forks;
    }
    return longest;
}

size_t secrets_said(const struct secrets *root, struct script *script, const char *text, int layers)
{
    struct walk walk = {
        .place = { root, 0 }, .script = script, .text = text, .layers = layers, .forks = MOST_FORKS
    };

    return go_all_ways(&walk);
}
