/* Models as cfn test draws them by chance, for suite v1 to come to its verdicts: see generate.h. */
#include "odd_private.h"

enum {
    ITEMS = 4, /* of a list, as far as the schema has room */
    OTHERS = 3 /* models that more items are taken from */
};

/* A model that is changed at the top, and where other items come from: an array of models. */
struct v1 {
    struct oddity o;
    json *others;
};

static void draw_others(struct v1 *v, struct random *random)
{
    struct random own = { random_next(random) };
    struct error ignored;

    v->others = json_array(v->o.arena);
    for (int i = 0; i < OTHERS; i++) {
        const json *other = generate_create(v->o.arena, v->o.type, &own, &ignored);
        if (other)
            json_append(v->others, other);
    }
}

/* Adds items of the others until there are `count`, each where the list is valid with it. */
static void fill(struct v1 *v, const struct property_path *path, size_t count)
{
    json_each (other, v->others) {
        json_each (item, path_get(other, path)) {
            const json *now = path_get(v->o.model, path);
            json *more = json_copy(v->o.arena, now);

            if (json_length(now) >= count || !oddity_may_try(&v->o))
                return;
            json_append(more, item);
            if (!json_holds(now, item))
                (void)oddity_try(&v->o, path, more);
        }
    }
}

/* With digits that a number of single precision does not hold. */
static void split(struct v1 *v, const struct property_path *path, double number)
{
    static const double parts[] = { 0.123456789, -0.123456789 };

    for (size_t i = 0; i < sizeof(parts) / sizeof(*parts) && oddity_may_try(&v->o); i++)
        if (oddity_try(&v->o, path, json_new_number(v->o.arena, number + parts[i])))
            return;
}

static void change(struct v1 *v, const char *pointer, const json *value)
{
    struct property_path path;

    if (!pointer_read(v->o.arena, pointer, &path) || oddity_is_fixed(&v->o, pointer))
        return;
    if (json_type(value) == JSON_ARRAY)
        fill(v, &path, ITEMS);
    else if (json_type(value) == JSON_NUMBER)
        split(v, &path, json_number(value, 0));
    else if (json_type(value) == JSON_BOOLEAN && oddity_may_try(&v->o))
        (void)oddity_try(&v->o, &path, json_new_boolean(v->o.arena, false));
}

const json *generate_v1(struct arena *arena, const struct resource_type *type, const json *model,
                        struct random *random)
{
    struct arena *scratch = arena_new();
    struct v1 v = { .o = { .arena = scratch,
                           .type = type,
                           .schema = type->create,
                           .model = json_copy(scratch, model) } };

    draw_others(&v, random);
    json_each (member, model)
        change(&v, pointer_add(scratch, "", json_key(member)), member);
    const json *result = json_copy(arena, v.o.model);
    arena_free(scratch);
    return result;
}

/* Other items in the list, and one less than it had, where there are so many and that is valid. */
static void shorten(struct v1 *v, const struct property_path *path, const json *created)
{
    const size_t count = json_length(created) - 1;
    json *fewer = json_array(v->o.arena);

    json_each (other, v->others)
        json_each (item, path_get(other, path))
            if (json_length(fewer) < count && !json_holds(created, item) &&
                !json_holds(fewer, item))
                json_append(fewer, item);
    if (json_length(fewer) == count && oddity_may_try(&v->o))
        (void)oddity_try(&v->o, path, fewer);
}

/* The members in the reverse order, which says nothing in JSON. */
static const json *turned_around(struct arena *arena, const json *object)
{
    json *turned = json_object(arena);

    for (size_t i = json_length(object); i-- > 0;) {
        const json *member = json_at(object, i);
        json_set(turned, json_key(member), member);
    }
    return turned;
}

const json *generate_v1_update(struct arena *arena, const struct resource_type *type,
                               const json *state, const json *created, struct random *random)
{
    struct arena *scratch = arena_new();
    struct v1 v = { .o = { .arena = scratch,
                           .type = type,
                           .schema = type->update,
                           .model = json_copy(scratch, state) } };

    draw_others(&v, random);
    json_each (member, created) {
        struct property_path path;
        const char *pointer = pointer_add(scratch, "", json_key(member));

        if (json_type(member) == JSON_ARRAY && json_length(member) > 1 &&
            json_get(state, json_key(member)) && pointer_read(scratch, pointer, &path) &&
            update_frees(type, json_key(member)) && !update_needs(type, &path))
            shorten(&v, &path, member);
    }
    const json *result = turned_around(arena, v.o.model);
    arena_free(scratch);
    return result;
}
