#ifndef CFNC_JSONATA_H
#define CFNC_JSONATA_H

#include "cfnc/json/json.h"

/*
 * JSONata (docs.jsonata.org, version 2), the language of `propertyTransform`:
 * an expression that queries and rebuilds JSON. Everything but the functions
 * of date and time is there; calling one of these is an error that names it.
 *
 * Numbers are doubles; strings are UTF-8, whose lengths and indexes count code
 * points. Regular expressions are those of pattern.h, with the flags i and m.
 * $random and $shuffle begin with the same seed in each evaluation.
 *
 * However hostile the expression and its input, an evaluation ends, within
 * JSONATA_STEPS steps, JSONATA_BYTES of memory and JSONATA_DEEPEST levels of
 * what is evaluated inside of something else; a call in the place of a
 * function's result (a tail call) takes no level.
 *
 * A column counts the characters of the expression, from 1. Where JSONata has
 * a code for what is wrong it ends the error: "column 1: $sum(): ... (T0412)".
 */
enum {
    JSONATA_LONGEST = 1 << 18,         /* bytes of an expression */
    JSONATA_DEEPEST_PARSED = 250,      /* brackets and operators within each other */
    JSONATA_DEEPEST = 1000,            /* evaluations within each other */
    JSONATA_STEPS = 2 * 1000 * 1000,   /* evaluations, and items that functions look at */
    JSONATA_BYTES = 128 * 1024 * 1024, /* what one evaluation allocates */
    JSONATA_RANGE = 10 * 1000 * 1000   /* numbers in [a..b] */
};

/* A parsed expression; lives in its arena. Its regular expressions are for one thread at a time. */
struct jsonata;

/*
 * NULL and the error (one line, "column N: ...", naming token or function) when it is no JSONata.
 * With a `joint` there may be several expressions with that variable between them, "A $OR B" where
 * it is "OR"; it can then stand nowhere else. The first of them; jsonata_next() gives the one
 * behind it, or NULL.
 */
MUST_USE const struct jsonata *jsonata_parse(struct arena *arena, const char *text,
                                             const char *joint, struct error *error);
const struct jsonata *jsonata_next(const struct jsonata *expression);

/*
 * Evaluates for `input` (NULL: nothing), where `bindings`, an object or NULL,
 * gives variables: its member "name" is $name. False and the error, which names
 * function and column, when it cannot be evaluated. Otherwise *result is a
 * value of `arena`, or NULL when the result is nothing (JSONata's "undefined")
 * or a function.
 */
MUST_USE bool jsonata_evaluate(struct arena *arena, const struct jsonata *expression,
                               const json *input, const json *bindings, const json **result,
                               struct error *error);

#endif
