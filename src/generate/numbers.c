/* Numbers: small positive ones where the bounds leave a choice. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "generate_private.h"

enum {
    NUMBER_TRIES = 300,
    DECIMALS_MOST = 15,
    SPAN = 20,
    SEARCH_WORK = 30, /* as many values is a search in vain worth */
    SWEEP_FROM = 8    /* retries; then all that the bounds allow are gone through */
};

static const double exact = 9007199254740992.0; /* 2^53: from here on not every integer is there */

/* Whether the quotient is whole, but for what doubles cannot say of decimals. */
static bool is_multiple(double number, double step)
{
    const double quotient = number / step;

    return !(step > 0) || fabs(quotient - round(quotient)) <= 1e-9 * fmax(1, fabs(quotient) * 1e-6);
}

bool number_admitted(const struct demand *d, double number)
{
    for (size_t i = 0; i < d->count; i++) {
        const json *node = d->nodes[i];

        if (number < json_number(json_get(node, "minimum"), -HUGE_VAL) ||
            number > json_number(json_get(node, "maximum"), HUGE_VAL) ||
            number <= json_number(json_get(node, "exclusiveMinimum"), -HUGE_VAL) ||
            number >= json_number(json_get(node, "exclusiveMaximum"), HUGE_VAL) ||
            !is_multiple(number, json_number(json_get(node, "multipleOf"), 0)))
            return false;
    }
    return true;
}

/* Decimal places of a number, as it is written. */
static int places_of(double number)
{
    int places = 0;
    double power = 1;

    while (places < DECIMALS_MOST &&
           fabs(number * power - round(number * power)) > 1e-12 * fmax(1, fabs(number * power))) {
        power *= 10;
        places++;
    }
    return places;
}

static double divisor_of_both(double a, double b)
{
    while (b > 0) {
        const double rest = fmod(a, b);

        a = b;
        b = rest;
    }
    return a;
}

/* 3 * 0.1 is 0.30000000000000004; what is meant is 0.3. */
static double decimal(double number)
{
    char digits[40];

    if (floor(number) >= number)
        return number;
    snprintf(digits, sizeof(digits), "%.15g", number);
    return strtod(digits, NULL);
}

/* The least number that both divide; the greater one where that is beyond doubles. */
static double multiple_of_both(double a, double b)
{
    double power = 1;

    for (int places = places_of(a) > places_of(b) ? places_of(a) : places_of(b); places > 0;
         places--)
        power *= 10;
    const double whole_a = round(a * power), whole_b = round(b * power);

    if (whole_a < 1 || whole_b < 1 || whole_a >= exact || whole_b >= exact)
        return fmax(a, b);
    const double least = whole_a / divisor_of_both(whole_a, whole_b) * whole_b;
    return least < exact ? decimal(least / power) : fmax(a, b);
}

struct range {
    double low, high; /* of the bounds */
    double step;      /* 0: none */
    bool whole;
};

static struct range range_of(const struct demand *d, bool whole)
{
    struct range range = { .whole = whole, .step = whole ? 1 : 0 };

    range.low =
        fmax(demand_least(d, "minimum", -HUGE_VAL), demand_least(d, "exclusiveMinimum", -HUGE_VAL));
    range.high =
        fmin(demand_most(d, "maximum", HUGE_VAL), demand_most(d, "exclusiveMaximum", HUGE_VAL));
    for (size_t i = 0; i < d->count; i++) {
        const double step = json_number(json_get(d->nodes[i], "multipleOf"), 0);

        if (step > 0)
            range.step = range.step > 0 ? multiple_of_both(range.step, step) : step;
    }
    return range;
}

/* The part of the range that numbers are taken from: small positive ones if there are some. */
static struct range narrowed(struct range range, unsigned retried)
{
    const double low = range.low, high = range.high;

    if (!(range.step > 0))
        range.step = high - low >= 2 ? 0.5 : (high - low) / SPAN;
    const double wide = fmax(100, SPAN * range.step) * (1 + retried);
    range.low = low > 1 ? low : high < 1 ? fmax(low, high - wide) : 1;
    range.high = fmin(high, range.low + wide);
    if (low <= 0 && high >= 0 && high < fmax(1, range.step))
        range.low = fmax(low, -wide); /* nothing above zero, perhaps: begin below it */
    return range;
}

/* Whether no reader of the number, however naive about decimals, will doubt it. */
static bool is_exact(double number, double step)
{
    const double quotient = number / step;

    return !(step > 0) || (floor(quotient) >= quotient && floor(quotient) <= quotient);
}

struct number_search {
    const struct generator *g;
    const struct demand *demand;
    bool whole;
    double found;
};

static bool is_right(struct number_search *search, double number)
{
    if ((search->whole && floor(number) < number) || !isfinite(number) ||
        !number_admitted(search->demand, number) ||
        !demand_accepts(search->g, search->demand, json_new_number(search->g->scratch, number)))
        return false;
    search->found = fabs(number) > 0 ? number : 0; /* no -0 */
    return true;
}

/* One of the steps that the range has, from a random one on; retries go on from there. */
static bool find_step(struct number_search *search, const struct range *range, bool exactly,
                      unsigned retried, struct random *random)
{
    const double first = range->step > 0 ? ceil(range->low / range->step) : range->low;
    const double steps = range->step > 0 ? floor(range->high / range->step) - first : 0;
    const uint64_t count = steps >= 0 && steps < 1e6 ? (uint64_t)steps + 1 : 1;
    const uint64_t start = retried > SWEEP_FROM ? retried : random_below(random, count);

    for (uint64_t i = 0; i < NUMBER_TRIES && i < count; i++) {
        const double k = first + (double)((start + i) % count);
        const double number = range->step > 0 ? decimal(k * range->step) : range->low;

        if ((!exactly || is_exact(number, range->step)) && is_right(search, number))
            return true;
    }
    return false;
}

/* At a bound, or as near to it as can be. `up`: from the least on. */
static bool find_bound(struct number_search *search, const struct range *range, bool up)
{
    const double bound = up ? range->low : range->high, sign = up ? 1 : -1;
    const double step = range->step;

    if (!isfinite(bound))
        return false;
    if (is_right(search, bound))
        return true;
    const double k = step > 0 ? (up ? ceil(bound / step) : floor(bound / step)) : 0;
    for (int i = 0; step > 0 && i < 3; i++)
        if (is_right(search, decimal((k + sign * i) * step)))
            return true;
    if (step > 0 && fabs(bound) < exact)
        return false;
    return is_right(search, decimal(bound + sign * fmax(1e-9, fabs(bound) * 1e-9))) ||
           is_right(search, nextafter(bound, up ? HUGE_VAL : -HUGE_VAL));
}

static bool find_number(struct number_search *search, const struct range *range, unsigned retried,
                        struct random *random)
{
    const bool swept = retried > SWEEP_FROM && isfinite(range->low) && isfinite(range->high);
    const struct range narrow = swept && range->step > 0 ? *range : narrowed(*range, retried);

    return find_step(search, &narrow, true, retried, random) ||
           find_step(search, &narrow, false, retried, random) || find_bound(search, range, true) ||
           find_bound(search, range, false) || is_right(search, 0) ||
           is_right(search, decimal((range->low + range->high) / 2)) ||
           is_right(search, range->low / 2 + range->high / 2);
}

/* The part of a range that lies below, or above, what `avoided` bounds. */
static struct range beside(struct range range, const json *avoided, bool below)
{
    const double least = json_number(json_get(avoided, "minimum"), HUGE_VAL);
    const double most = json_number(json_get(avoided, "maximum"), -HUGE_VAL);

    if (below)
        range.high = fmin(
            range.high, fmin(least, json_number(json_get(avoided, "exclusiveMinimum"), HUGE_VAL)));
    else
        range.low = fmax(range.low,
                         fmax(most, json_number(json_get(avoided, "exclusiveMaximum"), -HUGE_VAL)));
    return range;
}

static bool has_least(const json *node)
{
    return json_get(node, "minimum") || json_get(node, "exclusiveMinimum");
}

/* Beyond the bounds that are to be avoided: all of them, then each by itself. */
static bool find_avoiding(struct number_search *search, const struct range *range, unsigned retried,
                          struct random *random)
{
    const struct demand *d = search->demand;
    struct range all = *range;

    for (size_t i = 0; i < d->avoided; i++)
        all = beside(all, d->avoid[i], has_least(d->avoid[i]));
    if (d->avoided && all.low <= all.high && find_number(search, &all, retried, random))
        return true;
    for (size_t i = 0; i < 2 * d->avoided; i++) {
        const struct range one = beside(*range, d->avoid[i / 2], i % 2 == 0);

        if (one.low <= one.high && find_number(search, &one, retried, random))
            return true;
    }
    return false;
}

const json *make_number(struct generator *g, const struct place *place, const struct demand *d,
                        bool whole, struct random *random)
{
    const struct range range = range_of(d, whole);
    struct number_search search = { .g = g, .demand = d, .whole = whole };
    const bool least = random_below(random, 2) == 0;

    if (g->variant == VARIANT_BOUNDARY && !place->retried &&
        (find_bound(&search, &range, least) || find_bound(&search, &range, !least)))
        return json_new_number(g->scratch, search.found);
    /* Made to fail something, it comes from where that fails: there may be many to choose from. */
    const bool found = range.low <= range.high && !hopeless(g, d, HOPELESS_NUMBER) &&
                       ((place->parent && place->parent->spoils &&
                         find_avoiding(&search, &range, place->retried, random)) ||
                        find_number(&search, &range, place->retried, random) ||
                        find_avoiding(&search, &range, place->retried, random));
    hopeless_note(g, d, HOPELESS_NUMBER, found);
    if (found)
        return json_new_number(g->scratch, search.found);
    g->work += range.low <= range.high ? SEARCH_WORK : 0;
    return cannot(g, place, "no number is between %g and %g with these multiples", range.low,
                  range.high);
}

const json *number_list(struct generator *g, const struct demand *d, unsigned types, size_t most)
{
    const bool whole = !(types & TYPE_NUMBER);
    const struct range range = range_of(d, whole);
    struct number_search search = { .g = g, .demand = d, .whole = whole };
    json *list = json_array(g->scratch);

    if (types & (TYPE_ANY ^ (TYPE_NUMBER | TYPE_INTEGER)) || !(range.step > 0) ||
        !(range.high - range.low <= (double)most * range.step) || fabs(range.low) >= exact ||
        fabs(range.high) >= exact)
        return NULL;
    for (double k = ceil(range.low / range.step) - 1; (k - 1) * range.step <= range.high; k++)
        if (is_right(&search, decimal(k * range.step)))
            json_append(list, json_new_number(g->scratch, search.found));
    return list;
}
