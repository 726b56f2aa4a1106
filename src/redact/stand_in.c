#include "cfnc/redact/stand_in.h"

#include <string.h>

#include "cfnc/generate/generate.h"
#include "redact_private.h"

enum { ATTEMPTS = 12, MOST_MADE = 100000 };

/* What stands for what. */
struct stand_in_table {
    struct names names;
    const void **values; /* by the numbers of the names */
    size_t room;
};

struct stand_ins {
    struct arena *arena;
    struct redactor *redactor;
    void (*made)(void *context, const char *text);
    void *context;
    struct stand_in_table texts;  /* texts for secrets, as they stand in texts */
    struct stand_in_table places; /* values for a path and a value there, in print */
    struct names taken;           /* stand-ins, so that no two secrets share one */
};

/* Where the stand-in for `name` is kept; NULL as long as there is none. */
static const void **stand_in_for(struct stand_ins *s, struct stand_in_table *table,
                                 const char *name)
{
    const size_t known = table->names.count, number = names_add(&table->names, name);

    table->values =
        arena_grow(s->arena, table->values, known, &table->room, sizeof(*table->values));
    return &table->values[number];
}

/* Of one width, so that none begins another. */
static const char *plain_stand_in(struct stand_ins *s)
{
    const char *text = arena_printf(s->arena, STAND_IN "%06zu", s->taken.count % 1000000);

    names_add(&s->taken, text);
    return text;
}

/* A secret in a text: what stands for it elsewhere, or a stand-in that is nobody's yet. */
static const char *text_instead(void *context, const char *secret, size_t length)
{
    struct stand_ins *s = context;
    const void **text = stand_in_for(s, &s->texts, arena_copy(s->arena, secret, length));

    if (!*text) {
        *text = plain_stand_in(s);
        s->made(s->context, *text);
    }
    return *text;
}

/* Nothing that a terminal, a report or JSON would write in another way. */
static bool is_plain(const char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\')
            return false;
    return true;
}

static bool is_empty(const json *value)
{
    const double number = json_number(value, 1);

    if (json_string(value))
        return !json_string(value)[0];
    if (json_type(value) & (JSON_ARRAY | JSON_OBJECT))
        return !json_first(value);
    return json_type(value) == JSON_NUMBER && number <= 0 && number >= 0;
}

/* How many texts in it are hidden wherever they turn up: reports count them. */
static size_t texts_in(const json *value)
{
    const char *text = json_string(value);
    size_t count = text && redactor_takes(text);

    json_each (child, value)
        count += texts_in(child);
    return count;
}

/* Whether rules see in `made` what they see in the secret. */
static bool fits(struct stand_ins *s, const json *made, const json *secret)
{
    const char *text = json_string(made);

    if (!made || json_type(made) != json_type(secret) || is_empty(made) != is_empty(secret))
        return false;
    if (texts_in(made) != texts_in(secret) || (text && !is_plain(text)))
        return false;
    return !json_equal(made, secret) &&
           names_find(&s->taken, json_print(s->arena, made)) == NAMES_NONE;
}

/* What keeps the type and nothing else; true, false and null are all that they are. */
static const json *rough(struct stand_ins *s, const json *secret)
{
    const char *text = json_string(secret);

    if (json_type(secret) == JSON_NUMBER)
        return json_new_number(s->arena, is_empty(secret) ? 0 : (double)s->places.names.count);
    if (text)
        return json_new_string(s->arena, !*text                 ? ""
                                         : redactor_takes(text) ? plain_stand_in(s)
                                                                : "x");
    json *copy = json_copy(s->arena, secret);
    for (json *child = json_edit_first(copy); child; child = json_edit_next(child))
        child = json_replace(copy, child, rough(s, child));
    return copy;
}

/*
 * Strings that stand for strings are found in texts, too. One that the redactor
 * has yet to learn from a request, readers learn from that request.
 */
static void learn(struct stand_ins *s, const json *secret, const json *made)
{
    const char *text = json_string(secret);

    names_add(&s->taken, json_print(s->arena, made));
    if (!text || !redactor_takes(text))
        return;
    const void **known = stand_in_for(s, &s->texts, text);
    if (*known)
        return;
    *known = json_string(made);
    if (redactor_knows(s->redactor, text))
        s->made(s->context, *known);
}

static const json *make(struct stand_ins *s, const struct property_path *path, const json *secret)
{
    const struct secrecy *secrecy = &s->redactor->learnt->secrecy;
    const json *node = schema_at(secrecy->document, path);
    struct error ignored;

    for (uint64_t i = 0; node && i < ATTEMPTS && s->places.names.count < MOST_MADE; i++) {
        struct random random = { hash_bytes(s->places.names.count * ATTEMPTS + i, path->pointer,
                                            strlen(path->pointer)) };
        const json *made = is_empty(secret) || json_type(secret) & (JSON_BOOLEAN | JSON_NULL)
                               ? NULL
                               : generate_part(s->arena, secrecy->schema, node, &random, &ignored);

        if (fits(s, made, secret))
            return made;
    }
    return rough(s, secret);
}

static const json *value_instead(void *context, const struct property_path *path,
                                 const json *secret)
{
    struct stand_ins *s = context;
    const char *name = arena_printf(s->arena, "%s %s", path->pointer, json_print(s->arena, secret));
    const void **value = stand_in_for(s, &s->places, name);

    if (!*value) {
        *value = make(s, path, secret);
        learn(s, secret, *value);
    }
    return *value;
}

struct redactor *stand_ins_new(struct arena *arena, struct redactor *redactor,
                               void (*made)(void *context, const char *text), void *context)
{
    struct stand_ins *s = arena_alloc(arena, sizeof(*s));
    const struct redact_style style = { text_instead, value_instead, s };

    *s = (struct stand_ins){ .arena = arena,
                             .redactor = redactor,
                             .made = made,
                             .context = context,
                             .texts = { .names = names_new(arena) },
                             .places = { .names = names_new(arena) },
                             .taken = names_new(arena) };
    return redactor_styled(arena, redactor, &style);
}
