#ifndef CFNC_RULE_H
#define CFNC_RULE_H

#include "cfnc/compare/compare.h"

/*
 * A rule: one sentence of a contract. It judges exchanges (exchange.h), or is judged by steps of
 * tests, which see more than one. Rules are rows; each protocol has tables of its own.
 */
enum suite { SUITE_V1 = 1 << 0, SUITE_V2 = 1 << 1, SUITE_FULL = 1 << 2 };
enum { SUITE_COUNT = 3 };

enum suite suite_at(size_t index);        /* below SUITE_COUNT */
const char *suite_name(enum suite suite); /* "v1" "v2" "full" */
enum suite suite_read(const char *name);  /* 0 when it is none */

enum level { MUST, SHOULD };
const char *level_name(enum level level);

/* What a judging function may add to its verdict. */
struct evidence {
    struct arena *arena;
    struct comparison comparison;
    bool mild; /* what is wrong breaks a SHOULD, though the rule is a MUST elsewhere */
};

struct exchange;
struct protocol;
struct subject;

struct rule {
    const char *id; /* "read.equals": stable, and never used again */
    enum level level;
    unsigned suites;            /* set of enum suite */
    unsigned lax;               /* those of them in which a MUST is no more than a SHOULD */
    unsigned on, at, expecting; /* sets of action, status and error code it judges */
    const char *must;           /* the contract's sentence, in our words */
    const char *title;  /* one sentence when it is broken; {action} and {origin} are filled in */
    const char *hint;   /* the usual cause */
    const char *source; /* the section of the contract, or the documented test, that says so */

    /*
     * Names what is at fault, one line, or returns NULL when the exchange keeps
     * the rule. NULL here: a step judges the rule, because it takes more than
     * one exchange to see (create.listed).
     */
    const char *(*fault)(const struct exchange *x, struct evidence *evidence);

    /* It is about the outcome, and gives way to the rule that the step is evidence of. */
    bool yields;
    unsigned features; /* of the protocol: without which the subject cannot be judged by it */

    const char *looks_at; /* "the schema": it is held before any call; NULL: answers */
    bool always;          /* any answer may break it: who lists what a test judges leaves it out */
    bool says_code;       /* the error code of the answer says all that is wrong */
    bool leak;            /* it is about what is left behind: the test itself may have passed */
    bool endless;         /* whoever goes on after it is broken may never end */
    unsigned held_by;     /* set of action: wherever one of them was called, the rule was held */
};

/* All rules of a protocol, in the order in which they are held and told: 0 to rule_count() - 1. */
size_t rule_count(const struct protocol *protocol);
const struct rule *rule_at(const struct protocol *protocol, size_t index);
size_t rule_index(const struct protocol *protocol, const struct rule *wanted);

const struct rule *rule_find(const struct protocol *protocol, const char *id);  /* it is there */
const struct rule *rule_named(const struct protocol *protocol, const char *id); /* NULL: none */

bool rule_applies(const struct rule *rule, const struct exchange *x);
enum level rule_level(const struct rule *rule, enum suite suite);

#endif
