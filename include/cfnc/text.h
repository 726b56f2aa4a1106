#ifndef CFNC_TEXT_H
#define CFNC_TEXT_H

#include <stdbool.h>

#include "cfnc/arena.h"

/*
 * A text that grows in an arena. Start with `struct text t = text_new(arena)`,
 * append, and read t.bytes (always NUL-terminated) and t.length at any time.
 * What was read before an append is stale after it.
 */
struct text {
    struct arena *arena;
    char *bytes;
    size_t length, room;
};

struct text text_new(struct arena *arena);
void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_addf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Adds `words`, the first at column `at` (from 0); what would pass `columns`
 * goes on in lines that begin with `indent` blanks. Runs of blanks stay, but
 * never end a line. A word that is longer than a line is broken.
 */
void text_add_wrapped(struct text *text, const char *words, int at, int indent, int columns);

/*
 * `string` made harmless for a terminal and for one line: control characters,
 * DEL, C1 controls, bidirectional overrides and invalid UTF-8 become \xNN or
 * \uNNNN; at most `columns` characters, the rest counted as "...(+N)".
 * `columns` 0 means no limit. NULL becomes "".
 */
const char *text_quote(struct arena *arena, const char *string, size_t columns);

/*
 * The candidate nearest to `word` (edit distance, case ignored), or NULL when
 * none is near enough to be what was meant. `candidates` ends with NULL.
 */
const char *text_nearest(const char *word, const char *const *candidates);

/* Whether `name` matches the glob `pattern`: * any run, ? any one character. */
bool text_glob(const char *pattern, const char *name);

/* The number of bytes of the UTF-8 character at `s` (1..4), or 0 when invalid. */
size_t text_utf8_length(const char *s);

/*
 * The code point of the UTF-8 character at `s` when it could drive a terminal
 * or turn the reading order around (what text_quote() escapes); else 0.
 */
unsigned text_harmful(const char *s);

#endif
