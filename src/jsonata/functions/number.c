/* Functions of numbers, and those that make one of many. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "functions.h"

/* ---- $number ---- */

/* As JSON has it, or with zeros before it. */
static bool is_decimal(const char *s)
{
    s += *s == '-';
    while (s[0] == '0' && s[1] >= '0' && s[1] <= '9')
        s++;
    return *s >= '0' && *s <= '9' && !s[jsonata_number_length(s)];
}

/* 0x1F, 0o17, 0b11 */
static bool read_prefixed(const char *text, double *number)
{
    static const char digits[] = "0123456789abcdef";
    const int prefix = text[0] == '0' ? text[1] | 0x20 : 0;
    const size_t base = prefix == 'x' ? 16 : prefix == 'o' ? 8 : prefix == 'b' ? 2 : 0;

    if (!base || !text[2])
        return false;
    for (const char *s = text + 2; *s; s++) {
        const char *digit = memchr(digits, *s >= 'A' ? *s | 0x20 : *s, base);

        if (!digit)
            return false;
        *number = *number * (double)base + (double)(digit - digits);
    }
    return true;
}

static struct value fn_number(struct function_call *call)
{
    const struct value value = call->arguments[0];
    double number = 0;

    if (value.type == NUMBER)
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

static struct value change_number(struct function_call *call)
{
    return value_number(call->function->builtin->change(call->arguments[0].u.number) + 0.0);
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

static struct value fn_round(struct function_call *call)
{
    const struct value precision = call->arguments[1];
    const double places = precision.type == NUMBER ? precision.u.number : 0;

    return value_number(
        round_to_even(call->arguments[0].u.number, (int)fmax(fmin(places, 400), -400)));
}

static struct value fn_power(struct function_call *call)
{
    const struct value base = call->arguments[0], exponent = call->arguments[1];
    const double result = pow(base.u.number, exponent.u.number);

    if (!isfinite(result))
        call_fail(call, "D3061", "%s to the power of %s is no number that a double can hold",
                  number_text(call->m, base.u.number), number_text(call->m, exponent.u.number));
    return value_number(result);
}

static struct value fn_sqrt(struct function_call *call)
{
    const struct value value = call->arguments[0];

    if (value.u.number < 0)
        call_fail(call, "D3060", "%s is below 0, and has no square root",
                  number_text(call->m, value.u.number));
    return change_number(call);
}

/* xorshift64*: the same numbers in each evaluation, so that a run can be repeated. */
double next_random(struct machine *m)
{
    m->random ^= m->random >> 12;
    m->random ^= m->random << 25;
    m->random ^= m->random >> 27;
    return (double)((m->random * 2685821657736338717U) >> 11) / 9007199254740992.0;
}

static struct value fn_random(struct function_call *call)
{
    return value_number(next_random(call->m));
}

static struct value fn_format_base(struct function_call *call)
{
    const struct value value = call->arguments[0], given = call->arguments[1];
    const double base = given.type == NUMBER ? nearbyint(given.u.number) : 10;
    char digits[1200], *at = digits + sizeof(digits);

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

/* Nothing of none. */
static struct value fold(struct function_call *call)
{
    struct array *array = call->arguments[0].u.array;
    struct value result = array_at(call->m, array, 0);

    jsonata_step(&call->m->limits, call->column, array->count / 8);
    for (size_t i = 1; i < array->count; i++)
        result.u.number =
            call->function->builtin->fold(result.u.number, array_at(call->m, array, i).u.number);
    return result;
}

static struct value fn_sum(struct function_call *call)
{
    return call->arguments[0].u.array->count ? fold(call) : value_number(0);
}

static struct value fn_average(struct function_call *call)
{
    struct value value = fold(call);

    value.u.number /= (double)call->arguments[0].u.array->count;
    return value;
}

const struct jsonata_function number_functions[] = {
    { "abs", "n-:n", change_number, .arity = 1, .needs = 1, .change = fabs },
    { "average", "a<n>:n", fn_average, .arity = 1, .needs = 1, .fold = add },
    { "ceil", "n-:n", change_number, .arity = 1, .needs = 1, .change = ceil },
    { "floor", "n-:n", change_number, .arity = 1, .needs = 1, .change = floor },
    { "formatBase", "n-n?:s", fn_format_base, .arity = 2, .needs = 1 },
    { "max", "a<n>:n", fold, .arity = 1, .needs = 1, .fold = fmax },
    { "min", "a<n>:n", fold, .arity = 1, .needs = 1, .fold = fmin },
    { "number", "(nsb)-:n", fn_number, .arity = 1, .needs = 1 },
    { "power", "n-n:n", fn_power, .arity = 2, .needs = 2 },
    { "random", ":n", fn_random, .arity = 0 },
    { "round", "n-n?:n", fn_round, .arity = 2, .needs = 1 },
    { "sqrt", "n-:n", fn_sqrt, .arity = 1, .needs = 1, .change = sqrt },
    { "sum", "a<n>:n", fn_sum, .arity = 1, .needs = 1, .fold = add },
    { 0 },
};
