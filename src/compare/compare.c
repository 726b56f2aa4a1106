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

static void add_step(struct text *out, const struct place *place, bool stars)
{
    if (!place->key) {
        if (stars)
            text_add(out, "/*");
        else
            text_addf(out, "/%zu", place->index);
        return;
    }
    text_add(out, "/");
    for (const char *c = place->key; *c; c++) {
        const char *escape = *c == '~' ? "~0" : *c == '/' ? "~1" : NULL;

        text_add_bytes(out, escape ? escape : c, escape ? 2 : 1);
    }
}

/* The JSON pointer of a place; with "*" for its items where `stars`. */
static const char *pointer_of(struct arena *arena, const struct place *place, bool stars)
{
    struct text out = text_new(arena);
    size_t depth = 0;

    for (const struct place *p = place; p; p = p->above)
        depth++;
    const struct place **steps = arena_array(arena, depth + 1, sizeof(*steps));
    for (size_t i = depth; i-- > 0; place = place->above)
        steps[i] = place;
    for (size_t i = 0; i < depth; i++)
        add_step(&out, steps[i], stars);
    return out.bytes;
}

static void add_row(struct comparing *all, const struct place *place, struct difference row)
{
    all->rows++;
    if (all->rows > COMPARE_MOST_ROWS || all->path_bytes > MOST_PATH_BYTES)
        return;
    struct difference *d = arena_alloc(all->arena, sizeof(*d));
    *d = row;
    d->path = pointer_of(all->arena, place, false);
    all->path_bytes += strlen(d->path);
    all->listed++;
    *all->end = d;
    all->end = &d->next;
}

void compare_differs(struct scope *s, enum difference_kind kind, const struct place *place,
                     const json *requested, const json *returned)
{
    s->found++;
    if (!s->quiet)
        add_row(s->all, place,
                (struct difference){ .kind = kind, .requested = requested, .returned = returned });
}

void compare_differs_transformed(struct scope *s, const struct place *place, const json *requested,
                                 const json *returned, const json *transformed)
{
    const enum difference_kind kind = !returned ? DIFFERENCE_MISSING
                                      : json_type(requested) == json_type(returned)
                                          ? DIFFERENCE_CHANGED
                                          : DIFFERENCE_TYPE;

    s->found++;
    if (!s->quiet)
        add_row(s->all, place,
                (struct difference){
                    .kind = kind,
                    .requested = requested,
                    .returned = returned,
                    .transformed = transformed ? json_copy(s->all->arena, transformed) : NULL });
}

static void note(struct comparing *all, const char *path, const char *why, bool failed)
{
    struct not_compared *n = arena_alloc(all->arena, sizeof(*n));

    *n = (struct not_compared){ .path = path, .why = why, .failed = failed };
    *all->not_end = n;
    all->not_end = &n->next;
}

/* Once for a place in the schema, however many items there are. */
void compare_note(struct scope *s, struct spot *spot, const struct place *place, const char *why,
                  bool failed)
{
    if (s->quiet)
        s->all->unsaid += !spot->noted;
    if (s->quiet || spot->noted)
        return;
    spot->noted = true;
    note(s->all, pointer_of(s->all->arena, place, true), why, failed);
}

const char *why_not_compared(const struct spot *spot)
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
    bool few;
};

static void make_table(struct lookup *l)
{
    const size_t count = json_length(l->object);

    l->few = count <= FEW_MEMBERS;
    if (l->few)
        return;
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
        if (!l->few && !l->arena)
            make_table(l);
        const size_t number = l->few ? NAMES_NONE : names_find(&l->names, key);
        found = l->few                 ? json_get(l->object, key)
                : number == NAMES_NONE ? NULL
                                       : l->members[number];
    }
    if (found)
        l->next = json_next(found);
    return found;
}

static void lookup_end(struct lookup *l)
{
    if (l->arena)
        arena_free(l->arena);
}

static bool enough(const struct scope *s)
{
    return s->quiet && s->found >= s->most;
}

/* Whether what was not asked for may be there all the same. */
static bool is_tolerated(const struct scope *s, struct spot *spot, const struct place *place,
                         const json *value)
{
    const unsigned marks = MARK_READ_ONLY | MARK_WRITE_ONLY | MARK_CREATE_ONLY;
    const bool container = json_type(value) == JSON_OBJECT || json_type(value) == JSON_ARRAY;

    s->all->spots->work++;
    if ((spot->marks & marks) || json_is_null(value) || (container && !json_first(value)))
        return true;
    if (spot->default_value && compare_distance(s, spot, place, spot->default_value, value, 1) == 0)
        return true;
    if (json_type(value) != JSON_OBJECT)
        return false;
    json_each (member, value) {
        const struct place at = { place, json_key(member), 0 };

        if (!is_tolerated(s, spot_member(s->all->spots, spot, json_key(member)), &at, member))
            return false;
    }
    return true;
}

static void compare_additions(struct scope *s, struct spot *spot, const struct place *place,
                              const json *requested, const json *returned)
{
    struct lookup lookup = { .object = requested, .next = json_first(requested) };

    for (const json *member = json_first(returned); member && !enough(s);
         member = json_next(member)) {
        const char *key = json_key(member);
        const struct place at = { place, key, 0 };

        if (!look_up(&lookup, key) &&
            !is_tolerated(s, spot_member(s->all->spots, spot, key), &at, member))
            compare_differs(s, DIFFERENCE_UNEXPECTED, &at, NULL, member);
    }
    lookup_end(&lookup);
}

static void compare_members(struct scope *s, struct spot *spot, const struct place *place,
                            const json *requested, const json *returned)
{
    struct lookup lookup = { .object = returned, .next = json_first(returned) };
    const json *parent = s->parent;

    s->parent = requested;
    for (const json *member = json_first(requested); member && !enough(s);
         member = json_next(member)) {
        const char *key = json_key(member);
        const struct place at = { place, key, 0 };

        compare_values(s, spot_member(s->all->spots, spot, key), &at, member,
                       look_up(&lookup, key));
    }
    lookup_end(&lookup);
    if (s->all->exactly && place)
        compare_additions(s, spot, place, requested, returned);
    s->parent = parent;
}

/* ---- arrays ---- */

static void compare_items_in_order(struct scope *s, struct spot *spot, const struct place *place,
                                   const json *requested, const json *returned)
{
    const json *other = json_first(returned);
    struct place at = { place, NULL, 0 };

    for (const json *item = json_first(requested); item && !enough(s); item = json_next(item)) {
        compare_values(s, spot_item(s->all->spots, spot, at.index), &at, item, other);
        other = json_next(other);
        at.index++;
    }
}

/* Where order counts: items that only changed places are one difference, not many. */
static void compare_ordered_items(struct scope *s, struct spot *spot, const struct place *place,
                                  const json *requested, const json *returned)
{
    struct scope trial = { .all = s->all, .quiet = true, .most = 1, .parent = s->parent };
    const size_t unsaid = s->all->unsaid;

    compare_items_in_order(&trial, spot, place, requested, returned);
    if (!trial.found && unsaid == s->all->unsaid)
        return;
    if (trial.found && !spot->item_kinds && compare_same_items(s, spot, place, requested, returned))
        compare_differs(s, DIFFERENCE_ORDER, place, requested, returned);
    else
        compare_items_in_order(s, spot, place, requested, returned);
}

/* The same in a trial, where an estimate is enough. */
static void count_ordered_items(struct scope *s, struct spot *spot, const struct place *place,
                                const json *requested, const json *returned)
{
    const size_t before = s->found;

    compare_items_in_order(s, spot, place, requested, returned);
    if (s->found > before + 1 && !spot->item_kinds &&
        compare_alike_items(s, spot, requested, returned))
        s->found = before + 1;
}

static void compare_arrays(struct scope *s, struct spot *spot, const struct place *place,
                           const json *requested, const json *returned)
{
    struct spot *items = spot_item(s->all->spots, spot, ANY_ITEM);
    const struct place any = { place, NULL, 0 };

    if (why_not_compared(items))
        compare_note(s, items, &any, why_not_compared(items), false);
    else if (spot->unordered)
        compare_unordered_items(s, spot, place, requested, returned);
    else if (json_length(requested) != json_length(returned))
        compare_differs(s, DIFFERENCE_COUNT, place, requested, returned);
    else if (s->all->spots->work <= MOST_WORK && !s->quiet)
        compare_ordered_items(s, spot, place, requested, returned);
    else
        count_ordered_items(s, spot, place, requested, returned);
}

void compare_plainly(struct scope *s, struct spot *spot, const struct place *place,
                     const json *requested, const json *returned)
{
    s->all->spots->work++;
    if (!returned)
        compare_differs(s, DIFFERENCE_MISSING, place, requested, NULL);
    else if (json_type(requested) != json_type(returned))
        compare_differs(s, DIFFERENCE_TYPE, place, requested, returned);
    else if (json_type(requested) == JSON_OBJECT)
        compare_members(s, spot, place, requested, returned);
    else if (json_type(requested) == JSON_ARRAY)
        compare_arrays(s, spot, place, requested, returned);
    else if (!json_equal(requested, returned))
        compare_differs(s, DIFFERENCE_CHANGED, place, requested, returned);
}

void compare_values(struct scope *s, struct spot *spot, const struct place *place,
                    const json *requested, const json *returned)
{
    const char *why = why_not_compared(spot);

    if (why)
        compare_note(s, spot, place, why, false);
    else if (spot->transform)
        compare_transformed(s, spot, place, requested, returned);
    else
        compare_plainly(s, spot, place, requested, returned);
}

size_t compare_distance(const struct scope *s, struct spot *spot, const struct place *place,
                        const json *requested, const json *returned, size_t most)
{
    struct scope trial = { .all = s->all, .quiet = true, .most = most, .parent = s->parent };

    compare_values(&trial, spot, place, requested, returned);
    return trial.found < most ? trial.found : most;
}

/* ---- the whole ---- */

static struct comparison compare_all(struct arena *arena, const struct resource_type *type,
                                     const json *requested, const json *returned, bool exactly)
{
    struct comparison result = { NULL, NULL, requested };
    struct arena *scratch = arena_new();
    struct comparing all = { .arena = arena,
                             .scratch = scratch,
                             .pairing = arena_new(),
                             .spots = spots_new(scratch, type),
                             .requested = requested,
                             .exactly = exactly,
                             .end = &result.differences,
                             .not_end = &result.not_compared };
    struct scope scope = { .all = &all };

    compare_values(&scope, all.spots->root, NULL, requested, returned);
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
    struct spots *spots = spots_new(scratch, type);
    struct spot *spot = spots->root;

    for (size_t i = 0; i < path->depth; i++) {
        const char *step = path->steps[i];
        struct spot *item = spot_item(spots, spot, ANY_ITEM);
        struct spot *member = spot_member(spots, spot, step);

        spot = step_is_item(step) && !member->node_count ? item : member;
    }
    const bool unordered = spot->unordered;
    arena_free(scratch);
    return unordered;
}
