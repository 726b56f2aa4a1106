/* What a project accepts: how it is written down, and what comes of it in a run. */
#include "cfnc/project/exceptions.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/engine/waivers.h"
#include "report/ruling.h"
#include "corpus.h"
#include "run_builtin.h"
#include "test.h"

/* Reads a file of exceptions as on 2026-11-21. False and the error, without the folder. */
static bool read_text(struct arena *arena, const char *text, struct waiver **waivers,
                      struct error *error)
{
    const struct resource_type *type = type_named(arena, "thing");
    char folder[] = "/tmp/cfnc-exceptions-XXXXXX";

    check(mkdtemp(folder) != NULL);
    const char *path = file_join(arena, folder, "contract-test-exceptions.json");
    check(file_write(arena, path, text, strlen(text), error));
    *error = (struct error){ .text = "" };
    const bool read =
        exceptions_read(arena, folder, resource_subject(arena, type), "2026-11-21", waivers, error);
    if (!read && strncmp(error->text, path, strlen(path)) == 0)
        memmove(error->text, error->text + strlen(path), strlen(error->text + strlen(path)) + 1);
    unlink(path);
    check_number(rmdir(folder), 0);
    return read;
}

static const struct bad {
    const char *text, *error;
} bad[] = {
    { "", ":1:1: the text is empty where a JSON value was expected" },
    { "7", ":1:1: expected an array of exceptions, not integer" },
    { "[7]", ":1:2: expected an exception, an object, not integer" },
    { "{}", ":1:1: the exception names neither a rule nor a test; add \"rule\"" },
    { "[{\"reason\": \"x\"}]",
      ":1:2: the exception names neither a rule nor a test; add \"rule\"" },
    { "[{\"rule\": \"read.equals\"}]", ":1:2: the exception has no reason; add \"reason\"" },
    { "[{\"rule\": \"read.equals\",\n  \"reason\": \"\"}]",
      ":2:3: the reason is empty; say why this is accepted" },
    { "[{\"rule\": \"read.equals\", \"reason\": \" \\t\\n\"}]",
      ":1:26: the reason is empty; say why this is accepted" },
    { "[{\"rule\": \"read.equal\", \"reason\": \"x\"}]",
      ":1:3: no rule is called \"read.equal\" (did you mean read.equals?); \"cfnc list rules\" "
      "lists "
      "them" },
    { "[{\"rule\": \"\", \"reason\": \"x\"}]",
      ":1:3: no rule is called \"\"; \"cfnc list rules\" lists them" },
    { "[{\"test\": \"contract_creat_read\", \"reason\": \"x\"}]",
      ":1:3: no test is called \"contract_creat_read\" (did you mean contract_create_read?); "
      "\"cfnc "
      "list tests\" lists them" },
    { "[{\"rule\": 3, \"reason\": \"x\"}]", ":1:3: rule: expected a string, not integer" },
    { "[{\"rule\": \"read.equals\", \"reason\": null}]",
      ":1:26: reason: expected a string, not null" },
    { "[{\"rule\": \"read.equals\", \"reson\": \"x\"}]",
      ":1:26: an exception has rule, test, reason, expires and type, but no \"reson\" (did you "
      "mean "
      "reason?)" },
    { "[{\"rule\": \"read.equals\", \"reason\": \"x\", \"expires\": \"soon\"}]",
      ":1:41: expected a day such as \"2027-01-31\", not \"soon\"" },
    { "[{\"rule\": \"read.equals\", \"reason\": \"x\", \"expires\": \"2026-02-29\"}]",
      ":1:41: expected a day such as \"2027-01-31\", not \"2026-02-29\"" },
    { "[{\"rule\": \"read.equals\", \"reason\": \"x\", \"expires\": \"2026-2-9\"}]",
      ":1:41: expected a day such as \"2027-01-31\", not \"2026-2-9\"" },
    { "[{\"rule\": \"read.equals\", \"reason\": \"x\", \"type\": \"Thing\"}]",
      ":1:41: expected Organization::Service::Resource, not \"Thing\"" },
    { "{\"exceptions\": {}}", ":1:2: exceptions: expected an array, not object" },
    { "{\"exceptions\": [], \"more\": 1}",
      ":1:20: beside \"exceptions\" stands \"more\", which is unknown" },
    { "[{\"rule\": \"read.equals\", \"rule\": \"read.equals\", \"reason\": \"x\"}]",
      ":1:26: the key \"rule\" stands twice in this object; remove one" },
};

static void bad_ones_say_where(void)
{
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct arena *arena = arena_new();
        struct waiver *waivers;
        struct error error;

        check(!read_text(arena, bad[i].text, &waivers, &error));
        check_text(error.text, bad[i].error);
        arena_free(arena);
    }
}

static void three_forms_are_read(void)
{
    static const char one[] = "{\"rule\": \"read.equals\", \"test\": \"test_update_read\", "
                              "\"reason\": \"r\", \"expires\": \"2028-02-29\"}";
    static const char *const forms[] = { "%s", "[%s]", "{\"exceptions\": [%s]}" };

    for (size_t i = 0; i < 3; i++) {
        struct arena *arena = arena_new();
        const char *at = strchr(forms[i], '%');
        const char *text =
            arena_printf(arena, "%.*s%s%s", (int)(at - forms[i]), forms[i], one, at + 2);
        struct waiver *w;
        struct error error;

        check(read_text(arena, text, &w, &error));
        check_text(error.text, "");
        if (w) {
            check_text(w->rule->id, "read.equals");
            check_text(w->test, "contract_update_read");
            check_text(w->reason, "r");
            check(!w->expired && !w->next && w->line == 1);
        }
        arena_free(arena);
    }
}

/* Its last day counts; those of other types are not ours. */
static void days_and_types(void)
{
    struct arena *arena = arena_new();
    struct waiver *w;
    struct error error;

    check(
        read_text(arena,
                  "[{\"rule\": \"read.equals\", \"reason\": \"a\", \"expires\": \"2026-11-20\"},\n"
                  " {\"rule\": \"read.equals\", \"reason\": \"b\", \"expires\": \"2026-11-21\"},\n"
                  " {\"rule\": \"read.equals\", \"reason\": \"c\", \"type\": \"Aa::Bb::Cc\"},\n"
                  " {\"rule\": \"read.equals\", \"reason\": \"d\", \"type\": "
                  "\"Acme::Demo::Thing\"}]",
                  &w, &error));
    check_text(error.text, "");
    check(w && w->expired);
    check(w && w->next && !w->next->expired && w->next->line == 2);
    check(w && w->next && w->next->next && strcmp(w->next->next->reason, "d") == 0);
    check(read_text(arena, "[]", &w, &error) && !w);
    arena_free(arena);
}

/* A run in which so much is waived. */
static struct run *run_with(struct arena *arena, const char *fault, struct waiver *waivers,
                            unsigned stabilize)
{
    const char *const names[] = { fault, NULL };
    const struct builtin_options options = {
        .stabilize = stabilize, .page_size = 2, .preload = 3, .faults = names
    };

    return run_builtin_set(arena, type_named(arena, "thing"), &options,
                           &(struct run_setting){ .suite = SUITE_FULL, .waivers = waivers });
}

enum { MOST_WAIVERS = 200 };

/* Waives every rule that the run found broken, whatever its level; how many waivers there are now.
 */
static size_t waive_all(const struct run *run, struct waiver *waivers, size_t count)
{
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        for (const struct finding *f = o->findings; f && count < MOST_WAIVERS; f = f->next) {
            const struct waiver *w = count ? waivers : NULL;

            while (w && w->rule != f->rule)
                w = w->next;
            if (w)
                continue;
            waivers[count] = (struct waiver){ .rule = f->rule, .reason = "accepted", .file = "x" };
            if (count)
                waivers[count - 1].next = &waivers[count];
            count++;
        }
    return count;
}

/*
 * However much of what a saboteur does is waived, the run goes on without a
 * crash, and once all of it is, nothing fails. What is left behind stays told.
 */
static bool all_waived(const struct fault *fault, unsigned stabilize)
{
    struct arena *arena = arena_new();
    struct waiver waivers[MOST_WAIVERS] = { 0 };
    size_t count = 0, before;
    struct run *run;

    do {
        before = count;
        run = run_with(arena, fault->name, count ? waivers : NULL, stabilize);
        count = run ? waive_all(run, waivers, count) : 0;
    } while (count > before);
    if (run) {
        const struct summary s = run_summary(run);

        check_text(first_complaint(arena, run), NULL);
        check_number(run->exit_code, EXIT_OK);
        check_number(s.leftovers, s.waived_leftovers);
        check(!s.failed && !s.errored && !s.not_run);
        check(!count == !rulings_count(run).waived);
    }
    arena_free(arena);
    return count > 0;
}

static void every_fault_can_be_waived(void)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_named(arena, "thing");
    size_t number = 0, tried = 0;

    fault_each (fault)
        if (!fault_impossible(fault, type) && corpus_takes(number++)) {
            const bool found = all_waived(fault, tried++ % 4 ? 0 : 2);

            /* It shows only where nothing is listed, and here a resource is. */
            if (!check(found != (strcmp(fault->name, "list-empty-null") == 0)))
                printf("    %s\n", fault->name);
        }
    arena_free(arena);
}

static const struct outcome *outcome_of(const struct run *run, const char *name)
{
    static const struct outcome none = { .name = "none" };
    const struct outcome *o = run->outcomes;

    while (o && strcmp(o->name, name) != 0)
        o = o->next;
    check(o != NULL);
    return o ? o : &none;
}

static void one_test_of_several(void)
{
    struct arena *arena = arena_new();
    struct waiver waiver = { .test = "contract_create_read", .reason = "known", .file = "x" };
    const struct run *run = run_with(arena, "read-wrong-value", &waiver, 0);

    if (run) {
        check_number(run->exit_code, EXIT_TEST_FAILED);
        check_number(outcome_of(run, "contract_create_read")->verdict, VERDICT_WAIVED);
        check_number(outcome_of(run, "contract_update_read")->verdict, VERDICT_FAILED);
        check_text(waived_reason(arena, outcome_of(run, "contract_create_read")),
                   "read.equals: known");
        check_text(waiver_status(run, &waiver), "used");
        check_number(ruling_of(run, rule_of("read.equals")).kind, RULING_VIOLATED);
        check_text(ruling_of(run, rule_of("read.equals")).waived, NULL);
    }
    arena_free(arena);
}

/* Only its own name waives what is left behind, and it is told all the same. */
static void leftovers_stay_told(void)
{
    struct arena *arena = arena_new();
    struct waiver by_test = { .test = "contract_create_delete", .reason = "known", .file = "x" };
    struct waiver by_rule = { .rule = rule_of("leak.none"), .reason = "kept", .file = "x" };
    struct waiver refused = {
        .rule = rule_of("delete.succeeds"), .reason = "kept", .file = "x", .next = &by_rule
    };
    const struct run *run = run_with(arena, "delete-protected", &by_test, 0);

    if (run)
        check(run->leftovers && !run->leftovers->waived && run->exit_code != EXIT_OK);
    run = run_with(arena, "delete-protected", &refused, 0);
    if (run) {
        check(run->leftovers != NULL);
        check_text(run->leftovers ? run->leftovers->waived : NULL, "kept");
        check_number(run->exit_code, EXIT_OK);
        check(strstr(report_as(arena, "json", run), "\"waived\": \"kept\"") != NULL);
        check(strstr(report_as(arena, "junit", run), "left_behind_1") != NULL);
    }
    arena_free(arena);
}

static void an_unneeded_one_warns(void)
{
    struct arena *arena = arena_new();
    struct waiver expired = {
        .rule = rule_of("read.equals"), .reason = "x", .expired = true, .file = "f", .line = 1
    };
    struct waiver idle = { .rule = rule_of("event.progress-clean"),
                           .reason = "x",
                           .file = "f",
                           .line = 2,
                           .next = &expired };
    struct waiver unneeded = {
        .rule = rule_of("read.equals"), .reason = "x", .file = "f", .line = 3, .next = &idle
    };
    const struct run *run = run_with(arena, NULL, &unneeded, 0);

    if (run) {
        check(run->warnings && !run->warnings->next);
        check_text(run->warnings ? run->warnings->message : NULL,
                   "f:3: the exception of read.equals is not needed: it was tried, and nothing "
                   "was found; remove it");
        check_text(waiver_status(run, &idle), "not exercised");
        check_text(waiver_status(run, &expired), "expired");
        check_number(run->exit_code, EXIT_OK);
    }
    arena_free(arena);
    arena = arena_new();
    run = run_with(arena, "read-wrong-value", &expired, 0);
    if (run)
        check_number(run->exit_code, EXIT_TEST_FAILED);
    arena_free(arena);
}

static const struct test tests[] = {
    { "exceptions: what is wrong in the file is told with its place", bad_ones_say_where },
    { "exceptions: an array, an object of them, one alone", three_forms_are_read },
    { "exceptions: days and types", days_and_types },
    { "exceptions: every fault can be waived, and nothing crashes", every_fault_can_be_waived },
    { "exceptions: one test of several", one_test_of_several },
    { "exceptions: what is left behind stays told", leftovers_stay_told },
    { "exceptions: an unneeded one warns", an_unneeded_one_warns },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
