/* What a run says about each rule. */
#include <string.h>

#include "report/ruling.h"
#include "run_builtin.h"
#include "test.h"

static const struct run *run_of(struct arena *arena, const char *type, const char *fault,
                                enum suite suite_wanted, unsigned stabilize)
{
    const char *const names[] = { fault, NULL };
    const struct builtin_options options = { .stabilize = stabilize, .faults = names };

    return run_builtin(arena, type_named(arena, type), &options, suite_wanted);
}

static struct ruling of(const struct run *run, const char *rule)
{
    return ruling_of(run, rule_of(rule));
}

/* Every rule of the suite has one, what was not verified has a reason, and they add up. */
static void every_rule_has_one(void)
{
    static const enum suite suites[] = { SUITE_V1, SUITE_V2, SUITE_FULL };

    for (size_t s = 0; s < 3; s++) {
        struct arena *arena = arena_new();
        const struct run *run = run_of(arena, "thing", NULL, suites[s], 0);
        const struct rulings counts = run ? rulings_count(run) : (struct rulings){ 0 };
        unsigned in_suite = 0;

        for (size_t r = 0; run && r < rule_count(&resource_protocol); r++) {
            const struct rule *rule = rule_at(&resource_protocol, r);

            const struct ruling ruling = ruling_of(run, rule);

            in_suite += (rule->suites & suites[s]) != 0;
            check(ruling.kind != RULING_VIOLATED && !ruling.waived);
            check((ruling.kind == RULING_VERIFIED) == (ruling.reason == NULL));
            check((rule->suites & suites[s]) || ruling.kind == RULING_NOT_APPLICABLE);
        }
        check(counts.verified > in_suite / 2);
        check_number(counts.verified + counts.violated + counts.not_applicable +
                         counts.not_exercised,
                     in_suite);
        arena_free(arena);
    }
}

static void a_fault_is_violated(void)
{
    struct arena *arena = arena_new();
    const struct run *run = run_of(arena, "thing", "read-wrong-value", SUITE_FULL, 0);

    if (run) {
        check_number(of(run, "read.equals").kind, RULING_VIOLATED);
        check_number(of(run, "event.json").kind, RULING_VERIFIED);
        check(rulings_count(run).violated >= 1);
    }
    arena_free(arena);
}

/* What handlers that answer at once cannot show, and what only some answers break. */
static void what_came_up_counts(void)
{
    struct arena *arena = arena_new();
    const struct run *at_once = run_of(arena, "thing", NULL, SUITE_FULL, 0);
    const struct run *later = run_of(arena, "thing", NULL, SUITE_FULL, 2);

    if (at_once && later) {
        check_number(of(at_once, "event.progress-clean").kind, RULING_NOT_EXERCISED);
        check_text(of(at_once, "event.progress-clean").reason, "no answer was IN_PROGRESS");
        check_number(of(later, "event.progress-clean").kind, RULING_VERIFIED);
        check_number(of(at_once, "read.synchronous").kind, RULING_VERIFIED);
        check_number(of(at_once, "leak.none").kind, RULING_VERIFIED);
    }
    arena_free(arena);
}

static void no_handler_no_rule(void)
{
    struct arena *arena = arena_new();
    const struct builtin_options options = { .stabilize = 0 };
    const struct resource_type *type = type_of_text(
        arena, "{\"typeName\": \"Acme::Demo::Thing\", \"primaryIdentifier\": "
               "[\"/properties/Name\"], \"createOnlyProperties\": [\"/properties/Name\"], "
               "\"additionalProperties\": false, \"properties\": {\"Name\": {\"type\": "
               "\"string\"}}, \"handlers\": {\"create\": {}, \"read\": {}, \"delete\": {}}}");
    const struct run *run = run_builtin(arena, type, &options, SUITE_FULL);

    if (run) {
        check_number(of(run, "list.models").kind, RULING_NOT_APPLICABLE);
        check_number(of(run, "update.succeeds").kind, RULING_NOT_APPLICABLE);
        check(strstr(of(run, "list.models").reason, "list") != NULL);
    }
    arena_free(arena);
}

static const struct test tests[] = {
    { "ruling: every rule has one", every_rule_has_one },
    { "ruling: a fault is a violation", a_fault_is_violated },
    { "ruling: what came up counts", what_came_up_counts },
    { "ruling: no handler, no rule", no_handler_no_rule },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
