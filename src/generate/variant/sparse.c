/* A valid model with about a third of it left out: see generate.h. */
#include "odd_private.h"

enum { DEEPEST_SPARSE = 6 };

/* A member that an update may change, and whether it may be missing before. */
struct sparse_candidate {
    struct property_path path;
    enum value_kind kind;
    bool optional;
};

/* What the service fills in is there, whoever left out what it is in: an update adds nothing. */
static bool is_filled_in(const struct oddity *o, const struct property_path *path)
{
    for (size_t i = 0; i < o->type->read_only.count; i++)
        if (path_covers(path, o->type->read_only.paths[i].pointer))
            return true;
    return false;
}

static size_t find_candidates(struct oddity *o, const char *pointer, const json *value,
                              struct sparse_candidate *found)
{
    json *whole = o->model;
    size_t count = 0;

    json_each (member, value) {
        const char *at = pointer_add(o->arena, pointer, json_key(member));
        struct sparse_candidate *c = &found[count];

        if (oddity_is_tag(o, at) || !pointer_read(o->arena, at, &c->path) ||
            update_needs(o->type, &c->path))
            continue;
        c->kind = oddity_kind(o, at, member);
        if (c->kind < ARRAYS)
            c->kind = STRINGS;
        c->optional = oddity_may_try(o) && !oddity_keyword(o, at, "default") &&
                      !is_filled_in(o, &c->path) &&
                      oddity_try(o, &c->path, json_new_null(o->arena));
        o->model = whole;
        count++;
    }
    return count;
}

static bool leave_out(struct oddity *o, const struct sparse_candidate *c)
{
    return c->optional && oddity_try(o, &c->path, json_new_null(o->arena));
}

/*
 * Of the members that may be missing about every third goes, but one of each kind
 * stays, so that an update changes something of that kind as well. At the top, where
 * nothing goes, a single value does, or else one of several that hold others.
 */
static void thin_out_members(struct oddity *o, const struct sparse_candidate *found, size_t count,
                             bool one_at_least)
{
    size_t kept[KINDS] = { 0 };
    unsigned rest = 0, left_out = 0;

    for (size_t i = 0; i < count; i++)
        kept[found[i].kind]++;
    const size_t singles = kept[STRINGS];
    for (const struct sparse_candidate *c = found + count; c-- > found; rest -= rest > 0)
        if (!rest && kept[c->kind] > 1 && leave_out(o, c)) {
            kept[c->kind]--;
            left_out++;
            rest = 3;
        }
    for (size_t i = 0; i < count && count > 1 && one_at_least && !left_out; i++)
        left_out += found[i].kind == STRINGS && leave_out(o, &found[i]);
    for (size_t i = count; i-- > 0 && count - singles > 1 && one_at_least && !left_out;)
        left_out += found[i].kind != STRINGS && leave_out(o, &found[i]);
}

static void thin_out(struct oddity *o, const char *pointer, const json *value, int depth)
{
    struct sparse_candidate *found = arena_array(o->arena, json_length(value) + 1, sizeof(*found));
    const size_t count = find_candidates(o, pointer, value, found);

    thin_out_members(o, found, count, depth == 0);
    json_each (member, value) {
        const char *at = pointer_add(o->arena, pointer, json_key(member));

        if (depth < DEEPEST_SPARSE && pointer_get(o->model, at) && !oddity_is_tag(o, at) &&
            oddity_kind(o, at, member) == OBJECTS)
            thin_out(o, at, member, depth + 1);
    }
}

const json *generate_sparse(struct arena *arena, const struct resource_type *type,
                            const json *model)
{
    struct arena *scratch = arena_new();
    struct oddity o = {
        .arena = scratch, .type = type, .schema = type->create, .model = json_copy(scratch, model)
    };

    thin_out(&o, "", model, 0);
    const json *result = json_copy(arena, o.model);
    arena_free(scratch);
    return result;
}
