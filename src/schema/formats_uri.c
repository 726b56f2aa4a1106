#include <string.h>

#include "formats_private.h"

/* URIs (RFC 3986), IRIs (RFC 3987) and URI templates (RFC 6570). */

#define LETTERS_DIGITS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
#define UNRESERVED     LETTERS_DIGITS "-._~"
#define SUB_DELIMITERS "!$&'()*+,;="

static bool is_hex(char c)
{
    return c && strchr("0123456789abcdefABCDEF", c);
}

/* Which characters beyond ASCII count as allowed. */
enum beyond { BEYOND_NONE, BEYOND_PUBLIC, BEYOND_PRIVATE };

/* The code point of the sound UTF-8 character of `bytes` bytes, more than one. */
static unsigned long code_point(const char *text, size_t bytes)
{
    unsigned long code = (unsigned char)*text & (0x7FU >> bytes);

    for (size_t i = 1; i < bytes; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3FU);
    return code;
}

/*
 * RFC 3987 section 2.2: ucschar, and iprivate when `private`; without the marks that turn the
 * reading order around, which section 4.1 forbids.
 */
static bool is_international(unsigned long code, bool private)
{
    static const struct {
        unsigned long first, last;
        bool private;
    } ranges[] = { { 0xA0, 0x200D, false },    { 0x2010, 0x2029, false }, { 0x202F, 0xD7FF, false },
                   { 0xF900, 0xFDCF, false },  { 0xFDF0, 0xFFEF, false }, { 0xE000, 0xF8FF, true },
                   { 0xF0000, 0x10FFFD, true } };

    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return (private || !ranges[i].private) && (code & 0xFFFE) != 0xFFFE;
    return code >= 0x10000 && code < 0xF0000 && (code & 0xFFFE) != 0xFFFE &&
           (code < 0xE0000 || code >= 0xE1000);
}

/* The bytes of the character at `text` when it is beyond ASCII and may be; else 0. */
static size_t international_length(const char *text, enum beyond beyond)
{
    const size_t bytes = beyond == BEYOND_NONE ? 0 : format_utf8_length(text);

    return bytes && is_international(code_point(text, bytes), beyond == BEYOND_PRIVATE) ? bytes : 0;
}

/* Whether the text is made of `allowed`, %XX, and what is allowed beyond ASCII. */
static bool made_of(const char *text, size_t length, const char *allowed, enum beyond beyond)
{
    const char *const end = text + length;

    while (text < end) {
        if (*text == '%') {
            if (!is_hex(text[1]) || !is_hex(text[2]))
                return false;
            text += 3;
        } else if (*text & 0x80) {
            const size_t bytes = international_length(text, beyond);
            if (!bytes)
                return false;
            text += bytes;
        } else if (strchr(allowed, *text)) {
            text++;
        } else {
            return false;
        }
    }
    return text == end;
}

static bool is_ip_literal(const char *text, size_t length)
{
    const size_t version =
        text[0] == 'v' || text[0] == 'V' ? 1 + strspn(text + 1, "0123456789abcdefABCDEF") : 0;

    if (!version)
        return format_ipv6_bytes(text, length);
    return version > 1 && text[version] == '.' && version + 1 < length &&
           made_of(text + version + 1, length - version - 1, UNRESERVED SUB_DELIMITERS ":",
                   BEYOND_NONE) &&
           !memchr(text, '%', length);
}

static bool is_authority(const char *text, size_t length, enum beyond beyond)
{
    const char *at = memchr(text, '@', length);

    if (at) {
        const size_t user = (size_t)(at - text);
        if (!made_of(text, user, UNRESERVED SUB_DELIMITERS ":", beyond))
            return false;
        text += user + 1;
        length -= user + 1;
    }
    size_t host = 0;
    if (*text == '[' && length) {
        const char *close = memchr(text, ']', length);
        if (!close || !is_ip_literal(text + 1, (size_t)(close - text) - 1))
            return false;
        host = (size_t)(close - text) + 1;
    } else {
        const char *colon = memchr(text, ':', length);
        host = colon ? (size_t)(colon - text) : length;
        if (!made_of(text, host, UNRESERVED SUB_DELIMITERS, beyond))
            return false;
    }
    if (host == length)
        return true;
    return text[host] == ':' && strspn(text + host + 1, "0123456789") >= length - host - 1;
}

static size_t scheme_length(const char *text)
{
    const size_t length = strspn(text, LETTERS_DIGITS "+-.");

    return text[length] == ':' && length && !strchr("0123456789+-.", *text) ? length : 0;
}

static bool is_reference(const char *text, enum beyond beyond, bool scheme_needed)
{
    const enum beyond in_query = beyond == BEYOND_NONE ? BEYOND_NONE : BEYOND_PRIVATE;
    const char *const path_allowed = UNRESERVED SUB_DELIMITERS ":@/";
    const size_t scheme = scheme_length(text);

    if (scheme)
        text += scheme + 1;
    else if (scheme_needed)
        return false;
    if (strncmp(text, "//", 2) == 0) {
        const size_t authority = strcspn(text + 2, "/?#");
        if (!is_authority(text + 2, authority, beyond))
            return false;
        text += 2 + authority;
    } else if (!scheme && strcspn(text, ":") < strcspn(text, "/?#")) {
        return false; /* a colon in the first step would make it a scheme */
    }
    const size_t path = strcspn(text, "?#");
    if (!made_of(text, path, path_allowed, beyond))
        return false;
    text += path;
    const size_t query = *text == '?' ? strcspn(text, "#") : 0;
    if (query && !made_of(text + 1, query - 1, UNRESERVED SUB_DELIMITERS ":@/?", in_query))
        return false;
    text += query;
    return !*text || made_of(text + 1, strlen(text + 1), UNRESERVED SUB_DELIMITERS ":@/?", beyond);
}

bool format_uri(const char *text)
{
    return is_reference(text, BEYOND_NONE, true);
}

bool format_uri_reference(const char *text)
{
    return is_reference(text, BEYOND_NONE, false);
}

bool format_iri(const char *text)
{
    return is_reference(text, BEYOND_PUBLIC, true);
}

bool format_iri_reference(const char *text)
{
    return is_reference(text, BEYOND_PUBLIC, false);
}

/* One variable of an expression: a name, then :LENGTH or an asterisk. */
static bool is_variable(const char *text, size_t length)
{
    const size_t name = strcspn(text, ":*,}");

    if (!name || *text == '.' || text[name - 1] == '.' ||
        !made_of(text, name, LETTERS_DIGITS "_.", BEYOND_NONE))
        return false;
    for (size_t i = 1; i < name; i++)
        if (text[i] == '.' && text[i - 1] == '.')
            return false;
    if (name == length)
        return true;
    if (text[name] == '*')
        return name + 1 == length;
    const size_t digits = strspn(text + name + 1, "0123456789");
    return text[name] == ':' && digits >= 1 && digits <= 4 && text[name + 1] != '0' &&
           name + 1 + digits == length;
}

static bool is_expression(const char *text, size_t length)
{
    const char *const end = text + length;

    if (length && strchr("+#./;?&=,!@|", *text))
        text++;
    while (text <= end) {
        const size_t variable = strcspn(text, ",}");
        if (!is_variable(text, variable))
            return false;
        text += variable + 1;
    }
    return length > 0;
}

bool format_uri_template(const char *text)
{
    while (*text) {
        const size_t literal = strcspn(text, "{}");

        if (!made_of(text, literal, UNRESERVED SUB_DELIMITERS ":/?#[]@", BEYOND_PRIVATE))
            return false;
        text += literal;
        if (*text == '}')
            return false;
        if (*text == '{') {
            const size_t length = strcspn(text + 1, "{}");
            if (text[1 + length] != '}' || !is_expression(text + 1, length))
                return false;
            text += length + 2;
        }
    }
    return true;
}
