#ifndef CFNC_TEXT_H
#define CFNC_TEXT_H

#include <stdbool.h>

#include <stdint.h>

#include "cfnc/base/arena.h"

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
 * How many columns of a terminal a harmless text takes: two for a wide character
 * (UAX 11), none for what is put upon another one.
 */
size_t text_width(const char *string);
/* Like text_quote(), at most that wide with the "...(+N)" that counts the rest; at least 9. */
const char *text_fit(struct arena *arena, const char *string, size_t columns);
/* The same text for a terminal that knows no more than ASCII: other letters become \uNNNN. */
const char *text_ascii(struct arena *arena, const char *string);
/* With blanks behind it, so that it takes so many columns; longer ones stay. */
const char *text_padded(struct arena *arena, const char *string, size_t columns);

/*
 * The candidate nearest to `word` (edit distance, case ignored), or NULL when
 * none is near enough to be what was meant. `candidates` ends with NULL.
 */
const char *text_nearest(const char *word, const char *const *candidates);
/* " (did you mean NEAR?)", or what is said where nothing is near. */
const char *text_meant(struct arena *arena, const char *near, const char *otherwise);

/* Whether `name` matches the glob `pattern`: * any run, ? any one character. */
bool text_glob(const char *pattern, const char *name);

/*
 * How U+0000 stands in a text, which ends at a byte of 0: as two bytes that no
 * UTF-8 holds. See json.h.
 */
#define TEXT_NUL "\xC0\x80"
bool text_is_nul(const char *s); /* whether it stands at `s` */

/* The number of bytes of the UTF-8 character (or TEXT_NUL) at `s` (1..4), or 0 when invalid. */
size_t text_utf8_length(const char *s);

/* How many characters begin between the two. */
size_t text_count(const char *from, const char *to);

/* The code point of the character at `s`, and its bytes: 0 and 1 of what is no UTF-8. */
uint32_t text_code(const char *s, size_t *length);

/* The number that up to `most` hexadecimal digits at `s` are; how many there were. */
size_t text_hex(const char *s, size_t most, uint32_t *number);

/* Writes a code point as UTF-8, U+0000 as TEXT_NUL, with a NUL behind it. How many bytes it takes.
 */
enum { TEXT_UTF8_ROOM = 5 };
size_t text_utf8_write(uint32_t code, char bytes[TEXT_UTF8_ROOM]);

/*
 * Whether the UTF-8 character (or TEXT_NUL) at `s`, whose code point is
 * `code`, could drive a terminal or turn the reading order around: what
 * text_quote() escapes.
 */
bool text_harmful(const char *s, unsigned *code);

/* The text with something else in each place of `part`, which is not empty. */
const char *text_replace(struct arena *arena, const char *text, const char *part,
                         const char *instead);

#endif
