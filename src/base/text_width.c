#include <string.h>

#include "cfnc/base/text.h"

/* Code points, from and to. */
struct width_range {
    uint32_t first, last;
};

/* East_Asian_Width W and F (UAX 11), without what is rare. */
static const struct width_range wide[] = {
    { 0x1100, 0x115F },   { 0x231A, 0x231B },   { 0x2329, 0x232A },   { 0x23E9, 0x23EC },
    { 0x2614, 0x2615 },   { 0x2648, 0x2653 },   { 0x26A1, 0x26A1 },   { 0x26BD, 0x26BE },
    { 0x2705, 0x2705 },   { 0x270A, 0x270B },   { 0x2728, 0x2728 },   { 0x274C, 0x274C },
    { 0x2753, 0x2755 },   { 0x2795, 0x2797 },   { 0x2B50, 0x2B50 },   { 0x2E80, 0x303E },
    { 0x3041, 0x3247 },   { 0x3250, 0x4DBF },   { 0x4E00, 0xA4CF },   { 0xA960, 0xA97C },
    { 0xAC00, 0xD7A3 },   { 0xF900, 0xFAFF },   { 0xFE10, 0xFE19 },   { 0xFE30, 0xFE6B },
    { 0xFF01, 0xFF60 },   { 0xFFE0, 0xFFE6 },   { 0x16FE0, 0x18D08 }, { 0x1B000, 0x1B2FB },
    { 0x1F18E, 0x1F19A }, { 0x1F200, 0x1F320 }, { 0x1F32D, 0x1F393 }, { 0x1F3A0, 0x1F3CA },
    { 0x1F3E0, 0x1F3F0 }, { 0x1F3F8, 0x1F4FC }, { 0x1F4FF, 0x1F53D }, { 0x1F550, 0x1F567 },
    { 0x1F5FB, 0x1F64F }, { 0x1F680, 0x1F6C5 }, { 0x1F6EB, 0x1F6FC }, { 0x1F7E0, 0x1F7EB },
    { 0x1F90C, 0x1F9FF }, { 0x1FA70, 0x1FAF6 }, { 0x20000, 0x3FFFD },
};

/* What stands upon the character before it, and what is not seen. */
static const struct width_range marks[] = {
    { 0x0300, 0x036F }, { 0x0483, 0x0489 },   { 0x0591, 0x05BD }, { 0x0610, 0x061A },
    { 0x064B, 0x065F }, { 0x06D6, 0x06DC },   { 0x093C, 0x093C }, { 0x0941, 0x0948 },
    { 0x094D, 0x094D }, { 0x0E31, 0x0E31 },   { 0x0E34, 0x0E3A }, { 0x0E47, 0x0E4E },
    { 0x1AB0, 0x1ACE }, { 0x1DC0, 0x1DFF },   { 0x200B, 0x200F }, { 0x20D0, 0x20F0 },
    { 0x302A, 0x302D }, { 0x3099, 0x309A },   { 0xFE00, 0xFE0F }, { 0xFE20, 0xFE2F },
    { 0xFEFF, 0xFEFF }, { 0xE0100, 0xE01EF },
};

#define COUNT(ranges) (sizeof(ranges) / sizeof((ranges)[0]))

static bool is_among(const struct width_range *ranges, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count && code >= ranges[i].first; i++)
        if (code <= ranges[i].last)
            return true;
    return false;
}

/* Of the character at `s`, which takes `length` bytes. */
static size_t width_of(const char *s, size_t *length)
{
    const uint32_t code = text_code(s, length);

    if (*length == 1)
        return 1;
    return is_among(marks, COUNT(marks), code) ? 0 : is_among(wide, COUNT(wide), code) ? 2 : 1;
}

size_t text_width(const char *string)
{
    size_t width = 0, length;

    for (; *string; string += length)
        width += width_of(string, &length);
    return width;
}

/* How many bytes of it fit; *hidden is how many characters do not. */
static size_t bytes_that_fit(const char *string, size_t columns, size_t *hidden)
{
    size_t width = 0, bytes = 0, length;
    const char *s = string;

    *hidden = 0;
    for (; *s; s += length) {
        width += width_of(s, &length);
        if (width <= columns)
            bytes = (size_t)(s - string) + length;
        else
            ++*hidden;
    }
    return bytes;
}

const char *text_fit(struct arena *arena, const char *string, size_t columns)
{
    enum { NOTE = 8 }; /* "...(+12)"; a larger number takes more */
    const char *whole = text_quote(arena, string, 0);
    size_t note = NOTE, bytes, hidden;

    if (!columns || text_width(whole) <= columns)
        return whole;
    for (;;) {
        bytes = bytes_that_fit(whole, columns > note ? columns - note : 1, &hidden);
        const char *cut = arena_printf(arena, "%.*s...(+%zu)", (int)bytes, whole, hidden);

        if (columns <= note || text_width(cut) <= columns)
            return cut;
        note++;
    }
}

/* How many of the first `length` bytes fit into so many columns, one character at least; and how
 * wide they are. */
static size_t bytes_fitting(const char *string, size_t length, size_t columns, size_t *width)
{
    size_t bytes = 0, step;

    for (*width = 0; bytes < length; bytes += step) {
        const size_t more = width_of(string + bytes, &step);

        if (bytes && *width + more > columns)
            break;
        *width += more;
    }
    return bytes < length ? bytes : length;
}

void text_add_wrapped(struct text *text, const char *words, int at, int indent, int columns)
{
    const int line = columns - indent > 8 ? columns - indent : 8;

    for (bool first = true; *words; first = false) {
        const size_t blanks = strspn(words, " ");
        size_t length = strcspn(words + blanks, " ");
        size_t width = 0;

        if (!length)
            return;
        length = bytes_fitting(words + blanks, length, (size_t)line, &width);
        if (!first && at + (int)(blanks + width) > columns) {
            text_addf(text, "\n%*s", indent, "");
            at = indent;
        } else {
            text_add_bytes(text, words, blanks);
            at += (int)blanks;
        }
        text_add_bytes(text, words + blanks, length);
        at += (int)width;
        words += blanks + length;
    }
}

const char *text_ascii(struct arena *arena, const char *string)
{
    struct text out = text_new(arena);

    for (size_t length; *string; string += length) {
        const uint32_t code = text_code(string, &length);

        if (length > 1)
            text_addf(&out, "\\u%04x", (unsigned)code);
        else if (code)
            text_add_bytes(&out, string, 1);
        else
            text_addf(&out, "\\x%02x", (unsigned)(unsigned char)*string);
    }
    return out.bytes;
}

const char *text_padded(struct arena *arena, const char *string, size_t columns)
{
    const size_t width = text_width(string);

    return arena_printf(arena, "%s%*s", string, (int)(width < columns ? columns - width : 0), "");
}
