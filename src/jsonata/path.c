/* Paths: step by step, over values or over tuples of a value and variables. */
#include "jsonata_private.h"

static struct value new_tuple(struct machine *m, struct value at, const struct binding *bindings)
{
    struct tuple *tuple = jsonata_alloc(&m->limits, 1, sizeof(*tuple));

    *tuple = (struct tuple){ at, bindings };
    return (struct value){ .type = TUPLE, .u.tuple = tuple };
}

/* Binds the position in the stream to a variable of each tuple. */
static void bind_positions(struct machine *m, const struct array *tuples, const char *name)
{
    for (size_t i = 0; i < tuples->count; i++)
        binding_add(m, &tuples->items[i].u.tuple->bindings, name, value_number((double)i));
}

static struct value run_stages(const struct evaluation *in, const struct node *step,
                               struct value value)
{
    struct evaluation scope = { in->m, value, in->frame };

    for (size_t i = 0; i < step->stages.count; i++) {
        const struct node *stage = step->stages.items[i];

        if (stage->type == NODE_FILTER)
            scope.input = evaluate_filter(&scope, stage);
        else if (scope.input.type == ARRAY && scope.input.u.array->tuples)
            bind_positions(in->m, scope.input.u.array, stage->text);
    }
    return scope.input;
}

static struct value sorted(const struct evaluation *in, const struct node *step,
                           struct array *items)
{
    return evaluate_sort(&(struct evaluation){ in->m, value_array(items), in->frame }, step);
}

/* ---- over values ---- */

static struct array *flatten_results(struct machine *m, struct array *results, bool last)
{
    if (last && results->count == 1) {
        const struct value only = array_at(m, results, 0);

        if (only.type == ARRAY && !only.u.array->sequence)
            return only.u.array;
    }
    struct array *flat = array_new(m, true);
    for (size_t i = 0; i < results->count; i++) {
        const struct value result = array_at(m, results, i);

        if (result.type == ARRAY && result.u.array->constructed)
            array_push(m, flat, result);
        else
            array_spread(m, flat, result);
    }
    return flat;
}

static struct array *walk_values(const struct evaluation *in, const struct node *step,
                                 struct array *items, bool last)
{
    struct array *results = array_new(in->m, true);

    if (step->type == NODE_SORT)
        return array_of(in->m, run_stages(in, step, sorted(in, step, items)));
    for (size_t i = 0; i < items->count; i++) {
        const struct evaluation scope = { in->m, array_at(in->m, items, i), in->frame };
        const struct value result = run_stages(in, step, evaluate_node(&scope, step));

        if (result.type != NOTHING)
            array_push(in->m, results, result);
    }
    return flatten_results(in->m, results, last);
}

/* ---- over tuples ---- */

static struct array *tuples_of(struct machine *m, struct array *values)
{
    struct array *tuples = array_new(m, true);

    tuples->tuples = true;
    for (size_t i = 0; i < values->count; i++) {
        const struct value value = array_at(m, values, i);

        array_push(m, tuples, value.type == TUPLE ? value : new_tuple(m, value, NULL));
    }
    return tuples;
}

/* The bindings of one tuple on top of those of another, in their order. */
static const struct binding *join_bindings(struct machine *m, const struct binding *under,
                                           const struct binding *over)
{
    const struct binding *joined = under;
    struct binding *last = NULL;

    if (!under)
        return over;
    for (; over; over = over->next) {
        struct binding *copy = jsonata_alloc(&m->limits, 1, sizeof(*copy));

        *copy = (struct binding){ under, over->name, over->value };
        if (last)
            last->next = copy;
        else
            joined = copy;
        last = copy;
    }
    return joined;
}

static void add_tuple(struct machine *m, const struct node *step, struct array *out,
                      const struct tuple *from, struct value result, size_t position)
{
    const struct binding *bindings = from->bindings;
    struct value at = result;

    if (result.type == TUPLE) {
        bindings = join_bindings(m, bindings, result.u.tuple->bindings);
        at = result.u.tuple->at;
    } else {
        if (step->focus) {
            binding_add(m, &bindings, step->focus, result);
            at = from->at;
        }
        if (step->index)
            binding_add(m, &bindings, step->index, value_number((double)position));
        if (step->ancestor)
            binding_add(m, &bindings, step->ancestor->label, from->at);
    }
    array_push(m, out, new_tuple(m, at, bindings));
}

static struct array *walk_tuples(const struct evaluation *in, const struct node *step,
                                 struct array *items)
{
    struct machine *m = in->m;
    struct array *out = tuples_of(m, array_new(m, true));

    if (step->type == NODE_SORT) {
        out = tuples_of(m, array_of(m, sorted(in, step, items)));
        if (step->index)
            bind_positions(m, out, step->index);
        return array_of(m, run_stages(in, step, value_array(out)));
    }
    items = tuples_of(m, items);
    for (size_t i = 0; i < items->count; i++) {
        const struct value tuple = array_at(m, items, i);
        const struct evaluation scope = scope_of(in, tuple);
        const struct value result = evaluate_node(&scope, step);

        if (result.type == NOTHING)
            continue;
        struct array *results = array_of(m, result);
        for (size_t j = 0; j < results->count; j++)
            add_tuple(m, step, out, tuple.u.tuple, array_at(m, results, j), j);
    }
    return array_of(m, run_stages(in, step, value_array(out)));
}

/* ---- the whole path ---- */

/* The values of the tuples, or for a path that is a step of another the tuples. */
static struct array *values_of(struct machine *m, const struct node *path, struct array *tuples)
{
    if (path->tuple)
        return tuples;
    struct array *values = array_new(m, true);
    for (size_t i = 0; i < tuples->count; i++)
        array_push(m, values, array_at(m, tuples, i).u.tuple->at);
    return values;
}

static struct value finish(const struct evaluation *in, const struct node *path,
                           struct array *values, struct array *tuples)
{
    if (path->keep_singleton) {
        if (values->constructed && !values->sequence)
            values = array_with(in->m, true, value_array(values));
        values->keep_singleton = true;
    }
    const struct value result = value_array(path->group && tuples ? tuples : values);
    if (!path->group)
        return result;
    return evaluate_group(&(struct evaluation){ in->m, result, in->frame }, path->group);
}

static struct value evaluate_path(const struct evaluation *in, const struct node *node)
{
    const struct value input = in->input;
    const bool many = input.type == ARRAY && node->children.items[0]->type != NODE_VARIABLE;
    struct array *values = many ? input.u.array : array_with(in->m, true, input);
    struct array *tuples = NULL;
    bool streams = false;

    for (size_t i = 0; i < node->children.count; i++) {
        const struct node *step = node->children.items[i];
        const struct evaluation scope = { in->m, value_array(values), in->frame };

        streams = streams || step->tuple;
        if (i == 0 && step->constructs)
            values = array_of(in->m, evaluate_node(&scope, step));
        else if (streams)
            tuples = walk_tuples(in, step, tuples ? tuples : values);
        else
            values = walk_values(in, step, values, i + 1 == node->children.count);
        if (!streams && !values->count)
            break;
    }
    return finish(in, node, tuples ? values_of(in->m, node, tuples) : values, tuples);
}

const struct node_kind jsonata_path_kinds[] = {
    { NODE_PATH, evaluate_path },
    { 0 },
};
