/*
 * Addresses (RFC 2673 section 3.2, RFC 4291 section 2.2), and those of mail (RFC 5321 section
 * 4.1.2, RFC 6531 section 3.3).
 */
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "schema_private.h"

/* Whether the system reads an address in the `length` bytes at `text`. */
static bool is_address(int family, const char *text, size_t length)
{
    char copy[INET6_ADDRSTRLEN], binary[sizeof(struct in6_addr)];

    if (length >= sizeof(copy))
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return strlen(copy) == length && inet_pton(family, copy, binary) == 1;
}

bool format_ipv6_bytes(const char *text, size_t length)
{
    return is_address(AF_INET6, text, length);
}

static bool is_ip(const char *text, int family)
{
    return is_address(family, text, strlen(text));
}

/* ---- mail ---- */

enum { LOCAL_PART_LONGEST = 64, ADDRESS_LONGEST = 254 }; /* RFC 5321 section 4.5.3.1, in bytes */

/* The bytes of the character at `text` when it is beyond ASCII and may be; else 0. */
static size_t beyond_ascii(const char *text, bool international)
{
    return international && *text & 0x80 ? format_utf8_length(text) : 0;
}

/* Between the quotes: printable ASCII; a backslash before anything, and before " and \. */
static bool is_quoted(const char *text, const char *end, bool international)
{
    while (text < end) {
        const size_t beyond = beyond_ascii(text, international);
        const bool escape = *text == '\\' && text + 1 < end;

        text += escape ? 1 : 0;
        if (!beyond && (*text < 0x20 || *text > 0x7E || (!escape && strchr("\"\\", *text))))
            return false;
        text += beyond ? beyond : 1;
    }
    return text == end;
}

static bool is_local_part(const char *text, size_t length, bool international)
{
    const char *const end = text + length;
    bool dot = true; /* no dot may come now */

    if (length > LOCAL_PART_LONGEST)
        return false;
    if (length >= 2 && text[0] == '"' && end[-1] == '"')
        return is_quoted(text + 1, end - 1, international);
    while (text < end) {
        const size_t beyond = beyond_ascii(text, international);

        if (*text == '.' ? dot : !beyond && !strchr(LETTERS_DIGITS "!#$%&'*+-/=?^_`{|}~", *text))
            return false;
        dot = *text == '.';
        text += beyond ? beyond : 1;
    }
    return text == end && !dot;
}

/* What an address literal in brackets holds: IPv4, or IPv6 with its tag. */
static bool is_address_literal(const char *text, size_t length)
{
    if (length > 5 && strncasecmp(text, "IPv6:", 5) == 0)
        return format_ipv6_bytes(text + 5, length - 5);
    return is_address(AF_INET, text, length);
}

static bool is_mail(const char *text, int kind)
{
    const char *const at = strrchr(text, '@');
    const size_t length = strlen(text), host = at ? strlen(at + 1) : 0;

    if (!at || !host || length > ADDRESS_LONGEST ||
        !is_local_part(text, (size_t)(at - text), kind == HOST_OF_MAIL))
        return false;
    if (at[1] == '[')
        return text[length - 1] == ']' && is_address_literal(at + 2, host - 2);
    return format_host_bytes(at + 1, host, (enum host_kind)kind);
}

const struct format address_formats[] = {
    { "ipv4", is_ip, AF_INET },
    { "ipv6", is_ip, AF_INET6 },
    { "email", is_mail, HOST_ASCII },
    { "idn-email", is_mail, HOST_OF_MAIL },
    { 0 },
};
