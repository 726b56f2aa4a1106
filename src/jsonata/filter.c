/* What chooses, groups and orders the results of a step. */
#include <math.h>
#include <string.h>

#include "jsonata_private.h"

/* ---- [ ] ---- */

/* Where the item is that a number means; from the end, when it is below 0. */
static double position_of(double wanted, size_t count)
{
    return floor(wanted) + (wanted < 0 ? (double)count : 0);
}

/* A number, or numbers, choose by position; anything else chooses what it is true of. */
static bool chooses(struct machine *m, struct value by, size_t index, size_t count)
{
    bool numbers = by.type == ARRAY && by.u.array->count, wanted = false;

    if (by.type == NUMBER)
        return same_number(position_of(by.u.number, count), (double)index);
    if (by.type == ARRAY)
        jsonata_step(&m->limits, 0, by.u.array->count);
    for (size_t i = 0; numbers && i < by.u.array->count; i++) {
        const struct value item = array_at(m, by.u.array, i);

        numbers = item.type == NUMBER;
        wanted =
            wanted || (numbers && same_number(position_of(item.u.number, count), (double)index));
    }
    return numbers ? wanted : value_true(m, by);
}

static struct value by_number(struct machine *m, struct array *found, struct array *items,
                              double wanted)
{
    const double position = position_of(wanted, items->count);

    if (!(position >= 0 && position < (double)items->count))
        return value_array(found);
    const struct value item = array_at(m, items, (size_t)position);
    if (item.type == ARRAY)
        return item;
    array_push(m, found, item);
    return value_array(found);
}

struct value evaluate_filter(const struct evaluation *in, const struct node *filter)
{
    const struct node *by = filter->left;
    struct array *items = array_of(in->m, in->input);
    struct array *found = array_new(in->m, true);

    found->tuples = items->tuples;
    if (by->type == NODE_VALUE && by->value.type == NUMBER && !by->predicate.count && !by->group)
        return by_number(in->m, found, items, by->value.u.number);
    for (size_t i = 0; i < items->count; i++) {
        const struct value item = array_at(in->m, items, i);
        const struct evaluation scope = scope_of(in, item);

        if (chooses(in->m, evaluate_node(&scope, by), i, items->count))
            array_push(in->m, found, item);
    }
    return value_array(found);
}

/* ---- { } ---- */

struct key_group {
    const char *key;
    size_t pair;
    struct value first;
    struct array *items; /* all of them, when there are more */
};

struct key_groups {
    struct key_group *items;
    size_t count, room;
    struct object *index; /* from key to position */
};

static struct key_group *group_of(struct machine *m, struct key_groups *groups, const char *key,
                                  size_t pair)
{
    text_steps(m, key);
    const struct value known = object_get(m, groups->index, key);

    if (known.type == NUMBER)
        return &groups->items[(size_t)known.u.number];
    groups->items = jsonata_grow(&m->limits, groups->items, groups->count, &groups->room,
                                 sizeof(struct key_group));
    object_set(m, groups->index, key, value_number((double)groups->count));
    groups->items[groups->count] = (struct key_group){ .key = key, .pair = pair };
    return &groups->items[groups->count++];
}

static void add_to_group(const struct evaluation *in, struct key_groups *groups,
                         const struct node *pairs, size_t pair, struct value item)
{
    const struct node *node = pairs->children.items[pair];
    const struct evaluation scope = scope_of(in, item);
    const struct value key = evaluate_node(&scope, node);

    if (key.type == NOTHING)
        return;
    if (key.type != STRING)
        jsonata_fail(&in->m->limits, node->column, "T1003",
                     "the key of an object is a %s, and must be a string; try $string()",
                     value_type_name(key));
    struct key_group *group = group_of(in->m, groups, key.u.text, pair);
    if (group->pair != pair)
        jsonata_fail(&in->m->limits, node->column, "D1009", "two keys of an object are both \"%s\"",
                     jsonata_quote(&in->m->limits, key.u.text));
    if (group->first.type == NOTHING) {
        group->first = item;
        return;
    }
    if (!group->items) {
        group->items = array_new(in->m, true);
        array_spread(in->m, group->items, group->first);
    }
    array_spread(in->m, group->items, item);
}

/* What the tuples of a group bind together: all values that a name has. */
static struct value merged(struct machine *m, struct array *tuples)
{
    struct tuple *all = jsonata_alloc(&m->limits, 1, sizeof(*all));
    struct object *values = object_new(m);

    for (size_t i = 0; i < tuples->count; i++) {
        const struct tuple *tuple = array_at(m, tuples, i).u.tuple;
        struct object *seen = object_new(m);

        all->at = i ? value_append(m, all->at, tuple->at) : tuple->at;
        for (const struct binding *b = tuple->bindings; b; b = b->next) {
            if (object_get(m, seen, b->name).type != NOTHING)
                continue;
            jsonata_step(&m->limits, 0, 1);
            object_set(m, seen, b->name, value_boolean(true));
            object_set(m, values, b->name,
                       value_append(m, object_get(m, values, b->name), b->value));
        }
    }
    for (size_t i = 0; i < values->count; i++)
        binding_add(m, &all->bindings, values->members[i].key, values->members[i].value);
    return (struct value){ .type = TUPLE, .u.tuple = all };
}

struct value evaluate_group(const struct evaluation *in, const struct node *pairs)
{
    struct key_groups groups = { .index = object_new(in->m) };
    struct array *items = array_of(in->m, in->input);
    struct object *result = object_new(in->m);

    for (size_t i = 0; i < items->count || (i == 0 && !items->tuples); i++)
        for (size_t pair = 0; pair < pairs->children.count; pair += 2)
            add_to_group(in, &groups, pairs, pair, array_at(in->m, items, i));
    for (size_t i = 0; i < groups.count; i++) {
        const struct key_group *group = &groups.items[i];
        struct value item = group->items ? value_array(group->items) : group->first;

        if (group->first.type == TUPLE)
            item = merged(in->m, array_of(in->m, item));
        const struct evaluation scope = scope_of(in, item);
        const struct value value = evaluate_node(&scope, pairs->children.items[group->pair + 1]);
        if (value.type != NOTHING)
            object_set(in->m, result, group->key, value);
    }
    return value_object(result);
}

/* ---- sorting ---- */

static void merge(const struct order *order, struct value *items, size_t middle, size_t count,
                  struct value *room)
{
    size_t left = 0, right = middle, out = 0;

    while (left < middle && right < count) {
        jsonata_step(&order->in->m->limits, 0, 1);
        if (order->after(order, items[left], items[right]))
            room[out++] = items[right++];
        else
            room[out++] = items[left++];
    }
    while (left < middle)
        room[out++] = items[left++];
    memcpy(items, room, out * sizeof(*items));
}

static void sort(const struct order *order, struct value *items, size_t count, struct value *room)
{
    const size_t middle = count / 2;

    if (count < 2)
        return;
    sort(order, items, middle, room);
    sort(order, items + middle, count - middle, room);
    merge(order, items, middle, count, room);
}

void jsonata_sort(const struct order *order, struct array *array)
{
    if (array->count > 1)
        sort(order, array->items, array->count,
             jsonata_alloc(&order->in->m->limits, array->count, sizeof(struct value)));
}

/* ---- ^( ) ---- */

/* Below 0, 0 or above: what is nothing comes last. */
static int compare_terms(const struct evaluation *in, const struct node *term, struct value a,
                         struct value b)
{
    if (a.type == NOTHING || b.type == NOTHING)
        return (a.type == NOTHING) - (b.type == NOTHING);
    if (!value_orderable(a) || !value_orderable(b))
        jsonata_fail(&in->m->limits, term->column, "T2008",
                     "what ^( ) orders by is a %s, and must be a number or a string",
                     value_type_name(value_orderable(a) ? b : a));
    if (a.type != b.type)
        jsonata_fail(&in->m->limits, term->column, "T2007",
                     "what ^( ) orders by is a %s here and a %s there", value_type_name(a),
                     value_type_name(b));
    const int compared = value_compare(in->m, a, b);
    return term->descending ? -compared : compared;
}

static bool stands_after(const struct order *order, struct value a, struct value b)
{
    const struct node_array *terms = &order->node->children;
    int compared = 0;

    for (size_t i = 0; i < terms->count && !compared; i++) {
        const struct evaluation left = scope_of(order->in, a), right = scope_of(order->in, b);
        const struct value first = evaluate_node(&left, terms->items[i]->left);

        compared = compare_terms(order->in, terms->items[i], first,
                                 evaluate_node(&right, terms->items[i]->left));
    }
    return compared > 0;
}

struct value evaluate_sort(const struct evaluation *in, const struct node *node)
{
    struct array *items = array_of(in->m, in->input);
    struct array *sorted = array_new(in->m, true);

    array_spread(in->m, sorted, value_array(items));
    sorted->tuples = items->tuples;
    jsonata_sort(&(struct order){ .after = stands_after, .in = in, .node = node }, sorted);
    return value_array(sorted);
}
