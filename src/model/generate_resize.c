/*
 * Lists of an update. What is made anew has one item or two, like what was
 * created: handlers that only ever append, or never remove, would not be seen.
 */
#include "generate_private.h"

enum resizing { AS_IT_IS, SHORTER, LONGER, RESIZINGS };

/* The created list without its last items, one at least. */
static json *shortened(struct arena *arena, const json *list, struct random *random)
{
    json *less = json_copy(arena, list);
    const size_t count = json_length(list);
    const size_t removed = count ? 1 + (size_t)random_below(random, count) : 0;

    for (size_t i = 0; i < removed; i++)
        json_remove_at(less, count - 1 - i);
    return less;
}

/* The created list and items of the new one that it has not got. */
static json *lengthened(struct arena *arena, const json *list, const json *fresh)
{
    json *more = json_copy(arena, list);

    json_each (item, fresh)
        if (!json_holds(more, item))
            json_append(more, item);
    return more;
}

json *resize_lists(struct arena *arena, const struct resource_type *type, const json *start,
                   json *model, struct random *random)
{
    const uint64_t seed = random_next(random);

    json_each (old, start) {
        const char *key = json_key(old);
        const json *now = json_get(model, key);
        struct random own = { seed ^ place_hash(0, key) };
        const enum resizing way = (enum resizing)random_below(&own, RESIZINGS);

        if (json_type(old) != JSON_ARRAY || json_type(now) != JSON_ARRAY || way == AS_IT_IS ||
            !update_frees(type, key))
            continue;
        json *other = json_copy(arena, model);
        json_set(other, key,
                 way == SHORTER ? shortened(arena, old, &own) : lengthened(arena, old, now));
        if (!json_equal(json_get(other, key), old) && schema_valid(type->update, other, SCHEMA_ALL))
            model = other;
    }
    return model;
}
