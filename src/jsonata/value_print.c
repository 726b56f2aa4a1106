/* Values as text: numbers as JavaScript writes them, containers as JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jsonata_private.h"

struct printing {
    struct machine *m;
    struct text out;
    size_t column;
    bool pretty, exact; /* exact: to be read again, not to be looked at */
    int depth;
};

void add_bytes(struct machine *m, struct text *text, const char *bytes, size_t length)
{
    jsonata_charge(&m->limits, length);
    text_add_bytes(text, bytes, length);
}

void add_text(struct machine *m, struct text *text, const char *string)
{
    add_bytes(m, text, string, strlen(string));
}

/* `digits` of a number 0.DIGITS * 10^point, as ECMA-262 lays them out (Number::toString). */
static const char *lay_out(struct machine *m, const char *sign, const char *digits, int point)
{
    const int count = (int)strlen(digits);
    struct arena *arena = m->limits.arena;

    if (point > 0 && point <= 21)
        return count <= point
                   ? arena_printf(arena, "%s%s%.*s", sign, digits, point - count,
                                  "000000000000000000000")
                   : arena_printf(arena, "%s%.*s.%s", sign, point, digits, digits + point);
    if (point > -6 && point <= 0)
        return arena_printf(arena, "%s0.%.*s%s", sign, -point, "000000", digits);
    return arena_printf(arena, "%s%c%s%se%+d", sign, digits[0], count > 1 ? "." : "", digits + 1,
                        point - 1);
}

/* Fifteen digits hide that 0.1 + 0.2 is not 0.3; what is whole is written as exactly as it is. */
static void print_digits(char text[40], double number)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, 40, "%.*e", digits - 1, number);
        if (!is_whole(number) || same_number(strtod(text, NULL), number))
            break;
    }
}

const char *number_text(struct machine *m, double number)
{
    char text[40], digits[20];
    size_t count = 0;

    if (!(fabs(number) > 0))
        return "0";
    print_digits(text, fabs(number));
    const char *exponent = strchr(text, 'e');
    for (const char *s = text; s < exponent; s++)
        if (*s != '.')
            digits[count++] = *s;
    while (count > 1 && digits[count - 1] == '0')
        count--;
    digits[count] = '\0';
    return lay_out(m, number < 0 ? "-" : "", digits, atoi(exponent + 1) + 1);
}

static void print_number(struct printing *p, double number)
{
    if (!isfinite(number))
        jsonata_fail(&p->m->limits, p->column, "D3001",
                     "a number is too large, and has no text; a string is wanted");
    if (p->exact) {
        char digits[40];

        snprintf(digits, sizeof(digits), "%.17g", number);
        add_text(p->m, &p->out, digits);
    } else {
        add_text(p->m, &p->out, number_text(p->m, number));
    }
}

static void print_escaped(struct printing *p, const char *s)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *known = strchr(plain, *s);
    char escape[8];

    if (known)
        snprintf(escape, sizeof(escape), "\\%c", letters[known - plain]);
    else
        snprintf(escape, sizeof(escape), "\\u%04x", text_is_nul(s) ? 0U : (unsigned)*s);
    add_text(p->m, &p->out, escape);
}

static void print_string(struct printing *p, const char *s)
{
    const char *plain = s;

    add_bytes(p->m, &p->out, "\"", 1);
    for (; *s; s++) {
        const unsigned char c = (unsigned char)*s;

        if (c >= 0x20 && c != '"' && c != '\\' && !text_is_nul(s))
            continue;
        add_bytes(p->m, &p->out, plain, (size_t)(s - plain));
        print_escaped(p, s);
        s += text_is_nul(s) ? 1 : 0;
        plain = s + 1;
    }
    add_bytes(p->m, &p->out, plain, (size_t)(s - plain));
    add_bytes(p->m, &p->out, "\"", 1);
}

static void new_line(struct printing *p)
{
    if (!p->pretty)
        return;
    add_bytes(p->m, &p->out, "\n", 1);
    for (int i = 0; i < p->depth; i++)
        add_bytes(p->m, &p->out, "  ", 2);
}

static void print_value(struct printing *p, struct value value);

static void begin_item(struct printing *p, bool *first)
{
    if (!*first)
        add_bytes(p->m, &p->out, ",", 1);
    *first = false;
    new_line(p);
}

static void print_array(struct printing *p, struct array *array)
{
    bool first = true;

    for (size_t i = 0; i < array->count; i++) {
        begin_item(p, &first);
        print_value(p, array_at(p->m, array, i));
    }
}

static bool is_left_out(const struct printing *p, struct value value)
{
    return value.type == NOTHING || (p->exact && value.type == FUNCTION);
}

static bool print_object(struct printing *p, struct object *object)
{
    bool first = true;

    object_open(p->m, object);
    for (size_t i = 0; i < object->count; i++) {
        if (is_left_out(p, object->members[i].value))
            continue;
        begin_item(p, &first);
        print_string(p, object->members[i].key);
        add_text(p->m, &p->out, p->pretty ? ": " : ":");
        print_value(p, object->members[i].value);
    }
    return !first;
}

static void print_container(struct printing *p, struct value value)
{
    const bool array = value.type == ARRAY;
    bool any = false;

    jsonata_step(&p->m->limits, p->column, 1);
    if (++p->depth >= JSON_DEEPEST)
        jsonata_fail(&p->m->limits, p->column, "U1001",
                     "a value is nested more than %d levels deep", JSON_DEEPEST);
    add_bytes(p->m, &p->out, array ? "[" : "{", 1);
    if (array) {
        print_array(p, value.u.array);
        any = value.u.array->count;
    } else {
        any = print_object(p, value.u.object);
    }
    p->depth--;
    if (any)
        new_line(p);
    add_bytes(p->m, &p->out, array ? "]" : "}", 1);
}

static void print_value(struct printing *p, struct value value)
{
    switch (value.type) {
    case BOOLEAN:
        add_text(p->m, &p->out, value.u.truth ? "true" : "false");
        break;
    case NUMBER:
        print_number(p, value.u.number);
        break;
    case STRING:
        print_string(p, value.u.text);
        break;
    case ARRAY:
    case OBJECT:
        print_container(p, value);
        break;
    case TUPLE:
        print_value(p, value.u.tuple->at);
        break;
    case NOTHING:
    case IS_NULL:
    case PENDING:
        add_text(p->m, &p->out, "null");
        break;
    case FUNCTION:
        add_text(p->m, &p->out, p->exact ? "null" : "\"\"");
        break;
    }
}

const char *value_text(struct machine *m, struct value value, bool pretty, size_t column)
{
    struct printing p = {
        .m = m, .out = text_new(m->limits.arena), .column = column, .pretty = pretty
    };

    if (value.type == STRING)
        return value.u.text;
    if (value.type == FUNCTION)
        return "";
    print_value(&p, value);
    return p.out.bytes;
}

const json *value_to_json(struct machine *m, struct arena *arena, struct value value)
{
    struct printing p = { .m = m, .out = text_new(m->limits.arena), .exact = true };
    const json *source = value.type == ARRAY    ? value.u.array->source
                         : value.type == OBJECT ? value.u.object->source
                                                : NULL;
    struct error error = { "" };

    if (value.type == NOTHING || value.type == FUNCTION)
        return NULL;
    if (source)
        return json_copy(arena, source);
    print_value(&p, value);
    const json *result = json_parse(arena, p.out.bytes, p.out.length, &error);
    if (!result)
        jsonata_fail(&m->limits, 0, "U1001", "the result is no JSON: %s", error.text);
    return result;
}
