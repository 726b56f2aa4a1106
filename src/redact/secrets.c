/* The secrets that begin alike, as a tree: a text is read once for all of them. */
#include <string.h>

#include "redact_private.h"

enum {
    MOST_SECRETS = 1000000,
    MOST_WAITING = 100, /* ways to read a text */
    MOST_WAYS = 2 * (MOST_LAYERS + 1),
    LONGEST_ESCAPE = 24
};

struct secret_node {
    struct secret_node *other; /* go on with another byte than this one */
    struct secret_node *more;  /* go on behind this one; the first of them */
    const char *bytes;
    size_t length, start; /* so many bytes stand before this one's */
    bool whole;           /* a secret ends here */
};

/* What goes on behind a node (NULL: the beginning) with this byte: where it hangs, or would. */
static struct secret_node **child_of(struct secrets *secrets, struct secret_node *node, char byte)
{
    struct secret_node **at = node ? &node->more : &secrets->first[(unsigned char)byte];

    while (*at && (*at)->bytes[0] != byte)
        at = &(*at)->other;
    return at;
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
static void split(struct arena *arena, struct secret_node *node, size_t length)
{
    struct secret_node *rest = arena_alloc(arena, sizeof(*rest));

    *rest = *node;
    rest->other = NULL;
    rest->bytes += length;
    rest->length -= length;
    rest->start += length;
    node->more = rest;
    node->length = length;
    node->whole = false;
}

static size_t filter_bit(const char *bytes)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < SHORTEST_SECRET; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    return (hash ^ hash >> 15) % (FILTER_BYTES * 8u);
}

void secrets_add(struct secrets *secrets, const char *bytes, size_t length)
{
    const size_t bit = filter_bit(bytes);
    struct secret_node *node = NULL;
    size_t start = 0;

    if (secrets->count == MOST_SECRETS)
        return;
    secrets->filter[bit / 8] |= (unsigned char)(1 << bit % 8);
    do {
        struct secret_node **at = child_of(secrets, node, bytes[start]);

        if (!*at) {
            *at = arena_alloc(secrets->arena, sizeof(**at));
            **at = (struct secret_node){ .bytes = arena_copy(secrets->arena, bytes + start,
                                                             length - start),
                                         .length = length - start,
                                         .start = start };
        }
        node = *at;
        const size_t left = length - start, least = node->length < left ? node->length : left;
        const size_t common = common_length(node->bytes, bytes + start, least);
        if (common < node->length)
            split(secrets->arena, node, common);
        start += common;
    } while (start < length);
    secrets->count += !node->whole;
    node->whole = true;
}

/* A place in the tree: so many bytes of a node have been read. */
struct tree_place {
    struct secret_node *node; /* NULL: the beginning */
    size_t read;
};

static bool follow(struct secrets *secrets, struct tree_place *place, const char *bytes,
                   size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!place->node || place->read == place->node->length)
            *place = (struct tree_place){ *child_of(secrets, place->node, bytes[i]), 0 };
        if (!place->node || place->node->bytes[place->read++] != bytes[i])
            return false;
    }
    return true;
}

/* A text that is being read, from one of its bytes on. */
struct text_walk {
    struct secrets *secrets;
    struct tree_place place;
    struct script *script;
    const char *text;
    size_t used; /* so much of it was read */
    int layers;
};

size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void spend(const struct text_walk *w, size_t bytes)
{
    size_t *effort = &w->script->effort;

    *effort -= bytes < *effort ? bytes : *effort;
}

/* Where there is one way to read the text: what a node says, and the text as well. */
static void go_straight(struct text_walk *w)
{
    const struct secret_node *node = w->place.node;
    const size_t there = (size_t)(w->script->end - w->text) - w->used;
    const char *text = w->text + w->used;
    size_t length = 0;

    if (!node)
        return;
    const char *bytes = node->bytes + w->place.read;
    const size_t rest = node->length - w->place.read, most = rest < there ? rest : there;
    if (!w->layers)
        length = common_length(text, bytes, most);
    else
        while (length < most && text[length] == bytes[length] && !spelling_begins(text[length]))
            length++;
    w->place.read += length;
    w->used += length;
    spend(w, length);
}

/* One way more, unless nothing in the tree goes on so, or more of the text leads there already. */
static size_t add_way(const struct text_walk *w, struct text_walk ways[MOST_WAYS], size_t count,
                      const char *bytes, size_t length, size_t used)
{
    struct tree_place place = w->place;

    if (!length || !follow(w->secrets, &place, bytes, length))
        return count;
    for (size_t i = 0; i < count; i++)
        if (ways[i].place.node == place.node && ways[i].place.read == place.read)
            return count;
    ways[count] = *w;
    ways[count].place = place;
    ways[count].used += used;
    return count + 1;
}

/*
 * Where the next byte of the text leads, or the escape: it is read as what it means, or stands for
 * itself in a secret, all of it or its first byte alone.
 */
static size_t ways_on(const struct text_walk *w, struct text_walk ways[MOST_WAYS])
{
    const char *text = w->text + w->used;
    const bool escape = spelling_begins(*text);
    size_t count = 0;

    w->script->escaped |= escape;
    for (int layers = escape ? w->layers : 0; layers >= 0; layers--) {
        const struct spelled next = spelling_read(w->script, text, layers);

        count = add_way(w, ways, count, next.bytes, next.count, next.used);
        if (next.used > 1)
            count = add_way(w, ways, count, text, next.used, next.used);
    }
    return count;
}

/* What is left of a cut text. See text_quote(). */
static bool is_cut_note(const char *text)
{
    return *text == '.' && strncmp(text, "...(+", 5) == 0;
}

/*
 * Where a text was cut in a secret, so that no more of it can be read: how much stands before that,
 * or 0. An escape that is not whole says nothing; the secret may go on as the note begins.
 */
static size_t cut_at(const struct text_walk *w, bool stuck)
{
    const char *cut = w->text + w->used, *end = w->script->end;
    const bool escape = w->layers && spelling_begins(*cut);

    if (!(stuck || escape) || !w->place.node || w->place.node->start + w->place.read < SHORTEST_CUT)
        return 0;
    if (escape && spelling_read(w->script, cut, w->layers).used == 1) {
        const size_t left = (size_t)(end - cut);
        const char *dot = memchr(cut, '.', left < LONGEST_ESCAPE ? left : LONGEST_ESCAPE);

        cut = dot ? dot : left < LONGEST_ESCAPE ? end : cut;
    }
    for (const char *at = cut; strchr(".(+", *cut) && at > w->text && at + 5 > cut; at--)
        if (is_cut_note(at))
            return (size_t)(at - w->text);
    return cut == end && w->script->cut ? (size_t)(cut - w->text) : 0;
}

/* With so many layers at most. */
static size_t longest_said(struct secrets *secrets, struct script *script, const char *text,
                           int layers)
{
    struct text_walk waiting[MOST_WAITING + MOST_WAYS];
    size_t longest = 0, count = 1;

    waiting[0] =
        (struct text_walk){ .secrets = secrets, .script = script, .text = text, .layers = layers };
    while (count && script->effort) {
        struct text_walk w = waiting[--count];

        go_straight(&w);
        if (w.place.node && w.place.node->whole && w.place.read == w.place.node->length)
            longest = larger(longest, w.used);
        const size_t ways = ways_on(&w, waiting + count);
        longest = larger(longest, cut_at(&w, !ways));
        count += ways;
        spend(&w, count > MOST_WAITING ? SIZE_MAX : 1 + ways);
    }
    return longest;
}

/* Whether the first bytes of a secret would stand there as they are: without an escape or a cut. */
static bool is_plain(struct script *script, const char *text, int layers)
{
    const char *at = text;

    if (!script->odd || script->odd < text) {
        while (at < script->end && !is_cut_note(at) && !(layers && spelling_begins(*at)))
            at++;
        script->odd = at;
    }
    return script->odd - text >= SHORTEST_SECRET;
}

size_t secrets_said(struct secrets *secrets, struct script *script, const char *text, int layers)
{
    const bool plain = is_plain(script, text, layers);
    const size_t bit = plain ? filter_bit(text) : 0;
    size_t longest = 0;

    script->escaped = !plain || secrets->filter[bit / 8] >> bit % 8 & 1;
    for (int i = 0; i <= layers && script->escaped; i++) {
        script->escaped = i == 0; /* whoever meets none reads the same with more layers */
        longest = larger(longest, longest_said(secrets, script, text, i));
    }
    return longest;
}
