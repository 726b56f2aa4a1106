#include "length_set.h"

static const uint64_t plenty_of_work = UINT64_C(50) * 1000 * 1000;
static const size_t plenty_of_words = (size_t)4 * 1000 * 1000;

struct length_space length_space(struct arena *arena, size_t limit)
{
    return (struct length_space){ .arena = arena, .limit = limit, .words = limit / 64 + 1 };
}

uint64_t *lengths_new(struct length_space *space)
{
    space->held += space->words;
    return arena_array(space->arena, space->words, sizeof(uint64_t));
}

bool lengths_has(const struct length_space *space, const uint64_t *set, size_t length)
{
    return length <= space->limit && (set[length / 64] >> length % 64 & 1);
}

bool lengths_scarce(const struct length_space *space)
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
    for (size_t i = length; i <= space->limit; i++) {
        if (set[i / 64] >> i % 64 == 0)
            i |= 63;
        else if (set[i / 64] >> i % 64 & 1)
            return i;
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

uint64_t *lengths_sum(struct length_space *space, const uint64_t *a, const uint64_t *b)
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
