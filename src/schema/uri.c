#include "schema_private.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"

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
    const size_t good = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789+-.");

    return length > 0 && good == length && !strchr("0123456789+-.", text[0]);
}

static struct slice take(const char **at, size_t skip, const char *until)
{
    const struct slice slice = { *at + skip, strcspn(*at + skip, until), true };

    *at = slice.start + slice.length;
    return slice;
}

static struct uri split(const char *text)
{
    struct uri uri = { .path = { text, 0, true } };
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

/* Where the last name of the path from `path` to `end` begins, with its slash. */
static char *folder_of(const char *path, char *end)
{
    while (end > path && *--end != '/')
        continue;
    return end;
}

/* RFC 3986 section 5.2.4: takes "." and ".." out of `path`, in place. */
static void remove_dots(char *path)
{
    char *out = path;

    for (const char *in = path; *in;) {
        const char *const start = in;
        const size_t slash = *in == '/' ? 1 : 0;
        const size_t length = strcspn(in + slash, "/");
        const char *const name = in + slash;

        const size_t dots = strspn(name, ".");

        in = name + length;
        if (dots != length || dots < 1 || dots > 2) {
            memmove(out, start, slash + length);
            out += slash + length;
            continue;
        }
        if (dots == 2)
            out = folder_of(path, out);
        if (!*in && slash)
            *out++ = '/';
    }
    *out = '\0';
}

/* The path of `reference` put in the place of the last name of the base's path. */
static const char *merge(struct arena *arena, const struct uri *base, const struct uri *reference)
{
    struct text out = text_new(arena);
    size_t folder = base->path.length;

    while (folder && base->path.start[folder - 1] != '/')
        folder--;
    if (base->authority.there && !base->path.length)
        text_add(&out, "/");
    text_add_bytes(&out, base->path.start, folder);
    text_add_bytes(&out, reference->path.start, reference->path.length);
    remove_dots(out.bytes);
    return out.bytes;
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
    if (host || rooted) {
        char *path = arena_copy(arena, r.path.start, r.path.length);
        if (rooted)
            remove_dots(path);
        text_add(&out, path);
    } else {
        text_add(&out, merge(arena, &b, &r));
    }
    add_slice(&out, "?", r.query, "");
    return out.bytes;
}

static unsigned hex_value(char digit)
{
    return (unsigned)(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
}

const char *uri_decode(struct arena *arena, const char *text, size_t length)
{
    char *decoded = arena_copy(arena, text, length), *out = decoded;

    for (const char *in = decoded; *in; in++) {
        const bool escape = *in == '%' && strspn(in + 1, "0123456789abcdefABCDEF") >= 2;
        const unsigned code =
            escape ? hex_value(in[1]) * 16 + hex_value(in[2]) : (unsigned char)*in;

        if (code)
            *out++ = (char)(unsigned char)code;
        else
            out = (char *)memcpy(out, TEXT_NUL, 2) + 2;
        in += escape ? 2 : 0;
    }
    *out = '\0';
    return decoded;
}
