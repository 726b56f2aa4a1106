#ifndef CFNC_EXPRESSION_H
#define CFNC_EXPRESSION_H

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"

/*
 * The grammar of -k and -m, as pytest 7.2 reads it:
 *
 *     expression := and ("or" and)*
 *     and        := not ("and" not)*
 *     not        := "not" not | "(" expression ")" | identifier
 *
 * An identifier is letters, digits and any of _:+-.[]\/ in any order; blanks
 * and tabs separate. Nothing at all is an expression that is never true.
 */
struct expression;

enum { EXPRESSION_DEEPEST = 100 }; /* parentheses and nots around each other */

/* The error is "at column 6: expected not OR left parenthesis OR identifier; got end of input". */
MUST_USE const struct expression *expression_read(struct arena *arena, const char *text,
                                                  struct error *error);

/* Whether the expression is true where `has` tells which identifiers are. */
bool expression_true(const struct expression *expression,
                     bool (*has)(const void *context, const char *identifier), const void *context);

/* The only identifier of an expression that is nothing else, for "did you mean"; or NULL. */
const char *expression_word(const struct expression *expression);

#endif
