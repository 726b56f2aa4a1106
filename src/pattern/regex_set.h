#ifndef CFNC_REGEX_SET_H
#define CFNC_REGEX_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cfnc/base/arena.h"
#include "cfnc/base/random.h"

/*
 * Sets of characters, as classes and escapes of ECMA-262 patterns name them,
 * to choose from. Surrogates are in none, as no string holds them, and NUL in
 * none that has anything else.
 */
struct regex_range {
    uint32_t first, last;
};

/* A set being collected. Start with { .arena = arena }. */
struct regex_ranges {
    struct arena *arena;
    struct regex_range *items;
    size_t count, room;
};

/* Adds the characters from `first` to `last`; in any order, some of them again. */
void regex_ranges_add(struct regex_ranges *ranges, uint32_t first, uint32_t last);

/*
 * Adds the characters of \d \w \s (`name` is the letter) or \p{name}; those
 * outside of it when `negative`. Of a property, not every character is known:
 * all those of Latin-1, and some beyond. False when the name is unknown.
 */
bool regex_ranges_add_named(struct regex_ranges *ranges, const char *name, size_t length,
                            bool negative);

/* How readily a character is chosen, first to last. */
enum regex_tier { TIER_PLAIN, TIER_UPPER, TIER_SIGN, TIER_ODD, TIER_QUOTE, TIER_CONTROL, TIERS };

/* How far a choice strays from lower-case letters and digits. */
enum regex_variety { VARIETY_PLAIN, VARIETY_PRINTABLE, VARIETY_ANY };

struct regex_set {
    const struct regex_range *ranges; /* in order, apart */
    size_t count;
    unsigned char ascii[128];  /* the members below 128, in the order of their tiers */
    unsigned char upto[TIERS]; /* how many of `ascii` are of this tier or an earlier one */
    bool wide;                 /* has members from 128 on */
};

/* The set of what was collected or, when `negative`, of all other characters. */
const struct regex_set *regex_set_new(struct regex_ranges *ranges, bool negative);
bool regex_set_has(const struct regex_set *set, uint32_t c);
/* One member of a set that is not empty. */
uint32_t regex_set_pick(const struct regex_set *set, enum regex_variety variety,
                        struct random *random);

#endif
