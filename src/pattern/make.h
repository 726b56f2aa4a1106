#ifndef CFNC_PATTERN_MAKE_H
#define CFNC_PATTERN_MAKE_H

#include "cfnc/pattern/strings.h"
#include "tree.h"

/*
 * How strings are made from the tree of a pattern. traits.c tells what characters each set leaves
 * to choose from and how much can be chosen below each term; lengths.c which lengths terms can
 * have; plan.c which length to take; walk.c goes down the tree and fills it; strings.c tries until
 * the result matches.
 */

/* How readily a character is chosen, first to last. */
enum tier { TIER_PLAIN, TIER_UPPER, TIER_SIGN, TIER_ODD, TIER_QUOTE, TIER_CONTROL, TIERS };

/* How far a choice strays from lower-case letters and digits. */
enum variety { VARIETY_PLAIN, VARIETY_PRINTABLE, VARIETY_ANY };

/*
 * The characters of a set to choose from: no surrogates, U+0000 where there is nothing else. Of a
 * property of characters not every one is known.
 */
struct alphabet {
    struct char_set known;     /* ranges, in order, apart */
    unsigned char ascii[128];  /* those below 128, in the order of their tiers */
    unsigned char upto[TIERS]; /* how many of `ascii` are of this tier or an earlier one */
    bool wide;                 /* there are some from 128 on */
};

bool alphabet_has(const struct alphabet *alphabet, uint32_t c);
/* One of an alphabet that is not empty. */
uint32_t alphabet_pick(const struct alphabet *alphabet, enum variety variety,
                       struct random *random);

/* What is known of a term without regard to lengths. */
struct traits {
    const struct alphabet *alphabet; /* of a set */
    size_t shortest;                 /* characters of the shortest match, SIZE_MAX: none matches */
    size_t bits;                     /* roughly how much can be chosen: 2^bits strings */
    bool starts, ends;               /* matches only from the start, up to the end of the string */
};

enum { RICH = 16 }; /* bits of a branch that leaves much to choose, and is preferred */

struct string_pattern {
    const char *source;
    const struct pattern *compiled;
    struct parse parse;
    const struct traits *traits; /* by the id of the term */
};

/* The traits of all terms; NULL and the error when there are too many sets that only PCRE2 knows.
 */
MUST_USE const struct traits *traits_of(struct arena *arena, const struct parse *parse,
                                        struct error *error);

/*
 * Sets of lengths from 0 to `limit`, a bit each.
 *
 * `work` and the words `held` are counted: once they are many, sums leave
 * lengths out (and never put wrong ones in), so that a hostile pattern costs
 * no more than a bounded time.
 */
struct length_space {
    struct arena *arena;
    size_t limit, words;
    size_t held;
    uint64_t work;
};

uint64_t *lengths_new(struct length_space *space); /* empty */
bool lengths_has(const struct length_space *space, const uint64_t *set, size_t length);
void lengths_add(const struct length_space *space, uint64_t *set, size_t first, size_t last);
/* Whether `other` added anything to `set`. */
bool lengths_join(const struct length_space *space, uint64_t *set, const uint64_t *other);
/* The nearest member, at or above, at or below `length`; SIZE_MAX when there is none. */
size_t lengths_up(const struct length_space *space, const uint64_t *set, size_t length);
size_t lengths_down(const struct length_space *space, const uint64_t *set, size_t length);

/* What lengths a term can have. */
struct lengths {
    uint64_t *set;
    uint64_t **rest;  /* of a sequence: what its items from the i-th on add up to, and 0 */
    uint64_t **turns; /* of a repeat: what i turns add up to; `known` of them */
    size_t known;
};

/* The lengths of all terms, by their ids. */
const struct lengths *lengths_of(struct length_space *space, const struct string_pattern *pattern);

/* What is worked out once for a pattern and the bounds of its strings' lengths. */
struct string_plan {
    const struct string_pattern *pattern;
    struct length_space space;
    const struct lengths *lengths;
    const struct term *branches; /* of the whole pattern, the first one */
    const uint64_t *totals;      /* the lengths within the bounds that some branch can have */
    const uint64_t *likely;      /* those of branches that leave much to choose, if any */
    size_t excess;               /* characters to be added by repeating one */
};

/* NULL and the error when no string within the bounds can match. */
MUST_USE const struct string_plan *string_plan_new(struct arena *arena,
                                                   const struct string_pattern *pattern,
                                                   size_t shortest, size_t longest,
                                                   struct error *error);

/* The length to aim at in attempt `number`, `excess` not counted. */
size_t string_plan_total(const struct string_plan *plan, unsigned number, struct random *random);

/* Whether characters may stand around what matches the branch. */
bool string_plan_can_pad(const struct string_plan *plan, const struct term *branch);

/*
 * A string as planned, or NULL when this attempt led nowhere. It mostly matches
 * the pattern and need not: assertions are not followed, only helped. Whoever
 * asks checks, and asks again; the first attempts are plain, later ones vary.
 */
const char *string_walk(struct arena *arena, const struct string_plan *plan, unsigned attempt,
                        struct random *random);

#endif
