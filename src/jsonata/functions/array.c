/* Functions of arrays. */
#include <inttypes.h>

#include "functions.h"

static struct value fn_count(struct function_call *call)
{
    const struct value value = call->arguments[0];

    return value_number(value.type == NOTHING ? 0 : (double)value.u.array->count);
}

static struct value fn_append(struct function_call *call)
{
    return value_append(call->m, call->arguments[0], call->arguments[1]);
}

static struct array *copy_of(struct function_call *call, struct value value)
{
    struct array *copy = array_new(call->m, false);

    array_spread(call->m, copy, value);
    return copy;
}

static bool is_greater(const struct order *order, struct value a, struct value b)
{
    return value_compare(order->in->m, a, b) > 0;
}

static bool is_swapped(const struct order *order, struct value a, struct value b)
{
    const struct value both[] = { a, b };

    return value_true(order->in->m, call_back(order->call, order->call->arguments[1], both, 2));
}

static void check_sortable(struct function_call *call, struct array *array)
{
    const enum value_type type = array_at(call->m, array, 0).type;

    for (size_t i = 0; i < array->count; i++) {
        const struct value item = array_at(call->m, array, i);

        if (item.type != type || (type != NUMBER && type != STRING))
            call_fail(call, "D3070",
                      "the array holds a %s; give a function that compares, "
                      "as the items are not all numbers or all strings",
                      value_type_name(item));
    }
}

static struct value fn_sort(struct function_call *call)
{
    const struct value value = call->arguments[0];
    const bool by_function = call->arguments[1].type == FUNCTION;
    const struct evaluation in = { .m = call->m };
    const struct order order = { .after = by_function ? is_swapped : is_greater,
                                 .in = &in,
                                 .call = call };

    if (value.u.array->count < 2)
        return value;
    if (!by_function)
        check_sortable(call, value.u.array);
    struct array *sorted = copy_of(call, value);
    jsonata_sort(&order, sorted);
    return value_array(sorted);
}

static struct value fn_reverse(struct function_call *call)
{
    const struct value value = call->arguments[0];

    if (value.u.array->count < 2)
        return value;
    struct array *reversed = array_new(call->m, false);
    jsonata_step(&call->m->limits, call->column, value.u.array->count / 8);
    for (size_t i = value.u.array->count; i--;)
        array_push(call->m, reversed, array_at(call->m, value.u.array, i));
    return value_array(reversed);
}

static struct value fn_shuffle(struct function_call *call)
{
    const struct value value = call->arguments[0];

    if (value.u.array->count < 2)
        return value;
    struct array *shuffled = copy_of(call, value);
    for (size_t i = shuffled->count; i > 1; i--) {
        const size_t other = (size_t)(next_random(call->m) * (double)i);
        const struct value held = shuffled->items[i - 1];

        shuffled->items[i - 1] = shuffled->items[other];
        shuffled->items[other] = held;
    }
    return value_array(shuffled);
}

static struct value fn_distinct(struct function_call *call)
{
    const struct value value = call->arguments[0];
    struct object *known = object_new(call->m); /* where what has a hash was found */

    if (value.type != ARRAY || value.u.array->count < 2)
        return value;
    struct array *found = array_new(call->m, value.u.array->sequence);
    for (size_t i = 0; i < value.u.array->count; i++) {
        const struct value item = array_at(call->m, value.u.array, i);
        const uint64_t hash = value_hash(call->m, item);
        struct value place = value_number(0);

        for (int n = 0; place.type == NUMBER; n++) {
            const char *key = arena_printf(call->m->limits.arena, "%" PRIx64 ".%d", hash, n);

            jsonata_step(&call->m->limits, 0, n ? 1 : 0);
            place = object_get(call->m, known, key);
            if (place.type == NOTHING)
                object_set(call->m, known, key, value_number((double)found->count));
            else if (value_equal(call->m, array_at(call->m, found, (size_t)place.u.number), item))
                break;
        }
        if (place.type == NOTHING)
            array_push(call->m, found, item);
    }
    return value_array(found);
}

static struct value fn_zip(struct function_call *call)
{
    struct array *rows = array_new(call->m, false);
    size_t least = SIZE_MAX;

    for (size_t i = 0; i < call->count; i++) {
        const struct value column = call->arguments[i];
        const size_t count = column.type == ARRAY ? column.u.array->count : 0;

        least = count < least ? count : least;
    }
    for (size_t row = 0; call->count && row < least; row++) {
        struct array *items = array_new(call->m, false);

        for (size_t i = 0; i < call->count; i++)
            array_push(call->m, items, array_at(call->m, call->arguments[i].u.array, row));
        array_push(call->m, rows, value_array(items));
    }
    return value_array(rows);
}

const struct jsonata_function array_functions[] = {
    { "append", "xx:a", fn_append, .arity = 2 },
    { "count", "a:n", fn_count, .arity = 1 },
    { "distinct", "x:x", fn_distinct, .arity = 1 },
    { "reverse", "a:a", fn_reverse, .arity = 1, .needs = 1 },
    { "shuffle", "a:a", fn_shuffle, .arity = 1, .needs = 1 },
    { "sort", "af?:a", fn_sort, .arity = 2, .needs = 1 },
    { "zip", "a+", fn_zip, .arity = 0 },
    { 0 },
};
