#include "cfnc/json/json_places.h"

#include <stdint.h>
#include <stdio.h>
#include <limits.h>
#include <string.h>

#include "cfnc/base/names.h"
#include "json_private.h"

enum { MARK_EVERY = 256 };
static const size_t none = SIZE_MAX;

/* A value, and what goes on behind it: the number of its parent, and its own in an array. */
struct json_place_row {
    struct json_span span;
    size_t parent, index;
};

/* A line, up to some byte of it. */
struct mark {
    size_t line, begin, characters;
};

struct json_places {
    struct arena *arena;
    const char *text;
    size_t length;
    struct names names; /* of places, each with the number of its parent; see begin_name() */
    struct json_place_row *items;
    size_t count, room;
    struct mark *marks; /* in front of each MARK_EVERY-th byte: lines may be long */
};

/* ---- strings, and the names of places ---- */

/* A JSON string that is read one resolved character at a time. */
struct character {
    const char *at, *end;
    char bytes[TEXT_UTF8_ROOM]; /* of the character that was read last */
    size_t count;
};

/* The next character; false at the end of the string. */
static bool read_character(struct character *c)
{
    if (c->at >= c->end || *c->at == '"')
        return false;
    c->count = 1;
    if (*c->at == '\\')
        c->count = json_escape(&c->at, c->end, c->bytes);
    else
        c->bytes[0] = *c->at++;
    return true;
}

static void add_number(struct text *name, size_t number)
{
    char digits[24], *at = digits + sizeof(digits);

    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    text_add_bytes(name, at, (size_t)(digits + sizeof(digits) - at));
}

/* A value is named "PARENT/STEP"; the whole text, which is the first one, has the number as name.
 */
static void begin_name(struct text *name, size_t parent)
{
    name->length = 0;
    add_number(name, parent);
    text_add_bytes(name, "/", 1);
}

/* ---- reading the text ---- */

/* Where the text is being read: below which value, and what will stand before the next one. */
struct places_cursor {
    size_t at, parent, index;
    size_t key; /* where the next value's key begins, or `none` */
    bool wants_key;
    struct text name;
};

/* Of two values with one name the first is found; the other one's is a mere number. */
static void name_place(struct json_places *p, struct places_cursor *c)
{
    struct text *name = &c->name;

    begin_name(name, c->parent);
    if (c->key == none) {
        add_number(name, c->index);
    } else {
        const char *const begin = p->text + c->key + 1;
        struct character key = { .at = begin, .end = p->text + p->length };

        while (key.at < key.end && *key.at != '"' && *key.at != '\\')
            key.at++;
        text_add_bytes(name, begin, (size_t)(key.at - begin));
        while (read_character(&key))
            text_add_bytes(name, key.bytes, key.count);
    }
    if (names_add(&p->names, name->bytes) == p->count)
        return;
    name->length = 0;
    add_number(name, p->count);
    names_add(&p->names, name->bytes);
}

static struct json_place_row *add(struct json_places *p, struct places_cursor *c, size_t end)
{
    p->items = arena_grow(p->arena, p->items, p->count, &p->room, sizeof(*p->items));
    struct json_place_row *place = &p->items[p->count];
    *place = (struct json_place_row){ .span = { c->key == none ? c->at : c->key, c->at, end },
                                      .parent = c->parent,
                                      .index = c->index };
    name_place(p, c);
    p->count++;
    c->key = none;
    return place;
}

/* Behind the string, or the word, that begins at `at`. */
static size_t skip_scalar(const struct json_places *p, size_t at)
{
    const bool quoted = p->text[at++] == '"';

    while (at < p->length && p->text[at] && !strchr(quoted ? "\"" : " \t\r\n,:[]{}\"", p->text[at]))
        at += quoted && p->text[at] == '\\' ? 2 : 1;
    at += quoted ? 1 : 0;
    return at < p->length ? at : p->length;
}

static void enter(struct json_places *p, struct places_cursor *c)
{
    add(p, c, p->length);
    c->parent = p->count - 1;
    c->index = 0;
    c->wants_key = p->text[c->at] == '{';
}

static void leave(const struct json_places *p, struct places_cursor *c)
{
    if (c->parent == none)
        return;
    struct json_place_row *left = &p->items[c->parent];
    left->span.end = c->at + 1;
    c->parent = left->parent;
    c->index = left->index;
    c->wants_key = false;
    c->key = none;
}

static void read_token(struct json_places *p, struct places_cursor *c)
{
    size_t end = c->at + 1;

    switch (p->text[c->at]) {
    case '{':
    case '[':
        enter(p, c);
        break;
    case '}':
    case ']':
        leave(p, c);
        break;
    case ',':
        c->wants_key = c->parent != none && p->text[p->items[c->parent].span.value] == '{';
        c->index++;
        break;
    case ':':
        c->wants_key = false;
        break;
    case ' ':
    case '\t':
    case '\r':
    case '\n':
        break;
    default:
        end = skip_scalar(p, c->at);
        if (c->wants_key && p->text[c->at] == '"')
            c->key = c->at;
        else
            add(p, c, end);
    }
    c->at = end;
}

/* The mark behind byte `at`. */
static void pass(const struct json_places *p, struct mark *mark, size_t at)
{
    if (p->text[at] == '\n')
        *mark = (struct mark){ mark->line + 1, at + 1, 0 };
    else
        mark->characters += ((unsigned char)p->text[at] & 0xC0) != 0x80;
}

static void read_marks(struct json_places *p, size_t start)
{
    struct mark mark = { 1, start, 0 };

    p->marks = arena_array(p->arena, p->length / MARK_EVERY + 1, sizeof(*p->marks));
    for (size_t at = 0; at <= p->length; at++) {
        if (at % MARK_EVERY == 0)
            p->marks[at / MARK_EVERY] = mark;
        if (at >= start && at < p->length)
            pass(p, &mark, at);
    }
}

const struct json_places *json_places_new(struct arena *arena, const char *text, size_t length)
{
    struct json_places *p = arena_alloc(arena, sizeof(*p));
    const size_t start = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    struct places_cursor c = { .at = start, .parent = none, .key = none, .name = text_new(arena) };

    *p = (struct json_places){
        .arena = arena, .text = text, .length = length, .names = names_new(arena)
    };
    while (c.at < length)
        read_token(p, &c);
    c.at = start;
    if (!p->count)
        add(p, &c, length);
    read_marks(p, start);
    return p;
}

/* ---- questions ---- */

/* The number of a value below another one, by its step of a pointer. */
static size_t child(const struct json_places *p, struct text *name, size_t parent, const char *step,
                    size_t length)
{
    begin_name(name, parent);
    for (const char *end = step + length; step < end; step++)
        if (*step == '~' && step + 1 < end)
            text_add_bytes(name, *++step == '0' ? "~" : "/", 1);
        else
            text_add_bytes(name, step, 1);
    return names_find(&p->names, name->bytes);
}

bool json_places_find(const struct json_places *p, const char *pointer, struct json_span *span)
{
    struct arena *work = arena_new();
    struct text name = text_new(work);
    size_t at = 0;

    *span = p->items[0].span;
    while (*pointer == '/') {
        const size_t length = strcspn(pointer + 1, "/");

        at = child(p, &name, at, pointer + 1, length);
        if (at == NAMES_NONE)
            break;
        *span = p->items[at].span;
        pointer += 1 + length;
    }
    arena_free(work);
    return !*pointer;
}

size_t json_places_inside(const struct json_places *p, size_t quote, size_t offset)
{
    struct character c = { .at = p->text + quote, .end = p->text + p->length };

    if (quote >= p->length || *c.at != '"')
        return quote < p->length ? quote : p->length;
    c.at++;
    for (const char *begin = c.at; read_character(&c); begin = c.at) {
        if (offset < c.count)
            return (size_t)(begin - p->text);
        offset -= c.count;
    }
    return (size_t)(c.at - p->text);
}

static struct mark mark_of(const struct json_places *p, size_t offset)
{
    struct mark mark = p->marks[offset / MARK_EVERY];

    for (size_t at = offset - offset % MARK_EVERY; at < offset; at++)
        if (at >= mark.begin)
            pass(p, &mark, at);
    return mark;
}

struct json_line json_places_line(const struct json_places *p, size_t offset)
{
    offset = offset < p->length ? offset : p->length;
    const struct mark mark = mark_of(p, offset);
    const char *newline = memchr(p->text + offset, '\n', p->length - offset);
    size_t end = newline ? (size_t)(newline - p->text) : p->length;

    if (end > mark.begin && p->text[end - 1] == '\r')
        end--;
    return (struct json_line){ mark.line, mark.begin, end };
}

size_t json_places_column(const struct json_places *p, size_t offset)
{
    return mark_of(p, offset < p->length ? offset : p->length).characters + 1;
}

bool json_place(const char *text, struct place *place)
{
    const size_t length = strlen(text);
    struct error error;
    struct json_span span;

    struct arena *arena = arena_new();
    const struct json_places *places = json_places_new(arena, text, length);
    (void)json_places_find(places, place->pointer, &span);
    const bool known =
        span.begin > places->items[0].span.begin || json_parse(arena, text, length, &error);
    if (known) {
        place->line = (int)json_places_line(places, span.begin).number;
        place->column = (int)json_places_column(places, span.begin);
    }
    arena_free(arena);
    return known;
}

void json_set_place(json *object, const struct place *place)
{
    json *member = place->path ? json_set_object(object, "place") : NULL;

    if (!member)
        return;
    json_set_string(member, "file", place->path);
    json_set_number(member, "line", place->line);
    json_set_number(member, "column", place->column);
}

struct place json_get_place(const json *object)
{
    const json *member = json_get(object, "place");

    return (struct place){ .path = json_string(json_get(member, "file")),
                           .line = (int)json_whole(json_get(member, "line"), 0, INT_MAX, 0),
                           .column = (int)json_whole(json_get(member, "column"), 0, INT_MAX, 0) };
}
