/* $eval(): an expression that is a string. */
#include "functions.h"

/* `limits` of before, but for what was used since. */
static void leave(struct limits *limits, const struct limits *before)
{
    limits->way_out = before->way_out;
    limits->error = before->error;
    limits->depth = before->depth;
}

/* Whatever goes wrong inside comes back here. */
static bool evaluate(struct call *call, const struct node *root, struct value input,
                     struct value *result, struct error *error)
{
    struct limits *const limits = &call->m->limits;
    struct frame *const frame = frame_new(call->m, call->frame ? call->frame : call->m->top);
    const struct limits before = *limits;
    jmp_buf way_out;

    limits->way_out = &way_out;
    limits->error = error;
    if (setjmp(way_out)) {
        leave(limits, &before);
        return false;
    }
    *result = jsonata_evaluate_node(call->m, root, input, frame);
    leave(limits, &before);
    return true;
}

static struct value one_input(struct machine *m, struct value input)
{
    if (input.type != ARRAY || input.u.array->sequence)
        return input;
    struct array *outer = array_new(m, true);
    array_push(m, outer, input);
    outer->outer = true;
    return value_array(outer);
}

struct value fn_eval(struct call *call)
{
    const struct value *arguments = call->arguments;
    struct error error = { "" };
    struct value result = jsonata_nothing;

    if (arguments[0].type == NOTHING)
        return jsonata_nothing;
    const struct jsonata *expression =
        jsonata_parse_within(&call->m->limits, arguments[0].u.text, &error);
    if (!expression)
        call_fail(call, "D3120", "its expression: %s", error.text);
    const struct value input = arguments[1].type == NOTHING ? call->input : arguments[1];
    if (!evaluate(call, jsonata_root(expression), one_input(call->m, input), &result, &error))
        call_fail(call, "D3121", "its expression: %s", error.text);
    return result;
}
