/*
 * Whatever two schemas are, comparing them ends; each finding can be shown, and
 * a schema is compatible with itself. The input is [OLD, NEW].
 */
#include "cfnc/lint/lint.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lint/lint_private.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t found;

/* Instead of being kept, a finding is looked at. */
void lint_find(struct lint *lint, const struct lint_rule *rule, const char *pointer,
               const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const char *message = arena_vprintf(lint->arena, format, args);
    va_end(args);
    if (!rule->id || (*pointer && *pointer != '/') || strpbrk(message, "\033\n\r"))
        abort();
    found += strcmp(rule->id, "compat.not-compared") != 0;
}

static size_t compare(struct arena *arena, const json *old, const json *new)
{
    const char *old_text = json_print(arena, old), *new_text = json_print(arena, new);
    const struct json_source before = {
        .path = "old.json", .text = old_text, .length = strlen(old_text), .document = old
    };
    const struct json_source after = {
        .path = "new.json", .text = new_text, .length = strlen(new_text), .document = new
    };
    struct lint lint = { .arena = arena, .schema = &after, .against = &before };

    found = 0;
    for (const struct lint_rule *rule = compat_rules; rule->id; rule++)
        rule->check(&lint, rule);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error;
    char *text = arena_alloc(arena, size + 1);

    if (size)
        memcpy(text, data, size);
    const json *input = json_parse(arena, text, size, &error);
    const json *old = json_at(input, 0), *new = json_at(input, 1);
    if (old && new) {
        compare(arena, old, new);
        if (compare(arena, new, json_copy(arena, new)) > 0)
            abort();
    }
    arena_free(arena);
    return 0;
}
