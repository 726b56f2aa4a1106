/* | where | what is set, what is deleted |: a function that edits a copy. */
#include "jsonata_private.h"

static struct value clone(struct machine *m, struct value value, int depth)
{
    jsonata_step(&m->limits, 0, 1);
    if (depth > JSON_DEEPEST)
        jsonata_fail(&m->limits, 0, "U1001", "a value is nested more than %d levels deep",
                     JSON_DEEPEST);
    if (value.type == ARRAY) {
        struct array *copy = array_new(m, false);

        for (size_t i = 0; i < value.u.array->count; i++)
            array_push(m, copy, clone(m, array_at(m, value.u.array, i), depth + 1));
        return value_array(copy);
    }
    if (value.type != OBJECT)
        return value;
    struct object *copy = object_new(m);
    object_open(m, value.u.object);
    for (size_t i = 0; i < value.u.object->count; i++) {
        const struct member *member = &value.u.object->members[i];

        object_set(m, copy, member->key, clone(m, member->value, depth + 1));
    }
    return value_object(copy);
}

static void set_members(struct call *call, struct value match)
{
    const struct function *transform = call->function;
    const struct value update =
        jsonata_evaluate_node(call->m, transform->node->right, match, transform->frame);

    if (update.type == NOTHING)
        return;
    if (update.type != OBJECT)
        jsonata_fail(&call->m->limits, transform->node->right->column, "T2011",
                     "the second part of a transform | | | is a %s, and must be an object",
                     value_type_name(update));
    object_open(call->m, update.u.object);
    for (size_t i = 0; match.type == OBJECT && i < update.u.object->count; i++)
        object_set(call->m, match.u.object, update.u.object->members[i].key,
                   update.u.object->members[i].value);
}

static void delete_members(struct call *call, struct value match)
{
    const struct node *node = call->function->node;
    const struct value names =
        jsonata_evaluate_node(call->m, node->third, match, call->function->frame);

    if (names.type == NOTHING)
        return;
    struct array *array = array_of(call->m, names);
    for (size_t i = 0; i < array->count; i++)
        if (array_at(call->m, array, i).type != STRING)
            jsonata_fail(&call->m->limits, node->third->column, "T2012",
                         "the third part of a transform | | | must be a string or "
                         "an array of strings");
    for (size_t i = 0; match.type == OBJECT && i < array->count; i++)
        object_remove(call->m, match.u.object, array_at(call->m, array, i).u.text);
}

static struct value apply_transform(struct call *call)
{
    const struct function *transform = call->function;
    const struct value given = call->count ? call->arguments[0] : jsonata_nothing;

    if (given.type == NOTHING)
        return given;
    if (given.type != OBJECT && given.type != ARRAY)
        jsonata_fail(&call->m->limits, call->column, "T0410",
                     "a transform | | | is given a %s, and wants an object or an array",
                     value_type_name(given));
    const struct value result = clone(call->m, given, 0);
    struct array *matches = array_of(
        call->m, jsonata_evaluate_node(call->m, transform->node->left, result, transform->frame));
    for (size_t i = 0; i < matches->count; i++) {
        const struct value match = array_at(call->m, matches, i);

        set_members(call, match);
        if (transform->node->third)
            delete_members(call, match);
    }
    return result;
}

static size_t arity_transform(const struct function *function)
{
    (void)function;
    return 1;
}

struct value evaluate_transform(struct machine *m, const struct node *node, struct value input,
                                struct frame *frame)
{
    static const struct function_kind kind = { apply_transform, arity_transform };
    struct function *function = jsonata_alloc(&m->limits, 1, sizeof(*function));

    *function = (struct function){ .kind = &kind, .node = node, .frame = frame, .input = input };
    return (struct value){ .type = FUNCTION, .u.function = function };
}
