#ifndef CFNC_FORMATS_PRIVATE_H
#define CFNC_FORMATS_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Between the formats*.c. Each answers in time that is linear in its text, whatever the
 * text; none accepts the two bytes C0 80 (how a string holds U+0000), but for those that say so.
 */

bool format_is_digit(char c);
bool format_is_letter(char c); /* of ASCII */
/* The bytes of the character beyond ASCII at `text`; 0 for one that is not well-formed UTF-8. */
size_t format_utf8_length(const char *text);

/* Dates and times (RFC 3339 section 5.6), leap seconds where they may come. */
bool format_date_time(const char *text);
bool format_date(const char *text);
bool format_time(const char *text);

/* Hosts (RFC 1034, 1123, 5890; RFC 2673 section 3.2; RFC 4291 section 2.2). */
bool format_hostname(const char *text);
bool format_idn_hostname(const char *text);
bool format_ipv4(const char *text);
bool format_ipv6(const char *text);
/* The same of the `length` bytes at `text`, behind which at least one more may be read. */
bool format_ipv4_bytes(const char *text, size_t length);
bool format_ipv6_bytes(const char *text, size_t length);

/* Which labels a host name may have. */
enum host_kind {
    HOST_ASCII,         /* those of ASCII; of "xn--" labels only sound ones */
    HOST_INTERNATIONAL, /* U-labels too, between any of IDNA's four dots */
    HOST_OF_MAIL        /* U-labels too, and those that normalization makes one */
};
bool format_host_bytes(const char *text, size_t length, enum host_kind kind);

/* Mail addresses (RFC 5321 section 4.1.2, RFC 6531 section 3.3). */
bool format_email(const char *text);
bool format_idn_email(const char *text);

/*
 * A label of IDNA2008 that is not mere ASCII, as U-label or as A-label: whether RFC 5891, 5892 and
 * 5893 allow it. `normalize`: it need not be in form C. Gives both of its forms.
 */
enum { LABEL_LONGEST = 63, NAME_LONGEST = 253 };
struct idn_label {
    char ascii[LABEL_LONGEST + 1];       /* the A-label */
    char unicode[4 * LABEL_LONGEST + 1]; /* the U-label */
};
bool idn_label_read(struct idn_label *label, const char *text, size_t length, bool normalize);
/* Whether it is written from right to left, so that the whole name obeys RFC 5893. */
bool idn_label_is_bidi(const struct idn_label *label);
/* Whether a label that is written from left to right may stand in such a name. */
bool idn_label_suits_bidi(const struct idn_label *label);

/* URIs (RFC 3986), IRIs (RFC 3987) and URI templates (RFC 6570). */
bool format_uri(const char *text);
bool format_uri_reference(const char *text);
bool format_iri(const char *text);
bool format_iri_reference(const char *text);
bool format_uri_template(const char *text);

#endif
