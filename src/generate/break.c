/*
 * What may be done to a value so that it breaks a keyword: a row for each keyword, at the foot.
 * For models that are to be invalid, and for values that match what they must not.
 */
#include "break.h"

#include <math.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/pattern/strings.h"

enum { LENGTH_MOST = 100000, ITEMS_MOST = 2000, LONG_KEY = 30 };

/* A keyword of a subschema, and the value at hand that keeps it. */
struct site {
    struct breakages *list;
    const char *pointer;
    const char *keyword;
    const json *node;
    const json *operand; /* of the keyword */
    const json *value;
    const struct nodes *wanted; /* what else describes the value */
    int by;                     /* of a bound: where what breaks it lies, below (-1) or above */
};

static void add(const struct site *site, const char *member, const json *value)
{
    breakages_add(site->list, site->wanted,
                  &(struct breakage){ site->pointer, site->keyword, member, value, false });
}

static void put(const struct site *site, const json *value)
{
    add(site, NULL, value);
}

static void put_text(const struct site *site, const char *text)
{
    if (text)
        put(site, json_new_string(site->list->arena, text));
}

static void put_number(const struct site *site, double number)
{
    if (isfinite(number))
        put(site, json_new_number(site->list->arena, number));
}

const json *plain_values(struct arena *arena)
{
    static const char text[] = "[\"cfnc\",\"\",0,-1,987654321,0.5,true,false,{},[],[0,0],null,\"%"
                               "\",\"cfnc is no such thing\"]";
    struct error ignored;
    json *values = json_copy(arena, json_parse(arena, text, strlen(text), &ignored));

    json_append(values, json_new_string(arena, arena_printf(arena, "%0200d", 0)));
    return values;
}

/* Those that are of some types (a set of enum json_type). */
static void put_plain(const struct site *site, const char *member, unsigned types)
{
    json_each (value, site->list->plain)
        if (types & (unsigned)json_type(value))
            add(site, member, value);
}

enum { ANY_TYPE = (JSON_OBJECT << 1) - 1 };

/* ---- any value ---- */

static void break_type(const struct site *site)
{
    put_plain(site, NULL, ANY_TYPE ^ (unsigned)json_type(site->value));
    if (json_type(site->value) == JSON_NUMBER)
        put_number(site, json_number(site->value, 0) + 0.5);
}

static void break_list(const struct site *site)
{
    for (size_t i = 0; i < site->wanted->count; i++)
        json_each (one, json_get(site->wanted->items[i], "enum"))
            put(site, one);
    put_plain(site, NULL, ANY_TYPE);
}

/* ---- texts ---- */

/* A text of the pattern beside it, if there is one, or the old one cut or stretched. */
static void break_length(const struct site *site)
{
    struct arena *arena = site->list->arena;
    const double length = json_number(site->operand, 0) + site->by;
    const char *pattern = json_string(json_get(site->node, "pattern"));
    const char *old = json_string(site->value);
    struct text text = text_new(arena);
    struct error ignored;

    if (length < 0 || length > LENGTH_MOST)
        return;
    for (size_t i = 0; i < (size_t)length; i++) {
        const size_t bytes = *old ? text_utf8_length(old) : 0;

        text_add_bytes(&text, bytes ? old : "a", bytes ? bytes : 1);
        old += bytes;
    }
    put_text(site, text.bytes);
    if (pattern && !site->list->mends)
        put_text(site, string_for_pattern(arena, pattern, (size_t)length, (size_t)length,
                                          site->list->random, &ignored));
}

static void break_pattern(const struct site *site)
{
    static const char *const odd[] = { "!", " ", "\xC3\xA9", "a", "A", "0", "-", "\n" };
    struct arena *arena = site->list->arena;
    const char *old = json_string(site->value);

    for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++) {
        struct text text = text_new(arena);

        for (const char *c = old; *c; c += text_utf8_length(c))
            text_add(&text, odd[i]);
        put_text(site, text.bytes);
        put_text(site,
                 arena_printf(arena, "%s%s", odd[i], *old ? old + text_utf8_length(old) : ""));
        put_text(site, arena_printf(arena, "%s%s", old, odd[i]));
    }
    put_text(site, "");
}

static void break_format(const struct site *site)
{
    put_plain(site, NULL, JSON_STRING);
}

/* ---- numbers ---- */

/* The bound itself, the next number, and the next that is a multiple. */
static void break_bound(const struct site *site)
{
    const double bound = json_number(site->operand, 0);
    const double multiple = json_number(json_get(site->node, "multipleOf"), 0);
    const double step = multiple > 0 ? multiple : 1;

    put_number(site, bound);
    put_number(site,
               (site->by < 0 ? ceil(bound / step) : floor(bound / step)) * step + site->by * step);
    put_number(site, nextafter(bound, site->by * HUGE_VAL));
}

static void break_multiple(const struct site *site)
{
    const double step = json_number(site->operand, 1), old = json_number(site->value, 0);

    for (int i = 1; i < 4; i++) {
        put_number(site, old + i);
        put_number(site, old - i);
        put_number(site, old + step / (i + 1));
        put_number(site, old - step / (i + 1));
    }
}

/* ---- arrays ---- */

/* One more item: a new one or, in the same model, another like the first. */
static const json *more_of(const struct site *site)
{
    const json *items = json_get(site->node, "items"), *first = json_first(site->value);
    struct error ignored;

    if (site->list->mends)
        return first ? first : json_first(site->list->plain);
    return generate_part(site->list->arena, site->list->schema,
                         json_type(items) == JSON_ARRAY ? NULL : items, site->list->random,
                         &ignored);
}

static void break_count(const struct site *site)
{
    const double count = json_number(site->operand, 0) + site->by;
    json *items = count < 0 || count > ITEMS_MOST
                      ? NULL
                      : first_items(site->list->arena, site->value, (size_t)count);

    while (items && (double)json_length(items) < count) {
        const json *item = more_of(site);

        if (!item)
            return;
        json_append(items, item);
    }
    if (items)
        put(site, items);
}

static void break_unique(const struct site *site)
{
    json *twice = first_items(site->list->arena, site->value, SIZE_MAX);

    if (!json_true(site->operand) || !json_length(twice))
        return;
    json_append(twice, json_first(twice));
    put(site, twice);
    json *instead = first_items(site->list->arena, site->value, SIZE_MAX);
    json_replace_at(instead, json_length(instead) - 1, json_first(instead));
    put(site, instead);
}

/* Items of some plain value, which is not what must be contained, perhaps. */
static void break_contains(const struct site *site)
{
    put(site, json_array(site->list->arena));
    json_each (plain, site->list->plain) {
        json *others = json_array(site->list->arena);

        json_each (item, site->value)
            if (!json_true(json_get(site->node, "uniqueItems")) || !json_length(others))
                json_append(others, plain);
        put(site, others);
    }
}

static void break_more_items(const struct site *site)
{
    json *more = first_items(site->list->arena, site->value, SIZE_MAX);

    json_append(more, json_first(site->list->plain));
    put(site, more);
}

/* ---- objects ---- */

static void break_required(const struct site *site)
{
    json_each (name, site->operand)
        if (json_string(name))
            add(site, json_string(name), NULL);
}

static void break_dependencies(const struct site *site)
{
    json_each (dependency, site->operand) {
        if (json_get(site->value, json_key(dependency)))
            json_each (name, dependency)
                add(site, json_string(name), NULL);
        else
            put_plain(site, json_key(dependency), ANY_TYPE);
    }
}

static const char *new_key(const struct site *site, const char *start)
{
    const char *key;
    size_t number = 1;

    do
        key = arena_printf(site->list->arena, "%s%zu", start, number++);
    while (json_get(site->value, key));
    return key;
}

static void break_more_properties(const struct site *site)
{
    put_plain(site, new_key(site, "CfncUnknown"), ANY_TYPE);
}

static void break_patterns(const struct site *site)
{
    struct error ignored;

    json_each (member, site->operand) {
        const char *key = string_for_pattern(site->list->arena, json_key(member), 0, LONG_KEY,
                                             site->list->random, &ignored);
        if (key && !json_get(site->value, key))
            put_plain(site, key, ANY_TYPE);
    }
}

static void break_names(const struct site *site)
{
    static const char *const odd[] = { "!", " ", "cfnc", "A", "0", "cfnc-is-too-long-a-name-here" };
    const json *any = json_first(site->value);

    for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++)
        add(site, new_key(site, odd[i]), any ? any : json_first(site->list->plain));
}

static void break_size(const struct site *site)
{
    const double count = json_number(site->operand, 0) + site->by;
    const json *any = json_first(site->value);
    json *object = json_object(site->list->arena);

    if (count < 0 || count > ITEMS_MOST)
        return;
    json_each (member, site->value)
        if ((double)json_length(object) < count)
            json_set(object, json_key(member), member);
    for (size_t i = 1; any && (double)json_length(object) < count; i++)
        json_set(object, arena_printf(site->list->arena, "a%zu", i), any);
    put(site, object);
}

/* Declared members that are absent: what one branch has, another must not. */
static void add_declared(const struct site *site)
{
    struct error ignored;

    json_each (member, json_get(site->node, "properties")) {
        if (json_get(site->value, json_key(member)))
            continue;
        if (site->list->mends || json_false(member))
            put_plain(site, json_key(member), ANY_TYPE);
        else if (site->list->added++ < ADDED_MOST) {
            const json *value = generate_part(site->list->arena, site->list->schema, member,
                                              site->list->random, &ignored);
            if (value)
                add(site, json_key(member), value);
        }
    }
}

/* Members left out and added, one by one. */
static void break_branches(const struct site *site)
{
    if (json_type(site->value) != JSON_OBJECT) {
        break_list(site);
        return;
    }
    json_each (member, site->value)
        add(site, json_key(member), NULL);
    add_declared(site);
}

static const struct break_row {
    const char *keyword;
    unsigned types; /* set of enum json_type */
    void (*find)(const struct site *site);
    int by;
} rows[] = {
    { "type", ANY_TYPE, break_type, 0 },
    { "enum", ANY_TYPE, break_list, 0 },
    { "const", ANY_TYPE, break_list, 0 },
    { "minLength", JSON_STRING, break_length, -1 },
    { "maxLength", JSON_STRING, break_length, 1 },
    { "pattern", JSON_STRING, break_pattern, 0 },
    { "format", JSON_STRING, break_format, 0 },
    { "minimum", JSON_NUMBER, break_bound, -1 },
    { "maximum", JSON_NUMBER, break_bound, 1 },
    { "exclusiveMinimum", JSON_NUMBER, break_bound, -1 },
    { "exclusiveMaximum", JSON_NUMBER, break_bound, 1 },
    { "multipleOf", JSON_NUMBER, break_multiple, 0 },
    { "minItems", JSON_ARRAY, break_count, -1 },
    { "maxItems", JSON_ARRAY, break_count, 1 },
    { "uniqueItems", JSON_ARRAY, break_unique, 0 },
    { "contains", JSON_ARRAY, break_contains, 0 },
    { "additionalItems", JSON_ARRAY, break_more_items, 0 },
    { "required", JSON_OBJECT, break_required, 0 },
    { "dependencies", JSON_OBJECT, break_dependencies, 0 },
    { "additionalProperties", JSON_OBJECT, break_more_properties, 0 },
    { "patternProperties", JSON_OBJECT, break_patterns, 0 },
    { "propertyNames", JSON_OBJECT, break_names, 0 },
    { "minProperties", JSON_OBJECT, break_size, -1 },
    { "maxProperties", JSON_OBJECT, break_size, 1 },
    { "properties", JSON_OBJECT, add_declared, 0 },
    { "not", ANY_TYPE, break_branches, 0 },
    { "anyOf", ANY_TYPE, break_branches, 0 },
    { "oneOf", ANY_TYPE, break_branches, 0 },
    { "if", ANY_TYPE, break_branches, 0 },
};

void break_keywords(struct breakages *list, const struct nodes *wanted, const char *pointer,
                    const json *node, const json *value)
{
    for (const struct break_row *row = rows; row < rows + sizeof(rows) / sizeof(*rows); row++) {
        const json *operand = json_get(node, row->keyword);
        const struct site site = { list,    pointer, row->keyword, node,
                                   operand, value,   wanted,       row->by };

        if (operand && row->types & (unsigned)json_type(value))
            row->find(&site);
    }
}
