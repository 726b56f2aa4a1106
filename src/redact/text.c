/* Secrets in texts, however they are written there. */
#include "redact_private.h"

#include <string.h>
#include <strings.h>

#include "cfnc/base/error.h"
#include "cfnc/base/text.h"

enum {
    KEY_ID_PREFIX = 4,
    KEY_ID_LENGTH = 20,
    SHORTEST_CUT = 3,  /* so much of a secret before a cut is hidden, too, */
    LONGEST_CUT = 600, /* and so much of the text is looked at for that */
    LONGEST_ESCAPE = 24,
    MOST_CUTS = 32,
    EFFORT = 64, /* so many bytes of secrets are looked at for each of a text, and so many beside */
    LEAST_EFFORT = 1 << 20
};

const char redacted[] = "\u2022\u2022\u2022";

/* What is left of a cut text. See text_quote() and error.h. */
static const char cut_note[] = "...(+";

/* A text that is being read. */
struct reading {
    struct redactor *redactor;
    const char *text;
    size_t length;
    struct script script;
    bool escaped;         /* there may be other spellings in it */
    unsigned cuts;        /* so many were looked for */
    size_t cut, cut_from; /* where it was cut, and where a secret before that begins; or length */
};

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

size_t redactor_bucket(const char *bytes)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < SHORTEST_SECRET; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    return (hash ^ hash >> 15) % BUCKETS;
}

/* The first bytes of a layer: false when there are not as many. */
static bool read_first(struct script *s, const char *text, int layers, char *key, bool *plain)
{
    size_t count = 0, used = 0;

    *plain = true;
    while (count < SHORTEST_SECRET) {
        const struct spelled next = spelling_read(s, text + used, layers);

        if (!next.count)
            return false;
        for (size_t i = 0; i < next.count && count < SHORTEST_SECRET; i++) {
            *plain = *plain && !spelling_begins(next.bytes[i]);
            key[count++] = next.bytes[i];
        }
        used += next.used;
    }
    return true;
}

/* "a%41bcdef" may stand in JSON, where a layer reads "aAbcde" of it. */
static bool begins_oddly(const char *bytes, size_t length)
{
    struct script script = { .end = bytes + length };
    char key[SHORTEST_SECRET];
    bool plain;

    return !read_first(&script, bytes, 1, key, &plain) || memcmp(key, bytes, sizeof(key)) != 0;
}

static void plant(struct redactor *redactor, struct secrets **root, const char *bytes,
                  size_t length)
{
    if (!*root) {
        *root = arena_alloc(redactor->arena, sizeof(**root));
        (*root)->bytes = "";
    }
    secrets_add(redactor->arena, *root, bytes, length);
}

void redactor_remember(struct redactor *redactor, const char *bytes, size_t length)
{
    const size_t bucket = redactor_bucket(bytes), known = redactor->known.count;

    if (known == MOST_SECRETS || names_add(&redactor->known, bytes) != known)
        return;
    const char *kept = arena_copy(redactor->arena, bytes, length);
    plant(redactor, &redactor->buckets[bucket], kept, length);
    if (begins_oddly(kept, length))
        plant(redactor, &redactor->odd, kept, length);
}

/* The longest secret of which a layer begins with these bytes; *likely: some secret begins so. */
static size_t longest_of(struct reading *r, const char *key, size_t at, int layers, bool *likely)
{
    const struct secrets *root = r->redactor->buckets[redactor_bucket(key)];

    *likely = secrets_begin(root, key, SHORTEST_SECRET);
    if (!*likely)
        return 0;
    return secrets_said(root, &r->script, r->text + at, layers);
}

/*
 * The length of the longest secret that begins at a place, or 0. A text that takes too long to read
 * is hidden from here on.
 */
static size_t secret_at(struct reading *r, size_t at)
{
    const char *text = r->text + at;
    const size_t left = r->length - at;
    bool likely = false, plain = true, escaped = r->escaped;

    if (left < SHORTEST_SECRET)
        return 0;
    size_t longest = longest_of(r, text, at, 0, &likely);
    for (size_t i = 0; escaped && i < SHORTEST_SECRET && plain; i++)
        plain = !spelling_begins(text[i]);
    escaped = escaped && (likely || !plain);
    for (int layers = 1; escaped && layers <= MOST_LAYERS; layers++) {
        char key[SHORTEST_SECRET];

        if (!read_first(&r->script, text, layers, key, &plain))
            break;
        longest = larger(longest, longest_of(r, key, at, layers, &likely));
        escaped = likely || !plain; /* else every other layer begins in the same way */
    }
    for (int layers = 1; r->escaped && r->redactor->odd && layers <= MOST_LAYERS; layers++)
        longest = larger(longest, secrets_said(r->redactor->odd, &r->script, text, layers));
    return r->script.effort ? longest : left;
}

/* The length of an AWS access key id that begins at `text`, or 0. */
static size_t key_id_at(const char *text, size_t left)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    if (left < KEY_ID_LENGTH || *text != 'A')
        return 0;
    if (strncmp(text, "AKIA", KEY_ID_PREFIX) != 0 && strncmp(text, "ASIA", KEY_ID_PREFIX) != 0)
        return 0;
    for (size_t i = KEY_ID_PREFIX; i < KEY_ID_LENGTH; i++)
        if (!strchr(alphabet, text[i]))
            return 0;
    return KEY_ID_LENGTH;
}

/* What stands behind the name of a scheme of Authorization (RFC 9110, section 11.4), or 0. */
static size_t authorization_at(const char *text)
{
    static const char *const schemes[] = { "AWS4-HMAC-SHA256 ", "Bearer ", "Basic " };
    static const char name[] = "authorization";
    const char *at = text;

    if ((*text | 0x20) != 'a' || strncasecmp(text, name, sizeof(name) - 1) != 0)
        return 0;
    at += sizeof(name) - 1;
    at += strspn(at, "\\\"' :=");
    for (size_t i = 0; at > text + sizeof(name) - 1 && i < sizeof(schemes) / sizeof(schemes[0]);
         i++)
        if (strncasecmp(at, schemes[i], strlen(schemes[i])) == 0)
            return (size_t)(at - text) + strcspn(at, "\\\"'\r\n");
    return 0;
}

/*
 * What a layer says from `text` to where it was cut. An escape that is not whole
 * says nothing.
 */
static size_t read_to_cut(struct script *s, const char *text, int layers, char *said_so_far)
{
    size_t count = 0, used = 0;

    while (text + used < s->end && count < LONGEST_CUT) {
        const struct spelled next = spelling_read(s, text + used, layers);
        const bool whole = !layers || next.used > 1 || !spelling_begins(text[used]);

        if (!whole && s->end - text - (ptrdiff_t)used < LONGEST_ESCAPE)
            break;
        for (size_t i = 0; i < next.count && count < LONGEST_CUT; i++)
            said_so_far[count++] = next.bytes[i];
        used += next.used;
    }
    return count;
}

/* Whether some secret begins so. */
static bool begins_one(const struct redactor *redactor, const char *bytes, size_t length)
{
    if (length >= SHORTEST_SECRET)
        return secrets_begin(redactor->buckets[redactor_bucket(bytes)], bytes, length);
    for (size_t bucket = 0; bucket < BUCKETS; bucket++)
        if (secrets_begin(redactor->buckets[bucket], bytes, length))
            return true;
    return false;
}

/* Whether what a layer says from `text` to where it was cut is the beginning of some secret. */
static bool is_beginning(const struct redactor *redactor, struct script *s, const char *text,
                         int layers)
{
    char bytes[LONGEST_CUT];
    bool plain;

    if (read_first(s, text, layers, bytes, &plain) && !begins_one(redactor, bytes, SHORTEST_SECRET))
        return false; /* most are told by their first bytes */
    const size_t length = read_to_cut(s, text, layers, bytes);
    return length >= SHORTEST_CUT && begins_one(redactor, bytes, length);
}

/*
 * The next place where the text was cut; a beginning of a secret there is one, too.
 * Who writes more of these notes than we do has no claim to be read as we are.
 */
static void find_cut(struct reading *r, size_t from)
{
    const char *note = r->cuts++ < MOST_CUTS ? strstr(r->text + from, cut_note) : NULL;
    const struct error *error = NULL;
    const bool full = r->length < sizeof(error->text) && r->length + 4 >= sizeof(error->text);

    r->cut_from = r->cut = note ? (size_t)(note - r->text) : r->length;
    if (!note && !full)
        return;
    struct script before = { .end = r->text + r->cut };
    for (size_t i = r->cut > LONGEST_CUT ? r->cut - LONGEST_CUT : 0; i < r->cut; i++)
        for (int layers = 0; layers <= (r->escaped ? MOST_LAYERS : 0); layers++)
            if (is_beginning(r->redactor, &before, r->text + i, layers)) {
                r->cut_from = i;
                return;
            }
}

/* How many bytes from `i` are to be hidden. */
static size_t hidden_at(struct reading *r, size_t i)
{
    const char *text = r->text + i;
    const size_t left = r->length - i;

    if (i > r->cut)
        find_cut(r, i);
    const size_t cut = i == r->cut_from ? r->cut - i : 0;
    return larger(larger(secret_at(r, i), cut),
                  larger(key_id_at(text, left), authorization_at(text)));
}

const char *redactor_instead(struct redactor *redactor, const char *secret, size_t length)
{
    redactor->hidden += !redactor->instead;
    return redactor->instead ? redactor->instead(redactor->context, secret, length) : redacted;
}

const char *redactor_hide(struct redactor *redactor, struct arena *arena, const char *text)
{
    const size_t length = strlen(text);
    struct reading r = { .redactor = redactor,
                         .text = text,
                         .length = length,
                         .script = { .end = text + length,
                                     .effort = LEAST_EFFORT + length * EFFORT },
                         .escaped = redactor->known.count && strpbrk(text, "\\%&~") };
    struct text out = { .arena = NULL };
    size_t hidden_to = 0; /* everything before this has been dealt with, or is hidden */

    find_cut(&r, 0);
    for (size_t i = 0; i < r.length; i++) {
        const size_t found = hidden_at(&r, i);

        if (!found)
            continue;
        if (!out.arena)
            out = text_new(arena);
        if (i >= hidden_to) {
            text_add_bytes(&out, text + hidden_to, i - hidden_to);
            text_add(&out, redactor_instead(redactor, text + i, found));
        }
        hidden_to = larger(hidden_to, i + found);
    }
    if (!out.arena)
        return NULL;
    text_add(&out, text + hidden_to);
    return out.bytes;
}

const char *redact_text(struct redactor *redactor, struct arena *arena, const char *text)
{
    if (!text)
        return NULL;
    text = redactor_hide_got(redactor, arena, text);
    const char *hidden = redactor_hide(redactor, arena, text);
    return hidden ? hidden : text;
}

bool redactor_takes(const char *secret)
{
    size_t characters = 0;

    for (; *secret && characters < SHORTEST_SECRET; secret++)
        characters += ((unsigned char)*secret & 0xC0) != 0x80;
    return characters == SHORTEST_SECRET;
}

bool redactor_knows(const struct redactor *redactor, const char *secret)
{
    return names_find(&redactor->known, secret) != NAMES_NONE;
}

void redactor_show(struct redactor *redactor,
                   const char *(*instead)(void *context, const char *secret, size_t length),
                   void *context)
{
    redactor->instead = instead;
    redactor->context = context;
}

unsigned long redactor_count(const struct redactor *redactor)
{
    return redactor->hidden;
}
