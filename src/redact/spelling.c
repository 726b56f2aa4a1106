/*
 * How a secret may be written. Escapes are seen through while a text is read;
 * base64 is not, as it has no beginning and no end: its spellings are learnt, and
 * those as hexadecimal digits.
 */
#include "redact_private.h"

#include <ctype.h>
#include <string.h>

#include "cfnc/base/text.h"

enum { LONGEST_ENTITY = 10, LONGEST_IN_DIGITS = 64 * 1024 };

bool spelling_begins(char c)
{
    return c == '\\' || c == '%' || c == '&' || c == '~';
}

/* The next `wanted` bytes of a layer, when each stands for itself there. */
static bool read_bytes(struct script *s, const char *text, int layers, char *bytes, size_t wanted,
                       size_t *used)
{
    *used = 0;
    for (size_t i = 0; i < wanted; i++) {
        const struct spelled next = spelling_read(s, text + *used, layers);

        if (next.count != 1)
            return false;
        bytes[i] = next.bytes[0];
        *used += next.used;
    }
    return true;
}

static bool read_digits(const char *digits, size_t count, unsigned base, uint32_t *number)
{
    static const char all[] = "0123456789abcdef0123456789ABCDEF";

    *number = 0;
    for (size_t i = 0; i < count; i++) {
        const char *at = digits[i] ? strchr(all, digits[i]) : NULL;
        const uint32_t digit = at ? (uint32_t)(at - all) % 16 : base;

        if (digit >= base || *number > 0x10FFFF)
            return false;
        *number = *number * base + digit;
    }
    return count > 0;
}

static struct spelled character(uint32_t code, size_t used)
{
    char bytes[TEXT_UTF8_ROOM];
    struct spelled spelled = { .count = 0 };

    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return spelled;
    spelled.count = text_utf8_write(code, bytes);
    spelled.used = used;
    memcpy(spelled.bytes, bytes, spelled.count);
    return spelled;
}

/* \u1234, or two of them that are one character (RFC 8259, section 7). */
static struct spelled read_u(struct script *s, const char *text, int layers, size_t before)
{
    char bytes[6];
    size_t used, more;
    uint32_t high, low;

    if (!read_bytes(s, text + before, layers, bytes, 4, &used) || !read_digits(bytes, 4, 16, &high))
        return (struct spelled){ .count = 0 };
    used += before;
    if (high >= 0xD800 && high <= 0xDBFF && read_bytes(s, text + used, layers, bytes, 6, &more) &&
        bytes[0] == '\\' && bytes[1] == 'u' && read_digits(bytes + 2, 4, 16, &low) &&
        low >= 0xDC00 && low <= 0xDFFF)
        return character(0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00), used + more);
    return character(high, used);
}

/* Behind a backslash: as JSON has it, and \x12 and \' as languages do. */
static struct spelled read_escape(struct script *s, const char *text, int layers, size_t before)
{
    static const char names[] = "nrtbf0\"\\/'", means[] = "\n\r\t\b\f\0\"\\/'";
    char c, digits[2];
    size_t used, more;
    uint32_t byte;

    if (!read_bytes(s, text + before, layers, &c, 1, &used))
        return (struct spelled){ .count = 0 };
    used += before;
    if (c == 'u')
        return read_u(s, text, layers, used);
    if (c == 'x' && read_bytes(s, text + used, layers, digits, 2, &more) &&
        read_digits(digits, 2, 16, &byte) && byte)
        return (struct spelled){ { (char)byte }, 1, used + more };
    const char *at = c ? strchr(names, c) : NULL;
    if (!at)
        return (struct spelled){ .count = 0 };
    const char meant = means[at - names];
    return meant ? (struct spelled){ { meant }, 1, used } : character(0, used);
}

/* %2F (RFC 3986, section 2.1). */
static struct spelled read_percent(struct script *s, const char *text, int layers, size_t before)
{
    char digits[2];
    size_t used;
    uint32_t byte;

    if (!read_bytes(s, text + before, layers, digits, 2, &used) ||
        !read_digits(digits, 2, 16, &byte))
        return (struct spelled){ .count = 0 };
    used += before;
    return byte ? (struct spelled){ { (char)byte }, 1, used } : character(0, used);
}

/* &quot; &#34; &#x22; */
static struct spelled read_entity(struct script *s, const char *text, int layers, size_t before)
{
    static const struct {
        const char *name;
        char c;
    } names[] = { { "quot", '"' }, { "amp", '&' }, { "lt", '<' }, { "gt", '>' }, { "apos", '\'' } };
    char word[LONGEST_ENTITY + 1] = "";
    size_t length = 0, used = before, more;
    uint32_t code;

    while (length < LONGEST_ENTITY && read_bytes(s, text + used, layers, word + length, 1, &more)) {
        used += more;
        if (word[length] != '#' && !isalnum((unsigned char)word[length]))
            break;
        length++;
    }
    if (word[length] != ';')
        return (struct spelled){ .count = 0 };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strlen(names[i].name) == length && memcmp(names[i].name, word, length) == 0)
            return (struct spelled){ { names[i].c }, 1, used };
    const bool hex = word[0] == '#' && (word[1] == 'x' || word[1] == 'X');
    const size_t digits = hex ? 2 : 1;
    if (word[0] != '#' || length <= digits ||
        !read_digits(word + digits, length - digits, hex ? 16 : 10, &code))
        return (struct spelled){ .count = 0 };
    return character(code, used);
}

/* ~0 and ~1 (RFC 6901). */
static struct spelled read_pointer(struct script *s, const char *text, int layers, size_t before)
{
    char c;
    size_t used;

    if (!read_bytes(s, text + before, layers, &c, 1, &used) || (c != '0' && c != '1'))
        return (struct spelled){ .count = 0 };
    return (struct spelled){ { c == '0' ? '~' : '/' }, 1, before + used };
}

/* What begins here, when the layers below are read already. */
static struct spelled read_layer(struct script *s, const char *text, int layers)
{
    static const struct {
        char first;
        struct spelled (*read)(struct script *s, const char *text, int layers, size_t before);
    } readers[] = {
        { '\\', read_escape }, { '%', read_percent }, { '~', read_pointer }, { '&', read_entity }
    };
    const struct spelled first = spelling_read(s, text, layers - 1);

    for (size_t i = 0; first.count == 1 && i < sizeof(readers) / sizeof(readers[0]); i++)
        if (readers[i].first == first.bytes[0]) {
            const struct spelled read = readers[i].read(s, text, layers - 1, first.used);

            return read.count ? read : first;
        }
    return first;
}

struct spelled spelling_read(struct script *s, const char *text, int layers)
{
    if (text == s->end)
        return (struct spelled){ .count = 0 };
    if (!layers || !spelling_begins(*text))
        return (struct spelled){ { *text }, 1, 1 };
    const size_t place = (size_t)(s->end - text) % SCRIPT_KNOWN;
    if (s->known[layers - 1][place].at != text) {
        const struct spelled read = read_layer(s, text, layers);

        s->known[layers - 1][place].at = text;
        s->known[layers - 1][place].says = read;
    }
    return s->known[layers - 1][place].says;
}

/* --- base64 (RFC 4648, sections 4 and 5) --- */

/* The digits that are of these bytes alone, when `shift` bytes of something else stand in front. */
static void learn_base64(struct redactor *redactor, const unsigned char *bytes, size_t length,
                         size_t shift, const char *digits)
{
    const size_t first = (8 * shift + 5) / 6, end = 8 * (shift + length) / 6;
    struct arena *scratch = arena_new();
    char *word = arena_alloc(scratch, end - first + 1);

    for (size_t i = first; i < end; i++) {
        const size_t bit = 6 * i - 8 * shift, at = bit / 8;
        const unsigned two = (unsigned)bytes[at] << 8 | (at + 1 < length ? bytes[at + 1] : 0u);

        word[i - first] = digits[two >> (10 - bit % 8) & 63];
    }
    redactor_remember(redactor, word, end - first);
    arena_free(scratch);
}

/* As digests and dumps are written (RFC 4648, section 8). */
static void learn_hexadecimal(struct redactor *redactor, const char *bytes, size_t length,
                              const char digits[16])
{
    struct arena *scratch = arena_new();
    struct text word = text_new(scratch);

    for (size_t i = 0; i < length; i++) {
        text_add_bytes(&word, &digits[(unsigned char)bytes[i] >> 4], 1);
        text_add_bytes(&word, &digits[(unsigned char)bytes[i] & 15], 1);
    }
    redactor_remember(redactor, word.bytes, word.length);
    arena_free(scratch);
}

void spelling_each(const char *bytes, size_t length, struct redactor *redactor)
{
    static const char *const digits[] = {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    };
    struct arena *scratch = arena_new();
    char *form = arena_copy(scratch, bytes, length); /* of a URL's query */

    for (char *blank = form; (blank = strchr(blank, ' '));)
        *blank = '+';
    redactor_remember(redactor, form, length);
    arena_free(scratch);
    if (length > LONGEST_IN_DIGITS)
        return;
    learn_hexadecimal(redactor, bytes, length, "0123456789abcdef");
    learn_hexadecimal(redactor, bytes, length, "0123456789ABCDEF");
    for (size_t shift = 0; shift < 3; shift++)
        for (size_t i = 0; i < 2; i++)
            learn_base64(redactor, (const unsigned char *)bytes, length, shift, digits[i]);
}
