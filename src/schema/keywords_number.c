/* Keywords about numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "schema_private.h"

/* ---- multipleOf ---- */

/*
 * As people mean it: 19.99 is a multiple of 0.01, though neither is a double. A double is read as
 * its shortest decimal, digits * 10^exponent without a zero at the end, and decimals are divided
 * exactly.
 */
struct decimal {
    uint64_t digits;
    int exponent;
    double number;
    const json *word; /* as it was written */
};

static struct decimal decimal_of(double number)
{
    struct decimal decimal = { .number = number };
    const double size = fabs(number);
    char text[40];
    int places = 14;

    for (snprintf(text, sizeof(text), "%.14e", size);
         places < 16 && (strtod(text, NULL) < size || strtod(text, NULL) > size);)
        snprintf(text, sizeof(text), "%.*e", ++places, size);
    const char *s = text;
    for (; *s && *s != 'e'; s++)
        if (*s >= '0' && *s <= '9') /* the point is whatever the locale writes */
            decimal.digits = decimal.digits * 10 + (uint64_t)(*s - '0');
    decimal.exponent = (int)strtol(*s ? s + 1 : "0", NULL, 10) - places;
    while (decimal.digits && decimal.digits % 10 == 0) {
        decimal.digits /= 10;
        decimal.exponent++;
    }
    return decimal;
}

static bool divides(const struct decimal *divisor, double number)
{
    const double exact = 9007199254740992.0; /* 2^53 */

    if (divisor->exponent >= 0 && divisor->number < exact && fabs(number) < exact)
        return !(fabs(fmod(number, divisor->number)) > 0);
    const struct decimal decimal = decimal_of(number);
    /* The last digit is no 0: a smaller unit than the divisor's is never a multiple of it. */
    if (!decimal.digits || decimal.exponent < divisor->exponent)
        return !decimal.digits;
    /* Digits have at most 17 places, so that nothing overflows. */
    uint64_t rest = decimal.digits % divisor->digits;
    for (int up = decimal.exponent - divisor->exponent; up > 0 && rest; up--)
        rest = rest * 10 % divisor->digits;
    return !rest;
}

static bool compile_multiple_of(struct schema_site *site, const json *value, union operand *operand)
{
    struct decimal *divisor = arena_alloc(arena_of(site), sizeof(*divisor));
    const double number = json_number(value, 0);

    if (!(number > 0))
        return site_error(site, "multipleOf", "multipleOf is a number above 0");
    *divisor = decimal_of(number);
    divisor->word = value;
    operand->decimal = divisor;
    return true;
}

JUDGE(judge_multiple_of)
{
    if (divides(check->operand.decimal, json_number(value, 0)))
        return VALID;
    return fault(run, node, "multipleOf", "expected a multiple of %s, got %s",
                 fault_value(run, check->operand.decimal->word), fault_value(run, value));
}

/* ---- bounds ---- */

static bool compile_bound(struct schema_site *site, const json *value, union operand *operand)
{
    operand->bound.number = json_number(value, 0);
    operand->bound.value = value;
    return is_of_type(site, json_key(value), value, JSON_NUMBER, "a number");
}

JUDGE(judge_bound)
{
    const struct keyword *keyword = check->keyword;
    const double number = json_number(value, 0), bound = check->operand.bound.number;

    if ((keyword->least ? number > bound : number < bound) ||
        (!keyword->exclusive && number >= bound && number <= bound))
        return VALID;
    return fault(run, node, keyword->name, "expected %s %s, got %s", keyword->words,
                 fault_value(run, check->operand.bound.value), fault_value(run, value));
}

const struct keyword number_keywords[] = {
    { "multipleOf", JSON_NUMBER, .compile = compile_multiple_of, .judge = judge_multiple_of },
    { "maximum", JSON_NUMBER, .compile = compile_bound, .judge = judge_bound, .words = "at most" },
    { "exclusiveMaximum", JSON_NUMBER, .compile = compile_bound, .judge = judge_bound,
      .words = "less than", .exclusive = true },
    { "minimum", JSON_NUMBER, .compile = compile_bound, .judge = judge_bound, .words = "at least",
      .least = true },
    { "exclusiveMinimum", JSON_NUMBER, .compile = compile_bound, .judge = judge_bound,
      .words = "more than", .least = true, .exclusive = true },
    { 0 },
};
