#include "cfnc/generate/examples.h"

#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/generate/placeholders.h"
#include "generate_private.h"

static bool is_of_files(const struct input_set *set)
{
    return set->source && strcmp(set->source, "files") == 0;
}

/* Where overrides are that something is wrong with: `pointer` is the key of one, or NULL. */
static struct place override_place(struct arena *arena, const struct input_set *set,
                                   const char *kind, const char *pointer)
{
    const char *group = pointer_add(arena, "", kind);
    const char *at = pointer ? pointer_add(arena, group, pointer) : group;

    return set->overrides_file ? place_in_file(set->overrides_file, at)
                               : (struct place){ .path = "overrides.json", .pointer = at };
}

/* A subschema that says nothing of its members takes any. */
static bool is_free_form(const json *node)
{
    static const char *const shaping[] = {
        "properties", "patternProperties", "items", "enum", "const", "allOf", "anyOf", "oneOf"
    };
    const char *type = json_string(json_get(node, "type"));

    for (size_t i = 0; i < sizeof(shaping) / sizeof(*shaping); i++)
        if (json_get(node, shaping[i]))
            return false;
    if (json_false(node) || json_false(json_get(node, "additionalProperties")))
        return false;
    return json_type(json_get(node, "type")) == JSON_ARRAY || !type || strcmp(type, "object") == 0;
}

static bool is_in_schema(const struct resource_type *type, const struct property_path *path)
{
    struct property_path above = *path;

    if (schema_at(type->document, path))
        return true;
    while (above.depth > 1) {
        above.depth--;
        const json *node = schema_at(type->document, &above);
        if (node)
            return is_free_form(node);
    }
    return false;
}

static bool read_override(struct arena *arena, const struct examples *examples, const char *kind,
                          const json *member, struct givens *givens, struct error *error)
{
    struct property_path path;
    const struct resource_type *type = examples->type;
    const char *name = text_quote(arena, json_key(member), 100);
    const struct place place = override_place(arena, examples->set, kind, json_key(member));

    if (!pointer_read(arena, json_key(member), &path) || !path.depth)
        return error_at(error, &place, "%s: \"%s\" is no JSON pointer; begin it with \"/\"", kind,
                        name);
    if (set_covers(&type->read_only, path.pointer))
        return error_at(error, &place, "%s: %s is read-only: the handler chooses it; remove it",
                        kind, name);
    if (!is_in_schema(type, &path))
        return error_at(error, &place,
                        "%s: the schema has no property at %s; correct the pointer or remove it",
                        kind, name);
    givens_add(givens, &path, member);
    return true;
}

/* What the user wrote, with its placeholders filled in. It stands at the place, in `part` of it. */
static const json *fill_in(struct arena *arena, struct examples *examples, const json *value,
                           const struct place *place, const char *part, struct error *error)
{
    const struct placeholders with = { .seed = examples->seed,
                                       .random = &examples->random,
                                       .location = examples->location };

    if (!placeholders_any(value, examples->location))
        return value;
    value = placeholders_replace(arena, value, &with, error);
    if (!value)
        error_prefix_at(error, place, part);
    return value;
}

static bool read_overrides(struct arena *arena, struct examples *examples, const char *kind,
                           const json *overrides, struct fixed_set *set, struct error *error)
{
    struct givens givens = { .arena = arena };
    const struct place place = override_place(arena, examples->set, kind, NULL);
    const json *filled =
        fill_in(arena, examples, overrides, &place, arena_printf(arena, "%s: ", kind), error);

    if (overrides && !filled)
        return false;
    json_each (member, filled)
        if (!read_override(arena, examples, kind, member, &givens, error))
            return false;
    *set = givens_set(&givens);
    return true;
}

/* The override that a fault is about: the one at its path, above or below it, else the first. */
static const char *find_culprit(const struct fixed_set *set, const char *fault_path)
{
    struct property_path at;
    struct arena *arena = arena_new();
    const bool readable = pointer_read(arena, fault_path, &at);
    const char *found = NULL;

    for (size_t i = 0; readable && i < set->count && !found; i++)
        if (path_covers(&set->items[i].path, fault_path) ||
            path_covers(&at, set->items[i].path.pointer))
            found = set->items[i].path.pointer;
    arena_free(arena);
    return found ? found : set->items[0].path.pointer;
}

/* Lays the values over the model where they are not there yet. False and the error. */
static bool lay_overrides(struct arena *arena, const struct examples *examples, json *model,
                          const struct fixed_set *set, struct error *error)
{
    const struct resource_type *type = examples->type;

    for (size_t i = 0; i < set->count; i++) {
        const struct fixed *fixed = &set->items[i];
        const bool is_there =
            fixed->given != GIVEN_WHOLE || json_equal(path_get(model, &fixed->path), fixed->value);
        const char *blocked = is_there ? NULL : path_set(model, &fixed->path, fixed->value);
        if (blocked) {
            const struct place place =
                override_place(arena, examples->set, "CREATE", fixed->path.pointer);

            return error_at(error, &place, "CREATE: %.150s cannot be set: %.200s",
                            text_quote(arena, fixed->path.pointer, 150), blocked);
        }
    }
    const struct schema_fault *fault = schema_faults(arena, type->create, model, SCHEMA_ALL);
    if (!fault)
        return true;
    const char *culprit = find_culprit(set, fault->path);
    const struct place place = override_place(arena, examples->set, "CREATE", culprit);
    return error_at(
        error, &place,
        "CREATE: with %.100s the model breaks the schema (%.100s: %.200s); correct the value",
        text_quote(arena, culprit, 100),
        *fault->path ? text_quote(arena, fault->path, 100) : "the model", fault->message);
}

static const json *create_with_overrides(struct arena *arena, struct examples *examples,
                                         struct error *error)
{
    const struct resource_type *type = examples->type;
    struct fixed_set set;
    struct error with, without;

    if (!read_overrides(arena, examples, "CREATE", examples->set->create_overrides, &set, error))
        return NULL;
    struct generation how = examples->how;
    how.overrides = &set;
    examples->how.row++;
    const json *made = generate_create_as(arena, type, &how, &examples->random, &with);
    /* When it is the overrides that do not fit, say so and not that no model was found. */
    if (!made && set.count)
        made = generate_create(arena, type, &examples->random, &without);
    if (!made) {
        *error = with;
        return NULL;
    }
    if (examples->as_v1 && !set.count)
        return generate_v1(arena, type, made, &examples->random);
    json *model = json_copy(arena, made);
    return lay_overrides(arena, examples, model, &set, error) ? model : NULL;
}

static bool lacks_file(const struct input_set *set, const char *kind, struct error *error)
{
    return error_set(error, "%s: no %s input; add inputs/%s_%s.json", set->id, kind, set->id, kind);
}

static const json *create_of_file(struct arena *arena, struct examples *examples,
                                  struct error *error)
{
    const struct input_set *set = examples->set;
    const struct place place = { .path = set->create_file ? set->create_file : set->id };
    const json *filled = fill_in(arena, examples, set->create, &place, "", error);
    struct generation how = examples->how;

    how.given = filled;
    if (!filled || !generate_has_hole(filled))
        return filled ? json_copy(arena, filled) : NULL;
    examples->how.row++;
    const json *made = generate_create_as(arena, examples->type, &how, &examples->random, error);
    if (!made)
        error_prefix(error, "%.200s: ", set->create_file ? set->create_file : set->id);
    return made;
}

static const json *draw_create(struct arena *arena, struct examples *examples, struct error *error)
{
    const struct input_set *set = examples->set;

    if (set->create)
        return create_of_file(arena, examples, error);
    if (is_of_files(set)) {
        lacks_file(set, "create", error);
        return NULL;
    }
    return create_with_overrides(arena, examples, error);
}

/* Whoever listens has the last word. */
static const json *hand_out(struct arena *arena, const struct examples *examples, const json *model,
                            struct error *error)
{
    return examples->drawn ? examples->drawn(examples->context, arena, model, error) : model;
}

const json *examples_create(struct arena *arena, struct examples *examples, struct error *error)
{
    return hand_out(arena, examples, draw_create(arena, examples, error), error);
}

/* A create-only identifier that the update file sets must be the one that was created. */
static bool same_identifiers(struct arena *arena, const struct examples *examples,
                             const json *update, const json *created, struct error *error)
{
    const struct resource_type *type = examples->type;
    const struct input_set *set = examples->set;

    for (size_t i = 0; i < type->identifier.count; i++) {
        const struct property_path *path = &type->identifier.paths[i];
        const json *given = path_get(update, path), *is = path_get(created, path);

        if (given && set_has(&type->create_only, path) && !json_equal(given, is))
            return error_set(error,
                             "%.150s: %.80s is %.60s, but the resource was created with %.60s and "
                             "an update cannot change a create-only identifier; remove it there",
                             set->update_file ? set->update_file : set->id, path->pointer,
                             text_quote(arena, json_print(arena, given), 60),
                             is ? text_quote(arena, json_print(arena, is), 60) : "none");
    }
    return true;
}

static void copy_set(json *model, const json *from, const struct property_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        const json *value = path_get(from, &set->paths[i]);
        if (value)
            path_set(model, &set->paths[i], value); /* what is in the way is the user's: it stays */
    }
}

/* The file's update: filled in, and around its holes from what was created. */
static const json *filled_update(struct arena *arena, struct examples *examples,
                                 const json *requested, const json *created, struct error *error)
{
    const struct input_set *set = examples->set;
    const struct place place = { .path = set->update_file ? set->update_file : set->id };
    const json *filled = fill_in(arena, examples, set->update, &place, "", error);
    struct generation how = examples->how;

    how.given = filled;
    if (!filled || !generate_has_hole(filled))
        return filled;
    return generate_update_as(arena, examples->type, requested, created, &how, &examples->random,
                              error);
}

static const json *update_of_file(struct arena *arena, struct examples *examples,
                                  const json *requested, const json *created, struct error *error)
{
    const struct resource_type *type = examples->type;
    const json *filled = filled_update(arena, examples, requested, created, error);

    if (!filled || !same_identifiers(arena, examples, filled, created, error))
        return NULL;
    json *model = json_copy(arena, filled);
    json_each (member, created) {
        const char *pointer = pointer_add(arena, "", json_key(member));
        if (!json_get(model, json_key(member)) && set_covers(&type->read_only, pointer))
            json_set(model, json_key(member), member);
    }
    copy_set(model, created, &type->identifier);
    for (size_t i = 0; i < type->additional_identifier_count; i++)
        copy_set(model, created, &type->additional_identifiers[i]);
    return model;
}

static bool refuse_change(struct arena *arena, const struct input_set *set, const char *pointer,
                          struct error *error)
{
    const struct place place = override_place(arena, set, "UPDATE", pointer);

    return error_at(error, &place, "UPDATE: %.200s cannot be changed by an update; remove it",
                    text_quote(arena, pointer, 200));
}

/*
 * The overrides that an update can take. Those of CREATE that it cannot are as
 * they were created anyway; one of UPDATE must not ask for something else.
 */
static bool updatable_overrides(struct arena *arena, const struct examples *examples,
                                const json *created, bool of_update, struct fixed_set *set,
                                struct error *error)
{
    struct fixed *items = arena_array(arena, set->count + 1, sizeof(*items));
    size_t count = 0;

    for (size_t i = 0; i < set->count; i++) {
        const struct fixed *fixed = &set->items[i];
        const bool kept = update_keeps(examples->type, fixed->path.pointer);

        if (!kept)
            items[count++] = *fixed;
        else if (of_update && fixed->given == GIVEN_WHOLE &&
                 !json_equal(path_get(created, &fixed->path), fixed->value))
            return refuse_change(arena, examples->set, fixed->path.pointer, error);
    }
    *set = (struct fixed_set){ items, count };
    return true;
}

static const json *update_with_overrides(struct arena *arena, struct examples *examples,
                                         const json *requested, const json *created,
                                         struct error *error)
{
    const struct input_set *given = examples->set;
    const bool own = given->update_overrides && given->update_overrides != given->create_overrides;
    const json *overrides = own ? given->update_overrides : given->create_overrides;
    struct fixed_set set;

    if (!read_overrides(arena, examples, own ? "UPDATE" : "CREATE", overrides, &set, error) ||
        !updatable_overrides(arena, examples, created, own, &set, error))
        return NULL;
    struct generation how = examples->how;
    how.overrides = &set;
    const json *model = generate_update_as(arena, examples->type, requested, created, &how,
                                           &examples->random, error);
    if (!model && set.count) {
        const char *kind = own ? "UPDATE" : "CREATE";
        const struct place place = override_place(arena, examples->set, kind, NULL);

        error_prefix_at(error, &place, arena_printf(arena, "%s: ", kind));
    }
    if (model && examples->as_v1 && !set.count)
        return generate_v1_update(arena, examples->type, model, created, &examples->random);
    return model;
}

static const json *draw_update(struct arena *arena, struct examples *examples,
                               const json *requested, const json *created, struct error *error)
{
    const struct input_set *set = examples->set;

    if (set->update)
        return update_of_file(arena, examples, requested, created, error);
    if (is_of_files(set)) {
        lacks_file(set, "update", error);
        return NULL;
    }
    return update_with_overrides(arena, examples, requested, created, error);
}

const json *examples_update(struct arena *arena, struct examples *examples, const json *requested,
                            const json *created, struct error *error)
{
    return hand_out(arena, examples, draw_update(arena, examples, requested, created, error),
                    error);
}

static bool check_input(struct arena *arena, const struct resource_type *type,
                        const struct schema *schema, const json *model, const char *file,
                        const char *name, struct error *error)
{
    const struct schema_fault *fault = schema_faults(arena, schema, model, SCHEMA_ALL);

    if (!fault)
        return true;
    const struct place place =
        file ? place_in_file(file, fault->path) : (struct place){ .path = name };
    if (*fault->path && set_covers(&type->read_only, fault->path))
        return error_at(error, &place, "%.100s is read-only: the handler chooses it; remove it",
                        text_quote(arena, fault->path, 100));
    return error_at(error, &place, "%.100s: %.200s; correct the input",
                    *fault->path ? text_quote(arena, fault->path, 100) : "the model",
                    fault->message);
}

static bool check_files(struct arena *arena, const struct examples *examples, struct error *error)
{
    const struct input_set *set = examples->set;
    const struct resource_type *type = examples->type;
    struct examples fork = *examples;

    if (!set->create)
        return lacks_file(set, "create", error);
    const json *create = create_of_file(arena, &fork, error);
    if (!create ||
        !check_input(arena, type, type->create, create, set->create_file, set->id, error))
        return false;
    const json *update = set->update ? filled_update(arena, &fork, create, create, error) : NULL;
    return !set->update || (update && check_input(arena, type, type->update, update,
                                                  set->update_file, set->id, error));
}

/* Whether an update can be made, with what was asked for as what was created. */
static bool check_generated(struct arena *arena, const struct examples *examples,
                            struct error *error)
{
    struct examples fork = *examples;
    const json *model = examples_create(arena, &fork, error);

    return model &&
           (!fork.set->update_overrides || examples_update(arena, &fork, model, model, error));
}

bool examples_check(struct arena *arena, const struct examples *examples, struct error *error)
{
    if (examples->set->create || is_of_files(examples->set))
        return check_files(arena, examples, error);
    return check_generated(arena, examples, error);
}
