#include "cfnc/redact.h"

#include <stdint.h>
#include <string.h>

#include "cfnc/text.h"

enum {
    SHORTEST_SECRET = 6, /* in characters; a shorter one would hide half of every text */
    MOST_SECRETS = 1000,
    BUCKETS = 4096,
    KEY_ID_PREFIX = 4,
    KEY_ID_LENGTH = 20
};

static const char bullets[] = "\u2022\u2022\u2022";

struct secret {
    const struct secret *next; /* of the same bucket */
    const char *bytes;
    size_t length;
};

/* Secrets are found by their first six bytes, so that a text is read once, however many there are.
 */
struct redactor {
    struct arena *arena;
    const struct resource_type *type;
    const struct secret *buckets[BUCKETS];
    size_t count;
    unsigned long hidden;
    const char *(*instead)(void *context, const char *secret, size_t length); /* or NULL: bullets */
    void *context;
};

struct redactor *redactor_new(struct arena *arena, const struct resource_type *type)
{
    struct redactor *redactor = arena_alloc(arena, sizeof(*redactor));

    redactor->arena = arena;
    redactor->type = type;
    return redactor;
}

static size_t bucket_of(const char *bytes)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < SHORTEST_SECRET; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    return (hash ^ hash >> 15) % BUCKETS;
}

/* The length of the longest secret that begins at `text`, or 0. */
static size_t secret_at(const struct redactor *redactor, const char *text, size_t left)
{
    size_t longest = 0;

    if (left < SHORTEST_SECRET)
        return 0;
    for (const struct secret *s = redactor->buckets[bucket_of(text)]; s; s = s->next)
        if (s->length > longest && s->length <= left && memcmp(s->bytes, text, s->length) == 0)
            longest = s->length;
    return longest;
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

static void remember(struct redactor *redactor, const char *bytes)
{
    const size_t length = strlen(bytes), bucket = bucket_of(bytes);

    if (redactor->count == MOST_SECRETS)
        return;
    for (const struct secret *s = redactor->buckets[bucket]; s; s = s->next)
        if (s->length == length && memcmp(s->bytes, bytes, length) == 0)
            return;
    struct secret *secret = arena_alloc(redactor->arena, sizeof(*secret));
    *secret = (struct secret){ redactor->buckets[bucket],
                               arena_copy(redactor->arena, bytes, length), length };
    redactor->buckets[bucket] = secret;
    redactor->count++;
}

bool redactor_takes(const char *secret)
{
    size_t characters = 0;

    for (; *secret && characters < SHORTEST_SECRET; secret++)
        characters += ((unsigned char)*secret & 0xC0) != 0x80;
    return characters == SHORTEST_SECRET;
}

/* As the string stands in JSON, between its quotes. */
static const char *in_json(struct arena *arena, const char *string)
{
    const char *printed = json_print(arena, json_new_string(arena, string));

    return arena_copy(arena, printed + 1, strlen(printed) - 2);
}

/* As the string stands in a query (RFC 3986, section 2). */
static const char *in_url(struct arena *arena, const char *string)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    struct text url = text_new(arena);

    for (; *string; string++) {
        if (strchr(plain, *string))
            text_add_bytes(&url, string, 1);
        else if (!text_is_nul(string))
            text_addf(&url, "%%%02X", (unsigned)(unsigned char)*string);
        else {
            text_add(&url, "%00");
            string++;
        }
    }
    return url.bytes;
}

void redactor_learn_text(struct redactor *redactor, const char *secret)
{
    if (!secret || !redactor_takes(secret))
        return;
    struct arena *scratch = arena_new();
    remember(redactor, secret);
    remember(redactor, in_json(scratch, secret));
    remember(redactor, in_json(scratch, in_json(scratch, secret))); /* JSON in a JSON string */
    remember(redactor, in_url(scratch, secret));
    arena_free(scratch);
}

void redactor_learn_strings(struct redactor *redactor, const json *value)
{
    redactor_learn_text(redactor, json_string(value));
    json_each (child, value)
        redactor_learn_strings(redactor, child);
}

static bool learn_one(void *context, const char *pointer, const json *value)
{
    struct redactor *redactor = context;

    (void)pointer;
    redactor_learn_strings(redactor, value);
    return redactor->count < MOST_SECRETS;
}

void redactor_learn(struct redactor *redactor, const json *model)
{
    struct arena *scratch = arena_new();

    for (size_t i = 0; i < redactor->type->write_only.count; i++)
        path_each(scratch, model, &redactor->type->write_only.paths[i], learn_one, redactor);
    arena_free(scratch);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The text with its secrets hidden, or NULL when there are none. Secrets may overlap. */
static const char *hide(struct redactor *redactor, struct arena *arena, const char *text)
{
    const size_t length = strlen(text);
    struct text out = { .arena = NULL };
    size_t hidden_to = 0; /* everything before this has been dealt with, or is hidden */

    for (size_t i = 0; i < length; i++) {
        const size_t found =
            larger(secret_at(redactor, text + i, length - i), key_id_at(text + i, length - i));

        if (!found)
            continue;
        if (!out.arena)
            out = text_new(arena);
        if (i >= hidden_to) {
            text_add_bytes(&out, text + hidden_to, i - hidden_to);
            text_add(&out, redactor->instead ? redactor->instead(redactor->context, text + i, found)
                                             : bullets);
            redactor->hidden += !redactor->instead;
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
    const char *hidden = hide(redactor, arena, text);

    return hidden ? hidden : text;
}

/* Two keys of an object may become the same one: the later gets a number. */
static void hide_key(struct redactor *redactor, struct arena *scratch, json *member,
                     size_t *hidden_keys)
{
    const char *hidden = hide(redactor, scratch, json_key(member));

    if (!hidden)
        return;
    if (++*hidden_keys > 1)
        hidden = arena_printf(scratch, "%s (%zu)", hidden, *hidden_keys);
    json_rename(member, hidden);
}

static void hide_below(struct redactor *redactor, struct arena *scratch, json *container)
{
    const bool object = json_type(container) == JSON_OBJECT;
    size_t hidden_keys = 0;

    for (json *child = json_edit_first(container); child; child = json_edit_next(child)) {
        const char *string = json_string(child);
        const char *hidden = string ? hide(redactor, scratch, string) : NULL;

        if (object)
            hide_key(redactor, scratch, child, &hidden_keys);
        if (hidden)
            child = json_replace(container, child, json_new_string(scratch, hidden));
        hide_below(redactor, scratch, child);
    }
}

json *redact_value(struct redactor *redactor, struct arena *arena, const json *value)
{
    struct arena *scratch = arena_new();
    json *list = json_array(scratch); /* so that the value, too, is a child */

    json_append(list, value);
    hide_below(redactor, scratch, list);
    json *copy = json_copy(arena, json_first(list));
    arena_free(scratch);
    return copy;
}

json *redact_model(struct redactor *redactor, struct arena *arena, const json *model)
{
    const struct property_set *secret = &redactor->type->write_only;
    struct arena *scratch = arena_new();
    json *copy = json_copy(scratch, model);

    for (size_t i = 0; i < secret->count; i++)
        redactor->hidden +=
            path_replace(copy, &secret->paths[i], json_new_string(scratch, bullets));
    json *redacted = redact_value(redactor, arena, copy);
    arena_free(scratch);
    return redacted;
}

bool redactor_knows(const struct redactor *redactor, const char *secret)
{
    const size_t length = strlen(secret);

    return length && secret_at(redactor, secret, length) == length;
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
