/* Functions of strings. */
#include <math.h>
#include <string.h>

#include "functions.h"

struct value fn_string(struct call *call)
{
    const struct value value = call->arguments[0];
    const struct value pretty = call->arguments[1];

    if (value.type == NOTHING)
        return value;
    return value_string(value_text(call->m, value, value_true(call->m, pretty), call->column));
}

struct value fn_length(struct call *call)
{
    if (call->arguments[0].type == NOTHING)
        return jsonata_nothing;
    return value_number((double)text_count(call->arguments[0].u.text));
}

static struct value slice(struct call *call, const char *from, const char *to)
{
    const size_t length = to > from ? (size_t)(to - from) : 0;

    jsonata_charge(&call->m->limits, length + 1);
    return value_string(arena_copy(call->m->limits.arena, from, length));
}

/* A position from the end when it is below 0, in characters. */
static double place_of(double position, double length)
{
    position = trunc(position);
    return fmin(fmax(position < 0 ? position + length : position, 0), length);
}

struct value fn_substring(struct call *call)
{
    const struct value *arguments = call->arguments;

    if (arguments[0].type == NOTHING)
        return jsonata_nothing;
    const char *text = arguments[0].u.text;
    const double length = (double)text_count(text);
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
    return slice(call, from, text_skip(from, last > first ? (size_t)last - (size_t)first : 0));
}

struct value fn_substring_before(struct call *call)
{
    const struct value *arguments = call->arguments;

    if (arguments[0].type == NOTHING || arguments[1].type == NOTHING)
        return arguments[0];
    const char *found = strstr(arguments[0].u.text, arguments[1].u.text);
    return found ? slice(call, arguments[0].u.text, found) : arguments[0];
}

struct value fn_substring_after(struct call *call)
{
    const struct value *arguments = call->arguments;

    if (arguments[0].type == NOTHING || arguments[1].type == NOTHING)
        return arguments[0];
    const char *found = strstr(arguments[0].u.text, arguments[1].u.text);
    return found ? value_string(found + strlen(arguments[1].u.text)) : arguments[0];
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
    { 0xFF21, 0xFF3A, 1, 32 }, { 0x10400, 0x10427, 1, 40 },
};

static uint32_t change_case(uint32_t code, bool upper)
{
    if (code == 0xFF && upper)
        return 0x178;
    if (code == 0x178 && !upper)
        return 0xFF;
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

static struct value with_case(struct call *call, bool upper)
{
    struct text out = text_new(call->m->limits.arena);
    size_t length = 0;

    if (call->arguments[0].type == NOTHING)
        return jsonata_nothing;
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

struct value fn_lowercase(struct call *call)
{
    return with_case(call, false);
}

struct value fn_uppercase(struct call *call)
{
    return with_case(call, true);
}

/* Blanks at both ends go, and runs of them become one. */
struct value fn_trim(struct call *call)
{
    static const char blanks[] = " \t\n\r";
    struct text out = text_new(call->m->limits.arena);

    if (call->arguments[0].type == NOTHING)
        return jsonata_nothing;
    for (const char *s = call->arguments[0].u.text; *(s += strspn(s, blanks));) {
        const size_t length = strcspn(s, blanks);

        add_bytes(call->m, &out, " ", out.length ? 1 : 0);
        add_bytes(call->m, &out, s, length);
        s += length;
    }
    return value_string(out.bytes);
}

static void add_padding(struct call *call, struct text *out, size_t characters, const char *with)
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

struct value fn_pad(struct call *call)
{
    const struct value *arguments = call->arguments;
    struct text out = text_new(call->m->limits.arena);

    if (arguments[0].type == NOTHING || arguments[1].type == NOTHING)
        return arguments[0];
    const double width = trunc(arguments[1].u.number);
    const double missing = fabs(width) - (double)text_count(arguments[0].u.text);
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

struct value fn_join(struct call *call)
{
    const struct value *arguments = call->arguments;
    struct text out = text_new(call->m->limits.arena);

    if (arguments[0].type == NOTHING)
        return jsonata_nothing;
    struct array *array = arguments[0].u.array;
    for (size_t i = 0; i < array->count; i++) {
        if (i && arguments[1].type == STRING)
            add_text(call->m, &out, arguments[1].u.text);
        add_text(call->m, &out, array_at(call->m, array, i).u.text);
    }
    return value_string(out.bytes);
}
