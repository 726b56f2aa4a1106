/*
 * Functions and their calls: those of the language, lambdas, compositions, partial applications,
 * and transforms, which edit a copy.
 */
#include <string.h>

#include "jsonata_private.h"

struct value value_function(struct machine *m, struct function function)
{
    struct function *copy = jsonata_alloc(&m->limits, 1, sizeof(*copy));

    *copy = function;
    return (struct value){ .type = FUNCTION, .u.function = copy };
}

static const char *name_of(struct machine *m, const struct node *procedure)
{
    if (!procedure)
        return "function";
    if (procedure->type == NODE_VARIABLE)
        return arena_printf(m->limits.arena, "$%s", jsonata_quote(&m->limits, procedure->text));
    if (procedure->type == NODE_PATH && procedure->children.count == 1 &&
        procedure->children.items[0]->type == NODE_NAME)
        return jsonata_quote(&m->limits, procedure->children.items[0]->text);
    return procedure->type == NODE_LAMBDA ? "function" : "(...)";
}

void call_fail(const struct function_call *call, const char *code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const char *text = arena_vprintf(call->m->limits.arena, format, args);
    va_end(args);
    const struct jsonata_function *builtin = call->function->builtin;
    const char *name = builtin ? arena_printf(call->m->limits.arena, "$%s", builtin->name)
                               : name_of(call->m, call->procedure);
    jsonata_fail(&call->m->limits, call->column, code, "%s(): %s", name, text);
}

/* ---- calling ---- */

/* A tail call is made here, when the call that it ends has left the stack. */
static struct value call_run(struct function_call *call)
{
    struct limits *limits = &call->m->limits;
    struct value result = { .type = PENDING, .u.call = call };

    for (jsonata_enter(limits, call->column); result.type == PENDING;) {
        call = result.u.call;
        limits->column = call->column;
        jsonata_step(limits, call->column, 1);
        result = call->function->apply(call);
    }
    limits->depth--;
    return result;
}

static struct value *arguments_new(struct machine *m, size_t count)
{
    return jsonata_alloc(&m->limits, count + ARGUMENTS_LEAST, sizeof(struct value));
}

static struct function_call *call_new(struct machine *m, struct value function, size_t count)
{
    struct function_call *call = jsonata_alloc(&m->limits, 1, sizeof(*call));

    call->m = m;
    call->function = function.u.function;
    call->arguments = arguments_new(m, count);
    call->count = count;
    return call;
}

struct value call_back(struct function_call *call, struct value function,
                       const struct value *arguments, size_t count)
{
    if (function.type != FUNCTION)
        call_fail(call, "T1006", "what it should call is a %s, and no function",
                  value_type_name(function));
    struct function_call *inner = call_new(call->m, function, count);
    if (count)
        memcpy(inner->arguments, arguments, count * sizeof(*arguments));
    inner->input = call->input;
    inner->frame = call->frame;
    inner->column = call->column;
    return call_run(inner);
}

struct value call_for_item(struct function_call *call, struct value function, struct value item,
                           struct value position, struct value all)
{
    const struct value arguments[] = { item, position, all };
    const size_t arity = function.type == FUNCTION ? function.u.function->arity : 1;

    return call_back(call, function, arguments, arity < 1 ? 1 : arity > 3 ? 3 : arity);
}

/* ---- functions of the language ---- */

static struct value apply_builtin(struct function_call *call)
{
    const struct jsonata_function *builtin = call->function->builtin;

    jsonata_validate(call, call->function->signature);
    for (size_t i = 0; i < call->count; i++)
        if (call->arguments[i].type == STRING)
            text_steps(call->m, call->arguments[i].u.text);
    for (size_t i = 0; i < builtin->needs; i++)
        if (call->arguments[i].type == NOTHING)
            return jsonata_nothing;
    return builtin->run(call);
}

/* Made once, and kept as a variable of the outermost frame. */
struct value value_builtin(struct machine *m, const char *name)
{
    const struct jsonata_function *builtin = jsonata_builtin(name);

    if (!builtin)
        return jsonata_nothing;
    const struct value function = value_function(
        m, (struct function){ .apply = apply_builtin,
                              .arity = builtin->arity,
                              .builtin = builtin,
                              .signature = jsonata_signature(&m->limits, builtin->signature, 0) });
    binding_add(m, &m->top->bindings, builtin->name, function);
    return function;
}

/* ---- lambdas ---- */

static struct value apply_lambda(struct function_call *call)
{
    const struct function *function = call->function;
    const struct node_array *parameters = &function->node->children;
    const struct evaluation in = { call->m, function->input, frame_new(call->m, function->frame) };

    if (function->signature)
        jsonata_validate(call, function->signature);
    for (size_t i = 0; i < parameters->count; i++)
        binding_add(call->m, &in.frame->bindings, parameters->items[i]->text,
                    i < call->count ? call->arguments[i] : jsonata_nothing);
    return evaluate_node(&in, function->node->right);
}

static struct value evaluate_lambda(const struct evaluation *in, const struct node *node)
{
    return value_function(in->m, (struct function){ .apply = apply_lambda,
                                                    .arity = node->children.count,
                                                    .signature = node->signature,
                                                    .node = node,
                                                    .frame = in->frame,
                                                    .input = in->input });
}

/* ---- f ~> g ---- */

static struct value apply_composed(struct function_call *call)
{
    const struct function *f = call->function;
    const struct value between =
        call_back(call, f->first, call->arguments, call->count < 1 ? 1 : call->count);

    return call_back(call, f->second, &between, 1);
}

/* ---- f(?, 1) ---- */

static struct value apply_partial(struct function_call *call)
{
    const struct function *partial = call->function;
    struct value *arguments = arguments_new(call->m, partial->count);
    size_t given = 0;

    for (size_t i = 0; i < partial->count; i++) {
        arguments[i] = partial->arguments[i];
        if (arguments[i].type != PENDING)
            continue;
        arguments[i] = given < call->count ? call->arguments[given] : jsonata_nothing;
        given++;
    }
    return call_back(call, partial->first, arguments, partial->count);
}

/* ---- calls ---- */

static struct value function_of(const struct evaluation *in, const struct node *node)
{
    const struct value function = evaluate_node(in, node->left);
    const bool partly = node->type == NODE_PARTIAL;

    if (function.type == FUNCTION)
        return function;
    const char *name = name_of(in->m, node->left);
    if (node->left->type == NODE_PATH && jsonata_builtin(name))
        jsonata_fail(&in->m->limits, node->column, partly ? "T1007" : "T1005",
                     "%s() is no function; write $%s()", name, name);
    jsonata_fail(&in->m->limits, node->column, partly ? "T1008" : "T1006",
                 function.type == NOTHING ? "%s() is called, and there is no such function"
                                          : "%s() is called, and is no function",
                 name);
}

static void evaluate_arguments(const struct evaluation *in, const struct node *node,
                               struct value *arguments)
{
    for (size_t i = 0; i < node->children.count; i++) {
        const struct node *child = node->children.items[i];

        arguments[i].type = PENDING;
        if (child->type != NODE_PLACEHOLDER)
            arguments[i] = evaluate_node(in, child);
    }
}

/* `before`: an argument in front of those that are written, or NULL. */
static struct value make_call(const struct evaluation *in, const struct node *node,
                              const struct value *before)
{
    const size_t extra = before ? 1 : 0;
    const struct value function = function_of(in, node);
    struct function_call *call = call_new(in->m, function, node->children.count + extra);

    call->input = value_inner(in->m, in->input);
    call->frame = in->frame;
    call->column = node->column;
    call->procedure = node->left;
    if (before)
        call->arguments[0] = *before;
    evaluate_arguments(in, node, call->arguments + extra);
    const struct value pending = { .type = PENDING, .u.call = call };
    return node->tail && !before ? pending : call_run(call);
}

static struct value evaluate_call(const struct evaluation *in, const struct node *node)
{
    return make_call(in, node, NULL);
}

static struct value evaluate_partial(const struct evaluation *in, const struct node *node)
{
    struct function partial = { .apply = apply_partial, .count = node->children.count };
    struct value *arguments = arguments_new(in->m, partial.count);

    partial.first = function_of(in, node);
    partial.arguments = arguments;
    evaluate_arguments(in, node, arguments);
    for (size_t i = 0; i < partial.count; i++)
        partial.arity += arguments[i].type == PENDING;
    return value_function(in->m, partial);
}

static struct value evaluate_apply(const struct evaluation *in, const struct node *node)
{
    const struct value left = evaluate_node(in, node->left);

    if (node->right->type == NODE_CALL) {
        struct evaluation behind = { in->m, make_call(in, node->right, &left), in->frame };

        for (size_t i = 0; i < node->right->predicate.count; i++)
            behind.input = evaluate_filter(&behind, node->right->predicate.items[i]);
        return behind.input;
    }
    const struct value right = evaluate_node(in, node->right);
    if (right.type != FUNCTION)
        jsonata_fail(&in->m->limits, node->column, "T2006",
                     "what stands behind ~> is a %s, and must be a function",
                     value_type_name(right));
    if (left.type == FUNCTION)
        return value_function(
            in->m, (struct function){
                       .apply = apply_composed, .arity = 1, .first = left, .second = right });
    struct function_call *call = call_new(in->m, right, 1);
    call->column = node->column;
    call->procedure = node->right;
    call->arguments[0] = left;
    return call_run(call);
}

/* ---- | where | what is set, what is deleted | ---- */

static struct value clone(struct machine *m, struct value value, int depth)
{
    struct value copy = value;

    jsonata_step_down(&m->limits, depth);
    if (value.type == ARRAY)
        copy = value_array(array_new(m, false));
    if (value.type == OBJECT)
        copy = value_object(object_new(m));
    for (size_t i = 0; i < value_count(m, value); i++) {
        const struct value item = clone(m, value_item(m, value, i), depth + 1);

        if (value.type == ARRAY)
            array_push(m, copy.u.array, item);
        else
            object_set(m, copy.u.object, value.u.object->members[i].key, item);
    }
    return copy;
}

static void set_members(const struct evaluation *in, const struct node *node)
{
    const struct value update = evaluate_node(in, node);

    if (update.type == NOTHING)
        return;
    if (update.type != OBJECT)
        jsonata_fail(&in->m->limits, node->column, "T2011",
                     "the second part of a transform | | | is a %s, and must be an object",
                     value_type_name(update));
    if (in->input.type == OBJECT)
        object_set_all(in->m, in->input.u.object, update.u.object);
}

static void delete_members(const struct evaluation *in, const struct node *node)
{
    struct array *names = array_of(in->m, evaluate_node(in, node));

    for (size_t i = 0; i < names->count; i++)
        if (array_at(in->m, names, i).type != STRING)
            jsonata_fail(&in->m->limits, node->column, "T2012",
                         "the third part of a transform | | | must be a string or "
                         "an array of strings");
    for (size_t i = 0; in->input.type == OBJECT && i < names->count; i++)
        object_remove(in->m, in->input.u.object, array_at(in->m, names, i).u.text);
}

static struct value apply_transform(struct function_call *call)
{
    const struct node *node = call->function->node;
    const struct value given = call->count ? call->arguments[0] : jsonata_nothing;

    if (given.type == NOTHING)
        return given;
    if (given.type != OBJECT && given.type != ARRAY)
        jsonata_fail(&call->m->limits, call->column, "T0410",
                     "a transform | | | is given a %s, and wants an object or an array",
                     value_type_name(given));
    struct evaluation in = { call->m, clone(call->m, given, 0), call->function->frame };
    const struct value result = in.input;
    struct array *matches = array_of(call->m, evaluate_node(&in, node->left));
    for (size_t i = 0; i < matches->count; i++) {
        in.input = array_at(call->m, matches, i);
        set_members(&in, node->right);
        if (node->third)
            delete_members(&in, node->third);
    }
    return result;
}

static struct value evaluate_transform(const struct evaluation *in, const struct node *node)
{
    return value_function(in->m, (struct function){ .apply = apply_transform,
                                                    .arity = 1,
                                                    .node = node,
                                                    .frame = in->frame,
                                                    .input = in->input });
}

const struct node_kind jsonata_call_kinds[] = {
    { NODE_CALL, evaluate_call },           { NODE_PARTIAL, evaluate_partial },
    { NODE_LAMBDA, evaluate_lambda },       { NODE_APPLY, evaluate_apply },
    { NODE_TRANSFORM, evaluate_transform }, { 0 },
};
