/*
 * Every rule has a saboteur: a provider that is right in everything but that
 * rule. The suite must acquit the honest provider and convict each saboteur of
 * the rule it breaks. A rule without a saboteur fails here.
 */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "corpus.h"
#include "run_builtin.h"
#include "test.h"

static const char *const types[] = { "thing", "generated_id", "composite", "grant",
                                     "fleet", "archive",      NULL };
static const enum suite suites[] = { SUITE_V1, SUITE_V2, SUITE_FULL };

/* How the provider behaves: at once or not, on one page or several, alone or among others. */
struct manner {
    unsigned stabilize, page_size, preload;
};

static const struct manner manners[] = { { 0, 2, 3 }, { 2, 2, 3 }, { 0, 0, 0 }, { 2, 0, 0 } };
enum { MANNERS = sizeof(manners) / sizeof(manners[0]) };

/* What shows only on a second page, or only where nothing is listed. */
static const char *const of_pages[] = { "list-second-*",        "list-loses-edges",
                                        "list-first-page-only", "list-overlap",
                                        "list-repeats-page",    NULL };
static const char *const of_emptiness[] = { "list-empty-null", NULL };

static bool among(const char *const *patterns, const char *name)
{
    for (; *patterns; patterns++)
        if (text_glob(*patterns, name))
            return true;
    return false;
}

static bool shows(const struct fault *fault, const struct manner *manner)
{
    return !(among(of_pages, fault->name) && !manner->page_size) &&
           !(among(of_emptiness, fault->name) && manner->preload);
}

static void acquitted(const char *name, enum suite wanted, const struct manner *manner)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(arena, name);
    const struct builtin_options honest = {
        .stabilize = manner->stabilize,
        .delay = 5,
        .page_size = manner->page_size,
        .preload = manner->preload,
    };
    const struct run *run = type ? run_builtin(arena, type, &honest, wanted) : NULL;

    if (run) {
        check_text(first_complaint(arena, run), NULL);
        check_number(run->exit_code, 0);
        check(run_summary(run).passed > 2);
        check(run->leftovers == NULL);
    }
    arena_free(arena);
}

static void the_honest_one_is_acquitted(void)
{
    for (size_t t = 0; types[t]; t++)
        for (size_t s = 0; s < 3; s++)
            for (size_t n = 0; n < MANNERS; n++)
                if (corpus_step(1) == 1 || n == (t + s) % MANNERS)
                    acquitted(types[t], suites[s], &manners[n]);
}

/* Whether the rule was broken as a SHOULD, which fails nothing. */
static bool advised(const struct run *run, const char *rule)
{
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        for (const struct finding *f = o->findings; f; f = f->next)
            if (strcmp(f->rule->id, rule) == 0 && f->level == SHOULD)
                return true;
    return false;
}

enum cell { IMPOSSIBLE, CONVICTED, ACQUITTED, LEFT_OUT };

/* One fault on one type, in one manner. */
static enum cell try_fault(const struct fault *fault, const char *name, const struct manner *manner)
{
    const char *const names[] = { fault->name, NULL };
    const struct builtin_options options = { .stabilize = manner->stabilize,
                                             .page_size = manner->page_size,
                                             .preload = manner->preload,
                                             .faults = names };
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(arena, name);
    enum cell cell = IMPOSSIBLE;

    if (type && !fault_impossible(fault, type) && shows(fault, manner)) {
        const struct run *run = run_builtin(arena, type, &options, SUITE_FULL);

        cell =
            run && convicted(run, fault->rule) && (run->exit_code != 0 || advised(run, fault->rule))
                ? CONVICTED
                : ACQUITTED;
        if (cell == ACQUITTED)
            printf("    %s on %s, stabilize %u, page size %u: not convicted of %s; found: %s\n",
                   fault->name, name, manner->stabilize, manner->page_size, fault->rule,
                   run && first_complaint(arena, run) ? first_complaint(arena, run) : "nothing");
    }
    arena_free(arena);
    return cell;
}

/*
 * A row of the matrix: for each type a mark for each manner. True when none is
 * acquitted. A slow build, which takes steps in the corpus, is content with the
 * first cell that convicts.
 */
static bool try_everywhere(const struct fault *fault)
{
    static const char marks[] = {
        [IMPOSSIBLE] = '.', [CONVICTED] = 'x', [ACQUITTED] = '?', [LEFT_OUT] = '-'
    };
    const bool slow = corpus_step(1) > 1;
    size_t counts[4] = { 0 };
    char row[128];
    size_t at = 0;

    for (size_t t = 0; types[t]; t++) {
        row[at++] = ' ';
        for (size_t n = 0; n < MANNERS; n++) {
            const bool enough = slow && counts[CONVICTED];
            const enum cell cell = enough ? LEFT_OUT : try_fault(fault, types[t], &manners[n]);

            counts[cell]++;
            row[at++] = marks[cell];
        }
    }
    row[at] = '\0';
    printf("    %-32s %-26s%s\n", fault->name, fault->rule, row);
    return counts[CONVICTED] && !counts[ACQUITTED];
}

static void every_saboteur_is_convicted(void)
{
    printf("    x convicted, ? not convicted, . impossible there, - left out; each manner of");
    for (size_t t = 0; types[t]; t++)
        printf(" %s", types[t]);
    printf("\n");
    fault_each (fault) {
        check(rule_of(fault->rule)->suites & SUITE_FULL);
        check(try_everywhere(fault));
    }
}

/* The published cfn test looks for one resource among whatever is listed; v1 says what it says. */
static void v1_counts_nobody_in_a_list(void)
{
    static const char *const unseen[] = { "list-twice", "list-repeats-page", "list-overlap", NULL };

    for (size_t i = 0; unseen[i]; i++) {
        const char *const names[] = { unseen[i], NULL };
        const struct builtin_options options = { .page_size = 2, .preload = 3, .faults = names };
        struct arena *arena = arena_new();
        const struct run *run = run_builtin(arena, type_named(arena, "thing"), &options, SUITE_V1);

        if (!check(run && run->exit_code == 0))
            printf("    %s: %s\n", unseen[i], run ? first_complaint(arena, run) : "no run");
        arena_free(arena);
    }
}

/* Rules about the user's input and schema, which no provider can break; test_v2 and test_checks do.
 */
static bool about_input(const char *rule)
{
    return strcmp(rule, "create.tags") == 0 || strcmp(rule, "update.tags") == 0 ||
           strcmp(rule, "read.coverage") == 0 || strncmp(rule, "schema.", 7) == 0 ||
           strncmp(rule, "input.", 6) == 0;
}

static void every_rule_has_a_saboteur(void)
{
    for (size_t r = 0; r < rule_count(&resource_protocol); r++) {
        const struct rule *rule = rule_at(&resource_protocol, r);
        bool found = false;

        fault_each (fault)
            found = found || strcmp(fault->rule, rule->id) == 0;
        if (!found && !about_input(rule->id)) {
            printf("    %s has no saboteur\n", rule->id);
            check(false);
        }
        check(rule->suites && rule->must && rule->title);
    }
}

static const struct test tests[] = {
    { "saboteurs: the honest provider is acquitted", the_honest_one_is_acquitted },
    { "saboteurs: every fault is convicted of its rule", every_saboteur_is_convicted },
    { "saboteurs: v1 counts nobody in a list", v1_counts_nobody_in_a_list },
    { "saboteurs: every rule has a fault that breaks it", every_rule_has_a_saboteur },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
