#ifndef CFNC_PATTERN_TRANSLATE_H
#define CFNC_PATTERN_TRANSLATE_H

#include "cfnc/arena.h"
#include "cfnc/error.h"

/*
 * An ECMA-262 regular expression in the dialect of PCRE2, to be compiled with
 * PCRE2_UTF and PCRE2_DOLLAR_ENDONLY. What PCRE2 reads alike is passed on and
 * left for PCRE2 to refuse; what it reads otherwise is rewritten; what only
 * PCRE2 knows (verbs, calls, callouts, conditions) is an error.
 *
 * Also understood, because real schemas are written that way: \A \Z \z,
 * \x{...}, Java's \p{Alnum} and \p{IsLatin}, (?i) (?s) (?m) anywhere, a second
 * quantifier, a '-' beside \w in a class. A surrogate outside a pair is in no
 * UTF-8 text and matches nothing.
 *
 * PCRE2 copies a group for each repetition of (...){1,900} and has a limit on
 * the size; `by_call` writes the repetitions as calls of the group instead,
 * which is slower to match.
 */
MUST_USE const char *pattern_translate(struct arena *arena, const char *source, bool by_call,
                                       struct error *error);

/* The offset in `source` of what became the byte at `translated` of the translation. */
size_t pattern_translated_from(struct arena *arena, const char *source, size_t translated);

#endif
