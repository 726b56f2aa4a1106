#include <string.h>

#include "pattern_private.h"

#define EVERYTHING "\\x{0}-\\x{10FFFF}"

/* One member of a class: a set, or NULL and one character. */
static bool read_member(struct parse *parse, const char **set, uint32_t *code)
{
    *set = NULL;
    if (*parse->at == '\\')
        return pattern_read_escape(parse, true, set, code);
    const size_t length = pattern_read_character(parse->at, code);
    if (!length)
        return pattern_object(parse, parse->at, "this is no UTF-8");
    parse->at += length;
    return true;
}

static bool is_surrogate(uint32_t code)
{
    return code >= 0xD800 && code <= 0xDFFF;
}

/* The characters from low to high; surrogates are in no text, so the range goes around them. */
static void add_range(struct text *out, uint32_t low, uint32_t high)
{
    if (!is_surrogate(low) && !is_surrogate(high)) {
        pattern_add_code(out, low);
        if (high > low) {
            text_add(out, "-");
            pattern_add_code(out, high);
        }
        return;
    }
    if (low < 0xD800)
        add_range(out, low, 0xD7FF);
    if (high > 0xDFFF)
        add_range(out, 0xE000, high);
}

static void add_member(struct text *out, const char *set, uint32_t code)
{
    if (set)
        text_add(out, set);
    else
        add_range(out, code, code);
}

/* A member with the range that it may begin. A '-' beside a set is only a '-'. */
static bool read_members(struct parse *parse)
{
    struct text *const out = &parse->forms;
    const char *const at = parse->at, *set = NULL, *last_set = NULL;
    uint32_t low = 0, high = 0;

    if (!read_member(parse, &set, &low))
        return false;
    if (*parse->at != '-' || !parse->at[1] || parse->at[1] == ']') {
        add_member(out, set, low);
        return true;
    }
    parse->at++;
    if (!read_member(parse, &last_set, &high))
        return false;
    if (!set && !last_set) {
        if (low > high)
            return pattern_object(parse, at, "this range of a class is out of order");
        add_range(out, low, high);
        return true;
    }
    pattern_remark(parse, REMARK_RANGE_OF_SET, at);
    add_member(out, set, low);
    text_add(out, "\\-");
    add_member(out, last_set, high);
    return true;
}

/* What other engines read as more than characters. */
static void remark_class(struct parse *parse)
{
    const char *const at = parse->at;

    if (*at == '[' && strchr(":.=", at[1]) && at[1] && strchr(at + 2, ']') &&
        strchr(at + 2, ']')[-1] == at[1])
        pattern_remark(parse, REMARK_POSIX_CLASS, at);
    else if (*at == '[')
        pattern_remark(parse, REMARK_NESTED_CLASS, at);
    else if (at[0] == '&' && at[1] == '&')
        pattern_remark(parse, REMARK_INTERSECTION, at);
}

bool pattern_read_class(struct parse *parse)
{
    struct text *const out = &parse->forms;
    const char *const at = parse->at;
    const size_t start = out->length;
    const bool negated = at[1] == '^';

    parse->at += negated ? 2 : 1;
    if (*parse->at == ']')
        pattern_remark(parse, REMARK_EMPTY_CLASS, at);
    text_add(out, negated ? "[^" : "[");
    const size_t empty = out->length;
    while (*parse->at && *parse->at != ']') {
        remark_class(parse);
        if (!read_members(parse))
            return false;
    }
    if (!*parse->at)
        return pattern_object(parse, at, "']' is missing behind this class");
    if (out->length == empty) { /* nothing in it, or only surrogates */
        out->length = start;
        text_add(out, negated ? "(?s:." : "[^" EVERYTHING);
        text_add(out, negated ? ")" : "]");
    } else {
        text_add(out, "]");
    }
    parse->at++;
    return true;
}
