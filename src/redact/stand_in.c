#include "cfnc/redact/stand_in.h"

#include <string.h>

#include "cfnc/generate/generate.h"
#include "redact_private.h"

enum { ATTEMPTS = 12, MOST_MADE = 100000 };

struct stand_ins {
    struct arena *arena;
    struct redactor *redactor;
    const struct resource_type *type;
    void (*made)(void *context, const char *text);
    void *context;
    struct names texts;       /* secrets, as they stand in texts */
    const char **text_values; /* by their number */
    struct names places;      /* a path and a value there, in print */
    const json **place_values;
    struct names taken; /* stand-ins, so that no two secrets share one */
    size_t text_room, place_room;
};

struct stand_ins *stand_ins_new(struct arena *arena, struct redactor *redactor,
                                const struct resource_type *type,
                                void (*made)(void *context, const char *text), void *context)
{
    struct stand_ins *s = arena_alloc(arena, sizeof(*s));

    *s = (struct stand_ins){ .arena = arena,
                             .redactor = redactor,
                             .type = type,
                             .made = made,
                             .context = context,
                             .texts = names_new(arena),
                             .places = names_new(arena),
                             .taken = names_new(arena) };
    return s;
}

/* Room for one more item of `size` bytes; what was there is kept. */
static void *grown(struct arena *arena, void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    void *more = arena_array(arena, 2 * *room + 16, size);
    if (count)
        memcpy(more, items, count * size);
    *room = 2 * *room + 16;
    return more;
}

static void set_text(struct stand_ins *s, size_t number, const char *text)
{
    s->text_values =
        grown(s->arena, s->text_values, number, &s->text_room, sizeof(*s->text_values));
    s->text_values[number] = text;
}

/* Of one width, so that none begins another. */
static const char *plain_stand_in(struct stand_ins *s)
{
    const char *text = arena_printf(s->arena, STAND_IN "%06zu", s->taken.count % 1000000);

    names_add(&s->taken, text);
    return text;
}

/* A secret in a text: what stands for it elsewhere, or a stand-in that is nobody's yet. */
static const char *instead(void *context, const char *secret, size_t length)
{
    struct stand_ins *s = context;
    const size_t known = s->texts.count;
    const size_t number = names_add(&s->texts, arena_copy(s->arena, secret, length));

    if (number == known) {
        set_text(s, number, plain_stand_in(s));
        s->made(s->context, s->text_values[number]);
    }
    return s->text_values[number];
}

const char *stand_in_text(struct stand_ins *s, struct arena *arena, const char *text)
{
    redactor_show(s->redactor, instead, s);
    const char *shown = redact_text(s->redactor, arena, text);
    redactor_show(s->redactor, NULL, NULL);
    return shown;
}

json *stand_in_value(struct stand_ins *s, struct arena *arena, const json *value)
{
    redactor_show(s->redactor, instead, s);
    json *shown = redact_value(s->redactor, arena, value);
    redactor_show(s->redactor, NULL, NULL);
    return shown;
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

/* What keeps the type and nothing else; true and false are all that they are. */
static const json *rough(struct stand_ins *s, const json *secret)
{
    switch (json_type(secret)) {
    case JSON_STRING:
        if (is_empty(secret) || redactor_takes(json_string(secret)))
            return json_new_string(s->arena, is_empty(secret) ? "" : plain_stand_in(s));
        return json_new_string(s->arena, "x");
    case JSON_NUMBER:
        return json_new_number(s->arena, is_empty(secret) ? 0 : (double)s->places.count);
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    case JSON_BOOLEAN:
    case JSON_NULL:
    case JSON_ABSENT:
        return json_copy(s->arena, secret);
    }
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
    const size_t known = s->texts.count, number = names_add(&s->texts, text);
    if (number != known)
        return;
    set_text(s, number, json_string(made));
    if (redactor_knows(s->redactor, text))
        s->made(s->context, json_string(made));
}

static const json *make(struct stand_ins *s, const struct property_path *path, const json *secret)
{
    const json *node = schema_at(s->type->document, path);
    struct error ignored;

    for (uint64_t i = 0; node && i < ATTEMPTS && s->places.count < MOST_MADE; i++) {
        struct random random = { hash_bytes(s->places.count * ATTEMPTS + i, path->pointer,
                                            strlen(path->pointer)) };
        const json *made = is_empty(secret) || json_type(secret) & (JSON_BOOLEAN | JSON_NULL)
                               ? NULL
                               : generate_value(s->arena, s->type, node, &random, &ignored);

        if (fits(s, made, secret))
            return made;
    }
    return rough(s, secret);
}

/* A model that is being rewritten. */
struct rewriting {
    struct stand_ins *s;
    const struct property_path *path;
    json *copy;
    struct arena *scratch;
};

static const json *stand_in_at(struct stand_ins *s, const struct property_path *path,
                               const json *secret)
{
    const char *name = arena_printf(s->arena, "%s %s", path->pointer, json_print(s->arena, secret));
    const size_t known = s->places.count, number = names_add(&s->places, name);

    if (number == known) {
        s->place_values =
            grown(s->arena, s->place_values, number, &s->place_room, sizeof(*s->place_values));
        s->place_values[number] = make(s, path, secret);
        learn(s, secret, s->place_values[number]);
    }
    return s->place_values[number];
}

static bool rewrite(void *context, const char *pointer, const json *value)
{
    struct rewriting *r = context;
    struct property_path at;

    if (pointer_read(r->scratch, pointer, &at))
        path_replace(r->copy, &at, stand_in_at(r->s, r->path, value));
    return true;
}

static bool holds_some(const struct stand_ins *s, const json *object)
{
    for (size_t i = 0; i < s->type->secret.count; i++)
        if (path_get(object, &s->type->secret.paths[i]))
            return true;
    return false;
}

struct masking {
    struct stand_ins *s;
    struct arena *scratch;
};

static void mask(void *context, json *model)
{
    const struct masking *m = context;
    const struct property_set *secret = &m->s->type->secret;
    const json *before = holds_some(m->s, model) ? json_copy(m->scratch, model) : NULL;

    for (size_t i = 0; before && i < secret->count; i++) {
        struct rewriting r = { m->s, &secret->paths[i], model, m->scratch };

        path_each(m->scratch, before, &secret->paths[i], rewrite, &r);
    }
}

/* A copy of a value, with stand-ins where `each` finds models in it. */
static json *stand_in_models(struct stand_ins *s, struct arena *arena, const json *value,
                             model_walk *each)
{
    struct masking m = { s, arena_new() };
    json *copy = json_copy(m.scratch, value);

    each(copy, mask, &m);
    json *shown = stand_in_value(s, arena, copy);
    arena_free(m.scratch);
    return shown;
}

json *stand_in_model(struct stand_ins *s, struct arena *arena, const json *model)
{
    return stand_in_models(s, arena, model, itself);
}

json *stand_in_context(struct stand_ins *s, struct arena *arena, const json *context)
{
    return stand_in_models(s, arena, context, each_object);
}

json *stand_in_event(struct stand_ins *s, struct arena *arena, const json *event)
{
    return stand_in_models(s, arena, event, each_model);
}
