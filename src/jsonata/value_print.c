/* Values as text: numbers as JavaScript writes them, containers as JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jsonata_private.h"

struct value_printer {
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

static void print_number(struct value_printer *p, double number)
{
    char exact[40];

    if (!isfinite(number))
        jsonata_fail(&p->m->limits, p->column, "D3001",
                     "a number is too large, and has no text; a string is wanted");
    snprintf(exact, sizeof(exact), "%.17g", number);
    add_text(p->m, &p->out, p->exact ? exact : number_text(p->m, number));
}

static void print_string(struct value_printer *p, const char *s)
{
    static const char known[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *plain = s;

    add_bytes(p->m, &p->out, "\"", 1);
    for (; *s; s++) {
        const bool nul = text_is_nul(s);
        const char *letter = strchr(known, *s);
        char escape[8];

        if ((unsigned char)*s >= 0x20 && !letter && !nul)
            continue;
        add_bytes(p->m, &p->out, plain, (size_t)(s - plain));
        if (letter)
            snprintf(escape, sizeof(escape), "\\%c", letters[letter - known]);
        else
            snprintf(escape, sizeof(escape), "\\u%04x", nul ? 0U : (unsigned)*s);
        add_text(p->m, &p->out, escape);
        s += nul ? 1 : 0;
        plain = s + 1;
    }
    add_bytes(p->m, &p->out, plain, (size_t)(s - plain));
    add_bytes(p->m, &p->out, "\"", 1);
}

static void new_line(struct value_printer *p)
{
    if (!p->pretty)
        return;
    add_bytes(p->m, &p->out, "\n", 1);
    for (int i = 0; i < p->depth; i++)
        add_bytes(p->m, &p->out, "  ", 2);
}

static void print_value(struct value_printer *p, struct value value);

static void print_container(struct value_printer *p, struct value value)
{
    const bool object = value.type == OBJECT;
    bool first = true;

    jsonata_step(&p->m->limits, p->column, 1);
    if (++p->depth >= JSON_DEEPEST)
        jsonata_fail(&p->m->limits, p->column, "U1001",
                     "a value is nested more than %d levels deep", JSON_DEEPEST);
    add_bytes(p->m, &p->out, object ? "{" : "[", 1);
    for (size_t i = 0; i < value_count(p->m, value); i++) {
        const struct value item = value_item(p->m, value, i);

        if (object && (item.type == NOTHING || (p->exact && item.type == FUNCTION)))
            continue;
        add_bytes(p->m, &p->out, ",", first ? 0 : 1);
        first = false;
        new_line(p);
        if (object) {
            print_string(p, value.u.object->members[i].key);
            add_text(p->m, &p->out, p->pretty ? ": " : ":");
        }
        print_value(p, item);
    }
    p->depth--;
    if (!first)
        new_line(p);
    add_bytes(p->m, &p->out, object ? "}" : "]", 1);
}

static void print_value(struct value_printer *p, struct value value)
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
    struct value_printer p = {
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
    struct value_printer p = { .m = m, .out = text_new(m->limits.arena), .exact = true };
    const json *source = value.type == ARRAY    ? value.u.array->source
                         : value.type == OBJECT ? value.u.object->source
                                                : NULL;
    struct error error = { .text = "" };

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
