/*
 * How a secret may be written. Escapes are seen through while a text is read;
 * base64 is not, as it has no beginning and no end: its spellings are learnt, and
 * those as hexadecimal digits.
 */
#include <string.h>

#include "cfnc/base/text.h"
#include "redact_private.h"

enum { MOST_DIGITS = 9, LONGEST_IN_DIGITS = 64 * 1024 };

/* JSON and what languages add to it (RFC 8259, section 7), HTML and XML, JSON pointers (RFC 6901).
 */
static const struct {
    const char *escape;
    char means;
} named[] = {
    { "\\n", '\n' },   { "\\r", '\r' },  { "\\t", '\t' },  { "\\b", '\b' }, { "\\f", '\f' },
    { "\\0", '\0' },   { "\\\"", '"' },  { "\\\\", '\\' }, { "\\/", '/' },  { "\\'", '\'' },
    { "&quot;", '"' }, { "&amp;", '&' }, { "&lt;", '<' },  { "&gt;", '>' }, { "&apos;", '\'' },
    { "~0", '~' },     { "~1", '/' },
};

/* A character by its number, or a byte; %2F is of RFC 3986, section 2.1. */
static const struct {
    const char *escape;
    size_t digits; /* 0: up to a semicolon */
    unsigned base;
    bool byte;
} numbered[] = {
    { "\\u", 4, 16, false }, { "\\x", 2, 16, true },  { "%", 2, 16, true },
    { "&#x", 0, 16, false }, { "&#X", 0, 16, false }, { "&#", 0, 10, false },
};

bool spelling_begins(char c)
{
    return c == '\\' || c == '%' || c == '&' || c == '~';
}

/* Where an escape is read, from the bytes of the layers below it. */
struct escape {
    struct script *script;
    const char *text;
    int layers;
    size_t used; /* so much of the text was read */
};

/* The next `wanted` bytes, when each of them stands for itself. */
static bool read_bytes(struct escape *e, char *bytes, size_t wanted)
{
    for (size_t i = 0; i < wanted; i++) {
        const struct spelled next = spelling_read(e->script, e->text + e->used, e->layers);

        if (next.count != 1)
            return false;
        bytes[i] = next.bytes[0];
        e->used += next.used;
    }
    return true;
}

static bool reads(struct escape *e, const char *wanted)
{
    for (char c; *wanted; wanted++)
        if (!read_bytes(e, &c, 1) || c != *wanted)
            return false;
    return true;
}

static bool read_number(struct escape *e, size_t count, unsigned base, uint32_t *number)
{
    static const char all[] = "0123456789abcdef0123456789ABCDEF";
    const size_t most = count ? count : MOST_DIGITS + 1;
    char c = '\0';

    *number = 0;
    for (size_t i = 0; i < most; i++) {
        if (!read_bytes(e, &c, 1))
            return false;
        if (!count && c == ';')
            return i > 0;
        const char *at = c ? strchr(all, c) : NULL;
        const uint32_t digit = at ? (uint32_t)(at - all) % 16 : base;
        if (digit >= base || *number > 0x10FFFF)
            return false;
        *number = *number * base + digit;
    }
    return count > 0;
}

static struct spelled character(uint32_t code, bool byte, const struct escape *e)
{
    char bytes[TEXT_UTF8_ROOM] = { (char)code };
    struct spelled spelled = { .count = 1, .used = e->used };

    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return (struct spelled){ .count = 0 };
    if (!byte || !code)
        spelled.count = text_utf8_write(code, bytes);
    memcpy(spelled.bytes, bytes, spelled.count);
    return spelled;
}

/* What an escape says whose first byte stands for itself; of nothing where it is none. */
static struct spelled read_escape(const struct escape *start)
{
    uint32_t code, low;

    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
        struct escape e = *start;

        if (reads(&e, named[i].escape))
            return character((unsigned char)named[i].means, false, &e);
    }
    for (size_t i = 0; i < sizeof(numbered) / sizeof(numbered[0]); i++) {
        struct escape e = *start;

        if (!reads(&e, numbered[i].escape) ||
            !read_number(&e, numbered[i].digits, numbered[i].base, &code))
            continue;
        struct escape more = e; /* two that are one character */
        if (code >= 0xD800 && code <= 0xDBFF && reads(&more, "\\u") &&
            read_number(&more, 4, 16, &low) && low >= 0xDC00 && low <= 0xDFFF)
            return character(0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00), false, &more);
        return character(code, numbered[i].byte, &e);
    }
    return (struct spelled){ .count = 0 };
}

struct spelled spelling_read(struct script *s, const char *text, int layers)
{
    if (text == s->end)
        return (struct spelled){ .count = 0 };
    if (!layers || !spelling_begins(*text))
        return (struct spelled){ { *text }, 1, 1 };
    const size_t place = (size_t)(s->end - text) % SCRIPT_KNOWN;
    if (s->known[layers - 1][place].at != text) {
        const struct spelled below = spelling_read(s, text, layers - 1);
        const struct escape start = { s, text, layers - 1, 0 };
        struct spelled read = { .count = 0 };

        if (below.count == 1 && spelling_begins(below.bytes[0]))
            read = read_escape(&start);
        s->known[layers - 1][place].at = text;
        s->known[layers - 1][place].says = read.count ? read : below;
    }
    return s->known[layers - 1][place].says;
}

/*
 * Digits of so many bits (RFC 4648): those that are of these bytes alone, when `shift` bytes of
 * something else stand in front.
 */
static void add_digits(struct secrets *secrets, const unsigned char *bytes, size_t length,
                       size_t shift, size_t bits, const char *digits)
{
    const size_t first = (8 * shift + bits - 1) / bits, end = 8 * (shift + length) / bits;
    struct arena *scratch = arena_new();
    char *word = arena_alloc(scratch, end - first + 1);

    for (size_t i = first; i < end; i++) {
        const size_t bit = bits * i - 8 * shift, at = bit / 8;
        const unsigned two = (unsigned)bytes[at] << 8 | (at + 1 < length ? bytes[at + 1] : 0u);

        word[i - first] = digits[two >> (16 - bits - bit % 8) & ((1u << bits) - 1)];
    }
    secrets_add(secrets, word, end - first);
    arena_free(scratch);
}

void spelling_add_each(struct secrets *secrets, const char *bytes, size_t length)
{
    static const struct {
        const char *digits;
        size_t bits, shifts;
    } rows[] = {
        { "0123456789abcdef", 4, 1 },
        { "0123456789ABCDEF", 4, 1 },
        { "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 6, 3 },
        { "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 6, 3 },
    };
    struct arena *scratch = arena_new();
    char *form = arena_copy(scratch, bytes, length); /* of a URL's query */

    secrets_add(secrets, bytes, length);
    for (char *blank = form; (blank = strchr(blank, ' '));)
        *blank = '+';
    secrets_add(secrets, form, length);
    arena_free(scratch);
    for (size_t i = 0; length <= LONGEST_IN_DIGITS && i < sizeof(rows) / sizeof(rows[0]); i++)
        for (size_t shift = 0; shift < rows[i].shifts; shift++)
            add_digits(secrets, (const unsigned char *)bytes, length, shift, rows[i].bits,
                       rows[i].digits);
}
