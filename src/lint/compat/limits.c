#include "compat_private.h"

#include <math.h>

/* Two words may bound the same; a row names both. */
static const struct limit {
    const char *word, *exclusive; /* or NULL */
    bool upper, counts;           /* how many, never below 0 */
} limits[] = {
    { "maxLength", NULL, true, true },
    { "minLength", NULL, false, true },
    { "maxItems", NULL, true, true },
    { "minItems", NULL, false, true },
    { "maxProperties", NULL, true, true },
    { "minProperties", NULL, false, true },
    { "maximum", "exclusiveMaximum", true, false },
    { "minimum", "exclusiveMinimum", false, false },
};

/* The tightest limit that the parts set; `written` is NULL when there is none. */
struct limit_bound {
    double number; /* as if upper: the smaller, the tighter */
    bool exclusive;
    const json *written;
    const char *word;
    const struct part *part;
};

static bool is_tighter(struct limit_bound a, struct limit_bound b)
{
    if (!a.written || !b.written)
        return a.written && !b.written;
    if (a.number < b.number || a.number > b.number)
        return a.number < b.number;
    return a.exclusive && !b.exclusive;
}

static struct limit_bound bound_at(const struct limit *limit, const struct part *part,
                                   bool exclusive, bool whole)
{
    const char *word = exclusive ? limit->exclusive : limit->word;
    const json *written = word ? json_get(part->node, word) : NULL;
    double number = json_number(written, 0);

    if (json_type(written) != JSON_NUMBER || (limit->counts && !limit->upper && number <= 0))
        return (struct limit_bound){ 0 };
    number = limit->upper ? number : -number;
    if (whole) { /* less than 3 is at most 2 */
        number = exclusive ? ceil(number) - 1 : floor(number);
        exclusive = false;
    }
    return (struct limit_bound){ number, exclusive, written, word, part };
}

static struct limit_bound bound_of(const struct limit *limit, struct meaning meaning, bool whole)
{
    struct limit_bound tightest = { 0 };

    for (size_t i = 0; i < meaning.count; i++)
        for (int exclusive = 0; exclusive < 2; exclusive++) {
            const struct limit_bound bound = bound_at(limit, &meaning.parts[i], exclusive, whole);

            if (is_tighter(bound, tightest))
                tightest = bound;
        }
    return tightest;
}

/* What became of the limit; one that is gone is missed where `meaning` stands. */
static void say(struct compatibility *c, enum compat_rule rule, struct meaning meaning,
                struct limit_bound old, struct limit_bound new)
{
    const struct lint_place *was = old.part ? place_of(c, old.part->at, old.word) : NULL;
    const struct lint_place *at = new.part ? place_of(c, new.part->at, new.word) : meaning.at;
    const char *before = old.written ? compat_value(c, old.written) : NULL;
    const char *after = new.written ? compat_value(c, new.written) : NULL;

    if (before && after && old.word != new.word)
        after = arena_printf(c->arena, "%s %s", new.word, after);
    compat_change(c, rule, at, was, before ? old.word : new.word, before, after,
                  rule == COMPAT_LIMIT ? "a value that was valid is refused now"
                                       : "a reader may meet a value that it does not expect");
}

/* ---- multipleOf ---- */

static struct limit_bound step_of(struct meaning meaning, bool whole)
{
    const struct part *part = meaning_with(meaning, "multipleOf");
    const json *written = part ? json_get(part->node, "multipleOf") : NULL;
    const double number = json_number(written, 0);

    if (!(number > 0) || (whole && number <= 1 && number >= 1))
        return (struct limit_bound){ 0 };
    return (struct limit_bound){ number, false, written, "multipleOf", part };
}

/* Whether every multiple of `a` is one of `b`; decimals are not exact. */
static bool is_multiple(double a, double b)
{
    const double ratio = a / b, whole = round(ratio);

    return whole >= 1 && fabs(ratio - whole) <= 1e-9 * whole;
}

static void compare_steps(struct compatibility *c, const struct pair *pair, bool whole)
{
    const struct limit_bound old = step_of(pair->old, whole), new = step_of(pair->new, whole);
    const bool fits = !new.written || (old.written && is_multiple(old.number, new.number));

    if (!fits)
        say(c, COMPAT_LIMIT, pair->new, old, new);
    else if (old.written && (!new.written || !is_multiple(new.number, old.number)))
        say(c, COMPAT_LOOSENED, pair->new, old, new);
}

/* Whether only whole numbers count, as far as numbers do. */
static bool is_whole(struct compatibility *c, const struct pair *pair)
{
    static const char *const words[] = { "maximum", "minimum", "exclusiveMaximum",
                                         "exclusiveMinimum", "multipleOf" };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (meaning_with(pair->old, words[i]) || meaning_with(pair->new, words[i]))
            return !(meaning_types(c, c->old, pair->old) & meaning_types(c, c->new, pair->new) &
                     JSON_NUMBER);
    return false;
}

void compare_limits(struct compatibility *c, const struct pair *pair)
{
    const bool whole = is_whole(c, pair);

    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        const bool rounded = whole && !limits[i].counts;
        const struct limit_bound old = bound_of(&limits[i], pair->old, rounded);
        const struct limit_bound new = bound_of(&limits[i], pair->new, rounded);

        if (is_tighter(new, old))
            say(c, COMPAT_LIMIT, pair->new, old, new);
        else if (is_tighter(old, new))
            say(c, COMPAT_LOOSENED, pair->new, old, new);
    }
    compare_steps(c, pair, whole);
}
