/* Functions that call a function for each of many, or evaluate an expression: $eval(). */
#include "functions.h"

/* The argument 2 of the call, applied to an item or a member of argument 1. */
static struct value apply(struct function_call *call, size_t index)
{
    const struct value all = call->arguments[0];
    const struct value position = all.type == OBJECT
                                      ? value_string(all.u.object->members[index].key)
                                      : value_number((double)index);

    return call_for_item(call, call->arguments[1], value_item(call->m, all, index), position, all);
}

static struct value fn_map(struct function_call *call)
{
    struct array *results = array_new(call->m, true);

    for (size_t i = 0; i < value_count(call->m, call->arguments[0]); i++) {
        const struct value result = apply(call, i);

        if (result.type != NOTHING)
            array_push(call->m, results, result);
    }
    return value_array(results);
}

static struct value fn_filter(struct function_call *call)
{
    struct array *results = array_new(call->m, true);
    struct array *items = call->arguments[0].u.array;

    for (size_t i = 0; i < items->count; i++)
        if (value_true(call->m, apply(call, i)))
            array_push(call->m, results, array_at(call->m, items, i));
    return value_array(results);
}

static struct value fn_single(struct function_call *call)
{
    const struct value items = call->arguments[0];
    struct value found = jsonata_nothing;
    size_t count = 0;

    for (size_t i = 0; i < items.u.array->count; i++) {
        const struct value item = array_at(call->m, items.u.array, i);

        jsonata_step(&call->m->limits, call->column, 1);
        if (call->arguments[1].type != NOTHING && !value_true(call->m, apply(call, i)))
            continue;
        if (count++)
            call_fail(call, "D3138", "more than one item is wanted");
        found = item;
    }
    if (!count)
        call_fail(call, "D3139", "no item is wanted");
    return found;
}

static struct value fn_reduce(struct function_call *call)
{
    const struct value items = call->arguments[0], function = call->arguments[1];
    struct value result = call->arguments[2];
    size_t first = 0;

    const size_t arity = function.u.function->arity;
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

static struct value fn_sift(struct function_call *call)
{
    const struct value value = call->arguments[0];
    struct object *results = object_new(call->m);

    for (size_t i = 0; i < value_count(call->m, value); i++)
        if (value_true(call->m, apply(call, i)))
            object_set(call->m, results, value.u.object->members[i].key,
                       value.u.object->members[i].value);
    return results->count ? value_object(results) : jsonata_nothing;
}

/* ---- $eval ---- */

/* Whatever goes wrong inside comes back here. */
static bool evaluate_within(struct function_call *call, const struct node *root, struct value input,
                            struct value *result, struct error *error)
{
    struct limits *const limits = &call->m->limits;
    struct frame *const frame = frame_new(call->m, call->frame ? call->frame : call->m->top);
    const struct evaluation in = { call->m, input, frame };
    const struct limits before = *limits;
    volatile bool done = false;
    jmp_buf way_out;

    limits->way_out = &way_out;
    limits->error = error;
    if (!setjmp(way_out)) {
        *result = evaluate_node(&in, root);
        done = true;
    }
    limits->way_out = before.way_out;
    limits->error = before.error;
    limits->depth = before.depth;
    return done;
}

static struct value fn_eval(struct function_call *call)
{
    const struct value *arguments = call->arguments;
    struct value input = arguments[1].type == NOTHING ? call->input : arguments[1];
    struct error error = { .text = "" };
    struct value result = jsonata_nothing;
    const struct jsonata *expression =
        jsonata_parse_within(&call->m->limits, arguments[0].u.text, NULL, &error);

    if (!expression)
        call_fail(call, "D3120", "its expression: %s", error.text);
    if (input.type == ARRAY && !input.u.array->sequence)
        input = value_outer(call->m, input);
    if (!evaluate_within(call, expression->root, input, &result, &error))
        call_fail(call, "D3121", "its expression: %s", error.text);
    return result;
}

const struct jsonata_function higher_functions[] = {
    { "each", "o-f:a", fn_map, .arity = 2, .needs = 1 },
    { "eval", "sx?:x", fn_eval, .arity = 2, .needs = 1 },
    { "filter", "af", fn_filter, .arity = 2, .needs = 1 },
    { "map", "af", fn_map, .arity = 2, .needs = 1 },
    { "reduce", "afj?:j", fn_reduce, .arity = 3, .needs = 1 },
    { "sift", "o-f?:o", fn_sift, .arity = 2, .needs = 1 },
    { "single", "af?", fn_single, .arity = 2, .needs = 1 },
    { 0 },
};
