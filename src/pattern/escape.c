/* The part of the parser that reads escapes and classes. */
#include <ctype.h>
#include <string.h>

#include "tree.h"

static bool is_letter(char c)
{
    return isalpha((unsigned char)c);
}

static bool is_digit(char c)
{
    return isdigit((unsigned char)c);
}

/* \uXXXX behind a first one that wants a second. */
static bool read_low_surrogate(const char *s, uint32_t *code)
{
    uint32_t low = 0;

    if (*code < 0xD800 || *code > 0xDBFF || s[0] != '\\' || s[1] != 'u' ||
        text_hex(s + 2, 4, &low) != 4 || low < 0xDC00 || low > 0xDFFF)
        return false;
    *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

/*
 * What reads escapes for one character: from the letter on, how many bytes long it is, 0 when it
 * is none.
 */

/* \u{...} and \x{...} */
static size_t read_braced(struct parse *parse, const char *s, uint32_t *code)
{
    const size_t zeros = strspn(s + 2, "0");
    const size_t digits = zeros + text_hex(s + 2 + zeros, 7, code);

    if (!digits || s[2 + digits] != '}')
        return 0;
    if (*code > 0x10FFFF)
        pattern_refuse(parse, s - 1, "there is no character beyond 10FFFF");
    if (s[0] == 'x')
        pattern_remark(parse, s - 1, PATTERN_FOREIGN, "\\x{...} is not ECMA-262", "write \\u{...}");
    return digits + 3;
}

static size_t read_numeric(struct parse *parse, const char *s, uint32_t *code)
{
    if (s[1] == '{')
        return read_braced(parse, s, code);
    if (s[0] == 'x')
        return text_hex(s + 1, 2, code) == 2 ? 3 : 0;
    if (text_hex(s + 1, 4, code) != 4)
        return 0;
    return read_low_surrogate(s + 5, code) ? 11 : 5;
}

/* \cA, and in a class as ECMA's annex B has it \c0 and \c_. */
static size_t read_control(struct parse *parse, const char *s, bool in_class, uint32_t *code)
{
    if (!is_letter(s[1]))
        pattern_remark(parse, s - 1, PATTERN_LOOSE, "this escape is not complete",
                       "write \\xNN, \\uNNNN or \\cX");
    if (!is_letter(s[1]) && !(in_class && (is_digit(s[1]) || s[1] == '_')))
        return 0;
    *code = (unsigned char)s[1] & 0x1F;
    return 2;
}

/* \0 and, as ECMA's annex B has them, \12 and \377. */
static size_t read_octal(struct parse *parse, const char *s, uint32_t *code)
{
    size_t n = 0;

    *code = 0;
    for (; n < 3 && s[n] >= '0' && s[n] <= '7' && *code < 32; n++)
        *code = *code * 8 + (uint32_t)(s[n] - '0');
    if (n && (n > 1 || s[0] != '0' || is_digit(s[1])))
        pattern_remark(parse, s - 1, PATTERN_LOOSE, "an octal escape is not ECMA-262 with flag u",
                       "write \\xNN");
    return n;
}

static size_t read_code(struct parse *parse, const char *s, bool in_class, uint32_t *code)
{
    static const char letters[] = "bvtnfr", codes[] = "\b\v\t\n\f\r";
    const char *const letter = *s ? strchr(in_class ? letters : letters + 1, *s) : NULL;

    if (*s == 'u' || *s == 'x')
        return read_numeric(parse, s, code);
    if (*s == 'c')
        return read_control(parse, s, in_class, code);
    if (!letter)
        return read_octal(parse, s, code);
    *code = (unsigned char)codes[letter - letters];
    return 1;
}

/* A character that only stands for itself. */
static void read_itself(struct parse *parse, bool in_class, uint32_t *code)
{
    const char *const at = parse->at++;
    const char letter = *parse->at;

    if (!letter)
        pattern_refuse(parse, at, "'\\' at the end");
    *code = pattern_read_character(parse, at);
    if (letter == 'x' || letter == 'u')
        pattern_remark(parse, at, PATTERN_LOOSE, "this escape is not complete",
                       "write \\xNN, \\uNNNN or \\cX");
    else if (is_letter(letter) || is_digit(letter))
        pattern_remark(parse, at, PATTERN_LOOSE,
                       "this escape means only the letter itself in ECMA-262",
                       "write the letter, or what is meant");
    else if (!strchr("^$\\.*+?()[]{}|/", letter) && !(in_class && letter == '-'))
        pattern_remark(parse, at, PATTERN_LOOSE, "this character needs no escape here",
                       "leave the \\ out");
}

/* \d \w \s \D \W \S; those that PCRE2 means in the same way are left to it. */
static bool read_named_set(struct parse *parse, struct char_set *set)
{
    const char letter = parse->at[1];

    if (!letter || !strchr("dDwWsS", letter))
        return false;
    if (letter == 's' || letter == 'S')
        char_set_add_named(parse->arena, set, letter);
    else
        char_set_add(parse->arena, set,
                     (struct char_member){ .form = arena_copy(parse->arena, parse->at, 2) });
    parse->at += 2;
    return true;
}

bool pattern_read_escape(struct parse *parse, bool in_class, struct char_set *set, uint32_t *code)
{
    if (read_named_set(parse, set) || pattern_read_property(parse, set))
        return true;
    const size_t length = read_code(parse, parse->at + 1, in_class, code);
    if (!length && parse->at[1] == 'c') { /* annex B: the '\\' is only a character */
        *code = '\\';
        parse->at++;
    } else if (!length) {
        read_itself(parse, in_class, code);
    } else if (!parse->failed) {
        parse->at += 1 + length;
    }
    return false;
}

/* One member of a class: a set, which is added, or one character. */
static bool read_member(struct parse *parse, struct char_set *set, uint32_t *code)
{
    if (*parse->at == '\\')
        return pattern_read_escape(parse, true, set, code);
    *code = pattern_read_character(parse, parse->at);
    return false;
}

/* A member with the range that it may begin. A '-' beside a set is only a '-'. */
static void read_members(struct parse *parse, struct char_set *set)
{
    struct arena *const arena = parse->arena;
    const char *const at = parse->at;
    uint32_t low = 0, high = 0;
    const bool set_first = read_member(parse, set, &low);

    if (*parse->at != '-' || !parse->at[1] || parse->at[1] == ']') {
        if (!set_first)
            char_set_add_range(arena, set, low, low);
        return;
    }
    parse->at++;
    const bool set_last = read_member(parse, set, &high);
    if (!set_first && !set_last) {
        if (low > high)
            pattern_refuse(parse, at, "this range of a class is out of order");
        char_set_add_range(arena, set, low, high);
        return;
    }
    pattern_remark(parse, at, PATTERN_LOOSE,
                   "a set cannot begin or end a range; '-' is only a character here",
                   "write the - first in the class");
    char_set_add_range(arena, set, '-', '-');
    if (!set_first)
        char_set_add_range(arena, set, low, low);
    if (!set_last)
        char_set_add_range(arena, set, high, high);
}

struct term *pattern_parse_class(struct parse *parse)
{
    struct term *term = pattern_term(parse, TERM_SET);
    const char *const at = parse->at;

    term->set.negated = at[1] == '^';
    parse->at += term->set.negated ? 2 : 1;
    while (*parse->at && *parse->at != ']')
        read_members(parse, &term->set);
    if (*parse->at)
        parse->at++;
    else
        pattern_refuse(parse, at, "']' is missing behind this class");
    return term;
}
