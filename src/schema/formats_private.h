#ifndef CFNC_FORMATS_PRIVATE_H
#define CFNC_FORMATS_PRIVATE_H

#include "schema_private.h"

/*
 * Between the files of formats. Each answers in time that is linear in its text, whatever the
 * text; none accepts the two bytes C0 80 (how a string holds U+0000), but for those that say so.
 */

/* At the feet of the formats_*.c and of uri.c; each ends with no name. */
extern const struct format time_formats[], address_formats[], host_formats[], uri_formats[];

bool format_is_digit(char c);
bool format_is_letter(char c); /* of ASCII */
/* The bytes of the character beyond ASCII at `text`; 0 for one that is not well-formed UTF-8. */
size_t format_utf8_length(const char *text);

/* An address in the `length` bytes at `text`, behind which at least one more may be read. */
bool format_ipv6_bytes(const char *text, size_t length);

/* Which labels a host name may have. */
enum host_kind {
    HOST_ASCII,         /* those of ASCII; of "xn--" labels only sound ones */
    HOST_INTERNATIONAL, /* U-labels too, between any of IDNA's four dots */
    HOST_OF_MAIL        /* U-labels too, and those that normalization makes one */
};
bool format_host_bytes(const char *text, size_t length, enum host_kind kind);

#endif
