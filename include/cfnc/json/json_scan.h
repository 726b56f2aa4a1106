#ifndef CFNC_JSON_SCAN_H
#define CFNC_JSON_SCAN_H

#include <stddef.h>

#include "cfnc/base/error.h"
#include "cfnc/base/text.h"

/*
 * The grammar of JSON (RFC 8259), read strictly: what json.c asks before it
 * lets the library read a text.
 */

/* Whether the `length` bytes at `text` (NUL after them) are one value; json.h says what is refused.
 */
MUST_USE bool json_scan(const char *text, size_t length, struct error *error);

/*
 * The character that the escape sequence at *at stands for, as UTF-8
 * (text_utf8_write()). Moves behind it; returns how many bytes. In a text that
 * is not sound a sequence that is none stands for its second character, or at
 * the `end` for itself.
 */
size_t json_scan_escape(const char **at, const char *end, char bytes[TEXT_UTF8_ROOM]);

#endif
