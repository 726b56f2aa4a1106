/* What chooses, groups and orders the results of a step. */
#include <math.h>
#include <string.h>

#include "jsonata_private.h"

/* ---- [ ] ---- */

static bool wants(double wanted, size_t index, size_t count)
{
    double position = floor(wanted);

    if (position < 0)
        position += (double)count;
    return same_number(position, (double)index);
}

static bool all_numbers(struct machine *m, struct array *array)
{
    for (size_t i = 0; i < array->count; i++)
        if (array_at(m, array, i).type != NUMBER)
            return false;
    return array->count > 0;
}

/* A number, or numbers, choose by position; anything else chooses what it is true of. */
static bool chooses(struct machine *m, struct value by, size_t index, size_t count)
{
    if (by.type == NUMBER)
        return wants(by.u.number, index, count);
    if (by.type == ARRAY)
        jsonata_step(&m->limits, 0, by.u.array->count);
    if (by.type != ARRAY || !all_numbers(m, by.u.array))
        return value_true(m, by);
    for (size_t i = 0; i < by.u.array->count; i++)
        if (wants(array_at(m, by.u.array, i).u.number, index, count))
            return true;
    return false;
}

static struct value by_number(struct machine *m, struct array *found, struct array *items,
                              double wanted)
{
    double position = floor(wanted);

    if (position < 0)
        position += (double)items->count;
    if (!(position >= 0 && position < (double)items->count))
        return value_array(found);
    const struct value item = array_at(m, items, (size_t)position);
    if (item.type == ARRAY)
        return item;
    array_push(m, found, item);
    return value_array(found);
}

struct value evaluate_filter(struct machine *m, const struct node *filter, struct value input,
                             struct frame *frame)
{
    const struct node *by = filter->left;
    struct array *items = array_of(m, input);
    struct array *found = array_new(m, true);

    found->tuples = items->tuples;
    if (by->type == NODE_NUMBER && !by->predicate.count && !by->group)
        return by_number(m, found, items, by->number);
    for (size_t i = 0; i < items->count; i++) {
        const struct value item = array_at(m, items, i);
        const bool tuple = item.type == TUPLE;
        struct frame *inner = tuple ? frame_of_tuple(m, frame, item.u.tuple) : frame;
        const struct value context = tuple ? item.u.tuple->at : item;

        if (chooses(m, jsonata_evaluate_node(m, by, context, inner), i, items->count))
            array_push(m, found, item);
    }
    return value_array(found);
}

/* ---- { } ---- */

struct group {
    const char *key;
    size_t pair;
    struct value first;
    struct array *items; /* all of them, when there are more */
};

struct groups {
    struct group *items;
    size_t count, room;
    struct object *index; /* from key to position */
};

static struct group *group_of(struct machine *m, struct groups *groups, const char *key,
                              size_t pair)
{
    text_steps(m, key);
    const struct value known = object_get(m, groups->index, key);

    if (known.type == NUMBER)
        return &groups->items[(size_t)known.u.number];
    if (groups->count == groups->room) {
        const size_t room = groups->room * 2 + 4;
        struct group *grown = jsonata_alloc(&m->limits, room, sizeof(*grown));

        if (groups->count)
            memcpy(grown, groups->items, groups->count * sizeof(*grown));
        groups->items = grown;
        groups->room = room;
    }
    object_set(m, groups->index, key, value_number((double)groups->count));
    groups->items[groups->count] = (struct group){ .key = key, .pair = pair };
    return &groups->items[groups->count++];
}

static void add_to_group(struct machine *m, struct groups *groups, const struct node *key_node,
                         size_t pair, struct value item, struct frame *frame)
{
    const bool tuple = item.type == TUPLE;
    struct frame *inner = tuple ? frame_of_tuple(m, frame, item.u.tuple) : frame;
    const struct value key =
        jsonata_evaluate_node(m, key_node, tuple ? item.u.tuple->at : item, inner);

    if (key.type == NOTHING)
        return;
    if (key.type != STRING)
        jsonata_fail(&m->limits, key_node->column, "T1003",
                     "the key of an object is a %s, and must be a string; try $string()",
                     value_type_name(key));
    struct group *group = group_of(m, groups, key.u.text, pair);
    if (group->pair != pair)
        jsonata_fail(&m->limits, key_node->column, "D1009", "two keys of an object are both \"%s\"",
                     jsonata_quote(&m->limits, key.u.text));
    if (group->first.type == NOTHING) {
        group->first = item;
        return;
    }
    if (!group->items) {
        group->items = array_new(m, true);
        array_spread(m, group->items, group->first);
    }
    array_spread(m, group->items, item);
}

/* What the tuples of a group bind together: all values that a name has. */
static struct tuple merged(struct machine *m, struct array *tuples)
{
    struct tuple all = *array_at(m, tuples, 0).u.tuple;
    struct object *values = object_new(m);

    for (size_t i = 0; i < tuples->count; i++) {
        const struct tuple *tuple = array_at(m, tuples, i).u.tuple;
        struct object *seen = object_new(m);

        all.at = i ? value_append(m, all.at, tuple->at) : tuple->at;
        for (const struct binding *b = tuple->bindings; b; b = b->next) {
            if (object_get(m, seen, b->name).type != NOTHING)
                continue;
            jsonata_step(&m->limits, 0, 1);
            object_set(m, seen, b->name, value_boolean(true));
            object_set(m, values, b->name,
                       value_append(m, object_get(m, values, b->name), b->value));
        }
    }
    struct frame frame = { NULL, NULL };
    for (size_t i = 0; i < values->count; i++)
        frame_bind(m, &frame, values->members[i].key, values->members[i].value);
    all.bindings = frame.bindings;
    return all;
}

static struct value value_of_group(struct machine *m, const struct node *node,
                                   const struct group *group, struct frame *frame)
{
    if (group->first.type == TUPLE) {
        const struct tuple all = merged(m, group->items ? group->items : array_of(m, group->first));
        return jsonata_evaluate_node(m, node, all.at, frame_of_tuple(m, frame, &all));
    }
    return jsonata_evaluate_node(m, node, group->items ? value_array(group->items) : group->first,
                                 frame);
}

struct value evaluate_group(struct machine *m, const struct node *pairs, struct value input,
                            struct frame *frame)
{
    struct groups groups = { .index = object_new(m) };
    struct array *items = array_of(m, input);
    struct object *result = object_new(m);

    for (size_t i = 0; i < items->count || (i == 0 && !items->tuples); i++)
        for (size_t pair = 0; pair < pairs->children.count; pair += 2)
            add_to_group(m, &groups, pairs->children.items[pair], pair, array_at(m, items, i),
                         frame);
    for (size_t i = 0; i < groups.count; i++) {
        const struct group *group = &groups.items[i];
        const struct value value =
            value_of_group(m, pairs->children.items[group->pair + 1], group, frame);

        if (value.type != NOTHING)
            object_set(m, result, group->key, value);
    }
    return value_object(result);
}

/* ---- ^( ) ---- */

static struct value term_of(const struct order *order, const struct node *term, struct value item)
{
    struct frame *frame =
        item.type == TUPLE ? frame_of_tuple(order->m, order->frame, item.u.tuple) : order->frame;

    return jsonata_evaluate_node(order->m, term->left, item.type == TUPLE ? item.u.tuple->at : item,
                                 frame);
}

/* Below 0, 0 or above: what is nothing comes last. */
static int compare_terms(const struct order *order, const struct node *term, struct value a,
                         struct value b)
{
    if (a.type == NOTHING || b.type == NOTHING)
        return (a.type == NOTHING) - (b.type == NOTHING);
    if ((a.type != NUMBER && a.type != STRING) || (b.type != NUMBER && b.type != STRING))
        jsonata_fail(&order->m->limits, term->column, "T2008",
                     "what ^( ) orders by is a %s, and must be a number or a string",
                     value_type_name(a.type == NUMBER || a.type == STRING ? b : a));
    if (a.type != b.type)
        jsonata_fail(&order->m->limits, term->column, "T2007",
                     "what ^( ) orders by is a %s here and a %s there", value_type_name(a),
                     value_type_name(b));
    int order_of = a.type == STRING ? text_compare(order->m, a.u.text, b.u.text)
                                    : (a.u.number > b.u.number) - (a.u.number < b.u.number);
    return term->descending ? -order_of : order_of;
}

static bool stands_after(const struct order *order, struct value a, struct value b)
{
    const struct node *sort = order->context;

    for (size_t i = 0; i < sort->children.count; i++) {
        const struct node *term = sort->children.items[i];
        const int compared =
            compare_terms(order, term, term_of(order, term, a), term_of(order, term, b));

        if (compared)
            return compared > 0;
    }
    return false;
}

struct value evaluate_sort(struct machine *m, const struct node *sort, struct value input,
                           struct frame *frame)
{
    struct array *items = array_of(m, input);
    struct array *sorted = array_new(m, true);
    const struct order order = { .after = stands_after, .m = m, .context = sort, .frame = frame };

    array_spread(m, sorted, value_array(items));
    sorted->tuples = items->tuples;
    jsonata_sort(&order, sorted->items, sorted->count);
    return value_array(sorted);
}
