/* Two models, place by place, and the rows of what differs. */
#include "compare_private.h"

#include <string.h>

#include "cfnc/base/text.h"

enum {
    FEW_MEMBERS = 16,                   /* so many are looked for one by one */
    MOST_PATH_BYTES = 64 * 1024 * 1024, /* of all rows together */
};

const char *difference_kind_name(enum difference_kind kind)
{
    static const char *const names[] = {
        [DIFFERENCE_CHANGED] = "changed",       [DIFFERENCE_MISSING] = "missing",
        [DIFFERENCE_UNEXPECTED] = "unexpected", [DIFFERENCE_TYPE] = "type",
        [DIFFERENCE_COUNT] = "count",           [DIFFERENCE_ORDER] = "order",
    };
    return names[kind];
}

/* ---- rows ---- */

static void add_steps(struct text *out, const struct value_pair *at, bool stars)
{
    if (!at->above)
        return;
    add_steps(out, at->above, stars);
    text_add(out, "/");
    if (!at->key && stars)
        text_add(out, "*");
    else if (!at->key)
        text_addf(out, "%zu", at->index);
    for (const char *c = at->key; c && *c; c++) {
        const char *escape = *c == '~' ? "~0" : *c == '/' ? "~1" : NULL;

        text_add_bytes(out, escape ? escape : c, escape ? 2 : 1);
    }
}

/* The JSON pointer of a place; with "*" for its items where `stars`. */
static const char *pointer_of(struct arena *arena, const struct value_pair *at, bool stars)
{
    struct text out = text_new(arena);

    add_steps(&out, at, stars);
    return out.bytes;
}

void compare_differs(struct scope *s, enum difference_kind kind, const struct value_pair *at)
{
    struct compare_run *all = s->all;

    s->found++;
    if (s->quiet || ++all->rows > COMPARE_MOST_ROWS || all->path_bytes > MOST_PATH_BYTES)
        return;
    struct difference *d = arena_alloc(all->arena, sizeof(*d));
    *d = (struct difference){ .kind = kind,
                              .path = pointer_of(all->arena, at, false),
                              .requested = at->requested,
                              .returned = at->returned };
    if (s->transformed)
        d->transformed = json_copy(all->arena, s->transformed);
    all->path_bytes += strlen(d->path);
    all->listed++;
    *all->end = d;
    all->end = &d->next;
}

static void note(struct compare_run *all, const char *path, const char *why, bool failed)
{
    struct not_compared *n = arena_alloc(all->arena, sizeof(*n));

    *n = (struct not_compared){ .path = path, .why = why, .failed = failed };
    *all->not_end = n;
    all->not_end = &n->next;
}

/* Once for a place in the schema, however many items there are. */
void compare_note(struct scope *s, const struct value_pair *at, const char *why, bool failed)
{
    if (at->spot->noted)
        return;
    if (s->quiet) {
        s->all->unsaid++;
        return;
    }
    at->spot->noted = true;
    note(s->all, pointer_of(s->all->arena, at, true), why, failed);
}

const char *why_not_compared(const struct model_spot *spot)
{
    if (spot->marks & MARK_READ_ONLY)
        return "read-only";
    return spot->marks & MARK_WRITE_ONLY ? "write-only" : NULL;
}

/* ---- members ---- */

/* Looks for one member after the other, which mostly stand in the same order. */
struct lookup {
    const json *object, *next;
    struct arena *arena; /* of the table, once there is one */
    struct names names;
    const json **members;
};

static void make_table(struct lookup *l, size_t count)
{
    l->arena = arena_new();
    l->names = names_new_for(l->arena, count);
    l->members = arena_array(l->arena, count, sizeof(*l->members));
    json_each (member, l->object)
        l->members[names_add(&l->names, json_key(member))] = member;
}

static const json *look_up(struct lookup *l, const char *key)
{
    const json *found = l->next;

    if (!found || strcmp(json_key(found), key) != 0) {
        const size_t count = l->arena ? 0 : json_length(l->object);

        if (count > FEW_MEMBERS)
            make_table(l, count);
        const size_t number = l->arena ? names_find(&l->names, key) : NAMES_NONE;
        found = !l->arena              ? json_get(l->object, key)
                : number == NAMES_NONE ? NULL
                                       : l->members[number];
    }
    if (found)
        l->next = json_next(found);
    return found;
}

static bool enough(const struct scope *s)
{
    return s->quiet && s->found >= s->most;
}

static struct value_pair member_at(const struct scope *s, const struct value_pair *above,
                                   const char *key, const json *requested, const json *returned)
{
    return (struct value_pair){ .above = above,
                                .key = key,
                                .spot = spot_find(s->all->spots, above->spot, key)->spot,
                                .requested = requested,
                                .returned = returned };
}

/* Whether what was not asked for may be there all the same. */
static bool is_tolerated(const struct scope *s, const struct value_pair *at)
{
    const unsigned marks = MARK_READ_ONLY | MARK_WRITE_ONLY | MARK_CREATE_ONLY;
    const json *value = at->returned;
    const bool container = json_type(value) == JSON_OBJECT || json_type(value) == JSON_ARRAY;
    struct value_pair standard = *at;

    standard.requested = at->spot->default_value;
    s->all->spots->work++;
    if ((at->spot->marks & marks) || json_is_null(value) || (container && !json_first(value)))
        return true;
    if (standard.requested && compare_distance(s, &standard, 1) == 0)
        return true;
    if (json_type(value) != JSON_OBJECT)
        return false;
    json_each (member, value) {
        const struct value_pair below = member_at(s, at, json_key(member), NULL, member);

        if (!is_tolerated(s, &below))
            return false;
    }
    return true;
}

static void compare_additions(struct scope *s, const struct value_pair *at)
{
    struct lookup lookup = { .object = at->requested, .next = json_first(at->requested) };

    for (const json *member = json_first(at->returned); member && !enough(s);
         member = json_next(member)) {
        if (look_up(&lookup, json_key(member)))
            continue;
        const struct value_pair below = member_at(s, at, json_key(member), NULL, member);
        if (!is_tolerated(s, &below))
            compare_differs(s, DIFFERENCE_UNEXPECTED, &below);
    }
    arena_free(lookup.arena);
}

static void compare_members(struct scope *s, const struct value_pair *at)
{
    struct lookup lookup = { .object = at->returned, .next = json_first(at->returned) };
    const json *parent = s->parent;

    s->parent = at->requested;
    for (const json *member = json_first(at->requested); member && !enough(s);
         member = json_next(member)) {
        const char *key = json_key(member);
        const struct value_pair below = member_at(s, at, key, member, look_up(&lookup, key));

        compare_values(s, &below);
    }
    arena_free(lookup.arena);
    if (s->all->exactly && at->above)
        compare_additions(s, at);
    s->parent = parent;
}

/* ---- arrays ---- */

static void compare_items_in_order(struct scope *s, const struct value_pair *at)
{
    struct value_pair item = { .above = at,
                               .requested = json_first(at->requested),
                               .returned = json_first(at->returned) };

    for (; item.requested && !enough(s); item.index++) {
        item.spot = spot_item(s->all->spots, at->spot, item.index);
        compare_values(s, &item);
        item.requested = json_next(item.requested);
        item.returned = json_next(item.returned);
    }
}

/* Where order counts: items that only changed places are one difference, not many. */
static void compare_ordered_items(struct scope *s, const struct value_pair *at)
{
    struct scope trial = { .all = s->all, .quiet = true, .most = 1, .parent = s->parent };
    const size_t unsaid = s->all->unsaid;

    compare_items_in_order(&trial, at);
    const bool changed = trial.found && !at->spot->item_kinds;
    if (!trial.found && unsaid == s->all->unsaid)
        return;
    trial.found = 0;
    if (changed)
        compare_unordered_items(&trial, at);
    if (changed && !trial.found && s->all->spots->work <= MOST_WORK)
        compare_differs(s, DIFFERENCE_ORDER, at);
    else
        compare_items_in_order(s, at);
}

/* The same in a trial, where an estimate is enough. */
static void count_ordered_items(struct scope *s, const struct value_pair *at)
{
    const size_t before = s->found;

    compare_items_in_order(s, at);
    if (s->found > before + 1 && !at->spot->item_kinds &&
        fingerprint_of_multiset(s->all, at->spot, at->requested).hash ==
            fingerprint_of_multiset(s->all, at->spot, at->returned).hash)
        s->found = before + 1;
}

static void compare_arrays(struct scope *s, const struct value_pair *at)
{
    const struct value_pair any = { .above = at,
                                    .spot = spot_item(s->all->spots, at->spot, ANY_ITEM) };

    if (why_not_compared(any.spot))
        compare_note(s, &any, why_not_compared(any.spot), false);
    else if (at->spot->unordered)
        compare_unordered_items(s, at);
    else if (json_length(at->requested) != json_length(at->returned))
        compare_differs(s, DIFFERENCE_COUNT, at);
    else if (s->all->spots->work <= MOST_WORK && !s->quiet)
        compare_ordered_items(s, at);
    else
        count_ordered_items(s, at);
}

void compare_plainly(struct scope *s, const struct value_pair *at)
{
    s->all->spots->work++;
    if (!at->returned)
        compare_differs(s, DIFFERENCE_MISSING, at);
    else if (json_type(at->requested) != json_type(at->returned))
        compare_differs(s, DIFFERENCE_TYPE, at);
    else if (json_type(at->requested) == JSON_OBJECT)
        compare_members(s, at);
    else if (json_type(at->requested) == JSON_ARRAY)
        compare_arrays(s, at);
    else if (!json_equal(at->requested, at->returned))
        compare_differs(s, DIFFERENCE_CHANGED, at);
}

void compare_values(struct scope *s, const struct value_pair *at)
{
    const char *why = why_not_compared(at->spot);

    if (why)
        compare_note(s, at, why, false);
    else if (at->spot->transform)
        compare_transformed(s, at);
    else
        compare_plainly(s, at);
}

size_t compare_distance(const struct scope *s, const struct value_pair *at, size_t most)
{
    struct scope trial = { .all = s->all, .quiet = true, .most = most, .parent = s->parent };

    compare_values(&trial, at);
    return trial.found < most ? trial.found : most;
}

/* ---- the whole ---- */

static struct comparison compare_all(struct arena *arena, const struct resource_type *type,
                                     const json *requested, const json *returned, bool exactly)
{
    struct comparison result = { NULL, NULL, requested };
    struct arena *scratch = arena_new();
    struct compare_run all = { .arena = arena,
                               .scratch = scratch,
                               .pairing = arena_new(),
                               .spots = spots_new(scratch, type),
                               .requested = requested,
                               .exactly = exactly,
                               .end = &result.differences,
                               .not_end = &result.not_compared };
    struct scope scope = { .all = &all };
    const struct value_pair models = { .spot = all.spots->root,
                                       .requested = requested,
                                       .returned = returned };

    compare_values(&scope, &models);
    if (all.rows > all.listed)
        note(&all, "",
             arena_printf(arena, "%zu more differences are not listed", all.rows - all.listed),
             false);
    arena_free(all.pairing);
    arena_free(scratch);
    return result;
}

struct comparison compare_models(struct arena *arena, const struct resource_type *type,
                                 const json *requested, const json *returned)
{
    return compare_all(arena, type, requested, returned, false);
}

struct comparison compare_models_exactly(struct arena *arena, const struct resource_type *type,
                                         const json *requested, const json *returned)
{
    return compare_all(arena, type, requested, returned, true);
}

bool compare_unordered(const struct resource_type *type, const struct property_path *path)
{
    struct arena *scratch = arena_new();
    struct model_spots *spots = spots_new(scratch, type);
    struct model_spot *spot = spots->root;

    for (size_t i = 0; i < path->depth; i++) {
        const char *step = path->steps[i];
        struct model_spot *item = spot_item(spots, spot, ANY_ITEM);
        struct model_spot *member = spot_find(spots, spot, step)->spot;

        spot = step_is_item(step) && !member->node_count ? item : member;
    }
    const bool unordered = spot->unordered;
    arena_free(scratch);
    return unordered;
}
