/* Faults that show on unusual values only, or inside of values. */
#include <math.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "builtin_private.h"

enum { CUT = 128 }; /* bytes of a string that a column of a database takes */

static json *shown(json *event)
{
    return json_edit(event, "resourceModel");
}

void fault_null_code(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set(event, "errorCode", NULL);
}

void fault_empty_code(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_string(event, "errorCode", "");
}

void fault_message_number(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_number(event, "message", 404);
}

void fault_status_space(struct builtin *builtin, const json *payload, json *event)
{
    (void)builtin;
    (void)payload;
    json_set_string(event, "status", "SUCCESS ");
}

/* Another value for one at the top, or NULL. */
typedef const json *turn(struct arena *arena, const json *value);

static void turn_each(const struct builtin *builtin, json *event, turn *into)
{
    struct arena *arena = builtin->call->arena;
    const json *before = shown(event) ? json_copy(arena, shown(event)) : NULL;

    json_each (member, before) {
        const json *other =
            fault_changeable(builtin->type, json_key(member)) ? into(arena, member) : NULL;

        if (other)
            json_set(shown(event), json_key(member), other);
    }
}

static const json *cut(struct arena *arena, const json *value)
{
    const char *text = json_string(value);
    size_t length = CUT;

    if (!text || strlen(text) <= CUT)
        return NULL;
    while (((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    return json_new_string(arena, arena_copy(arena, text, length));
}

void fault_truncate(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    turn_each(builtin, event, cut);
}

static const json *rounded(struct arena *arena, const json *value)
{
    return json_type(value) == JSON_NUMBER && !json_is_integer(value)
               ? json_new_number(arena, floor(json_number(value, 0)))
               : NULL;
}

void fault_round(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    turn_each(builtin, event, rounded);
}

static const json *lowered(struct arena *arena, const json *value)
{
    const char *text = json_string(value);
    char *copy = text ? arena_copy(arena, text, strlen(text)) : NULL;

    for (char *c = copy; c && *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    return copy ? json_new_string(arena, copy) : NULL;
}

void fault_lower(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    turn_each(builtin, event, lowered);
}

/* As what is put into a page, or on one line. */
static const json *on_one_line(struct arena *arena, const json *value)
{
    const char *text = json_string(value);
    char *copy = text ? arena_copy(arena, text, strlen(text)) : NULL;

    for (char *c = copy; c && *c; c++)
        if (*c == '\n')
            *c = ' ';
    return copy ? json_new_string(arena, copy) : NULL;
}

void fault_one_line(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    turn_each(builtin, event, on_one_line);
}

static const json *escaped(struct arena *arena, const json *value)
{
    struct text out = text_new(arena);

    if (!json_string(value))
        return NULL;
    for (const char *c = json_string(value); *c; c++)
        text_add_bytes(&out, *c == '&' ? "&amp;" : c, *c == '&' ? strlen("&amp;") : 1);
    return json_new_string(arena, out.bytes);
}

void fault_escape(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    turn_each(builtin, event, escaped);
}

static bool is_before(const json *a, const json *b)
{
    if (json_string(a) && json_string(b))
        return strcmp(json_string(a), json_string(b)) < 0;
    return json_number(a, 0) < json_number(b, 0);
}

static const json *sorted(struct arena *arena, const json *value)
{
    json *array = json_array(arena), *rest = json_copy(arena, value);

    if (json_type(value) != JSON_ARRAY)
        return NULL;
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

void fault_sort(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    turn_each(builtin, event, sorted);
}

/* As a serializer that knows of all properties. */
void fault_null_absent(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    json_each (property, json_get(builtin->type->document, "properties"))
        if (fault_changeable(builtin->type, json_key(property)) && shown(event) &&
            !json_get(shown(event), json_key(property)))
            json_set(shown(event), json_key(property), NULL);
}

/* The first object inside of a value, or NULL. */
static json *inside(json *value)
{
    for (json *child = json_edit_first(value); child; child = json_edit_next(child)) {
        json *found = json_type(child) == JSON_OBJECT && json_first(child) ? child : inside(child);

        if (found)
            return found;
    }
    return NULL;
}

void fault_nested_null(struct builtin *builtin, const json *payload, json *event)
{
    json *object = inside(shown(event));

    (void)builtin;
    (void)payload;
    if (object)
        json_set(object, "CfncNull", NULL);
}

void fault_nested_undeclared(struct builtin *builtin, const json *payload, json *event)
{
    json *object = inside(shown(event));

    (void)builtin;
    (void)payload;
    if (object)
        json_set_string(object, "CfncUndeclared0", "x");
}

void fault_no_nested_read_only(struct builtin *builtin, const json *payload, json *event)
{
    const struct property_set *set = &builtin->type->read_only;

    (void)payload;
    for (size_t i = 0; i < set->count; i++)
        if (set->paths[i].depth > 1 && shown(event))
            path_remove(shown(event), &set->paths[i]);
}

/* The youngest of the others becomes another one, though nobody asked for that. */
void fault_touch_neighbour(struct builtin *builtin, const json *payload, json *event)
{
    const struct call *call = builtin->call;
    struct resource *next = NULL;

    (void)payload;
    (void)event;
    for (struct resource *r = builtin->first; r; r = r->next)
        if (!r->ghost && !resource_type_same(call->type, r->full, call->full))
            next = r;
    if (!next)
        return;
    json *model = json_copy(call->arena, next->full);
    json_each (property, model) {
        const char *key = json_key(property);

        if (json_get(next->requested, key) && fault_changeable(call->type, key) &&
            fault_change(call, model, pointer_add(call->arena, "", key))) {
            store_put(builtin, model, next->requested, NULL, next);
            return;
        }
    }
}
