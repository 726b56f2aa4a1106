/* A row for each keyword: what may be done to a value that keeps it, so that it does no more. */
#include "break_private.h"

#include <math.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/pattern/strings.h"

enum { MOST = 6000, NODES_MOST = 40, LENGTH_MOST = 100000, ITEMS_MOST = 2000, SHOWN = 12 };

/* A keyword of a subschema, and the value at hand that keeps it. */
struct site {
    struct breakages *list;
    const char *pointer;
    const char *keyword;
    const json *node;
    const json *operand; /* of the keyword */
    const json *value;
};

static void add(const struct site *site, const char *member, const json *value)
{
    struct breakages *list = site->list;

    if (list->count == MOST)
        return;
    if (list->count == list->room) {
        struct breakage *old = list->items;

        list->room = list->room ? list->room * 2 : 64;
        list->items = arena_array(list->arena, list->room, sizeof(*old));
        if (old)
            memcpy(list->items, old, list->count * sizeof(*old));
    }
    list->items[list->count++] = (struct breakage){ site->pointer, site->keyword, member, value };
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

/* ---- any value ---- */

static void break_type(const struct site *site)
{
    struct arena *arena = site->list->arena;
    const json *const others[] = { json_new_string(arena, "cfnc"),
                                   json_new_number(arena, 12),
                                   json_new_boolean(arena, true),
                                   json_array(arena),
                                   json_object(arena),
                                   json_new_null(arena) };

    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
        if (json_type(others[i]) != json_type(site->value))
            put(site, others[i]);
    if (json_type(site->value) == JSON_NUMBER)
        put_number(site, json_number(site->value, 0) + 0.5);
}

static void break_list(const struct site *site)
{
    if (json_string(site->value)) {
        put_text(site, "cfnc-is-not-one-of-them");
        put_text(site, "");
    } else if (json_type(site->value) == JSON_NUMBER)
        put_number(site, json_number(site->value, 0) + 987654321);
    else
        put(site, json_array(site->list->arena));
}

/* ---- texts ---- */

/* A text of the pattern beside it, if there is one, or the old one cut or stretched. */
static void put_length(const struct site *site, size_t length)
{
    struct arena *arena = site->list->arena;
    const char *pattern = json_string(json_get(site->node, "pattern"));
    const char *old = json_string(site->value);
    struct text text = text_new(arena);
    struct error ignored;

    if (length > LENGTH_MOST)
        return;
    for (size_t i = 0; i < length; i++) {
        const size_t bytes = *old ? text_utf8_length(old) : 0;

        text_add_bytes(&text, bytes ? old : "a", bytes ? bytes : 1);
        old += bytes;
    }
    put_text(site, text.bytes);
    if (pattern)
        put_text(site,
                 string_for_pattern(arena, pattern, length, length, site->list->random, &ignored));
}

static void break_min_length(const struct site *site)
{
    if (json_number(site->operand, 0) >= 1)
        put_length(site, (size_t)json_number(site->operand, 1) - 1);
}

static void break_max_length(const struct site *site)
{
    if (json_number(site->operand, HUGE_VAL) < LENGTH_MOST)
        put_length(site, (size_t)json_number(site->operand, 0) + 1);
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
    put_text(site, "cfnc is no such thing");
    put_text(site, "%");
    put_text(site, "");
}

/* ---- numbers ---- */

static double step_of(const struct site *site)
{
    const double step = json_number(json_get(site->node, "multipleOf"), 0);

    return step > 0 ? step : 1;
}

static void break_minimum(const struct site *site)
{
    const double bound = json_number(site->operand, 0), step = step_of(site);

    put_number(site, ceil(bound / step) * step - step);
    put_number(site, nextafter(bound, -HUGE_VAL));
}

static void break_maximum(const struct site *site)
{
    const double bound = json_number(site->operand, 0), step = step_of(site);

    put_number(site, floor(bound / step) * step + step);
    put_number(site, nextafter(bound, HUGE_VAL));
}

static void break_exclusive(const struct site *site)
{
    put_number(site, json_number(site->operand, 0));
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

static json *first_items(const struct site *site, size_t count)
{
    json *few = json_array(site->list->arena);

    json_each (item, site->value)
        if (json_length(few) < count)
            json_append(few, item);
    return few;
}

static void break_min_items(const struct site *site)
{
    if (json_number(site->operand, 0) >= 1)
        put(site, first_items(site, (size_t)json_number(site->operand, 1) - 1));
}

static void break_max_items(const struct site *site)
{
    const double most = json_number(site->operand, HUGE_VAL);
    const json *items = json_get(site->node, "items");
    json *many = json_copy(site->list->arena, site->value);
    struct error ignored;

    if (most > ITEMS_MOST)
        return;
    for (size_t i = 0; (double)json_length(many) <= most && i < 2 * ITEMS_MOST; i++) {
        const json *item = generate_part(site->list->arena, site->list->schema,
                                         json_type(items) == JSON_ARRAY ? NULL : items,
                                         site->list->random, &ignored);
        if (!item)
            return;
        json_append(many, item);
    }
    put(site, many);
}

static void break_unique(const struct site *site)
{
    json *twice = first_items(site, SIZE_MAX);

    if (!json_true(site->operand) || !json_length(twice))
        return;
    json_append(twice, json_first(twice));
    put(site, twice);
    json *instead = first_items(site, SIZE_MAX);
    json_replace_at(instead, json_length(instead) - 1, json_first(instead));
    put(site, instead);
}

/* Items of some plain value, which is not what must be contained, perhaps. */
static void break_contains(const struct site *site)
{
    static const char *const texts[] = { "", "cfnc" };
    struct arena *arena = site->list->arena;
    const json *const plain[] = { json_new_number(arena, 0),
                                  json_new_number(arena, -1),
                                  json_new_number(arena, 123456),
                                  json_new_boolean(arena, true),
                                  json_new_boolean(arena, false),
                                  json_object(arena),
                                  json_new_string(arena, texts[0]),
                                  json_new_string(arena, texts[1]),
                                  json_new_string(arena, arena_printf(arena, "%0200d", 0)) };

    put(site, json_array(arena));
    for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++) {
        json *others = json_array(arena);

        json_each (item, site->value) {
            json_append(others, plain[i]);
            if (json_true(json_get(site->node, "uniqueItems")))
                break;
        }
        put(site, others);
    }
}

static void break_more_items(const struct site *site)
{
    json *more = first_items(site, SIZE_MAX);

    json_append(more, json_new_string(site->list->arena, "cfnc"));
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
            add(site, json_key(dependency), json_new_string(site->list->arena, "cfnc"));
    }
}

static const char *new_key(const struct site *site, const char *start, size_t number)
{
    const char *key;

    do
        key = arena_printf(site->list->arena, "%s%zu", start, number++);
    while (json_get(site->value, key));
    return key;
}

static void break_more_properties(const struct site *site)
{
    add(site, new_key(site, "CfncUnknown", 1), json_new_boolean(site->list->arena, true));
}

static void break_names(const struct site *site)
{
    static const char *const odd[] = { "!", " ", "cfnc", "A", "0", "cfnc-is-too-long-a-name-here" };
    const json *any = json_first(site->value);

    for (size_t i = 0; any && i < sizeof(odd) / sizeof(*odd); i++)
        add(site, new_key(site, odd[i], 1), any);
}

static void break_min_properties(const struct site *site)
{
    const double least = json_number(site->operand, 0);
    json *fewer = json_object(site->list->arena);

    json_each (member, site->value)
        if ((double)json_length(fewer) + 1 < least)
            json_set(fewer, json_key(member), member);
    if (least >= 1)
        put(site, fewer);
}

static void break_max_properties(const struct site *site)
{
    const double most = json_number(site->operand, HUGE_VAL);
    json *more = json_copy(site->list->arena, site->value);
    const json *any = json_first(site->value);

    for (size_t i = 1; any && most < ITEMS_MOST && (double)json_length(more) <= most; i++)
        json_set(more, new_key(site, "a", i), any);
    put(site, more);
}

/* Declared members that are absent: what one branch has, another must not. */
static void add_declared(const struct site *site)
{
    struct error ignored;

    json_each (member, json_get(site->node, "properties")) {
        if (json_get(site->value, json_key(member)) || site->list->added++ >= ADDED_MOST)
            continue;
        const json *value = json_false(member)
                                ? json_new_string(site->list->arena, "cfnc")
                                : generate_part(site->list->arena, site->list->schema, member,
                                                site->list->random, &ignored);
        if (value)
            add(site, json_key(member), value);
    }
}

/* Members left out and added, one by one. */
static void break_branches(const struct site *site)
{
    if (json_type(site->value) != JSON_OBJECT) {
        break_type(site);
        break_list(site);
        return;
    }
    json_each (member, site->value)
        add(site, json_key(member), NULL);
    add_declared(site);
}

static const struct {
    const char *keyword;
    unsigned types; /* set of enum json_type */
    void (*find)(const struct site *site);
} rows[] = {
    { "type", (JSON_OBJECT << 1) - 1, break_type },
    { "enum", (JSON_OBJECT << 1) - 1, break_list },
    { "const", (JSON_OBJECT << 1) - 1, break_list },
    { "minLength", JSON_STRING, break_min_length },
    { "maxLength", JSON_STRING, break_max_length },
    { "pattern", JSON_STRING, break_pattern },
    { "format", JSON_STRING, break_format },
    { "minimum", JSON_NUMBER, break_minimum },
    { "maximum", JSON_NUMBER, break_maximum },
    { "exclusiveMinimum", JSON_NUMBER, break_exclusive },
    { "exclusiveMaximum", JSON_NUMBER, break_exclusive },
    { "multipleOf", JSON_NUMBER, break_multiple },
    { "minItems", JSON_ARRAY, break_min_items },
    { "maxItems", JSON_ARRAY, break_max_items },
    { "uniqueItems", JSON_ARRAY, break_unique },
    { "contains", JSON_ARRAY, break_contains },
    { "additionalItems", JSON_ARRAY, break_more_items },
    { "required", JSON_OBJECT, break_required },
    { "dependencies", JSON_OBJECT, break_dependencies },
    { "additionalProperties", JSON_OBJECT, break_more_properties },
    { "propertyNames", JSON_OBJECT, break_names },
    { "minProperties", JSON_OBJECT, break_min_properties },
    { "maxProperties", JSON_OBJECT, break_max_properties },
    { "properties", JSON_OBJECT, add_declared },
    { "not", (JSON_OBJECT << 1) - 1, break_branches },
    { "anyOf", (JSON_OBJECT << 1) - 1, break_branches },
    { "oneOf", (JSON_OBJECT << 1) - 1, break_branches },
    { "if", (JSON_OBJECT << 1) - 1, break_branches },
};

/* ---- what describes a value ---- */

struct nodes {
    const struct breakages *list;
    const json *items[NODES_MOST];
    size_t count;
};

static bool add_node(void *context, const json *node)
{
    static const char *const lists[] = { "allOf", "anyOf", "oneOf" };
    static const char *const branches[] = { "then", "else" };
    struct nodes *nodes = context;
    const json *target = schema_target(nodes->list->schema, node);

    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->items[i] == target)
            return true;
    if (json_type(target) != JSON_OBJECT || nodes->count == NODES_MOST)
        return true;
    nodes->items[nodes->count++] = target;
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
        json_each (branch, json_get(target, lists[i]))
            add_node(nodes, branch);
    for (size_t i = 0; i < sizeof(branches) / sizeof(*branches); i++)
        add_node(nodes, json_get(target, branches[i]));
    return true;
}

static void find_at(struct breakages *list, const struct nodes *nodes, const char *pointer,
                    const json *value);

static void find_below(struct breakages *list, const struct nodes *nodes, const char *pointer,
                       const json *value)
{
    size_t index = 0;

    json_each (child, value) {
        const char *step =
            json_key(child) ? json_key(child) : arena_printf(list->arena, "%zu", index);
        struct nodes below = { .list = list };

        if (index++ == SHOWN && !json_key(child)) /* more of the same */
            return;
        for (size_t i = 0; i < nodes->count; i++)
            schema_each_child(list->document, nodes->items[i], step, add_node, &below);
        find_at(list, &below, pointer_add(list->arena, pointer, step), child);
    }
}

static void find_at(struct breakages *list, const struct nodes *nodes, const char *pointer,
                    const json *value)
{
    if (list->count == MOST)
        return;
    for (size_t i = 0; i < nodes->count; i++)
        for (size_t k = 0; k < sizeof(rows) / sizeof(*rows); k++) {
            const json *node = nodes->items[i], *operand = json_get(node, rows[k].keyword);
            const struct site site = { list, pointer, rows[k].keyword, node, operand, value };

            if (operand && rows[k].types & (unsigned)json_type(value))
                rows[k].find(&site);
        }
    find_below(list, nodes, pointer, value);
}

void breakages_find(struct breakages *list, const json *model)
{
    struct nodes root = { .list = list };

    add_node(&root, list->document);
    find_at(list, &root, "", model);
}

const json *breakage_apply(struct arena *arena, const struct breakage *breakage, const json *model)
{
    const char *pointer = breakage->member ? pointer_add(arena, breakage->pointer, breakage->member)
                                           : breakage->pointer;
    json *broken = json_copy(arena, model);
    struct property_path path;

    if (!*pointer)
        return breakage->value;
    if (!pointer_read(arena, pointer, &path))
        return NULL;
    if (!breakage->value)
        path_remove(broken, &path);
    else if (!path_replace(broken, &path, breakage->value))
        path_set(broken, &path, breakage->value);
    return broken;
}
