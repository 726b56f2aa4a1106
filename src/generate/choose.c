/* Which branches of a schema a value is made for, and what must not match then. */
#include "generate_private.h"

size_t demand_choose(struct demand *d, size_t count)
{
    if (!count) {
        d->impossible = true;
        return 0;
    }
    const size_t first = (size_t)random_below(&d->random, count);
    const size_t digit = (size_t)(d->turn % count);

    d->turn /= count;
    if (d->ways < 1000)
        d->ways *= count;
    return (first + digit) % count;
}

/* A subschema without any of these takes every value. */
static const char *const keywords[] = {
    "type",
    "enum",
    "const",
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "properties",
    "patternProperties",
    "additionalProperties",
    "required",
    "dependencies",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "items",
    "contains",
    "uniqueItems",
    "minItems",
    "maxItems",
    "pattern",
    "format",
    "minLength",
    "maxLength",
    "contentEncoding",
    "contentMediaType",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
};

static bool says_something(const json *node)
{
    for (size_t i = 0; i < sizeof(keywords) / sizeof(*keywords); i++)
        if (json_get(node, keywords[i]))
            return true;
    return false;
}

static bool is_avoided(const struct demand *d, const json *node)
{
    for (size_t i = 0; i < d->avoided; i++)
        if (d->avoid[i] == node)
            return true;
    return false;
}

/* One alternative after the other, none of them by chance: the first one does, more often than not.
 */
static size_t choose_in_order(struct demand *d, size_t count)
{
    const size_t digit = (size_t)(d->turn % count);

    d->turn /= count;
    if (d->ways < 1000)
        d->ways *= count;
    return digit;
}

static void avoid_not(struct generator *g, struct demand *d, const json *node)
{
    demand_add(g, d, json_get(node, "not"));
}

static void avoid_any_of(struct generator *g, struct demand *d, const json *node)
{
    json_each (branch, json_get(node, "anyOf"))
        demand_avoid(g, d, branch);
}

static void avoid_all_of(struct generator *g, struct demand *d, const json *node)
{
    const json *parts = json_get(node, "allOf");

    if (json_length(parts))
        demand_avoid(g, d, json_at(parts, demand_choose(d, json_length(parts))));
}

/* All branches fail, or two of them match. */
static void avoid_one_of(struct generator *g, struct demand *d, const json *node)
{
    const json *branches = json_get(node, "oneOf");
    const size_t count = json_length(branches);

    if (count > 1 && choose_in_order(d, 2)) {
        const size_t first = demand_choose(d, count);

        demand_add(g, d, json_at(branches, first));
        demand_add(g, d, json_at(branches, (first + 1) % count));
        return;
    }
    json_each (branch, branches)
        demand_avoid(g, d, branch);
}

static void avoid_condition(struct generator *g, struct demand *d, const json *node)
{
    const json *then = json_get(node, "then"), *otherwise = json_get(node, "else");

    if (then && (!otherwise || demand_choose(d, 2) == 0)) {
        demand_add(g, d, json_get(node, "if"));
        demand_avoid(g, d, then);
    } else if (otherwise) {
        demand_avoid(g, d, json_get(node, "if"));
        demand_avoid(g, d, otherwise);
    }
}

static const struct {
    const char *keyword;
    void (*avoid)(struct generator *g, struct demand *d, const json *node);
} combined[] = {
    { "not", avoid_not },      { "anyOf", avoid_any_of }, { "allOf", avoid_all_of },
    { "oneOf", avoid_one_of }, { "if", avoid_condition },
};
enum { COMBINED = sizeof(combined) / sizeof(*combined) };

/*
 * A subschema that is made of others fails by what it says itself or by one of
 * its combinations, in turn.
 */
static void avoid_combined(struct generator *g, struct demand *d, const json *node)
{
    size_t there[COMBINED], count = 0, others = json_length(node);

    for (size_t i = 0; i < COMBINED; i++)
        if (json_get(node, combined[i].keyword))
            there[count++] = i;
    others -= count + (json_get(node, "then") != NULL) + (json_get(node, "else") != NULL);
    if (!count)
        return;
    const size_t chosen = choose_in_order(d, count + (others > 0));
    if (!others || chosen)
        combined[there[chosen - (others > 0)]].avoid(g, d, node);
}

/* What must not match fails all by itself, more often than not. */
void demand_avoid(struct generator *g, struct demand *d, const json *node)
{
    const json *target = demand_target(g, node);

    if (json_true(target) || (json_type(target) == JSON_OBJECT && !says_something(target)))
        d->impossible = true;
    if (json_type(target) != JSON_OBJECT || d->avoided == DEMAND_MOST || is_avoided(d, target))
        return;
    d->avoid[d->avoided++] = target;
    avoid_combined(g, d, target);
}

/* What choosing a branch changes, so that another one can be chosen instead. */
struct mark {
    size_t count, avoided;
    uint64_t turn;
    struct random random;
};

static struct mark mark_of(const struct demand *d)
{
    return (struct mark){ d->count, d->avoided, d->turn, d->random };
}

/*
 * Whether what was added since contradicts what was there; then it is taken back. The ways that
 * it had are still counted, or those of them that do not contradict it would not be tried.
 */
static bool take_back(const struct generator *g, struct demand *d, const struct mark *mark)
{
    if (!d->impossible && !demand_clashes(g, d, mark->count, mark->avoided))
        return false;
    d->count = mark->count;
    d->avoided = mark->avoided;
    d->turn = mark->turn;
    d->random = mark->random;
    d->impossible = false;
    return true;
}

static void add_chosen(struct generator *g, struct demand *d, const json *branches, size_t chosen,
                       bool only_one)
{
    size_t i = 0;

    json_each (branch, branches) {
        if (i == chosen)
            demand_add(g, d, branch);
        else if (only_one)
            demand_avoid(g, d, branch);
        i++;
    }
}

/* One of the branches; where it contradicts the rest, the next one. */
void demand_choose_branch(struct generator *g, struct demand *d, const json *branches,
                          bool only_one)
{
    const size_t count = json_length(branches);
    const size_t chosen = demand_choose(d, count);
    const struct mark mark = mark_of(d);

    for (size_t i = 0; i < count && !d->impossible; i++) {
        add_chosen(g, d, branches, (chosen + i) % count, only_one);
        if (!take_back(g, d, &mark))
            return;
    }
    d->impossible = true;
}

static void add_side(struct generator *g, struct demand *d, const json *node, bool holds)
{
    const json *then = json_get(node, "then"), *otherwise = json_get(node, "else");

    if (holds)
        demand_add(g, d, json_get(node, "if"));
    else
        demand_avoid(g, d, json_get(node, "if"));
    if (holds ? then : otherwise)
        demand_add(g, d, holds ? then : otherwise);
}

void demand_choose_side(struct generator *g, struct demand *d, const json *node)
{
    if (!json_get(node, "if") || (!json_get(node, "then") && !json_get(node, "else")))
        return;
    const bool holds = demand_choose(d, 2) == 0;
    const struct mark mark = mark_of(d);

    if (d->impossible)
        return;
    add_side(g, d, node, holds);
    if (!take_back(g, d, &mark))
        return;
    add_side(g, d, node, !holds);
    if (take_back(g, d, &mark))
        d->impossible = true;
}
