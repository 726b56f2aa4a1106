#include "cfnc/json/json_places.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "json_private.h"

enum { NONE = -1, MARK_EVERY = 256 };

/* A value, and how it is reached: a member by its key, an item by its number. */
struct place {
    struct json_span span;
    long parent; /* NONE of the whole text */
    size_t index;
    bool member;
};

struct json_places {
    struct arena *arena;
    const char *text;
    size_t length;
    struct place *items;
    size_t count, room;
    long *table; /* of items, hashed by parent and step; NONE where it is empty */
    size_t table_room;
    size_t *lines; /* where each begins */
    size_t line_count;
    size_t *marks; /* how many characters begin in front of each MARK_EVERY-th byte */
};

/* ---- steps: keys with JSON's escapes, and a pointer's with its own ---- */

/* A run of bytes that is read one resolved character at a time. */
struct step_reader {
    const char *at, *end;
    char bytes[TEXT_UTF8_ROOM]; /* of the character that was read last */
    size_t count;
};

/* The next character of a JSON string; false at its end. */
static bool read_character(struct step_reader *r)
{
    if (r->at >= r->end || *r->at == '"')
        return false;
    r->count = 1;
    if (*r->at == '\\')
        r->count = json_escape(&r->at, r->end, r->bytes);
    else
        r->bytes[0] = *r->at++;
    return true;
}

/* The next byte of a pointer's step; false at its end. */
static bool read_step(struct step_reader *r)
{
    if (r->at >= r->end)
        return false;
    r->count = 1;
    r->bytes[0] = *r->at++;
    if (r->bytes[0] == '~' && r->at < r->end)
        r->bytes[0] = *r->at++ == '0' ? '~' : '/';
    return true;
}

typedef bool reading(struct step_reader *r);

static uint64_t hash_start(long parent)
{
    return 14695981039346656037U ^ ((uint64_t)parent * 0x9E3779B97F4A7C15U);
}

static uint64_t hash_add(uint64_t hash, unsigned char byte)
{
    return (hash ^ byte) * 1099511628211U;
}

static uint64_t hash_step(long parent, struct step_reader r, reading *read)
{
    uint64_t hash = hash_start(parent);

    while (read(&r))
        for (size_t i = 0; i < r.count; i++)
            hash = hash_add(hash, (unsigned char)r.bytes[i]);
    return hash ^ hash >> 32;
}

/* The step's text of an item is its number. */
static struct step_reader number_step(size_t index, char *digits, size_t room)
{
    size_t at = room;

    do {
        digits[--at] = (char)('0' + index % 10);
        index /= 10;
    } while (index);
    return (struct step_reader){ .at = digits + at, .end = digits + room };
}

static struct step_reader key_of(const struct json_places *p, const struct place *place)
{
    return (struct step_reader){ .at = p->text + place->span.begin + 1,
                                 .end = p->text + p->length };
}

static bool same_key(struct step_reader key, struct step_reader step)
{
    while (read_character(&key))
        for (size_t i = 0; i < key.count; i++)
            if (!read_step(&step) || step.bytes[0] != key.bytes[i])
                return false;
    return !read_step(&step);
}

static bool is_step(const struct json_places *p, const struct place *place, struct step_reader step)
{
    char digits[24];

    if (place->member)
        return same_key(key_of(p, place), step);
    const struct step_reader number = number_step(place->index, digits, sizeof(digits));
    return number.end - number.at == step.end - step.at &&
           memcmp(number.at, step.at, (size_t)(number.end - number.at)) == 0;
}

/* ---- reading the text ---- */

static long add(struct json_places *p, struct place place)
{
    if (p->count == p->room) {
        const size_t room = p->room * 2 + 64;
        struct place *grown = arena_array(p->arena, room, sizeof(*grown));

        if (p->count)
            memcpy(grown, p->items, p->count * sizeof(*grown));
        p->items = grown;
        p->room = room;
    }
    p->items[p->count] = place;
    return (long)p->count++;
}

/* Where the text is being read: below which value, and what will stand before the next one. */
struct places_cursor {
    size_t at;
    long parent;
    size_t index;
    size_t key; /* where the next value's key begins */
    bool has_key, wants_key;
};

/* Behind the string that begins at `at`. */
static size_t skip_string(const struct json_places *p, size_t at)
{
    for (at++; at < p->length && p->text[at] != '"'; at++)
        at += p->text[at] == '\\' ? 1 : 0;
    return at < p->length ? at + 1 : p->length;
}

static size_t skip_word(const struct json_places *p, size_t at)
{
    const size_t begin = at;

    while (at < p->length && p->text[at] && !strchr(" \t\r\n,:[]{}\"", p->text[at]))
        at++;
    return at > begin ? at : at + 1;
}

/* The place is given back by its number: the next one may move it. */
static long begin_value(struct json_places *p, struct places_cursor *c)
{
    const struct place place = {
        .span = { c->has_key ? c->key : c->at, c->at, p->length },
        .parent = c->parent,
        .index = c->index,
        .member = c->has_key,
    };

    c->has_key = false;
    return add(p, place);
}

static void enter(struct json_places *p, struct places_cursor *c)
{
    c->wants_key = p->text[c->at] == '{';
    c->parent = begin_value(p, c);
    c->index = 0;
    c->at++;
}

static void leave(struct json_places *p, struct places_cursor *c)
{
    c->at++;
    if (c->parent == NONE)
        return;
    struct place *left = &p->items[c->parent];
    left->span.end = c->at;
    c->parent = left->parent;
    c->index = left->index;
    c->wants_key = c->has_key = false;
}

static void read_scalar(struct json_places *p, struct places_cursor *c, size_t end)
{
    const long place = begin_value(p, c);

    p->items[place].span.end = end;
}

static void read_string(struct json_places *p, struct places_cursor *c)
{
    const size_t end = skip_string(p, c->at);

    if (c->wants_key) {
        c->key = c->at;
        c->has_key = true;
    } else {
        read_scalar(p, c, end);
    }
    c->at = end;
}

static bool in_object(const struct json_places *p, const struct places_cursor *c)
{
    return c->parent != NONE && p->text[p->items[c->parent].span.value] == '{';
}

static void read_token(struct json_places *p, struct places_cursor *c)
{
    switch (p->text[c->at]) {
    case '{':
    case '[':
        enter(p, c);
        break;
    case '}':
    case ']':
        leave(p, c);
        break;
    case '"':
        read_string(p, c);
        break;
    case ',':
        c->wants_key = in_object(p, c);
        c->index++;
        c->at++;
        break;
    case ':':
        c->wants_key = false;
        c->at++;
        break;
    case ' ':
    case '\t':
    case '\r':
    case '\n':
        c->at++;
        break;
    default: {
        const size_t end = skip_word(p, c->at);

        read_scalar(p, c, end);
        c->at = end;
    }
    }
}

/* ---- the table ---- */

static size_t slot_of(const struct json_places *p, uint64_t hash)
{
    return (size_t)hash & (p->table_room - 1);
}

static void fill_table(struct json_places *p)
{
    char digits[24];
    size_t slot;

    p->table_room = 16;
    while (p->table_room < p->count * 2)
        p->table_room *= 2;
    p->table = arena_array(p->arena, p->table_room, sizeof(*p->table));
    for (size_t i = 0; i < p->table_room; i++)
        p->table[i] = NONE;
    for (size_t i = 1; i < p->count; i++) {
        const struct place *place = &p->items[i];
        const uint64_t hash =
            place->member ? hash_step(place->parent, key_of(p, place), read_character)
                          : hash_step(place->parent,
                                      number_step(place->index, digits, sizeof(digits)), read_step);

        for (slot = slot_of(p, hash); p->table[slot] != NONE;)
            slot = slot_of(p, slot + 1);
        p->table[slot] = (long)i;
    }
}

static long child(const struct json_places *p, long parent, struct step_reader step)
{
    size_t slot;

    for (slot = slot_of(p, hash_step(parent, step, read_step)); p->table[slot] != NONE;
         slot = slot_of(p, slot + 1)) {
        const struct place *place = &p->items[p->table[slot]];

        if (place->parent == parent && is_step(p, place, step))
            return p->table[slot];
    }
    return NONE;
}

static bool begins_character(char byte)
{
    return ((unsigned char)byte & 0xC0) != 0x80;
}

/* A text of one long line must not be counted from its start each time. */
static void read_marks(struct json_places *p)
{
    size_t count = 0;

    p->marks = arena_array(p->arena, p->length / MARK_EVERY + 1, sizeof(*p->marks));
    for (size_t i = 0; i < p->length; i++) {
        if (i % MARK_EVERY == 0)
            p->marks[i / MARK_EVERY] = count;
        count += begins_character(p->text[i]);
    }
    if (p->length % MARK_EVERY == 0)
        p->marks[p->length / MARK_EVERY] = count;
}

/* The characters in front of a byte. */
static size_t characters(const struct json_places *p, size_t offset)
{
    size_t count = p->marks[offset / MARK_EVERY];

    for (size_t i = offset - offset % MARK_EVERY; i < offset; i++)
        count += begins_character(p->text[i]);
    return count;
}

static void read_lines(struct json_places *p, size_t start)
{
    p->line_count = 1;
    for (size_t i = start; i < p->length; i++)
        p->line_count += p->text[i] == '\n';
    p->lines = arena_array(p->arena, p->line_count, sizeof(*p->lines));
    p->lines[0] = start;
    for (size_t i = start, line = 1; i < p->length; i++)
        if (p->text[i] == '\n')
            p->lines[line++] = i + 1;
}

const struct json_places *json_places_new(struct arena *arena, const char *text, size_t length)
{
    struct json_places *p = arena_alloc(arena, sizeof(*p));
    const size_t start = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    struct places_cursor c = { .at = start, .parent = NONE };

    *p = (struct json_places){ .arena = arena, .text = text, .length = length };
    while (c.at < length)
        read_token(p, &c);
    if (!p->count)
        add(p, (struct place){ .span = { start, start, length }, .parent = NONE });
    fill_table(p);
    read_lines(p, start);
    read_marks(p);
    return p;
}

/* ---- questions ---- */

bool json_places_find(const struct json_places *p, const char *pointer, struct json_span *span)
{
    long at = 0;

    *span = p->items[0].span;
    while (*pointer == '/') {
        const size_t length = strcspn(pointer + 1, "/");

        at = child(p, at, (struct step_reader){ .at = pointer + 1, .end = pointer + 1 + length });
        if (at == NONE)
            return false;
        *span = p->items[at].span;
        pointer += 1 + length;
    }
    return !*pointer;
}

size_t json_places_inside(const struct json_places *p, size_t quote, size_t offset)
{
    struct step_reader r = { .at = p->text + quote, .end = p->text + p->length };

    if (quote >= p->length || *r.at != '"')
        return quote < p->length ? quote : p->length;
    r.at++;
    for (const char *begin = r.at; read_character(&r); begin = r.at) {
        if (offset < r.count)
            return (size_t)(begin - p->text);
        offset -= r.count;
    }
    return (size_t)(r.at - p->text);
}

static size_t line_index(const struct json_places *p, size_t offset)
{
    size_t low = 0, high = p->line_count;

    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;

        if (p->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct json_line json_places_line(const struct json_places *p, size_t offset)
{
    const size_t index = line_index(p, offset);
    const size_t begin = p->lines[index];
    size_t end = index + 1 < p->line_count ? p->lines[index + 1] - 1 : p->length;

    if (end > begin && p->text[end - 1] == '\r')
        end--;
    return (struct json_line){ index + 1, begin, end };
}

size_t json_places_column(const struct json_places *p, size_t offset)
{
    const size_t begin = json_places_line(p, offset).begin;

    offset = offset < begin ? begin : offset > p->length ? p->length : offset;
    return characters(p, offset) - characters(p, begin) + 1;
}

/* Whether there is the value, or something that it is in and that is not the whole text. */
static bool has_some(const struct json_places *places, struct arena *arena, const char *pointer)
{
    char *rest = arena_copy(arena, pointer, strlen(pointer));
    struct json_span span;

    while (*rest) {
        if (json_places_find(places, rest, &span))
            return true;
        char *slash = strrchr(rest, '/');
        *(slash ? slash : rest) = '\0';
    }
    return false;
}

bool json_place(const char *text, const char *pointer, int *line, int *column)
{
    const size_t length = strlen(text);
    struct error error;
    struct json_span span;

    struct arena *arena = arena_new();
    const struct json_places *places = json_places_new(arena, text, length);
    const bool known = json_parse(arena, text, length, &error) || has_some(places, arena, pointer);
    if (known) {
        (void)json_places_find(places, pointer, &span);
        *line = (int)json_places_line(places, span.begin).number;
        *column = (int)json_places_column(places, span.begin);
    }
    arena_free(arena);
    return known;
}
