/*
 * A value that matches what it must not is changed, by what breaks each keyword: each change
 * leaves fewer of the demand's subschemas that are at odds with it, until none is.
 */
#include "break.h"

enum { CHANGES_MOST = 30, TRIES_MOST = 300 };

static bool is_match(const struct generator *g, const json *avoided, const json *value)
{
    return schema_target(g->schema, avoided) && schema_valid_at(g->schema, avoided, value);
}

/* How many subschemas are at odds with the value. */
static size_t count_faults(const struct generator *g, const struct demand *d, const json *value)
{
    size_t count = 0;

    for (size_t i = 0; i < d->count; i++)
        count += !schema_valid_at(g->schema, d->nodes[i], value);
    for (size_t i = 0; i < d->avoided; i++)
        count += is_match(g, d->avoid[i], value);
    return count;
}

bool demand_accepts(const struct generator *g, const struct demand *d, const json *value)
{
    for (size_t i = 0; i < d->count && !d->is_loose; i++)
        if (!schema_valid_at(g->schema, d->nodes[i], value))
            return false;
    for (size_t i = 0; i < d->avoided && !d->is_loose; i++)
        if (is_match(g, d->avoid[i], value))
            return false;
    return true;
}

/* The first of the changes that leaves fewer than so many faults; NULL when there is none. */
static const json *try_changes(struct generator *g, const struct demand *d,
                               const struct breakages *list, size_t start, bool fitting,
                               const json *value, size_t *faults)
{
    for (size_t i = 0; i < list->count && i < TRIES_MOST; i++) {
        const struct breakage *breakage = &list->items[(start + i) % list->count];
        const json *changed =
            breakage->fits == fitting ? breakage_apply(g->scratch, breakage, value) : NULL;
        const size_t left = changed ? count_faults(g, d, changed) : *faults;

        if (left < *faults) {
            *faults = left;
            return changed;
        }
    }
    return NULL;
}

/* What breaks `avoided`, from a random change on; what fits goes before what does not. */
static const json *break_one(struct generator *g, const struct demand *d, const json *avoided,
                             const json *value, size_t *faults)
{
    struct random random = d->random;

    g->plain = g->plain ? g->plain : plain_values(g->keep);
    struct breakages list = { .arena = g->scratch,
                              .schema = g->schema,
                              .document = g->document,
                              .random = &random,
                              .plain = g->plain,
                              .mends = true };
    breakages_find(&list, avoided, d, value);
    const size_t start = (size_t)random_below(&random, list.count);
    const json *changed = try_changes(g, d, &list, start, true, value, faults);
    return changed ? changed : try_changes(g, d, &list, start, false, value, faults);
}

const json *avoid_matches(struct generator *g, const struct demand *d, const json *value)
{
    size_t faults = count_faults(g, d, value);

    for (int changes = 0; faults && changes < CHANGES_MOST; changes++) {
        const json *changed = NULL;

        for (size_t i = 0; i < d->avoided && !changed; i++)
            if (is_match(g, d->avoid[i], value))
                changed = break_one(g, d, d->avoid[i], value, &faults);
        if (!changed)
            return NULL;
        value = changed;
    }
    return faults ? NULL : value;
}
