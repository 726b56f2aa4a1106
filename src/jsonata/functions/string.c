/* Functions of strings. */
#include <math.h>
#include <string.h>

#include "functions.h"

static size_t length_at(const char *text)
{
    const size_t length = text_utf8_length(text);

    return length ? length : 1;
}

const char *text_skip(const char *text, size_t characters)
{
    for (; *text && characters; characters--)
        text += length_at(text);
    return text;
}

static size_t length_of(const char *text)
{
    return text_count(text, text + strlen(text));
}

static struct value fn_string(struct function_call *call)
{
    const bool pretty = value_true(call->m, call->arguments[1]);

    return value_string(value_text(call->m, call->arguments[0], pretty, call->column));
}

static struct value fn_length(struct function_call *call)
{
    return value_number((double)length_of(call->arguments[0].u.text));
}

/* A position from the end when it is below 0, in characters. */
static double place_of(double position, double length)
{
    position = trunc(position);
    return fmin(fmax(position < 0 ? position + length : position, 0), length);
}

static struct value fn_substring(struct function_call *call)
{
    const struct value *arguments = call->arguments;
    const char *text = arguments[0].u.text;
    const double length = (double)length_of(text);
    double start = arguments[1].type == NUMBER ? arguments[1].u.number : 0, end = length;
    if (length + start < 0)
        start = 0;
    if (arguments[2].type == NUMBER) {
        if (arguments[2].u.number <= 0)
            return value_string("");
        end = start + arguments[2].u.number + (start < 0 ? length : 0);
    }
    const double first = place_of(start, length), last = place_of(end, length);
    const char *from = text_skip(text, (size_t)first);
    const char *to = text_skip(from, last > first ? (size_t)last - (size_t)first : 0);
    return value_part(call->m, from, (size_t)(to - from));
}

/* Where the second argument begins in the first, or NULL. */
static const char *found_in(const struct function_call *call)
{
    return call->arguments[1].type == STRING
               ? strstr(call->arguments[0].u.text, call->arguments[1].u.text)
               : NULL;
}

static struct value fn_substring_before(struct function_call *call)
{
    const struct value whole = call->arguments[0];
    const char *found = found_in(call);

    return found ? value_part(call->m, whole.u.text, (size_t)(found - whole.u.text)) : whole;
}

static struct value fn_substring_after(struct function_call *call)
{
    const char *found = found_in(call);

    return found ? value_string(found + strlen(call->arguments[1].u.text)) : call->arguments[0];
}

/* Letters whose small form is so far behind: every `step`-th of a row. */
static const struct {
    uint32_t first, last, step, behind;
} cases[] = {
    { 0x41, 0x5A, 1, 32 },     { 0xC0, 0xD6, 1, 32 },       { 0xD8, 0xDE, 1, 32 },
    { 0x100, 0x12E, 2, 1 },    { 0x132, 0x136, 2, 1 },      { 0x139, 0x147, 2, 1 },
    { 0x14A, 0x176, 2, 1 },    { 0x179, 0x17D, 2, 1 },      { 0x386, 0x386, 1, 38 },
    { 0x388, 0x38A, 1, 37 },   { 0x38C, 0x38C, 1, 64 },     { 0x38E, 0x38F, 1, 63 },
    { 0x391, 0x3A1, 1, 32 },   { 0x3A3, 0x3AB, 1, 32 },     { 0x400, 0x40F, 1, 80 },
    { 0x410, 0x42F, 1, 32 },   { 0x460, 0x480, 2, 1 },      { 0x48A, 0x4BE, 2, 1 },
    { 0x4C1, 0x4CD, 2, 1 },    { 0x4D0, 0x52E, 2, 1 },      { 0x531, 0x556, 1, 48 },
    { 0x1E00, 0x1E94, 2, 1 },  { 0x1EA0, 0x1EFE, 2, 1 },    { 0x2C00, 0x2C2F, 1, 48 },
    { 0xFF21, 0xFF3A, 1, 32 }, { 0x10400, 0x10427, 1, 40 }, { 0x178, 0x178, 1, 0xFFU - 0x178U },
};

static uint32_t change_case(uint32_t code, bool upper)
{
    if (code == 0x3C2 && upper)
        return 0x3A3;
    if (code == 0xB5 && upper)
        return 0x39C;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const uint32_t first = cases[i].first + (upper ? cases[i].behind : 0);
        const uint32_t last = cases[i].last + (upper ? cases[i].behind : 0);

        if (code >= first && code <= last && (code - first) % cases[i].step == 0)
            return upper ? code - cases[i].behind : code + cases[i].behind;
    }
    return code;
}

static struct value with_case(struct function_call *call, bool upper)
{
    struct text out = text_new(call->m->limits.arena);
    size_t length = 0;

    for (const char *s = call->arguments[0].u.text; *s; s += length) {
        const uint32_t code = text_code(s, &length);
        char bytes[TEXT_UTF8_ROOM];

        if (code == 0xDF && upper)
            add_text(call->m, &out, "SS");
        else
            add_bytes(call->m, &out, bytes, text_utf8_write(change_case(code, upper), bytes));
    }
    return value_string(out.bytes);
}

static struct value fn_lowercase(struct function_call *call)
{
    return with_case(call, false);
}

static struct value fn_uppercase(struct function_call *call)
{
    return with_case(call, true);
}

/* Blanks at both ends go, and runs of them become one. */
static struct value fn_trim(struct function_call *call)
{
    static const char blanks[] = " \t\n\r";
    struct text out = text_new(call->m->limits.arena);

    for (const char *s = call->arguments[0].u.text; *(s += strspn(s, blanks));) {
        const size_t length = strcspn(s, blanks);

        add_bytes(call->m, &out, " ", out.length ? 1 : 0);
        add_bytes(call->m, &out, s, length);
        s += length;
    }
    return value_string(out.bytes);
}

static void add_padding(struct function_call *call, struct text *out, size_t characters,
                        const char *with)
{
    const char *at = with;

    jsonata_charge(&call->m->limits, characters);
    for (; characters; characters--) {
        size_t length = 0;

        text_code(at, &length);
        add_bytes(call->m, out, at, length);
        at += length;
        if (!*at)
            at = with;
    }
}

static struct value fn_pad(struct function_call *call)
{
    const struct value *arguments = call->arguments;
    struct text out = text_new(call->m->limits.arena);
    const double width = arguments[1].type == NUMBER ? trunc(arguments[1].u.number) : 0;
    const double missing = fabs(width) - (double)length_of(arguments[0].u.text);
    const bool given = arguments[2].type == STRING && *arguments[2].u.text;
    const char *with = given ? arguments[2].u.text : " ";
    if (missing <= 0)
        return arguments[0];
    if (missing > JSONATA_BYTES)
        jsonata_charge(&call->m->limits, JSONATA_BYTES + (size_t)1);
    if (width < 0)
        add_padding(call, &out, (size_t)missing, with);
    add_text(call->m, &out, arguments[0].u.text);
    if (width > 0)
        add_padding(call, &out, (size_t)missing, with);
    return value_string(out.bytes);
}

static struct value fn_join(struct function_call *call)
{
    const struct value separator = call->arguments[1];
    struct array *array = call->arguments[0].u.array;
    struct text out = text_new(call->m->limits.arena);

    for (size_t i = 0; i < array->count; i++) {
        if (i && separator.type == STRING)
            add_text(call->m, &out, separator.u.text);
        add_text(call->m, &out, array_at(call->m, array, i).u.text);
    }
    return value_string(out.bytes);
}

const struct jsonata_function string_functions[] = {
    { "join", "a<s>s?:s", fn_join, .arity = 2, .needs = 1 },
    { "length", "s-:n", fn_length, .arity = 1, .needs = 1 },
    { "lowercase", "s-:s", fn_lowercase, .arity = 1, .needs = 1 },
    { "pad", "s-ns?:s", fn_pad, .arity = 3, .needs = 1 },
    { "string", "x-b?:s", fn_string, .arity = 1, .needs = 1 },
    { "substring", "s-nn?:s", fn_substring, .arity = 3, .needs = 1 },
    { "substringAfter", "s-s:s", fn_substring_after, .arity = 2, .needs = 1 },
    { "substringBefore", "s-s:s", fn_substring_before, .arity = 2, .needs = 1 },
    { "trim", "s-:s", fn_trim, .arity = 1, .needs = 1 },
    { "uppercase", "s-:s", fn_uppercase, .arity = 1, .needs = 1 },
    { 0 },
};
