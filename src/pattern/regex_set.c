#include "regex_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_CHARACTER = 0x10FFFF, FIRST_SURROGATE = 0xD800, LAST_SURROGATE = 0xDFFF };

void regex_ranges_add(struct regex_ranges *ranges, uint32_t first, uint32_t last)
{
    if (ranges->count == ranges->room) {
        const size_t room = ranges->room ? ranges->room * 2 : 2;
        struct regex_range *items = arena_array(ranges->arena, room, sizeof(*items));

        if (ranges->count)
            memcpy(items, ranges->items, ranges->count * sizeof(*items));
        ranges->items = items;
        ranges->room = room;
    }
    ranges->items[ranges->count++] = (struct regex_range){ first, last };
}

static int by_first(const void *a, const void *b)
{
    const struct regex_range *const x = a, *const y = b;

    return (x->first > y->first) - (x->first < y->first);
}

/* In order, and joined where they touch. */
static void tidy(struct regex_ranges *ranges)
{
    size_t kept = 0;

    if (!ranges->count)
        return;
    qsort(ranges->items, ranges->count, sizeof(*ranges->items), by_first);
    for (size_t i = 1; i < ranges->count; i++) {
        struct regex_range *const last = &ranges->items[kept];
        const struct regex_range next = ranges->items[i];

        if (next.first > last->last + 1)
            ranges->items[++kept] = next;
        else if (next.last > last->last)
            last->last = next.last;
    }
    ranges->count = kept + 1;
}

/* Adds what lies outside of `tidied`. */
static void add_outside(struct regex_ranges *ranges, const struct regex_range *tidied, size_t count)
{
    uint32_t first = 0;

    for (size_t i = 0; i < count; i++) {
        if (tidied[i].first > first)
            regex_ranges_add(ranges, first, tidied[i].first - 1);
        first = tidied[i].last + 1;
    }
    if (first <= LAST_CHARACTER)
        regex_ranges_add(ranges, first, LAST_CHARACTER);
}

enum { MOST_RANGES = 22 };

struct named {
    const char *name, *alias;
    struct regex_range ranges[MOST_RANGES];
};

/*
 * Exact below U+0100, and beyond it characters that have been in Unicode for
 * long. A range of zeros ends a row.
 */
/* clang-format off */
static const struct named names[] = {
    { "d", NULL, { { '0', '9' } } },
    { "w", NULL, { { '0', '9' }, { 'A', 'Z' }, { '_', '_' }, { 'a', 'z' } } },
    { "s", "White_Space", { { 0x9, 0xD }, { ' ', ' ' }, { 0xA0, 0xA0 }, { 0x1680, 0x1680 },
        { 0x2000, 0x200A }, { 0x2028, 0x2029 }, { 0x202F, 0x202F }, { 0x205F, 0x205F },
        { 0x3000, 0x3000 }, { 0xFEFF, 0xFEFF } } },
    { "L", "Letter", { { 'A', 'Z' }, { 'a', 'z' }, { 0xAA, 0xAA }, { 0xB5, 0xB5 }, { 0xBA, 0xBA },
        { 0xC0, 0xD6 }, { 0xD8, 0xF6 }, { 0xF8, 0x17F }, { 0x391, 0x3A1 }, { 0x3B1, 0x3C9 },
        { 0x410, 0x44F }, { 0x5D0, 0x5EA }, { 0x3041, 0x3096 }, { 0x30A1, 0x30FA },
        { 0x4E00, 0x9FA5 } } },
    { "Alphabetic", "Alpha", { { 'A', 'Z' }, { 'a', 'z' }, { 0xAA, 0xAA }, { 0xB5, 0xB5 },
        { 0xBA, 0xBA }, { 0xC0, 0xD6 }, { 0xD8, 0xF6 }, { 0xF8, 0x17F }, { 0x4E00, 0x9FA5 } } },
    { "Lu", "Uppercase_Letter", { { 'A', 'Z' }, { 0xC0, 0xD6 }, { 0xD8, 0xDE }, { 0x391, 0x3A1 },
        { 0x410, 0x42F } } },
    { "Uppercase", "Upper", { { 'A', 'Z' }, { 0xC0, 0xD6 }, { 0xD8, 0xDE }, { 0x410, 0x42F } } },
    { "Ll", "Lowercase_Letter", { { 'a', 'z' }, { 0xB5, 0xB5 }, { 0xDF, 0xF6 }, { 0xF8, 0xFF },
        { 0x3B1, 0x3C9 }, { 0x430, 0x44F } } },
    { "Lowercase", "Lower", { { 'a', 'z' }, { 0xAA, 0xAA }, { 0xB5, 0xB5 }, { 0xBA, 0xBA },
        { 0xDF, 0xF6 }, { 0xF8, 0xFF }, { 0x430, 0x44F } } },
    { "Lt", "Titlecase_Letter", { { 0x1C5, 0x1C5 }, { 0x1C8, 0x1C8 }, { 0x1CB, 0x1CB } } },
    { "Lm", "Modifier_Letter", { { 0x2B0, 0x2C1 } } },
    { "Lo", "Other_Letter", { { 0xAA, 0xAA }, { 0xBA, 0xBA }, { 0x5D0, 0x5EA }, { 0x3041, 0x3096 },
        { 0x30A1, 0x30FA }, { 0x4E00, 0x9FA5 } } },
    { "M", "Mark", { { 0x300, 0x36F }, { 0x483, 0x489 } } },
    { "Mn", "Nonspacing_Mark", { { 0x300, 0x36F }, { 0x483, 0x487 } } },
    { "Mc", "Spacing_Mark", { { 0x903, 0x903 }, { 0x93E, 0x940 } } },
    { "Me", "Enclosing_Mark", { { 0x488, 0x489 } } },
    { "N", "Number", { { '0', '9' }, { 0xB2, 0xB3 }, { 0xB9, 0xB9 }, { 0xBC, 0xBE },
        { 0x660, 0x669 }, { 0x2160, 0x2182 } } },
    { "Nd", "Decimal_Number", { { '0', '9' }, { 0x660, 0x669 } } },
    { "Nl", "Letter_Number", { { 0x2160, 0x2182 } } },
    { "No", "Other_Number", { { 0xB2, 0xB3 }, { 0xB9, 0xB9 }, { 0xBC, 0xBE } } },
    { "P", "Punctuation", { { '!', '#' }, { '%', '*' }, { ',', '/' }, { ':', ';' }, { '?', '@' },
        { '[', ']' }, { '_', '_' }, { '{', '{' }, { '}', '}' }, { 0xA1, 0xA1 }, { 0xA7, 0xA7 },
        { 0xAB, 0xAB }, { 0xB6, 0xB7 }, { 0xBB, 0xBB }, { 0xBF, 0xBF }, { 0x2010, 0x2027 },
        { 0x2030, 0x2043 } } },
    { "Pc", "Connector_Punctuation", { { '_', '_' }, { 0x203F, 0x2040 } } },
    { "Pd", "Dash_Punctuation", { { '-', '-' }, { 0x2010, 0x2015 } } },
    { "Ps", "Open_Punctuation", { { '(', '(' }, { '[', '[' }, { '{', '{' } } },
    { "Pe", "Close_Punctuation", { { ')', ')' }, { ']', ']' }, { '}', '}' } } },
    { "Pi", "Initial_Punctuation", { { 0xAB, 0xAB }, { 0x2018, 0x2018 }, { 0x201C, 0x201C } } },
    { "Pf", "Final_Punctuation", { { 0xBB, 0xBB }, { 0x2019, 0x2019 }, { 0x201D, 0x201D } } },
    { "Po", "Other_Punctuation", { { '!', '#' }, { '%', '\'' }, { '*', '*' }, { ',', ',' },
        { '.', '/' }, { ':', ';' }, { '?', '@' }, { '\\', '\\' }, { 0xA1, 0xA1 }, { 0xA7, 0xA7 },
        { 0xB6, 0xB7 }, { 0xBF, 0xBF } } },
    { "S", "Symbol", { { '$', '$' }, { '+', '+' }, { '<', '>' }, { '^', '^' }, { '`', '`' },
        { '|', '|' }, { '~', '~' }, { 0xA2, 0xA6 }, { 0xA8, 0xA9 }, { 0xAC, 0xAC }, { 0xAE, 0xB1 },
        { 0xB4, 0xB4 }, { 0xB8, 0xB8 }, { 0xD7, 0xD7 }, { 0xF7, 0xF7 }, { 0x20A0, 0x20BF },
        { 0x2190, 0x21FF } } },
    { "Sm", "Math_Symbol", { { '+', '+' }, { '<', '>' }, { '|', '|' }, { '~', '~' },
        { 0xAC, 0xAC }, { 0xB1, 0xB1 }, { 0xD7, 0xD7 }, { 0xF7, 0xF7 }, { 0x2190, 0x2194 } } },
    { "Sc", "Currency_Symbol", { { '$', '$' }, { 0xA2, 0xA5 }, { 0x20A0, 0x20BF } } },
    { "Sk", "Modifier_Symbol", { { '^', '^' }, { '`', '`' }, { 0xA8, 0xA8 }, { 0xAF, 0xAF },
        { 0xB4, 0xB4 }, { 0xB8, 0xB8 } } },
    { "So", "Other_Symbol", { { 0xA6, 0xA6 }, { 0xA9, 0xA9 }, { 0xAE, 0xAE }, { 0xB0, 0xB0 },
        { 0x2195, 0x2199 } } },
    { "Z", "Separator", { { ' ', ' ' }, { 0xA0, 0xA0 }, { 0x1680, 0x1680 }, { 0x2000, 0x200A },
        { 0x2028, 0x2029 }, { 0x202F, 0x202F }, { 0x205F, 0x205F }, { 0x3000, 0x3000 } } },
    { "Zs", "Space_Separator", { { ' ', ' ' }, { 0xA0, 0xA0 }, { 0x1680, 0x1680 },
        { 0x2000, 0x200A }, { 0x202F, 0x202F }, { 0x205F, 0x205F }, { 0x3000, 0x3000 } } },
    { "Zl", "Line_Separator", { { 0x2028, 0x2028 } } },
    { "Zp", "Paragraph_Separator", { { 0x2029, 0x2029 } } },
    { "C", "Other", { { 0x1, 0x1F }, { 0x7F, 0x9F }, { 0xAD, 0xAD }, { 0x378, 0x379 },
        { 0x200B, 0x200F }, { 0x202A, 0x202E }, { 0x2060, 0x206F }, { 0xD800, 0xF8FF },
        { 0xFEFF, 0xFEFF }, { 0xFFF0, 0xFFFB } } },
    { "Cc", "Control", { { 0x1, 0x1F }, { 0x7F, 0x9F } } },
    { "Cf", "Format", { { 0xAD, 0xAD }, { 0x200B, 0x200F }, { 0x202A, 0x202E },
        { 0xFEFF, 0xFEFF } } },
    { "Cs", "Surrogate", { { 0xD800, 0xDFFF } } },
    { "Co", "Private_Use", { { 0xE000, 0xF8FF } } },
    { "Cn", "Unassigned", { { 0x378, 0x379 } } },
    { "Any", NULL, { { 0x1, LAST_CHARACTER } } },
    { "Assigned", NULL, { { 0x1, 0x377 } } },
    { "ASCII", NULL, { { 0x1, 0x7F } } },
    { "Latin", "Latn", { { 'A', 'Z' }, { 'a', 'z' }, { 0xAA, 0xAA }, { 0xBA, 0xBA }, { 0xC0, 0xD6 },
        { 0xD8, 0xF6 }, { 0xF8, 0x24F } } },
    { "Greek", "Grek", { { 0x391, 0x3A1 }, { 0x3A3, 0x3C9 } } },
    { "Cyrillic", "Cyrl", { { 0x400, 0x481 } } },
    { "Hebrew", "Hebr", { { 0x5D0, 0x5EA } } },
    { "Arabic", "Arab", { { 0x620, 0x63F }, { 0x641, 0x64A } } },
    { "Devanagari", "Deva", { { 0x904, 0x939 } } },
    { "Thai", NULL, { { 0xE01, 0xE3A } } },
    { "Hiragana", "Hira", { { 0x3041, 0x3096 } } },
    { "Katakana", "Kana", { { 0x30A1, 0x30FA } } },
    { "Hangul", "Hang", { { 0xAC00, 0xD7A3 } } },
    { "Han", "Hani", { { 0x4E00, 0x9FA5 } } },
};
/* clang-format on */

static bool is_called(const char *name, const char *text, size_t length)
{
    return name && strlen(name) == length && memcmp(name, text, length) == 0;
}

bool regex_ranges_add_named(struct regex_ranges *ranges, const char *name, size_t length,
                            bool negative)
{
    const char *const equals = memchr(name, '=', length);
    const char *const value = equals ? equals + 1 : name;
    const size_t rest = length - (size_t)(value - name);

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const struct regex_range *const row = names[i].ranges;
        size_t count = 0;

        if (!is_called(names[i].name, value, rest) && !is_called(names[i].alias, value, rest))
            continue;
        while (count < MOST_RANGES && row[count].last)
            count++;
        if (negative)
            add_outside(ranges, row, count);
        else
            for (size_t k = 0; k < count; k++)
                regex_ranges_add(ranges, row[k].first, row[k].last);
        return true;
    }
    return false;
}

static enum regex_tier tier_of(uint32_t c)
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

static void sort_ascii(struct regex_set *set)
{
    unsigned char count = 0;

    for (int tier = 0; tier < TIERS; tier++) {
        for (size_t i = 0; i < set->count && set->ranges[i].first < 128; i++)
            for (uint32_t c = set->ranges[i].first; c <= set->ranges[i].last && c < 128; c++)
                if ((int)tier_of(c) == tier)
                    set->ascii[count++] = (unsigned char)c;
        set->upto[tier] = count;
    }
}

const struct regex_set *regex_set_new(struct regex_ranges *ranges, bool negative)
{
    struct regex_set *const set = arena_alloc(ranges->arena, sizeof(*set));
    struct regex_ranges inverse = { .arena = ranges->arena }, all = { .arena = ranges->arena };

    /* What is not wanted goes out by turning the set inside out twice. */
    tidy(ranges);
    if (negative)
        regex_ranges_add(&inverse, 0, 0);
    if (negative)
        for (size_t i = 0; i < ranges->count; i++)
            regex_ranges_add(&inverse, ranges->items[i].first, ranges->items[i].last);
    else
        add_outside(&inverse, ranges->items, ranges->count);
    const bool has_nul = !negative && ranges->count && ranges->items[0].first == 0;
    regex_ranges_add(&inverse, 0, 0);
    regex_ranges_add(&inverse, FIRST_SURROGATE, LAST_SURROGATE);
    tidy(&inverse);
    add_outside(&all, inverse.items, inverse.count);
    if (has_nul && !all.count) /* few can do with it: only where there is nothing else */
        regex_ranges_add(&all, 0, 0);
    set->ranges = all.items;
    set->count = all.count;
    set->wide = all.count && all.items[all.count - 1].last >= 128;
    sort_ascii(set);
    return set;
}

bool regex_set_has(const struct regex_set *set, uint32_t c)
{
    size_t low = 0, high = set->count;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (c < set->ranges[middle].first)
            high = middle;
        else if (c > set->ranges[middle].last)
            low = middle + 1;
        else
            return true;
    }
    return false;
}

static uint32_t between(uint32_t first, uint32_t last, struct random *random)
{
    return first + (uint32_t)random_below(random, (uint64_t)last - first + 1);
}

/* Letters that print everywhere, when there are any. */
static uint32_t pick_wide(const struct regex_set *set, struct random *random)
{
    static const struct regex_range liked[] = {
        { 0xE0, 0xF6 }, { 0xA1, 0xAC }, { 0x100, 0x17F }, { 0x4E00, 0x9FA5 }, { 0xA0, 0x10FFFD }
    };
    const struct regex_range last = set->ranges[set->count - 1];

    for (size_t k = 0; k < sizeof(liked) / sizeof(liked[0]); k++)
        for (size_t i = 0; i < set->count; i++) {
            const struct regex_range r = set->ranges[i];
            const uint32_t low = r.first > liked[k].first ? r.first : liked[k].first;
            const uint32_t high = r.last < liked[k].last ? r.last : liked[k].last;

            if (low <= high)
                return between(low, high, random);
        }
    return between(last.first < 128 ? 128 : last.first, last.last, random);
}

uint32_t regex_set_pick(const struct regex_set *set, enum regex_variety variety,
                        struct random *random)
{
    const unsigned printable = set->upto[TIER_QUOTE];
    unsigned choices = 0;

    assert(set->count);
    if (set->wide && (!printable || (variety == VARIETY_ANY && !random_below(random, 3))))
        return pick_wide(set, random);
    if (variety == VARIETY_ANY)
        choices = set->upto[TIER_CONTROL];
    else if (variety == VARIETY_PRINTABLE)
        choices = set->upto[TIER_ODD];
    for (int tier = 0; tier < TIERS && !choices; tier++)
        choices = set->upto[tier];
    return set->ascii[random_below(random, choices)];
}
