#include "generate_private.h"

/* Whether a subschema says no more than which values it means, and this is one. */
static bool is_listed(const json *node, const json *value)
{
    if (json_length(node) != 1)
        return false;
    return json_get(node, "const") ? json_equal(json_get(node, "const"), value)
                                   : json_holds(json_get(node, "enum"), value);
}

bool demand_admits(struct generator *g, const struct demand *d, const json *value, const json *list)
{
    for (size_t i = 0; i < d->count; i++) {
        const json *only = json_get(d->nodes[i], "const"), *some = json_get(d->nodes[i], "enum");

        if ((only && !json_equal(only, value)) ||
            (some && some != list && !json_holds(some, value)))
            return false;
    }
    for (size_t i = 0; i < d->avoided; i++)
        if (is_listed(d->avoid[i], value))
            return false;
    if (demand_has(d, "type") && !(demand_types(d, 0) & type_of_value(value)))
        return false;
    if (json_type(value) == JSON_STRING)
        return text_admitted(g, d, json_string(value));
    if (json_type(value) == JSON_NUMBER)
        return number_admitted(d, json_number(value, 0)) && demand_accepts(g, d, value);
    return demand_accepts(g, d, value);
}

static const json *list_of_one(struct generator *g, const json *value)
{
    json *one = json_array(g->scratch);

    json_append(one, value);
    return one;
}

const json *demand_list(struct generator *g, const struct demand *d, unsigned types, bool with_null)
{
    const json *list = NULL;

    for (size_t i = 0; i < d->count; i++) {
        const json *only = json_get(d->nodes[i], "const"), *some = json_get(d->nodes[i], "enum");

        if (only)
            return list_of_one(g, only);
        if (some && (!list || json_length(some) < json_length(list)))
            list = some;
    }
    if (list || types & (TYPE_ANY ^ (TYPE_BOOLEAN | TYPE_NULL)))
        return list;
    json *few = json_array(g->scratch);
    if (types & TYPE_BOOLEAN) {
        json_append(few, json_new_boolean(g->scratch, true));
        json_append(few, json_new_boolean(g->scratch, false));
    }
    /* Null says nothing, but items that must be unlike each other may need it. */
    if (types & TYPE_NULL && (with_null || !(types & TYPE_BOOLEAN)))
        json_append(few, json_new_null(g->scratch));
    return few;
}

const json *demand_pick(struct generator *g, const struct demand *d, const json *list,
                        struct random *random)
{
    const size_t count = json_length(list);
    const json *value = json_at(list, (size_t)random_below(random, count));

    for (size_t i = 0; i < count; i++) {
        if (demand_admits(g, d, value, list))
            return value;
        value = json_next(value) ? json_next(value) : json_first(list);
    }
    return NULL;
}

/* The default and the examples of all parts; containers are better made than taken. */
const json *demand_example(struct generator *g, const struct demand *d, unsigned types,
                           struct random *random)
{
    const json *chosen = NULL;
    size_t seen = 0;

    for (size_t i = 0; i < d->count; i++) {
        const json *one = json_get(d->nodes[i], "default");
        const json *more = json_get(d->nodes[i], "examples");

        more = json_type(more) == JSON_ARRAY ? json_first(more) : NULL;
        for (one = one ? one : more; one; one = one == more ? more = json_next(more) : more) {
            const bool holds = type_of_value(one) & (TYPE_OBJECT | TYPE_ARRAY);

            if (!holds && types & type_of_value(one) && demand_admits(g, d, one, NULL) &&
                !random_below(random, ++seen))
                chosen = one;
        }
    }
    return chosen;
}
