/*
 * Whatever the schema, lint ends; each finding is about bytes of the text, and
 * every report of them can be printed. The input is [SCHEMA, INPUT].
 */
#include "cfnc/report/lint_report.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct json_source *source_of(struct arena *arena, const char *path, const json *value)
{
    struct json_source *source = arena_alloc(arena, sizeof(*source));
    const char *text = json_print_pretty(arena, value);
    struct error error;

    if (!json_source_parse(arena, path, text, strlen(text), source, &error))
        abort();
    return source;
}

static void check_findings(const struct lint *lint)
{
    const struct lint_finding *last = NULL;

    for (const struct lint_finding *f = lint->findings; f; last = f, f = f->next) {
        if (f->begin >= f->end || f->end > f->source->length || strpbrk(f->message, "\033\n\r"))
            abort();
        if (f->suggestion && strpbrk(f->suggestion, "\033\n\r"))
            abort();
        if (last && last->source == f->source && last->begin > f->begin)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    char *text = arena_alloc(arena, size + 1);
    struct error error;

    if (size)
        memcpy(text, data, size);
    const json *input = json_parse(arena, text, size, &error);
    const json *model = json_at(input, 1);
    if (json_at(input, 0)) {
        const struct json_source *inputs[] = {
            model ? source_of(arena, "inputs_1_create.json", model) : NULL,
            model ? source_of(arena, "overrides.json", model) : NULL, NULL
        };
        struct lint lint = { .arena = arena,
                             .schema = source_of(arena, "s.json", json_at(input, 0)),
                             .inputs = inputs };
        const struct lint *const lints[] = { &lint };
        const struct lint_results results = { .lints = lints, .count = 1, .columns = 60 };

        lint_run(&lint);
        check_findings(&lint);
        for (const struct lint_format *format = lint_formats; format->name; format++)
            format->print(arena, &results);
    }
    arena_free(arena);
    return 0;
}
