#ifndef CFNC_PATTERN_H
#define CFNC_PATTERN_H

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"

/*
 * Regular expressions as JSON Schema means them (ECMA-262, draft-07 section
 * 4.3), searched by PCRE2. Only pattern.c includes PCRE2's header.
 *
 * src/pattern/translate.h says what is understood, also of other dialects; it is
 * what the first engine that reads it makes of it: JavaScript, then Java, then
 * Python. pattern_notes() tells what was not ECMA-262.
 *
 * A search ends within a tenth of a second of the processor, however hostile
 * the pattern and however long the subject: what takes longer is PATTERN_LIMIT,
 * which says nothing about the subject. Patterns that do not repeat repetitions
 * end long before, on a megabyte too.
 *
 * Searching uses memory that the pattern keeps for it: one thread at a time.
 * A pattern that is searched often is compiled to machine code.
 */
struct pattern;

enum pattern_verdict { PATTERN_NO_MATCH, PATTERN_MATCH, PATTERN_LIMIT };

/* NULL and the error (with the offset in the pattern) when no engine could compile it. */
MUST_USE const struct pattern *pattern_compile(struct arena *arena, const char *source,
                                               struct error *error);

/*
 * Whether the pattern matches anywhere in `subject`, which is UTF-8 (U+0000 as
 * TEXT_NUL). Allocates nothing, but for a copy of a subject that holds U+0000,
 * until it returns.
 */
enum pattern_verdict pattern_search(const struct pattern *pattern, const char *subject);

/* Whether pattern_compile() would accept it. Allocates, but only until it returns. */
bool pattern_compiles(const char *source);

/*
 * Whether it is a regular expression of ECMA-262 with its flag u, as the format
 * "regex" demands: without what is only translated, and without what ECMA-262
 * allows to web browsers alone (annex B). Allocates, but only until it returns.
 */
bool pattern_is_ecma(const char *source);

/*
 * A pattern that is asked where it matches, and what its groups took. `flags`:
 * i, m, s as in ECMA-262 or "". It is slower than one that is only searched. In
 * addition to src/pattern/translate.h: a group in a lookbehind of several lengths
 * is an error.
 */
MUST_USE const struct pattern *pattern_compile_exact(struct arena *arena, const char *source,
                                                     const char *flags, struct error *error);
size_t pattern_groups(const struct pattern *pattern); /* of one compiled to be exact */

/* Bytes of a subject; both SIZE_MAX where a group took no part. */
struct pattern_span {
    size_t start, end;
};

/* A subject made ready for many matches. `string` must live as long. */
struct pattern_subject {
    const char *string, *bytes; /* bytes: with U+0000 as PCRE2 knows it */
    size_t length;
};
struct pattern_subject pattern_subject(struct arena *arena, const char *string);

/*
 * The first match that begins at byte `from` of the string or behind.
 * `spans`: of the match and of each group, pattern_groups() + 1 in all.
 */
enum pattern_verdict pattern_match(const struct pattern *pattern,
                                   const struct pattern_subject *subject, size_t from,
                                   struct pattern_span *spans);

/* As it was compiled from. */
const char *pattern_source(const struct pattern *pattern);

enum pattern_note_kind {
    PATTERN_FOREIGN, /* no ECMA-262: another engine's, and translated */
    PATTERN_LOOSE,   /* ECMA-262 only without the flag u, and with its annex B */
    PATTERN_DIFFERS, /* ECMA-262, and an error to Python */
    PATTERN_PARTLY   /* ^a|b$: some alternatives are anchored, others are not */
};

/* What the author of a pattern should know; `what` and `hint` fit into "what; hint". */
struct pattern_note {
    enum pattern_note_kind kind;
    size_t offset; /* bytes into the source, where it stands */
    const char *what, *hint;
};

/*
 * The notes on a pattern in the order of their offsets, and a row behind them
 * whose `what` is NULL. What differs to Python is noted at the first of its
 * kind only. Of a pattern that does not compile: what stands before the
 * place that the error names.
 */
const struct pattern_note *pattern_notes(struct arena *arena, const char *source);

#endif
