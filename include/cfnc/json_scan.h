#ifndef CFNC_JSON_SCAN_H
#define CFNC_JSON_SCAN_H

#include <stddef.h>

#include "cfnc/error.h"

/*
 * The grammar of JSON (RFC 8259), read strictly and with places: what json.c
 * asks before it lets the library read a text, and how a value is found again
 * in a file that a message is about.
 */

/* Whether the `length` bytes at `text` (NUL after them) are one value; json.h says what is refused.
 */
MUST_USE bool json_scan(const char *text, size_t length, struct error *error);

/* See json_place(). */
bool json_scan_place(const char *text, const char *pointer, int *line, int *column);

#endif
