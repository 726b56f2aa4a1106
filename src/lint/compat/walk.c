#include "compat_private.h"

#include <stdarg.h>
#include <inttypes.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/schema/views.h"

enum { WORK_LEAST = 200000, TRIALS_DEEPEST = 4, VALUE_COLUMNS = 60, FILE_COLUMNS = 200 };

void add_strings(struct names *set, const json *list)
{
    json_each (item, list)
        if (json_string(item))
            names_add(set, json_string(item));
}

bool is_new(struct names *set, const char *name)
{
    const size_t count = set->count;

    return names_add(set, name) == count;
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
static const char *was_at(struct compatibility *c, const struct lint_place *was)
{
    struct side *side = c->old;
    struct json_span span = { 0 };

    if (!was || !side->source->text)
        return "";
    if (!side->places)
        side->places = side->source->places
                           ? side->source->places
                           : json_places_new(c->arena, side->source->text, side->source->length);
    json_places_find(side->places, lint_place_pointer(c->arena, was), &span);
    return arena_printf(c->arena, " (was at %s:%zu:%zu)",
                        text_quote(c->arena, side->source->path, FILE_COLUMNS),
                        json_places_line(side->places, span.begin).number,
                        json_places_column(side->places, span.begin));
}

void compat_find(struct compatibility *c, enum compat_rule rule, const struct lint_place *at,
                 const struct lint_place *was, const char *format, ...)
{
    va_list args;

    c->errors += compat_rules[rule].level == LINT_ERROR;
    if (c->quiet)
        return;
    va_start(args, format);
    const char *message = arena_vprintf(c->arena, format, args);
    va_end(args);
    const char *pointer = lint_place_pointer(c->arena, at);
    /* What is gone is gone once, however many ways lead to where it is missed. */
    const char *once = was ? lint_place_pointer(c->arena, was) : pointer;
    const char *key = arena_printf(c->arena, "%d %s %s", (int)rule, once, message);
    if (!is_new(&c->found, key))
        return;
    struct compat_finding *finding = arena_alloc(c->arena, sizeof(*finding));
    *finding =
        (struct compat_finding){ &compat_rules[rule], pointer, message, was_at(c, was), NULL };
    *c->last = finding;
    c->last = &finding->next;
}

void compat_change(struct compatibility *c, enum compat_rule rule, const struct lint_place *at,
                   const struct lint_place *was, const char *word, const char *old, const char *new,
                   const char *why)
{
    if (old && new)
        compat_find(c, rule, at, NULL, "%s %s -> %s: %s", word, old, new, why);
    else
        compat_find(c, rule, at, new ? NULL : was, "%s %s %s: %s", word, new ? new : old,
                    new ? "added" : "removed", why);
}

/* ---- pairs ---- */

static void add_key(struct text *key, struct meaning meaning)
{
    for (size_t i = 0; i < meaning.count; i++) {
        const uintptr_t part = (uintptr_t)meaning.parts[i].node | meaning.parts[i].plain;
        text_addf(key, "%" PRIxPTR " ", part);
    }
    if (!meaning.count)
        text_addf(key, "%" PRIxPTR " ", (uintptr_t)meaning.at);
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
    if (!is_new(&c->seen, key.bytes))
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

/* Looks at what was added, until nothing is left. */
static void run(struct compatibility *c)
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
    trial.seen = names_new(c->arena);
    trial.errors = 0;
    trial.trials++;
    trial.quiet = true;
    compat_add(&trial, old, new, false);
    run(&trial);
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
        const struct lint_place *at = place_of(c, NULL, pointers[i]);

        if (!new || (i == 1 && !pointer_get(c->old->document, "/handlers/list")))
            continue; /* a handler that is new may ask for what it likes */
        compat_add(c, meaning_of(c, c->old, old, at), meaning_of(c, c->new, new, at), false);
    }
    run(c);
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
                                 .seen = names_new(lint->arena),
                                 .found = names_new(lint->arena),
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
