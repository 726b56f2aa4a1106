#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "schema_private.h"

/*
 * multipleOf as people mean it: 19.99 is a multiple of 0.01, though neither is
 * a double. A double is read as its shortest decimal, and decimals are divided
 * exactly.
 */

struct decimal decimal_of(double number)
{
    struct decimal decimal = { .number = number };
    char text[40];

    number = fabs(number);
    for (int precision = 14; precision <= 16; precision++) {
        snprintf(text, sizeof(text), "%.*e", precision, number);
        const double back = strtod(text, NULL);
        if (back >= number && back <= number)
            break;
    }
    const char *s = text;
    int after_point = 0;
    bool point = false;
    for (; *s && *s != 'e'; s++) {
        const bool digit = *s >= '0' && *s <= '9';

        decimal.digits = digit ? decimal.digits * 10 + (uint64_t)(*s - '0') : decimal.digits;
        after_point += digit && point;
        point = point || !digit; /* whatever the locale writes */
    }
    decimal.exponent = (int)strtol(*s ? s + 1 : "0", NULL, 10) - after_point;
    while (decimal.digits && decimal.digits % 10 == 0) {
        decimal.digits /= 10;
        decimal.exponent++;
    }
    return decimal;
}

/* digits * 10^up is a multiple of `divisor`? Digits have at most 17 places, so nothing overflows.
 */
static bool multiple(uint64_t digits, int up, uint64_t divisor)
{
    uint64_t rest = digits % divisor;

    for (; up > 0 && rest; up--)
        rest = rest * 10 % divisor;
    return !rest;
}

bool decimal_divides(const struct decimal *divisor, double number)
{
    const double exact = 9007199254740992.0; /* 2^53 */

    if (divisor->exponent >= 0 && divisor->number < exact && fabs(number) < exact)
        return !(fabs(fmod(number, divisor->number)) > 0);
    const struct decimal decimal = decimal_of(number);
    if (!decimal.digits)
        return true;
    /* The last digit is no 0: a smaller unit than the divisor's is never a multiple of it. */
    return decimal.exponent >= divisor->exponent &&
           multiple(decimal.digits, decimal.exponent - divisor->exponent, divisor->digits);
}
