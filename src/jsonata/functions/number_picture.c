/* Reads the pictures of $formatNumber(), and says what is wrong with them. */
#include "number_picture.h"

#include <string.h>

struct reading {
    struct call *call;
    const struct signs *signs;
    const char *text; /* the whole picture, for errors */
    struct codes all, active, mantissa, whole, fraction, exponent;
    bool has_exponent, has_decimal;
};

static bool is_digit(const struct reading *r, uint32_t code)
{
    return code >= r->signs->zero && code < r->signs->zero + 10;
}

static bool is_place(const struct reading *r, uint32_t code)
{
    return is_digit(r, code) || code == r->signs->digit;
}

/* Of the number itself, and no text around it. An exponent's sign alone begins none. */
static bool is_active(const struct reading *r, uint32_t code)
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

static size_t count_digits(const struct reading *r, struct codes codes)
{
    size_t sum = 0;

    for (size_t i = 0; i < codes.count; i++)
        sum += is_digit(r, codes.at[i]);
    return sum;
}

static void split(struct reading *r)
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

/* ---- what is wrong ---- */

static bool two_decimals(const struct reading *r)
{
    return count(r->all, r->signs->decimal) > 1;
}

static bool two_percents(const struct reading *r)
{
    return count_text(r->all, r->signs->percent) > 1;
}

static bool two_per_milles(const struct reading *r)
{
    return count_text(r->all, r->signs->per_mille) > 1;
}

static bool both_percents(const struct reading *r)
{
    return count_text(r->all, r->signs->percent) && count_text(r->all, r->signs->per_mille);
}

static bool no_places(const struct reading *r)
{
    return !count_digits(r, r->mantissa) && !count(r->mantissa, r->signs->digit);
}

static bool text_inside(const struct reading *r)
{
    for (size_t i = 0; i < r->active.count; i++)
        if (!is_active(r, r->active.at[i]) && r->active.at[i] != r->signs->exponent)
            return true;
    return false;
}

static bool group_at_decimal(const struct reading *r)
{
    const uint32_t grouping = r->signs->grouping;

    return r->has_decimal && ((r->whole.count && r->whole.at[r->whole.count - 1] == grouping) ||
                              (r->fraction.count && r->fraction.at[0] == grouping));
}

static bool group_at_end(const struct reading *r)
{
    return !r->has_decimal && r->whole.count &&
           r->whole.at[r->whole.count - 1] == r->signs->grouping;
}

static bool two_groups(const struct reading *r)
{
    for (size_t i = 1; i < r->active.count; i++)
        if (r->active.at[i] == r->signs->grouping && r->active.at[i - 1] == r->signs->grouping)
            return true;
    return false;
}

static bool optional_behind(const struct reading *r)
{
    bool digit = false;

    for (size_t i = 0; i < r->whole.count; i++) {
        digit = digit || is_digit(r, r->whole.at[i]);
        if (digit && r->whole.at[i] == r->signs->digit)
            return true;
    }
    return false;
}

static bool optional_before(const struct reading *r)
{
    bool optional = false;

    for (size_t i = 0; i < r->fraction.count; i++) {
        optional = optional || r->fraction.at[i] == r->signs->digit;
        if (optional && is_digit(r, r->fraction.at[i]))
            return true;
    }
    return false;
}

static bool exponent_and_percent(const struct reading *r)
{
    return r->has_exponent &&
           (count_text(r->all, r->signs->percent) || count_text(r->all, r->signs->per_mille));
}

static bool odd_exponent(const struct reading *r)
{
    return r->has_exponent &&
           (!r->exponent.count || count_digits(r, r->exponent) != r->exponent.count);
}

/* The last one that holds is told. */
static const struct {
    const char *code, *what;
    bool (*holds)(const struct reading *r);
} faults[] = {
    { "D3081", "has more than one decimal separator", two_decimals },
    { "D3082", "has more than one percent sign", two_percents },
    { "D3083", "has more than one per-mille sign", two_per_milles },
    { "D3084", "has both a percent and a per-mille sign", both_percents },
    { "D3085", "has no digit before its exponent", no_places },
    { "D3086", "has text between its digits", text_inside },
    { "D3087", "has a grouping separator beside the decimal separator", group_at_decimal },
    { "D3088", "has a grouping separator behind the last digit", group_at_end },
    { "D3089", "has two grouping separators side by side", two_groups },
    { "D3090", "has an optional digit behind a mandatory one before the point", optional_behind },
    { "D3091", "has a mandatory digit behind an optional one after the point", optional_before },
    { "D3092", "has both an exponent and a percent or per-mille sign", exponent_and_percent },
    { "D3093", "has an exponent that is no digits", odd_exponent },
};

static void check_picture(const struct reading *r)
{
    for (size_t i = sizeof(faults) / sizeof(faults[0]); i--;)
        if (faults[i].holds(r))
            call_fail(r->call, faults[i].code, "the picture \"%s\" %s",
                      jsonata_quote(&r->call->m->limits, r->text), faults[i].what);
}

/* ---- what it says ---- */

static size_t common_divisor(size_t a, size_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

static void find_regular(struct separators *separators)
{
    size_t step = 0, found = 0;

    for (size_t i = 0; i < separators->count; i++)
        step = common_divisor(step, separators->positions[i]);
    for (size_t i = 0; step && i < separators->count; i++)
        found += separators->positions[i] <= step * separators->count;
    separators->regular = found == separators->count ? step : 0;
}

static void find_separators(const struct reading *r, struct codes codes, bool from_right,
                            struct separators *separators)
{
    size_t places = 0, passed = 0;

    for (size_t i = 0; i < codes.count; i++)
        places += is_place(r, codes.at[i]);
    for (size_t i = 0; i < codes.count; i++) {
        passed += is_place(r, codes.at[i]);
        if (codes.at[i] != r->signs->grouping)
            continue;
        if (separators->count == SEPARATORS)
            call_fail(r->call, "D3080", "the picture \"%s\" has more than %d separators",
                      jsonata_quote(&r->call->m->limits, r->text), SEPARATORS);
        separators->positions[separators->count++] = from_right ? places - passed : passed;
    }
}

static void find_sizes(const struct reading *r, struct number_picture *picture)
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

static struct number_picture read_picture(struct reading *r)
{
    struct number_picture picture = { .decimal = false };
    size_t from = 0, to = r->all.count;

    while (from < to && !is_active(r, r->all.at[from]))
        from++;
    while (to > from && !is_active(r, r->all.at[to - 1]))
        to--;
    if (from == to)
        call_fail(r->call, "D3086", "the picture \"%s\" has no digit",
                  jsonata_quote(&r->call->m->limits, r->text));
    r->active = part(r->all, from, to);
    split(r);
    check_picture(r);
    picture.prefix = part(r->all, 0, from);
    picture.suffix = part(r->all, to, r->all.count);
    picture.decimal = r->has_decimal;
    picture.percent = count_text(r->all, r->signs->percent);
    picture.per_mille = count_text(r->all, r->signs->per_mille);
    find_separators(r, r->whole, true, &picture.whole);
    find_regular(&picture.whole);
    find_separators(r, r->fraction, false, &picture.fraction);
    find_sizes(r, &picture);
    return picture;
}

static struct codes codes_of(struct call *call, const char *text)
{
    uint32_t *codes = jsonata_alloc(&call->m->limits, strlen(text) + 1, sizeof(*codes));
    size_t number = 0, length = 0;

    for (const char *s = text; *s; s += length)
        codes[number++] = text_code(s, &length);
    return (struct codes){ codes, number };
}

size_t read_number_pictures(struct call *call, const struct signs *signs, const char *text,
                            struct number_picture pictures[2])
{
    const struct codes all = codes_of(call, text);
    const size_t first = find(all, signs->separator);
    struct reading r = { .call = call, .signs = signs, .text = text };

    if (count(all, signs->separator) > 1)
        call_fail(call, "D3080", "the picture \"%s\" has more than two parts",
                  jsonata_quote(&call->m->limits, text));
    r.all = part(all, 0, first);
    pictures[0] = read_picture(&r);
    if (first == all.count)
        return 1;
    r.all = part(all, first + 1, all.count);
    pictures[1] = read_picture(&r);
    return 2;
}
