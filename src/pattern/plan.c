/* Which lengths a string of a pattern may have, within bounds, and which of them to take. */
#include "make.h"

enum {
    MOST_MEASURED = 8192, /* characters; longer strings repeat one of theirs */
    SPARE = 300,          /* beyond the shortest, what is considered at all */
    COMFORT = 8,          /* beyond the shortest, so that two strings differ */
    MOST_CHARACTERS = 4 * 1024 * 1024
};

static size_t near_or_below(const struct string_plan *plan, const uint64_t *set, size_t wanted)
{
    const size_t up = lengths_up(&plan->space, set, wanted);
    const size_t down = lengths_down(&plan->space, set, wanted);

    return up != SIZE_MAX && (down == SIZE_MAX || up - wanted <= COMFORT) ? up : down;
}

/* Comfortable lengths first and mostly; now and then the least, and any. */
size_t string_plan_total(const struct string_plan *plan, unsigned number, struct random *random)
{
    const uint64_t *const set = number % 8 < 6 ? plan->likely : plan->totals;
    const size_t first = lengths_up(&plan->space, set, 0);
    size_t wanted = first + COMFORT + (size_t)random_below(random, 5);

    if (number % 4 == 3)
        wanted = first;
    else if (number % 4 == 2)
        wanted = first + (size_t)random_below(random, plan->space.limit - first + 1);
    else if (number % 4 == 1)
        wanted = first + (size_t)random_below(random, COMFORT + 5);
    return near_or_below(plan, set, wanted);
}

bool string_plan_can_pad(const struct string_plan *plan, const struct term *branch)
{
    const struct traits *const traits = &plan->pattern->traits[branch->id];

    return !traits->starts || !traits->ends;
}

/* What the whole pattern is one of. */
static const struct term *branches(const struct term *root)
{
    const struct term *inner = root;

    while (inner->kind == TERM_GROUP || inner->kind == TERM_ATOMIC)
        inner = inner->items;
    return inner->kind == TERM_CHOICE ? inner->items : root;
}

static uint64_t *within(struct length_space *space, const uint64_t *set, size_t shortest,
                        size_t longest)
{
    uint64_t *const result = lengths_new(space);

    for (size_t i = lengths_up(space, set, shortest); i <= longest && i != SIZE_MAX;
         i = lengths_up(space, set, i + 1))
        lengths_add(space, result, i, i);
    return result;
}

static bool find_totals(struct string_plan *plan, size_t shortest, size_t longest)
{
    struct length_space *const space = &plan->space;
    uint64_t *const all = lengths_new(space), *const rich = lengths_new(space);

    for (const struct term *term = plan->branches; term; term = term->next) {
        const uint64_t *const set = plan->lengths[term->id].set;
        const size_t least = lengths_up(space, set, 0);

        lengths_join(space, all, set);
        if (plan->pattern->traits[term->id].bits >= RICH)
            lengths_join(space, rich, set);
        if (string_plan_can_pad(plan, term) && least != SIZE_MAX)
            lengths_add(space, all, least, space->limit);
    }
    plan->totals = within(space, all, shortest, longest);
    plan->likely = within(space, rich, shortest, longest);
    if (lengths_up(space, plan->likely, 0) == SIZE_MAX)
        plan->likely = plan->totals;
    return lengths_up(space, plan->totals, 0) != SIZE_MAX;
}

/* Why no string of these bounds can match, or NULL when one may. */
static const char *impossible(size_t least, size_t shortest, size_t longest)
{
    if (least == SIZE_MAX)
        return "nothing can match it";
    if (least > longest)
        return "its shortest match is longer than is allowed";
    if (shortest > longest)
        return "the least length allowed is above the greatest";
    if (least > MOST_MEASURED || shortest > MOST_CHARACTERS)
        return "a match is longer than strings that are generated";
    return NULL;
}

const struct string_plan *string_plan_new(struct arena *arena, const struct string_pattern *pattern,
                                          size_t shortest, size_t longest, struct error *error)
{
    struct string_plan *const plan = arena_alloc(arena, sizeof(*plan));
    const struct term *const root = pattern->parse.root;
    const size_t least = pattern->traits[root->id].shortest;
    const char *const why = impossible(least, shortest, longest);
    size_t base = shortest > least ? shortest : least;

    if (why) {
        error_set(error, "%s", why);
        return NULL;
    }
    plan->pattern = pattern;
    plan->branches = branches(root);
    plan->excess = base > MOST_MEASURED ? base - MOST_MEASURED : 0;
    base -= plan->excess;
    shortest = shortest > plan->excess ? shortest - plan->excess : 0;
    longest -= longest == SIZE_MAX ? 0 : plan->excess;
    const size_t limit = longest < base + SPARE ? longest : base + SPARE;
    plan->space = (struct length_space){ .arena = arena, .limit = limit, .words = limit / 64 + 1 };
    plan->lengths = lengths_of(&plan->space, pattern);
    if (find_totals(plan, shortest, longest))
        return plan;
    error_set(error, "no match has a length within the bounds");
    return NULL;
}
