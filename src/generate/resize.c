/*
 * Lists and maps of an update. What is made anew has one item or two, like what
 * was created: handlers that only ever append, or never remove, would not be seen.
 * And no key of a map comes twice by chance: handlers that compare the keys alone,
 * as is often done with tags, would not be seen either.
 */
#include "cfnc/schema/schema_pointer.h"
#include "generate_private.h"

enum resizing { AS_IT_IS, SHORTER, LONGER, RESIZINGS };

json *first_items(struct arena *arena, const json *array, size_t count)
{
    json *few = json_array(arena);

    for (const json *item = json_first(array); item && count; item = json_next(item), count--)
        json_append(few, item);
    return few;
}

/* The created list without its last items, one at least. */
static json *shortened(struct arena *arena, const json *list, struct random *random)
{
    const size_t count = json_length(list);

    return first_items(arena, list, count ? count - 1 - (size_t)random_below(random, count) : 0);
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

static bool is_map(const struct resource_type *type, const char *key)
{
    const struct property_path path = { .pointer = key, .steps = &key, .depth = 1 };
    const json *node = schema_at(type->document, &path);

    return node && !json_get(schema_resolve(type->document, node), "properties");
}

/* The new map with a key of the old one as well, whose value is a new one; NULL: there is none. */
static const json *with_old_key(struct arena *arena, const json *old, const json *now)
{
    json_each (key, old)
        json_each (value, now) {
            json *both = json_get(now, json_key(key)) || json_equal(key, value)
                             ? NULL
                             : json_copy(arena, now);
            if (both)
                json_set(both, json_key(key), value);
            if (both)
                return both;
        }
    return NULL;
}

json *keep_keys(struct arena *arena, const struct resource_type *type, const json *requested,
                json *model)
{
    json_each (old, requested) {
        const char *key = json_key(old);
        const json *now = json_get(model, key);

        if (json_type(old) != JSON_OBJECT || json_type(now) != JSON_OBJECT ||
            json_equal(old, now) || !update_frees(type, key) || !is_map(type, key))
            continue;
        const json *map = with_old_key(arena, old, now);
        json *other = map ? json_copy(arena, model) : NULL;
        if (other)
            json_set(other, key, map);
        if (other && schema_valid(type->update, other, SCHEMA_ALL))
            model = other;
    }
    return model;
}
