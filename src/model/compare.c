#include "cfnc/compare.h"

#include <string.h>

#include "cfnc/text.h"

const char *difference_kind_name(enum difference_kind kind)
{
    static const char *const names[] = {
        [DIFFERENCE_CHANGED] = "changed",       [DIFFERENCE_MISSING] = "missing",
        [DIFFERENCE_UNEXPECTED] = "unexpected", [DIFFERENCE_TYPE] = "type",
        [DIFFERENCE_LENGTH] = "length",         [DIFFERENCE_ORDER] = "order",
    };
    return names[kind];
}

/* What is being compared, and where the findings go. */
struct scope {
    struct arena *arena;
    const struct resource_type *type;
    const struct difference **end;
    const struct not_compared **excused_end;
    size_t differences;
    size_t *work; /* values compared so far, so that pairing items cannot go on for ever */
    bool quiet;   /* only the number of differences is wanted */
};

enum {
    MOST_DIFFERENCES = 200,      /* a reader needs no more, a hostile answer gets no more */
    MOST_WORK = 20 * 1000 * 1000 /* values: beyond it, pairing items takes too long */
};

static void differs(struct scope *s, enum difference_kind kind, const char *path,
                    const json *requested, const json *returned)
{
    if (s->differences++ >= MOST_DIFFERENCES || s->quiet)
        return;
    struct difference *d = arena_alloc(s->arena, sizeof(*d));
    *d = (struct difference){
        .kind = kind, .path = path, .requested = requested, .returned = returned
    };
    *s->end = d;
    s->end = &d->next;
}

static void excused(struct scope *s, const char *path, const char *why)
{
    if (s->quiet)
        return;
    struct not_compared *n = arena_alloc(s->arena, sizeof(*n));
    *n = (struct not_compared){ .path = path, .why = why };
    *s->excused_end = n;
    s->excused_end = &n->next;
}

/* Whether the schema transforms this property before it compares: its value may come back changed.
 */
static bool transformed(const struct resource_type *type, const char *path)
{
    json_each (transform, json_get(type->document, "propertyTransform")) {
        const char *pointer = json_key(transform);
        const size_t prefix = strlen("/properties");

        if (strncmp(pointer, "/properties/", prefix + 1) == 0 &&
            strcmp(pointer + prefix, path) == 0)
            return true;
    }
    return false;
}

static const char *why_not_compared(const struct resource_type *type, const char *path)
{
    if (set_covers(&type->read_only, path))
        return "read-only";
    if (set_covers(&type->write_only, path))
        return "write-only";
    return NULL;
}

bool compare_unordered(const struct resource_type *type, const struct property_path *path)
{
    const json *node = schema_at(type->document, path);

    node = node ? schema_resolve(type->document, node) : NULL;
    return json_false(json_get(node, "insertionOrder"));
}

static bool unordered(const struct scope *s, const char *path)
{
    struct property_path steps;

    return *path && pointer_read(s->arena, path, &steps) && compare_unordered(s->type, &steps);
}

static void compare(struct scope *s, const char *path, const json *requested, const json *returned);

/* In how much two items differ, without telling anybody. */
static size_t distance(const struct scope *s, const char *path, const json *a, const json *b)
{
    struct scope quiet = *s;

    quiet.quiet = true;
    quiet.differences = 0;
    compare(&quiet, path, a, b);
    return quiet.differences;
}

struct pairing {
    const json **items; /* the returned items that are still free, NULL when taken */
    size_t count;
};

static struct pairing pairing_new(struct arena *arena, const json *array)
{
    struct pairing p = { .count = json_length(array) };
    size_t i = 0;

    p.items = arena_array(arena, p.count + 1, sizeof(*p.items));
    json_each (item, array)
        p.items[i++] = item;
    return p;
}

/* Takes the free item nearest to `wanted`: an equal one when `exact`. NULL when there is none. */
static const json *pairing_take(struct pairing *p, const struct scope *s, const char *path,
                                const json *wanted, bool exact)
{
    size_t nearest = p->count, least = MOST_DIFFERENCES + 1;

    for (size_t i = 0; i < p->count && least > 0 && *s->work <= MOST_WORK; i++) {
        const size_t far = p->items[i] ? distance(s, path, wanted, p->items[i]) : least;

        if (far < least && (!exact || far == 0)) {
            least = far;
            nearest = i;
        }
    }
    if (nearest == p->count)
        return NULL;
    const json *item = p->items[nearest];
    p->items[nearest] = NULL;
    return item;
}

/* As multisets: equal items pair first, the others with their nearest: one change is one row. */
static void compare_unordered_items(struct scope *s, const char *path, const json *requested,
                                    const json *returned)
{
    struct pairing free_items = pairing_new(s->arena, returned);
    const size_t count = json_length(requested);
    bool *paired = arena_array(s->arena, count + 1, sizeof(*paired));
    size_t i = 0;

    json_each (item, requested) {
        const char *at = pointer_add_index(s->arena, path, i);
        paired[i++] = pairing_take(&free_items, s, at, item, true);
    }
    if (*s->work > MOST_WORK) {
        excused(s, path, "too many items to find out which is which");
        return;
    }
    i = 0;
    json_each (item, requested) {
        const char *at = pointer_add_index(s->arena, path, i);
        if (paired[i++])
            continue;
        const json *other = pairing_take(&free_items, s, at, item, false);
        if (other)
            compare(s, at, item, other);
        else
            differs(s, DIFFERENCE_MISSING, at, item, NULL);
    }
    for (i = 0; i < free_items.count; i++)
        if (free_items.items[i])
            differs(s, DIFFERENCE_UNEXPECTED, pointer_add_index(s->arena, path, i), NULL,
                    free_items.items[i]);
}

static bool same_in_another_order(struct scope *s, const char *path, const json *requested,
                                  const json *returned)
{
    struct pairing free_items = pairing_new(s->arena, returned);
    size_t i = 0;

    json_each (item, requested)
        if (!pairing_take(&free_items, s, pointer_add_index(s->arena, path, i++), item, true))
            return false;
    return true;
}

static void compare_items_in_order(struct scope *s, const char *path, const json *requested,
                                   const json *returned)
{
    const json *other = json_first(returned);
    size_t i = 0;

    json_each (item, requested) {
        compare(s, pointer_add_index(s->arena, path, i++), item, other);
        other = json_next(other);
    }
}

/* Where order counts: items that only changed places are one difference, not many. */
static void compare_ordered_items(struct scope *s, const char *path, const json *requested,
                                  const json *returned)
{
    struct scope trial = *s;

    trial.quiet = true;
    trial.differences = 0;
    compare_items_in_order(&trial, path, requested, returned);
    if (trial.differences && !s->quiet && same_in_another_order(s, path, requested, returned))
        differs(s, DIFFERENCE_ORDER, path, requested, returned);
    else
        compare_items_in_order(s, path, requested, returned);
}

static void compare_arrays(struct scope *s, const char *path, const json *requested,
                           const json *returned)
{
    const size_t count = json_length(requested);

    if (*s->work <= MOST_WORK && unordered(s, path))
        compare_unordered_items(s, path, requested, returned);
    else if (count != json_length(returned))
        differs(s, DIFFERENCE_LENGTH, path, requested, returned);
    else if (*s->work <= MOST_WORK && !s->quiet)
        compare_ordered_items(s, path, requested, returned);
    else
        compare_items_in_order(s, path, requested, returned);
}

static void compare_members(struct scope *s, const char *path, const json *requested,
                            const json *returned)
{
    json_each (member, requested) {
        const char *at = pointer_add(s->arena, path, json_key(member));
        const json *other = json_get(returned, json_key(member));
        const char *why = why_not_compared(s->type, at);

        if (why)
            excused(s, at, why);
        else if (transformed(s->type, at) && !json_equal(member, other))
            excused(s, at, "propertyTransform, which is not evaluated yet");
        else
            compare(s, at, member, other);
    }
}

static void compare(struct scope *s, const char *path, const json *requested, const json *returned)
{
    ++*s->work;
    if (!returned)
        differs(s, DIFFERENCE_MISSING, path, requested, NULL);
    else if (json_type(requested) != json_type(returned))
        differs(s, DIFFERENCE_TYPE, path, requested, returned);
    else if (json_type(requested) == JSON_OBJECT)
        compare_members(s, path, requested, returned);
    else if (json_type(requested) == JSON_ARRAY)
        compare_arrays(s, path, requested, returned);
    else if (!json_equal(requested, returned))
        differs(s, DIFFERENCE_CHANGED, path, requested, returned);
}

struct comparison compare_models(struct arena *arena, const struct resource_type *type,
                                 const json *requested, const json *returned)
{
    struct comparison result = { NULL, NULL };
    size_t work = 0;
    struct scope scope = { .arena = arena,
                           .type = type,
                           .end = &result.differences,
                           .excused_end = &result.not_compared,
                           .work = &work };

    compare(&scope, "", requested, returned);
    return result;
}
