/* Rules, error codes, exit codes, bounds and faults: told from their own rows. */
#include "explain_private.h"

#include <string.h>

#include "cfnc/engine/bounds.h"
#include "cfnc/lint/lint.h"
#include "cfnc/suite/resource.h"

/* "READ, LIST"; empty when all are meant. */
static const char *action_words(struct arena *arena, unsigned set)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (set & action_at(i))
            explain_add_word(&out, action_name(action_at(i)));
    return out.bytes;
}

static const char *status_words(struct arena *arena, unsigned set)
{
    struct text out = text_new(arena);

    for (unsigned status = SUCCESS; status < NO_STATUS; status <<= 1)
        if (set & status)
            explain_add_word(&out, status_name(status));
    return out.bytes;
}

/* ---- the rules of the contract ---- */

static struct explained_topic rule_topic(size_t index)
{
    const struct rule *rule = rule_at(&resource_protocol, index);

    return (struct explained_topic){ rule ? rule->id : NULL, rule ? rule->must : NULL };
}

static const char *rule_kind(struct arena *arena, const struct rule *rule)
{
    struct text out = text_new(arena);

    for (size_t i = 0; i < SUITE_COUNT; i++)
        if (!rule->suites || rule->suites & suite_at(i)) {
            explain_add_word(&out, suite_name(suite_at(i)));
            if (rule_level(rule, suite_at(i)) != rule->level)
                text_addf(&out, ": %s", level_name(rule_level(rule, suite_at(i))));
        }
    return arena_printf(arena, "a rule of %s (%s; %s)",
                        rule->looks_at ? rule->looks_at : "the handler contract",
                        level_name(rule->level), out.bytes);
}

/* Which answers the rule is held against. */
static const char *rule_scope(struct arena *arena, const struct rule *rule)
{
    const char *actions = action_words(arena, rule->on);
    const char *statuses = status_words(arena, rule->at);

    if (rule->looks_at)
        return arena_printf(arena, "%s, before any call", rule->looks_at);
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

/*
 * What shows a fault when it is typed. The seed draws models that show it; nobody waits
 * for minutes to see that something took too long.
 */
static const char *see_command(struct arena *arena, const struct fault *fault)
{
    static const struct {
        const char *rule, *hurry;
    } slow[] = {
        { "time.read-list", " --enforce-timeout 1" },
        { "time.create-update-delete", " --enforce-timeout 1" },
        { "time.stabilizes", " --stabilize-timeout 3 --max-callback-delay 1" },
    };
    const char *hurry = "";

    for (size_t i = 0; fault->rule && i < sizeof(slow) / sizeof(slow[0]); i++)
        if (strcmp(slow[i].rule, fault->rule) == 0)
            hurry = slow[i].hurry;
    return arena_printf(arena, "cfnc test --demo --seed 1 --fault %s%s", fault->name, hurry);
}

static void explain_rule(struct text *out, size_t index)
{
    const struct rule *rule = rule_at(&resource_protocol, index);

    explain_add_heading(out, rule->id, rule_kind(out->arena, rule), rule->must);
    explain_add_line(out, "Looks at", rule_scope(out->arena, rule));
    explain_add_line(out, "When broken", rule_title(out->arena, rule));
    explain_add_line(out, "What to do", rule->hint);
    explain_add_line(out, "Said in", rule->source);
    fault_each (fault)
        if (fault->rule && strcmp(fault->rule, rule->id) == 0) {
            explain_add_line(out, "See it", see_command(out->arena, fault));
            break;
        }
    explain_add_causes(out, rule->id);
}

/* ---- the rules of schemas and inputs ---- */

static struct explained_topic lint_topic(size_t index)
{
    const struct lint_rule *rule = lint_rule_at(index);

    return (struct explained_topic){ rule ? rule->id : NULL, rule ? rule->text : NULL };
}

static void explain_lint(struct text *out, size_t index)
{
    static const char *const subjects[] = {
        [LINT_SCHEMA] = "the resource schema",
        [LINT_AGAINST] = "the resource schema, beside the one that is registered (--against)",
        [LINT_INPUTS] = "inputs and overrides (--inputs)",
    };
    const struct lint_rule *rule = lint_rule_at(index);

    explain_add_heading(
        out, rule->id,
        arena_printf(out->arena, "a rule of cfnc validate (%s)", lint_level_name(rule->level)),
        rule->text);
    explain_add_line(out, "Looks at", subjects[rule->subject]);
    explain_add_line(out, "What to do", rule->hint);
    explain_add_line(out, "Said in", rule->source);
}

/* ---- error codes ---- */

static struct explained_topic code_topic(size_t index)
{
    const struct explained_code *row = &explained_codes[index];

    return (struct explained_topic){ error_code_name(row->code), row->meaning };
}

static void explain_code(struct text *out, size_t index)
{
    const struct explained_code *row = &explained_codes[index];
    struct text ids = text_new(out->arena);

    explain_add_heading(out, error_code_name(row->code), "an error code of handlers", row->meaning);
    explain_add_line(out, "After it",
                     row->again ? "CloudFormation calls the handler again"
                                : "the operation has failed; nothing is tried again");
    explain_add_line(out, "What to do", row->advice);
    for (size_t i = 0; i < rule_count(&resource_protocol); i++)
        if (rule_at(&resource_protocol, i)->expecting & row->code)
            explain_add_word(&ids, rule_at(&resource_protocol, i)->id);
    explain_add_line(out, "Expected by", ids.bytes);
    explain_add_line(out, "Said in", row->source);
    explain_add_causes(out, error_code_name(row->code));
}

/* ---- bounds ---- */

static struct explained_topic bound_topic(size_t index)
{
    return (struct explained_topic){ bounds[index].name, bounds[index].what };
}

static void explain_bound(struct text *out, size_t index)
{
    const struct bound *row = &bounds[index];

    explain_add_heading(out, row->name, "what ends that would not end by itself", row->what);
    explain_add_line(out, "At most", row->standard);
    explain_add_line(out, "Then", row->then);
    explain_add_line(out, "Change it", row->option);
    explain_add_line(out, "No option", row->why);
}

/* ---- faults ---- */

static const struct fault *fault_at(size_t index)
{
    fault_each (fault)
        if (!index--)
            return fault;
    return NULL;
}

static struct explained_topic fault_topic(size_t index)
{
    const struct fault *fault = fault_at(index);

    return (struct explained_topic){ fault ? fault->name : NULL, fault ? fault->text : NULL };
}

static void explain_fault(struct text *out, size_t index)
{
    const struct fault *fault = fault_at(index);

    if (!fault)
        return; /* there are as many as names */
    explain_add_heading(out, fault->name, "a fault of the built-in handlers", fault->text);
    explain_add_line(out, "Handlers", action_words(out->arena, fault->needs));
    explain_add_line(out, "Breaks",
                     fault->rule ? fault->rule : "no rule: it is within the contract");
    explain_add_line(out, "See it", see_command(out->arena, fault));
}

/* clang-format off */
const struct explained_kind explained_contract[] = {
    { .title = "Rules of the handler contract", .topic = rule_topic, .explain = explain_rule },
    { .title = "Rules of schemas and inputs", .topic = lint_topic, .explain = explain_lint },
    { .title = "Error codes of handlers", .topic = code_topic, .explain = explain_code },
    { .title = "Exit codes of cfnc", .words = explained_exits, .what = "an exit code of cfnc",
      .label = "What to do" },
    { .title = "Bounds of a run", .topic = bound_topic, .explain = explain_bound },
    { .title = "Faults of the built-in handlers", .topic = fault_topic, .explain = explain_fault },
    { 0 },
};
/* clang-format on */
