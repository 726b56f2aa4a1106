/* Functions and their calls: lambdas, those of the table, partial applications, compositions. */
#include <string.h>

#include "jsonata_private.h"

static struct value value_function(struct machine *m, const struct function *function)
{
    struct function *copy = jsonata_alloc(&m->limits, 1, sizeof(*copy));

    *copy = *function;
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

void call_fail(const struct call *call, const char *code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const char *text = arena_vprintf(call->m->limits.arena, format, args);
    va_end(args);
    const char *name = call->builtin
                           ? arena_printf(call->m->limits.arena, "$%s", call->builtin->name)
                           : name_of(call->m, call->procedure);
    jsonata_fail(&call->m->limits, call->column, code, "%s(): %s", name, text);
}

/* ---- calling ---- */

/* A tail call is made here, when the call that it ends has left the stack. */
static struct value call_run(struct call *call)
{
    struct limits *limits = &call->m->limits;
    struct value result = { .type = PENDING, .u.call = call };

    if (++limits->depth > JSONATA_DEEPEST)
        jsonata_fail(limits, call->column, "U1001",
                     "it is more than %d levels deep; is there a recursion without an end?",
                     JSONATA_DEEPEST);
    while (result.type == PENDING) {
        call = result.u.call;
        limits->column = call->column;
        jsonata_step(limits, call->column, 1);
        result = call->function->kind->apply(call);
    }
    limits->depth--;
    return result;
}

static struct value *arguments_new(struct machine *m, size_t count)
{
    return jsonata_alloc(&m->limits, count + ARGUMENTS_LEAST, sizeof(struct value));
}

static struct call *call_new(struct machine *m, struct value function, size_t count)
{
    struct call *call = jsonata_alloc(&m->limits, 1, sizeof(*call));

    call->m = m;
    call->function = function.u.function;
    call->arguments = arguments_new(m, count);
    call->count = count;
    return call;
}

struct value call_back(struct call *call, struct value function, const struct value *arguments,
                       size_t count)
{
    if (function.type != FUNCTION)
        call_fail(call, "T1006", "what it should call is a %s, and no function",
                  value_type_name(function));
    struct call *inner = call_new(call->m, function, count);
    if (count)
        memcpy(inner->arguments, arguments, count * sizeof(*arguments));
    inner->input = call->input;
    inner->frame = call->frame;
    inner->column = call->column;
    return call_run(inner);
}

size_t function_arity(const struct function *function)
{
    return function->kind->arity(function);
}

struct value call_for_item(struct call *call, struct value function, struct value item,
                           struct value position, struct value all)
{
    const struct value arguments[] = { item, position, all };
    size_t arity = function.type == FUNCTION ? function_arity(function.u.function) : 1;

    arity = arity < 1 ? 1 : arity > 3 ? 3 : arity;
    return call_back(call, function, arguments, arity);
}

/* ---- functions of the table ---- */

static struct value apply_builtin(struct call *call)
{
    const struct builtin *builtin = call->function->builtin;
    const struct signature **signature = &call->m->signatures[jsonata_builtin_index(builtin)];

    if (!*signature)
        *signature = jsonata_signature(&call->m->limits, builtin->signature, call->column);
    call->builtin = builtin;
    jsonata_validate(call, *signature);
    for (size_t i = 0; i < call->count; i++)
        if (call->arguments[i].type == STRING)
            text_steps(call->m, call->arguments[i].u.text);
    return builtin->run(call);
}

static size_t arity_builtin(const struct function *function)
{
    return function->builtin->arity;
}

struct value value_builtin(struct machine *m, const struct builtin *builtin)
{
    static const struct function_kind kind = { apply_builtin, arity_builtin };

    const struct function **known = &m->builtins[jsonata_builtin_index(builtin)];

    if (!*known)
        *known =
            value_function(m, &(struct function){ .kind = &kind, .builtin = builtin }).u.function;
    return (struct value){ .type = FUNCTION, .u.function = *known };
}

/* ---- lambdas ---- */

static struct value apply_lambda(struct call *call)
{
    const struct function *function = call->function;
    const struct nodes *parameters = &function->node->children;
    struct frame *frame = frame_new(call->m, function->frame);

    if (function->node->signature)
        jsonata_validate(call, function->node->signature);
    for (size_t i = 0; i < parameters->count; i++)
        frame_bind(call->m, frame, parameters->items[i]->text,
                   i < call->count ? call->arguments[i] : jsonata_nothing);
    return jsonata_evaluate_node(call->m, function->node->right, function->input, frame);
}

static size_t arity_lambda(const struct function *function)
{
    return function->node->children.count;
}

struct value evaluate_lambda(struct machine *m, const struct node *node, struct value input,
                             struct frame *frame)
{
    static const struct function_kind kind = { apply_lambda, arity_lambda };

    return value_function(
        m, &(struct function){ .kind = &kind, .node = node, .frame = frame, .input = input });
}

/* ---- f ~> g ---- */

static struct value apply_composed(struct call *call)
{
    const struct value first = { .type = FUNCTION, .u.function = call->function->first };
    const struct value second = { .type = FUNCTION, .u.function = call->function->second };
    const struct value between =
        call_back(call, first, call->arguments, call->count < 1 ? 1 : call->count);

    return call_back(call, second, &between, 1);
}

static size_t arity_composed(const struct function *function)
{
    (void)function;
    return 1;
}

static struct value compose(struct machine *m, struct value first, struct value second)
{
    static const struct function_kind kind = { apply_composed, arity_composed };

    return value_function(m, &(struct function){ .kind = &kind,
                                                 .first = first.u.function,
                                                 .second = second.u.function });
}

/* ---- f(?, 1) ---- */

static struct value apply_partial(struct call *call)
{
    const struct function *partial = call->function;
    struct value *arguments = arguments_new(call->m, partial->count);
    const struct value whole = { .type = FUNCTION, .u.function = partial->first };
    size_t given = 0;

    for (size_t i = 0; i < partial->count; i++) {
        arguments[i] = partial->arguments[i];
        if (arguments[i].type != PENDING)
            continue;
        arguments[i] = given < call->count ? call->arguments[given] : jsonata_nothing;
        given++;
    }
    return call_back(call, whole, arguments, partial->count);
}

static size_t arity_partial(const struct function *function)
{
    size_t arity = 0;

    for (size_t i = 0; i < function->count; i++)
        arity += function->arguments[i].type == PENDING;
    return arity;
}

/* ---- nodes ---- */

static struct value function_of(struct machine *m, const struct node *node, struct value input,
                                struct frame *frame)
{
    const struct value function = jsonata_evaluate_node(m, node->left, input, frame);
    const bool partly = node->type == NODE_PARTIAL;

    if (function.type == FUNCTION)
        return function;
    const char *name = name_of(m, node->left);
    if (node->left->type == NODE_PATH && jsonata_builtin(name))
        jsonata_fail(&m->limits, node->column, partly ? "T1007" : "T1005",
                     "%s() is no function; write $%s()", name, name);
    jsonata_fail(&m->limits, node->column, partly ? "T1008" : "T1006",
                 function.type == NOTHING ? "%s() is called, and there is no such function"
                                          : "%s() is called, and is no function",
                 name);
}

static void evaluate_arguments(struct machine *m, const struct node *node, struct value input,
                               struct frame *frame, struct value *arguments)
{
    for (size_t i = 0; i < node->children.count; i++) {
        const struct node *child = node->children.items[i];

        arguments[i].type = PENDING;
        if (child->type != NODE_PLACEHOLDER)
            arguments[i] = jsonata_evaluate_node(m, child, input, frame);
    }
}

static struct value unwrapped(struct machine *m, struct value input)
{
    return input.type == ARRAY && input.u.array->outer ? array_at(m, input.u.array, 0) : input;
}

/* `before`: an argument in front of those that are written, or NULL. */
static struct value make_call(struct machine *m, const struct node *node, struct value input,
                              struct frame *frame, const struct value *before)
{
    const size_t extra = before ? 1 : 0;
    const struct value function = function_of(m, node, input, frame);
    struct call *call = call_new(m, function, node->children.count + extra);

    call->input = unwrapped(m, input);
    call->frame = frame;
    call->column = node->column;
    call->procedure = node->left;
    if (before)
        call->arguments[0] = *before;
    evaluate_arguments(m, node, input, frame, call->arguments + extra);
    const struct value pending = { .type = PENDING, .u.call = call };
    return node->tail && !before ? pending : call_run(call);
}

struct value evaluate_call(struct machine *m, const struct node *node, struct value input,
                           struct frame *frame)
{
    return make_call(m, node, input, frame, NULL);
}

struct value evaluate_partial(struct machine *m, const struct node *node, struct value input,
                              struct frame *frame)
{
    static const struct function_kind kind = { apply_partial, arity_partial };
    const struct value function = function_of(m, node, input, frame);
    struct value *arguments = arguments_new(m, node->children.count);

    evaluate_arguments(m, node, input, frame, arguments);
    return value_function(m, &(struct function){ .kind = &kind,
                                                 .first = function.u.function,
                                                 .arguments = arguments,
                                                 .count = node->children.count });
}

static struct value apply_value(struct machine *m, const struct node *node, struct value function,
                                struct value argument)
{
    struct call *call = call_new(m, function, 1);

    call->column = node->column;
    call->procedure = node->right;
    call->arguments[0] = argument;
    return call_run(call);
}

struct value evaluate_apply(struct machine *m, const struct node *node, struct value input,
                            struct frame *frame)
{
    const struct value left = jsonata_evaluate_node(m, node->left, input, frame);

    if (node->right->type == NODE_CALL) {
        struct value value = make_call(m, node->right, input, frame, &left);

        for (size_t i = 0; i < node->right->predicate.count; i++)
            value = evaluate_filter(m, node->right->predicate.items[i], value, frame);
        return value;
    }
    const struct value right = jsonata_evaluate_node(m, node->right, input, frame);
    if (right.type != FUNCTION)
        jsonata_fail(&m->limits, node->column, "T2006",
                     "what stands behind ~> is a %s, and must be a function",
                     value_type_name(right));
    return left.type == FUNCTION ? compose(m, left, right) : apply_value(m, node, right, left);
}
