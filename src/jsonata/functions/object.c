/* Functions of objects, of truth, and of any value. */
#include "functions.h"

static void add_keys(struct machine *m, struct object *keys, struct value value)
{
    if (value.type == ARRAY) {
        jsonata_step(&m->limits, 0, 1);
        for (size_t i = 0; i < value.u.array->count; i++) {
            const struct value item = array_at(m, value.u.array, i);

            if (item.type == OBJECT)
                add_keys(m, keys, item);
        }
    }
    if (value.type != OBJECT)
        return;
    object_open(m, value.u.object);
    jsonata_step(&m->limits, 0, value.u.object->count / 8);
    for (size_t i = 0; i < value.u.object->count; i++)
        object_set(m, keys, value.u.object->members[i].key, value_boolean(true));
}

static struct value fn_keys(struct function_call *call)
{
    struct object *keys = object_new(call->m);
    struct array *names = array_new(call->m, true);

    add_keys(call->m, keys, call->arguments[0]);
    for (size_t i = 0; i < keys->count; i++)
        array_push(call->m, names, value_string(keys->members[i].key));
    return value_array(names);
}

static struct value fn_lookup(struct function_call *call)
{
    return value_lookup(call->m, call->arguments[0], call->arguments[1].u.text);
}

static void spread(struct machine *m, struct array *out, struct object *object)
{
    object_open(m, object);
    for (size_t i = 0; i < object->count; i++) {
        struct object *one = object_new(m);

        object_set(m, one, object->members[i].key, object->members[i].value);
        array_push(m, out, value_object(one));
    }
}

static struct value fn_spread(struct function_call *call)
{
    const struct value value = call->arguments[0];
    struct array *out = array_new(call->m, true);

    if (value.type == OBJECT) {
        spread(call->m, out, value.u.object);
        return value_array(out);
    }
    if (value.type != ARRAY)
        return value;
    out->sequence = !value.u.array->count;
    for (size_t i = 0; i < value.u.array->count; i++) {
        const struct value item = array_at(call->m, value.u.array, i);

        jsonata_step(&call->m->limits, call->column, 1);
        if (item.type == OBJECT)
            spread(call->m, out, item.u.object);
        else
            array_spread(call->m, out, item);
    }
    return value_array(out);
}

static struct value fn_merge(struct function_call *call)
{
    const struct value value = call->arguments[0];
    struct object *merged = object_new(call->m);

    for (size_t i = 0; i < value.u.array->count; i++) {
        jsonata_step(&call->m->limits, call->column, 1);
        object_set_all(call->m, merged, array_at(call->m, value.u.array, i).u.object);
    }
    return value_object(merged);
}

static struct value fn_boolean(struct function_call *call)
{
    return value_boolean(value_true(call->m, call->arguments[0]));
}

static struct value fn_not(struct function_call *call)
{
    return value_boolean(!value_true(call->m, call->arguments[0]));
}

static struct value fn_exists(struct function_call *call)
{
    return value_boolean(call->arguments[0].type != NOTHING);
}

static struct value fn_type(struct function_call *call)
{
    return value_string(value_type_name(call->arguments[0]));
}

static const char *message_of(struct function_call *call, size_t index, const char *usual)
{
    return call->arguments[index].type == STRING
               ? text_quote(call->m->limits.arena, call->arguments[index].u.text, 120)
               : usual;
}

static struct value fn_error(struct function_call *call)
{
    call_fail(call, "D3137", "%s", message_of(call, 0, "it was called"));
}

static struct value fn_assert(struct function_call *call)
{
    if (!value_true(call->m, call->arguments[0]))
        call_fail(call, "D3141", "%s", message_of(call, 1, "what it asserts is false"));
    return jsonata_nothing;
}

const struct jsonata_function object_functions[] = {
    { "assert", "bs?:x", fn_assert, .arity = 2 },
    { "boolean", "x-:b", fn_boolean, .arity = 1, .needs = 1 },
    { "error", "s?:x", fn_error, .arity = 1 },
    { "exists", "x:b", fn_exists, .arity = 1 },
    { "keys", "x-:a<s>", fn_keys, .arity = 1 },
    { "lookup", "x-s:x", fn_lookup, .arity = 2, .needs = 2 },
    { "merge", "a<o>:o", fn_merge, .arity = 1, .needs = 1 },
    { "not", "x-:b", fn_not, .arity = 1, .needs = 1 },
    { "spread", "x-:a<o>", fn_spread, .arity = 1, .needs = 1 },
    { "type", "x:s", fn_type, .arity = 1, .needs = 1 },
    { 0 },
};
