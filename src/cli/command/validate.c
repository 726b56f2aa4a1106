/* cfnc validate: schemas of files, folders and projects, with what stands beside them. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/prepare/subject.h"
#include "cfnc/project/against.h"
#include "cfnc/project/project.h"
#include "cfnc/report/lint_report.h"
#include "cfnc/schema/metaschema.h"
#include "cli/commands.h"
#include "cli/terminal.h"

struct validate_options {
    bool inputs;
    bool strict;
};

enum { COLUMNS = 100 };

/*
 * The files that `cfnc validate` is about. What cannot be read is complained
 * of at once, and the others are read all the same.
 */
struct validating {
    struct arena *arena;
    const struct options *options;
    const struct validate_options *own;
    struct lint **lints; /* one for each schema */
    size_t count, room;
    bool unreadable; /* something could not be read */
};

static void refuse(struct validating *v, const char *why)
{
    complain(EXIT_PROJECT, "%s", why);
    v->unreadable = true;
}

/* Inputs may hold a {{Name}} without quotes, schemas not. */
static const struct json_source *read_source(struct validating *v, const char *path, bool is_input)
{
    struct json_source *source = arena_alloc(v->arena, sizeof(*source));
    struct error error = { .text = "" };

    if ((is_input ? input_source_read : json_source_read)(v->arena, path, SCHEMA_LARGEST, source,
                                                          &error))
        return source;
    refuse(v, error.text);
    return NULL;
}

static void add_schema(struct validating *v, const struct json_source *source)
{
    struct lint *lint = arena_alloc(v->arena, sizeof(*lint));

    v->lints = arena_grow(v->arena, v->lints, v->count, &v->room, sizeof(*v->lints));
    *lint = (struct lint){ .arena = v->arena, .schema = source };
    v->lints[v->count++] = lint;
}

static void add_file(struct validating *v, const char *path)
{
    const struct json_source *source = read_source(v, path, false);

    if (source)
        add_schema(v, source);
}

/* ---- folders ---- */

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The paths of a folder's files that the pattern fits, in the order of their names. */
static const char *const *list_folder(struct validating *v, const char *folder, const char *pattern)
{
    struct dirent **entries = NULL;
    const int found = scandir(folder, &entries, is_visible, alphasort);
    const size_t all = found < 0 ? 0 : (size_t)found;
    const char **paths = arena_array(v->arena, all + 1, sizeof(*paths));
    size_t count = 0;

    for (size_t i = 0; i < all; i++) {
        if (text_glob(pattern, entries[i]->d_name))
            paths[count++] = file_join(v->arena, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return paths;
}

static void add_project(struct validating *v, const char *folder)
{
    const struct project_options wanted = { .folder = folder };
    struct error error;
    const struct project *project = project_find(v->arena, &wanted, &error);

    if (!project)
        refuse(v, error.text);
    else if (project->artifact == ARTIFACT_RESOURCE)
        add_file(v, project->schema_file);
    else
        refuse(v, arena_printf(v->arena,
                               "%s: this is no project of a resource type; use \"cfn validate\"",
                               file_join(v->arena, folder, ".rpdk-config")));
}

/* Other JSON of a folder, such as what is written with comments, is nobody's business here. */
static bool may_be_schema(const char *path)
{
    struct arena *arena = arena_new();
    struct error error;
    const char *text =
        file_is_folder(path) ? "" : file_read(arena, path, SCHEMA_LARGEST, NULL, &error);
    const bool may_be = !text || strstr(text, "\"typeName\"");

    arena_free(arena);
    return may_be;
}

/* Without a project: what has a typeName is a resource schema. */
static void add_schemas_of(struct validating *v, const char *folder)
{
    const size_t before = v->count;
    const bool was_unreadable = v->unreadable;

    for (const char *const *path = list_folder(v, folder, "*.json"); *path; path++) {
        const struct json_source *source =
            may_be_schema(*path) ? read_source(v, *path, false) : NULL;

        if (source && json_get(source->document, "typeName"))
            add_schema(v, source);
    }
    if (v->count == before && v->unreadable == was_unreadable)
        refuse(v, arena_printf(v->arena,
                               "%s: neither a project nor a schema is here; name a schema, or its "
                               "folder",
                               folder));
}

/* Reads what `word` names: a file, a folder; NULL: the project. */
static void validation_add(struct validating *v, const char *word)
{
    const char *path =
        word ? file_join(v->arena, v->options->subject.folder, word) : v->options->subject.folder;

    if (!file_is_folder(path))
        add_file(v, path);
    else if (file_exists(file_join(v->arena, path, ".rpdk-config")))
        add_project(v, path);
    else
        add_schemas_of(v, path);
}

/* ---- inputs ---- */

static void validation_add_inputs(struct validating *v, struct lint *lint)
{
    const char *folder = file_folder(v->arena, lint->schema->path);
    const char *overrides = file_join(v->arena, folder, "overrides.json");
    const char *const *paths = list_folder(v, file_join(v->arena, folder, "inputs"), "*");
    size_t count = 0, all = 0;

    while (paths[all])
        all++;
    const struct json_source **sources = arena_array(v->arena, all + 2, sizeof(*sources));
    for (size_t i = 0; i < all; i++) {
        if (input_is_name(strrchr(paths[i], '/') + 1)) {
            sources[count] = read_source(v, paths[i], true);
            count += sources[count] != NULL;
        } else {
            complain(EXIT_OK,
                     "note: %s is not read; inputs are called inputs_N_create.json, "
                     "inputs_N_update.json, inputs_N_invalid.json",
                     text_quote(v->arena, paths[i], 0));
        }
    }
    if (file_exists(overrides))
        sources[count] = read_source(v, overrides, true);
    lint->inputs = sources;
}

/* ---- the command ---- */

static bool read_against(struct validating *v)
{
    struct json_source *source = arena_alloc(v->arena, sizeof(*source));
    struct error error;

    if (!v->options->subject.against)
        return true;
    v->lints[0]->against = source;
    if (against_read(v->arena, v->options->subject.against, v->lints[0]->schema->path, source,
                     &error))
        return true;
    complain(EXIT_PROJECT, "%s", error.text);
    return false;
}

static void read_all(struct validating *v)
{
    const struct list *words = &v->options->words;

    if (!words->count)
        validation_add(v, NULL);
    for (size_t i = 0; i < words->count; i++)
        validation_add(v, words->items[i]);
    for (size_t i = 0; v->own->inputs && i < v->count; i++)
        validation_add_inputs(v, v->lints[i]);
}

/* Whether nobody could tell whose inputs those of a folder are. */
static bool shares_inputs(const struct validating *v)
{
    for (size_t i = 1; v->own->inputs && i < v->count; i++)
        if (strcmp(file_folder(v->arena, v->lints[i]->schema->path),
                   file_folder(v->arena, v->lints[i - 1]->schema->path)) == 0)
            return true;
    return false;
}

static void print(const struct validating *v)
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

static enum exit_code verdict(const struct validating *v)
{
    for (size_t i = 0; i < v->count; i++) {
        const size_t *count = v->lints[i]->count;

        if (count[LINT_ERROR] || (v->own->strict && count[LINT_WARNING]))
            return EXIT_TEST_FAILED;
    }
    return EXIT_OK;
}

static enum exit_code cmd_validate(struct arena *arena, const struct options *options)
{
    struct validating v = { .arena = arena,
                            .options = options,
                            .own = options_own(options, IN_VALIDATE) };

    read_all(&v);
    if (v.count && options->subject.against && v.count > 1)
        return complain(EXIT_USAGE, "--against is for one schema; name one");
    if (shares_inputs(&v))
        return complain(EXIT_USAGE, "--inputs: several schemas are in one folder; name one");
    if (!v.count || !read_against(&v))
        return EXIT_PROJECT;
    const struct metaschema *metaschema = metaschema_new(arena, "provider-definition");
    for (size_t i = 0; i < v.count; i++) {
        v.lints[i]->schema_path = options->subject.schema_path;
        v.lints[i]->metaschema = metaschema;
        lint_run(v.lints[i]);
    }
    print(&v);
    return v.unreadable ? EXIT_PROJECT : verdict(&v);
}

/* clang-format off */
static const struct option validate_rows[] = {
    { .name = "inputs", .help = "inputs/ and overrides.json beside the schema too",
      .kind = OPTION_FLAG, .group = GROUP_SCHEMA, OWN(validate, inputs) },
    { .name = "strict", .help = "exit 1 for warnings too",
      .kind = OPTION_FLAG, .group = GROUP_SCHEMA, OWN(validate, strict) },
    { 0 },
};
/* clang-format on */

const struct command command_validate = {
    .name = "validate",
    .summary = "what is wrong with a schema, before anybody registers it",
    .usage = "Usage: cfnc validate [OPTION]... [SCHEMA|DIR]...\n"
             "Check resource schemas: what the registry refuses, what contract tests v2 refuse,\n"
             "what is odd. Without a name: the project's schema.\n"
             "\n"
             "  cfnc validate                       the project here\n"
             "  cfnc validate --inputs --strict     its inputs too; warnings count\n"
             "  cfnc validate --format sarif a.json   for a tool that shows findings\n"
             "\n",
    .ending = "Exit: 0 clean, or warnings only  1 errors  2 usage  4 unreadable\n",
    .place = IN_VALIDATE,
    .options = validate_rows,
    .own = sizeof(struct validate_options),
    .run = cmd_validate,
};
