/* What usually is behind a difference. Nothing here decides whether two values are equal. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cfnc/base/text.h"
#include "compare_private.h"

enum { HINT_COLUMNS = 40, LARGEST_TEXT = 64 * 1024 };

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
    return arena_printf(arena,
                        "type changed: %s %s -> string %s; the Go plugin writes numbers and "
                        "booleans as strings",
                        json_type_name(d->requested), shown(arena, d->requested),
                        shown(arena, d->returned));
}

static const char *became_number(struct arena *arena, const struct difference *d)
{
    return arena_printf(arena,
                        "type changed: string %s -> %s %s; give the schema the type that "
                        "the service has, or turn it back into a string",
                        shown(arena, d->requested), json_type_name(d->returned),
                        shown(arena, d->returned));
}

static const char *became_json_text(struct arena *arena, const struct difference *d)
{
    return json_equal(parsed(arena, json_string(d->returned)), d->requested)
               ? "the value came back as JSON text; parse it before it is returned"
               : NULL;
}

static const char *became_value(struct arena *arena, const struct difference *d)
{
    return json_equal(parsed(arena, json_string(d->requested)), d->returned)
               ? "JSON text came back as the value that it says; return it as text"
               : NULL;
}

static const char *became_single(struct arena *arena, const struct difference *d)
{
    (void)arena;
    return json_equal(json_first(d->requested), d->returned) ? "a list of one came back as its item"
                                                             : NULL;
}

static const char *became_list(struct arena *arena, const struct difference *d)
{
    (void)arena;
    return json_equal(json_first(d->returned), d->requested) ? "a value came back as a list of one"
                                                             : NULL;
}

/* ---- absence ---- */

static const char *left_out_empty(struct arena *arena, const struct difference *d)
{
    if (json_first(d->requested))
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

/* ---- strings: whether one of them was made of another ---- */

static bool is_in_other_case(struct arena *arena, const char *made, const char *text)
{
    (void)arena;
    return strcasecmp(made, text) == 0;
}

static bool has_a_dot_more(struct arena *arena, const char *made, const char *text)
{
    const size_t length = strlen(text);

    (void)arena;
    return strncmp(made, text, length) == 0 && strcmp(made + length, ".") == 0;
}

const char *trimmed(struct arena *arena, const char *text)
{
    size_t length;

    while (isspace((unsigned char)*text))
        text++;
    for (length = strlen(text); length && isspace((unsigned char)text[length - 1]);)
        length--;
    return arena_copy(arena, text, length);
}

static bool is_padded(struct arena *arena, const char *made, const char *text)
{
    return strcmp(trimmed(arena, made), trimmed(arena, text)) == 0;
}

bool is_arn_of(struct arena *arena, const char *arn, const char *name)
{
    const size_t length = strlen(arn), of_name = strlen(name);

    (void)arena;
    return strncmp(arn, "arn:", 4) == 0 && of_name && length > of_name &&
           strcmp(arn + length - of_name, name) == 0 && strchr(":/", arn[length - of_name - 1]);
}

static bool is_formatted(struct arena *arena, const char *made, const char *text)
{
    const json *value = parsed(arena, text);

    return json_type(value) & (JSON_OBJECT | JSON_ARRAY) && json_equal(value, parsed(arena, made));
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

static bool is_base64(struct arena *arena, const char *made, const char *text)
{
    return *text && strlen(text) <= LARGEST_TEXT && strcmp(made, base64_of(arena, text)) == 0;
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

static bool is_escaped(struct arena *arena, const char *made, const char *text)
{
    return strlen(made) <= LARGEST_TEXT && strcmp(unescaped(arena, made), text) == 0;
}

static const char *another_string(struct arena *arena, const struct difference *d)
{
    static const struct {
        bool (*made_of)(struct arena *arena, const char *made, const char *text);
        const char *returned, *requested; /* what to say when that is the one that was made */
    } rows[] = {
        { is_in_other_case,
          "only the case differs: return it as it was asked for, or a propertyTransform "
          "says how it changes",
          NULL },
        { has_a_dot_more,
          "a trailing dot was added, as DNS services do; remove it, or a propertyTransform "
          "adds it",
          "the trailing dot was removed; put it back" },
        { is_padded, "only white space at the beginning or the end differs", NULL },
        { is_arn_of,
          "an ARN for the name that was asked for: return the name, or a propertyTransform "
          "makes the ARN of it",
          "a name for the ARN that was asked for: return the ARN, or a propertyTransform "
          "takes the name out of it" },
        { is_formatted,
          "the same JSON, formatted in another way: make the property an object, or a "
          "propertyTransform",
          NULL },
        { is_base64, "it came back base64-encoded", "it came back base64-decoded" },
        { is_escaped, "it came back escaped; decode it before it is returned",
          "it came back with its escapes decoded" },
    };
    const char *p = json_string(d->requested), *q = json_string(d->returned);

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].made_of(arena, q, p))
            return rows[i].returned;
        if (rows[i].requested && rows[i].made_of(arena, p, q))
            return rows[i].requested;
    }
    return NULL;
}

/* ---- numbers ---- */

static const char *another_number(struct arena *arena, const struct difference *d)
{
    const double p = json_number(d->requested, 0), q = json_number(d->returned, 0);
    const double more = fmax(fabs(p), fabs(q)), less = fmin(fabs(p), fabs(q));

    (void)arena;
    if (fabs(p - q) <= 1e-6 * more)
        return "the number lost precision on its way; the service, or a float of 32 bits, rounds";
    if (q >= floor(p) && q <= ceil(p) && floor(q) >= q)
        return "the number was rounded";
    return less > 0 && more >= less * 1000 && more <= less * 1000
               ? "a thousandfold: seconds and milliseconds, or other units?"
               : NULL;
}

/* In this order; the first that says something counts. */
static const struct {
    enum difference_kind kind;
    unsigned requested, returned; /* the types of the values; 0: any */
    const char *(*hint)(struct arena *arena, const struct difference *d);
    const char *text; /* where there is no function */
} rows[] = {
    { DIFFERENCE_TYPE, JSON_NUMBER | JSON_BOOLEAN, JSON_STRING, .hint = became_string },
    { DIFFERENCE_TYPE, JSON_STRING, JSON_NUMBER | JSON_BOOLEAN, .hint = became_number },
    { DIFFERENCE_TYPE, 0, JSON_NULL,
      .text = "null in place of a value; a model holds no nulls: what is absent is left out" },
    { DIFFERENCE_TYPE, JSON_OBJECT | JSON_ARRAY, JSON_STRING, .hint = became_json_text },
    { DIFFERENCE_TYPE, JSON_STRING, JSON_OBJECT | JSON_ARRAY, .hint = became_value },
    { DIFFERENCE_TYPE, JSON_ARRAY, 0, .hint = became_single },
    { DIFFERENCE_TYPE, 0, JSON_ARRAY, .hint = became_list },
    { DIFFERENCE_MISSING, JSON_NULL, 0,
      .text = "null was asked for, which means the same as nothing: leave it out of the inputs" },
    { DIFFERENCE_MISSING, JSON_OBJECT | JSON_ARRAY, 0, .hint = left_out_empty },
    { DIFFERENCE_MISSING, 0, 0, .hint = left_out_falsy },
    { DIFFERENCE_COUNT, JSON_ARRAY, JSON_ARRAY, .hint = another_count },
    { DIFFERENCE_ORDER, JSON_ARRAY, JSON_ARRAY,
      .text = "the same items in another order: return them in that of the request, or say "
              "\"insertionOrder\": false in the schema" },
    { DIFFERENCE_CHANGED, JSON_STRING, JSON_STRING, .hint = another_string },
    { DIFFERENCE_CHANGED, JSON_NUMBER, JSON_NUMBER, .hint = another_number },
};

static bool is(const json *value, unsigned types)
{
    return !types || json_type(value) & types;
}

const char *difference_hint(struct arena *arena, const struct difference *d)
{
    if (d->kind == DIFFERENCE_CHANGED && json_equal(d->requested, d->returned))
        return NULL; /* what differs is secret */
    if (d->transformed)
        return arena_printf(arena, "the propertyTransform makes %s of it, which is not returned",
                            shown(arena, d->transformed));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].kind != d->kind || !is(d->requested, rows[i].requested) ||
            !is(d->returned, rows[i].returned))
            continue;
        const char *hint = rows[i].hint ? rows[i].hint(arena, d) : rows[i].text;
        if (hint)
            return hint;
    }
    return NULL;
}
