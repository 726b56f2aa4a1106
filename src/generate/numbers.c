/* Numbers: small positive ones where the bounds leave a choice. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "generate_private.h"

enum {
    NUMBER_TRIES = 300,
    SPAN = 20,
    SEARCH_WORK = 30, /* as many values is a search in vain worth */
    SWEEP_FROM = 8    /* retries; then all that the bounds allow are gone through */
};

static const double exact = 9007199254740992.0; /* 2^53: from here on not every integer is there */

/* 3 * 0.1 is 0.30000000000000004; what is meant is 0.3. */
static double decimal(double number)
{
    char digits[40];

    if (floor(number) >= number)
        return number;
    snprintf(digits, sizeof(digits), "%.15g", number);
    return strtod(digits, NULL);
}

struct number_range {
    double low, high; /* of the bounds */
    double step;      /* 0: none */
};

struct number_search {
    const struct generator *g;
    const struct demand *demand;
    struct number_range range;
    unsigned retried;
    bool whole;
    double found;
};

static struct number_range range_of(const struct demand *d, bool whole)
{
    return (struct number_range){
        .low = fmax(demand_least(d, "minimum", -HUGE_VAL),
                    demand_least(d, "exclusiveMinimum", -HUGE_VAL)),
        .high =
            fmin(demand_most(d, "maximum", HUGE_VAL), demand_most(d, "exclusiveMaximum", HUGE_VAL)),
        .step = demand_least(d, "multipleOf", whole ? 1 : 0),
    };
}

/* The part of the range that numbers are taken from: small positive ones if there are some. */
static struct number_range narrowed(struct number_range range, unsigned retried)
{
    const double low = range.low, high = range.high;

    if (range.step > 0 && retried > SWEEP_FROM && isfinite(low) && isfinite(high))
        return range;
    if (!(range.step > 0))
        range.step = high - low >= 2 ? 0.5 : (high - low) / SPAN;
    const double wide = fmax(100, SPAN * range.step) * (1 + retried);
    range.low = low > 1 ? low : high < 1 ? fmax(low, high - wide) : 1;
    range.high = fmin(high, range.low + wide);
    if (low <= 0 && high >= 0 && high < fmax(1, range.step))
        range.low = fmax(low, -wide); /* nothing above zero, perhaps: begin below it */
    return range;
}

static bool is_right(struct number_search *search, double number)
{
    if ((search->whole && floor(number) < number) || !isfinite(number) ||
        number < search->range.low || number > search->range.high ||
        !demand_accepts(search->g, search->demand, json_new_number(search->g->scratch, number)))
        return false;
    search->found = fabs(number) > 0 ? number : 0; /* no -0 */
    return true;
}

/*
 * One of the steps that the range has, from a random one on; retries go on from there. `exactly`:
 * such that no reader of the number, however naive about decimals, will doubt it.
 */
static bool find_step(struct number_search *search, bool exactly, struct random *random)
{
    const struct number_range range = narrowed(search->range, search->retried);
    const double first = range.step > 0 ? ceil(range.low / range.step) : 0;
    const double steps = range.step > 0 ? floor(range.high / range.step) - first : 0;
    const uint64_t count = steps >= 0 && steps < 1e6 ? (uint64_t)steps + 1 : 1;
    const uint64_t start =
        search->retried > SWEEP_FROM ? search->retried : random_below(random, count);

    for (uint64_t i = 0; i < NUMBER_TRIES && i < count; i++) {
        const double k = first + (double)((start + i) % count);
        const double number = range.step > 0 ? decimal(k * range.step) : range.low;
        const double quotient = range.step > 0 ? number / range.step : 0;

        if ((!exactly || !(fabs(quotient - floor(quotient)) > 0)) && is_right(search, number))
            return true;
    }
    return false;
}

/* At a bound, or as near to it as can be. `up`: from the least on. */
static bool find_bound(struct number_search *search, bool up)
{
    const double step = search->range.step, sign = up ? 1 : -1;
    const double bound = up ? search->range.low : search->range.high;
    const double k = step > 0 ? (up ? ceil(bound / step) : floor(bound / step)) : 0;

    if (!isfinite(bound))
        return false;
    if (is_right(search, bound))
        return true;
    for (int i = 0; step > 0 && i < 3; i++)
        if (is_right(search, decimal((k + sign * i) * step)))
            return true;
    if (step > 0 && fabs(bound) < exact)
        return false;
    return is_right(search, decimal(bound + sign * fmax(1e-9, fabs(bound) * 1e-9))) ||
           is_right(search, nextafter(bound, up ? HUGE_VAL : -HUGE_VAL));
}

static bool find_number(struct number_search *search, struct random *random)
{
    return (search->retried <= SWEEP_FROM && find_step(search, true, random)) ||
           find_step(search, false, random) || find_bound(search, true) ||
           find_bound(search, false) || is_right(search, 0) ||
           is_right(search, decimal((search->range.low + search->range.high) / 2)) ||
           is_right(search, search->range.low / 2 + search->range.high / 2);
}

const json *make_number(struct generator *g, const struct value_place *place,
                        const struct demand *d, bool whole, struct random *random)
{
    struct number_search search = {
        .g = g, .demand = d, .range = range_of(d, whole), .retried = place->retried, .whole = whole
    };
    const bool least = random_below(random, 2) == 0;
    const bool at_bound = g->variant == VARIANT_BOUNDARY && !place->retried &&
                          (find_bound(&search, least) || find_bound(&search, !least));

    if (at_bound || (search.range.low <= search.range.high && find_number(&search, random)))
        return json_new_number(g->scratch, search.found);
    g->work += search.range.low <= search.range.high ? SEARCH_WORK : 0;
    return cannot(g, place, "no number is between %g and %g with these multiples", search.range.low,
                  search.range.high);
}
