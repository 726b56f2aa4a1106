/* Sets of lengths, and which lengths the terms of a pattern can have: sums tell how they share a
 * total. */
#include "make.h"

enum { SPARE_TURNS = 16 };

static const uint64_t plenty_of_work = UINT64_C(50) * 1000 * 1000;
static const size_t plenty_of_words = (size_t)4 * 1000 * 1000;

uint64_t *lengths_new(struct length_space *space)
{
    space->held += space->words;
    return arena_array(space->arena, space->words, sizeof(uint64_t));
}

bool lengths_has(const struct length_space *space, const uint64_t *set, size_t length)
{
    return length <= space->limit && (set[length / 64] >> length % 64 & 1);
}

/* Whether time and memory are such that nothing dispensable should be asked for. */
static bool is_scarce(const struct length_space *space)
{
    return space->held > plenty_of_words || space->work > plenty_of_work;
}

void lengths_add(const struct length_space *space, uint64_t *set, size_t first, size_t last)
{
    for (size_t i = first; i <= last && i <= space->limit; i++)
        set[i / 64] |= UINT64_C(1) << i % 64;
}

bool lengths_join(const struct length_space *space, uint64_t *set, const uint64_t *other)
{
    uint64_t more = 0;

    for (size_t i = 0; i < space->words; i++) {
        more |= other[i] & ~set[i];
        set[i] |= other[i];
    }
    return more != 0;
}

size_t lengths_up(const struct length_space *space, const uint64_t *set, size_t length)
{
    for (size_t i = length; i <= space->limit; i = (i | 63) + 1) {
        const uint64_t from = set[i / 64] >> i % 64;
        const size_t found = from ? i + (size_t)__builtin_ctzll(from) : SIZE_MAX;

        if (from)
            return found <= space->limit ? found : SIZE_MAX;
    }
    return SIZE_MAX;
}

size_t lengths_down(const struct length_space *space, const uint64_t *set, size_t length)
{
    for (size_t i = length < space->limit ? length + 1 : space->limit + 1; i-- > 0;)
        if (set[i / 64] >> i % 64 & 1)
            return i;
    return SIZE_MAX;
}

static size_t population(const struct length_space *space, const uint64_t *set)
{
    size_t count = 0;

    for (size_t i = 0; i < space->words; i++)
        for (uint64_t rest = set[i]; rest; rest &= rest - 1)
            count++;
    return count;
}

static void add_shifted(const struct length_space *space, uint64_t *sum, const uint64_t *set,
                        size_t by)
{
    const size_t whole = by / 64, part = by % 64;

    for (size_t i = space->words; i-- > whole;) {
        uint64_t word = set[i - whole] << part;

        if (part && i > whole)
            word |= set[i - whole - 1] >> (64 - part);
        sum[i] |= word;
    }
}

/* A length of `a` and one of `b`. */
static uint64_t *sum_of(struct length_space *space, const uint64_t *a, const uint64_t *b)
{
    uint64_t *const sum = lengths_new(space);
    const bool swap = population(space, a) > population(space, b);
    const uint64_t *const few = swap ? b : a, *const many = swap ? a : b;
    size_t done = 0;

    for (size_t i = lengths_up(space, few, 0); i != SIZE_MAX; i = lengths_up(space, few, i + 1)) {
        if (space->work > plenty_of_work && done++ == 2)
            break;
        add_shifted(space, sum, many, i);
        space->work += space->words;
    }
    if (space->limit % 64 != 63)
        sum[space->words - 1] &= (UINT64_C(1) << (space->limit % 64 + 1)) - 1;
    return sum;
}

struct measuring {
    struct length_space *space;
    const struct traits *traits;
    struct lengths *rows;
    uint64_t **groups; /* by number; NULL while not closed */
    uint64_t *zero, *one;
};

static uint64_t *measure(struct measuring *m, const struct term *term);

static uint64_t *measure_sequence(struct measuring *m, const struct term *term)
{
    size_t count = 0;

    for (const struct term *item = term->items; item; item = item->next)
        count++;
    uint64_t **const rest = arena_array(m->space->arena, count + 1, sizeof(*rest));
    rest[count] = m->zero;
    count = 0;
    for (const struct term *item = term->items; item; item = item->next)
        rest[count++] = measure(m, item);
    while (count-- > 0)
        rest[count] = rest[count] == m->zero ? rest[count + 1]
                                             : sum_of(m->space, rest[count], rest[count + 1]);
    m->rows[term->id].rest = rest;
    return rest[0];
}

static uint64_t *measure_choice(struct measuring *m, const struct term *term)
{
    uint64_t *const set = lengths_new(m->space);

    for (const struct term *item = term->items; item; item = item->next)
        lengths_join(m->space, set, measure(m, item));
    return set;
}

/*
 * What each number of turns adds up to, so that a length can be shared out
 * among them later: as many turns as bring new lengths, and some to choose
 * from. Empty turns bring nothing, so that of those none is needed.
 */
static uint64_t *measure_turns(struct measuring *m, const struct term *term, const uint64_t *item)
{
    struct length_space *const space = m->space;
    struct lengths *const row = &m->rows[term->id];
    const size_t least = lengths_has(space, item, 0) ? 0 : term->least;
    const size_t most = term->most < space->limit ? term->most : space->limit;
    uint64_t *const set = lengths_new(space);
    bool more = true;

    row->turns = arena_array(space->arena, most + 1, sizeof(*row->turns));
    for (size_t i = 0; i <= most && (more || i < least + SPARE_TURNS); i++) {
        if (i > 1 && i > least && is_scarce(space))
            break;
        row->turns[i] = i ? sum_of(space, row->turns[i - 1], item) : m->zero;
        row->known = i + 1;
        more = i < least || lengths_join(space, set, row->turns[i]);
    }
    return set;
}

static uint64_t *measure_repeat(struct measuring *m, const struct term *term)
{
    uint64_t *const each = measure(m, term->items);

    if (each != m->one || term->items->kind != TERM_SET)
        return measure_turns(m, term, each);
    uint64_t *const set = lengths_new(m->space);
    lengths_add(m->space, set, term->least, term->most);
    return set;
}

static uint64_t *measure(struct measuring *m, const struct term *term)
{
    uint64_t *set = m->zero;

    switch (term->kind) {
    case TERM_SET:
        set = m->traits[term->id].alphabet->known.count ? m->one : lengths_new(m->space);
        break;
    case TERM_SEQUENCE:
        set = measure_sequence(m, term);
        break;
    case TERM_CHOICE:
        set = measure_choice(m, term);
        break;
    case TERM_REPEAT:
        set = measure_repeat(m, term);
        break;
    case TERM_GROUP:
    case TERM_ATOMIC:
        set = measure(m, term->items);
        if (term->group)
            m->groups[term->group - 1] = set;
        break;
    case TERM_REFERENCE: /* a group that has not matched refers to nothing, which matches */
        if (m->groups[term->group - 1])
            set = m->groups[term->group - 1];
        break;
    case TERM_AHEAD:
        if (!term->negated)
            measure(m, term->items);
        break;
    default:
        break;
    }
    return m->rows[term->id].set = set;
}

const struct lengths *lengths_of(struct length_space *space, const struct string_pattern *pattern)
{
    const struct parse *const parse = &pattern->parse;
    struct measuring m = {
        .space = space,
        .traits = pattern->traits,
        .rows = arena_array(space->arena, parse->terms, sizeof(struct lengths)),
        .groups = arena_array(space->arena, parse->group_count + 1, sizeof(uint64_t *)),
        .zero = lengths_new(space),
        .one = lengths_new(space),
    };

    lengths_add(space, m.zero, 0, 0);
    lengths_add(space, m.one, 1, 1);
    measure(&m, parse->root);
    return m.rows;
}
