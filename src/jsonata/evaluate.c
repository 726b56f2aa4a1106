/* Evaluates a tree: a row for each kind of node. Paths are in path.c, calls in call.c. */
#include <string.h>

#include "jsonata_private.h"

typedef struct value evaluating(struct machine *m, const struct node *node, struct value input,
                                struct frame *frame);

/* ---- frames ---- */

struct frame *frame_new(struct machine *m, struct frame *parent)
{
    struct frame *frame = jsonata_alloc(&m->limits, 1, sizeof(*frame));

    frame->parent = parent;
    return frame;
}

struct frame *frame_of_tuple(struct machine *m, struct frame *parent, const struct tuple *tuple)
{
    struct frame *frame = frame_new(m, parent);

    frame->bindings = tuple->bindings;
    return frame;
}

void frame_bind(struct machine *m, struct frame *frame, const char *name, struct value value)
{
    struct binding *binding = jsonata_alloc(&m->limits, 1, sizeof(*binding));

    *binding = (struct binding){ frame->bindings, name, value };
    frame->bindings = binding;
}

static const struct binding *frame_find(struct machine *m, const struct frame *frame,
                                        const char *name)
{
    size_t passed = 0;

    for (; frame; frame = frame->parent, passed++)
        for (const struct binding *b = frame->bindings; b; b = b->next, passed++)
            if (b->name == name || strcmp(b->name, name) == 0) {
                jsonata_step(&m->limits, 0, passed / 16);
                return b;
            }
    jsonata_step(&m->limits, 0, passed / 16);
    return NULL;
}

/* ---- leaves ---- */

static struct value evaluate_number(struct machine *m, const struct node *node, struct value input,
                                    struct frame *frame)
{
    (void)m, (void)input, (void)frame;
    return value_number(node->number);
}

static struct value evaluate_string(struct machine *m, const struct node *node, struct value input,
                                    struct frame *frame)
{
    (void)m, (void)input, (void)frame;
    return value_string(node->text);
}

static struct value evaluate_literal(struct machine *m, const struct node *node, struct value input,
                                     struct frame *frame)
{
    (void)m, (void)input, (void)frame;
    return *node->text == 'n' ? value_null() : value_boolean(*node->text == 't');
}

static struct value evaluate_name(struct machine *m, const struct node *node, struct value input,
                                  struct frame *frame)
{
    (void)frame;
    return value_lookup(m, input, node->text);
}

static struct value evaluate_variable(struct machine *m, const struct node *node,
                                      struct value input, struct frame *frame)
{
    if (!*node->text)
        return input.type == ARRAY && input.u.array->outer ? array_at(m, input.u.array, 0) : input;
    if (strcmp(node->text, "$") == 0)
        return m->root;
    const struct binding *binding = frame_find(m, frame, node->text);
    if (binding)
        return binding->value;
    const struct builtin *builtin = jsonata_builtin(node->text);
    return builtin ? value_builtin(m, builtin) : jsonata_nothing;
}

static struct value evaluate_parent(struct machine *m, const struct node *node, struct value input,
                                    struct frame *frame)
{
    const struct binding *binding = frame_find(m, frame, node->slot->label);

    (void)input;
    return binding ? binding->value : jsonata_nothing;
}

static void flatten(struct machine *m, struct array *out, struct value value, int depth)
{
    if (depth > JSON_DEEPEST)
        jsonata_fail(&m->limits, 0, "U1001", "arrays are nested more than %d levels deep",
                     JSON_DEEPEST);
    jsonata_step(&m->limits, 0, 1);
    if (value.type != ARRAY) {
        array_push(m, out, value);
        return;
    }
    for (size_t i = 0; i < value.u.array->count; i++)
        flatten(m, out, array_at(m, value.u.array, i), depth + 1);
}

/* With the items of an array it is no longer a sequence: one of them stays an array of one. */
static void flatten_member(struct machine *m, struct array *out, struct value value)
{
    flatten(m, out, value, 0);
    out->sequence = out->sequence && value.type != ARRAY;
}

static struct value evaluate_wildcard(struct machine *m, const struct node *node,
                                      struct value input, struct frame *frame)
{
    struct array *found = array_new(m, true);

    (void)node, (void)frame;
    if (input.type == ARRAY && input.u.array->outer && input.u.array->count)
        input = array_at(m, input.u.array, 0);
    if (input.type == OBJECT) {
        object_open(m, input.u.object);
        for (size_t i = 0; i < input.u.object->count; i++)
            flatten_member(m, found, input.u.object->members[i].value);
    } else if (input.type == ARRAY) {
        for (size_t i = 0; i < input.u.array->count; i++)
            flatten_member(m, found, array_at(m, input.u.array, i));
    }
    return value_array(found);
}

static void descend(struct machine *m, struct array *found, struct value value, int depth)
{
    if (depth > JSON_DEEPEST)
        jsonata_fail(&m->limits, 0, "U1001", "a value is nested more than %d levels deep",
                     JSON_DEEPEST);
    jsonata_step(&m->limits, 0, 1);
    if (value.type == ARRAY) {
        for (size_t i = 0; i < value.u.array->count; i++)
            descend(m, found, array_at(m, value.u.array, i), depth + 1);
        return;
    }
    array_push(m, found, value);
    if (value.type != OBJECT)
        return;
    object_open(m, value.u.object);
    for (size_t i = 0; i < value.u.object->count; i++)
        descend(m, found, value.u.object->members[i].value, depth + 1);
}

static struct value evaluate_descendant(struct machine *m, const struct node *node,
                                        struct value input, struct frame *frame)
{
    struct array *found = array_new(m, true);

    (void)node, (void)frame;
    if (input.type != NOTHING)
        descend(m, found, input, 0);
    return value_array(found);
}

/* ---- what holds other nodes ---- */

static struct value evaluate_binary(struct machine *m, const struct node *node, struct value input,
                                    struct frame *frame)
{
    return node->operator->evaluate(m, node, input, frame);
}

static struct value evaluate_negate(struct machine *m, const struct node *node, struct value input,
                                    struct frame *frame)
{
    const struct value value = jsonata_evaluate_node(m, node->left, input, frame);

    if (value.type == NOTHING)
        return value;
    if (value.type != NUMBER)
        jsonata_fail(&m->limits, node->column, "D1002", "- stands before a %s, and wants a number",
                     value_type_name(value));
    return value_number(-value.u.number);
}

/* An array that is written inside of one stays an array; the items of any other are taken. */
static struct value evaluate_array(struct machine *m, const struct node *node, struct value input,
                                   struct frame *frame)
{
    struct array *array = array_new(m, false);

    for (size_t i = 0; i < node->children.count; i++) {
        const struct node *child = node->children.items[i];
        const struct value value = jsonata_evaluate_node(m, child, input, frame);

        if (node->children.count == 1 && value.type == ARRAY && value.u.array->range) {
            array = value.u.array;
            array->sequence = false;
            break;
        }
        if (value.type == NOTHING)
            continue;
        if (child->type == NODE_ARRAY)
            array_push(m, array, value);
        else
            array_spread(m, array, value);
    }
    array->constructed = node->constructs;
    return value_array(array);
}

static struct value evaluate_object(struct machine *m, const struct node *node, struct value input,
                                    struct frame *frame)
{
    return evaluate_group(m, node, input, frame);
}

static struct value evaluate_block(struct machine *m, const struct node *node, struct value input,
                                   struct frame *frame)
{
    struct frame *inner = frame_new(m, frame);
    struct value result = jsonata_nothing;

    for (size_t i = 0; i < node->children.count; i++)
        result = jsonata_evaluate_node(m, node->children.items[i], input, inner);
    return result;
}

static struct value evaluate_condition(struct machine *m, const struct node *node,
                                       struct value input, struct frame *frame)
{
    const struct value test = jsonata_evaluate_node(m, node->left, input, frame);

    if (value_true(m, test))
        return jsonata_evaluate_node(m, node->right, input, frame);
    return node->third ? jsonata_evaluate_node(m, node->third, input, frame) : jsonata_nothing;
}

static struct value evaluate_default(struct machine *m, const struct node *node, struct value input,
                                     struct frame *frame)
{
    const struct value value = jsonata_evaluate_node(m, node->left, input, frame);

    return value_true(m, value) ? value : jsonata_evaluate_node(m, node->right, input, frame);
}

static struct value evaluate_coalesce(struct machine *m, const struct node *node,
                                      struct value input, struct frame *frame)
{
    const struct value value = jsonata_evaluate_node(m, node->left, input, frame);

    return value.type != NOTHING ? value : jsonata_evaluate_node(m, node->right, input, frame);
}

static struct value evaluate_bind(struct machine *m, const struct node *node, struct value input,
                                  struct frame *frame)
{
    const struct value value = jsonata_evaluate_node(m, node->right, input, frame);

    frame_bind(m, frame, node->text, value);
    return value;
}

static struct value evaluate_nothing(struct machine *m, const struct node *node, struct value input,
                                     struct frame *frame)
{
    (void)m, (void)node, (void)input, (void)frame;
    return jsonata_nothing;
}

static evaluating *const rows[NODE_TYPES] = {
    [NODE_NUMBER] = evaluate_number,
    [NODE_STRING] = evaluate_string,
    [NODE_LITERAL] = evaluate_literal,
    [NODE_NAME] = evaluate_name,
    [NODE_VARIABLE] = evaluate_variable,
    [NODE_WILDCARD] = evaluate_wildcard,
    [NODE_DESCENDANT] = evaluate_descendant,
    [NODE_PARENT] = evaluate_parent,
    [NODE_REGEX] = evaluate_regex,
    [NODE_PATH] = evaluate_path,
    [NODE_BINARY] = evaluate_binary,
    [NODE_NEGATE] = evaluate_negate,
    [NODE_ARRAY] = evaluate_array,
    [NODE_OBJECT] = evaluate_object,
    [NODE_BLOCK] = evaluate_block,
    [NODE_CONDITION] = evaluate_condition,
    [NODE_DEFAULT] = evaluate_default,
    [NODE_COALESCE] = evaluate_coalesce,
    [NODE_BIND] = evaluate_bind,
    [NODE_CALL] = evaluate_call,
    [NODE_PARTIAL] = evaluate_partial,
    [NODE_PLACEHOLDER] = evaluate_nothing,
    [NODE_LAMBDA] = evaluate_lambda,
    [NODE_APPLY] = evaluate_apply,
    [NODE_SORT] = evaluate_sort,
    [NODE_TRANSFORM] = evaluate_transform,
    [NODE_FILTER] = evaluate_nothing,
    [NODE_POSITION] = evaluate_nothing,
};

/* Results of none are nothing, and of one are that one, unless [] asks for the array. */
static struct value collapse(struct machine *m, const struct node *node, struct value value)
{
    if (!is_sequence(value) || value.u.array->tuples)
        return value;
    if (node->keep_array)
        value.u.array->keep_singleton = true;
    if (value.u.array->count == 0)
        return jsonata_nothing;
    return value.u.array->count == 1 && !value.u.array->keep_singleton
               ? array_at(m, value.u.array, 0)
               : value;
}

struct value jsonata_evaluate_node(struct machine *m, const struct node *node, struct value input,
                                   struct frame *frame)
{
    m->limits.column = node->column;
    jsonata_step(&m->limits, node->column, 1);
    if (++m->limits.depth > JSONATA_DEEPEST)
        jsonata_fail(&m->limits, node->column, "U1001",
                     "it is more than %d levels deep; is there a recursion without an end?",
                     JSONATA_DEEPEST);
    struct value value = rows[node->type](m, node, input, frame);
    for (size_t i = 0; i < node->predicate.count; i++)
        value = evaluate_filter(m, node->predicate.items[i], value, frame);
    if (node->group && node->type != NODE_PATH)
        value = evaluate_group(m, node->group, value, frame);
    m->limits.depth--;
    return collapse(m, node, value);
}

/* ---- the whole ---- */

static void begin(struct machine *m, const json *input, const json *bindings)
{
    m->root = value_of_json(m, input);
    m->top = frame_new(m, NULL);
    m->random = 0x9E3779B97F4A7C15;
    m->signatures =
        jsonata_alloc(&m->limits, jsonata_builtin_count(), sizeof(const struct signature *));
    m->builtins =
        jsonata_alloc(&m->limits, jsonata_builtin_count(), sizeof(const struct function *));
    json_each (binding, bindings)
        frame_bind(m, m->top, json_key(binding), value_of_json(m, binding));
}

/* An input that is an array is one thing to begin from, not many. */
static struct value outermost(struct machine *m)
{
    if (m->root.type != ARRAY)
        return m->root;
    struct array *outer = array_new(m, true);
    array_push(m, outer, m->root);
    outer->outer = true;
    return value_array(outer);
}

static bool run(struct machine *m, struct arena *arena, const struct jsonata *expression,
                const json *input, const json *bindings, const json **result)
{
    jmp_buf way_out;

    m->limits.way_out = &way_out;
    if (setjmp(way_out)) {
        m->limits.way_out = NULL;
        return false;
    }
    begin(m, input, bindings);
    *result = value_to_json(
        m, arena, jsonata_evaluate_node(m, jsonata_root(expression), outermost(m), m->top));
    m->limits.way_out = NULL;
    return true;
}

bool jsonata_evaluate(struct arena *arena, const struct jsonata *expression, const json *input,
                      const json *bindings, const json **result, struct error *error)
{
    struct arena *scratch = arena_new();
    struct machine machine = { .limits = { .arena = scratch, .error = error, .column = 1 } };

    *result = NULL;
    const bool done = run(&machine, arena, expression, input, bindings, result);
    arena_free(scratch);
    return done;
}
