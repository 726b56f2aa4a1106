#include <string.h>

#include "pattern_private.h"

static bool is_between(uint32_t code, uint32_t low, uint32_t high)
{
    return code >= low && code <= high;
}

static bool is_letter(char c)
{
    return is_between((unsigned char)c | 0x20, 'a', 'z');
}

void pattern_add_code(struct text *out, uint32_t code)
{
    const char c = (char)(code & 0x7F);
    char form[] = "\\x{000000}";

    if (is_between(code, '0', '9') || is_between(code, 'A', 'Z') || is_between(code, 'a', 'z')) {
        text_add_bytes(out, &c, 1);
        return;
    }
    if (is_between(code, 0x21, 0x7E) && code != '_') {
        text_add_bytes(out, (const char[]){ '\\', c }, 2);
        return;
    }
    for (size_t i = 8; i > 2; i--, code /= 16)
        form[i] = "0123456789abcdef"[code % 16];
    text_add_bytes(out, form, sizeof(form) - 1);
}

size_t pattern_read_character(const char *s, uint32_t *code)
{
    static const unsigned char lead[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    const size_t length = text_utf8_length(s);

    *code = (unsigned char)s[0] & lead[length];
    for (size_t i = 1; i < length; i++)
        *code = *code << 6 | ((unsigned char)s[i] & 0x3F);
    return length;
}

/* Up to `most` hexadecimal digits at `s`; how many there were. */
static size_t read_hex(const char *s, size_t most, uint32_t *code)
{
    static const char digits[] = "0123456789abcdef";
    size_t n = 0;

    *code = 0;
    for (; n < most && s[n]; n++) {
        const char *const value = strchr(digits, is_letter(s[n]) ? s[n] | 0x20 : s[n]);

        if (!value)
            break;
        *code = *code * 16 + (uint32_t)(value - digits);
    }
    return n;
}

/* ECMA's white space is more than PCRE2's. */
#define SPACES                                                                                     \
    "\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}"           \
    "\\x{205f}\\x{3000}\\x{feff}"
#define NO_SPACES                                                                                  \
    "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}"               \
    "\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}"                 \
    "\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}"

/* Where `set` is NULL, the letter stands for the one `code`. */
static const struct {
    char letter;
    const char *set;
    uint32_t code;
    enum remark remark;
} letters[] = {
    { 'd', "\\d", 0, REMARK_DIGITS },
    { 'D', "\\D", 0, REMARK_DIGITS },
    { 'w', "\\w", 0, REMARK_WORDS },
    { 'W', "\\W", 0, REMARK_WORDS },
    { 's', SPACES, 0, REMARK_SPACES },
    { 'S', NO_SPACES, 0, REMARK_SPACES },
    { 't', NULL, '\t', 0 },
    { 'n', NULL, '\n', 0 },
    { 'v', NULL, '\v', REMARK_VERTICAL },
    { 'f', NULL, '\f', 0 },
    { 'r', NULL, '\r', 0 },
};

static bool read_letter(struct parse *parse, const char **set, uint32_t *code)
{
    for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++) {
        if (parse->at[1] != letters[i].letter)
            continue;
        *set = letters[i].set;
        *code = letters[i].code;
        if (letters[i].remark)
            pattern_remark(parse, letters[i].remark, parse->at);
        parse->at += 2;
        return true;
    }
    return false;
}

/* \uXXXX behind a first one that wants a second. */
static bool read_low_surrogate(const char *s, uint32_t *code)
{
    uint32_t low = 0;

    if (!is_between(*code, 0xD800, 0xDBFF) || s[0] != '\\' || s[1] != 'u' ||
        read_hex(s + 2, 4, &low) != 4 || !is_between(low, 0xDC00, 0xDFFF))
        return false;
    *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

/* \u{...} and \x{...}. The length from the letter on, 0 when it is none, SIZE_MAX when too big. */
static size_t read_braced(struct parse *parse, const char *s, uint32_t *code)
{
    const size_t zeros = strspn(s + 2, "0");
    const size_t digits = zeros + read_hex(s + 2 + zeros, 7, code);

    if (!digits || s[2 + digits] != '}')
        return 0;
    if (*code > 0x10FFFF) {
        pattern_object(parse, s - 1, "there is no character beyond 10FFFF");
        return SIZE_MAX;
    }
    pattern_remark(parse, s[0] == 'x' ? REMARK_HEX_BRACES : REMARK_CODE_POINT, s - 1);
    return digits + 3;
}

static size_t read_numeric(struct parse *parse, const char *s, uint32_t *code)
{
    if (s[1] == '{')
        return read_braced(parse, s, code);
    if (s[0] == 'x')
        return read_hex(s + 1, 2, code) == 2 ? 3 : 0;
    if (read_hex(s + 1, 4, code) != 4)
        return 0;
    if (!read_low_surrogate(s + 5, code))
        return 5;
    pattern_remark(parse, REMARK_PAIR, s - 1);
    return 11;
}

/* \cA, and in a class as ECMA's annex B has it \c0 and \c_. */
static size_t read_control(struct parse *parse, const char *s, bool in_class, uint32_t *code)
{
    if (!is_letter(s[1]))
        pattern_remark(parse, REMARK_INCOMPLETE, s - 1);
    if (!is_letter(s[1]) &&
        !(in_class && (is_between((unsigned char)s[1], '0', '9') || s[1] == '_')))
        return 0;
    *code = (unsigned char)s[1] & 0x1F;
    return 2;
}

/* \0 and, as ECMA's annex B has them, \12 and \377. */
static size_t read_octal(struct parse *parse, const char *s, uint32_t *code)
{
    size_t n = 0;

    *code = 0;
    for (; n < 3 && is_between((unsigned char)s[n], '0', '7') && *code < 32; n++)
        *code = *code * 8 + (uint32_t)(s[n] - '0');
    if (n && (n > 1 || s[0] != '0' || is_between((unsigned char)s[1], '0', '9')))
        pattern_remark(parse, REMARK_OCTAL, s - 1);
    return n;
}

/* A character that only stands for itself. */
static bool read_itself(struct parse *parse, bool in_class, uint32_t *code)
{
    const char letter = parse->at[1];
    const size_t length = pattern_read_character(parse->at + 1, code);

    if (!length)
        return pattern_object(parse, parse->at, letter ? "this is no UTF-8" : "'\\' at the end");
    if (letter == 'x' || letter == 'u')
        pattern_remark(parse, REMARK_INCOMPLETE, parse->at);
    else if (is_letter(letter) || is_between((unsigned char)letter, '0', '9'))
        pattern_remark(parse, REMARK_ESCAPED_LETTER, parse->at);
    else if (!strchr("^$\\.*+?()[]{}|/", letter) && !(in_class && letter == '-'))
        pattern_remark(parse, REMARK_ESCAPED_SIGN, parse->at);
    parse->at += 1 + length;
    return true;
}

/* The length of an escape for a code, from the letter on; 0: none. SIZE_MAX: an error. */
static size_t read_code(struct parse *parse, bool in_class, uint32_t *code)
{
    const char *const s = parse->at + 1;

    if (*s == 'u' || *s == 'x')
        return read_numeric(parse, s, code);
    if (is_between((unsigned char)*s, '0', '7'))
        return read_octal(parse, s, code);
    if (*s == 'c')
        return read_control(parse, s, in_class, code);
    *code = '\b';
    return *s == 'b' && in_class;
}

bool pattern_read_escape(struct parse *parse, bool in_class, const char **set, uint32_t *code)
{
    const char letter = parse->at[1];

    *set = NULL;
    if ((letter == 'p' || letter == 'P') && !pattern_read_property(parse, set))
        return false;
    if (*set || read_letter(parse, set, code))
        return true;
    const size_t length = read_code(parse, in_class, code);
    if (length == SIZE_MAX)
        return false;
    if (!length && letter == 'c') { /* annex B: the '\\' is only a character */
        *code = '\\';
        parse->at++;
        return true;
    }
    if (!length)
        return read_itself(parse, in_class, code);
    if (is_between(*code, 0xD800, 0xDFFF))
        pattern_remark(parse, REMARK_LONE_SURROGATE, parse->at);
    parse->at += 1 + length;
    return true;
}
