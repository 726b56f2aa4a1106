/*
 * Contract tests v2, by their documented names: each acquits the honest provider
 * and convicts a fault that is its own; those of reads name the call at fault.
 */
#include <stdio.h>
#include <string.h>

#include "cfnc/report/failure.h"
#include "corpus.h"
#include "run_builtin.h"
#include "test.h"

static const char *const documented[] = {
    "test_create",
    "test_create_create_read",
    "test_create_list",
    "test_create_list_read",
    "test_create_create",
    "test_create_create_primary_id_check",
    "test_create_read",
    "test_create_with_read_response_lcs",
    "test_create_delete",
    "test_delete_read",
    "test_delete_update",
    "test_delete_delete",
    "test_delete_list",
    "test_delete_create",
    "test_update",
    "test_update_primary_id_check",
    "test_update_read",
    "test_read_by_create_equals_read_by_update",
    "test_update_list",
    "test_read_input_output_negative_match",
    "test_read_return_readonly_properties",
    "test_read_return_write_only_properties",
    "test_read_output_over_schema",
    "test_read_return_all_schema_properties_using_one_or_more_inputs",
};
enum { DOCUMENTED = sizeof(documented) / sizeof(documented[0]) };

static const struct outcome *outcome_of(const struct run *run, const char *name)
{
    const struct outcome *o = run ? run->outcomes : NULL;

    while (o && !(o->test && strcmp(o->name, name) == 0))
        o = o->next;
    return o;
}

static struct run *run_with(struct arena *arena, const char *type_name, const char *fault,
                            unsigned stabilize)
{
    const char *const names[] = { fault, NULL };
    const struct builtin_options options = {
        .stabilize = stabilize, .page_size = 2, .preload = 3, .faults = names
    };
    const struct resource_type *type = type_named(arena, type_name);

    return type ? run_builtin(arena, type, &options, SUITE_V2) : NULL;
}

static bool is_failed(const struct outcome *o)
{
    return o && (o->verdict == VERDICT_FAILED || o->verdict == VERDICT_ERRORED);
}

/* All 24 are there; with every handler, none is skipped but for a reason of the identifier. */
static void all_are_run(void)
{
    static const struct {
        const char *type;
        unsigned passed, skipped;
    } rows[] = { { "thing", 23, 8 }, { "generated_id", 23, 8 }, { "composite", 13, 18 } };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (unsigned stabilize = 0; stabilize < 3; stabilize += 2) {
            struct arena *arena = arena_new();
            const struct run *run = run_with(arena, rows[i].type, NULL, stabilize);

            for (size_t n = 0; n < DOCUMENTED; n++)
                check(outcome_of(run, documented[n]));
            check_text(first_complaint(arena, run), NULL);
            check_number(run_summary(run).passed, rows[i].passed);
            check_number(run_summary(run).skipped, rows[i].skipped);
            check_number(run->exit_code, 0);
            for (const struct outcome *o = run->outcomes; o; o = o->next)
                check(o->verdict != VERDICT_SKIPPED || (o->reason && *o->reason));
            arena_free(arena);
        }
}

/* Every fault that suite v2 has a rule for is convicted; what convicts it is counted. */
static bool hits[DOCUMENTED];

static void try_fault(const struct fault *fault, const char *type_name)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(arena, type_name);
    const struct run *run =
        fault_impossible(fault, type) ? NULL : run_with(arena, type_name, fault->name, 0);
    size_t failed = 0;

    for (size_t n = 0; run && n < DOCUMENTED; n++)
        if (is_failed(outcome_of(run, documented[n]))) {
            hits[n] = true;
            failed++;
        }
    if (run && !failed && !run->exit_code)
        printf("    %s on %s: not convicted in suite v2\n", fault->name, type_name);
    arena_free(arena);
}

static void each_has_a_saboteur(void)
{
    static const char *const types[] = { "thing", "generated_id" };
    size_t number = 0;

    fault_each (fault)
        for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++)
            if (rule_of(fault->rule)->suites & SUITE_V2 && corpus_takes(number++))
                try_fault(fault, types[t]);
    check(number > 100);
    for (size_t n = 0; corpus_step(1) == 1 && n < DOCUMENTED; n++)
        if (!check(hits[n]))
            printf("    %s has no saboteur\n", documented[n]);
}

/* The fault is convicted by that test, and by the rule. */
static void convicts(const char *type, const char *fault, const char *test, const char *rule)
{
    struct arena *arena = arena_new();
    const struct run *run = run_with(arena, type, fault, 0);
    const struct outcome *o = run ? outcome_of(run, test) : NULL;
    bool named = false;

    for (const struct finding *f = o ? o->findings : NULL; f; f = f->next)
        named = named || strcmp(f->rule->id, rule) == 0;
    if (!check(is_failed(o) && named))
        printf("    %s on %s: %s: %s\n", fault, type, test, o ? failure_line(arena, o) : "no run");
    arena_free(arena);
}

static void by_the_documented_name(void)
{
    static const struct {
        const char *type, *fault, *test, *rule;
    } rows[] = {
        { "thing", "create-without-identifier", "test_create", "model.identifier" },
        { "thing", "create-not-readable", "test_create_create_read", "create.readable" },
        { "thing", "create-not-listed", "test_create_list", "create.listed" },
        { "thing", "list-absent", "test_create_list_read", "list.readable" },
        { "thing", "create-again-succeeds", "test_create_create", "create.already-exists" },
        { "generated_id", "create-adopts", "test_create_create_primary_id_check",
          "create.no-adopt" },
        { "thing", "create-refuses-copy", "test_create_with_read_response_lcs",
          "create.round-trip" },
        { "thing", "delete-fails", "test_create_delete", "delete.succeeds" },
        { "thing", "read-deleted", "test_delete_read", "read.not-found" },
        { "thing", "update-absent-succeeds", "test_delete_update", "update.not-found" },
        { "thing", "delete-again-succeeds", "test_delete_delete", "delete.not-found" },
        { "thing", "delete-still-listed", "test_delete_list", "delete.then-list" },
        { "thing", "delete-keeps-identifier", "test_delete_create", "delete.then-create" },
        { "thing", "update-fails", "test_update", "update.succeeds" },
        { "thing", "update-other-identifier", "test_update_primary_id_check",
          "update.same-identifier" },
        { "thing", "update-not-stored", "test_update_read", "update.applied" },
        { "thing", "update-not-listed", "test_update_list", "update.listed" },
        { "thing", "read-wrong-value", "test_read_input_output_negative_match", "read.equals" },
        { "thing", "read-without-read-only", "test_read_return_readonly_properties",
          "model.read-only" },
        { "thing", "read-write-only", "test_read_return_write_only_properties",
          "model.no-write-only" },
        { "thing", "read-undeclared-property", "test_read_output_over_schema", "model.shape" },
        { "thing", "read-drops-property",
          "test_read_return_all_schema_properties_using_one_or_more_inputs", "read.coverage" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        convicts(rows[i].type, rows[i].fault, rows[i].test, rows[i].rule);
}

/* A test of reads names the call that it is about, and makes no call of its own. */
static void reads_are_looked_back_at(void)
{
    struct arena *arena = arena_new();
    const struct run *run = run_with(arena, "thing", "read-undeclared-property", 0);
    const struct outcome *o = run ? outcome_of(run, "test_read_output_over_schema") : NULL;
    unsigned findings = 0;

    for (const struct finding *f = o ? o->findings : NULL; f; f = f->next, findings++)
        check(f->call && f->call->action == READ && f->call->owner != o);
    check(findings > 2);
    for (const struct call *c = run ? run->calls : NULL; c; c = c->next)
        check(c->owner != o);
    arena_free(arena);
}

/* An exception for the test that made a READ is none for the test that looks back at it. */
static void exceptions_are_of_their_test(void)
{
    static const struct {
        const char *test;
        enum verdict verdict;
    } rows[] = { { NULL, VERDICT_WAIVED },
                 { "test_read_input_output_negative_match", VERDICT_WAIVED },
                 { "test_create_create_read", VERDICT_FAILED } };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();
        const char *const names[] = { "read-wrong-value", NULL };
        const struct builtin_options options = { .faults = names };
        struct waiver waivers[] = { { .rule = rule_of("read.equals"),
                                      .test = rows[i].test,
                                      .reason = "accepted",
                                      .file = "x" },
                                    { .rule = rule_of("create.applied"),
                                      .test = rows[i].test,
                                      .reason = "accepted",
                                      .file = "x" },
                                    { .rule = rule_of("update.applied"),
                                      .test = rows[i].test,
                                      .reason = "accepted",
                                      .file = "x" } };
        const struct run_setting setting = { .suite = SUITE_V2, .waivers = waivers };
        waivers[0].next = &waivers[1];
        waivers[1].next = &waivers[2];
        const struct run *run =
            run_builtin_set(arena, type_named(arena, "thing"), &options, &setting);
        const struct outcome *o =
            run ? outcome_of(run, "test_read_input_output_negative_match") : NULL;

        check_text(o ? verdict_name(o->verdict) : NULL, verdict_name(rows[i].verdict));
        arena_free(arena);
    }
}

/* What is created: the resources of three fixtures, a copy, and what was deleted once more. */
static void few_are_created(void)
{
    static const struct {
        const char *type;
        unsigned created, calls;
    } rows[] = { { "thing", 5, 28 }, { "generated_id", 6, 29 } };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena *arena = arena_new();
        const struct run *run = run_with(arena, rows[i].type, NULL, 0);
        unsigned created = 0;

        for (const struct call *c = run ? run->calls : NULL; c; c = c->next)
            created += c->action == CREATE && c->event.status == SUCCESS;
        check_number(created, rows[i].created);
        check_number(run ? run->call_count : 0, rows[i].calls);
        arena_free(arena);
    }
}

static const struct test tests[] = {
    { "v2: all documented tests are run", all_are_run },
    { "v2: each has a saboteur", each_has_a_saboteur },
    { "v2: faults are convicted by the documented name", by_the_documented_name },
    { "v2: reads are looked back at", reads_are_looked_back_at },
    { "v2: exceptions are of their test", exceptions_are_of_their_test },
    { "v2: few resources are created", few_are_created },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
