#include "cfnc/base/text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct text text_new(struct arena *arena)
{
    return (struct text){ .arena = arena, .bytes = arena_alloc(arena, 64), .room = 64 };
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
    if (text->room - text->length <= length) {
        const size_t room = (text->length + length + 1) * 2;
        char *grown = arena_alloc(text->arena, room);

        memcpy(grown, text->bytes, text->length);
        text->bytes = grown;
        text->room = room;
    }
    if (length)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_addf(struct text *text, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    text_add(text, arena_vprintf(text->arena, format, args));
    va_end(args);
}

/* RFC 3629: the shortest form only (but for U+0000), no surrogates, nothing above U+10FFFF. */
size_t text_utf8_length(const char *s)
{
    static const struct {
        unsigned char first, last, second_low, second_high, length;
    } rows[] = {
        { 0x01, 0x7F, 0, 0, 1 },       { 0xC0, 0xC0, 0x80, 0x80, 2 }, { 0xC2, 0xDF, 0x80, 0xBF, 2 },
        { 0xE0, 0xE0, 0xA0, 0xBF, 3 }, { 0xE1, 0xEC, 0x80, 0xBF, 3 }, { 0xED, 0xED, 0x80, 0x9F, 3 },
        { 0xEE, 0xEF, 0x80, 0xBF, 3 }, { 0xF0, 0xF0, 0x90, 0xBF, 4 }, { 0xF1, 0xF3, 0x80, 0xBF, 4 },
        { 0xF4, 0xF4, 0x80, 0x8F, 4 },
    };
    const unsigned char *u = (const unsigned char *)s;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (u[0] < rows[i].first || u[0] > rows[i].last)
            continue;
        if (rows[i].length > 1 && (u[1] < rows[i].second_low || u[1] > rows[i].second_high))
            return 0;
        for (size_t k = 2; k < rows[i].length; k++)
            if ((u[k] & 0xC0) != 0x80)
                return 0;
        return rows[i].length;
    }
    return 0;
}

size_t text_utf8_write(uint32_t code, char bytes[TEXT_UTF8_ROOM])
{
    static const struct {
        uint32_t last;
        unsigned char lead;
    } rows[] = { { 0x7F, 0 }, { 0x7FF, 0xC0 }, { 0xFFFF, 0xE0 }, { 0x10FFFF, 0xF0 } };
    size_t more = code ? 0 : 1;

    while (code > rows[more].last)
        more++;
    bytes[0] = (char)(rows[more].lead | code >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        bytes[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3F));
    bytes[more + 1] = '\0';
    return more + 1;
}

static uint32_t code_point(const char *s, size_t length)
{
    static const unsigned char lead[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    const unsigned char *u = (const unsigned char *)s;
    uint32_t c = u[0] & lead[length];

    for (size_t k = 1; k < length; k++)
        c = c << 6 | (u[k] & 0x3F);
    return c;
}

/* C0, DEL and C1 drive a terminal; the rest turn the reading order around. */
static bool harmful(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 ||
           (c >= 0x200E && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

bool text_harmful(const char *s, unsigned *code)
{
    const size_t length = text_utf8_length(s);

    *code = length ? code_point(s, length) : 0;
    return length && harmful(*code);
}

uint32_t text_code(const char *s, size_t *length)
{
    const size_t bytes = text_utf8_length(s);

    *length = bytes ? bytes : 1;
    return bytes ? code_point(s, bytes) : 0;
}

size_t text_count(const char *from, const char *to)
{
    size_t count = 0;

    for (; from < to; from++)
        count += ((unsigned char)*from & 0xC0) != 0x80;
    return count;
}

size_t text_hex(const char *s, size_t most, uint32_t *number)
{
    size_t n = 0;

    *number = 0;
    for (; n < most && isxdigit((unsigned char)s[n]); n++)
        *number = *number * 16 + (uint32_t)(s[n] <= '9' ? s[n] - '0' : (s[n] | 0x20) - 'a' + 10);
    return n;
}

bool text_is_nul(const char *s)
{
    return s[0] == TEXT_NUL[0] && s[1] == TEXT_NUL[1];
}

static size_t add_quoted(struct text *out, const char *s)
{
    const size_t length = text_utf8_length(s);
    const uint32_t c = length ? code_point(s, length) : 0;

    if (!length)
        text_addf(out, "\\x%02x", (unsigned)(unsigned char)*s);
    else if (c == '\n')
        text_add(out, "\\n");
    else if (c == '\t')
        text_add(out, "\\t");
    else if (harmful(c))
        text_addf(out, "\\u%04x", (unsigned)c);
    else
        text_add_bytes(out, s, length);
    return length ? length : 1;
}

const char *text_quote(struct arena *arena, const char *string, size_t columns)
{
    struct text out = text_new(arena);
    size_t shown = 0, hidden = 0;

    for (const char *s = string ? string : ""; *s;) {
        if (columns && shown == columns) {
            const size_t length = text_utf8_length(s);
            s += length ? length : 1;
            hidden++;
            continue;
        }
        s += add_quoted(&out, s);
        shown++;
    }
    if (hidden)
        text_addf(&out, "...(+%zu)", hidden);
    return out.bytes;
}

enum { LONGEST_WORD = 64 };

/* Edits (insert, delete, replace, swap of neighbours) between two short words, case ignored. */
static size_t edits(const char *a, const char *b)
{
    size_t before[LONGEST_WORD + 1], last[LONGEST_WORD + 1], row[LONGEST_WORD + 1];
    const size_t m = strlen(a), n = strlen(b);

    if (m > LONGEST_WORD || n > LONGEST_WORD)
        return LONGEST_WORD;
    memset(before, 0, sizeof(before));
    for (size_t j = 0; j <= n; j++)
        last[j] = j;
    for (size_t i = 1; i <= m; i++) {
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            const int p = tolower((unsigned char)a[i - 1]), q = tolower((unsigned char)b[j - 1]);
            size_t best = last[j - 1] + (p != q);

            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && p == tolower((unsigned char)b[j - 2]) &&
                q == tolower((unsigned char)a[i - 2]) && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
        }
        memcpy(before, last, sizeof(last));
        memcpy(last, row, sizeof(row));
    }
    return last[n];
}

const char *text_nearest(const char *word, const char *const *candidates)
{
    const char *nearest = NULL;
    size_t fewest = strlen(word) / 3 + 1;

    for (; *candidates; candidates++) {
        const size_t distance = edits(word, *candidates);

        if (distance < fewest || (distance == fewest && !nearest)) {
            fewest = distance;
            nearest = *candidates;
        }
    }
    return nearest;
}

const char *text_meant(struct arena *arena, const char *near, const char *otherwise)
{
    return near ? arena_printf(arena, " (did you mean %s?)", near) : otherwise;
}

bool text_glob(const char *pattern, const char *name)
{
    const char *star = NULL, *resume = NULL;

    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            resume = name;
        } else if (*pattern == '?' || *pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

const char *text_replace(struct arena *arena, const char *text, const char *part,
                         const char *instead)
{
    struct text out = text_new(arena);

    for (const char *at; (at = strstr(text, part)); text = at + strlen(part)) {
        text_add_bytes(&out, text, (size_t)(at - text));
        text_add(&out, instead);
    }
    text_add(&out, text);
    return out.bytes;
}
