/* $formatNumber(): a number as a picture of it. */
#include "number_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 800 }; /* a double has 309 before the point, and pictures are cut behind it */

struct formatting {
    struct call *call;
    const struct signs *signs;
    const struct number_picture *picture;
    struct text out;
};

static void add_code(struct formatting *f, uint32_t code)
{
    char bytes[TEXT_UTF8_ROOM];

    add_bytes(f->call->m, &f->out, bytes, text_utf8_write(code, bytes));
}

static void add_codes(struct formatting *f, struct codes codes)
{
    for (size_t i = 0; i < codes.count; i++)
        add_code(f, codes.at[i]);
}

static bool separated(const struct separators *separators, size_t position)
{
    if (separators->regular)
        return position % separators->regular == 0;
    for (size_t i = 0; i < separators->count; i++)
        if (separators->positions[i] == position)
            return true;
    return false;
}

/* `digits`, with zeros before them up to `least`, and separators from the right. */
static void add_whole(struct formatting *f, const char *digits, size_t given)
{
    const size_t least = f->picture->whole_least;
    const size_t total = given > least ? given : least;

    for (size_t left = total; left; left--) {
        if (left < total && separated(&f->picture->whole, left))
            add_code(f, f->signs->grouping);
        add_code(f, f->signs->zero + (left > given ? 0 : (uint32_t)(digits[given - left] - '0')));
    }
}

static void add_fraction(struct formatting *f, const char *digits, size_t given)
{
    const size_t least = f->picture->fraction_least;
    const size_t total = given > least ? given : least;

    if (total)
        add_code(f, f->signs->decimal);
    for (size_t i = 0; i < total; i++) {
        if (i && separated(&f->picture->fraction, i))
            add_code(f, f->signs->grouping);
        add_code(f, f->signs->zero + (i < given ? (uint32_t)(digits[i] - '0') : 0));
    }
}

static void add_mantissa(struct formatting *f, double number)
{
    char digits[DIGITS];
    const int places = f->picture->fraction_most > 340 ? 340 : (int)f->picture->fraction_most;

    snprintf(digits, sizeof(digits), "%.*f", places, round_to_even(number, places));
    const char *whole = digits + strspn(digits, "0");
    const size_t count = strcspn(whole, ".");
    const char *fraction = whole[count] ? whole + count + 1 : "";
    size_t length = strlen(fraction);
    while (length && fraction[length - 1] == '0')
        length--;
    add_whole(f, whole, count);
    add_fraction(f, fraction, length);
}

static void add_exponent(struct formatting *f, int exponent)
{
    char digits[16];
    const size_t given = (size_t)snprintf(digits, sizeof(digits), "%d", abs(exponent));

    add_code(f, f->signs->exponent);
    if (exponent < 0)
        add_text(f->call->m, &f->out, f->signs->minus);
    for (size_t i = given; i < f->picture->exponent_least; i++)
        add_code(f, f->signs->zero);
    for (size_t i = 0; i < given; i++)
        add_code(f, f->signs->zero + (uint32_t)(digits[i] - '0'));
}

/* The number with so many digits before the point, and the power of ten that it lost. */
static int take_exponent(const struct number_picture *picture, double *number)
{
    const double most = pow(10, (double)(picture->scale > 300 ? 300 : picture->scale));
    int exponent = 0;

    for (; *number > 0 && *number < most / 10; exponent--)
        *number *= 10;
    for (; *number >= most; exponent++)
        *number /= 10;
    return exponent;
}

static void format(struct formatting *f, double number)
{
    const struct number_picture *picture = f->picture;

    add_codes(f, picture->prefix);
    number *= picture->percent ? 100 : picture->per_mille ? 1000 : 1;
    if (!isfinite(number))
        call_fail(f->call, "D1001", "the number is beyond what a double can hold");
    const int exponent = picture->exponent_least ? take_exponent(picture, &number) : 0;
    add_mantissa(f, number);
    if (picture->exponent_least)
        add_exponent(f, exponent);
    add_codes(f, picture->suffix);
}

/* ---- options ---- */

static void change_sign(struct call *call, struct object *options, const char *name, uint32_t *sign)
{
    const struct value value = object_get(call->m, options, name);
    size_t length = 0;

    if (value.type == STRING && *value.u.text)
        *sign = text_code(value.u.text, &length);
}

static void change_text(struct call *call, struct object *options, const char *name,
                        const char **text)
{
    const struct value value = object_get(call->m, options, name);

    if (value.type == STRING)
        *text = value.u.text;
}

static struct signs signs_of(struct call *call, struct value options)
{
    struct signs signs = { '.', ',', 'e', '#', '0', ';', "-", "%", "\xE2\x80\xB0" };

    if (options.type != OBJECT)
        return signs;
    struct object *object = options.u.object;
    change_sign(call, object, "decimal-separator", &signs.decimal);
    change_sign(call, object, "grouping-separator", &signs.grouping);
    change_sign(call, object, "exponent-separator", &signs.exponent);
    change_sign(call, object, "digit", &signs.digit);
    change_sign(call, object, "zero-digit", &signs.zero);
    change_sign(call, object, "pattern-separator", &signs.separator);
    change_text(call, object, "minus-sign", &signs.minus);
    change_text(call, object, "percent", &signs.percent);
    change_text(call, object, "per-mille", &signs.per_mille);
    return signs;
}

struct value fn_format_number(struct call *call)
{
    const struct value number = call->arguments[0];
    struct number_picture pictures[2];

    if (number.type == NOTHING)
        return number;
    if (call->arguments[1].type == NOTHING)
        call_fail(call, "T0410", "argument 2, the picture, is nothing");
    const struct signs signs = signs_of(call, call->arguments[2]);
    const size_t count = read_number_pictures(call, &signs, call->arguments[1].u.text, pictures);
    const bool negative = number.u.number < 0;
    struct formatting f = { .call = call,
                            .signs = &signs,
                            .picture = &pictures[0],
                            .out = text_new(call->m->limits.arena) };
    if (negative && count == 2)
        f.picture = &pictures[1];
    else if (negative)
        add_text(call->m, &f.out, signs.minus);
    format(&f, fabs(number.u.number));
    return value_string(f.out.bytes);
}
