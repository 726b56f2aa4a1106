/* Tests, markers, verdicts, suites, and what cfnc doctor looks at. */
#include "cfnc/demo/demo.h"
#include <string.h>

#include "cfnc/engine/run.h"
#include "cfnc/prepare/preflight.h"
#include "cfnc/report/failure.h"
#include "cfnc/suite/resource.h"
#include "explain_private.h"

/* ---- contract tests ---- */

/* Two rows may have a name: the one of suite full is meant, where there is one. */
static const struct contract_test *test_called(const char *name, const struct module **module,
                                               const char **other)
{
    const struct contract_test *found = NULL;

    for (const struct module *m = resource_protocol.modules; m->name; m++)
        for (const struct contract_test *t = m->tests; t->name; t++) {
            const bool first = strcmp(t->name, name) == 0;

            if (!first && !(t->v2_name && strcmp(t->v2_name, name) == 0))
                continue;
            if (found && !test_is_of(m, t, SUITE_FULL))
                continue;
            *other = first ? t->v2_name : t->name;
            *module = m;
            found = t;
        }
    return found;
}

/* What it comes to with the built-in handlers: the suite is run on them, in memory. */
static const struct outcome *try_out(struct arena *arena, const char *name, bool v2,
                                     const struct run **into)
{
    static const struct input_set generated = { .id = "generated", .source = "generated" };
    static const struct reporter nobody[] = { { .self = NULL } };
    const struct builtin_options honest = { .stabilize = 0 };
    const char *const names[] = { name, NULL };
    const struct selection_options wanted = { .names = names, .protocol = &resource_protocol };
    struct target *target = arena_alloc(arena, sizeof(*target));
    struct run *run = arena_alloc(arena, sizeof(*run));
    struct error error;
    const struct resource_type *type = demo_type(arena, NULL, &error);
    struct builtin *builtin = type ? builtin_new(arena, type, &honest, &error) : NULL;
    const struct selection *selection = selection_read(arena, &wanted, &error);

    if (!builtin || !selection)
        return NULL;
    const struct subject *subject = resource_subject(arena, type);
    *target = (struct target){ .endpoint = "",
                               .function_name = "TypeFunction",
                               .region = "us-east-1",
                               .account_id = "123456789012",
                               .type_name = type->name,
                               .credentials = credentials_placeholders() };
    *run = (struct run){
        .arena = arena,
        .options = { .suite = v2 ? SUITE_V2 : SUITE_FULL, .seed = 1, .enforce_timeout_s = 240 },
        .subject = subject,
        .target = target,
        .sets = &generated,
        .set_count = 1,
        .redactor = redactor_new(arena, subject_secrecy(subject))
    };
    run_suite(run, builtin_world(arena, builtin, target), selection, nobody);
    *into = run;
    for (const struct outcome *o = run->outcomes; o; o = o->next)
        if (o->test)
            return o;
    return NULL;
}

static const char *judged_by(struct arena *arena, const struct outcome *outcome)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < rule_count(&resource_protocol); i++)
        if (outcome->judged[i] && !rule_at(&resource_protocol, i)->always)
            explain_add_word(&out, rule_at(&resource_protocol, i)->id);
    return out.bytes;
}

static const char *handlers_of(struct arena *arena, unsigned needs)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (needs & action_at(i))
            explain_add_word(&out, action_handler(action_at(i)));
    return out.bytes;
}

static void add_trial(struct text *out, const char *name, const struct module *module,
                      const struct contract_test *test)
{
    const struct run *run = NULL;
    const bool v2 =
        strcmp(test_name(test, SUITE_FULL), name) != 0 || !test_is_of(module, test, SUITE_FULL);
    const struct outcome *outcome = try_out(out->arena, name, v2, &run);

    if (!outcome)
        return;
    if (outcome->verdict == VERDICT_SKIPPED) {
        explain_add_line(out, "With --demo",
                         arena_printf(out->arena, "skipped: %s", outcome->reason));
        return;
    }
    explain_add_line(out, "Calls", calls_line(out->arena, run, outcome));
    explain_add_line(out, "Judges", judged_by(out->arena, outcome));
}

static void explain_test(struct text *out, size_t index)
{
    const struct explained_word *row = &explained_tests[index];
    const struct module *module = NULL;
    const char *other = NULL;
    const struct contract_test *test = test_called(row->name, &module, &other);

    explain_add_heading(out, row->name, "a contract test", row->meaning);
    explain_add_line(out, "Also called", other && strcmp(other, row->name) != 0 ? other : NULL);
    if (test) {
        explain_add_line(out, "Module", module->name);
        explain_add_line(out, "Handlers", handlers_of(out->arena, test->needs));
        if (test->given)
            explain_add_line(out, "Is given", test->given->name);
        add_trial(out, row->name, module, test);
    }
    explain_add_line(out, "If it fails", row->advice);
    explain_add_line(out, "Run it",
                     arena_printf(out->arena, "cfnc test %s%s",
                                  strncmp(row->name, "test_", 5) == 0 ? "--v2 " : "", row->name));
}

/* ---- suites, checks ---- */

static void explain_suite(struct text *out, size_t index)
{
    explain_add_line(
        out, "Its tests",
        arena_printf(out->arena, "cfnc list tests --suite %s", explained_suites[index].name));
}

static void explain_check(struct text *out, size_t index)
{
    (void)index;
    explain_add_line(out, "See it", "cfnc doctor");
}

/* ---- verdicts ---- */

static struct explained_topic verdict_topic(size_t index)
{
    const struct explained_verdict *row = &explained_verdicts[index];

    return (struct explained_topic){ row->word ? verdict_name(row->verdict) : NULL, row->meaning };
}

static void explain_verdict(struct text *out, size_t index)
{
    const struct explained_verdict *row = &explained_verdicts[index];

    explain_add_heading(out, verdict_name(row->verdict), "what became of a test", row->meaning);
    explain_add_line(out, "On screen", row->word);
    explain_add_line(out, "What to do", row->advice);
}

const char *explain_verdict_named(const char *topic)
{
    if (strcmp(topic, "WAIVED") == 0)
        return verdict_name(VERDICT_WAIVED);
    for (const struct explained_verdict *row = explained_verdicts; row->word; row++)
        if (strcmp(row->word, topic) == 0)
            return verdict_name(row->verdict);
    return topic;
}

/* clang-format off */
const struct explained_kind explained_others[] = {
    { .title = "Contract tests", .words = explained_tests, .explain = explain_test },
    { .title = "Markers of tests", .words = explained_markers,
      .what = "a marker of tests, for -m and -k", .label = "Use it" },
    { .title = "Suites", .words = explained_suites, .what = "a suite of tests",
      .label = "Run it", .explain = explain_suite },
    { .title = "Verdicts", .topic = verdict_topic, .explain = explain_verdict },
    { .title = "What must be so before a call", .words = explained_checks,
      .what = "looked at before any handler is called", .label = "Otherwise", .explain = explain_check },
    { 0 },
};
/* clang-format on */
