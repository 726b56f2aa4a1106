/*
 * URIs (RFC 3986): what they are seen from one another, and which texts are URIs, IRIs (RFC 3987)
 * or URI templates (RFC 6570).
 */
#include <stdlib.h>
#include <string.h>

#include "schema_private.h"

#define HEX            "0123456789abcdefABCDEF"
#define UNRESERVED     LETTERS_DIGITS "-._~"
#define SUB_DELIMITERS "!$&'()*+,;="
#define PATH_ALLOWED   UNRESERVED SUB_DELIMITERS ":@/"

struct slice {
    const char *start;
    size_t length;
    bool there;
};

/* RFC 3986 appendix B. */
struct uri {
    struct slice scheme, authority, path, query, fragment;
};

static bool is_scheme(const char *text, size_t length)
{
    return length > 0 && strspn(text, LETTERS_DIGITS "+-.") == length && strchr(LETTERS, text[0]);
}

static struct slice take(const char **at, size_t skip, const char *until)
{
    const struct slice slice = { *at + skip, strcspn(*at + skip, until), true };

    *at = slice.start + slice.length;
    return slice;
}

static struct uri split(const char *text)
{
    const struct slice none = { text, 0, false };
    struct uri uri = { none, none, none, none, none };
    const size_t colon = strcspn(text, ":/?#");

    if (text[colon] == ':' && is_scheme(text, colon)) {
        uri.scheme = (struct slice){ text, colon, true };
        text += colon + 1;
    }
    if (strncmp(text, "//", 2) == 0)
        uri.authority = take(&text, 2, "/?#");
    uri.path = take(&text, 0, "?#");
    if (*text == '?')
        uri.query = take(&text, 1, "#");
    if (*text == '#')
        uri.fragment = take(&text, 1, "");
    return uri;
}

static void add_slice(struct text *out, const char *before, struct slice slice, const char *after)
{
    if (!slice.there)
        return;
    text_add(out, before);
    text_add_bytes(out, slice.start, slice.length);
    text_add(out, after);
}

/* RFC 3986 section 5.2.4: takes "." and ".." out of `path`, in place. */
static void remove_dots(char *path)
{
    char *out = path;

    for (const char *in = path; *in;) {
        const char *const start = in;
        const size_t slash = *in == '/' ? 1 : 0;
        const size_t length = strcspn(in + slash, "/"), dots = strspn(in + slash, ".");

        in += slash + length;
        if (dots != length || dots < 1 || dots > 2) {
            memmove(out, start, slash + length);
            out += slash + length;
            continue;
        }
        while (dots == 2 && out > path && *--out != '/') /* the name before goes too */
            continue;
        if (!*in && slash)
            *out++ = '/';
    }
    *out = '\0';
}

/* RFC 3986 section 5.2.2. */
const char *uri_resolve(struct arena *arena, const char *base, const char *reference,
                        const char **fragment)
{
    const struct uri b = split(base), r = split(reference);
    const bool whole = r.scheme.there, host = whole || r.authority.there;
    const bool rooted = r.path.length && r.path.start[0] == '/';
    struct text out = text_new(arena);

    *fragment = uri_decode(arena, r.fragment.there ? r.fragment.start : "", r.fragment.length);
    add_slice(&out, "", whole ? r.scheme : b.scheme, ":");
    add_slice(&out, "//", host ? r.authority : b.authority, "");
    if (!host && !r.path.length) {
        add_slice(&out, "", b.path, "");
        add_slice(&out, "?", r.query.there ? r.query : b.query, "");
        return out.bytes;
    }
    /* else the path stands in the place of the last name of the base's */
    size_t folder = host || rooted ? 0 : b.path.length;
    while (folder && b.path.start[folder - 1] != '/')
        folder--;
    char *path = arena_printf(arena, "%s%.*s%.*s",
                              !host && !rooted && b.authority.there && !b.path.length ? "/" : "",
                              (int)folder, b.path.start, (int)r.path.length, r.path.start);
    if (rooted || !host)
        remove_dots(path);
    text_add(&out, path);
    add_slice(&out, "?", r.query, "");
    return out.bytes;
}

const char *uri_decode(struct arena *arena, const char *text, size_t length)
{
    char *decoded = arena_copy(arena, text, length), *out = decoded;

    for (const char *in = decoded; *in; in++) {
        const bool escape = *in == '%' && strspn(in + 1, HEX) >= 2;
        const char digits[] = { escape ? in[1] : '0', escape ? in[2] : '0', '\0' };
        const unsigned long code = escape ? strtoul(digits, NULL, 16) : (unsigned char)*in;

        if (code)
            *out++ = (char)(unsigned char)code;
        else
            out = (char *)memcpy(out, TEXT_NUL, 2) + 2;
        in += escape ? 2 : 0;
    }
    *out = '\0';
    return decoded;
}

/* ---- formats ---- */

/* Which characters beyond ASCII count as allowed. */
enum beyond { BEYOND_NONE, BEYOND_PUBLIC, BEYOND_PRIVATE };

/*
 * RFC 3987 section 2.2: ucschar, and iprivate when `private`; without the marks that turn the
 * reading order around, which section 4.1 forbids.
 */
static bool is_international(unsigned code, bool private)
{
    static const struct {
        unsigned first, last;
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
    unsigned code = 0;

    text_harmful(text, &code);
    return bytes && is_international(code, beyond == BEYOND_PRIVATE) ? bytes : 0;
}

/* Whether the text is made of `allowed`, %XX, and what is allowed beyond ASCII. */
static bool made_of(const char *text, size_t length, const char *allowed, enum beyond beyond)
{
    const char *const end = text + length;

    for (size_t step = 0; text < end; text += step) {
        step = *text == '%'             ? (strspn(text + 1, HEX) < 2 ? 0 : 3)
               : *text & 0x80           ? international_length(text, beyond)
               : strchr(allowed, *text) ? 1
                                        : 0;
        if (!step)
            return false;
    }
    return text == end;
}

static bool is_ip_literal(const char *text, size_t length)
{
    const size_t version = text[0] == 'v' || text[0] == 'V' ? 1 + strspn(text + 1, HEX) : 0;

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
    return text[host] == ':' && strspn(text + host + 1, DIGITS) >= length - host - 1;
}

enum { RELATIVE = 1, INTERNATIONAL = 2 }; /* also a reference that is; also an IRI */

static bool is_reference(const char *text, int kind)
{
    const enum beyond beyond = kind & INTERNATIONAL ? BEYOND_PUBLIC : BEYOND_NONE;
    const enum beyond in_query = kind & INTERNATIONAL ? BEYOND_PRIVATE : BEYOND_NONE;
    const struct uri u = split(text);
    const size_t first = strcspn(u.path.start, "/?#"); /* where a colon would make it a scheme */

    if (!u.scheme.there &&
        (!(kind & RELATIVE) || (!u.authority.there && memchr(u.path.start, ':', first))))
        return false;
    return (!u.authority.there || is_authority(u.authority.start, u.authority.length, beyond)) &&
           made_of(u.path.start, u.path.length, PATH_ALLOWED, beyond) &&
           made_of(u.query.start, u.query.length, PATH_ALLOWED "?", in_query) &&
           made_of(u.fragment.start, u.fragment.length, PATH_ALLOWED "?", beyond);
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
    const size_t digits = strspn(text + name + 1, DIGITS);
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

static bool is_uri_template(const char *text, int kind)
{
    (void)kind;
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

const struct format uri_formats[] = {
    { "uri", is_reference, 0 },
    { "uri-reference", is_reference, RELATIVE },
    { "iri", is_reference, INTERNATIONAL },
    { "iri-reference", is_reference, RELATIVE | INTERNATIONAL },
    { "uri-template", is_uri_template, 0 },
    { 0 },
};
