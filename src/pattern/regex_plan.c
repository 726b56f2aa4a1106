/* Which lengths a string of a pattern may have, within bounds, and which of them to take. */
#include "regex_plan.h"

enum {
    MOST_MEASURED = 8192, /* characters; longer strings repeat one of theirs */
    SPARE = 300,          /* beyond the shortest, what is considered at all */
    COMFORT = 8,          /* beyond the shortest, so that two strings differ */
    MOST_CHARACTERS = 4 * 1024 * 1024
};

static size_t near_or_below(const struct regex_plan *plan, const uint64_t *set, size_t wanted)
{
    const size_t up = lengths_up(&plan->space, set, wanted);
    const size_t down = lengths_down(&plan->space, set, wanted);

    return up != SIZE_MAX && (down == SIZE_MAX || up - wanted <= COMFORT) ? up : down;
}

/* Comfortable lengths first and mostly; now and then the least, and any. */
size_t regex_plan_total(const struct regex_plan *plan, unsigned number, struct random *random)
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

bool regex_can_pad(const struct regex_node *node)
{
    return !node->starts || !node->ends;
}

static void find_branches(struct regex_plan *plan)
{
    const struct regex_node *const *root = &plan->tree->root;

    plan->branches = root;
    plan->branch_count = 1;
    while ((*root)->kind == REGEX_GROUP)
        root = (*root)->items;
    if ((*root)->kind == REGEX_CHOICE) {
        plan->branches = (*root)->items;
        plan->branch_count = (*root)->count;
    }
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

static bool find_totals(struct regex_plan *plan, size_t shortest, size_t longest)
{
    struct length_space *const space = &plan->space;
    uint64_t *const all = lengths_new(space), *const rich = lengths_new(space);

    for (size_t i = 0; i < plan->branch_count; i++) {
        const struct regex_node *const node = plan->branches[i];
        const uint64_t *const set = plan->measures[node->id].set;
        const size_t least = lengths_up(space, set, 0);

        lengths_join(space, all, set);
        if (node->bits >= REGEX_RICH)
            lengths_join(space, rich, set);
        if (regex_can_pad(node) && least != SIZE_MAX)
            lengths_add(space, all, least, space->limit);
    }
    plan->totals = within(space, all, shortest, longest);
    plan->likely = within(space, rich, shortest, longest);
    if (lengths_up(space, plan->likely, 0) == SIZE_MAX)
        plan->likely = plan->totals;
    return lengths_up(space, plan->totals, 0) != SIZE_MAX;
}

/* Why no string of these bounds can match, or NULL when one may. */
static const char *impossible(const struct regex_tree *tree, size_t shortest, size_t longest)
{
    const size_t least = tree->root->shortest;

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

const struct regex_plan *regex_plan_new(struct arena *arena, const struct regex_tree *tree,
                                        size_t shortest, size_t longest, struct error *error)
{
    struct regex_plan *const plan = arena_alloc(arena, sizeof(*plan));
    const char *const why = impossible(tree, shortest, longest);
    size_t base = shortest > tree->root->shortest ? shortest : tree->root->shortest;

    if (why) {
        error_set(error, "%s", why);
        return NULL;
    }
    plan->tree = tree;
    plan->excess = base > MOST_MEASURED ? base - MOST_MEASURED : 0;
    base -= plan->excess;
    shortest = shortest > plan->excess ? shortest - plan->excess : 0;
    longest -= longest == SIZE_MAX ? 0 : plan->excess;
    plan->space = length_space(arena, longest < base + SPARE ? longest : base + SPARE);
    plan->measures = regex_measure(&plan->space, tree);
    find_branches(plan);
    if (find_totals(plan, shortest, longest))
        return plan;
    error_set(error, "no match has a length within the bounds");
    return NULL;
}
