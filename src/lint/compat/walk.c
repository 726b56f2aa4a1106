#include "compat_private.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/schema/views.h"

enum { WORK_LEAST = 200000, TRIALS_DEEPEST = 4, VALUE_COLUMNS = 60, FILE_COLUMNS = 200 };

/* ---- sets of keys ---- */

struct seen_row {
    uint64_t hash;
    const char *bytes;
    size_t length;
};

struct seen {
    struct arena *arena;
    struct seen_row *rows;
    size_t count, room;
};

struct seen *seen_new(struct arena *arena)
{
    struct seen *seen = arena_alloc(arena, sizeof(*seen));

    *seen = (struct seen){ .arena = arena };
    return seen;
}

static struct seen_row *seen_slot(const struct seen *seen, struct seen_row key)
{
    size_t i = (size_t)(key.hash ^ key.hash >> 32) & (seen->room - 1);

    while (seen->rows[i].bytes &&
           (seen->rows[i].hash != key.hash || seen->rows[i].length != key.length ||
            memcmp(seen->rows[i].bytes, key.bytes, key.length) != 0))
        i = (i + 1) & (seen->room - 1);
    return &seen->rows[i];
}

static void seen_grow(struct seen *seen)
{
    const struct seen old = *seen;

    seen->room = old.room ? old.room * 2 : 64;
    seen->rows = arena_array(seen->arena, seen->room, sizeof(*seen->rows));
    for (size_t i = 0; i < old.room; i++)
        if (old.rows[i].bytes)
            *seen_slot(seen, old.rows[i]) = old.rows[i];
}

static struct seen_row seen_key(const void *bytes, size_t length)
{
    struct seen_row key = { 14695981039346656037u, bytes, length };

    for (size_t i = 0; i < length; i++)
        key.hash = (key.hash ^ (unsigned char)key.bytes[i]) * 1099511628211u;
    return key;
}

bool seen_has(const struct seen *seen, const void *bytes, size_t length)
{
    return seen->room && seen_slot(seen, seen_key(bytes, length))->bytes;
}

bool seen_add(struct seen *seen, const void *bytes, size_t length)
{
    struct seen_row key = seen_key(bytes, length);

    if (seen->count * 2 >= seen->room)
        seen_grow(seen);
    struct seen_row *row = seen_slot(seen, key);
    if (row->bytes)
        return false;
    key.bytes = arena_copy(seen->arena, key.bytes, length);
    *row = key;
    seen->count++;
    return true;
}

/* ---- findings ---- */

const char *compat_quote(struct compatibility *c, const char *text)
{
    return c->quiet ? "" : text_quote(c->arena, text, VALUE_COLUMNS);
}

const char *compat_value(struct compatibility *c, const json *value)
{
    return c->quiet ? "" : compat_quote(c, json_print(c->arena, value));
}

/* Where something was, for somebody who has both files open. */
static const char *was_at(struct compatibility *c, const struct place *was)
{
    struct side *side = c->old;
    struct json_span span = { 0 };

    if (!was || !side->source->text)
        return "";
    if (!side->places)
        side->places = side->source->places
                           ? side->source->places
                           : json_places_new(c->arena, side->source->text, side->source->length);
    json_places_find(side->places, place_pointer(c->arena, was), &span);
    return arena_printf(c->arena, " (was at %s:%zu:%zu)",
                        text_quote(c->arena, side->source->path, FILE_COLUMNS),
                        json_places_line(side->places, span.begin).number,
                        json_places_column(side->places, span.begin));
}

void compat_find(struct compatibility *c, enum compat_rule rule, const struct place *at,
                 const struct place *was, const char *format, ...)
{
    va_list args;

    c->errors += compat_rules[rule].level == LINT_ERROR;
    if (c->quiet)
        return;
    va_start(args, format);
    const char *message = arena_vprintf(c->arena, format, args);
    va_end(args);
    const char *pointer = place_pointer(c->arena, at);
    /* What is gone is gone once, however many ways lead to where it is missed. */
    const char *once = was ? place_pointer(c->arena, was) : pointer;
    const char *key = arena_printf(c->arena, "%d %s %s", (int)rule, once, message);
    if (!seen_add(c->found, key, strlen(key)))
        return;
    struct compat_finding *finding = arena_alloc(c->arena, sizeof(*finding));
    *finding =
        (struct compat_finding){ &compat_rules[rule], pointer, message, was_at(c, was), NULL };
    *c->last = finding;
    c->last = &finding->next;
}

/* ---- pairs ---- */

static void add_key(struct text *key, struct meaning meaning)
{
    for (size_t i = 0; i < meaning.count; i++) {
        const uintptr_t part = (uintptr_t)meaning.parts[i].node | meaning.parts[i].plain;
        text_add_bytes(key, (const char *)&part, sizeof(part));
    }
    if (!meaning.count)
        text_add_bytes(key, (const char *)&meaning.at, sizeof(meaning.at));
    text_add(key, meaning.never ? "never" : "value");
    text_add(key, meaning.foreign ? meaning.foreign : "");
}

void compat_add(struct compatibility *c, struct meaning old, struct meaning new, bool typed)
{
    struct text key = text_new(c->arena);

    if (!old.count && !new.count && !new.never && !old.foreign && !new.foreign)
        return;
    add_key(&key, old);
    add_key(&key, new);
    text_add(&key, typed ? "typed" : "plain");
    if (!seen_add(c->seen, key.bytes, key.length))
        return;
    struct pair *pair = arena_alloc(c->arena, sizeof(*pair));
    *pair = (struct pair){ old, new, typed, NULL };
    *c->end = pair;
    c->end = &pair->next;
}

/* Whether some $ref leads to what is not there; the same one is taken to be as it was. */
static bool compare_foreign(struct compatibility *c, const struct pair *pair)
{
    const char *old = pair->old.foreign, *new = pair->new.foreign;

    if (!old && !new)
        return false;
    if (!old || !new || strcmp(old, new) != 0)
        compat_find(c, COMPAT_UNCLEAR, pair->new.at, NULL,
                    "the $ref \"%s\" of the %s schema leads to nothing in it, so that nothing "
                    "is compared",
                    compat_quote(c, new ? new : old), new ? "new" : "old");
    return true;
}

static void compare_pair(struct compatibility *c, const struct pair *pair)
{
    unsigned old_types = TYPE_ANY, new_types = TYPE_ANY;

    if (compare_foreign(c, pair))
        return;
    if (pair->new.never && !pair->old.never)
        compat_find(c, COMPAT_PROPERTY_REMOVED, pair->new.at, pair->old.at,
                    "no value is valid here now: the schema is false");
    if (pair->new.never || pair->old.never)
        return;
    if (pair->typed)
        compare_types(c, pair->old, pair->new, &old_types, &new_types);
    if (!(old_types & new_types))
        return;
    compare_conditions(c, pair);
    if (compare_branches(c, pair))
        return;
    compare_words(c, pair);
    compare_limits(c, pair);
    compare_choices(c, pair);
    compare_objects(c, pair);
    compare_items(c, pair);
}

bool compat_work(struct compatibility *c, size_t units)
{
    const size_t taken = units < *c->work ? units : *c->work;

    *c->work -= taken;
    return *c->work;
}

void compat_run(struct compatibility *c)
{
    for (; c->first; c->first = c->first->next) {
        if (!compat_work(c, 1 + c->first->old.count + c->first->new.count)) {
            c->incomplete = true;
            return;
        }
        compare_pair(c, c->first);
    }
}

/* Pairs that are being looked at count as accepted, so that recursion ends. */
bool compat_accepts(struct compatibility *c, struct meaning old, struct meaning new)
{
    struct compatibility trial = *c;

    if (c->trials == TRIALS_DEEPEST)
        return false;
    trial.first = NULL;
    trial.end = &trial.first;
    trial.seen = seen_new(c->arena);
    trial.errors = 0;
    trial.trials++;
    trial.quiet = true;
    compat_add(&trial, old, new, false);
    compat_run(&trial);
    c->incomplete = c->incomplete || trial.incomplete;
    return !trial.errors;
}

/* ---- the whole ---- */

static void compare_roots(struct compatibility *c)
{
    static const char *const pointers[] = { "", "/handlers/list/handlerSchema",
                                            "/typeConfiguration" };

    for (size_t i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++) {
        const json *old = pointer_get(c->old->document, pointers[i]);
        const json *new = pointer_get(c->new->document, pointers[i]);
        const struct place *at = place_of(c, NULL, pointers[i]);

        if (!new || (i == 1 && !pointer_get(c->old->document, "/handlers/list")))
            continue; /* a handler that is new may ask for what it likes */
        compat_add(c, meaning_of(c, c->old, old, at), meaning_of(c, c->new, new, at), false);
    }
    compat_run(c);
}

static struct side *side_new(const struct lint *lint, const struct json_source *source)
{
    const struct schema_sources sources = { .file = source->path, .path = lint->schema_path };
    struct side *side = arena_alloc(lint->arena, sizeof(*side));

    *side = (struct side){ .source = source };
    side->document = view_bundle(lint->arena, source->document, &sources);
    return side;
}

const struct compatibility *compat_of(struct lint *lint)
{
    struct compatibility *c = arena_alloc(lint->arena, sizeof(*c));
    size_t work = WORK_LEAST + lint->schema->length + lint->against->length;

    if (lint->compatibility)
        return lint->compatibility;
    *c = (struct compatibility){ .arena = lint->arena,
                                 .old = side_new(lint, lint->against),
                                 .new = side_new(lint, lint->schema),
                                 .seen = seen_new(lint->arena),
                                 .found = seen_new(lint->arena),
                                 .work = &work };
    c->end = &c->first;
    c->last = &c->findings;
    compare_resources(c);
    compare_roots(c);
    if (c->incomplete)
        compat_find(c, COMPAT_UNCLEAR, place_of(c, NULL, ""), NULL,
                    "the schemas refer to themselves in more ways than are compared; what is "
                    "found is true, but more may be broken");
    c->work = NULL;
    lint->compatibility = c;
    return c;
}
