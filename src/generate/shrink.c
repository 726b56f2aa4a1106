/*
 * What is tried, from the boldest to the mildest: the smallest model there is;
 * each member left out, the largest first; lists cut down to half, then item by
 * item; values made plain. A model that fails becomes the one to shrink, and all
 * is tried again until nothing helps.
 */
#include "cfnc/generate/shrink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "generate_private.h"

enum { TRIED_MOST = 4096, PLACES_MOST = 2000 };

struct shrink_session {
    struct arena *arena; /* of what is tried */
    const struct shrinking *with;
    const json *first, *best;
    const char *printed; /* of `best` */
    struct shrunk result;
    uint64_t tried[TRIED_MOST]; /* hashes of models that did not fail */
    size_t tried_count;
};

/* ---- which model is smaller ---- */

static size_t values_in(const json *value)
{
    size_t count = 1;

    json_each (child, value)
        count += values_in(child);
    return count;
}

static bool is_smaller(const json *a, const char *a_text, const json *b, const char *b_text)
{
    const size_t in_a = values_in(a), in_b = values_in(b);
    const size_t a_length = strlen(a_text), b_length = strlen(b_text);

    if (in_a != in_b)
        return in_a < in_b;
    /* Of equal length, what comes first: 3 before 4, and a before b. */
    return a_length != b_length ? a_length < b_length : strcmp(a_text, b_text) < 0;
}

/* ---- one candidate ---- */

static bool was_tried(struct shrink_session *s, const json *candidate)
{
    size_t size = 0;
    const uint64_t hash = json_hash(candidate, &size);

    for (size_t i = 0; i < s->tried_count; i++)
        if (s->tried[i] == hash)
            return true;
    if (s->tried_count < TRIED_MOST)
        s->tried[s->tried_count++] = hash;
    return false;
}

static bool has_same_name(const struct shrink_session *s, const json *candidate)
{
    const struct property_set *names = &s->with->type->identifier;

    for (size_t i = 0; i < names->count; i++) {
        const json *was = path_get(s->first, &names->paths[i]);
        if (was && !json_equal(was, path_get(candidate, &names->paths[i])))
            return false;
    }
    return true;
}

/* Whether the candidate is smaller, valid, and fails: then it is the best so far. */
static bool try_model(struct shrink_session *s, const json *candidate)
{
    const char *text = json_print(s->arena, candidate);

    if (s->result.is_exhausted || !is_smaller(candidate, text, s->best, s->printed) ||
        !has_same_name(s, candidate) ||
        !schema_valid(s->with->type->create, candidate, SCHEMA_ALL) || was_tried(s, candidate))
        return false;
    if (s->result.runs == s->with->runs) {
        s->result.is_exhausted = true;
        return false;
    }
    s->result.runs++;
    if (!s->with->fails(s->with->context, candidate))
        return false;
    s->result.failed++;
    s->best = candidate;
    s->printed = text;
    return true;
}

/* ---- the places of a model ---- */

struct shrink_spot {
    const char *pointer; /* of a member or an item */
    size_t values;       /* in it */
    size_t order;
};

struct spots {
    struct arena *arena;
    struct shrink_spot *items;
    size_t count;
};

static void find_spots(struct spots *spots, const json *value, const char *pointer)
{
    size_t index = 0;

    json_each (child, value) {
        const char *place = json_key(child) ? pointer_add(spots->arena, pointer, json_key(child))
                                            : pointer_add_index(spots->arena, pointer, index);
        index++;
        if (spots->count == PLACES_MOST)
            return;
        spots->items[spots->count] = (struct shrink_spot){ place, values_in(child), spots->count };
        spots->count++;
        find_spots(spots, child, place);
    }
}

/* The largest first; never equal, so that every sort gives the same order. */
static int by_size(const void *a, const void *b)
{
    const struct shrink_spot *x = a, *y = b;

    if (x->values != y->values)
        return x->values < y->values ? 1 : -1;
    return x->order < y->order ? 1 : -1;
}

static struct spots spots_of(struct shrink_session *s)
{
    struct spots spots = { .arena = s->arena };

    spots.items = arena_array(s->arena, PLACES_MOST, sizeof(*spots.items));
    find_spots(&spots, s->best, "");
    qsort(spots.items, spots.count, sizeof(*spots.items), by_size);
    return spots;
}

/* ---- what is tried ---- */

/* The best model with another value at a place, or without any (NULL). */
static bool try_with(struct shrink_session *s, const char *pointer, const json *value)
{
    struct property_path path;
    json *candidate = json_copy(s->arena, s->best);

    if (!pointer_get(s->best, pointer) || !pointer_read(s->arena, pointer, &path))
        return false;
    if (value)
        path_replace(candidate, &path, value);
    else
        path_remove(candidate, &path);
    return try_model(s, candidate);
}

/* Objects on the way to what is given are filled up around it. */
static void mark_holes(json *value)
{
    for (json *child = json_edit_first(value); child; child = json_edit_next(child))
        mark_holes(child);
    if (json_type(value) == JSON_OBJECT)
        json_set_string(value, "...", "generate");
}

static bool try_minimal(struct shrink_session *s)
{
    const struct resource_type *type = s->with->type;
    json *given = model_only(s->arena, s->best, &type->identifier);
    struct random random = { 1 };
    struct error ignored;

    mark_holes(given);
    const struct generation how = { .variant = VARIANT_MINIMAL, .given = given };
    const json *minimal = generate_create_as(s->arena, type, &how, &random, &ignored);
    return minimal && try_model(s, minimal);
}

/* Many properties at once, then fewer. */
static bool try_chunks(struct shrink_session *s)
{
    bool any = false;

    for (size_t size = json_length(s->best) / 2; size > 1; size /= 2)
        for (size_t first = 0; first < json_length(s->best);) {
            json *candidate = json_object(s->arena);
            size_t index = 0;

            json_each (member, s->best) {
                if (index < first || index >= first + size)
                    json_set(candidate, json_key(member), member);
                index++;
            }
            const bool dropped = try_model(s, candidate);
            any = any || dropped;
            first += dropped ? 0 : size;
        }
    return any;
}

static const char *prefix_of(struct arena *arena, const char *text, size_t characters)
{
    size_t bytes = 0;

    while (characters-- && text[bytes])
        bytes += text_utf8_length(text + bytes);
    return arena_copy(arena, text, bytes);
}

static bool try_text(struct shrink_session *s, const char *pointer, const char *text)
{
    static const char *const plain[] = { "", "a", "0" };
    size_t length = 0;

    for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
        if (try_with(s, pointer, json_new_string(s->arena, plain[i])))
            return true;
    for (const char *c = text; *c; c += text_utf8_length(c))
        length++;
    for (size_t left = length / 2; length && left < length; left += (length - left + 1) / 2)
        if (try_with(s, pointer, json_new_string(s->arena, prefix_of(s->arena, text, left))))
            return true;
    return false;
}

/* Towards zero, in ever smaller steps. */
static bool try_number(struct shrink_session *s, const char *pointer, double number)
{
    if (try_with(s, pointer, json_new_number(s->arena, 0)) ||
        try_with(s, pointer, json_new_number(s->arena, trunc(number))))
        return true;
    for (double step = trunc(number / 2); fabs(step) >= 1; step = trunc(step / 2))
        if (try_with(s, pointer, json_new_number(s->arena, trunc(number) - step)))
            return true;
    return try_with(s, pointer, json_new_number(s->arena, trunc(number) - (number > 0 ? 1 : -1)));
}

static bool try_plainer(struct shrink_session *s, const char *pointer)
{
    const json *value = pointer_get(s->best, pointer);

    switch (json_type(value)) {
    case JSON_ARRAY:
        return json_length(value) > 1 &&
               try_with(s, pointer, first_items(s->arena, value, json_length(value) / 2));
    case JSON_OBJECT:
        return json_length(value) > 1 && try_with(s, pointer, json_object(s->arena));
    case JSON_STRING:
        return try_text(s, pointer, json_string(value));
    case JSON_NUMBER:
        return try_number(s, pointer, json_number(value, 0));
    default:
        return false;
    }
}

static bool try_each(struct shrink_session *s, bool dropping)
{
    const struct spots spots = spots_of(s);
    bool any = false;

    for (size_t i = 0; i < spots.count && !s->result.is_exhausted; i++) {
        const char *pointer = spots.items[i].pointer;
        bool helped = dropping ? try_with(s, pointer, NULL) : try_plainer(s, pointer);

        any = any || helped;
        while (helped && !dropping && !s->result.is_exhausted)
            helped = try_plainer(s, pointer);
    }
    return any;
}

struct shrunk shrink_model(struct arena *arena, const struct shrinking *shrinking,
                           const json *model)
{
    struct arena *scratch = arena_new();
    struct shrink_session *s = arena_alloc(scratch, sizeof(*s));
    bool any = true;

    s->arena = scratch;
    s->with = shrinking;
    s->best = s->first = model;
    s->printed = json_print(scratch, model);
    try_minimal(s);
    while (any && !s->result.is_exhausted) {
        any = try_chunks(s);
        any = try_each(s, true) || any;
        any = try_each(s, false) || any;
    }
    s->result.model = json_copy(arena, s->best);
    const struct shrunk result = s->result;
    arena_free(scratch);
    return result;
}
