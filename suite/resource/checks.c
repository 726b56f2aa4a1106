/*
 * What is looked over before any call: the schema, and what handlers are to be
 * given. A finding says where in which file it is.
 */
#include <ctype.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "cfnc/resource/steps.h"
#include "cfnc/lint/looked_over.h"
#include "cfnc/type/property_rows.h"
#include "suite.h"

enum { FINDINGS_MOST = 50, NAMES_MOST = 10 };

/* Judges a rule of ours: a breach of a SHOULD, or of what is none in this suite, fails nothing. */
static void find(struct trial *t, const char *id, const char *fault, const struct place *place,
                 bool warning)
{
    const struct rule *rule = rule_find(t->run->subject->protocol, id);
    const struct verdict_on verdict = {
        .fault = fault,
        .place = place,
        .mild = warning || rule_level(rule, t->run->options.suite) == SHOULD,
    };

    (void)judge_as(t, rule, NULL, &verdict);
}

/* There is nothing to look over: neither the test nor its rule applies. */
static void pass_over(struct trial *t, const char *rule, const char *reason)
{
    trial_pass_over(t, rule, reason);
    trial_skip(t, reason);
}

/* ---- the schema ---- */

/* Whether the rule is a published lint rule, such as PER001, and not one of the registry's own. */
static bool is_published(const struct lint_rule *rule)
{
    const char *c = rule->source;

    while (isupper((unsigned char)*c))
        c++;
    return c > rule->source && isdigit((unsigned char)c[0]) && isdigit((unsigned char)c[1]) &&
           isdigit((unsigned char)c[2]);
}

static bool is_valid_rule(const struct lint_rule *rule)
{
    return rule->subject == LINT_SCHEMA && !is_published(rule);
}

static bool is_lint_rule(const struct lint_rule *rule)
{
    return rule->subject == LINT_SCHEMA && is_published(rule);
}

static bool is_compat_rule(const struct lint_rule *rule)
{
    return rule->subject == LINT_AGAINST;
}

/*
 * Each error is a finding; the warnings are counted, for "cfnc validate" shows
 * them. Suite full is about handlers: unless two schemas are to be compared, it
 * says nothing of what only might be better.
 */
static void judge_schema(struct trial *t, const char *id, bool (*belongs)(const struct lint_rule *))
{
    const struct remark *first = NULL;
    size_t errors = 0, warnings = 0;

    find(t, id, NULL, NULL, false);
    for (const struct remark *r = t->run->looked_over->remarks; r; r = r->next) {
        if (!belongs(r->rule) || r->rule->level == LINT_NOTE)
            continue;
        if (r->rule->level == LINT_ERROR && errors++ < FINDINGS_MOST)
            find(t, id, r->text, &r->place, false);
        if (r->rule->level == LINT_WARNING && !warnings++)
            first = r;
    }
    if (warnings && (t->run->options.suite == SUITE_V2 || belongs == is_compat_rule))
        find(t, id,
             arena_printf(t->arena, "%zu warning%s of cfnc validate, such as %s", warnings,
                          warnings == 1 ? "" : "s", first->text),
             NULL, true);
}

static const char unread[] = "the texts of schema and inputs are not at hand";

static void linter_checks(struct trial *t)
{
    if (!t->run->looked_over) {
        trial_pass_over(t, "schema.valid", unread);
        pass_over(t, "schema.lint", unread);
        return;
    }
    judge_schema(t, "schema.valid", is_valid_rule);
    judge_schema(t, "schema.lint", is_lint_rule);
}

static void compatibility_checks(struct trial *t)
{
    if (!t->run->looked_over || !t->run->looked_over->against)
        pass_over(t, "schema.compatible",
                  t->run->looked_over ? "--against names no registered schema" : unread);
    else
        judge_schema(t, "schema.compatible", is_compat_rule);
}

const struct contract_test schema_checks[] = {
    { .name = "schema_linter_checks", .run = linter_checks },
    { .name = "schema_backward_compatibility_checks", .run = compatibility_checks },
    { 0 },
};

/* ---- the inputs ---- */

static const char generated[] = "models are generated, there are no inputs";

static bool has_inputs(struct trial *t, const char *rule)
{
    if (t->run->looked_over && t->run->looked_over->inputs)
        return true;
    pass_over(t, rule, t->run->looked_over ? generated : unread);
    return false;
}

/* The findings of some rules of cfnc validate; NULL: no rule. */
static void judge_inputs(struct trial *t, const char *id, const char *const lint_rules_of[2])
{
    size_t count = 0;

    if (!has_inputs(t, id))
        return;
    find(t, id, NULL, NULL, false);
    for (const struct remark *r = t->run->looked_over->remarks; r; r = r->next)
        for (size_t i = 0; i < 2 && lint_rules_of[i]; i++)
            if (strcmp(r->rule->id, lint_rules_of[i]) == 0 && count++ < FINDINGS_MOST)
                find(t, id, r->text, &r->place, false);
}

static void valid_inputs(struct trial *t)
{
    judge_inputs(t, "input.valid", (const char *const[]){ "inputs.model", "inputs.overrides" });
}

static void no_regions(struct trial *t)
{
    judge_inputs(t, "input.hardcoded-region", (const char *const[]){ "inputs.region", NULL });
}

static void no_accounts(struct trial *t)
{
    judge_inputs(t, "input.hardcoded-account", (const char *const[]){ "inputs.account", NULL });
}

static void no_partitions(struct trial *t)
{
    judge_inputs(t, "input.hardcoded-partition", (const char *const[]){ "inputs.partition", NULL });
}

/* ---- which properties they set ---- */

static void append_name(struct trial *t, json *files, const char *file, const char *id)
{
    json_append(files, json_new_string(t->run->arena, file ? file : id));
}

/* Notes which files set the property; false when none does. */
static bool is_set(struct trial *t, const struct property_row *row,
                   const struct inputs_of_set *inputs)
{
    json *entry = json_set_object(t->run->coverage, row->path.pointer);
    json *files = json_set_array(entry, "inputs");

    for (size_t i = 0; i < t->run->set_count; i++) {
        if (property_is_in(row, inputs[i].create))
            append_name(t, files, inputs[i].set->create_file, inputs[i].set->id);
        if (property_is_in(row, inputs[i].update))
            append_name(t, files, inputs[i].set->update_file, inputs[i].set->id);
    }
    return json_length(files);
}

static void cover(struct trial *t, const struct inputs_of_set *inputs)
{
    const struct property_rows rows = property_rows(t->arena, type_in(t));
    struct text missing = text_new(t->arena);
    size_t all = 0, count = 0;

    t->run->coverage = json_object(t->run->arena);
    for (size_t i = 0; i < rows.count; i++) {
        const struct property_row *row = &rows.items[i];

        if (row->read_only || row->exempt)
            continue;
        all++;
        if (!is_set(t, row, inputs) && count++ < NAMES_MOST)
            text_addf(&missing, "%s%s", missing.length ? ", " : "", row->path.pointer);
    }
    find(t, "input.coverage", NULL, NULL, false);
    if (count)
        find(t, "input.coverage",
             arena_printf(t->arena, "%zu of %zu: %s%s", count, all, missing.bytes,
                          count > NAMES_MOST ? ", ..." : ""),
             NULL, false);
}

static void property_coverage(struct trial *t)
{
    struct inputs_of_set *inputs = arena_array(t->arena, t->run->set_count, sizeof(*inputs));

    if (!t->run->sets[0].create) {
        pass_over(t, "input.coverage", generated);
        return;
    }
    for (size_t i = 0; i < t->run->set_count; i++)
        inputs[i] = inputs_of(t, &t->run->sets[i]);
    cover(t, inputs);
}

const struct contract_test input_checks[] = {
    { .name = "input_valid", .run = valid_inputs },
    { .name = "no_hardcoded_regions", .run = no_regions },
    { .name = "no_hardcoded_account_ids", .run = no_accounts },
    { .name = "no_hardcoded_partitions", .run = no_partitions },
    { .name = "property_coverage", .run = property_coverage },
    { 0 },
};
