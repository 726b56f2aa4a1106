/*
 * $formatInteger() and $parseInteger(): pictures of whole numbers as in XPath's format-integer
 * (XPath and XQuery Functions and Operators 3.1, section 4.6): digits, letters, Roman numbers,
 * English words, and ;o for ordinals.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "functions.h"

enum letter_case { LOWER_CASE, UPPER_CASE, TITLE_CASE };

struct picture {
    const struct picture_kind *kind;
    bool ordinal;
    uint32_t zero;    /* of the digits */
    size_t mandatory; /* digits */
    struct grouping grouping;
};

/* A picture other than of digits; and those. */
struct picture_kind {
    const char *text;
    enum letter_case letters;
    void (*write)(struct function_call *call, struct text *out, const struct picture *picture,
                  double number);
    bool (*read)(const struct picture *picture, const char *text, double *number);
};

/* ---- digits ---- */

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

static void read_places(struct function_call *call, struct picture *picture, const char *text,
                        const char *end)
{
    struct grouping *grouping = &picture->grouping;
    size_t size = 0, digits = 0;

    for (const char *s = text; s < end; s += size) {
        const uint32_t code = text_code(s, &size), zero = zero_of(code);

        if (zero && picture->zero && zero != picture->zero)
            picture_fail(call, "D3131", "mixes digits of several scripts");
        picture->zero = zero ? zero : picture->zero;
        picture->mandatory += zero != 0;
        digits += zero || code == '#';
        if (!zero && code != '#')
            grouping_add(call, grouping, digits, code, "D3130");
    }
    for (size_t i = 0; i < grouping->count; i++)
        grouping->separators[i].position = digits - grouping->separators[i].position;
    grouping_find_regular(grouping);
    if (!picture->mandatory)
        picture_fail(call, "D3130", "is not supported; it has no digit");
}

static const char *ordinal_ending(double number)
{
    const int two = (int)fmod(number, 100), one = two % 10;

    return two / 10 == 1 ? "th" : one == 1 ? "st" : one == 2 ? "nd" : one == 3 ? "rd" : "th";
}

static void write_digits(struct function_call *call, struct text *out,
                         const struct picture *picture, double number)
{
    char digits[400];
    const size_t count = (size_t)snprintf(digits, sizeof(digits), "%.0f", number);

    grouping_add_digits(call, out, &picture->grouping, picture->zero, picture->mandatory, digits,
                        count);
    if (picture->ordinal)
        add_text(call->m, out, ordinal_ending(number));
}

static bool is_separator(const struct grouping *grouping, uint32_t code)
{
    for (size_t i = 0; i < grouping->count; i++)
        if (grouping->separators[i].code == code)
            return true;
    return false;
}

static bool read_digits(const struct picture *picture, const char *text, double *number)
{
    size_t length = 0;
    bool any = false;

    for (; *text; text += length) {
        const uint32_t code = text_code(text, &length);

        if (code >= picture->zero && code < picture->zero + 10) {
            *number = *number * 10 + (double)(code - picture->zero);
            any = true;
        } else if (!is_separator(&picture->grouping, code)) {
            return any && picture->ordinal && strlen(text) == 2;
        }
    }
    return any;
}

/* ---- letters ---- */

static void write_letters(struct function_call *call, struct text *out,
                          const struct picture *picture, double number)
{
    const char first = picture->kind->letters == UPPER_CASE ? 'A' : 'a';
    char letters[300], *at = letters + sizeof(letters);

    while (number >= 1 && at > letters) {
        *--at = (char)(first + (int)fmod(number - 1, 26));
        number = floor((number - 1) / 26);
    }
    add_bytes(call->m, out, at, (size_t)(letters + sizeof(letters) - at));
}

static bool read_letters(const struct picture *picture, const char *text, double *number)
{
    (void)picture;
    for (; *text; text++) {
        const char low = (char)(*text | 0x20);

        if (low < 'a' || low > 'z')
            return false;
        *number = *number * 26 + (low - 'a' + 1);
    }
    return true;
}

/* ---- Roman numbers ---- */

static const struct {
    int value;
    const char *upper, *lower;
} roman[] = {
    { 1000, "M", "m" }, { 900, "CM", "cm" }, { 500, "D", "d" }, { 400, "CD", "cd" },
    { 100, "C", "c" },  { 90, "XC", "xc" },  { 50, "L", "l" },  { 40, "XL", "xl" },
    { 10, "X", "x" },   { 9, "IX", "ix" },   { 5, "V", "v" },   { 4, "IV", "iv" },
    { 1, "I", "i" },
};
enum { ROMAN = sizeof(roman) / sizeof(roman[0]) };

static void write_roman(struct function_call *call, struct text *out, const struct picture *picture,
                        double number)
{
    for (size_t i = 0; i < ROMAN; i++)
        while (number >= roman[i].value) {
            number -= roman[i].value;
            jsonata_step(&call->m->limits, call->column, 1);
            add_text(call->m, out,
                     picture->kind->letters == UPPER_CASE ? roman[i].upper : roman[i].lower);
        }
}

static bool read_roman(const struct picture *picture, const char *text, double *number)
{
    (void)picture;
    for (size_t i = 0; i < ROMAN; i++) {
        const size_t length = strlen(roman[i].upper);

        for (; strncmp(text, roman[i].upper, length) == 0 ||
               strncmp(text, roman[i].lower, length) == 0;
             text += length)
            *number += roman[i].value;
    }
    return !*text;
}

/* ---- words ---- */

/* From the greatest; a trillion of trillions is said as that. */
static const struct number_word {
    double value;
    const char *cardinal, *ordinal;
} words[] = {
    { 1e12, "trillion", "trillionth" },
    { 1e9, "billion", "billionth" },
    { 1e6, "million", "millionth" },
    { 1e3, "thousand", "thousandth" },
    { 100, "hundred", "hundredth" },
    { 90, "ninety", "ninetieth" },
    { 80, "eighty", "eightieth" },
    { 70, "seventy", "seventieth" },
    { 60, "sixty", "sixtieth" },
    { 50, "fifty", "fiftieth" },
    { 40, "forty", "fortieth" },
    { 30, "thirty", "thirtieth" },
    { 20, "twenty", "twentieth" },
    { 19, "nineteen", "nineteenth" },
    { 18, "eighteen", "eighteenth" },
    { 17, "seventeen", "seventeenth" },
    { 16, "sixteen", "sixteenth" },
    { 15, "fifteen", "fifteenth" },
    { 14, "fourteen", "fourteenth" },
    { 13, "thirteen", "thirteenth" },
    { 12, "twelve", "twelfth" },
    { 11, "eleven", "eleventh" },
    { 10, "ten", "tenth" },
    { 9, "nine", "ninth" },
    { 8, "eight", "eighth" },
    { 7, "seven", "seventh" },
    { 6, "six", "sixth" },
    { 5, "five", "fifth" },
    { 4, "four", "fourth" },
    { 3, "three", "third" },
    { 2, "two", "second" },
    { 1, "one", "first" },
    { 0, "zero", "zeroth" },
};

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

struct wording {
    struct function_call *call;
    struct text *out;
    enum letter_case letters;
};

static void say(const struct wording *w, const char *word)
{
    for (const char *s = word; *s; s++) {
        const bool big = w->letters == UPPER_CASE || (w->letters == TITLE_CASE && s == word);
        const char c = big ? upper(*s) : *s;

        add_bytes(w->call->m, w->out, &c, 1);
    }
}

static void say_number(const struct wording *w, double number, bool ordinal)
{
    const struct number_word *word = words;

    while (word->value > number)
        word++;
    const bool scale = word->value >= 100;
    const double many = scale ? floor(number / word->value) : 1;
    const double rest = number - many * word->value;
    if (scale) {
        say_number(w, many, false);
        say(w, " ");
    }
    say(w, ordinal && !(rest > 0) ? word->ordinal : word->cardinal);
    if (!(rest > 0))
        return;
    say(w, !scale ? "-" : rest < 100 ? " and " : ", ");
    say_number(w, rest, ordinal);
}

static void write_words(struct function_call *call, struct text *out, const struct picture *picture,
                        double number)
{
    say_number(&(struct wording){ call, out, picture->kind->letters }, number, picture->ordinal);
}

static bool same_word(const char *word, const char *text, size_t length)
{
    if (strlen(word) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (upper(word[i]) != upper(text[i]))
            return false;
    return true;
}

struct words_reader {
    double total, part; /* part: what the next scale is about */
    double last;        /* the scale before, of one that stands right behind it */
};

static bool take_word(struct words_reader *r, const char *text, size_t length)
{
    size_t i = 0;

    while (i < sizeof(words) / sizeof(words[0]) && !same_word(words[i].cardinal, text, length) &&
           !same_word(words[i].ordinal, text, length))
        i++;
    if (i == sizeof(words) / sizeof(words[0]))
        return same_word("and", text, length);
    const double value = words[i].value;
    if (value < 100) {
        r->part += value;
    } else if (value < 1000) {
        r->part *= value;
    } else if (r->part > 0) {
        r->last = r->part * value;
        r->total += r->last;
        r->part = 0;
    } else { /* a million million */
        r->total += r->last * value - r->last;
        r->last *= value;
    }
    return true;
}

/* Words between blanks, commas and hyphens. False when some word is no number's. */
static bool read_words(const struct picture *picture, const char *text, double *number)
{
    static const char between[] = " ,-";
    struct words_reader r = { 0, 0, 0 };

    (void)picture;
    while (*(text += strspn(text, between))) {
        const size_t length = strcspn(text, between);

        if (!take_word(&r, text, length))
            return false;
        text += length;
    }
    *number = r.total + r.part;
    return true;
}

/* ---- the functions ---- */

static const struct picture_kind kinds[] = {
    { "A", UPPER_CASE, write_letters, read_letters },
    { "a", LOWER_CASE, write_letters, read_letters },
    { "I", UPPER_CASE, write_roman, read_roman },
    { "i", LOWER_CASE, write_roman, read_roman },
    { "W", UPPER_CASE, write_words, read_words },
    { "w", LOWER_CASE, write_words, read_words },
    { "Ww", TITLE_CASE, write_words, read_words },
    { NULL, LOWER_CASE, write_digits, read_digits },
};

static struct picture read_picture(struct function_call *call)
{
    const char *text = picture_of(call), *modifier = strrchr(text, ';');
    const size_t length = modifier ? (size_t)(modifier - text) : strlen(text);
    struct picture picture = { .kind = kinds, .ordinal = modifier && modifier[1] == 'o' };

    while (picture.kind->text &&
           (strlen(picture.kind->text) != length || strncmp(picture.kind->text, text, length) != 0))
        picture.kind++;
    if (!picture.kind->text)
        read_places(call, &picture, text, text + length);
    return picture;
}

static struct value fn_format_integer(struct function_call *call)
{
    struct text out = text_new(call->m->limits.arena);
    const struct picture picture = read_picture(call);
    const double number = trunc(call->arguments[0].u.number);

    if (number < 0)
        add_text(call->m, &out, "-");
    picture.kind->write(call, &out, &picture, fabs(number));
    return value_string(out.bytes);
}

static struct value fn_parse_integer(struct function_call *call)
{
    const struct picture picture = read_picture(call);
    const char *text = call->arguments[0].u.text;
    const bool negative = *text == '-';
    double number = 0;

    text += negative;
    if (!picture.kind->read(&picture, text, &number))
        call_fail(call, "D3137", "\"%s\" is not written as the picture \"%s\" says",
                  jsonata_quote(&call->m->limits, text),
                  jsonata_quote(&call->m->limits, picture_of(call)));
    return value_number(negative ? -number : number);
}

const struct jsonata_function format_integer_functions[] = {
    { "formatInteger", "n-s:s", fn_format_integer, .arity = 2, .needs = 1 },
    { "parseInteger", "s-s:n", fn_parse_integer, .arity = 2, .needs = 1 },
    { 0 },
};
