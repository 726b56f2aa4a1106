/*
 * What a run costs: how often handlers are called, and how many resources are
 * made, for an honest provider that settles at once and lists on one page.
 */
#include <stdio.h>

#include "run_builtin.h"
#include "test.h"

struct cost {
    unsigned calls, creations;
};

static struct cost cost_of(const char *name, enum suite suite_wanted, unsigned preload)
{
    struct arena *arena = arena_new();
    const struct builtin_options honest = { .preload = preload };
    const struct run *run = run_builtin(arena, type_named(arena, name), &honest, suite_wanted);
    struct cost cost = { 0, 0 };

    for (const struct call *call = run ? run->calls : NULL; call; call = call->next) {
        cost.calls++;
        cost.creations += call->action == CREATE && call->event.status == SUCCESS;
    }
    check_text(run ? first_complaint(arena, run) : "no run", NULL);
    printf("    %s, suite %s: %u calls, %u creations\n", name, suite_name(suite_wanted), cost.calls,
           cost.creations);
    arena_free(arena);
    return cost;
}

/* Of the original's own suite: no call more, and none less. */
static void suite_v1_calls_as_often_as_the_original(void)
{
    check_number(cost_of("thing", SUITE_V1, 0).calls, 23);
    check_number(cost_of("grant", SUITE_V1, 0).calls, 23);
    check_number(cost_of("generated_id", SUITE_V1, 0).calls, 20);
    check_number(cost_of("fleet", SUITE_V1, 0).calls, 20);
}

/* README promises these. */
enum { MOST_CALLS = 45, MOST_CREATIONS = 7 };

static void suite_full_keeps_its_budget(void)
{
    static const char *const types[] = { "thing", "grant", "generated_id", "fleet", "composite" };

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        const struct cost cost = cost_of(types[i], SUITE_FULL, 0);

        check(cost.calls <= MOST_CALLS);
        check(cost.creations <= MOST_CREATIONS);
    }
}

/* Each other name for a resource, and what only a create may set, is tried by calls of its own. */
static void more_to_try_costs_more(void)
{
    enum { ALIAS_CALLS = 2, CREATE_ONLY_CALLS = 2 };

    check(cost_of("archive", SUITE_FULL, 0).calls <= MOST_CALLS + ALIAS_CALLS + CREATE_ONLY_CALLS);
}

/* The resources of others cost no more than the sample of them that is read. */
static void others_cost_a_sample(void)
{
    const struct cost alone = cost_of("thing", SUITE_FULL, 0);
    const struct cost among = cost_of("thing", SUITE_FULL, 30);

    check(among.calls <= alone.calls + 3);
}

static const struct test tests[] = {
    { "budget: suite v1 calls as often as the original", suite_v1_calls_as_often_as_the_original },
    { "budget: suite full keeps to 45 calls and 7 creations", suite_full_keeps_its_budget },
    { "budget: aliases and create-only properties cost four calls more", more_to_try_costs_more },
    { "budget: the resources of others cost a sample", others_cost_a_sample },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
