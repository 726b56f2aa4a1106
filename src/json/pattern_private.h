#ifndef CFNC_PATTERN_PRIVATE_H
#define CFNC_PATTERN_PRIVATE_H

#include <stdint.h>

#include "cfnc/text.h"

/* Characters and classes of a regular expression; between pattern_translate.c and pattern_class.c.
 */

/* Writes one character, escaped so that it means itself inside and outside a class. */
void pattern_add_code(struct text *out, uint32_t code);

/*
 * Reads the escape at `*at` (a '\\') and goes past it. Returns what stands for
 * a set of characters inside of PCRE2's [...]; or NULL and the one `code`.
 */
const char *pattern_read_escape(struct arena *arena, const char **at, uint32_t *code);

/* Translates the class at `*at` (a '[') and goes past it. False when it does not end or make sense.
 */
bool pattern_translate_class(struct text *out, const char **at);

#endif
