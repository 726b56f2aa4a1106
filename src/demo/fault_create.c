/* Faults that show on some requests only, or only now and then. */
#include <string.h>

#include "builtin_private.h"

static json *shown(json *event)
{
    return json_edit(event, "resourceModel");
}

/* Something that nobody asked for, beside what was. */
void fault_extra_requested(struct builtin *builtin, const json *payload, json *event)
{
    const struct call *call = builtin->call;

    (void)payload;
    json_each (property, json_get(builtin->type->document, "properties")) {
        const char *key = json_key(property);
        struct property_path path;

        if (!fault_changeable(builtin->type, key) || json_get(call->requested, key) ||
            fault_has_default(builtin->type, property) ||
            !pointer_read(call->arena, pointer_add(call->arena, "", key), &path))
            continue;
        const json *value = model_value(call, &path);
        if (value) {
            json_set(shown(event), key, value);
            return;
        }
    }
}

/* The first READ after a create comes too early. */
void fault_stale_once(struct builtin *builtin, const json *payload, json *event)
{
    if (builtin->call->unread)
        fault_drop_property(builtin, payload, event);
}

void fault_second_read(struct builtin *builtin, const json *payload, json *event)
{
    if (builtin->call->reads == 1)
        fault_wrong_value(builtin, payload, event);
}

void fault_alone_drops(struct builtin *builtin, const json *payload, json *event)
{
    if (builtin->call->alone)
        fault_drop_property(builtin, payload, event);
}

void fault_drop_tags(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    if (shown(event))
        path_remove(shown(event), &builtin->type->tag_property);
}

/* What does not exist is given back as it was asked for, unless it was deleted. */
void fault_invent(struct builtin *builtin, const json *payload, json *event)
{
    const struct call *call = builtin->call;

    (void)payload;
    if (store_find(builtin, call->desired, true) || resource_type_lacks(call->type, call->desired))
        return;
    json *model = json_copy(call->arena, call->desired);
    model_add_read_only(call, model, NULL);
    json_set_string(event, "status", "SUCCESS");
    json_remove(event, "errorCode");
    json_remove(event, "message");
    json_set(event, "resourceModel", model_shown(call, model));
}

static bool is_empty(const json *value)
{
    const double number = json_number(value, 1);

    return json_false(value) || (number >= 0 && number <= 0) ||
           (json_string(value) && !*json_string(value)) ||
           (json_type(value) & (JSON_ARRAY | JSON_OBJECT) && !json_first(value));
}

/* As who writes `if value:` where `if value is not None:` is meant. */
void fault_drop_empties(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    for (json *member = json_edit_first(shown(event)), *next; member; member = next) {
        next = json_edit_next(member);
        if (is_empty(member) && fault_changeable(builtin->type, json_key(member)))
            json_remove(shown(event), json_key(member));
    }
}

/* Read-only values may tell apart what was asked for twice. */
static void drop_twins(json *array, const json *asked)
{
    for (size_t i = json_length(asked); i-- > 1;)
        for (size_t k = 0; k < i && json_length(array) > i; k++)
            if (json_equal(json_at(asked, k), json_at(asked, i))) {
                json_remove_at(array, i);
                break;
            }
}

/* As who keeps a list in a set. */
void fault_drop_duplicates(struct builtin *builtin, const json *payload, json *event)
{
    (void)payload;
    for (json *member = json_edit_first(shown(event)); member; member = json_edit_next(member))
        if (json_type(member) == JSON_ARRAY &&
            fault_changeable_inside(builtin->type, json_key(member)))
            drop_twins(member, json_get(builtin->call->requested, json_key(member)));
}

static const char *questioned(struct arena *arena, const char *text)
{
    char *copy = arena_copy(arena, text, strlen(text));

    for (char *c = copy; *c; c++)
        if ((unsigned char)*c > 127)
            *c = '?';
    return copy;
}

/* As who writes to a file in ASCII. */
void fault_ascii(struct builtin *builtin, const json *payload, json *event)
{
    const json *before = shown(event) ? json_copy(builtin->call->arena, shown(event)) : NULL;

    (void)payload;
    json_each (member, before)
        if (json_string(member) && fault_changeable(builtin->type, json_key(member)))
            json_set_string(shown(event), json_key(member),
                            questioned(builtin->call->arena, json_string(member)));
}

/* Of a request that leaves optional properties out, one more goes astray. */
void fault_drop_when_absent(struct builtin *builtin, const json *payload, json *event)
{
    const struct call *call = builtin->call;

    json_each (property, json_get(builtin->type->document, "properties"))
        if (fault_changeable(builtin->type, json_key(property)) &&
            !json_get(call->requested, json_key(property))) {
            fault_drop_property(builtin, payload, event);
            return;
        }
}

/* Another resource like the one that is being created, for a fault. */
void fault_make_two(const struct call *call, const json *model, const json *requested)
{
    json *twin = json_copy(call->arena, model);

    if (model_add_identifiers(call, twin))
        return;
    model_add_read_only(call, twin, NULL);
    store_put(call->builtin, twin, requested, NULL, NULL);
}
