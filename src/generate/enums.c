/* Values that a schema names: enum, const, booleans, defaults and examples. */
#include "generate_private.h"

const json *demand_list(struct generator *g, const struct demand *d, unsigned types, bool with_null)
{
    const json *list = NULL;
    json *few = json_array(g->scratch);

    for (size_t i = 0; i < d->count; i++) {
        const json *only = json_get(d->nodes[i], "const"), *some = json_get(d->nodes[i], "enum");

        if (only) {
            json_append(few, only);
            return few;
        }
        if (some && (!list || json_length(some) < json_length(list)))
            list = some;
    }
    if (list || types & (TYPE_ANY ^ (TYPE_BOOLEAN | TYPE_NULL)))
        return list;
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
        if (demand_accepts(g, d, value))
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

            if (!holds && types & type_of_value(one) && demand_accepts(g, d, one) &&
                !random_below(random, ++seen))
                chosen = one;
        }
    }
    return chosen;
}
