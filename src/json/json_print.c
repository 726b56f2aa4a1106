/* JSON values as text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cfnc/base/text.h"
#include "cfnc/json/json.h"

/* Whole numbers are written without an exponent, or some reader takes them for floats. */
static void print_number(struct text *out, double number)
{
    if (trunc(number) >= number && trunc(number) <= number && fabs(number) < 1e21) {
        text_addf(out, "%.0f", fabs(number) > 0 ? number : 0.0);
    } else {
        char digits[40];

        for (int precision = 15; precision <= 17; precision++) {
            snprintf(digits, sizeof(digits), "%.*g", precision, number);
            const double back = strtod(digits, NULL);
            if (back >= number && back <= number)
                break;
        }
        text_add(out, digits);
    }
}

/* Beyond what JSON asks for, what could drive a terminal is escaped: people print these texts. */
static void print_string(struct text *out, const char *s)
{
    text_add_bytes(out, "\"", 1);
    for (const char *plain = s;; s++) {
        const unsigned char c = (unsigned char)*s;
        unsigned code = c;
        const bool harmful = c >= 0x7F && text_harmful(s, &code);

        if (c >= 0x20 && c != '"' && c != '\\' && !harmful)
            continue;
        text_add_bytes(out, plain, (size_t)(s - plain));
        if (!c)
            break;
        if (c == '"' || c == '\\')
            text_addf(out, "\\%c", c);
        else if (c == '\n')
            text_add(out, "\\n");
        else
            text_addf(out, "\\u%04x", code);
        s += harmful ? text_utf8_length(s) - 1 : 0;
        plain = s + 1;
    }
    text_add_bytes(out, "\"", 1);
}

/* `indent` below 0: everything on one line. */
static void new_line(struct text *out, int indent)
{
    if (indent >= 0)
        text_addf(out, "\n%*s", indent * 2, "");
}

static void print_value(struct text *out, const json *value, int indent);

static void print_container(struct text *out, const json *value, int indent)
{
    const bool object = json_type(value) == JSON_OBJECT;
    const int inner = indent < 0 ? indent : indent + 1;
    bool first = true;

    text_add(out, object ? "{" : "[");
    json_each (item, value) {
        if (!first)
            text_add_bytes(out, ",", 1);
        first = false;
        new_line(out, inner);
        if (object) {
            print_string(out, json_key(item));
            text_add(out, indent < 0 ? ":" : ": ");
        }
        print_value(out, item, inner);
    }
    if (!first)
        new_line(out, indent);
    text_add(out, object ? "}" : "]");
}

static void print_value(struct text *out, const json *value, int indent)
{
    switch (json_type(value)) {
    case JSON_BOOLEAN:
        text_add(out, json_true(value) ? "true" : "false");
        break;
    case JSON_NUMBER:
        if (json_digits(value))
            text_add(out, json_digits(value));
        else
            print_number(out, json_number(value, 0));
        break;
    case JSON_STRING:
        print_string(out, json_string(value));
        break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        print_container(out, value, indent);
        break;
    case JSON_NULL:
    case JSON_ABSENT:
        text_add(out, "null");
        break;
    }
}

const char *json_print(struct arena *arena, const json *value)
{
    struct text out = text_new(arena);

    print_value(&out, value, -1);
    return out.bytes;
}

const char *json_print_line(struct arena *arena, const json *value)
{
    struct text out = text_new(arena);

    print_value(&out, value, -1);
    text_add(&out, "\n");
    return out.bytes;
}

const char *json_print_pretty(struct arena *arena, const json *value)
{
    struct text out = text_new(arena);

    print_value(&out, value, 0);
    return out.bytes;
}
