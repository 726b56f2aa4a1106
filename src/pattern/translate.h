#ifndef CFNC_PATTERN_TRANSLATE_H
#define CFNC_PATTERN_TRANSLATE_H

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"

/*
 * An ECMA-262 regular expression in the dialect of PCRE2, to be compiled with
 * PCRE2_UTF and PCRE2_MATCH_UNSET_BACKREF.
 *
 * It is read as with the flag u: characters are code points, \u{...} and
 * \p{...} mean what they say. What only annex B of the standard allows (as in
 * browsers without the flag) is read as there: \- \_ {a} ] \012 [\w-.].
 *
 * Also understood, because real schemas are written that way: \A \Z \z,
 * \x{...}, \Q...\E, Java's \p{Alnum} and \p{IsLatin}, (?i) (?s) (?m) (?x)
 * anywhere, (?#...), (?P<n>...), (?P=n), a++, (?>...), a quantifier in braces
 * behind another one. A surrogate outside a pair is in no UTF-8 text and matches
 * nothing. Verbs, calls, callouts and conditions of PCRE2 are errors.
 *
 * Not as in ECMA-262: a group keeps what it captured in an earlier round of the
 * loop around it; a lookbehind of unlimited length (other than one that begins
 * with the repetition) and a reference inside of one are errors.
 */
enum translation_kind {
    /* To ask whether it matches, not where: repetitions that begin or end the pattern are cut to
       the fewest, groups that no reference is to do not capture. */
    TRANSLATION_SEARCH,
    /* The same where PCRE2 would refuse the size of the code, as it copies a group for each
       repetition of (...){1,900}: repetitions call the group instead, which is slower to match. */
    TRANSLATION_BY_CALL,
    /* To ask where it matches: nothing is cut, and all groups capture. */
    TRANSLATION_EXACT
};

struct translation {
    const char *text;
    size_t reach; /* characters that a match from one start may look at; SIZE_MAX: no limit */
    const size_t *numbers; /* of TRANSLATION_EXACT: numbers[0] is what the first group is in it */
    size_t groups;
};

MUST_USE bool pattern_translate(struct arena *arena, const char *source, enum translation_kind kind,
                                struct translation *translation, struct error *error);

/* The offset in `source` of what became the byte before `translated` of TRANSLATION_SEARCH. */
size_t pattern_translated_from(struct arena *arena, const char *source, size_t translated);

#endif
