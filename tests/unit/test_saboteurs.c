/*
 * Every rule has a saboteur: a provider that is right in everything but that
 * rule. The suite must acquit the honest provider and convict each saboteur of
 * the rule it breaks. A rule without a saboteur fails here.
 */
#include <stdio.h>
#include <string.h>

#include "run_builtin.h"
#include "test.h"

static const char *const types[] = { "thing", "generated_id", "composite", NULL };
static const enum suite suites[] = { SUITE_V1, SUITE_V2, SUITE_FULL };
static const unsigned stabilizations[] = { 0, 2 };

static void acquitted(const char *name, enum suite wanted, unsigned stabilize)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of(arena, name);
    const struct builtin_options honest = {
        .stabilize = stabilize, .delay = 5, .page_size = 2, .preload = 3
    };
    const struct run *run = type ? run_builtin(arena, type, &honest, wanted) : NULL;

    if (run) {
        check_text(first_complaint(arena, run), NULL);
        check_number(run->exit_code, 0);
        check(run_summary(run).passed > 3);
        check(run->leftovers == NULL);
    }
    arena_free(arena);
}

static void the_honest_one_is_acquitted(void)
{
    for (size_t t = 0; types[t]; t++)
        for (size_t s = 0; s < 3; s++)
            for (size_t n = 0; n < 2; n++)
                acquitted(types[t], suites[s], stabilizations[n]);
}

/* Whether some type makes the suite convict the fault; types on which it is impossible are left
 * out. */
static bool convicts(const struct fault *fault, unsigned stabilize)
{
    const char *const names[] = { fault->name, NULL };

    bool found = true, tried = false;

    check(rule_find(fault->rule)->suites & SUITE_FULL);
    for (size_t t = 0; types[t]; t++) {
        struct arena *arena = arena_new();
        const struct resource_type *type = type_of(arena, types[t]);
        const struct builtin_options options = {
            .stabilize = stabilize, .page_size = 2, .preload = 3, .faults = names
        };

        if (type && !fault_impossible(fault, type)) {
            const struct run *run = run_builtin(arena, type, &options, SUITE_FULL);
            const bool here = run && convicted(run, fault->rule) && run->exit_code != 0;

            if (!here)
                printf("    %s on %s, stabilize %u: not convicted of %s; found: %s\n", fault->name,
                       types[t], stabilize, fault->rule,
                       run && first_complaint(arena, run) ? first_complaint(arena, run)
                                                          : "nothing");
            found = found && here;
            tried = true;
        }
        arena_free(arena);
    }
    return found && tried;
}

static void every_saboteur_is_convicted(void)
{
    for (const struct fault *fault = faults; fault->name; fault++)
        for (size_t n = 0; n < 2; n++)
            check(convicts(fault, stabilizations[n]));
}

/* Rules about the user's input, which no provider can break. */
static bool about_input(const char *rule)
{
    return strcmp(rule, "create.tags") == 0 || strcmp(rule, "update.tags") == 0;
}

static void every_rule_has_a_saboteur(void)
{
    for (const struct rule *rule = rules; rule->id; rule++) {
        const struct fault *fault = faults;

        while (fault->name && strcmp(fault->rule, rule->id) != 0)
            fault++;
        if (!fault->name && !about_input(rule->id)) {
            printf("    %s has no saboteur\n", rule->id);
            check(false);
        }
        check(rule->suites && rule->must && rule->title);
    }
}

static const struct test tests[] = {
    { "saboteurs: the honest provider is acquitted", the_honest_one_is_acquitted },
    { "saboteurs: every fault is convicted of its rule", every_saboteur_is_convicted },
    { "saboteurs: every rule has a fault that breaks it", every_rule_has_a_saboteur },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
