#include <string.h>

#include "cfnc/text.h"
#include "formats_private.h"

/* URIs (RFC 3986), IRIs (RFC 3987) and URI templates (RFC 6570). */

#define LETTERS_DIGITS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
#define UNRESERVED     LETTERS_DIGITS "-._~"
#define SUB_DELIMITERS "!$&'()*+,;="

static bool is_hex(char c)
{
    return c && strchr("0123456789abcdefABCDEF", c);
}

/* Whether the text is made of `allowed`, %XX, and, when `beyond`, of what is not ASCII. */
static bool made_of(const char *text, size_t length, const char *allowed, bool beyond)
{
    const char *const end = text + length;

    while (text < end) {
        if (*text == '%') {
            if (!is_hex(text[1]) || !is_hex(text[2]))
                return false;
            text += 3;
        } else if (*text & 0x80) {
            const size_t bytes = text_utf8_length(text);
            if (!beyond || !bytes)
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
        return format_ipv6(text, length);
    return version > 1 && text[version] == '.' && version + 1 < length &&
           made_of(text + version + 1, length - version - 1, UNRESERVED SUB_DELIMITERS ":",
                   false) &&
           !memchr(text, '%', length);
}

static bool is_authority(const char *text, size_t length, bool beyond)
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

static bool is_reference(const char *text, bool beyond, bool scheme_needed)
{
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
    if (query && !made_of(text + 1, query - 1, UNRESERVED SUB_DELIMITERS ":@/?", beyond))
        return false;
    text += query;
    return !*text || made_of(text + 1, strlen(text + 1), UNRESERVED SUB_DELIMITERS ":@/?", beyond);
}

bool format_uri(const char *text)
{
    return is_reference(text, false, true);
}

bool format_uri_reference(const char *text)
{
    return is_reference(text, false, false);
}

bool format_iri(const char *text)
{
    return is_reference(text, true, true);
}

bool format_iri_reference(const char *text)
{
    return is_reference(text, true, false);
}

/* One variable of an expression: a name, then :LENGTH or an asterisk. */
static bool is_variable(const char *text, size_t length)
{
    const size_t name = strcspn(text, ":*,}");

    if (!name || *text == '.' || text[name - 1] == '.' ||
        !made_of(text, name, LETTERS_DIGITS "_.", false))
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

        if (!made_of(text, literal, UNRESERVED SUB_DELIMITERS ":/?#[]@", true))
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
