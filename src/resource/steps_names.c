/* Identifiers alone, others of the same shape, and new ones; see trial.h. */
#include "steps_private.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/type/system_tags.h"

json *identifier_of(const struct trial *t, const json *model)
{
    return model_only(t->arena, model, &type_in(t)->identifier);
}

json *alias_of(const struct trial *t, const json *model, size_t index)
{
    const struct property_set *set = &type_in(t)->additional_identifiers[index];

    return set_lacks(set, model) ? NULL : model_only(t->arena, model, set);
}

/* --- What never existed --- */

enum {
    SHIFTS = 5 /* other letters are tried so many times */
};

/* How many letters and digits, from the end, become others: of a UUID its last part, say. */
static const size_t lengths[] = { 8, 4, 2, 1 };

enum { CLASSES = 3 };

/* Hexadecimal numbers stay such; else letters are letters. */
static const char *const hexadecimal[CLASSES] = { "0123456789", "abcdef", "ABCDEF" };
static const char *const any[CLASSES] = { "0123456789", "abcdefghijklmnopqrstuvwxyz",
                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ" };

static const char *class_of(const char *const *classes, char c)
{
    for (size_t i = 0; c && i < CLASSES; i++)
        if (strchr(classes[i], c))
            return classes[i];
    return NULL;
}

/* `text` with its last `count` letters and digits moved on by `shift` within their classes. */
static const char *shifted(struct arena *arena, const char *text, const char *const *classes,
                           size_t count, size_t shift)
{
    char *copy = arena_copy(arena, text, strlen(text));

    for (size_t i = strlen(copy); i-- > 0 && count;) {
        const char *class = class_of(classes, copy[i]);

        if (!class && class_of(any, copy[i]))
            break; /* what stands before another letter is another part */
        if (!class)
            continue;
        const size_t at = (size_t)(strchr(class, copy[i]) - class);
        copy[i] = class[(at + shift) % strlen(class)];
        count--;
    }
    return copy;
}

/* Whether the identifier could be one: its shape is right, and nobody was seen with it. */
static bool names_nothing(struct trial *t, const json *identifier, const json *real)
{
    const struct listed *listed = memory_of(t) ? memory_of(t)->listing : NULL;

    return !json_equal(identifier, real) && !(listed && listing_has(t, listed, identifier)) &&
           (schema_valid(type_in(t)->returned, identifier, SCHEMA_SHAPE) ||
            !schema_valid(type_in(t)->returned, real, SCHEMA_SHAPE));
}

/* Tries another value at one path. */
static bool try_value(struct trial *t, json *identifier, const struct property_path *path,
                      const json *value)
{
    json *changed = json_copy(t->arena, identifier);

    if (path_set(changed, path, value) || !names_nothing(t, changed, identifier))
        return false;
    path_set(identifier, path, value);
    return true;
}

static bool change_string(struct trial *t, json *identifier, const struct property_path *path,
                          const char *text)
{
    for (size_t c = 0; c < 2; c++)
        for (size_t n = 0; n < sizeof(lengths) / sizeof(lengths[0]); n++)
            for (size_t shift = 1; shift <= SHIFTS; shift++) {
                const char *other =
                    shifted(t->arena, text, c ? any : hexadecimal, lengths[n], shift);

                if (try_value(t, identifier, path, json_new_string(t->arena, other)))
                    return true;
            }
    return false;
}

static bool change_number(struct trial *t, json *identifier, const struct property_path *path,
                          double number)
{
    static const double steps[] = { 7919, -7919, 97, -97, 11, -11, 1, -1 };

    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
        if (try_value(t, identifier, path, json_new_number(t->arena, number + steps[i])))
            return true;
    return false;
}

const json *identifier_never(struct trial *t, const json *model)
{
    const struct property_set *set = &type_in(t)->identifier;
    json *identifier = identifier_of(t, model);
    bool changed = false;

    if (t->failed || set_lacks(set, model))
        return NULL;
    for (size_t i = 0; i < set->count; i++) {
        const json *value = path_get(identifier, &set->paths[i]);

        if (json_type(value) == JSON_STRING)
            changed = change_string(t, identifier, &set->paths[i], json_string(value)) || changed;
        else if (json_type(value) == JSON_NUMBER)
            changed =
                change_number(t, identifier, &set->paths[i], json_number(value, 0)) || changed;
    }
    return changed ? identifier : NULL;
}

/* --- New names --- */

/* Another sample, as full as can be; the models that come after it are no others for it. */
static const json *another_sample(struct trial *t, enum variant variant)
{
    struct examples *examples = &memory_of(t)->examples, apart = *examples;
    struct error ignored;

    apart.random = (struct random){ random_next(&examples->random) };
    apart.how = (struct generation){ .variant = variant };
    return examples_create(t->arena, &apart, &ignored);
}

/* Takes over the values of `fresh` at the paths of the set, where that is valid. */
static json *rename_set(struct trial *t, json *model, const struct property_set *set,
                        const json *fresh)
{
    const bool valid = schema_valid(type_in(t)->create, model, SCHEMA_ALL);

    for (size_t i = 0; i < set->count; i++) {
        const struct property_path *path = &set->paths[i];
        const json *was = path_get(model, path), *is = path_get(fresh, path);

        if (!was || !is || json_equal(was, is) || set_has(&type_in(t)->read_only, path))
            continue;
        json *renamed = json_copy(t->arena, model);
        path_replace(renamed, path, is);
        if (!valid || schema_valid(type_in(t)->create, renamed, SCHEMA_ALL))
            model = renamed;
    }
    return model;
}

/* Whether the request is to choose some of the set. */
static bool is_chosen(const struct trial *t, const struct property_set *set, const json *model)
{
    for (size_t i = 0; i < set->count; i++)
        if (path_get(model, &set->paths[i]) && !set_has(&type_in(t)->read_only, &set->paths[i]))
            return true;
    return false;
}

static bool same_at(const struct property_set *set, const json *a, const json *b)
{
    for (size_t i = 0; i < set->count; i++)
        if (!json_equal(path_get(a, &set->paths[i]), path_get(b, &set->paths[i])))
            return false;
    return true;
}

const json *model_renamed(struct trial *t, const json *model)
{
    const struct resource_type *type = type_in(t);
    const json *fresh = t->failed ? NULL : another_sample(t, VARIANT_MAXIMAL);

    if (!fresh)
        return NULL;
    json *renamed = rename_set(t, json_copy(t->arena, model), &type->names, fresh);
    for (size_t i = 0; i <= type->additional_identifier_count; i++) {
        const struct property_set *set =
            i ? &type->additional_identifiers[i - 1] : &type->identifier;

        if (!set_lacks(set, model) && is_chosen(t, set, model) && same_at(set, model, renamed))
            return NULL;
    }
    return renamed;
}

const json *model_renamed_but(struct trial *t, const json *model, size_t index)
{
    const struct resource_type *type = type_in(t);
    const struct property_set *alias = &type->additional_identifiers[index];
    const json *fresh = t->failed ? NULL : another_sample(t, VARIANT_MAXIMAL);

    if (!fresh || set_lacks(alias, model))
        return NULL;
    json *renamed = rename_set(t, json_copy(t->arena, model), &type->identifier, fresh);
    for (size_t i = 0; i < type->additional_identifier_count; i++)
        if (i != index)
            renamed = rename_set(t, renamed, &type->additional_identifiers[i], fresh);
    if (!same_at(alias, model, renamed) ||
        (is_chosen(t, &type->identifier, model) && same_at(&type->identifier, model, renamed)))
        return NULL;
    return renamed;
}

/* `fresh` with the identifiers of the model; or the model, where that is not valid. */
static const json *named_as(struct trial *t, const json *model, const json *fresh)
{
    const struct resource_type *type = type_in(t);
    json *named = json_copy(t->arena, fresh);

    for (size_t i = 0; fresh && i < type->names.count; i++) {
        const json *value = path_get(model, &type->names.paths[i]);

        if (value)
            path_set(named, &type->names.paths[i], value);
        else
            path_remove(named, &type->names.paths[i]);
    }
    return fresh && schema_valid(type->create, named, SCHEMA_ALL) ? named : model;
}

const json *model_named_as(struct trial *t, const json *model)
{
    return named_as(t, model, t->failed ? NULL : another_sample(t, VARIANT_MAXIMAL));
}

const json *model_minimal_as(struct trial *t, const json *model)
{
    if (t->failed || !may_vary(t))
        return model;
    return named_as(t, model, another_sample(t, VARIANT_MINIMAL));
}

/* Puts the write-only values of the request where they were, as the author of a template would. */
static void restore_secrets(struct trial *t, json *model)
{
    const struct property_set *set = &type_in(t)->write_only;

    for (size_t i = 0; i < set->count; i++) {
        const struct property_path parent = { set->paths[i].pointer, set->paths[i].steps,
                                              set->paths[i].depth - 1 };
        const json *value = path_get(given(t)->requested, &set->paths[i]);

        if (value && (!parent.depth || path_get(model, &parent)))
            path_set(model, &set->paths[i], value);
    }
}

static const json *near_value(struct arena *arena, const json *value, int attempt)
{
    const char *text = json_string(value);
    const size_t length = text ? strlen(text) : 0;

    if (json_type(value) == JSON_NUMBER)
        return json_new_number(arena, json_number(value, 0) + (attempt ? -1 : 1));
    if (length < 2 || (unsigned char)text[length - 1] >= 0x80)
        return NULL;
    return json_new_string(arena, attempt ? arena_printf(arena, "%s0", text)
                                          : arena_printf(arena, "%.*s", (int)length - 1, text));
}

/*
 * The closest neighbour that the schema allows: the last part of its identifier
 * is one letter shorter, or the next number. Whoever compares beginnings, or the
 * first part only, takes one for the other.
 */
static json *bring_near(struct trial *t, json *renamed, const json *model)
{
    const struct resource_type *type = type_in(t);
    const struct property_set *set = &type->identifier;
    json *near = json_copy(t->arena, renamed);

    for (size_t i = 0; i < set->count; i++) {
        const json *was = path_get(model, &set->paths[i]);

        if (!was || set_covers(&type->read_only, set->paths[i].pointer))
            return renamed;
        path_replace(near, &set->paths[i], was);
    }
    for (size_t i = set->count; i-- > 0;)
        for (int attempt = 0; attempt < 2; attempt++) {
            const struct property_path *path = &set->paths[i];
            const json *value = near_value(t->arena, path_get(model, path), attempt);
            json *tried = json_copy(t->arena, near);

            if (!value || !path_replace(tried, path, value))
                continue;
            if (schema_valid(type->create, tried, SCHEMA_ALL))
                return tried;
        }
    return renamed;
}

const json *model_to_create(struct trial *t, const json *read)
{
    const struct resource_type *type = type_in(t);
    const json *own = model_without_system_tags(t->arena, type, read, given(t)->requested);
    json *model = model_without(t->arena, own, &type->read_only);

    if (t->failed)
        return NULL;
    restore_secrets(t, model);
    if (type->write_only.count && !schema_valid(type->create, model, SCHEMA_ALL))
        return NULL; /* a secret inside of an array is required, and nobody knows of which item */
    const json *renamed = model_renamed(t, model);
    return renamed ? bring_near(t, json_copy(t->arena, renamed), read) : NULL;
}
