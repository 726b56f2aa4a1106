/* Base64 and the escapes of URLs. */
#include <string.h>

#include "functions.h"

static const char digits64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Each character is a byte. */
struct value fn_base64_encode(struct call *call)
{
    struct text out = text_new(call->m->limits.arena);
    uint32_t bits = 0;
    size_t count = 0, length = 0;

    if (call->arguments[0].type == NOTHING)
        return jsonata_nothing;
    for (const char *s = call->arguments[0].u.text; *s; s += length) {
        const uint32_t code = text_code(s, &length);

        if (code > 0xFF)
            call_fail(call, "D3137",
                      "a character is beyond U+00FF; encode it first, "
                      "with $encodeUrlComponent() say");
        bits = bits << 8 | code;
        if (++count % 3)
            continue;
        for (int shift = 18; shift >= 0; shift -= 6)
            add_bytes(call->m, &out, &digits64[bits >> shift & 63], 1);
        bits = 0;
    }
    if (count % 3 == 1) {
        add_bytes(call->m, &out, &digits64[bits >> 2], 1);
        add_bytes(call->m, &out, &digits64[bits << 4 & 63], 1);
    } else if (count % 3 == 2) {
        add_bytes(call->m, &out, &digits64[bits >> 10], 1);
        add_bytes(call->m, &out, &digits64[bits >> 4 & 63], 1);
        add_bytes(call->m, &out, &digits64[bits << 2 & 63], 1);
    }
    add_text(call->m, &out, count % 3 == 1 ? "==" : count % 3 == 2 ? "=" : "");
    return value_string(out.bytes);
}

/* What is no digit is passed over. */
struct value fn_base64_decode(struct call *call)
{
    struct text out = text_new(call->m->limits.arena);
    uint32_t bits = 0;
    int held = 0;

    if (call->arguments[0].type == NOTHING)
        return jsonata_nothing;
    for (const char *s = call->arguments[0].u.text; *s && *s != '='; s++) {
        const char plain = *s == '-' ? '+' : *s == '_' ? '/' : *s;
        const char *digit = strchr(digits64, plain);
        char bytes[TEXT_UTF8_ROOM];

        if (!digit)
            continue;
        bits = bits << 6 | (uint32_t)(digit - digits64);
        held += 6;
        if (held < 8)
            continue;
        held -= 8;
        add_bytes(call->m, &out, bytes, text_utf8_write(bits >> held & 0xFF, bytes));
        bits &= 0xFF;
    }
    return value_string(out.bytes);
}

/* ---- URLs, as ECMA-262 section 19.2.6 escapes them ---- */

static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                 "0123456789-_.!~*'()";
static const char reserved[] = ";/?:@&=+$,#";

static struct value encode(struct call *call, const char *also)
{
    struct text out = text_new(call->m->limits.arena);

    if (call->arguments[0].type == NOTHING)
        return jsonata_nothing;
    for (const char *s = call->arguments[0].u.text; *s; s++) {
        static const char hex[] = "0123456789ABCDEF";
        const unsigned char byte = text_is_nul(s) ? 0 : (unsigned char)*s;
        const char escape[] = { '%', hex[byte >> 4], hex[byte & 15] };

        if (byte && (strchr(unreserved, *s) || strchr(also, *s)))
            add_bytes(call->m, &out, s, 1);
        else
            add_bytes(call->m, &out, escape, sizeof(escape));
        s += text_is_nul(s) ? 1 : 0;
    }
    return value_string(out.bytes);
}

struct value fn_encode_url_component(struct call *call)
{
    return encode(call, "");
}

struct value fn_encode_url(struct call *call)
{
    return encode(call, reserved);
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static int escaped_byte(const char *s)
{
    const int high = *s == '%' ? hex_digit(s[1]) : -1;
    const int low = high >= 0 ? hex_digit(s[2]) : -1;

    return low >= 0 ? high * 16 + low : -1;
}

/* The escapes of one character at `s`; its bytes, of which there are `length`. */
static size_t read_escapes(const char *s, char bytes[TEXT_UTF8_ROOM])
{
    const int first = escaped_byte(s);
    const size_t length = first < 0x80   ? 1
                          : first < 0xC2 ? 0
                          : first < 0xE0 ? 2
                          : first < 0xF0 ? 3
                          : first < 0xF5 ? 4
                                         : 0;

    if (first < 0 || !length)
        return 0;
    for (size_t i = 0; i < length; i++) {
        const int byte = escaped_byte(s + 3 * i);

        if (byte < 0)
            return 0;
        bytes[i] = (char)byte;
    }
    bytes[length] = '\0';
    if (!first)
        return text_utf8_write(0, bytes);
    return text_utf8_length(bytes) == length ? length : 0;
}

static struct value decode(struct call *call, const char *keep)
{
    struct text out = text_new(call->m->limits.arena);

    if (call->arguments[0].type == NOTHING)
        return jsonata_nothing;
    for (const char *s = call->arguments[0].u.text; *s; s++) {
        char bytes[TEXT_UTF8_ROOM] = "";
        const size_t length = *s == '%' ? read_escapes(s, bytes) : 0;

        if (*s == '%' && !length)
            call_fail(call, "D3140", "the escape \"%s\" is no character in UTF-8",
                      jsonata_quote(&call->m->limits,
                                    arena_copy(call->m->limits.arena, s, strnlen(s, 3))));
        if (*s != '%') {
            add_bytes(call->m, &out, s, 1);
            continue;
        }
        const size_t escape = *bytes == TEXT_NUL[0] ? 3 : 3 * length;
        if (length == 1 && strchr(keep, *bytes))
            add_bytes(call->m, &out, s, escape);
        else
            add_bytes(call->m, &out, bytes, length);
        s += escape - 1;
    }
    return value_string(out.bytes);
}

struct value fn_decode_url_component(struct call *call)
{
    return decode(call, "");
}

struct value fn_decode_url(struct call *call)
{
    return decode(call, reserved);
}
