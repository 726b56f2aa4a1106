/* Functions of numbers, and those that make one of many. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number_picture.h"

/* ---- $number ---- */

/* -?digits, a fraction, an exponent: and nothing else. */
static bool is_decimal(const char *text)
{
    static const char digits[] = "0123456789";
    const char *s = text + (*text == '-');
    const size_t whole = strspn(s, digits);

    if (!whole)
        return false;
    s += whole;
    if (*s == '.') {
        const size_t fraction = strspn(s + 1, digits);
        if (!fraction)
            return false;
        s += 1 + fraction;
    }
    if (*s == 'e' || *s == 'E') {
        s += 1 + (s[1] == '-' || s[1] == '+');
        const size_t exponent = strspn(s, digits);
        if (!exponent)
            return false;
        s += exponent;
    }
    return !*s;
}

/* 0x1F, 0o17, 0b11 */
static bool read_prefixed(const char *text, double *number)
{
    static const char *const prefixes = "xob";
    static const int bases[] = { 16, 8, 2 };
    const char *prefix = text[0] == '0' && text[1] ? strchr(prefixes, text[1] | 0x20) : NULL;
    static const char digits[] = "0123456789abcdef";

    *number = 0;
    if (!prefix || !text[2])
        return false;
    const int base = bases[prefix - prefixes];
    for (const char *s = text + 2; *s; s++) {
        const char low = *s >= 'A' ? (char)(*s | 0x20) : *s;
        const char *digit = memchr(digits, low, (size_t)base);

        if (!digit)
            return false;
        *number = *number * base + (double)(digit - digits);
    }
    return true;
}

struct value fn_number(struct call *call)
{
    const struct value value = call->arguments[0];
    double number = 0;

    if (value.type == NOTHING || value.type == NUMBER)
        return value;
    if (value.type == BOOLEAN)
        return value_number(value.u.truth);
    if (value.type == STRING && is_decimal(value.u.text))
        number = strtod(value.u.text, NULL);
    else if (value.type != STRING || !read_prefixed(value.u.text, &number))
        number = HUGE_VAL;
    if (!isfinite(number))
        call_fail(call, "D3030", "\"%s\" is no number",
                  value.type == STRING ? jsonata_quote(&call->m->limits, value.u.text) : "it");
    return value_number(number);
}

/* ---- of one number ---- */

static struct value with(struct call *call, double (*change)(double))
{
    const struct value value = call->arguments[0];

    return value.type == NOTHING ? value : value_number(change(value.u.number) + 0.0);
}

struct value fn_abs(struct call *call)
{
    return with(call, fabs);
}

struct value fn_floor(struct call *call)
{
    return with(call, floor);
}

struct value fn_ceil(struct call *call)
{
    return with(call, ceil);
}

/* `number` * 10^places, exactly as its decimal digits say. */
static double shift(double number, int places)
{
    char digits[64];

    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof(digits), "%.*e", precision - 1, number);
        if (same_number(strtod(digits, NULL), number))
            break;
    }
    char *exponent = strchr(digits, 'e');
    if (!exponent)
        return number;
    const int moved = atoi(exponent + 1) + places;
    snprintf(exponent, 16, "e%d", moved);
    return strtod(digits, NULL);
}

/* Half of the last place goes to the even neighbour. */
double round_to_even(double number, int places)
{
    const double shifted = places ? shift(number, places) : number;
    double rounded = floor(shifted + 0.5);

    if (!isfinite(shifted) || fabs(shifted) >= 4503599627370496.0) /* 2^52: no fraction left */
        return number;
    if (same_number(fabs(rounded - shifted), 0.5) && same_number(fabs(fmod(rounded, 2)), 1))
        rounded -= 1;
    return (places ? shift(rounded, -places) : rounded) + 0.0;
}

struct value fn_round(struct call *call)
{
    const struct value value = call->arguments[0], precision = call->arguments[1];

    if (value.type == NOTHING)
        return value;
    return value_number(round_to_even(
        value.u.number,
        precision.type == NUMBER ? (int)fmax(fmin(precision.u.number, 400), -400) : 0));
}

struct value fn_power(struct call *call)
{
    const struct value base = call->arguments[0], exponent = call->arguments[1];

    if (base.type == NOTHING || exponent.type == NOTHING)
        return jsonata_nothing;
    const double result = pow(base.u.number, exponent.u.number);
    if (!isfinite(result))
        call_fail(call, "D3061", "%s to the power of %s is no number that a double can hold",
                  number_text(call->m, base.u.number), number_text(call->m, exponent.u.number));
    return value_number(result);
}

struct value fn_sqrt(struct call *call)
{
    const struct value value = call->arguments[0];

    if (value.type == NUMBER && value.u.number < 0)
        call_fail(call, "D3060", "%s is below 0, and has no square root",
                  number_text(call->m, value.u.number));
    return with(call, sqrt);
}

/* xorshift64*: the same numbers in each evaluation, so that a run can be repeated. */
struct value fn_random(struct call *call)
{
    uint64_t *state = &call->m->random;

    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return value_number((double)((*state * 2685821657736338717U) >> 11) / 9007199254740992.0);
}

struct value fn_format_base(struct call *call)
{
    const struct value value = call->arguments[0], given = call->arguments[1];
    const double base = given.type == NUMBER ? nearbyint(given.u.number) : 10;
    char digits[1200], *at = digits + sizeof(digits);

    if (value.type == NOTHING)
        return value;
    if (!(base >= 2 && base <= 36))
        call_fail(call, "D3100", "the base is %s, and must be from 2 to 36",
                  number_text(call->m, base));
    double number = fabs(nearbyint(value.u.number));
    *--at = '\0';
    do {
        const int digit = (int)fmod(number, base);

        *--at = "0123456789abcdefghijklmnopqrstuvwxyz"[digit];
        number = floor(number / base);
    } while (number > 0);
    if (nearbyint(value.u.number) < 0)
        *--at = '-';
    return value_string(arena_copy(call->m->limits.arena, at, strlen(at)));
}

/* ---- of many ---- */

static double add(double a, double b)
{
    return a + b;
}

static struct value fold(struct call *call, double start, double (*with_next)(double, double))
{
    struct array *array = call->arguments[0].u.array;
    double result = start;

    jsonata_step(&call->m->limits, call->column, array->count / 8);
    for (size_t i = 0; i < array->count; i++)
        result = with_next(result, array_at(call->m, array, i).u.number);
    return value_number(result);
}

struct value fn_sum(struct call *call)
{
    return call->arguments[0].type == NOTHING ? jsonata_nothing : fold(call, 0, add);
}

static bool is_empty(const struct call *call)
{
    return call->arguments[0].type == NOTHING || !call->arguments[0].u.array->count;
}

struct value fn_max(struct call *call)
{
    return is_empty(call) ? jsonata_nothing : fold(call, -HUGE_VAL, fmax);
}

struct value fn_min(struct call *call)
{
    return is_empty(call) ? jsonata_nothing : fold(call, HUGE_VAL, fmin);
}

struct value fn_average(struct call *call)
{
    if (is_empty(call))
        return jsonata_nothing;
    return value_number(fold(call, 0, add).u.number / (double)call->arguments[0].u.array->count);
}
