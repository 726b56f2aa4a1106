/* Patterns and formats. */
#include <stdlib.h>
#include <string.h>

#include "cfnc/pattern/pattern.h"
#include "lint_private.h"

/* Every pattern of the schema: of values, and of names. */
static void each_pattern(struct lint *lint, const struct lint_rule *rule)
{
    for (const struct lint_site *site = lint->work->sites; site; site = site->next) {
        const char *pattern = json_string(json_get(site->raw, "pattern"));
        const char *at =
            pattern || site->role == ROLE_PATTERN ? lint_site_pointer(lint->arena, site) : NULL;

        if (pattern && !json_get(site->raw, "$ref"))
            rule->pattern(lint, rule, LINT_HERE(arena_printf(lint->arena, "%s/pattern", at)),
                          pattern);
        if (site->role == ROLE_PATTERN) {
            struct lint_finding where = LINT_HERE(at);

            where.of_name = true;
            rule->pattern(lint, rule, where, site->at.key);
        }
    }
}

/* The error names the offset in words; it is shown with a caret too. */
static void find_broken(struct lint *lint, const struct lint_rule *rule, struct lint_finding where,
                        const char *pattern)
{
    struct error why;
    static const char offset[] = "offset ";

    if (pattern_compiles(pattern) || pattern_compile(lint->arena, pattern, &why))
        return;
    const char *number = strstr(why.text, offset);
    if (number)
        where.offset = strtol(number + sizeof(offset) - 1, NULL, 10);
    lint_say(lint, rule, where, "%s", why.text);
}

static void find_notes(struct lint *lint, const struct lint_rule *rule, struct lint_finding where,
                       const char *pattern)
{
    const struct pattern_note *note = pattern_notes(lint->arena, pattern);

    for (; note->what; note++) {
        if (note->kind != rule->note)
            continue;
        where.offset = (long)note->offset;
        where.suggestion = note->hint;
        lint_say(lint, rule, where, "%s", note->what);
    }
}

static void find_partition(struct lint *lint, const struct lint_rule *rule,
                           struct lint_finding where, const char *pattern)
{
    const char *partition = strstr(pattern, "arn:aws:");

    if (!partition)
        return;
    where.offset = partition - pattern;
    lint_say(lint, rule, where, "the pattern takes ARNs of one partition only: arn:aws:");
}

static void check_format(struct lint *lint, const struct lint_rule *rule)
{
    for (const struct lint_site *site = lint->work->sites; site; site = site->next) {
        const char *format = json_string(json_get(site->raw, "format"));

        if (format && !json_get(site->raw, "$ref") && !schema_format_is_known(format))
            lint_find(lint, rule,
                      arena_printf(lint->arena, "%s/format", lint_site_pointer(lint->arena, site)),
                      "the format \"%s\" is unknown: every value passes it",
                      lint_quote(lint, format));
    }
}

/* clang-format off */
const struct lint_rule pattern_rules[] = {
    { .id = "schema.pattern-compiles", .level = LINT_ERROR, .source = VALIDATE,
      .check = each_pattern, .pattern = find_broken,
      .text = "Each pattern is a regular expression.",
      .hint = "Correct it where the caret stands; cfn validate only warns, but no value can be "
              "tested by it." },
    { .id = "schema.pattern-dialect", .level = LINT_WARNING, .source = "JSON Schema draft-07, 4.3",
      .check = each_pattern, .pattern = find_notes, .note = PATTERN_FOREIGN,
      .text = "A pattern is written as ECMA-262 has it.",
      .hint = "Write it as the message says; engines do not agree on the rest." },
    { .id = "schema.pattern-anchors", .level = LINT_WARNING, .source = "ECMA-262, Disjunction",
      .check = each_pattern, .pattern = find_notes, .note = PATTERN_PARTLY,
      .text = "All alternatives of a pattern are anchored, or none is.",
      .hint = "Put the alternatives into parentheses: ^(a|b)$." },
    { .id = "schema.pattern-escape", .level = LINT_NOTE, .source = "ECMA-262, annex B",
      .check = each_pattern, .pattern = find_notes, .note = PATTERN_LOOSE,
      .text = "A pattern is ECMA-262 with the flag u too, without what is left to web browsers.",
      .hint = "Write it as the message says." },
    { .id = "schema.pattern-portable", .level = LINT_NOTE, .source = VALIDATE,
      .check = each_pattern, .pattern = find_notes, .note = PATTERN_DIFFERS,
      .text = "A pattern compiles in Python too.",
      .hint = "Write the characters that are meant: cfn validate and cfn test are Python." },
    { .id = "schema.pattern-partition", .level = LINT_WARNING, .source = VALIDATE,
      .check = each_pattern, .pattern = find_partition,
      .text = "A pattern does not fix the partition of ARNs.",
      .hint = "Write arn:aws[-a-z]*: so that ARNs of all partitions are taken." },
    { .id = "schema.format", .level = LINT_NOTE, .source = "JSON Schema draft-07, 7.2",
      .check = check_format,
      .text = "A format is one of draft-07's, or of CloudFormation's: arn, int64, double, "
              "timestamp, password.",
      .hint = "Correct its name, or say the same by a pattern." },
    { 0 },
};
/* clang-format on */
