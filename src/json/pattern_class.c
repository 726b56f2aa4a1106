#include "pattern_private.h"

#include <stdio.h>
#include <string.h>

static bool is_between(uint32_t code, uint32_t low, uint32_t high)
{
    return code >= low && code <= high;
}

void pattern_add_code(struct text *out, uint32_t code)
{
    const char c = (char)(code & 0x7F);

    if (is_between(code, '0', '9') || is_between(code, 'A', 'Z') || is_between(code, 'a', 'z'))
        text_add_bytes(out, &c, 1);
    else if (is_between(code, 0x21, 0x7E) && code != '_')
        text_addf(out, "\\%c", c);
    else
        text_addf(out, "\\x{%x}", (unsigned)code);
}

/* Up to `most` hexadecimal digits at `s`; how many there were. */
static size_t read_hex(const char *s, size_t most, uint32_t *code)
{
    const size_t digits = strspn(s, "0123456789abcdefABCDEF");
    size_t n = 0;

    *code = 0;
    for (; n < digits && n < most; n++) {
        const char *const value = strchr("0123456789abcdef", s[n] | 0x20);
        *code = *code * 16 + (uint32_t)(value ? value - "0123456789abcdef" : 0);
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

static const struct {
    char letter;
    const char *set;
} class_escapes[] = {
    { 'd', "\\d" }, { 'D', "\\D" },  { 'w', "\\w" },
    { 'W', "\\W" }, { 's', SPACES }, { 'S', NO_SPACES },
};

static const struct {
    char letter;
    uint32_t code;
} control_escapes[] = {
    { 't', 9 }, { 'n', 10 }, { 'v', 11 }, { 'f', 12 }, { 'r', 13 }, { '0', 0 }, { 'b', 8 },
};

/* Long names of general categories, and Java's names of ASCII classes, by what PCRE2 knows. */
static const struct {
    const char *name, *is;
} properties[] = {
    { "Letter", "L" },
    { "Cased_Letter", "L&" },
    { "Uppercase_Letter", "Lu" },
    { "Lowercase_Letter", "Ll" },
    { "Titlecase_Letter", "Lt" },
    { "Modifier_Letter", "Lm" },
    { "Other_Letter", "Lo" },
    { "Mark", "M" },
    { "Combining_Mark", "M" },
    { "Nonspacing_Mark", "Mn" },
    { "Spacing_Mark", "Mc" },
    { "Enclosing_Mark", "Me" },
    { "Number", "N" },
    { "Decimal_Number", "Nd" },
    { "digit", "Nd" },
    { "Letter_Number", "Nl" },
    { "Other_Number", "No" },
    { "Punctuation", "P" },
    { "punct", "P" },
    { "Connector_Punctuation", "Pc" },
    { "Dash_Punctuation", "Pd" },
    { "Open_Punctuation", "Ps" },
    { "Close_Punctuation", "Pe" },
    { "Initial_Punctuation", "Pi" },
    { "Final_Punctuation", "Pf" },
    { "Other_Punctuation", "Po" },
    { "Symbol", "S" },
    { "Math_Symbol", "Sm" },
    { "Currency_Symbol", "Sc" },
    { "Modifier_Symbol", "Sk" },
    { "Other_Symbol", "So" },
    { "Separator", "Z" },
    { "Space_Separator", "Zs" },
    { "Line_Separator", "Zl" },
    { "Paragraph_Separator", "Zp" },
    { "Other", "C" },
    { "Control", "Cc" },
    { "cntrl", "Cc" },
    { "Format", "Cf" },
    { "Surrogate", "Cs" },
    { "Private_Use", "Co" },
    { "Unassigned", "Cn" },
    { "Alnum", ":alnum:" },
    { "Alpha", ":alpha:" },
    { "ASCII", ":ascii:" },
    { "Blank", ":blank:" },
    { "Cntrl", ":cntrl:" },
    { "Digit", ":digit:" },
    { "Graph", ":graph:" },
    { "Lower", ":lower:" },
    { "Print", ":print:" },
    { "Punct", ":punct:" },
    { "Space", ":space:" },
    { "Upper", ":upper:" },
    { "XDigit", ":xdigit:" },
};

static const struct {
    const char *prefix, *becomes;
} property_prefixes[] = {
    { "General_Category=", "" },
    { "gc=", "" },
    { "Script_Extensions=", "scx:" },
    { "scx=", "scx:" },
    { "Script=", "sc:" },
    { "sc=", "sc:" },
    { "Is", "" },
};

/* \p{NAME} and \P{NAME}; NULL when it is none, and then 'p' is only a character. */
static const char *read_property(struct arena *arena, const char **at)
{
    const char *const s = *at;
    const bool braced = s[2] == '{';
    const size_t length = braced ? strcspn(s + 3, "}") : 1;
    const char *prefix = "";

    if ((braced && !s[3 + length]) || !s[2] || (!braced && !strchr("LMNPSZC", s[2])))
        return NULL;
    const char *name = arena_copy(arena, braced ? s + 3 : s + 2, length);
    *at = s + (braced ? length + 4 : 3);
    for (size_t i = 0; i < sizeof(property_prefixes) / sizeof(property_prefixes[0]); i++)
        if (strncmp(name, property_prefixes[i].prefix, strlen(property_prefixes[i].prefix)) == 0) {
            prefix = property_prefixes[i].becomes;
            name += strlen(property_prefixes[i].prefix);
            break;
        }
    for (size_t i = 0; i < sizeof(properties) / sizeof(properties[0]) && !*prefix; i++)
        if (strcmp(name, properties[i].name) == 0) {
            name = properties[i].is;
            break;
        }
    if (*name == ':')
        return arena_printf(arena, "[:%s%s]", s[1] == 'P' ? "^" : "", name + 1);
    return arena_printf(arena, "\\%c{%s%s}", s[1], prefix, name);
}

/* \uXXXX (a surrogate pair is one character), \u{...}, \xXX, \x{...}, at the letter; its length. */
static size_t read_numeric(const char *s, uint32_t *code)
{
    uint32_t low = 0;

    if (s[1] == '{') {
        const size_t digits = read_hex(s + 2, 6, code);
        return digits && s[2 + digits] == '}' && *code <= 0x10FFFF ? digits + 3 : 0;
    }
    if (s[0] == 'x')
        return read_hex(s + 1, 2, code) == 2 ? 3 : 0;
    if (read_hex(s + 1, 4, code) != 4)
        return 0;
    if (is_between(*code, 0xD800, 0xDBFF) && s[5] == '\\' && s[6] == 'u' &&
        read_hex(s + 7, 4, &low) == 4 && is_between(low, 0xDC00, 0xDFFF)) {
        *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
        return 11;
    }
    return 5;
}

/* The character at `s`, which is valid UTF-8 when its length is not 0. */
static size_t read_character(const char *s, uint32_t *code)
{
    static const unsigned char lead[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    const size_t length = text_utf8_length(s);

    *code = (unsigned char)s[0] & lead[length];
    for (size_t i = 1; i < length; i++)
        *code = *code << 6 | ((unsigned char)s[i] & 0x3F);
    return length;
}

const char *pattern_read_escape(struct arena *arena, const char **at, uint32_t *code)
{
    const char letter = (*at)[1];
    size_t length = 0;

    if (letter == 'p' || letter == 'P') {
        const char *set = read_property(arena, at);
        if (set)
            return set;
    }
    for (size_t i = 0; i < sizeof(class_escapes) / sizeof(class_escapes[0]); i++)
        if (letter == class_escapes[i].letter) {
            *at += 2;
            return class_escapes[i].set;
        }
    for (size_t i = 0; i < sizeof(control_escapes) / sizeof(control_escapes[0]); i++)
        if (letter == control_escapes[i].letter) {
            *code = control_escapes[i].code;
            *at += 2;
            return NULL;
        }
    if (letter == 'u' || letter == 'x')
        length = read_numeric(*at + 1, code);
    else if (letter == 'c' && is_between((unsigned char)(*at)[2] | 0x20, 'a', 'z')) {
        *code = (unsigned char)(*at)[2] & 0x1F;
        length = 2;
    }
    *at += 1 + (length ? length : read_character(*at + 1, code));
    return NULL;
}

/* One member of a class: a set, or NULL and one character. False where there is none. */
static bool read_member(struct arena *arena, const char **at, const char **set, uint32_t *code)
{
    *set = NULL;
    if (**at == '\\' && (*at)[1]) {
        *set = pattern_read_escape(arena, at, code);
        return true;
    }
    const size_t length = **at == '\\' ? 0 : read_character(*at, code);
    *at += length;
    return length > 0;
}

/* The characters from low to high; surrogates are in no text, so the range goes around them. */
static void add_range(struct text *out, uint32_t low, uint32_t high)
{
    const uint32_t before = high >= 0xD800 ? 0xD7FF : high;
    const uint32_t after = low <= 0xDFFF ? 0xE000 : low;

    if (!is_between(low, 0xD800, 0xDFFF) && !is_between(high, 0xD800, 0xDFFF)) {
        pattern_add_code(out, low);
        if (high > low) {
            text_add(out, "-");
            pattern_add_code(out, high);
        }
        return;
    }
    if (low <= before)
        add_range(out, low, before);
    if (after <= high)
        add_range(out, after, high);
}

/* A member with the range that it may begin. A '-' beside a set is only a '-'. */
static bool translate_member(struct text *out, const char **at)
{
    const char *set = NULL, *last_set = NULL;
    uint32_t low = 0, high = 0;

    if (!read_member(out->arena, at, &set, &low))
        return false;
    const bool range = **at == '-' && (*at)[1] && (*at)[1] != ']';
    if (range) {
        ++*at;
        if (!set && !read_member(out->arena, at, &last_set, &high))
            return false;
    }
    if (!set && !last_set && range) {
        add_range(out, low, high);
        return low <= high;
    }
    if (set)
        text_add(out, set);
    else
        add_range(out, low, low);
    if (range)
        text_add(out, "\\-");
    if (last_set)
        text_add(out, last_set);
    return true;
}

bool pattern_translate_class(struct text *out, const char **at)
{
    const bool negated = (*at)[1] == '^';

    *at += negated ? 2 : 1;
    if (**at == ']') {
        text_add(out, negated ? "[\\x{0}-\\x{10FFFF}]" : "(?!)");
        ++*at;
        return true;
    }
    const size_t start = out->length, empty = start + (negated ? 2 : 1);
    text_add(out, negated ? "[^" : "[");
    while (**at && **at != ']')
        if (!translate_member(out, at))
            return false;
    if (!**at)
        return false;
    if (out->length == empty) { /* only surrogates: nothing, or with '^' everything */
        out->length = start;
        text_add(out, negated ? "[\\x{0}-\\x{10FFFF}" : "[^\\x{0}-\\x{10FFFF}");
    }
    ++*at;
    text_add(out, "]");
    return true;
}
