#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cfnc/base/text.h"
#include "cfnc/compare/compare.h"

/* What usually is behind a difference. Nothing here decides whether two values are equal. */

enum { HINT_COLUMNS = 40, LARGEST_TEXT = 64 * 1024 };

static bool is(const json *value, unsigned types)
{
    return (json_type(value) & types) != 0;
}

static const char *shown(struct arena *arena, const json *value)
{
    return text_quote(arena, json_print(arena, value), HINT_COLUMNS);
}

static const json *parsed(struct arena *arena, const char *text)
{
    struct error ignored;
    const size_t length = strlen(text);

    return length <= LARGEST_TEXT ? json_parse(arena, text, length, &ignored) : NULL;
}

/* ---- types ---- */

static const char *became_string(struct arena *arena, const struct difference *d)
{
    if (!is(d->requested, JSON_NUMBER | JSON_BOOLEAN) || !is(d->returned, JSON_STRING))
        return NULL;
    return arena_printf(arena,
                        "type changed: %s %s -> string %s; the Go plugin writes numbers and "
                        "booleans as strings",
                        json_type_name(d->requested), shown(arena, d->requested),
                        shown(arena, d->returned));
}

static const char *became_number(struct arena *arena, const struct difference *d)
{
    if (!is(d->requested, JSON_STRING) || !is(d->returned, JSON_NUMBER | JSON_BOOLEAN))
        return NULL;
    return arena_printf(arena,
                        "type changed: string %s -> %s %s; give the schema the type that "
                        "the service has, or turn it back into a string",
                        shown(arena, d->requested), json_type_name(d->returned),
                        shown(arena, d->returned));
}

static const char *became_null(struct arena *arena, const struct difference *d)
{
    (void)arena;
    return is(d->returned, JSON_NULL)
               ? "null in place of a value; a model holds no nulls: what is absent is left out"
               : NULL;
}

static const char *became_json_text(struct arena *arena, const struct difference *d)
{
    const char *text = json_string(d->returned);

    if (!text || !is(d->requested, JSON_OBJECT | JSON_ARRAY) ||
        !json_equal(parsed(arena, text), d->requested))
        return NULL;
    return "the value came back as JSON text; parse it before it is returned";
}

static const char *became_value(struct arena *arena, const struct difference *d)
{
    const char *text = json_string(d->requested);

    if (!text || !is(d->returned, JSON_OBJECT | JSON_ARRAY) ||
        !json_equal(parsed(arena, text), d->returned))
        return NULL;
    return "JSON text came back as the value that it says; return it as text";
}

static const char *became_single(struct arena *arena, const struct difference *d)
{
    (void)arena;
    if (is(d->requested, JSON_ARRAY) && !is(d->returned, JSON_ARRAY) &&
        json_equal(json_first(d->requested), d->returned))
        return "a list of one came back as its item";
    if (is(d->returned, JSON_ARRAY) && !is(d->requested, JSON_ARRAY) &&
        json_equal(json_first(d->returned), d->requested))
        return "a value came back as a list of one";
    return NULL;
}

/* ---- absence ---- */

static const char *left_out_null(struct arena *arena, const struct difference *d)
{
    (void)arena;
    return is(d->requested, JSON_NULL)
               ? "null was asked for, which means the same as nothing: leave it out of the inputs"
               : NULL;
}

static const char *left_out_empty(struct arena *arena, const struct difference *d)
{
    if (!is(d->requested, JSON_OBJECT | JSON_ARRAY) || json_first(d->requested))
        return NULL;
    return arena_printf(arena, "absent for an empty %s: return it empty, as it was asked for",
                        json_type_name(d->requested));
}

static const char *left_out_falsy(struct arena *arena, const struct difference *d)
{
    const char *text = json_string(d->requested);
    const double number = json_number(d->requested, 1);

    if (!json_false(d->requested) && !(text && !*text) && (number < 0 || number > 0))
        return NULL;
    return arena_printf(arena, "%s is a value: the handler seems to take it for absent",
                        shown(arena, d->requested));
}

/* ---- arrays ---- */

static const char *another_count(struct arena *arena, const struct difference *d)
{
    const json *p = json_first(d->requested), *q = json_first(d->returned);
    size_t same = 0;

    for (; p && q && json_equal(p, q); p = json_next(p), q = json_next(q))
        same++;
    const char *what = !q   ? arena_printf(arena, "missing from /%zu on", same)
                       : !p ? arena_printf(arena, "more from /%zu on", same)
                            : arena_printf(arena, "different from /%zu on", same);
    return arena_printf(arena, "%zu items were asked for and %zu returned: %s",
                        json_length(d->requested), json_length(d->returned), what);
}

static const char *another_order(struct arena *arena, const struct difference *d)
{
    (void)arena;
    (void)d;
    return "the same items in another order: return them in that of the request, or say "
           "\"insertionOrder\": false in the schema";
}

/* ---- strings ---- */

static const char *another_case(struct arena *arena, const struct difference *d)
{
    (void)arena;
    return strcasecmp(json_string(d->requested), json_string(d->returned)) == 0
               ? "only the case differs: return it as it was asked for, or a propertyTransform "
                 "says how it changes"
               : NULL;
}

/* Whether `longer` is `shorter` and one more character at the end. */
static bool has_one_more(const char *longer, const char *shorter, char last)
{
    const size_t length = strlen(shorter);

    return strncmp(longer, shorter, length) == 0 && longer[length] == last && !longer[length + 1];
}

static const char *trailing_dot(struct arena *arena, const struct difference *d)
{
    const char *p = json_string(d->requested), *q = json_string(d->returned);

    (void)arena;
    if (has_one_more(q, p, '.'))
        return "a trailing dot was added, as DNS services do; remove it, or a propertyTransform "
               "adds it";
    return has_one_more(p, q, '.') ? "the trailing dot was removed; put it back" : NULL;
}

/* The text without white space at its ends. */
static const char *trimmed(struct arena *arena, const char *text)
{
    size_t length;

    while (isspace((unsigned char)*text))
        text++;
    for (length = strlen(text); length && isspace((unsigned char)text[length - 1]);)
        length--;
    return arena_copy(arena, text, length);
}

static const char *white_space(struct arena *arena, const struct difference *d)
{
    return strcmp(trimmed(arena, json_string(d->requested)),
                  trimmed(arena, json_string(d->returned))) == 0
               ? "only white space at the beginning or the end differs"
               : NULL;
}

/* Whether `arn` is an ARN that ends in `name`. */
static bool is_arn_of(const char *arn, const char *name)
{
    const size_t length = strlen(arn), of_name = strlen(name);

    return strncmp(arn, "arn:", 4) == 0 && of_name && length > of_name &&
           strcmp(arn + length - of_name, name) == 0 && strchr(":/", arn[length - of_name - 1]);
}

static const char *arn_for_name(struct arena *arena, const struct difference *d)
{
    const char *p = json_string(d->requested), *q = json_string(d->returned);

    (void)arena;
    if (is_arn_of(q, p))
        return "an ARN for the name that was asked for: return the name, or a propertyTransform "
               "makes the ARN of it";
    return is_arn_of(p, q) ? "a name for the ARN that was asked for: return the ARN, or a "
                             "propertyTransform takes the name out of it"
                           : NULL;
}

static const char *json_reformatted(struct arena *arena, const struct difference *d)
{
    const json *p = parsed(arena, json_string(d->requested));

    return is(p, JSON_OBJECT | JSON_ARRAY) && json_equal(p, parsed(arena, json_string(d->returned)))
               ? "the same JSON, formatted in another way: make the property an object, or a "
                 "propertyTransform"
               : NULL;
}

static const char *base64_of(struct arena *arena, const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t length = strlen(text);
    struct text out = text_new(arena);

    for (size_t i = 0; i < length; i += 3) {
        const unsigned char *s = (const unsigned char *)text + i;
        const size_t left = length - i;
        const uint32_t bits = (uint32_t)s[0] << 16 | (left > 1 ? (uint32_t)s[1] << 8 : 0) |
                              (left > 2 ? (uint32_t)s[2] : 0);
        const char four[4] = { digits[bits >> 18], digits[bits >> 12 & 63],
                               left > 1 ? digits[bits >> 6 & 63] : '=',
                               left > 2 ? digits[bits & 63] : '=' };

        text_add_bytes(&out, four, sizeof(four));
    }
    return out.bytes;
}

static const char *base64(struct arena *arena, const struct difference *d)
{
    const char *p = json_string(d->requested), *q = json_string(d->returned);

    if (!*p || !*q || strlen(p) > LARGEST_TEXT || strlen(q) > LARGEST_TEXT)
        return NULL;
    if (strcmp(base64_of(arena, p), q) == 0)
        return "it came back base64-encoded";
    return strcmp(base64_of(arena, q), p) == 0 ? "it came back base64-decoded" : NULL;
}

/* The text with %XX as characters, and with a few escapes of HTML and JSON. */
static const char *unescaped(struct arena *arena, const char *text)
{
    static const struct {
        const char *escape, *meaning;
    } rows[] = {
        { "&amp;", "&" }, { "&lt;", "<" },   { "&gt;", ">" }, { "&quot;", "\"" },
        { "&#39;", "'" }, { "&#x27;", "'" }, { "\\n", "\n" }, { "\\\"", "\"" },
        { "\\/", "/" },   { "\\\\", "\\" },  { "\\t", "\t" },
    };
    struct text out = text_new(arena);

    while (*text) {
        size_t i = 0;

        while (i < sizeof(rows) / sizeof(rows[0]) &&
               strncmp(text, rows[i].escape, strlen(rows[i].escape)) != 0)
            i++;
        if (i < sizeof(rows) / sizeof(rows[0])) {
            text_add(&out, rows[i].meaning);
            text += strlen(rows[i].escape);
        } else if (*text == '%' && isxdigit((unsigned char)text[1]) &&
                   isxdigit((unsigned char)text[2])) {
            const char byte = (char)strtol(arena_copy(arena, text + 1, 2), NULL, 16);

            text_add_bytes(&out, &byte, 1);
            text += 3;
        } else {
            text_add_bytes(&out, text++, 1);
        }
    }
    return out.bytes;
}

static const char *escaped(struct arena *arena, const struct difference *d)
{
    const char *p = json_string(d->requested), *q = json_string(d->returned);

    if (strlen(p) > LARGEST_TEXT || strlen(q) > LARGEST_TEXT)
        return NULL;
    if (strcmp(unescaped(arena, q), p) == 0)
        return "it came back escaped; decode it before it is returned";
    return strcmp(unescaped(arena, p), q) == 0 ? "it came back with its escapes decoded" : NULL;
}

/* ---- numbers ---- */

static const char *precision(struct arena *arena, const struct difference *d)
{
    const double p = json_number(d->requested, 0), q = json_number(d->returned, 0);

    (void)arena;
    if (fabs(p - q) <= 1e-6 * fmax(fabs(p), fabs(q)))
        return "the number lost precision on its way; the service, or a float of 32 bits, rounds";
    return q >= floor(p) && q <= ceil(p) && floor(q) >= q ? "the number was rounded" : NULL;
}

static const char *thousandfold(struct arena *arena, const struct difference *d)
{
    const double p = json_number(d->requested, 0), q = json_number(d->returned, 0);
    const double more = fmax(fabs(p), fabs(q)), less = fmin(fabs(p), fabs(q));

    (void)arena;
    return less > 0 && more >= less * 1000 && more <= less * 1000
               ? "a thousandfold: seconds and milliseconds, or other units?"
               : NULL;
}

/* In this order; the first that says something counts. */
static const struct {
    enum difference_kind kind;
    unsigned types; /* both values are of these; 0: any */
    const char *(*hint)(struct arena *arena, const struct difference *d);
} rows[] = {
    { DIFFERENCE_TYPE, 0, became_string },
    { DIFFERENCE_TYPE, 0, became_number },
    { DIFFERENCE_TYPE, 0, became_null },
    { DIFFERENCE_TYPE, 0, became_json_text },
    { DIFFERENCE_TYPE, 0, became_value },
    { DIFFERENCE_TYPE, 0, became_single },
    { DIFFERENCE_MISSING, 0, left_out_null },
    { DIFFERENCE_MISSING, 0, left_out_empty },
    { DIFFERENCE_MISSING, 0, left_out_falsy },
    { DIFFERENCE_COUNT, JSON_ARRAY, another_count },
    { DIFFERENCE_ORDER, JSON_ARRAY, another_order },
    { DIFFERENCE_CHANGED, JSON_STRING, another_case },
    { DIFFERENCE_CHANGED, JSON_STRING, trailing_dot },
    { DIFFERENCE_CHANGED, JSON_STRING, white_space },
    { DIFFERENCE_CHANGED, JSON_STRING, arn_for_name },
    { DIFFERENCE_CHANGED, JSON_STRING, json_reformatted },
    { DIFFERENCE_CHANGED, JSON_STRING, base64 },
    { DIFFERENCE_CHANGED, JSON_STRING, escaped },
    { DIFFERENCE_CHANGED, JSON_NUMBER, precision },
    { DIFFERENCE_CHANGED, JSON_NUMBER, thousandfold },
};

const char *difference_hint(struct arena *arena, const struct difference *d)
{
    if (d->kind == DIFFERENCE_CHANGED && json_equal(d->requested, d->returned))
        return NULL; /* what differs is secret */
    if (d->transformed)
        return arena_printf(arena, "the propertyTransform makes %s of it, which is not returned",
                            shown(arena, d->transformed));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].kind != d->kind || (rows[i].types && (!is(d->requested, rows[i].types) ||
                                                          !is(d->returned, rows[i].types))))
            continue;
        const char *hint = rows[i].hint(arena, d);
        if (hint)
            return hint;
    }
    return NULL;
}
