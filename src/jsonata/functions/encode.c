/* Base64 and the escapes of URLs. */
#include <stdlib.h>
#include <string.h>

#include "functions.h"

static const char digits64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Each character is a byte. */
static struct value fn_base64_encode(struct function_call *call)
{
    struct text bytes = text_new(call->m->limits.arena), out = text_new(call->m->limits.arena);
    size_t length = 0;

    for (const char *s = call->arguments[0].u.text; *s; s += length) {
        const uint32_t code = text_code(s, &length);
        const char byte = (char)(unsigned char)code;

        if (code > 0xFF)
            call_fail(call, "D3137",
                      "a character is beyond U+00FF; encode it first, "
                      "with $encodeUrlComponent() say");
        add_bytes(call->m, &bytes, &byte, 1);
    }
    for (size_t i = 0; i < bytes.length; i += 3) {
        uint32_t bits = 0;

        for (size_t k = i; k < i + 3; k++)
            bits = bits << 8 | (k < bytes.length ? (unsigned char)bytes.bytes[k] : 0);
        for (size_t k = 0; k < 4; k++)
            add_bytes(call->m, &out,
                      i + k <= bytes.length ? &digits64[bits >> (18 - 6 * k) & 63] : "=", 1);
    }
    return value_string(out.bytes);
}

/* What is no digit is passed over. */
static struct value fn_base64_decode(struct function_call *call)
{
    struct text out = text_new(call->m->limits.arena);
    uint32_t bits = 0;
    int held = 0;

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

static struct value encode(struct function_call *call)
{
    const char *also = call->function->builtin->text;
    struct text out = text_new(call->m->limits.arena);

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

static int escaped_byte(const char *s)
{
    uint32_t byte;

    return *s == '%' && text_hex(s + 1, 2, &byte) == 2 ? (int)byte : -1;
}

/* The bytes of the character whose escapes are at `s`, and how many; 0 when it is none. */
static size_t read_escapes(const char *s, char bytes[TEXT_UTF8_ROOM])
{
    size_t count = 0;

    for (int byte; count < 4 && (byte = escaped_byte(s + 3 * count)) >= 0;)
        bytes[count++] = (char)byte;
    bytes[count] = '\0';
    if (!count || text_is_nul(bytes))
        return 0;
    return *bytes ? text_utf8_length(bytes) : text_utf8_write(0, bytes);
}

static struct value decode(struct function_call *call)
{
    const char *keep = call->function->builtin->text;
    struct text out = text_new(call->m->limits.arena);

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

const struct jsonata_function encode_functions[] = {
    { "base64decode", "s-:s", fn_base64_decode, .arity = 1, .needs = 1 },
    { "base64encode", "s-:s", fn_base64_encode, .arity = 1, .needs = 1 },
    { "decodeUrl", "s-:s", decode, .arity = 1, .needs = 1, .text = reserved },
    { "decodeUrlComponent", "s-:s", decode, .arity = 1, .needs = 1, .text = "" },
    { "encodeUrl", "s-:s", encode, .arity = 1, .needs = 1, .text = reserved },
    { "encodeUrlComponent", "s-:s", encode, .arity = 1, .needs = 1, .text = "" },
    { 0 },
};
