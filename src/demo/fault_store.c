/* Faults of what values are kept in: a column that trims, has no sign, or too few bits. */
#include <math.h>
#include <string.h>

#include "builtin_private.h"

/* Another value for one at the top, or NULL. */
typedef const json *turn(struct arena *arena, const json *value);

static void turn_each(const struct builtin *builtin, json *model, turn *into)
{
    struct arena *arena = builtin->call->arena;
    const json *before = model ? json_copy(arena, model) : NULL;

    json_each (member, before) {
        const json *other =
            fault_changeable(builtin->type, json_key(member)) ? into(arena, member) : NULL;

        if (other)
            json_set(model, json_key(member), other);
    }
}

static json *shown(json *event)
{
    return json_edit(event, "resourceModel");
}

static const json *trimmed(struct arena *arena, const json *value)
{
    const char *text = json_string(value);

    if (!text)
        return NULL;
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length && text[length - 1] == ' ')
        length--;
    return json_new_string(arena, arena_copy(arena, text, length));
}

void fault_trim(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    turn_each(builtin, shown(event), trimmed);
}

void fault_trim_stored(struct builtin *builtin, json *model, const json *stored)
{
    (void)stored;
    turn_each(builtin, model, trimmed);
}

static const json *unsigned_of(struct arena *arena, const json *value)
{
    return json_type(value) == JSON_NUMBER ? json_new_number(arena, fabs(json_number(value, 0)))
                                           : NULL;
}

void fault_lose_sign(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    turn_each(builtin, shown(event), unsigned_of);
}

/* What does not fit becomes the greatest, or the least, that does. */
static const json *clamped(struct arena *arena, const json *value)
{
    static const double least = -2147483648.0, greatest = 2147483647.0;
    const double number = json_number(value, 0);

    if (json_type(value) != JSON_NUMBER || !json_is_integer(value))
        return NULL;
    return json_new_number(arena, number < least ? least : number > greatest ? greatest : number);
}

void fault_clamp(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    turn_each(builtin, shown(event), clamped);
}

static const json *single_precision(struct arena *arena, const json *value)
{
    return json_type(value) == JSON_NUMBER
               ? json_new_number(arena, (double)(float)json_number(value, 0))
               : NULL;
}

void fault_single_precision(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    turn_each(builtin, shown(event), single_precision);
}

/* As a language does that has one word for zero, false and nothing. */
static void drop(const struct builtin *builtin, json *model, enum json_type type)
{
    for (json *member = json_edit_first(model), *next; member; member = next) {
        next = json_edit_next(member);
        if (json_type(member) == type && fault_changeable(builtin->type, json_key(member)) &&
            (json_false(member) || json_equal(member, json_new_number(builtin->call->arena, 0))))
            json_remove(model, json_key(member));
    }
}

void fault_drop_zero(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    drop(builtin, shown(event), JSON_NUMBER);
}

void fault_drop_false(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    drop(builtin, shown(event), JSON_BOOLEAN);
}

/* The map with keys in small letters. */
static const json *lowered_keys(struct arena *arena, const json *map)
{
    json *lowered = json_object(arena);

    if (json_type(map) != JSON_OBJECT)
        return NULL;
    json_each (member, map) {
        char *key = arena_copy(arena, json_key(member), strlen(json_key(member)));

        for (char *c = key; *c; c++)
            if (*c >= 'A' && *c <= 'Z')
                *c = (char)(*c - 'A' + 'a');
        json_set(lowered, key, member);
    }
    return lowered;
}

void fault_lower_keys(struct builtin *builtin, const json *payload, json *event)
{
    struct arena *arena = builtin->call->arena;
    const json *before = shown(event) ? json_copy(arena, shown(event)) : NULL;

    (void)payload;
    json_each (member, before)
        if (fault_changeable(builtin->type, json_key(member)) && json_type(member) == JSON_OBJECT &&
            fault_is_mixed_map(builtin->type, json_key(member)))
            json_set(shown(event), json_key(member), lowered_keys(arena, member));
}

/* An update of the columns that were filled when it was created. */
void fault_ignore_new(struct builtin *builtin, json *model, const json *stored)
{
    for (json *member = json_edit_first(model), *next; member; member = next) {
        next = json_edit_next(member);
        if (!json_get(stored, json_key(member)) &&
            fault_changeable_inside(builtin->type, json_key(member)))
            json_remove(model, json_key(member));
    }
}

/* One row for a property, where a list needs several. */
void fault_first_items(struct builtin *builtin, json *model, const json *stored)
{
    (void)stored;
    for (json *member = json_edit_first(model); member; member = json_edit_next(member))
        if (json_type(member) == JSON_ARRAY &&
            fault_changeable_inside(builtin->type, json_key(member)))
            while (json_length(member) > 1)
                json_remove_at(member, json_length(member) - 1);
}
