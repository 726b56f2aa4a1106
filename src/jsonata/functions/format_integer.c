/*
 * $formatInteger(): pictures of whole numbers as in XPath's format-integer
 * (XPath and XQuery Functions and Operators 3.1, section 4.6): digits, letters,
 * Roman numbers, English words, and ;o for ordinals.
 */
#include "format_integer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The zeros of the scripts whose digits a picture may use. */
static const uint32_t zeros[] = {
    0x30,   0x660,  0x6F0,  0x7C0,  0x966,  0x9E6,  0xA66,  0xAE6,  0xB66,  0xBE6,
    0xC66,  0xCE6,  0xD66,  0xDE6,  0xE50,  0xED0,  0xF20,  0x1040, 0x1090, 0x17E0,
    0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620,
    0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
};

static uint32_t zero_of(uint32_t code)
{
    for (size_t i = 0; i < sizeof(zeros) / sizeof(zeros[0]); i++)
        if (code >= zeros[i] && code < zeros[i] + 10)
            return zeros[i];
    return 0;
}

/* ---- pictures ---- */

/* Groups of one length with one separator go on to the left. */
static void find_regular(struct picture *picture)
{
    const size_t first = picture->count ? picture->groups[0].position : 0;

    picture->regular = first;
    for (size_t i = 0; i < picture->count; i++)
        if (picture->groups[i].position != first * (i + 1) ||
            picture->groups[i].code != picture->groups[0].code)
            picture->regular = 0;
}

static void read_digits(struct call *call, struct picture *picture, const char *text, size_t length)
{
    size_t size = 0, digits = 0;

    for (const char *s = text; s < text + length; s += size) {
        const uint32_t code = text_code(s, &size);
        const uint32_t zero = zero_of(code);

        if (zero && picture->zero && zero != picture->zero)
            call_fail(call, "D3131", "the picture \"%s\" mixes digits of several scripts",
                      jsonata_quote(&call->m->limits, text));
        picture->zero = zero ? zero : picture->zero;
        picture->mandatory += zero != 0;
        digits += zero || code == '#';
        if (!zero && code != '#') {
            if (picture->count == PICTURE_GROUPS)
                call_fail(call, "D3130", "the picture \"%s\" has more than %d separators",
                          jsonata_quote(&call->m->limits, text), PICTURE_GROUPS);
            picture->groups[picture->count++] = (struct group_separator){ digits, code };
        }
    }
    for (size_t i = 0; i < picture->count; i++)
        picture->groups[i].position = digits - picture->groups[i].position;
    for (size_t i = 0; i < picture->count / 2; i++) {
        const struct group_separator held = picture->groups[i];

        picture->groups[i] = picture->groups[picture->count - 1 - i];
        picture->groups[picture->count - 1 - i] = held;
    }
    find_regular(picture);
}

struct picture read_picture(struct call *call, const char *text)
{
    static const struct {
        const char *text;
        enum picture_kind kind;
        enum letter_case letters;
    } rows[] = {
        { "A", PICTURE_LETTERS, UPPER_CASE }, { "a", PICTURE_LETTERS, LOWER_CASE },
        { "I", PICTURE_ROMAN, UPPER_CASE },   { "i", PICTURE_ROMAN, LOWER_CASE },
        { "W", PICTURE_WORDS, UPPER_CASE },   { "w", PICTURE_WORDS, LOWER_CASE },
        { "Ww", PICTURE_WORDS, TITLE_CASE },
    };
    const char *modifier = strrchr(text, ';');
    const size_t length = modifier ? (size_t)(modifier - text) : strlen(text);
    struct picture picture = { .kind = PICTURE_DIGITS };

    picture.ordinal = modifier && modifier[1] == 'o';
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strlen(rows[i].text) == length && strncmp(rows[i].text, text, length) == 0) {
            picture.kind = rows[i].kind;
            picture.letters = rows[i].letters;
            return picture;
        }
    read_digits(call, &picture, text, length);
    if (!picture.mandatory)
        call_fail(call, "D3130", "the picture \"%s\" is not supported; it has no digit",
                  jsonata_quote(&call->m->limits, text));
    return picture;
}

/* ---- digits ---- */

static uint32_t separator_at(const struct picture *picture, size_t position)
{
    if (picture->regular)
        return position && position % picture->regular == 0 ? picture->groups[0].code : 0;
    for (size_t i = 0; i < picture->count; i++)
        if (picture->groups[i].position == position)
            return picture->groups[i].code;
    return 0;
}

static void add_code(struct call *call, struct text *out, uint32_t code)
{
    char bytes[TEXT_UTF8_ROOM];

    add_bytes(call->m, out, bytes, text_utf8_write(code, bytes));
}

static const char *ordinal_ending(double number)
{
    const int two = (int)fmod(number, 100), one = two % 10;

    return two / 10 == 1 ? "th" : one == 1 ? "st" : one == 2 ? "nd" : one == 3 ? "rd" : "th";
}

static void add_digits(struct call *call, struct text *out, const struct picture *picture,
                       double number)
{
    char digits[400];
    const size_t given = (size_t)snprintf(digits, sizeof(digits), "%.0f", number);
    const size_t count = given > picture->mandatory ? given : picture->mandatory;

    for (size_t left = count; left; left--) {
        const uint32_t digit = left > given ? 0 : (uint32_t)(digits[given - left] - '0');
        const uint32_t separator = left < count ? separator_at(picture, left) : 0;

        if (separator)
            add_code(call, out, separator);
        add_code(call, out, picture->zero + digit);
    }
    if (picture->ordinal)
        add_text(call->m, out, ordinal_ending(number));
}

/* ---- letters and Roman numbers ---- */

static void add_letters(struct call *call, struct text *out, const struct picture *picture,
                        double number)
{
    const char first = picture->letters == UPPER_CASE ? 'A' : 'a';
    char letters[300], *at = letters + sizeof(letters);

    while (number >= 1 && at > letters) {
        *--at = (char)(first + (int)fmod(number - 1, 26));
        number = floor((number - 1) / 26);
    }
    add_bytes(call->m, out, at, (size_t)(letters + sizeof(letters) - at));
}

const struct roman roman_numbers[] = {
    { 1000, "M", "m" }, { 900, "CM", "cm" }, { 500, "D", "d" }, { 400, "CD", "cd" },
    { 100, "C", "c" },  { 90, "XC", "xc" },  { 50, "L", "l" },  { 40, "XL", "xl" },
    { 10, "X", "x" },   { 9, "IX", "ix" },   { 5, "V", "v" },   { 4, "IV", "iv" },
    { 1, "I", "i" },    { 0, NULL, NULL },
};

static void add_roman(struct call *call, struct text *out, const struct picture *picture,
                      double number)
{
    for (const struct roman *row = roman_numbers; row->value; row++)
        while (number >= row->value) {
            jsonata_step(&call->m->limits, call->column, 1);
            add_text(call->m, out, picture->letters == UPPER_CASE ? row->upper : row->lower);
            number -= row->value;
        }
}

static void add_number(struct call *call, struct text *out, const struct picture *picture,
                       double number)
{
    static void (*const rows[])(struct call * call, struct text * out,
                                const struct picture *picture, double number) = {
        [PICTURE_DIGITS] = add_digits,
        [PICTURE_LETTERS] = add_letters,
        [PICTURE_ROMAN] = add_roman,
        [PICTURE_WORDS] = add_words,
    };

    rows[picture->kind](call, out, picture, number);
}

struct value fn_format_integer(struct call *call)
{
    struct text out = text_new(call->m->limits.arena);

    if (call->arguments[0].type == NOTHING)
        return jsonata_nothing;
    if (call->arguments[1].type == NOTHING)
        call_fail(call, "T0410", "argument 2, the picture, is nothing");
    const double number = trunc(call->arguments[0].u.number);
    const struct picture picture = read_picture(call, call->arguments[1].u.text);
    if (number < 0)
        add_text(call->m, &out, "-");
    add_number(call, &out, &picture, fabs(number));
    return value_string(out.bytes);
}
