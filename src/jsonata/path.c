/* Paths: step by step, over values or over tuples of a value and variables. */
#include "jsonata_private.h"

static struct value of_tuple(struct machine *m, struct value at, const struct binding *bindings)
{
    struct tuple *tuple = jsonata_alloc(&m->limits, 1, sizeof(*tuple));

    *tuple = (struct tuple){ at, bindings };
    return (struct value){ .type = TUPLE, .u.tuple = tuple };
}

static void bind(struct machine *m, const struct binding **bindings, const char *name,
                 struct value value)
{
    struct binding *binding = jsonata_alloc(&m->limits, 1, sizeof(*binding));

    *binding = (struct binding){ *bindings, name, value };
    *bindings = binding;
}

static struct array *tuples_new(struct machine *m)
{
    struct array *array = array_new(m, true);

    array->tuples = true;
    return array;
}

/* Binds the position in the stream to a variable of each tuple. */
static void bind_positions(struct machine *m, const struct array *tuples, const char *name)
{
    for (size_t i = 0; i < tuples->count; i++) {
        struct tuple *tuple = tuples->items[i].u.tuple;

        bind(m, &tuple->bindings, name, value_number((double)i));
    }
}

static struct value run_stages(struct machine *m, const struct node *step, struct value value,
                               struct frame *frame)
{
    for (size_t i = 0; i < step->stages.count; i++) {
        const struct node *stage = step->stages.items[i];

        if (stage->type == NODE_FILTER)
            value = evaluate_filter(m, stage, value, frame);
        else if (value.type == ARRAY && value.u.array->tuples)
            bind_positions(m, value.u.array, stage->text);
    }
    return value;
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

static struct array *walk_step(struct machine *m, const struct node *step, struct array *input,
                               struct frame *frame, bool last)
{
    struct array *results = array_new(m, true);

    if (step->type == NODE_SORT)
        return array_of(
            m, run_stages(m, step, evaluate_sort(m, step, value_array(input), frame), frame));
    for (size_t i = 0; i < input->count; i++) {
        struct value result = jsonata_evaluate_node(m, step, array_at(m, input, i), frame);

        result = run_stages(m, step, result, frame);
        if (result.type != NOTHING)
            array_push(m, results, result);
    }
    return flatten_results(m, results, last);
}

/* ---- over tuples ---- */

static struct array *tuples_of(struct machine *m, struct array *values)
{
    struct array *tuples = tuples_new(m);

    for (size_t i = 0; i < values->count; i++) {
        const struct value value = array_at(m, values, i);

        array_push(m, tuples, value.type == TUPLE ? value : of_tuple(m, value, NULL));
    }
    return tuples;
}

/* The bindings of one tuple on top of those of another. */
static const struct binding *join_bindings(struct machine *m, const struct binding *under,
                                           const struct binding *over)
{
    const struct binding *joined = under;
    size_t count = 0;

    if (!over || !under)
        return over ? over : under;
    for (const struct binding *b = over; b; b = b->next)
        count++;
    const struct binding **all = jsonata_alloc(&m->limits, count, sizeof(const struct binding *));
    for (const struct binding *b = over; b; b = b->next)
        all[--count] = b;
    for (const struct binding *b = over; b; b = b->next, count++)
        bind(m, &joined, all[count]->name, all[count]->value);
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
            bind(m, &bindings, step->focus, result);
            at = from->at;
        }
        if (step->index)
            bind(m, &bindings, step->index, value_number((double)position));
        if (step->ancestor)
            bind(m, &bindings, step->ancestor->label, from->at);
    }
    array_push(m, out, of_tuple(m, at, bindings));
}

static struct array *sort_tuples(struct machine *m, const struct node *step, struct array *input,
                                 struct frame *frame)
{
    struct array *sorted = array_of(m, evaluate_sort(m, step, value_array(input), frame));
    struct array *tuples = tuples_of(m, sorted);

    if (step->index)
        bind_positions(m, tuples, step->index);
    return tuples;
}

static struct array *walk_tuples(struct machine *m, const struct node *step, struct array *input,
                                 struct frame *frame)
{
    struct array *out = tuples_new(m);

    if (step->type == NODE_SORT) {
        out = sort_tuples(m, step, input, frame);
        return array_of(m, run_stages(m, step, value_array(out), frame));
    }
    input = tuples_of(m, input);
    for (size_t i = 0; i < input->count; i++) {
        const struct tuple *tuple = array_at(m, input, i).u.tuple;
        struct frame *inner = frame_of_tuple(m, frame, tuple);
        const struct value result = jsonata_evaluate_node(m, step, tuple->at, inner);

        if (result.type != NOTHING && result.type != ARRAY)
            add_tuple(m, step, out, tuple, result, 0);
        else if (result.type == ARRAY)
            for (size_t j = 0; j < result.u.array->count; j++)
                add_tuple(m, step, out, tuple, array_at(m, result.u.array, j), j);
    }
    return array_of(m, run_stages(m, step, value_array(out), frame));
}

/* ---- the whole path ---- */

static struct array *first_input(struct machine *m, const struct node *path, struct value input)
{
    if (input.type == ARRAY && path->children.items[0]->type != NODE_VARIABLE)
        return input.u.array;
    struct array *around = array_new(m, true);
    array_push(m, around, input);
    return around;
}

static struct array *constructed(struct machine *m, const struct node *step, struct array *input,
                                 struct frame *frame)
{
    return array_of(m, jsonata_evaluate_node(m, step, value_array(input), frame));
}

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

static struct value finish(struct machine *m, const struct node *path, struct array *values,
                           struct array *tuples, struct frame *frame)
{
    if (path->keep_singleton) {
        if (values->constructed && !values->sequence) {
            struct array *around = array_new(m, true);
            array_push(m, around, value_array(values));
            values = around;
        }
        values->keep_singleton = true;
    }
    return path->group
               ? evaluate_group(m, path->group, value_array(tuples ? tuples : values), frame)
               : value_array(values);
}

struct value evaluate_path(struct machine *m, const struct node *node, struct value input,
                           struct frame *frame)
{
    struct array *values = first_input(m, node, input);
    struct array *tuples = NULL;
    bool streams = false;

    for (size_t i = 0; i < node->children.count; i++) {
        const struct node *step = node->children.items[i];

        streams = streams || step->tuple;
        if (i == 0 && step->constructs)
            values = constructed(m, step, values, frame);
        else if (streams)
            tuples = walk_tuples(m, step, tuples ? tuples : values, frame);
        else
            values = walk_step(m, step, values, frame, i + 1 == node->children.count);
        if (!streams && !values->count)
            break;
    }
    if (tuples)
        values = values_of(m, node, tuples);
    return finish(m, node, values, tuples, frame);
}
