/* Which characters each set leaves to choose from, and how much can be chosen below each term. */
#include <assert.h>
#include <string.h>

#include "make.h"

enum {
    ENOUGH = 64,     /* characters of a property that has none near the beginning of Unicode */
    ASKED_MOST = 100 /* sets with properties, in one pattern */
};

struct trait_finder {
    struct arena *arena, *work;
    const struct parse *parse;
    struct traits *traits;
    size_t asked;
};

static bool is_listed(const struct char_set *set, uint32_t c)
{
    for (size_t i = 0; i < set->count; i++)
        if (!set->members[i].form && c >= set->members[i].first && c <= set->members[i].last)
            return true;
    return false;
}

/*
 * The members of a set of which only PCRE2 knows: it is asked about one character after the other,
 * near the beginning of Unicode and, where a property has no member there, in some parts further
 * on.
 */
static void ask(struct trait_finder *e, const struct term *term, struct char_set *known)
{
    static const uint32_t blocks[][2] = {
        { 1, 0x17F },         { 0x180, 0x17FF },    { 0x1E00, 0x23FF },   { 0x2600, 0x27BF },
        { 0x3000, 0x30FF },   { 0x4E00, 0x4EFF },   { 0xAC00, 0xACFF },   { 0xFE00, 0xFE0F },
        { 0x10000, 0x100FF }, { 0x1D400, 0x1D4FF }, { 0x1F300, 0x1F64F }, { 0xE0000, 0xE01FF }
    };
    const char *const source = e->parse->source + term->at;
    struct error ignored;
    const struct pattern *const pattern =
        pattern_compile(e->work, arena_copy(e->work, source, term->length), &ignored);
    size_t found = 0;

    for (size_t i = 0; pattern && i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        for (uint32_t c = blocks[i][0]; c <= blocks[i][1]; c++) {
            char text[TEXT_UTF8_ROOM];

            text_utf8_write(c, text);
            if (pattern_search(pattern, text) != PATTERN_MATCH)
                continue;
            char_set_add_range(e->work, known, c, c);
            found += !is_listed(&term->set, c);
            if (i > 0 && found == ENOUGH)
                return;
        }
        if (i == 0 && found)
            return;
    }
}

static enum tier tier_of(uint32_t c)
{
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
        return TIER_PLAIN;
    if (c >= 'A' && c <= 'Z')
        return TIER_UPPER;
    if (c < ' ' || c == 0x7F)
        return TIER_CONTROL;
    if (strchr("\"'\\ ", (int)c))
        return TIER_QUOTE;
    return strchr("-_./:@+=,", (int)c) ? TIER_SIGN : TIER_ODD;
}

static void sort_ascii(struct alphabet *alphabet)
{
    const struct char_set *const known = &alphabet->known;
    unsigned char count = 0;

    for (int tier = 0; tier < TIERS; tier++) {
        for (size_t i = 0; i < known->count; i++)
            for (uint32_t c = known->members[i].first; c <= known->members[i].last && c < 128; c++)
                if ((int)tier_of(c) == tier)
                    alphabet->ascii[count++] = (unsigned char)c;
        alphabet->upto[tier] = count;
    }
}

static bool is_property(const struct char_member *member)
{
    return member->form && !strchr("dDwW", member->form[1]);
}

static bool has_property(const struct char_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        if (is_property(&set->members[i]))
            return true;
    return false;
}

static const struct alphabet *alphabet_of(struct trait_finder *e, const struct term *term)
{
    const struct char_set *const set = &term->set;
    struct alphabet *const alphabet = arena_alloc(e->arena, sizeof(*alphabet));
    const bool asked = has_property(set), negated = set->negated && !asked;
    struct char_set given = { .negated = false }, others = { .negated = false };

    if (asked && e->asked++ < ASKED_MOST)
        ask(e, term, &given);
    for (size_t i = 0; i < set->count && negated == set->negated; i++)
        if (!set->members[i].form)
            char_set_add(e->work, &given, set->members[i]);
        else if (!is_property(&set->members[i]))
            char_set_add_named(e->work, &given, set->members[i].form[1]);
    char_set_tidy(&given);
    const bool has_nul = !negated && given.count && !given.members[0].first;
    /* What is not wanted goes out by turning the set inside out twice. */
    if (negated)
        others = given;
    else
        char_set_add_outside(e->work, &others, &given);
    char_set_add(e->work, &others, (struct char_member){ NULL, 0, 0 });
    char_set_add(e->work, &others, (struct char_member){ NULL, 0xD800, 0xDFFF });
    char_set_tidy(&others);
    char_set_add_outside(e->arena, &alphabet->known, &others);
    if (has_nul && !alphabet->known.count)
        char_set_add_range(e->arena, &alphabet->known, 0, 0);
    const size_t count = alphabet->known.count;
    alphabet->wide = count && alphabet->known.members[count - 1].last >= 128;
    sort_ascii(alphabet);
    return alphabet;
}

bool alphabet_has(const struct alphabet *alphabet, uint32_t c)
{
    size_t low = 0, high = alphabet->known.count;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (c < alphabet->known.members[middle].first)
            high = middle;
        else if (c > alphabet->known.members[middle].last)
            low = middle + 1;
        else
            return true;
    }
    return false;
}

/* Letters that print everywhere, when there are any. */
static uint32_t pick_wide(const struct char_set *known, struct random *random)
{
    static const uint32_t liked[][2] = { { 0xE0, 0xF6 },     { 0xA1, 0xAC },    { 0x100, 0x17F },
                                         { 0x3B1, 0x3C9 },   { 0x430, 0x44F },  { 0x5D0, 0x5EA },
                                         { 0x4E00, 0x9FA5 }, { 0xA0, 0x10FFFD } };

    for (size_t k = 0; k < sizeof(liked) / sizeof(liked[0]); k++)
        for (size_t i = 0; i < known->count; i++) {
            const struct char_member r = known->members[i];
            const uint32_t low = r.first > liked[k][0] ? r.first : liked[k][0];
            const uint32_t high = r.last < liked[k][1] ? r.last : liked[k][1];

            if (low <= high)
                return low + (uint32_t)random_below(random, (uint64_t)high - low + 1);
        }
    return known->members[known->count - 1].last;
}

uint32_t alphabet_pick(const struct alphabet *alphabet, enum variety variety, struct random *random)
{
    const unsigned printable = alphabet->upto[TIER_QUOTE];
    unsigned choices = 0;

    assert(alphabet->known.count);
    if (alphabet->wide && (!printable || (variety == VARIETY_ANY && !random_below(random, 3))))
        return pick_wide(&alphabet->known, random);
    if (variety == VARIETY_ANY)
        choices = alphabet->upto[TIER_CONTROL];
    else if (variety == VARIETY_PRINTABLE)
        choices = alphabet->upto[TIER_ODD];
    for (int tier = 0; tier < TIERS && !choices; tier++)
        choices = alphabet->upto[tier];
    return alphabet->ascii[random_below(random, choices)];
}

static struct traits set_traits(const struct alphabet *alphabet)
{
    struct traits traits = { .alphabet = alphabet, .shortest = SIZE_MAX };
    size_t members = 0;

    for (size_t i = 0; i < alphabet->known.count && members < 32; i++)
        members += alphabet->known.members[i].last - alphabet->known.members[i].first + 1;
    if (members)
        traits.shortest = 1;
    for (; members > 1 && traits.bits < 5; members /= 2)
        traits.bits++;
    return traits;
}

static struct traits sequence_traits(const struct traits *all, const struct term *term)
{
    struct traits sum = { .shortest = 0 };

    for (const struct term *item = term->items; item; item = item->next) {
        const struct traits one = all[item->id];

        sum.starts |= !sum.shortest && one.starts;
        sum.ends = one.ends || (sum.ends && !one.shortest);
        sum.shortest = pattern_plus(sum.shortest, one.shortest);
        sum.bits = pattern_plus(sum.bits, one.bits);
    }
    return sum;
}

static struct traits choice_traits(const struct traits *all, const struct term *term)
{
    struct traits sum = { .shortest = SIZE_MAX, .starts = true, .ends = true };

    for (const struct term *item = term->items; item; item = item->next) {
        const struct traits one = all[item->id];

        sum.shortest = one.shortest < sum.shortest ? one.shortest : sum.shortest;
        sum.bits = one.bits > sum.bits ? one.bits : sum.bits;
        sum.starts &= one.starts;
        sum.ends &= one.ends;
    }
    sum.bits = pattern_plus(sum.bits, 1);
    return sum;
}

static struct traits repeat_traits(struct traits one, const struct term *term)
{
    return (struct traits){
        .shortest = pattern_times(term->least, one.shortest),
        .bits = pattern_times(one.bits, term->most < 20 ? term->most : 20),
        .starts = term->least && one.starts,
        .ends = term->least && one.ends,
    };
}

static void examine(struct trait_finder *e, const struct term *term)
{
    struct traits *const all = e->traits, *const traits = &all[term->id];
    struct traits one = { .shortest = 0 }; /* of those that have one item */

    for (const struct term *item = term->items; item; item = item->next) {
        examine(e, item);
        one = all[item->id];
    }
    switch (term->kind) {
    case TERM_SET:
        *traits = set_traits(alphabet_of(e, term));
        break;
    case TERM_ANCHOR:
        traits->starts = term->anchor == ANCHOR_START;
        traits->ends = term->anchor == ANCHOR_END;
        break;
    case TERM_SEQUENCE:
        *traits = sequence_traits(all, term);
        break;
    case TERM_CHOICE:
        *traits = choice_traits(all, term);
        break;
    case TERM_GROUP:
    case TERM_ATOMIC:
        *traits = one;
        break;
    case TERM_AHEAD:
        traits->starts = !term->negated && one.starts;
        break;
    case TERM_REPEAT:
        *traits = repeat_traits(one, term);
        break;
    default:
        break;
    }
}

const struct traits *traits_of(struct arena *arena, const struct parse *parse, struct error *error)
{
    struct trait_finder e = {
        .arena = arena,
        .work = arena_new(),
        .parse = parse,
        .traits = arena_array(arena, parse->terms, sizeof(*e.traits)),
    };

    examine(&e, parse->root);
    arena_free(e.work);
    if (e.asked > ASKED_MOST)
        error_set(error, "the pattern is too large");
    return e.asked > ASKED_MOST ? NULL : e.traits;
}
