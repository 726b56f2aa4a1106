#include "compare_private.h"

#include <string.h>

#include "transform.h"

/* For transform_match(): a result and what was returned, by the schema of the place. */
struct matching {
    struct scope *scope;
    struct spot *spot;
    const struct place *place;
    const json *returned;
};

static bool equals(void *context, const json *result)
{
    const struct matching *m = context;
    struct scope trial = { .all = m->scope->all, .quiet = true, .most = 1 };

    m->scope->all->passing++;
    compare_plainly(&trial, m->spot, m->place, result, m->returned);
    m->scope->all->passing--;
    return trial.found == 0;
}

/* The parsed transform, or NULL and `problem`. */
static const struct transform *parse(struct comparing *all, struct spot_transform *transform)
{
    const char *text = json_string(transform->text);
    struct error error = { "it is no string" };

    if (transform->parsed || transform->problem)
        return transform->parsed;
    transform->parsed = text ? transform_read(all->scratch, text, &error) : NULL;
    if (!transform->parsed)
        transform->problem =
            arena_printf(all->arena, "its propertyTransform cannot be read: %s", error.text);
    return transform->parsed;
}

/*
 * Equal as it is, or as the transform makes it. A transform that cannot be
 * evaluated says neither: then the value is not compared, and that is said.
 */
void compare_transformed(struct scope *s, struct spot *spot, const struct place *place,
                         const json *requested, const json *returned)
{
    struct scope trial = { .all = s->all, .quiet = true, .most = 1, .parent = s->parent };
    struct matching matching = { s, spot, place, returned };
    const struct transform_input input = { .model = s->all->requested,
                                           .parent = s->parent,
                                           .returned = returned,
                                           .equals = equals,
                                           .context = &matching };
    struct error error = { "" };
    const json *result = NULL;

    compare_plainly(&trial, spot, place, requested, returned);
    if (!trial.found)
        return;
    const struct transform *transform = parse(s->all, spot->transform);
    if (!transform) {
        compare_note(s, spot, place, spot->transform->problem, true);
        return;
    }
    s->all->spots->work += COST_OF_TRANSFORM;
    switch (transform_match(s->all->scratch, transform, &input, &result, &error)) {
    case TRANSFORM_EQUAL:
        break;
    case TRANSFORM_FAILED:
        compare_note(s, spot, place,
                     arena_printf(s->all->arena, "its propertyTransform cannot be evaluated: %s",
                                  error.text),
                     true);
        break;
    case TRANSFORM_DIFFERS:
        if (returned && json_type(requested) & (JSON_OBJECT | JSON_ARRAY))
            compare_plainly(s, spot, place, requested, returned);
        else
            compare_differs_transformed(s, place, requested, returned, result);
        break;
    }
}
