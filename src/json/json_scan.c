/*
 * A recursive-descent reader that builds nothing. It says what is wrong with a
 * text, and where, better than a library that only knows a byte offset; and it
 * refuses what the library would let pass.
 */
#include "cfnc/json/json_scan.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/json/json.h"

enum { KEYS_FEW = 32 }; /* more of them than these take memory */

/* A key as it is written. */
struct scanned_key {
    const char *bytes;
    size_t length;
};

struct json_scan {
    const char *start, *at, *end;
    struct error *error;
    struct arena *arena;
    struct scanned_key *keys; /* of the objects around, the innermost last */
    size_t key_count, key_room;
    struct scanned_key few[KEYS_FEW];
    int depth;
};

static bool value(struct json_scan *s);

static void place(const char *start, const char *at, int *line, int *column)
{
    *line = 1;
    *column = 1;
    for (const char *c = start; c < at; c++) {
        if (*c == '\n') {
            ++*line;
            *column = 1;
        } else if (((unsigned char)*c & 0xC0) != 0x80) {
            ++*column;
        }
    }
}

static bool wrong(struct json_scan *s, const char *at, const char *what)
{
    int line, column;

    place(s->start, at, &line, &column);
    return error_set(s->error, "%d:%d: %s", line, column, what);
}

static void blanks(struct json_scan *s)
{
    s->at += strspn(s->at, " \t\r\n");
}

static bool starts(const struct json_scan *s, const char *word)
{
    return strncmp(s->at, word, strlen(word)) == 0;
}

/* Some editors' "Unicode": a byte order mark, or a zero in every other byte. */
static bool is_utf_16(const char *text)
{
    const unsigned char first = (unsigned char)text[0], second = (unsigned char)text[1];

    return (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF) ||
           (first && !second) || (!first && second);
}

/* What people write where JSON has no such thing. */
static bool unexpected(struct json_scan *s, const char *expected)
{
    char text[160];

    if (s->at - s->start < 2 && s->end - s->start > 1 && is_utf_16(s->start))
        return wrong(s, s->start, "this is UTF-16; save it as UTF-8");
    if (s->at >= s->end)
        snprintf(text, sizeof(text), "the text ends where %s was expected", expected);
    else if (*s->at == '#' || starts(s, "//") || starts(s, "/*"))
        snprintf(text, sizeof(text), "a comment, which JSON does not have; remove it");
    else if (*s->at == '\'')
        snprintf(text, sizeof(text), "a string in single quotes; JSON needs double quotes");
    else if (starts(s, "NaN") || starts(s, "Infinity") || starts(s, "-Infinity"))
        snprintf(text, sizeof(text), "NaN and Infinity are not JSON numbers");
    else if (starts(s, "None") || starts(s, "True") || starts(s, "False"))
        snprintf(text, sizeof(text),
                 "Python's None, True and False are null, true and false in JSON");
    else if (isprint((unsigned char)*s->at))
        snprintf(text, sizeof(text), "expected %s, found '%c'", expected, *s->at);
    else
        snprintf(text, sizeof(text), "expected %s, found byte 0x%02x", expected,
                 (unsigned)(unsigned char)*s->at);
    return wrong(s, s->at, text);
}

static bool hex4(const char *c, unsigned *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++) {
        const int digit = (unsigned char)c[i];

        if (!isxdigit(digit))
            return false;
        *unit = *unit * 16 + (unsigned)(digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10);
    }
    return true;
}

/* \uXXXX, with its partner when it is half of a pair. */
static bool unicode_escape(struct json_scan *s)
{
    const char *escape = s->at;
    unsigned unit, low;

    if (!hex4(s->at + 2, &unit))
        return wrong(s, escape, "\\u must be followed by four hexadecimal digits");
    s->at += 6;
    if (unit >= 0xDC00 && unit <= 0xDFFF)
        return wrong(s, escape, "half of a surrogate pair stands alone");
    if (unit < 0xD800 || unit > 0xDBFF)
        return true;
    if (!starts(s, "\\u") || !hex4(s->at + 2, &low) || low < 0xDC00 || low > 0xDFFF)
        return wrong(s, escape, "half of a surrogate pair stands alone");
    s->at += 6;
    return true;
}

static bool string_character(struct json_scan *s)
{
    const unsigned char c = (unsigned char)*s->at;

    if (c == '\\') {
        if (s->at[1] == 'u')
            return unicode_escape(s);
        if (!s->at[1] || !strchr("\"\\/bfnrt", s->at[1]))
            return wrong(s, s->at, "unknown escape; write \\\\ for a backslash");
        s->at += 2;
        return true;
    }
    if (s->at >= s->end)
        return wrong(s, s->at, "the text ends inside a string");
    if (c < 0x20)
        return wrong(s, s->at,
                     c == '\n' ? "the line ends inside a string; close it with a double quote"
                               : "a control character in a string; escape it");
    const size_t length = text_utf8_length(s->at);
    if (!length || (size_t)(s->end - s->at) < length || text_is_nul(s->at))
        return wrong(s, s->at, "not UTF-8");
    s->at += length;
    return true;
}

static bool string(struct json_scan *s)
{
    if (*s->at != '"')
        return unexpected(s, "a string in double quotes");
    s->at++;
    while (*s->at != '"')
        if (!string_character(s))
            return false;
    s->at++;
    return true;
}

static void digits(struct json_scan *s)
{
    while (isdigit((unsigned char)*s->at))
        s->at++;
}

static bool number(struct json_scan *s)
{
    const char *first = s->at;

    s->at += *s->at == '-';
    if (!isdigit((unsigned char)*s->at)) {
        const bool sign = s->at > first && !starts(s, "Infinity");

        s->at = sign ? s->at : first;
        return unexpected(s, sign ? "a digit" : "a value");
    }
    if (*s->at == '0' && isdigit((unsigned char)s->at[1]))
        return wrong(s, first, "a number must not begin with 0");
    digits(s);
    if (*s->at == '.') {
        s->at++;
        if (!isdigit((unsigned char)*s->at))
            return unexpected(s, "a digit");
        digits(s);
    }
    if (*s->at == 'e' || *s->at == 'E') {
        s->at++;
        s->at += *s->at == '+' || *s->at == '-';
        if (!isdigit((unsigned char)*s->at))
            return unexpected(s, "a digit");
        digits(s);
    }
    return isfinite(strtod(first, NULL)) || wrong(s, first, "a number too large for a double");
}

static int key_order(const void *a, const void *b)
{
    const struct scanned_key *p = a, *q = b;
    const size_t shorter = p->length < q->length ? p->length : q->length;
    const int order = memcmp(p->bytes, q->bytes, shorter);

    if (order)
        return order;
    if (p->length != q->length)
        return p->length < q->length ? -1 : 1;
    return p->bytes < q->bytes ? -1 : p->bytes > q->bytes;
}

static bool same_key(const struct scanned_key *a, const struct scanned_key *b)
{
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* Keys are compared as written: "a" twice is found, "a" beside "\u0061" is json.c's to find. */
static bool no_key_twice(struct json_scan *s, size_t outer)
{
    const size_t count = s->key_count - outer;
    char text[160];

    if (count < 2)
        return true;
    struct scanned_key *const keys = s->keys + outer;
    qsort(keys, count, sizeof(*keys), key_order);
    for (size_t i = 1; i < count; i++) {
        if (!same_key(&keys[i - 1], &keys[i]))
            continue;
        snprintf(text, sizeof(text), "the key \"%.*s\" stands twice in this object; remove one",
                 (int)(keys[i].length < 60 ? keys[i].length : 60), keys[i].bytes);
        return wrong(s, keys[i].bytes - 1, text);
    }
    return true;
}

static void add_key(struct json_scan *s, struct scanned_key key)
{
    if (s->key_count == s->key_room) {
        s->key_room *= 2;
        struct scanned_key *grown = arena_array(s->arena, s->key_room, sizeof(*grown));

        memcpy(grown, s->keys, s->key_count * sizeof(*grown));
        s->keys = grown;
    }
    s->keys[s->key_count++] = key;
}

static bool member(struct json_scan *s)
{
    const char *const begin = s->at;

    if (!string(s))
        return false;
    add_key(s, (struct scanned_key){ begin + 1, (size_t)(s->at - begin) - 2 });
    blanks(s);
    if (*s->at != ':')
        return unexpected(s, "':' after the key");
    s->at++;
    return value(s);
}

/* What stands between two brackets, of which `close` is the second. */
static bool items(struct json_scan *s, char close, bool (*item)(struct json_scan *s))
{
    s->at++;
    blanks(s);
    for (bool more = false; more || *s->at != close; more = true) {
        if (*s->at == close)
            return wrong(s, s->at,
                         close == '}' ? "a comma before '}', which JSON does not allow; remove it"
                                      : "a comma before ']', which JSON does not allow; remove it");
        if (!item(s))
            return false;
        blanks(s);
        if (*s->at == close)
            break;
        if (*s->at != ',')
            return unexpected(s, close == '}' ? "',' or '}'" : "',' or ']'");
        s->at++;
        blanks(s);
    }
    s->at++;
    return true;
}

static bool container(struct json_scan *s)
{
    const size_t outer = s->key_count;
    const bool object = *s->at == '{';

    if (++s->depth > JSON_DEEPEST)
        return wrong(s, s->at, "nested too deeply");
    if (!items(s, object ? '}' : ']', object ? member : value) || !no_key_twice(s, outer))
        return false;
    s->key_count = outer;
    s->depth--;
    return true;
}

static bool word(struct json_scan *s, const char *name)
{
    if (!starts(s, name))
        return unexpected(s, "a value");
    s->at += strlen(name);
    return true;
}

static bool value(struct json_scan *s)
{
    blanks(s);
    switch (*s->at) {
    case '{':
    case '[':
        return container(s);
    case '"':
        return string(s);
    case 't':
        return word(s, "true");
    case 'f':
        return word(s, "false");
    case 'n':
        return word(s, "null");
    default:
        return number(s);
    }
}

static bool document(struct json_scan *s)
{
    if (starts(s, "\xEF\xBB\xBF"))
        s->start = s->at += 3;
    blanks(s);
    if (s->at >= s->end)
        return wrong(s, s->at, "the text is empty where a JSON value was expected");
    if (!value(s))
        return false;
    blanks(s);
    return s->at == s->end || unexpected(s, "the end of the text");
}

bool json_scan(const char *text, size_t length, struct error *error)
{
    struct json_scan s = { .start = text,
                           .at = text,
                           .end = text + length,
                           .error = error,
                           .arena = arena_new(),
                           .key_room = KEYS_FEW };

    s.keys = s.few;
    const bool sound = document(&s);
    arena_free(s.arena);
    return sound;
}

/* Whether a \uXXXX stands there. */
static bool reads_unit(const char *at, const char *end, unsigned *unit)
{
    return end - at >= 6 && at[0] == '\\' && at[1] == 'u' && hex4(at + 2, unit);
}

size_t json_scan_escape(const char **at, const char *end, char bytes[TEXT_UTF8_ROOM])
{
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    unsigned unit = 0, low = 0;

    if (!reads_unit(*at, end, &unit)) {
        const char *const second = end - *at > 1 ? *at + 1 : *at;
        const char *letter = strchr(letters, *second);

        bytes[0] = letter && *letter ? meant[letter - letters] : *second;
        *at = second + 1;
        return 1;
    }
    *at += 6;
    if (unit >= 0xD800 && unit <= 0xDBFF && reads_unit(*at, end, &low)) {
        *at += 6;
        unit = 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF);
    }
    return text_utf8_write(unit, bytes);
}
