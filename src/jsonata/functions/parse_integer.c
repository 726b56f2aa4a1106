/* $parseInteger(): what $formatInteger() writes, read again with the same picture. */
#include <string.h>

#include "format_integer.h"

static bool read_letters(const char *text, double *number)
{
    *number = 0;
    for (; *text; text++) {
        const char low = (char)(*text | 0x20);

        if (low < 'a' || low > 'z')
            return false;
        *number = *number * 26 + (low - 'a' + 1);
    }
    return true;
}

static bool read_roman(const char *text, double *number)
{
    *number = 0;
    for (const struct roman *row = roman_numbers; row->value; row++) {
        const size_t length = strlen(row->upper);

        for (; strncmp(text, row->upper, length) == 0 || strncmp(text, row->lower, length) == 0;
             text += length)
            *number += row->value;
    }
    return !*text;
}

static bool is_separator(const struct picture *picture, uint32_t code)
{
    for (size_t i = 0; i < picture->count; i++)
        if (picture->groups[i].code == code)
            return true;
    return false;
}

static bool read_digits(const struct picture *picture, const char *text, double *number)
{
    size_t length = 0;
    bool any = false;

    *number = 0;
    for (; *text; text += length) {
        const uint32_t code = text_code(text, &length);

        if (code >= picture->zero && code < picture->zero + 10) {
            *number = *number * 10 + (double)(code - picture->zero);
            any = true;
        } else if (!is_separator(picture, code)) {
            return any && picture->ordinal && strlen(text) == 2;
        }
    }
    return any;
}

struct value fn_parse_integer(struct call *call)
{
    double number = 0;

    if (call->arguments[0].type == NOTHING)
        return jsonata_nothing;
    if (call->arguments[1].type == NOTHING)
        call_fail(call, "T0410", "argument 2, the picture, is nothing");
    const char *text = call->arguments[0].u.text;
    const bool negative = *text == '-';
    const struct picture picture = read_picture(call, call->arguments[1].u.text);
    text += negative;
    const bool read = picture.kind == PICTURE_DIGITS    ? read_digits(&picture, text, &number)
                      : picture.kind == PICTURE_LETTERS ? read_letters(text, &number)
                      : picture.kind == PICTURE_ROMAN   ? read_roman(text, &number)
                                                        : read_words(text, &number);
    if (!read)
        call_fail(call, "D3137", "\"%s\" is not written as the picture \"%s\" says",
                  jsonata_quote(&call->m->limits, text),
                  jsonata_quote(&call->m->limits, call->arguments[1].u.text));
    return value_number(negative ? -number : number);
}
