/* Faults that make something else of the values that were asked for, each of a kind of them. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "builtin_private.h"

enum { CUT = 128 }; /* bytes of a string that a column of a database takes */

/* As who writes `if value:` where `if value is not None:` is meant. */
static const json *unless_empty(const struct invocation *call, const json *value)
{
    const bool container = json_type(value) & (JSON_ARRAY | JSON_OBJECT);

    (void)call;
    return fault_is_blank(value) || (container && !json_first(value)) ? NULL : value;
}

/* As a language does that has one word for zero, false and nothing. */
static const json *unless_zero(const struct invocation *call, const json *value)
{
    (void)call;
    return json_type(value) == JSON_NUMBER && fault_is_blank(value) ? NULL : value;
}

static const json *unless_false(const struct invocation *call, const json *value)
{
    (void)call;
    return json_false(value) ? NULL : value;
}

/* As who writes to a file in ASCII. */
static int ascii_or_question(int byte)
{
    return byte > 127 ? '?' : byte;
}

static int blank_for_line_end(int byte)
{
    return byte == '\n' ? ' ' : byte;
}

/* As what is put into a page. */
static const json *escaped(const struct invocation *call, const json *value)
{
    struct text out = text_new(call->arena);

    if (!json_string(value))
        return value;
    for (const char *c = json_string(value); *c; c++)
        text_add_bytes(&out, *c == '&' ? "&amp;" : c, *c == '&' ? strlen("&amp;") : 1);
    return json_new_string(call->arena, out.bytes);
}

static const json *cut(const struct invocation *call, const json *value)
{
    const char *text = json_string(value);
    size_t length = CUT;

    if (!text || strlen(text) <= CUT)
        return value;
    while (((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    return json_new_string(call->arena, arena_copy(call->arena, text, length));
}

static const json *trimmed(const struct invocation *call, const json *value)
{
    const char *text = json_string(value);

    if (!text)
        return value;
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length && text[length - 1] == ' ')
        length--;
    return json_new_string(call->arena, arena_copy(call->arena, text, length));
}

/* What does not fit becomes the greatest, or the least, that does. */
static double in_32_bits(double number)
{
    return fabs(number - floor(number)) > 0 ? number : fmax(INT32_MIN, fmin(INT32_MAX, number));
}

static double in_single_precision(double number)
{
    return (double)(float)number;
}

static bool is_before(const json *a, const json *b)
{
    if (json_string(a) && json_string(b))
        return strcmp(json_string(a), json_string(b)) < 0;
    return json_number(a, 0) < json_number(b, 0);
}

static const json *sorted(const struct invocation *call, const json *value)
{
    json *array = json_array(call->arena), *rest = json_copy(call->arena, value);

    if (json_type(value) != JSON_ARRAY)
        return value;
    while (json_length(rest)) {
        size_t least = 0;

        for (size_t i = 1; i < json_length(rest); i++)
            if (is_before(json_at(rest, i), json_at(rest, least)))
                least = i;
        json_append(array, json_at(rest, least));
        json_remove_at(rest, least);
    }
    return array;
}

/* An ordered array of values without an inside. */
static bool is_ordered_and_plain(const struct resource_type *type, const json *property)
{
    const json *node = schema_resolve(type->document, property);
    const json *items = json_get(node, "items");

    return fault_changeable(type, property) && fault_has_type(type, property, "array") &&
           !json_false(json_get(node, "insertionOrder")) && !json_get(node, "maxItems") && items &&
           (fault_has_type(type, items, "string") || fault_has_type(type, items, "integer"));
}

/* Whether it is a map that takes the same key in capitals and in small letters. */
static bool is_mixed_map(const struct resource_type *type, const char *name)
{
    struct arena *arena = arena_new();
    const json *const values[] = { json_new_string(arena, "abc"), json_new_number(arena, 1),
                                   json_object(arena) };
    bool found = false;

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]) && !found; i++) {
        json *model = json_object(arena), *map = json_set_object(model, name);

        json_set(map, "abcdefgh", values[i]);
        json_set(map, "ABCDefgh", values[i]);
        found = schema_valid(type->returned, model, SCHEMA_SHAPE);
    }
    arena_free(arena);
    return found;
}

static const json *with_small_keys(const struct invocation *call, const json *value)
{
    json *lowered = json_object(call->arena);

    if (json_type(value) != JSON_OBJECT || !is_mixed_map(call->type, json_key(value)))
        return value;
    json_each (member, value)
        json_set(lowered, json_string(fault_map(call->arena, json_key(member), tolower)), member);
    return lowered;
}

static bool takes_mixed_keys(const struct resource_type *type, const json *property)
{
    return fault_changeable(type, property) &&
           !json_get(schema_resolve(type->document, property), "properties") &&
           !(type->has_tagging && fault_is_tags(type, property)) &&
           is_mixed_map(type, json_key(property));
}

/* What a property must be able to hold for a fault to show; the last is longer than CUT. */
#define FREE_TEXT     "[\"cfnc-0123456789abcdef \\u00e4\"]"
#define BLANK_ENDS    "[\" cfnc-012345678 \"]"
#define SEVERAL_LINES "[\" cfnc-0123456789 A\\u00e4e\\u0301\\u20ac <&>\\n \"]"
#define FIFTY         "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define LONG_TEXT     "[\"" FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY "\"]"

/* clang-format off */
const struct fault read_turn_faults[] = {
    { .name = "read-drops-empties", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .turn = unless_empty, .takes = "[\"\", 0, false, [], {}]",
      .text = "READ leaves out what is empty: \"\", 0, false, [] or {}" },
    { .name = "read-ascii", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .byte = ascii_or_question, .takes = FREE_TEXT,
      .text = "READ returns question marks for letters beyond ASCII" },
    { .name = "read-truncates", .rule = "read.equals", .on = READ, .at = SUCCESS, .turn = cut,
      .takes = LONG_TEXT, .text = "READ returns the beginning of long strings" },
    { .name = "read-rounds", .rule = "read.equals", .on = READ, .at = SUCCESS, .number = floor,
      .takes = "[43.0625]", .text = "READ returns whole numbers" },
    { .name = "read-lower-case", .rule = "read.equals", .on = READ, .at = SUCCESS, .byte = tolower,
      .takes = FREE_TEXT, .text = "READ returns small letters" },
    { .name = "read-one-line", .rule = "read.equals", .on = READ, .at = SUCCESS,
      .byte = blank_for_line_end, .takes = SEVERAL_LINES,
      .text = "READ returns blanks for the ends of lines" },
    { .name = "read-escapes", .rule = "read.equals", .on = READ, .at = SUCCESS, .turn = escaped,
      .takes = SEVERAL_LINES, .text = "READ returns &amp; for &" },
    { .name = "read-sorts", .rule = "read.equals", .on = READ, .at = SUCCESS, .turn = sorted,
      .property = is_ordered_and_plain, .text = "READ sorts arrays" },
    { 0 },
};

const struct fault create_turn_faults[] = {
    { .name = "create-drops-empties", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .turn = unless_empty, .takes = "[\"\", 0, false, []]",
      .text = "CREATE leaves out what is empty: \"\", 0, false, [] or {}" },
    { .name = "create-ascii", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .byte = ascii_or_question, .takes = FREE_TEXT,
      .text = "CREATE returns question marks for letters beyond ASCII" },
    { .name = "create-truncates", .rule = "create.echo", .on = CREATE, .at = SUCCESS, .turn = cut,
      .takes = LONG_TEXT, .text = "CREATE returns the beginning of long strings" },
    { .name = "create-trims", .rule = "create.echo", .on = CREATE, .at = SUCCESS, .turn = trimmed,
      .takes = BLANK_ENDS, .text = "CREATE returns strings without the blanks at their ends" },
    { .name = "create-loses-sign", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .number = fabs, .takes = "[-3e9]",
      .text = "CREATE returns negative numbers without their sign" },
    { .name = "create-32-bits", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .number = in_32_bits, .takes = "[-3e9, 1e10]",
      .text = "CREATE returns no integer beyond 32 bits" },
    { .name = "create-single-precision", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .number = in_single_precision, .takes = "[-3000000000.0625, 3000000000.0625]",
      .text = "CREATE returns seven digits of a number" },
    { .name = "create-drops-zero", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .turn = unless_zero, .takes = "[0]", .text = "CREATE leaves out numbers that are 0" },
    { .name = "create-drops-false", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .turn = unless_false, .takes = "[false]", .text = "CREATE leaves out what is false" },
    { .name = "create-lowers-keys", .rule = "create.echo", .on = CREATE, .at = SUCCESS,
      .turn = with_small_keys, .property = takes_mixed_keys,
      .text = "CREATE returns keys of maps in small letters" },
    { 0 },
};

const struct fault update_turn_faults[] = {
    { .name = "update-32-bits", .rule = "update.echo", .on = UPDATE, .at = SUCCESS,
      .number = in_32_bits, .property = fault_updatable, .takes = "[-4e9, 4e9]",
      .text = "UPDATE returns no whole number beyond 32 bits" },
    { .name = "update-trims", .rule = "update.echo", .on = UPDATE, .turn = trimmed, .stored = true,
      .property = fault_updatable, .takes = BLANK_ENDS,
      .text = "UPDATE stores strings without the blanks at their ends" },
    { 0 },
};
/* clang-format on */
