/* The part of the parser that reads characters, escapes and classes. */
#include "regex_parser.h"

#include <ctype.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/pattern/pattern.h"

void *parser_wrong(const struct parser *p, const char *at, const char *what)
{
    error_set(p->error, "offset %zu: %s", (size_t)(at - p->pattern), what);
    return NULL;
}

static int refuse(const struct parser *p, const char *at, const char *what)
{
    parser_wrong(p, at, what);
    return -1;
}

bool parser_takes(struct parser *p, const char *word)
{
    const size_t length = strlen(word);

    if (strncmp(p->at, word, length) != 0)
        return false;
    p->at += length;
    return true;
}

uint32_t parser_next(struct parser *p)
{
    static const unsigned char lead[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    const size_t length = text_utf8_length(p->at);
    uint32_t c = (unsigned char)*p->at & lead[length];

    for (size_t i = 1; i < length; i++)
        c = c << 6 | ((unsigned char)p->at[i] & 0x3F);
    p->at += length;
    return c;
}

/* Exactly `digits` hexadecimal ones; reads nothing otherwise. */
static bool hex(struct parser *p, size_t digits, uint32_t *c)
{
    uint32_t value = 0;

    for (size_t i = 0; i < digits; i++) {
        const int digit = (unsigned char)p->at[i];

        if (!isxdigit(digit))
            return false;
        value = value * 16 + (uint32_t)(isdigit(digit) ? digit - '0' : (digit | 32) - 'a' + 10);
    }
    p->at += digits;
    *c = value;
    return true;
}

static bool braced_hex(struct parser *p, uint32_t *c)
{
    const size_t digits = *p->at == '{' ? strspn(p->at + 1, "0123456789abcdefABCDEF") : 0;

    if (!digits || digits > 6 || p->at[digits + 1] != '}')
        return false;
    p->at++;
    hex(p, digits, c);
    p->at++;
    return true;
}

/* After \u. */
static bool unicode(struct parser *p, uint32_t *c)
{
    uint32_t low;

    if (braced_hex(p, c))
        return true;
    if (!hex(p, 4, c))
        return false;
    const char *const after = p->at;
    if (*c < 0xD800 || *c > 0xDBFF || !parser_takes(p, "\\u"))
        return true;
    if (hex(p, 4, &low) && low >= 0xDC00 && low <= 0xDFFF)
        *c = 0x10000 + ((*c - 0xD800) << 10 | (low - 0xDC00));
    else
        p->at = after;
    return true;
}

uint32_t parser_escaped(struct parser *p)
{
    static const char letters[] = "tnrfv0", values[] = "\t\n\r\f\v";
    const char letter = *p->at;
    const char *const known = strchr(letters, letter);
    uint32_t c = 0;

    if (letter == 'c' && isalpha((unsigned char)p->at[1])) {
        p->at += 2;
        return (unsigned char)p->at[-1] % 32;
    }
    if (letter == 'x' || letter == 'u') {
        p->at++;
        if (letter == 'u' ? unicode(p, &c) : braced_hex(p, &c) || hex(p, 2, &c))
            return c;
        return (unsigned char)letter;
    }
    if (!known)
        return parser_next(p);
    p->at++;
    return (unsigned char)values[known - letters];
}

/*
 * The characters of a property that is not listed here: of all near the beginning of Unicode, and
 * of some parts further on, each is held against the pattern that names it.
 */
static bool add_probed(struct arena *arena, struct regex_ranges *ranges, const char *name,
                       bool negative)
{
    static const struct regex_range probed[] = {
        { 1, 0x17FF },        { 0x1E00, 0x23FF },   { 0x2600, 0x27BF },  { 0x3000, 0x30FF },
        { 0x4E00, 0x4EFF },   { 0xAC00, 0xACFF },   { 0xFE00, 0xFE0F },  { 0x10000, 0x100FF },
        { 0x1D400, 0x1D4FF }, { 0x1F300, 0x1F64F }, { 0xE0000, 0xE01FF }
    };
    struct error ignored;
    const struct pattern *const pattern = pattern_compile(
        arena, arena_printf(arena, "^\\%c{%s}$", negative ? 'P' : 'p', name), &ignored);

    for (size_t i = 0; pattern && i < sizeof(probed) / sizeof(probed[0]); i++)
        for (uint32_t c = probed[i].first; c <= probed[i].last; c++) {
            const uint32_t first = c;
            char text[TEXT_UTF8_ROOM];

            while (c <= probed[i].last && text_utf8_write(c, text) &&
                   pattern_search(pattern, text) == PATTERN_MATCH)
                c++;
            if (c > first)
                regex_ranges_add(ranges, first, c - 1);
        }
    return pattern;
}

int parser_class_escape(struct parser *p, struct regex_ranges *ranges)
{
    const char letter = p->at[1];
    const char small = (char)tolower((unsigned char)letter), *name = &small;
    size_t length = 1;

    if (*p->at != '\\' || !letter || !strchr("dDwWsSpP", letter))
        return 0;
    p->at += 2;
    if (small == 'p') {
        const bool braced = *p->at == '{';
        name = p->at + braced;
        length = braced ? strcspn(name, "}") : strlen(name) > 0;
        if (braced && !name[length])
            return refuse(p, p->at, "} is missing after \\p{");
        p->at = name + length + braced;
    }
    if (!regex_ranges_add_named(ranges, name, length, letter != small) &&
        !add_probed(p->arena, ranges, arena_copy(p->arena, name, length), letter != small))
        return refuse(p, name, "a Unicode property that is not known here");
    return 1;
}

/* One end of a range, or a whole class escape. */
static int class_member(struct parser *p, struct regex_ranges *ranges, uint32_t *c)
{
    const int escape = parser_class_escape(p, ranges);

    if (escape)
        return escape;
    if (*p->at != '\\') {
        *c = parser_next(p);
        return 0;
    }
    p->at++;
    if (!*p->at)
        return refuse(p, p->at, "the pattern ends after a backslash");
    *c = parser_takes(p, "b") ? '\b' : parser_escaped(p);
    return 0;
}

/* A member, or a range of two; next to a class escape, - stands for itself. */
static bool class_range(struct parser *p, struct regex_ranges *ranges)
{
    const char *const start = p->at;
    uint32_t first = 0, last = 0;
    int escape = class_member(p, ranges, &first);

    if (escape || p->at[0] != '-' || !p->at[1] || p->at[1] == ']') {
        if (!escape)
            regex_ranges_add(ranges, first, first);
        return escape >= 0;
    }
    p->at++;
    escape = class_member(p, ranges, &last);
    if (escape) {
        regex_ranges_add(ranges, '-', '-');
        regex_ranges_add(ranges, first, first);
        return escape > 0;
    }
    if (last < first)
        return refuse(p, start, "a range whose end comes before its start") > 0;
    regex_ranges_add(ranges, first, last);
    return true;
}

const struct regex_set *parser_class(struct parser *p)
{
    struct regex_ranges ranges = { .arena = p->arena };
    const char *const start = p->at++;
    const bool negative = parser_takes(p, "^");

    while (*p->at != ']') {
        if (!*p->at)
            return parser_wrong(p, start, "] is missing after [");
        if (!class_range(p, &ranges))
            return NULL;
    }
    p->at++;
    return regex_set_new(&ranges, negative);
}
