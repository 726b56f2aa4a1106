/* Functions that call a function for each of many. */
#include "functions.h"

struct value fn_map(struct call *call)
{
    const struct value items = call->arguments[0];
    struct array *results = array_new(call->m, true);

    if (items.type == NOTHING)
        return items;
    for (size_t i = 0; i < items.u.array->count; i++) {
        const struct value result =
            call_for_item(call, call->arguments[1], array_at(call->m, items.u.array, i),
                          value_number((double)i), items);

        if (result.type != NOTHING)
            array_push(call->m, results, result);
    }
    return value_array(results);
}

static bool holds(struct call *call, struct value item, size_t position)
{
    return value_true(call->m, call_for_item(call, call->arguments[1], item,
                                             value_number((double)position), call->arguments[0]));
}

struct value fn_filter(struct call *call)
{
    const struct value items = call->arguments[0];
    struct array *results = array_new(call->m, true);

    if (items.type == NOTHING)
        return items;
    for (size_t i = 0; i < items.u.array->count; i++) {
        const struct value item = array_at(call->m, items.u.array, i);

        if (holds(call, item, i))
            array_push(call->m, results, item);
    }
    return value_array(results);
}

struct value fn_single(struct call *call)
{
    const struct value items = call->arguments[0];
    struct value found = jsonata_nothing;
    size_t count = 0;

    if (items.type == NOTHING)
        return items;
    for (size_t i = 0; i < items.u.array->count; i++) {
        const struct value item = array_at(call->m, items.u.array, i);

        jsonata_step(&call->m->limits, call->column, 1);
        if (call->arguments[1].type != NOTHING && !holds(call, item, i))
            continue;
        if (count++)
            call_fail(call, "D3138", "more than one item is wanted");
        found = item;
    }
    if (!count)
        call_fail(call, "D3139", "no item is wanted");
    return found;
}

struct value fn_reduce(struct call *call)
{
    const struct value items = call->arguments[0], function = call->arguments[1];
    struct value result = call->arguments[2];
    size_t first = 0;

    if (items.type == NOTHING)
        return items;
    const size_t arity = function_arity(function.u.function);
    if (arity < 2)
        call_fail(call, "D3050", "the function takes %zu arguments, and must take two at least",
                  arity);
    if (result.type == NOTHING && items.u.array->count)
        result = array_at(call->m, items.u.array, first++);
    for (size_t i = first; i < items.u.array->count; i++) {
        const struct value arguments[] = { result, array_at(call->m, items.u.array, i),
                                           value_number((double)i), items };

        result = call_back(call, function, arguments, arity > 4 ? 4 : arity);
    }
    return result;
}

struct value fn_each(struct call *call)
{
    const struct value value = call->arguments[0];
    struct array *results = array_new(call->m, true);

    if (value.type == NOTHING)
        return value;
    object_open(call->m, value.u.object);
    for (size_t i = 0; i < value.u.object->count; i++) {
        const struct member *member = &value.u.object->members[i];
        const struct value result = call_for_item(call, call->arguments[1], member->value,
                                                  value_string(member->key), value);

        if (result.type != NOTHING)
            array_push(call->m, results, result);
    }
    return value_array(results);
}

struct value fn_sift(struct call *call)
{
    const struct value value = call->arguments[0];
    struct object *results = object_new(call->m);

    if (value.type == NOTHING)
        return value;
    object_open(call->m, value.u.object);
    for (size_t i = 0; i < value.u.object->count; i++) {
        const struct member member = value.u.object->members[i];

        if (value_true(call->m, call_for_item(call, call->arguments[1], member.value,
                                              value_string(member.key), value)))
            object_set(call->m, results, member.key, member.value);
    }
    return results->count ? value_object(results) : jsonata_nothing;
}
