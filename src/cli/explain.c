#include "cfnc/explain.h"

#include <stdio.h>
#include <string.h>

#include "cfnc/bounds.h"
#include "cfnc/commands.h"
#include "cfnc/lint.h"
#include "cfnc/text.h"

enum { COLUMNS = 80, LABEL = 14, NAME = 32 };

/* ---- how a text is laid out ---- */

static void add_heading(struct text *out, const char *name, const char *kind, const char *sentence)
{
    const size_t length = strlen(sentence);
    const char *stop = length && sentence[length - 1] == '.' ? "" : ".";

    text_addf(out, "%s: %s\n\n  ", name, kind);
    text_add_wrapped(out, arena_printf(out->arena, "%s%s", sentence, stop), 2, 2, COLUMNS);
    text_add(out, "\n\n");
}

/* A line "  Label        words", left out when there are none. */
static void add_line(struct text *out, const char *label, const char *words)
{
    if (!words || !*words)
        return;
    text_addf(out, "  %-*s", LABEL - 2, label);
    text_add_wrapped(out, words, LABEL, LABEL, COLUMNS);
    text_add(out, "\n");
}

static void add_word(struct text *out, const char *word)
{
    text_addf(out, "%s%s", out->length ? ", " : "", word);
}

/* "READ, LIST"; empty when all are meant. */
static const char *action_words(struct arena *arena, unsigned set)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (set & action_at(i))
            add_word(&out, action_name(action_at(i)));
    return out.bytes;
}

static const char *status_words(struct arena *arena, unsigned set)
{
    struct text out = text_new(arena);

    for (unsigned status = SUCCESS; status < NO_STATUS; status <<= 1)
        if (set & status)
            add_word(&out, status_name(status));
    return out.bytes;
}

/* ---- the rules of the contract ---- */

static const char *rule_name(size_t index)
{
    return rules[index].id;
}

static const char *rule_line(size_t index)
{
    return rules[index].must;
}

static bool is_about(const struct rule *rule, const char *subject)
{
    return strncmp(rule->id, subject, strlen(subject)) == 0;
}

static const char *rule_subject(const struct rule *rule)
{
    return is_about(rule, "schema.")  ? "the schema"
           : is_about(rule, "input.") ? "inputs"
                                      : "the handler contract";
}

static const char *rule_kind(struct arena *arena, const struct rule *rule)
{
    static const enum suite all[] = { SUITE_V1, SUITE_V2, SUITE_FULL };
    struct text out = text_new(arena);

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (!rule->suites || rule->suites & all[i]) {
            add_word(&out, suite_name(all[i]));
            if (rule_level(rule, all[i]) != rule->level)
                text_addf(&out, ": %s", level_name(rule_level(rule, all[i])));
        }
    return arena_printf(arena, "a rule of %s (%s; %s)", rule_subject(rule), level_name(rule->level),
                        out.bytes);
}

/* Which answers the rule is held against. */
static const char *rule_scope(struct arena *arena, const struct rule *rule)
{
    const char *actions = action_words(arena, rule->on);
    const char *statuses = status_words(arena, rule->at);

    if (is_about(rule, "schema."))
        return "the resource schema, before any call";
    if (is_about(rule, "input."))
        return "inputs and overrides, before any call";
    return arena_printf(
        arena, "%s of %s%s%s", *statuses ? statuses : "every answer",
        *actions ? actions : "every handler",
        rule->expecting && rule->expecting != NO_ERROR ? ", expecting " : "",
        rule->expecting && rule->expecting != NO_ERROR ? error_code_name(rule->expecting) : "");
}

/* The title of a finding, before there is one. */
static const char *rule_title(struct arena *arena, const struct rule *rule)
{
    const char *actions = action_words(arena, rule->on);
    struct text out = text_new(arena);

    for (const char *c = rule->title; *c; c++) {
        if (strncmp(c, "{action}", 8) == 0) {
            text_add(&out, *actions && !strchr(actions, ',') ? actions : "The call");
            c += 7;
        } else if (strncmp(c, "{origin}", 8) == 0) {
            text_add(&out, "CREATE or UPDATE");
            c += 7;
        } else {
            text_add_bytes(&out, c, 1);
        }
    }
    return out.bytes;
}

static void explain_rule(struct text *out, size_t index)
{
    const struct rule *rule = &rules[index];

    add_heading(out, rule->id, rule_kind(out->arena, rule), rule->must);
    add_line(out, "Looks at", rule_scope(out->arena, rule));
    add_line(out, "When broken", rule_title(out->arena, rule));
    add_line(out, "What to do", rule->hint);
    add_line(out, "Said in", rule->source);
    for (const struct fault *fault = fault_first(); fault; fault = fault_next(fault))
        if (fault->rule && strcmp(fault->rule, rule->id) == 0) {
            add_line(out, "See it",
                     arena_printf(out->arena, "cfnc test --demo --fault %s", fault->name));
            return;
        }
}

/* ---- the rules of schemas and inputs ---- */

static const char *lint_name(size_t index)
{
    const struct lint_rule *rule = lint_rule_at(index);

    return rule ? rule->id : NULL;
}

static const char *lint_line(size_t index)
{
    return lint_rule_at(index)->text;
}

static void explain_lint(struct text *out, size_t index)
{
    static const char *const subjects[] = {
        [LINT_SCHEMA] = "the resource schema",
        [LINT_AGAINST] = "the resource schema, beside the one that is registered (--against)",
        [LINT_INPUTS] = "inputs and overrides (--inputs)",
    };
    const struct lint_rule *rule = lint_rule_at(index);

    add_heading(
        out, rule->id,
        arena_printf(out->arena, "a rule of cfnc validate (%s)", lint_level_name(rule->level)),
        rule->text);
    add_line(out, "Looks at", subjects[rule->subject]);
    add_line(out, "What to do", rule->hint);
    add_line(out, "Said in", rule->source);
}

/* ---- error codes ---- */

static const char *code_name(size_t index)
{
    return error_code_name(explained_codes[index].code);
}

static const char *code_line(size_t index)
{
    return explained_codes[index].meaning;
}

static void explain_code(struct text *out, size_t index)
{
    const struct explained_code *row = &explained_codes[index];
    struct text ids = text_new(out->arena);

    add_heading(out, code_name(index), "an error code of handlers", row->meaning);
    add_line(out, "After it",
             row->again ? "CloudFormation calls the handler again"
                        : "the operation has failed; nothing is tried again");
    add_line(out, "What to do", row->advice);
    for (const struct rule *rule = rules; rule->id; rule++)
        if (rule->expecting & row->code)
            add_word(&ids, rule->id);
    add_line(out, "Expected by", ids.bytes);
    add_line(out, "Said in", row->source);
}

/* ---- exit codes ---- */

static const char *exit_name(size_t index)
{
    return explained_exits[index].code;
}

static const char *exit_line(size_t index)
{
    return explained_exits[index].meaning;
}

static void explain_exit(struct text *out, size_t index)
{
    const struct explained_exit *row = &explained_exits[index];

    add_heading(out, row->code, "an exit code of cfnc", row->meaning);
    add_line(out, "What to do", row->advice);
}

/* ---- bounds ---- */

static const char *bound_name(size_t index)
{
    return bounds[index].name;
}

static const char *bound_line(size_t index)
{
    return bounds[index].what;
}

static void explain_bound(struct text *out, size_t index)
{
    const struct bound *row = &bounds[index];

    add_heading(out, row->name, "what ends that would not end by itself", row->what);
    add_line(out, "At most", row->standard);
    add_line(out, "Then", row->then);
    add_line(out, "Change it", row->option);
    add_line(out, "No option", row->why);
}

/* ---- faults ---- */

static const struct fault *fault_at(size_t index)
{
    const struct fault *fault = fault_first();

    while (fault && index--)
        fault = fault_next(fault);
    return fault;
}

static const char *fault_name(size_t index)
{
    const struct fault *fault = fault_at(index);

    return fault ? fault->name : NULL;
}

static const char *fault_line(size_t index)
{
    const struct fault *fault = fault_at(index);

    return fault ? fault->text : NULL;
}

static void explain_fault(struct text *out, size_t index)
{
    const struct fault *fault = fault_at(index);
    struct error error;
    const struct resource_type *type = demo_type(out->arena, NULL, &error);
    const char *impossible = type ? fault_impossible(fault, type) : NULL;

    add_heading(out, fault->name, "a fault of the built-in handlers", fault->text);
    add_line(out, "Handlers", action_words(out->arena, fault->needs));
    add_line(out, "Breaks", fault->rule ? fault->rule : "no rule: it is within the contract");
    add_line(out, "See it",
             impossible
                 ? arena_printf(out->arena, "cfnc serve --schema FILE --fault %s", fault->name)
                 : arena_printf(out->arena, "cfnc test --demo --fault %s", fault->name));
    add_line(out, "Not with", impossible ? arena_printf(out->arena, "--demo: %s", impossible) : "");
}

/* ---- all of them ---- */

static const struct kind {
    const char *title;
    const char *(*name)(size_t index); /* NULL behind the last */
    const char *(*line)(size_t index);
    void (*explain)(struct text *out, size_t index);
} kinds[] = {
    { "Rules of the handler contract", rule_name, rule_line, explain_rule },
    { "Rules of schemas and inputs", lint_name, lint_line, explain_lint },
    { "Error codes of handlers", code_name, code_line, explain_code },
    { "Exit codes of cfnc", exit_name, exit_line, explain_exit },
    { "Bounds of a run", bound_name, bound_line, explain_bound },
    { "Faults of the built-in handlers", fault_name, fault_line, explain_fault },
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

const char *explain_topic(struct arena *arena, const char *topic)
{
    for (size_t k = 0; k < KINDS; k++)
        for (size_t i = 0; kinds[k].name(i); i++)
            if (strcmp(kinds[k].name(i), topic) == 0) {
                struct text out = text_new(arena);

                kinds[k].explain(&out, i);
                return out.bytes;
            }
    return NULL;
}

const char *explain_nearest(struct arena *arena, const char *word)
{
    size_t count = 0;

    for (size_t k = 0; k < KINDS; k++)
        for (size_t i = 0; kinds[k].name(i); i++)
            count++;
    const char **names = arena_array(arena, count + 1, sizeof(*names));
    count = 0;
    for (size_t k = 0; k < KINDS; k++)
        for (size_t i = 0; kinds[k].name(i); i++)
            names[count++] = kinds[k].name(i);
    return strlen(word) < 3 ? NULL : text_nearest(word, names); /* not 7 for 8 */
}

const char *explain_list(struct arena *arena, bool names_only)
{
    struct text out = text_new(arena);

    for (size_t k = 0; k < KINDS; k++) {
        if (!names_only)
            text_addf(&out, "%s%s\n", k ? "\n" : "", kinds[k].title);
        for (size_t i = 0; kinds[k].name(i); i++)
            if (names_only)
                text_addf(&out, "%s\n", kinds[k].name(i));
            else
                text_addf(&out, "  %-*s %s\n", NAME - 2, kinds[k].name(i), kinds[k].line(i));
    }
    return out.bytes;
}
