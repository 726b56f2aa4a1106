/*
 * $formatNumber(): a number as a picture of it, as of XPath's format-number (XPath and XQuery
 * Functions and Operators 3.1, section 4.7).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "functions.h"

enum { DIGITS = 800 }; /* a double has 309 before the point, and pictures are cut behind it */

/* What the signs of a picture are; the options of the call may change them. */
struct signs {
    uint32_t decimal, grouping, exponent, digit, zero, separator;
    const char *minus, *percent, *per_mille;
};

struct codes {
    const uint32_t *at;
    size_t count;
};

struct number_picture {
    struct codes prefix, suffix;
    struct grouping whole, fraction;
    size_t whole_least, fraction_least, fraction_most;
    size_t scale;          /* digits before the point, where there is an exponent */
    size_t exponent_least; /* 0: there is none */
    bool percent, per_mille;
};

/* ---- reading a picture ---- */

struct picture_reader {
    struct function_call *call;
    const struct signs *signs;
    struct codes all, active, mantissa, whole, fraction, exponent;
    bool has_exponent, has_decimal;
};

static bool is_digit(const struct picture_reader *r, uint32_t code)
{
    return code >= r->signs->zero && code < r->signs->zero + 10;
}

static bool is_place(const struct picture_reader *r, uint32_t code)
{
    return is_digit(r, code) || code == r->signs->digit;
}

/* Of the number itself, and no text around it. An exponent's sign alone begins none. */
static bool is_active(const struct picture_reader *r, uint32_t code)
{
    return is_place(r, code) || code == r->signs->decimal || code == r->signs->grouping;
}

static struct codes part(struct codes whole, size_t from, size_t to)
{
    return (struct codes){ whole.at + from, to > from ? to - from : 0 };
}

static size_t find(struct codes codes, uint32_t code)
{
    size_t i = 0;

    while (i < codes.count && codes.at[i] != code)
        i++;
    return i;
}

static size_t count(struct codes codes, uint32_t code)
{
    size_t sum = 0;

    for (size_t i = 0; i < codes.count; i++)
        sum += codes.at[i] == code;
    return sum;
}

/* How often `text` stands in the codes, 2 for more often. */
static size_t count_text(struct codes codes, const char *text)
{
    size_t found = 0;

    for (size_t i = 0; i < codes.count && found < 2; i++) {
        const char *s = text;
        size_t j = i, length = 0;

        while (*s && j < codes.count && text_code(s, &length) == codes.at[j]) {
            s += length;
            j++;
        }
        found += !*s && s != text;
    }
    return found;
}

static size_t count_digits(const struct picture_reader *r, struct codes codes)
{
    size_t sum = 0;

    for (size_t i = 0; i < codes.count; i++)
        sum += is_digit(r, codes.at[i]);
    return sum;
}

static bool text_inside(const struct picture_reader *r)
{
    for (size_t i = 0; i < r->active.count; i++)
        if (!is_active(r, r->active.at[i]) && r->active.at[i] != r->signs->exponent)
            return true;
    return false;
}

static bool has_group_at(const struct picture_reader *r, struct codes codes, size_t index)
{
    return index < codes.count && codes.at[index] == r->signs->grouping;
}

static bool two_groups(const struct picture_reader *r)
{
    for (size_t i = 1; i < r->active.count; i++)
        if (has_group_at(r, r->active, i) && has_group_at(r, r->active, i - 1))
            return true;
    return false;
}

/* Whether an optional digit stands behind a mandatory one; or before one. */
static bool has_optional(const struct picture_reader *r, struct codes codes, bool before)
{
    bool met = false;

    for (size_t i = 0; i < codes.count; i++) {
        const bool optional = codes.at[i] == r->signs->digit;
        const bool mandatory = is_digit(r, codes.at[i]);

        if (met && (before ? mandatory : optional))
            return true;
        met = met || (before ? optional : mandatory);
    }
    return false;
}

/* The first that holds is told. */
static void check_picture(const struct picture_reader *r)
{
    const size_t percents = count_text(r->all, r->signs->percent);
    const size_t per_milles = count_text(r->all, r->signs->per_mille);
    const size_t exponents = count_digits(r, r->exponent);
    const bool group_last = has_group_at(r, r->whole, r->whole.count - 1);
    const struct {
        bool holds;
        const char *code, *what;
    } faults[] = {
        { r->has_exponent && (!exponents || exponents != r->exponent.count), "D3093",
          "has an exponent that is no digits" },
        { r->has_exponent && percents + per_milles, "D3092",
          "has both an exponent and a percent or per-mille sign" },
        { has_optional(r, r->fraction, true), "D3091",
          "has a mandatory digit behind an optional one after the point" },
        { has_optional(r, r->whole, false), "D3090",
          "has an optional digit behind a mandatory one before the point" },
        { two_groups(r), "D3089", "has two grouping separators side by side" },
        { !r->has_decimal && group_last, "D3088",
          "has a grouping separator behind the last digit" },
        { r->has_decimal && (group_last || has_group_at(r, r->fraction, 0)), "D3087",
          "has a grouping separator beside the decimal separator" },
        { text_inside(r), "D3086", "has text between its digits" },
        { !count_digits(r, r->mantissa) && !count(r->mantissa, r->signs->digit), "D3085",
          "has no digit before its exponent" },
        { percents && per_milles, "D3084", "has both a percent and a per-mille sign" },
        { per_milles > 1, "D3083", "has more than one per-mille sign" },
        { percents > 1, "D3082", "has more than one percent sign" },
        { count(r->all, r->signs->decimal) > 1, "D3081", "has more than one decimal separator" },
    };

    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        if (faults[i].holds)
            picture_fail(r->call, faults[i].code, faults[i].what);
}

static void find_separators(const struct picture_reader *r, struct codes codes, bool from_right,
                            struct grouping *grouping)
{
    size_t places = 0, passed = 0;

    for (size_t i = 0; i < codes.count; i++)
        places += is_place(r, codes.at[i]);
    for (size_t i = 0; i < codes.count; i++) {
        passed += is_place(r, codes.at[i]);
        if (has_group_at(r, codes, i))
            grouping_add(r->call, grouping, from_right ? places - passed : passed, codes.at[i],
                         "D3080");
    }
}

static void find_sizes(const struct picture_reader *r, struct number_picture *picture)
{
    const bool optional = count(r->whole, r->signs->digit) > 0;

    picture->whole_least = picture->scale = count_digits(r, r->whole);
    picture->fraction_least = count_digits(r, r->fraction);
    picture->fraction_most = picture->fraction_least + count(r->fraction, r->signs->digit);
    picture->exponent_least = r->has_exponent ? r->exponent.count : 0;
    if (!picture->whole_least && !picture->fraction_most) {
        picture->fraction_least = picture->fraction_most = r->has_exponent;
        picture->whole_least = !r->has_exponent;
    }
    if (r->has_exponent && !picture->whole_least && optional)
        picture->whole_least = 1;
    if (!picture->whole_least && !picture->fraction_least)
        picture->fraction_least = 1;
}

static void split(struct picture_reader *r)
{
    const size_t exponent = find(r->active, r->signs->exponent);

    r->has_exponent = exponent < r->active.count;
    r->mantissa = part(r->active, 0, exponent);
    r->exponent = part(r->active, exponent + 1, r->active.count);
    const size_t decimal = find(r->mantissa, r->signs->decimal);
    r->has_decimal = decimal < r->mantissa.count;
    r->whole = part(r->mantissa, 0, decimal);
    r->fraction = part(r->mantissa, decimal + 1, r->mantissa.count);
}

static struct number_picture read_picture(struct function_call *call, const struct signs *signs,
                                          struct codes all)
{
    struct picture_reader r = { .call = call, .signs = signs, .all = all };
    struct number_picture picture = { .scale = 0 };
    size_t from = 0, to = all.count;

    while (from < to && !is_active(&r, all.at[from]))
        from++;
    while (to > from && !is_active(&r, all.at[to - 1]))
        to--;
    if (from == to)
        picture_fail(call, "D3086", "has no digit");
    r.active = part(all, from, to);
    split(&r);
    check_picture(&r);
    picture.prefix = part(all, 0, from);
    picture.suffix = part(all, to, all.count);
    picture.percent = count_text(all, signs->percent);
    picture.per_mille = count_text(all, signs->per_mille);
    find_separators(&r, r.whole, true, &picture.whole);
    grouping_find_regular(&picture.whole);
    find_separators(&r, r.fraction, false, &picture.fraction);
    find_sizes(&r, &picture);
    return picture;
}

/* The second of two pictures is for numbers below 0; both are read, so that mistakes are told. */
static struct number_picture choose_picture(struct function_call *call, const struct signs *signs,
                                            bool negative, bool *second)
{
    const char *text = picture_of(call);
    uint32_t *codes = jsonata_alloc(&call->m->limits, strlen(text) + 1, sizeof(*codes));
    struct codes all = { codes, 0 };
    size_t length = 0;

    for (const char *s = text; *s; s += length)
        codes[all.count++] = text_code(s, &length);
    if (count(all, signs->separator) > 1)
        picture_fail(call, "D3080", "has more than two parts");
    const size_t first = find(all, signs->separator);
    const struct number_picture picture = read_picture(call, signs, part(all, 0, first));
    *second = first < all.count;
    if (!*second)
        return picture;
    const struct number_picture below = read_picture(call, signs, part(all, first + 1, all.count));
    return negative ? below : picture;
}

/* ---- a number ---- */

struct formatting {
    struct function_call *call;
    const struct signs *signs;
    const struct number_picture *picture;
    struct text out;
};

static void add_codes(struct formatting *f, struct codes codes)
{
    for (size_t i = 0; i < codes.count; i++)
        add_code(f->call, &f->out, codes.at[i]);
}

static void add_fraction(struct formatting *f, const char *digits, size_t given)
{
    const size_t least = f->picture->fraction_least;
    const size_t total = given > least ? given : least;

    if (total)
        add_code(f->call, &f->out, f->signs->decimal);
    for (size_t i = 0; i < total; i++) {
        if (i)
            grouping_add_separator(f->call, &f->out, &f->picture->fraction, i);
        add_code(f->call, &f->out, f->signs->zero + (i < given ? (uint32_t)(digits[i] - '0') : 0));
    }
}

static void add_mantissa(struct formatting *f, double number)
{
    char digits[DIGITS];
    const int places = f->picture->fraction_most > 340 ? 340 : (int)f->picture->fraction_most;

    snprintf(digits, sizeof(digits), "%.*f", places, round_to_even(number, places));
    const char *whole = digits + strspn(digits, "0");
    const size_t given = strcspn(whole, ".");
    const char *fraction = whole[given] ? whole + given + 1 : "";
    size_t length = strlen(fraction);
    while (length && fraction[length - 1] == '0')
        length--;
    grouping_add_digits(f->call, &f->out, &f->picture->whole, f->signs->zero,
                        f->picture->whole_least, whole, given);
    add_fraction(f, fraction, length);
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

static void add_exponent(struct formatting *f, int exponent)
{
    static const struct grouping none = { .count = 0 };
    char digits[16];
    const size_t given = (size_t)snprintf(digits, sizeof(digits), "%d", abs(exponent));

    add_code(f->call, &f->out, f->signs->exponent);
    if (exponent < 0)
        add_text(f->call->m, &f->out, f->signs->minus);
    grouping_add_digits(f->call, &f->out, &none, f->signs->zero, f->picture->exponent_least, digits,
                        given);
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

static struct signs signs_of(struct function_call *call, struct value options)
{
    struct signs signs = { '.', ',', 'e', '#', '0', ';', "-", "%", "\xE2\x80\xB0" };
    const struct {
        const char *name;
        uint32_t *code;
        const char **text;
    } rows[] = {
        { "decimal-separator", &signs.decimal, NULL },
        { "grouping-separator", &signs.grouping, NULL },
        { "exponent-separator", &signs.exponent, NULL },
        { "digit", &signs.digit, NULL },
        { "zero-digit", &signs.zero, NULL },
        { "pattern-separator", &signs.separator, NULL },
        { "minus-sign", NULL, &signs.minus },
        { "percent", NULL, &signs.percent },
        { "per-mille", NULL, &signs.per_mille },
    };
    size_t length = 0;

    for (size_t i = 0; options.type == OBJECT && i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct value value = object_get(call->m, options.u.object, rows[i].name);

        if (value.type == STRING && rows[i].text)
            *rows[i].text = value.u.text;
        else if (value.type == STRING && *value.u.text)
            *rows[i].code = text_code(value.u.text, &length);
    }
    return signs;
}

static struct value fn_format_number(struct function_call *call)
{
    const double number = call->arguments[0].u.number;
    const struct signs signs = signs_of(call, call->arguments[2]);
    bool second = false;
    const struct number_picture picture = choose_picture(call, &signs, number < 0, &second);
    struct formatting f = { call, &signs, &picture, text_new(call->m->limits.arena) };

    if (number < 0 && !second)
        add_text(call->m, &f.out, signs.minus);
    format(&f, fabs(number));
    return value_string(f.out.bytes);
}

const struct jsonata_function format_number_functions[] = {
    { "formatNumber", "n-so?:s", fn_format_number, .arity = 3, .needs = 1 },
    { 0 },
};
