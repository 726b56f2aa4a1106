#include <stdio.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/project/against.h"
#include "cfnc/report/lint_report.h"
#include "cfnc/schema/metaschema.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "validate.h"

enum { COLUMNS = 100 };

static bool read_against(struct validation *v)
{
    struct json_source *source = arena_alloc(v->arena, sizeof(*source));
    struct error error;

    if (!v->options->against)
        return true;
    if (!against_read(v->arena, v->options->against, v->lints[0]->schema->path, source, &error)) {
        complain(EXIT_PROJECT, "%s", error.text);
        return false;
    }
    v->lints[0]->against = source;
    return true;
}

static void read_all(struct validation *v)
{
    const struct list *words = &v->options->tests;

    if (!words->count)
        validation_add(v, NULL);
    for (size_t i = 0; i < words->count; i++)
        validation_add(v, words->items[i]);
    for (size_t i = 0; v->options->inputs && i < v->count; i++)
        validation_add_inputs(v, v->lints[i]);
}

/* Whether nobody could tell whose inputs those of a folder are. */
static bool shares_inputs(const struct validation *v)
{
    for (size_t i = 1; v->options->inputs && i < v->count; i++)
        if (strcmp(file_folder(v->arena, v->lints[i]->schema->path),
                   file_folder(v->arena, v->lints[i - 1]->schema->path)) == 0)
            return true;
    return false;
}

static void print(const struct validation *v)
{
    const struct console_options console = console_choose(v->options);
    const struct lint_results results = {
        .lints = (const struct lint *const *)v->lints,
        .count = v->count,
        .colour = console.colour,
        .columns = console.redraw ? console.columns : COLUMNS,
    };

    for (const struct lint_format *format = lint_formats; format->name; format++)
        if (strcmp(format->name, v->options->format) == 0)
            fputs(format->print(v->arena, &results), stdout);
}

static enum exit_code verdict(const struct validation *v)
{
    for (size_t i = 0; i < v->count; i++) {
        const size_t *count = v->lints[i]->count;

        if (count[LINT_ERROR] || (v->options->strict && count[LINT_WARNING]))
            return EXIT_TEST_FAILED;
    }
    return EXIT_OK;
}

enum exit_code cmd_validate(struct arena *arena, const struct options *options)
{
    struct validation v = { .arena = arena, .options = options };

    read_all(&v);
    if (v.count && options->against && v.count > 1)
        return complain(EXIT_USAGE, "--against is for one schema; name one");
    if (shares_inputs(&v))
        return complain(EXIT_USAGE, "--inputs: several schemas are in one folder; name one");
    if (!v.count || !read_against(&v))
        return EXIT_PROJECT;
    const struct metaschema *metaschema = metaschema_new(arena, "provider-definition");
    for (size_t i = 0; i < v.count; i++) {
        v.lints[i]->schema_path = options_schema_path(options);
        v.lints[i]->metaschema = metaschema;
        lint_run(v.lints[i]);
    }
    print(&v);
    return v.unreadable ? EXIT_PROJECT : verdict(&v);
}
