#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/pattern/strings.h"
#include "cfnc/schema/schema.h"

/* Every row is a sentence of the standard that defines the format. */
struct row {
    const char *format, *text;
    bool valid;
};

#define ROWS(rows) rows, sizeof(rows) / sizeof((rows)[0])

static const struct schema *format_schema(struct arena *arena, const char *format)
{
    struct error error = { .text = "" };
    json *schema = json_object(arena);

    json_set_string(schema, "format", format);
    return schema_compile(arena, schema, NULL, &error);
}

static bool accepts(const char *format, const char *text)
{
    struct arena *arena = arena_new();
    const struct schema *schema = format_schema(arena, format);
    const json *value = json_new_string(arena, text);
    const bool valid = schema_valid(schema, value, SCHEMA_ALL);

    check(valid == !schema_faults(arena, schema, value, SCHEMA_ALL));
    arena_free(arena);
    return valid;
}

static void check_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!check(accepts(rows[i].format, rows[i].text) == rows[i].valid))
            printf("      %s: \"%s\" is %s\n", rows[i].format, rows[i].text,
                   rows[i].valid ? "valid" : "invalid");
}

/* RFC 3339 section 5.6 and 5.7. */
static void times(void)
{
    static const struct row rows[] = {
        { "date-time", "2000-02-29T00:00:00Z", true },
        { "date-time", "1900-02-29T00:00:00Z", false },
        { "date-time", "2024-02-30T00:00:00Z", false },
        { "date-time", "0000-01-01T00:00:00-00:00", true },
        { "date-time", "2024-01-01 00:00:00Z", false },
        { "date-time", "2024-01-01T00:00:00", false },
        { "date-time", "2024-01-01T00:00:00.Z", false },
        { "date-time", "2024-01-01T00:00:00,5Z", false },
        { "date-time", "2024-01-01T00:00:00+24:00", false },
        { "date-time", "2024-01-01T00:00:00+2359", false },
        { "date-time", "2016-12-31T23:59:60Z", true },
        { "date-time", "2017-01-01T05:29:60+05:30", true },
        { "date-time", "2016-12-31T15:59:60-08:00", true },
        { "date-time", "2016-02-29T23:59:60Z", true },
        { "date-time", "2016-02-28T23:59:60Z", false },
        { "date-time", "2016-12-30T23:59:60Z", false },
        { "date-time", "2016-12-31T05:29:60+05:30", false },
        { "date-time", "2016-12-30T15:59:60-08:00", false },
        { "date-time", "2016-12-31T00:00:60-23:59", true },
        { "date-time", "2016-12-31T23:59:61Z", false },
        { "date", "2024-13-01", false },
        { "date", "2024-00-01", false },
        { "date", "2024-01-00", false },
        { "date", "2024-01-32", false },
        { "date", "24-01-01", false },
        { "date", "2024-1-01", false },
        { "date", "2024-01-01 ", false },
        { "date", "\xD9\xA2\xD9\xA0\xD9\xA2\xD9\xA4-01-01", false },
        { "time", "24:00:00Z", false },
        { "time", "23:60:00Z", false },
        { "time", "23:59:60Z", true },
        { "time", "12:00:00z", true },
        { "time", "12:00:00", false },
        { "time", "12:00:00.123456789012345678901234567890+00:00", true },
        { "time", "T12:00:00Z", false },
    };

    check_rows(ROWS(rows));
}

#define A63 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define A64 A63 "a"
#define U20                                                                                        \
    "\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC"             \
    "\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC"

/* RFC 1034 section 3.5, RFC 1123 section 2.1; for "xn--" RFC 5890. */
static void host_names(void)
{
    static const struct row rows[] = {
        { "hostname", A63 "." A63 "." A63 "." A63, false },
        { "hostname",
          A63 "." A63 "." A63 ".aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          true },
        { "hostname", A64, false },
        { "hostname", "r3---sn-4g5e6n7s.example.com", true },
        { "hostname", "a..b", false },
        { "hostname", "a b", false },
        { "hostname", "a.-b", false },
        { "hostname", "1.2.3.4", true },
        { "hostname", "xn--", false },
        { "hostname", "xn--bcher-kva.example", true },
        { "hostname", "XN--BCHER-KVA.example", true },
        { "hostname", "xn--ls8h.example", false },
        { "hostname", "m\xC3\xBCnchen.example", false },
        { "hostname", "a\xE3\x80\x82z", false },
        { "idn-hostname", "m\xC3\xBCnchen.example", true },
        { "idn-hostname", "M\xC3\xBCnchen.example", false },
        { "idn-hostname", "mu\xCC\x88nchen.example", false }, /* not in form C */
        { "idn-hostname", "EXAMPLE.com", true },
        { "idn-hostname", "ab--cd.example", false },
        { "idn-hostname", "a_b", false },
        { "idn-hostname", U20 U20 "\xC3\xBC", true },
        { "idn-hostname", U20 U20 U20, false },
        { "idn-hostname", A63 "." A63 "." A63 "." U20 U20, true },
        { "idn-hostname", A63 "." A63 "." A63 "." U20 U20 U20, false },
        { "idn-hostname", "\xF0\x9F\x98\x80.example", false }, /* a symbol */
        { "idn-hostname", "a\xE3\x80\x82\xE3\x80\x82z", false },
        { "idn-hostname", "\xC3\x28.example", false },
        { "idn-hostname", "xn--0ca24w.example", false },
    };

    check_rows(ROWS(rows));
}

#define ALEF "\xD7\x90"

/* RFC 5893 section 2. */
static void bidi_names(void)
{
    static const struct row rows[] = {
        { "idn-hostname", ALEF ".example", true },
        { "idn-hostname", "a1." ALEF, true },
        { "idn-hostname", "1a." ALEF, false },
        { "hostname", "1a.xn--4db", false },
        { "hostname", "1a.xn--bcher-kva", true },
        { "idn-hostname", "m\xC3\xBCnchen." ALEF, true },
        { "idn-hostname", "\xDB\xB0" ALEF, false },
        { "idn-hostname", "\xDB\xB0." ALEF, false },
        { "idn-hostname", "a\xDB\xB0." ALEF, true },
        { "idn-hostname", "\xCB\x86." ALEF, false },  /* begins with class ON */
        { "idn-hostname", "a\xCB\x86." ALEF, false }, /* ends with it */
        { "idn-hostname", "a\xCB\x86z." ALEF, true },
        { "idn-hostname", "a\xCB\x86.example", true },
        { "idn-hostname", "x\xCC\xA7." ALEF, true }, /* ends with a mark behind a letter */
        { "idn-hostname", ALEF "0", true },
        { "idn-hostname", ALEF "\xD9\xA0", true },
        { "idn-hostname", ALEF "0\xD9\xA0", false }, /* both sorts of digits */
        { "idn-hostname", ALEF "\xDB\xB0\xD9\xA0", false },
        { "idn-hostname", ALEF "a", false },
        { "idn-hostname", ALEF "--\xCC\x81", false }, /* ends with marks behind a hyphen */
        { "idn-hostname", ALEF "1\xCC\x81", true },
        { "idn-hostname", "\xD7\x92\xD7\xB3", true }, /* ends with a geresh */
    };

    check_rows(ROWS(rows));
}

static void addresses(void)
{
    static const struct row rows[] = {
        { "ipv4", "255.255.255.255", true },
        { "ipv4", "256.0.0.0", false },
        { "ipv4", "01.2.3.4", false },
        { "ipv4", "1.2.3.4.", false },
        { "ipv4", "1.2.3", false },
        { "ipv4", "0x1.2.3.4", false },
        { "ipv4", "99999999999999999999.2.3.4", false },
        { "ipv6", "::", true },
        { "ipv6", "1::", true },
        { "ipv6", "::1", true },
        { "ipv6", "1:2:3:4:5:6:7:8", true },
        { "ipv6", "1:2:3:4:5:6:7::", true },
        { "ipv6", "::2:3:4:5:6:7:8", true },
        { "ipv6", "1::3:4:5:6:7:8:9", false },
        { "ipv6", "1:2:3:4:5:6:7", false },
        { "ipv6", "1:2:3:4:5:6:7:", false },
        { "ipv6", ":1:2:3:4:5:6:7", false },
        { "ipv6", "1::2::3", false },
        { "ipv6", ":::", false },
        { "ipv6", "12345::", false },
        { "ipv6", "fe80::1%eth0", false },
        { "ipv6", "::1/64", false },
        { "ipv6", "::ffff:1.2.3.4", true },
        { "ipv6", "1:2:3:4:5:6:1.2.3.4", true },
        { "ipv6", "1:2:3:4:5:6:7:1.2.3.4", false },
        { "ipv6", "1:2:3:4:5::1.2.3.4", true },
        { "ipv6", "1:2:3:4:5:6::1.2.3.4", false },
        { "ipv6", "1.2.3.4::", false },
        { "ipv6", "[::1]", false },
    };

    check_rows(ROWS(rows));
}

/* RFC 5321 section 4.1.2 and 4.5.3.1; RFC 6531 section 3.3. */
static void mail(void)
{
    static const struct row rows[] = {
        { "email", "\"a b\"@example.com", true },
        { "email", "\"a\\\"b\"@example.com", true },
        { "email", "\"a\"b\"@example.com", false },
        { "email", "\"a\\\"@example.com", false },
        { "email", "\"a@b\"@example.com", true },
        { "email", "\"\"@example.com", true },
        { "email", "\"@example.com", false },
        { "email", "\"a\x7F\"@example.com", false },
        { "email", "\"a\tb\"@example.com", false },
        { "email", "a\"b\"@example.com", false },
        { "email", A64 "@example.com", true },
        { "email", A64 "a@example.com", false },
        { "email", "a@" A63 "." A63 "." A63, true },
        { "email", A63 "@" A63 "." A63 "." A63, false },
        { "email", "a@[127.0.0.1]", true },
        { "email", "a@[127.0.0.1", false },
        { "email", "a@[]", false },
        { "email", "a@[", false },
        { "email", "a@[IPv6:::1]", true },
        { "email", "a@[ipv6:::1]", true },
        { "email", "a@[::1]", false },
        { "email", "a@[IPv6:]", false },
        { "email", "a@[IPv6:1.2.3.4]", false },
        { "email", "a@b@c", false },
        { "email", "a@-b", false },
        { "email", "a@example.com.", false },
        { "email", "a@xn--bcher-kva.example", true },
        { "email", "a@xn--ls8h.example", false },
        { "email", "\xC3\xBC@example.com", false },
        { "email", "(comment)a@example.com", false },
        { "email", "", false },
        { "idn-email", "\xC3\xBC@m\xC3\xBCnchen.example", true },
        { "idn-email", "\"\xC3\xBC \"@mu\xCC\x88nchen.example", true },
        { "idn-email", "\"\\\xC3\xBC\"@example.com", false },
        { "idn-email", "a@a\xE3\x80\x82z", false },
        { "idn-email", "a@\xF0\x9F\x98\x80.example", false },
        { "idn-email", "\xC3\x28@example.com", false },
        { "idn-email", "a@", false },
    };

    check_rows(ROWS(rows));
}

/* RFC 3986 appendix A, RFC 3987 section 2.2. */
static void uris(void)
{
    static const struct row rows[] = {
        { "uri", "a:", true },
        { "uri", "a://", true },
        { "uri", "a:///b", true },
        { "uri", ":a", false },
        { "uri", "1a:b", false },
        { "uri", "a://b:", true },
        { "uri", "a://b:8x", false },
        { "uri", "a://b@c@d", false },
        { "uri", "a://b:c@d:1/e?f?g#h", true },
        { "uri", "a:b#c#d", false },
        { "uri", "a://[::1", false },
        { "uri", "a://[::1]b", false },
        { "uri", "a://[]", false },
        { "uri", "a://[fe80::1%25eth0]", false },
        { "uri", "a://[v1.]", false },
        { "uri", "a://[v.a]", false },
        { "uri", "a://[v1.a:b]", true },
        { "uri", "a://b/%", false },
        { "uri", "a://b/%4", false },
        { "uri", "a://b/%4g", false },
        { "uri", "a://b%", false },
        { "uri", "a://b%4@c", false },
        { "uri", "a://b c", false },
        { "uri", "a://b/[c]", false },
        { "uri", "a://b/{c}", false },
        { "uri", "a://b/\xC3\xBC", false },
        { "uri-reference", "", true },
        { "uri-reference", "#", true },
        { "uri-reference", "?", true },
        { "uri-reference", "//", true },
        { "uri-reference", "a:b", true },
        { "uri-reference", "1:b", false },
        { "uri-reference", "./1:b", true },
        { "uri-reference", "a?b:c", true },
        { "uri-reference", "\\a", false },
        { "iri", "a://b\xC3\xBC/\xC3\xBC?\xC3\xBC#\xC3\xBC", true },
        { "iri", "\xC3\xBC:b", false },
        { "iri", "a:\xC2\x80", false },     /* a C1 control */
        { "iri", "a:\xEE\x80\x80", false }, /* private: only in a query */
        { "iri", "a:?\xEE\x80\x80", true },
        { "iri", "a:#\xEE\x80\x80", false },
        { "iri", "a:?\xF4\x80\x80\x80", true },
        { "iri", "a:\xEF\xB7\x90", false }, /* a non-character */
        { "iri", "a:\xEF\xBF\xBE", false },
        { "iri", "a:\xF0\x9F\xBF\xBE", false },
        { "iri", "a:\xF0\x9F\x98\x80", true },
        { "iri", "a:\xF3\xA0\x80\x81", false }, /* U+E0001 */
        { "iri", "a:\xE2\x80\x8E", false },     /* a mark of direction (section 4.1) */
        { "iri", "a:\xC3", false },
        { "iri-reference", "\xC3\xBC", true },
        { "iri-reference", "\xC3\xBC:b", false },
    };

    check_rows(ROWS(rows));
}

/* RFC 6570 section 2; but an apostrophe may be in a literal, as it may in a URI. */
static void uri_templates(void)
{
    static const struct row rows[] = {
        { "uri-template", "", true },
        { "uri-template", "/a/{b}/c{?d,e*}{&f:3}{#g}{+h}{.i}{/j}{;k}", true },
        { "uri-template", "{=a}{,a}{!a}{@a}{|a}", true },
        { "uri-template", "a'b", true },
        { "uri-template", "{}", false },
        { "uri-template", "{+}", false },
        { "uri-template", "{a", false },
        { "uri-template", "a}", false },
        { "uri-template", "{{a}}", false },
        { "uri-template", "{a,}", false },
        { "uri-template", "{,}", false },
        { "uri-template", "{a b}", false },
        { "uri-template", "{a.b}", true },
        { "uri-template", "{a..b}", false },
        { "uri-template", "{.a.}", false },
        { "uri-template", "{a:0}", false },
        { "uri-template", "{a:9999}", true },
        { "uri-template", "{a:10000}", false },
        { "uri-template", "{a:1*}", false },
        { "uri-template", "{a**}", false },
        { "uri-template", "{%41b}", true },
        { "uri-template", "{%4}", false },
        { "uri-template", "{a-b}", false },
        { "uri-template", "{\xC3\xBC}", false },
        { "uri-template", "\xC3\xBC\xEE\x80\x80{a}", true },
        { "uri-template", "%", false },
        { "uri-template", "a b", false },
        { "uri-template", "<a>", false },
        { "uri-template", "a|b", false },
        { "uri-template", "a\\b", false },
        { "uri-template", "\x7F", false },
    };

    check_rows(ROWS(rows));
}

static void pointers(void)
{
    static const struct row rows[] = {
        { "json-pointer", "", true },
        { "json-pointer", "/", true },
        { "json-pointer", "a", false },
        { "json-pointer", "#/a", false },
        { "json-pointer", "/~0~1", true },
        { "json-pointer", "/~", false },
        { "json-pointer", "/~2", false },
        { "relative-json-pointer", "0", true },
        { "relative-json-pointer", "10/a", true },
        { "relative-json-pointer", "01/a", false },
        { "relative-json-pointer", "0#", true },
        { "relative-json-pointer", "0#/a", false },
        { "relative-json-pointer", "-1/a", false },
        { "relative-json-pointer", "", false },
        { "relative-json-pointer", "0a", false },
        { "relative-json-pointer", "99999999999999999999999999/a", true },
    };

    check_rows(ROWS(rows));
}

/* The formats of draft-07, with a value of each. */
static const struct row formats[] = {
    { "date-time", "2024-01-01T00:00:00Z", true },
    { "date", "2024-01-01", true },
    { "time", "00:00:00.5+01:00", true },
    { "email", "\"a b\"@example.com", true },
    { "idn-email", "\xC3\xBC@m\xC3\xBCnchen.example", true },
    { "hostname", "a.xn--bcher-kva", true },
    { "idn-hostname", "m\xC3\xBCnchen.example", true },
    { "ipv4", "10.0.0.1", true },
    { "ipv6", "2001:db8::10.0.0.1", true },
    { "uri", "https://a@[::1]:80/b?c#d", true },
    { "uri-reference", "b?c#d", true },
    { "iri", "https://\xC3\xBC/b?c#d", true },
    { "iri-reference", "\xC3\xBC", true },
    { "uri-template", "/a/{+b,c:3}/\xC3\xBC", true },
    { "json-pointer", "/a/b", true },
    { "relative-json-pointer", "1/a/b", true },
    { "regex", "^a$", true },
};
enum { FORMATS = sizeof(formats) / sizeof(formats[0]), WITHOUT_NUL = FORMATS - 3, BOUNDED = 9 };

/* U+0000, which a string holds as two bytes, is in no value but those that name or match it. */
static void nul(void)
{
    struct arena *arena = arena_new();

    for (size_t i = 0; i < FORMATS; i++) {
        const char *text = formats[i].text;

        check(accepts(formats[i].format, text));
        for (size_t at = 0; i < WITHOUT_NUL && at <= strlen(text); at++)
            if (!check(!accepts(formats[i].format, arena_printf(arena, "%.*s%s%s", (int)at, text,
                                                                TEXT_NUL, text + at))))
                printf("      %s, after %zu bytes\n", formats[i].format, at);
    }
    check(accepts("json-pointer", "/a" TEXT_NUL));
    check(accepts("int64", TEXT_NUL));
    check(accepts("unheard-of", TEXT_NUL));
    arena_free(arena);
}

/* Neither digits of other scripts nor blanks around a value. */
static void nothing_around(void)
{
    static const char *const additions[] = { " ", "\n", "\t", "\r", "\x01", "\x7F", "\xC2\xA0" };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < WITHOUT_NUL; i++)
        for (size_t k = 0; k < sizeof(additions) / sizeof(additions[0]); k++) {
            const char *format = formats[i].format, *text = formats[i].text;
            const bool beyond = k == 6 && strchr("iu", format[0]) && !strstr(format, "host") &&
                                strcmp(format, "ipv4") != 0 && strcmp(format, "ipv6") != 0;

            if (beyond) /* a no-break space may be in an IRI */
                continue;
            check(!accepts(format, arena_printf(arena, "%s%s", additions[k], text)));
            check(!accepts(format, arena_printf(arena, "%s%s", text, additions[k])));
        }
    arena_free(arena);
}

static void known(void)
{
    static const char *const others[] = { "int32", "int64",     "float",   "double",
                                          "arn",   "timestamp", "password" };

    for (size_t i = 0; i < FORMATS; i++)
        check(schema_format_is_known(formats[i].format));
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        check(schema_format_is_known(others[i]));
        check(accepts(others[i], "what\nnobody \xC3\x28 calls so"));
    }
    check(!schema_format_is_known("string"));
    check(!schema_format_is_known("Date-Time"));
    check(!schema_format_is_known(""));
    check(!schema_format_is_known(NULL));
}

/* Hostile ones of a hundred kilobytes: no value of a bounded format, and judging ends. */
static void long_values(void)
{
    static const char *const pieces[] = { "a",  "a.",       "%41", "1:", "{a}", "/",  "xn--",
                                          "~0", "\xC3\xBC", ":",   "@",  "\"",  "\\", "{a,",
                                          "1",  "-",        "[",   "((", "=",   "+",  "\xD7\x90." };
    enum { LENGTH = 100 * 1000 };
    struct arena *arena = arena_new();

    for (size_t k = 0; k < sizeof(pieces) / sizeof(pieces[0]); k++) {
        struct text text = text_new(arena);

        while (text.length < LENGTH)
            text_add(&text, pieces[k]);
        for (size_t i = 0; i < FORMATS; i++) {
            const bool accepted = accepts(formats[i].format, text.bytes);
            check(!accepted || i >= BOUNDED);
        }
    }
    arena_free(arena);
}

static const struct test tests[] = {
    { "formats: dates and times", times },
    { "formats: host names", host_names },
    { "formats: host names that are written from right to left", bidi_names },
    { "formats: addresses", addresses },
    { "formats: mail", mail },
    { "formats: URIs and IRIs", uris },
    { "formats: URI templates", uri_templates },
    { "formats: pointers", pointers },
    { "formats: U+0000", nul },
    { "formats: nothing may stand around a value", nothing_around },
    { "formats: those that are known", known },
    { "formats: long values", long_values },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
