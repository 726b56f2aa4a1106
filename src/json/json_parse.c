/*
 * A recursive-descent reader. It says what is wrong with a text, and where, better
 * than a library that only knows a byte offset; and it refuses what the library
 * would let pass. What it built of a text that is wrong stays in the arena.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_private.h"

enum { KEYS_FEW = 32 }; /* more of them than these take memory */

struct parsed_key {
    const char *name;    /* what it means */
    const char *written; /* where it stands, behind its quote */
};

struct parser {
    const char *start, *at, *end;
    struct error *error;
    struct arena *arena, *work;
    struct parsed_key *keys; /* of the objects around, the innermost last */
    size_t key_count, key_room;
    struct parsed_key few[KEYS_FEW];
    const json *root;
    int depth;
};

/* Reads a value into `container`; `key` is where the quote of its key stands, or NULL. */
static bool value(struct parser *s, json *into, const char *key);

static struct place place_of(const struct parser *s, const char *at)
{
    struct place place = { .line = 1, .column = 1 };

    for (const char *c = s->start; c < at; c++) {
        if (*c == '\n') {
            place.line++;
            place.column = 1;
        } else if (((unsigned char)*c & 0xC0) != 0x80) {
            place.column++;
        }
    }
    return place;
}

static bool wrong(struct parser *s, const char *at, const char *what)
{
    const struct place place = place_of(s, at);

    return error_at(s->error, &place, "%s", what);
}

static void blanks(struct parser *s)
{
    s->at += strspn(s->at, " \t\r\n");
}

static bool starts(const struct parser *s, const char *word)
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
static bool unexpected(struct parser *s, const char *expected)
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

/* \uXXXX, with its partner when it is half of a pair. */
static bool unicode_escape(struct parser *s)
{
    const char *escape = s->at;
    uint32_t unit, low;

    if (text_hex(s->at + 2, 4, &unit) != 4)
        return wrong(s, escape, "\\u must be followed by four hexadecimal digits");
    s->at += 6;
    if (unit >= 0xDC00 && unit <= 0xDFFF)
        return wrong(s, escape, "half of a surrogate pair stands alone");
    if (unit < 0xD800 || unit > 0xDBFF)
        return true;
    if (!starts(s, "\\u") || text_hex(s->at + 2, 4, &low) != 4 || low < 0xDC00 || low > 0xDFFF)
        return wrong(s, escape, "half of a surrogate pair stands alone");
    s->at += 6;
    return true;
}

static bool string_character(struct parser *s)
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

static bool skip_string(struct parser *s)
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

/* What the string means whose quote is at `at`. */
static char *meant(const char *at)
{
    const char *end = ++at;

    while (*end != '"')
        end += *end == '\\' ? 2 : 1;
    char *const string = json_bytes((size_t)(end - at) + TEXT_UTF8_ROOM), *out = string;
    while (at < end)
        if (*at == '\\')
            out += json_escape(&at, end, out);
        else
            *out++ = *at++;
    *out = '\0';
    return string;
}

static json *add(struct parser *s, json *container, const char *key, struct json_node node)
{
    node.key = key ? meant(key) : NULL;
    if (key) {
        s->keys = arena_grow(s->work, s->keys, s->key_count, &s->key_room, sizeof(*s->keys));
        s->keys[s->key_count++] = (struct parsed_key){ node.key, key + 1 };
    }
    json *item = json_add(s->arena, container, node);
    if (!container)
        s->root = item;
    return item;
}

static bool string(struct parser *s, json *container, const char *key)
{
    const char *const begin = s->at;

    return skip_string(s) && add(s, container, key,
                                 (struct json_node){ .type = JSON_STRING, .string = meant(begin) });
}

static void digits(struct parser *s)
{
    while (isdigit((unsigned char)*s->at))
        s->at++;
}

/* Where no double is sure to hold the whole number that `text` is, its digits stand beside it. */
static char *digits_beyond_doubles(const char *text, size_t length, double number)
{
    const double exact = 9007199254740992.0; /* 2^53 */

    if (fabs(number) < exact || strspn(text, "-0123456789") < length)
        return NULL;
    char *digits = json_bytes(length + 1);
    memcpy(digits, text, length);
    digits[length] = '\0';
    return digits;
}

static bool number(struct parser *s, json *container, const char *key)
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
    struct json_node node = { .type = JSON_NUMBER, .number = strtod(first, NULL) };
    if (!isfinite(node.number))
        return wrong(s, first, "a number too large for a double");
    node.string = digits_beyond_doubles(first, (size_t)(s->at - first), node.number);
    return add(s, container, key, node);
}

static int key_order(const void *a, const void *b)
{
    const struct parsed_key *p = a, *q = b;
    const int order = strcmp(p->name, q->name);

    return order ? order : p->written < q->written ? -1 : p->written > q->written;
}

static bool no_key_twice(struct parser *s, size_t outer)
{
    const size_t count = s->key_count - outer;
    char text[160];

    if (count < 2)
        return true;
    struct parsed_key *const keys = s->keys + outer;
    qsort(keys, count, sizeof(*keys), key_order);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(keys[i - 1].name, keys[i].name) != 0)
            continue;
        const char *const written = keys[i].written;
        s->at = written - 1;
        (void)skip_string(s);
        const int length = (int)(s->at - written) - 1;
        snprintf(text, sizeof(text), "the key \"%.*s\" stands twice in this object; remove one",
                 length < 60 ? length : 60, written);
        return wrong(s, written - 1, text);
    }
    return true;
}

static bool member(struct parser *s, json *object)
{
    const char *const key = s->at;

    if (!skip_string(s))
        return false;
    blanks(s);
    if (*s->at != ':')
        return unexpected(s, "':' after the key");
    s->at++;
    return value(s, object, key);
}

/* What stands between two brackets. */
static bool items(struct parser *s, json *container, bool object)
{
    const char close = object ? '}' : ']';

    s->at++;
    blanks(s);
    for (bool more = false; more || *s->at != close; more = true) {
        if (*s->at == close)
            return wrong(s, s->at,
                         object ? "a comma before '}', which JSON does not allow; remove it"
                                : "a comma before ']', which JSON does not allow; remove it");
        if (object ? !member(s, container) : !value(s, container, NULL))
            return false;
        blanks(s);
        if (*s->at == close)
            break;
        if (*s->at != ',')
            return unexpected(s, object ? "',' or '}'" : "',' or ']'");
        s->at++;
        blanks(s);
    }
    s->at++;
    return true;
}

static bool container(struct parser *s, json *outside, const char *key)
{
    const bool object = *s->at == '{';

    if (++s->depth > JSON_DEEPEST)
        return wrong(s, s->at, "nested too deeply");
    json *inside =
        add(s, outside, key, (struct json_node){ .type = object ? JSON_OBJECT : JSON_ARRAY });
    const size_t outer = s->key_count;
    if (!items(s, inside, object) || !no_key_twice(s, outer))
        return false;
    s->key_count = outer;
    s->depth--;
    return true;
}

static bool value(struct parser *s, json *into, const char *key)
{
    static const struct {
        const char *word;
        struct json_node node;
    } words[] = {
        { "true", { .type = JSON_BOOLEAN, .yes = true } },
        { "false", { .type = JSON_BOOLEAN } },
        { "null", { .type = JSON_NULL } },
    };

    blanks(s);
    if (*s->at == '{' || *s->at == '[')
        return container(s, into, key);
    if (*s->at == '"')
        return string(s, into, key);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (starts(s, words[i].word)) {
            s->at += strlen(words[i].word);
            return add(s, into, key, words[i].node);
        }
    return number(s, into, key);
}

static bool document(struct parser *s)
{
    if (starts(s, "\xEF\xBB\xBF"))
        s->start = s->at += 3;
    blanks(s);
    if (s->at >= s->end)
        return wrong(s, s->at, "the text is empty where a JSON value was expected");
    if (!value(s, NULL, NULL))
        return false;
    blanks(s);
    return s->at == s->end || unexpected(s, "the end of the text");
}

const json *json_parse(struct arena *arena, const char *text, size_t length, struct error *error)
{
    struct parser s = { .start = text,
                        .at = text,
                        .end = text + length,
                        .error = error,
                        .arena = arena,
                        .work = arena_new(),
                        .key_room = KEYS_FEW };

    s.keys = s.few;
    const bool sound = document(&s);
    arena_free(s.work);
    return sound ? s.root : NULL;
}

/* Whether a \uXXXX stands there. */
static bool reads_unit(const char *at, const char *end, uint32_t *unit)
{
    return end - at >= 6 && at[0] == '\\' && at[1] == 'u' && text_hex(at + 2, 4, unit) == 4;
}

size_t json_escape(const char **at, const char *end, char bytes[TEXT_UTF8_ROOM])
{
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    uint32_t unit = 0, low = 0;

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
