/* The shards of a run, put together, say what one run says. */
#include <stdio.h>
#include <string.h>

#include "corpus.h"
#include "run_builtin.h"
#include "test.h"

enum { SHARDS = 3 };

/* On inputs of the user's: what is generated depends on what was generated before. */
static struct run *run_of(struct arena *arena, const char *fault, enum suite suite_wanted,
                          struct shard shard)
{
    struct input_set *set = arena_alloc(arena, sizeof(*set));
    const char *const names[] = { fault, NULL };
    const struct builtin_options options = { .stabilize = 1, .preload = 2, .faults = names };
    const struct run_setting setting = { .suite = suite_wanted, .set = set, .shard = shard };

    *set = set_of(arena, "{\"Name\":\"n-1\",\"Size\":3,\"Config\":{\"Retain\":true}}",
                  "{\"Name\":\"n-1\",\"Size\":4,\"Config\":{\"Retain\":false}}");
    return run_builtin_set(arena, type_named(arena, "thing"), &options, &setting);
}

static const struct outcome *next_test(const struct outcome *o)
{
    while (o && !o->test)
        o = o->next;
    return o;
}

/* Test by test, in the same order. */
static bool same_outcomes(const char *what, const struct run *whole, const struct run *merged)
{
    const struct outcome *a = next_test(whole->outcomes), *b = next_test(merged->outcomes);

    for (; a && b; a = next_test(a->next), b = next_test(b->next)) {
        const char *rule = a->findings ? a->findings->rule->id : "";
        const char *other = b->findings ? b->findings->rule->id : "";

        if (a->test == b->test && a->verdict == b->verdict && strcmp(rule, other) == 0)
            continue;
        printf("    %s: %s %s %s, merged %s %s %s\n", what, a->name, verdict_name(a->verdict), rule,
               b->name, verdict_name(b->verdict), other);
        return false;
    }
    return !a && !b;
}

static bool is_numbered(const struct run *run)
{
    unsigned seq = 0;

    for (const struct call *c = run->calls; c; c = c->next)
        if (c->seq != ++seq)
            return false;
    return seq == run->call_count;
}

static void try_fault(const char *fault, enum suite suite_wanted)
{
    struct arena *arena = arena_new();
    const char *what =
        arena_printf(arena, "%s, suite %s", fault ? fault : "honest", suite_name(suite_wanted));
    const struct run *whole = run_of(arena, fault, suite_wanted, (struct shard){ 0, 0 });
    struct run *shards[SHARDS];
    unsigned created = 0;

    for (unsigned i = 0; i < SHARDS; i++) { /* in another order than that of the tests */
        shards[i] = run_of(arena, fault, suite_wanted, (struct shard){ SHARDS - i, SHARDS });
        for (const struct leftover *l = shards[i]->leftovers; l; l = l->next)
            created++;
    }
    run_merge(shards, SHARDS);
    check(same_outcomes(what, whole, shards[0]));
    check_number(shards[0]->exit_code, whole->exit_code);
    check_number((long long)shards[0]->selected, (long long)whole->selected);
    check(is_numbered(shards[0]) && !shards[1]->outcomes && !shards[2]->calls);
    for (const struct leftover *l = shards[0]->leftovers; l; l = l->next)
        created--;
    check_number(created, 0);
    for (const struct report_format *f = report_formats; f->name; f++)
        check(report_as(arena, f->name, shards[0])[0] != '\0');
    arena_free(arena);
}

static void shards_are_one_run(void)
{
    static const enum suite suites[] = { SUITE_V1, SUITE_FULL };
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(arena, "thing");
    size_t tried = 0;

    try_fault(NULL, SUITE_V2);
    for (size_t s = 0; s < sizeof(suites) / sizeof(suites[0]); s++) {
        try_fault(NULL, suites[s]);
        fault_each (f)
            if (corpus_takes(tried++) && !fault_impossible(f, type))
                try_fault(f->name, suites[s]);
    }
    arena_free(arena);
}

/* Each test is in one shard, but those that look back at the whole run. */
static void every_test_is_in_one(void)
{
    struct arena *arena = arena_new();
    size_t tests = 0, back = 0;

    for (unsigned of = 1; of < 9; of++) {
        struct error error;
        size_t all = 0, twice = 0;

        for (unsigned i = 1; i <= of; i++) {
            const struct selection_options wanted = { .shard = { i, of },
                                                      .protocol = &resource_protocol };
            const struct selection *selection = selection_read(arena, &wanted, &error);

            for (const struct module *m = resource_protocol.modules; m->name; m++)
                for (const struct contract_test *t = m->tests; t->name; t++) {
                    const bool takes = selection_takes(selection, SUITE_FULL, NULL, m, t, NULL);

                    all += takes;
                    twice += takes && m->looks_back && i > 1;
                }
        }
        tests = of == 1 ? all : tests;
        back = twice;
        check(all - back == tests);
    }
    check(tests > 20);
    arena_free(arena);
}

static void what_a_shard_is(void)
{
    static const char *const wrong[] = {
        "",     "1",     "/",     "0/2", "3/2",     "1/0",  "-1/2",
        "1/2x", "1/2/3", "1 / 2", "a/b", "1/99999", " 1/2", "+1/2"
    };
    struct shard shard = { 7, 9 };

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        check(!shard_read(wrong[i], &shard) && shard.number == 7 && shard.of == 9);
    check(shard_read("2/3", &shard) && shard.number == 2 && shard.of == 3);
    check(shard_read("1000/1000", &shard) && shard.of == 1000);
}

static const struct test tests[] = {
    { "shards: put together they say what one run says", shards_are_one_run },
    { "shards: every test is in one", every_test_is_in_one },
    { "shards: how they are written", what_a_shard_is },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
