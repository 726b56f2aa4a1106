/* Functions of arrays. */
#include <string.h>

#include "functions.h"

struct value fn_count(struct call *call)
{
    const struct value value = call->arguments[0];

    return value_number(value.type == NOTHING ? 0 : (double)value.u.array->count);
}

struct value fn_append(struct call *call)
{
    return value_append(call->m, call->arguments[0], call->arguments[1]);
}

static struct array *copy_of(struct call *call, struct value value)
{
    struct array *copy = array_new(call->m, false);

    array_spread(call->m, copy, value);
    return copy;
}

static bool is_greater(const struct order *order, struct value a, struct value b)
{
    return a.type == STRING ? text_compare(order->m, a.u.text, b.u.text) > 0
                            : a.u.number > b.u.number;
}

static bool is_swapped(const struct order *order, struct value a, struct value b)
{
    const struct value both[] = { a, b };

    return value_true(order->m, call_back(order->call, order->call->arguments[1], both, 2));
}

static void check_sortable(struct call *call, struct array *array)
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

struct value fn_sort(struct call *call)
{
    const struct value value = call->arguments[0];
    const bool by_function = call->arguments[1].type == FUNCTION;
    const struct order order = { .after = by_function ? is_swapped : is_greater,
                                 .m = call->m,
                                 .call = call };

    if (value.type == NOTHING || value.u.array->count < 2)
        return value;
    if (!by_function)
        check_sortable(call, value.u.array);
    struct array *sorted = copy_of(call, value);
    jsonata_sort(&order, sorted->items, sorted->count);
    return value_array(sorted);
}

struct value fn_reverse(struct call *call)
{
    const struct value value = call->arguments[0];

    if (value.type == NOTHING || value.u.array->count < 2)
        return value;
    struct array *reversed = array_new(call->m, false);
    jsonata_step(&call->m->limits, call->column, value.u.array->count / 8);
    for (size_t i = value.u.array->count; i--;)
        array_push(call->m, reversed, array_at(call->m, value.u.array, i));
    return value_array(reversed);
}

struct value fn_shuffle(struct call *call)
{
    const struct value value = call->arguments[0];

    if (value.type == NOTHING || value.u.array->count < 2)
        return value;
    struct array *shuffled = copy_of(call, value);
    for (size_t i = shuffled->count; i > 1; i--) {
        const size_t other = (size_t)(fn_random(call).u.number * (double)i);
        const struct value held = shuffled->items[i - 1];

        shuffled->items[i - 1] = shuffled->items[other];
        shuffled->items[other] = held;
    }
    return value_array(shuffled);
}

/* Finds equal values by their hashes. */
struct seen {
    struct array *values;
    uint32_t *slots; /* positions from 1 */
    uint64_t *hashes;
    size_t size;
};

static bool add_new(struct machine *m, struct seen *seen, struct value value)
{
    const uint64_t hash = value_hash(m, value);
    size_t slot = (hash ^ hash >> 29) & (seen->size - 1);

    for (; seen->slots[slot]; slot = (slot + 1) & (seen->size - 1)) {
        const size_t position = seen->slots[slot] - 1;

        jsonata_step(&m->limits, 0, 1);
        if (seen->hashes[position] == hash &&
            value_equal(m, array_at(m, seen->values, position), value))
            return false;
    }
    seen->hashes[seen->values->count] = hash;
    array_push(m, seen->values, value);
    seen->slots[slot] = (uint32_t)seen->values->count;
    return true;
}

struct value fn_distinct(struct call *call)
{
    const struct value value = call->arguments[0];
    struct seen seen = { .size = 16 };

    if (value.type != ARRAY || value.u.array->count < 2)
        return value;
    while (seen.size < value.u.array->count * 2)
        seen.size *= 2;
    seen.values = array_new(call->m, value.u.array->sequence);
    seen.slots = jsonata_alloc(&call->m->limits, seen.size, sizeof(*seen.slots));
    seen.hashes = jsonata_alloc(&call->m->limits, value.u.array->count, sizeof(*seen.hashes));
    for (size_t i = 0; i < value.u.array->count; i++)
        add_new(call->m, &seen, array_at(call->m, value.u.array, i));
    return value_array(seen.values);
}

struct value fn_zip(struct call *call)
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
