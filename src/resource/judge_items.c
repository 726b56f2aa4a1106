/*
 * Suite v1 takes items of unordered arrays as the original does: each of them as a whole, so
 * that one which has something more is another one, whatever it may have elsewhere.
 */
#include "cfnc/base/text.h"
#include "judge.h"

/* A place in both models. */
struct spot_of_both {
    const char *pointer;
    const json *asked, *is;
};

/* As the original's hashes have it, to which any list is like any other. */
static bool alike(const json *a, const json *b)
{
    if (json_type(a) == JSON_ARRAY && json_type(b) == JSON_ARRAY)
        return true;
    if (json_type(a) != JSON_OBJECT || json_type(b) != JSON_OBJECT)
        return json_equal(a, b);
    json_each (member, a)
        if (!json_get(b, json_key(member)) || !alike(member, json_get(b, json_key(member))))
            return false;
    return json_length(a) == json_length(b);
}

static const json *another_item(const struct spot_of_both *here)
{
    json_each (item, here->is) {
        const json *same = json_first(here->asked);

        while (same && !alike(same, item))
            same = json_next(same);
        if (!same)
            return item;
    }
    return NULL;
}

static const struct difference *row_of(struct arena *arena, const char *pointer, const json *item)
{
    struct difference *row = arena_alloc(arena, sizeof(*row));

    *row = (struct difference){ .kind = DIFFERENCE_UNEXPECTED, .path = pointer, .returned = item };
    return row;
}

/* Below arrays the original takes every order for one that counts. */
static const struct difference *look_below(const struct exchange *x, struct arena *arena,
                                           struct spot_of_both here)
{
    const struct difference *found = NULL;

    for (const json *m = json_first(here.asked); m && !found; m = json_next(m)) {
        const struct spot_of_both at = { pointer_add(arena, here.pointer, json_key(m)), m,
                                         json_get(here.is, json_key(m)) };
        struct property_path path;

        if (json_type(m) == JSON_OBJECT && json_type(at.is) == JSON_OBJECT)
            found = look_below(x, arena, at);
        else if (json_type(m) == JSON_ARRAY && json_type(at.is) == JSON_ARRAY &&
                 !resource_type_transforms(type_of(x->subject), at.pointer) &&
                 pointer_read(arena, at.pointer, &path) &&
                 compare_unordered(type_of(x->subject), &path) && another_item(&at))
            found = row_of(arena, at.pointer, another_item(&at));
    }
    return found;
}

const struct difference *item_with_more(const struct exchange *x, struct arena *arena,
                                        const json *asked)
{
    const struct resource_type *type = type_of(x->subject);
    const struct spot_of_both all = { "", resource_type_chosen(arena, type, asked),
                                      resource_type_chosen(arena, type, x->event.model) };

    return look_below(x, arena, all);
}
