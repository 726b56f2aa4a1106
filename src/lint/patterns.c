/* Patterns and formats. */
#include <stdlib.h>
#include <string.h>

#include "cfnc/pattern/pattern.h"
#include "lint_private.h"

/* Every pattern of the schema: of values, and of names. */
static void each_pattern(struct lint *lint, const struct lint_rule *rule,
                         void (*visit)(struct lint *lint, const struct lint_rule *rule,
                                       struct lint_finding where, const char *pattern))
{
    for (const struct lint_site *site = lint->work->sites; site; site = site->next) {
        const char *pattern = json_string(json_get(site->raw, "pattern"));
        const char *at =
            pattern || site->role == ROLE_PATTERN ? lint_site_pointer(lint->arena, site) : NULL;

        if (pattern && !json_get(site->raw, "$ref"))
            visit(lint, rule, LINT_HERE(arena_printf(lint->arena, "%s/pattern", at)), pattern);
        if (site->role == ROLE_PATTERN) {
            struct lint_finding where = LINT_HERE(at);

            where.of_name = true;
            visit(lint, rule, where, site->key);
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

void check_pattern(struct lint *lint, const struct lint_rule *rule)
{
    each_pattern(lint, rule, find_broken);
}

static void find_notes(struct lint *lint, const struct lint_rule *rule, struct lint_finding where,
                       const char *pattern, enum pattern_note_kind kind)
{
    const struct pattern_note *note = pattern_notes(lint->arena, pattern);

    for (; note->what; note++) {
        if (note->kind != kind)
            continue;
        where.offset = (long)note->offset;
        where.suggestion = note->hint;
        lint_say(lint, rule, where, "%s", note->what);
    }
}

static void find_foreign(struct lint *lint, const struct lint_rule *rule, struct lint_finding where,
                         const char *pattern)
{
    find_notes(lint, rule, where, pattern, PATTERN_FOREIGN);
}

void check_pattern_dialect(struct lint *lint, const struct lint_rule *rule)
{
    each_pattern(lint, rule, find_foreign);
}

static void find_partly(struct lint *lint, const struct lint_rule *rule, struct lint_finding where,
                        const char *pattern)
{
    find_notes(lint, rule, where, pattern, PATTERN_PARTLY);
}

void check_pattern_anchors(struct lint *lint, const struct lint_rule *rule)
{
    each_pattern(lint, rule, find_partly);
}

static void find_loose(struct lint *lint, const struct lint_rule *rule, struct lint_finding where,
                       const char *pattern)
{
    find_notes(lint, rule, where, pattern, PATTERN_LOOSE);
}

void check_pattern_loose(struct lint *lint, const struct lint_rule *rule)
{
    each_pattern(lint, rule, find_loose);
}

static void find_different(struct lint *lint, const struct lint_rule *rule,
                           struct lint_finding where, const char *pattern)
{
    find_notes(lint, rule, where, pattern, PATTERN_DIFFERS);
}

void check_pattern_portable(struct lint *lint, const struct lint_rule *rule)
{
    each_pattern(lint, rule, find_different);
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

void check_format(struct lint *lint, const struct lint_rule *rule)
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

void check_pattern_partition(struct lint *lint, const struct lint_rule *rule)
{
    each_pattern(lint, rule, find_partition);
}
