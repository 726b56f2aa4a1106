/* Evaluates a tree by the rows of its kinds of nodes; here are leaves, and what holds others. */
#include <string.h>

#include "jsonata_private.h"

/* ---- frames ---- */

struct frame *frame_new(struct machine *m, struct frame *parent)
{
    struct frame *frame = jsonata_alloc(&m->limits, 1, sizeof(*frame));

    frame->parent = parent;
    return frame;
}

void binding_add(struct machine *m, const struct binding **bindings, const char *name,
                 struct value value)
{
    struct binding *binding = jsonata_alloc(&m->limits, 1, sizeof(*binding));

    *binding = (struct binding){ *bindings, name, value };
    *bindings = binding;
}

static const struct binding *find_binding(const struct evaluation *in, const char *name)
{
    const struct binding *found = NULL;
    size_t passed = 0;

    for (const struct frame *frame = in->frame; frame && !found; frame = frame->parent, passed++)
        for (const struct binding *b = frame->bindings; b && !found; b = b->next, passed++)
            found = b->name == name || strcmp(b->name, name) == 0 ? b : NULL;
    jsonata_step(&in->m->limits, 0, passed / 16);
    return found;
}

struct evaluation scope_of(const struct evaluation *in, struct value item)
{
    struct evaluation scope = { in->m, item, in->frame };

    if (item.type == TUPLE) {
        scope.input = item.u.tuple->at;
        scope.frame = frame_new(in->m, in->frame);
        scope.frame->bindings = item.u.tuple->bindings;
    }
    return scope;
}

struct value value_outer(struct machine *m, struct value input)
{
    if (input.type != ARRAY)
        return input;
    struct array *outer = array_with(m, true, input);
    outer->outer = true;
    return value_array(outer);
}

struct value value_inner(struct machine *m, struct value input)
{
    return input.type == ARRAY && input.u.array->outer ? array_at(m, input.u.array, 0) : input;
}

/* ---- leaves ---- */

static struct value evaluate_value(const struct evaluation *in, const struct node *node)
{
    (void)in;
    return node->value;
}

static struct value evaluate_name(const struct evaluation *in, const struct node *node)
{
    return value_lookup(in->m, in->input, node->text);
}

static struct value evaluate_variable(const struct evaluation *in, const struct node *node)
{
    if (!*node->text)
        return value_inner(in->m, in->input);
    if (strcmp(node->text, "$") == 0)
        return in->m->root;
    const struct binding *binding = find_binding(in, node->text);
    return binding ? binding->value : value_builtin(in->m, node->text);
}

static struct value evaluate_parent(const struct evaluation *in, const struct node *node)
{
    const struct binding *binding = find_binding(in, node->slot->label);

    return binding ? binding->value : jsonata_nothing;
}

static void flatten(struct machine *m, struct array *out, struct value value, int depth)
{
    jsonata_step_down(&m->limits, depth);
    if (value.type != ARRAY) {
        array_push(m, out, value);
        return;
    }
    for (size_t i = 0; i < value.u.array->count; i++)
        flatten(m, out, array_at(m, value.u.array, i), depth + 1);
}

/* With the items of an array it is no longer a sequence: one of them stays an array of one. */
static struct value evaluate_wildcard(const struct evaluation *in, const struct node *node)
{
    struct array *found = array_new(in->m, true);
    const struct value input = value_inner(in->m, in->input);

    (void)node;
    for (size_t i = 0; i < value_count(in->m, input); i++) {
        const struct value item = value_item(in->m, input, i);

        flatten(in->m, found, item, 0);
        found->sequence = found->sequence && item.type != ARRAY;
    }
    return value_array(found);
}

static void descend(struct machine *m, struct array *found, struct value value, int depth)
{
    jsonata_step_down(&m->limits, depth);
    if (value.type != ARRAY)
        array_push(m, found, value);
    for (size_t i = 0; i < value_count(m, value); i++)
        descend(m, found, value_item(m, value, i), depth + 1);
}

static struct value evaluate_descendant(const struct evaluation *in, const struct node *node)
{
    struct array *found = array_new(in->m, true);

    (void)node;
    if (in->input.type != NOTHING)
        descend(in->m, found, in->input, 0);
    return value_array(found);
}

/* ---- what holds other nodes ---- */

/* An array that is written inside of one stays an array; the items of any other are taken. */
static struct value evaluate_array(const struct evaluation *in, const struct node *node)
{
    struct array *array = array_new(in->m, false);

    for (size_t i = 0; i < node->children.count; i++) {
        const struct node *child = node->children.items[i];
        const struct value value = evaluate_node(in, child);

        if (node->children.count == 1 && value.type == ARRAY && value.u.array->range) {
            array = value.u.array;
            array->sequence = false;
        } else if (child->type == NODE_ARRAY && value.type != NOTHING) {
            array_push(in->m, array, value);
        } else {
            array_spread(in->m, array, value);
        }
    }
    array->constructed = node->constructs;
    return value_array(array);
}

static struct value evaluate_block(const struct evaluation *in, const struct node *node)
{
    const struct evaluation inner = { in->m, in->input, frame_new(in->m, in->frame) };
    struct value result = jsonata_nothing;

    for (size_t i = 0; i < node->children.count; i++)
        result = evaluate_node(&inner, node->children.items[i]);
    return result;
}

static struct value evaluate_condition(const struct evaluation *in, const struct node *node)
{
    if (value_true(in->m, evaluate_node(in, node->left)))
        return evaluate_node(in, node->right);
    return node->third ? evaluate_node(in, node->third) : jsonata_nothing;
}

static struct value evaluate_default(const struct evaluation *in, const struct node *node)
{
    const struct value value = evaluate_node(in, node->left);

    return value_true(in->m, value) ? value : evaluate_node(in, node->right);
}

static struct value evaluate_coalesce(const struct evaluation *in, const struct node *node)
{
    const struct value value = evaluate_node(in, node->left);

    return value.type != NOTHING ? value : evaluate_node(in, node->right);
}

static struct value evaluate_bind(const struct evaluation *in, const struct node *node)
{
    const struct value value = evaluate_node(in, node->right);

    binding_add(in->m, &in->frame->bindings, node->text, value);
    return value;
}

static const struct node_kind kinds[] = {
    { NODE_VALUE, evaluate_value },
    { NODE_NAME, evaluate_name },
    { NODE_VARIABLE, evaluate_variable },
    { NODE_WILDCARD, evaluate_wildcard },
    { NODE_DESCENDANT, evaluate_descendant },
    { NODE_PARENT, evaluate_parent },
    { NODE_ARRAY, evaluate_array },
    { NODE_OBJECT, evaluate_group },
    { NODE_BLOCK, evaluate_block },
    { NODE_CONDITION, evaluate_condition },
    { NODE_DEFAULT, evaluate_default },
    { NODE_COALESCE, evaluate_coalesce },
    { NODE_BIND, evaluate_bind },
    { 0 },
};

/* ---- the whole ---- */

/* Results of none are nothing, and of one are that one, unless [] asks for the array. */
static struct value collapse(struct machine *m, const struct node *node, struct value value)
{
    struct array *array = value.type == ARRAY ? value.u.array : NULL;

    if (!array || !array->sequence || array->tuples)
        return value;
    if (node->keep_array)
        array->keep_singleton = true;
    if (array->count == 0)
        return jsonata_nothing;
    return array->count == 1 && !array->keep_singleton ? array_at(m, array, 0) : value;
}

struct value evaluate_node(const struct evaluation *in, const struct node *node)
{
    struct limits *limits = &in->m->limits;
    struct evaluation behind = *in;

    limits->column = node->column;
    jsonata_step(limits, node->column, 1);
    jsonata_enter(limits, node->column);
    behind.input = in->m->kinds[node->type](in, node);
    for (size_t i = 0; i < node->predicate.count; i++)
        behind.input = evaluate_filter(&behind, node->predicate.items[i]);
    if (node->group && node->type != NODE_PATH)
        behind.input = evaluate_group(&behind, node->group);
    limits->depth--;
    return collapse(in->m, node, behind.input);
}

static void begin(struct machine *m, const json *input, const json *bindings)
{
    static const struct node_kind *const tables[] = { kinds, jsonata_path_kinds,
                                                      jsonata_operator_kinds, jsonata_call_kinds,
                                                      jsonata_regex_kinds };

    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        for (const struct node_kind *kind = tables[i]; kind->type; kind++)
            m->kinds[kind->type] = kind->evaluate;
    m->root = value_of_json(m, input);
    m->top = frame_new(m, NULL);
    m->random = 0x9E3779B97F4A7C15;
    json_each (binding, bindings)
        binding_add(m, &m->top->bindings, json_key(binding), value_of_json(m, binding));
}

static bool run(struct machine *m, struct arena *arena, const struct jsonata *expression,
                const json *input, const json *bindings, const json **result)
{
    volatile bool done = false;
    jmp_buf way_out;

    m->limits.way_out = &way_out;
    if (!setjmp(way_out)) {
        begin(m, input, bindings);
        const struct evaluation in = { m, value_outer(m, m->root), m->top };
        *result = value_to_json(m, arena, evaluate_node(&in, expression->root));
        done = true;
    }
    m->limits.way_out = NULL;
    return done;
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
