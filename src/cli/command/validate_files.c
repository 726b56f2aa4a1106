#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/project/project.h"
#include "validate.h"

enum { LARGEST = 16 * 1024 * 1024 };

static void refuse(struct validation *v, const struct error *error)
{
    complain(EXIT_PROJECT, "%s", error->text);
    v->unreadable = true;
}

static const struct json_source *read_source(struct validation *v, const char *path)
{
    struct json_source *source = arena_alloc(v->arena, sizeof(*source));
    struct error error;

    if (json_source_read(v->arena, path, LARGEST, source, &error))
        return source;
    refuse(v, &error);
    return NULL;
}

static const struct json_source *read_input(struct validation *v, const char *path)
{
    struct json_source *source = arena_alloc(v->arena, sizeof(*source));
    struct error error;

    if (input_source_read(v->arena, path, LARGEST, source, &error))
        return source;
    refuse(v, &error);
    return NULL;
}

static void add_schema(struct validation *v, const struct json_source *source)
{
    struct lint *lint = arena_alloc(v->arena, sizeof(*lint));

    if (v->count == v->room) {
        const size_t room = v->room * 2 + 8;
        struct lint **grown = arena_array(v->arena, room, sizeof(*grown));

        if (v->count)
            memcpy(grown, v->lints, v->count * sizeof(*grown));
        v->lints = grown;
        v->room = room;
    }
    *lint = (struct lint){ .arena = v->arena, .schema = source };
    v->lints[v->count++] = lint;
}

static void add_file(struct validation *v, const char *path)
{
    const struct json_source *source = read_source(v, path);

    if (source)
        add_schema(v, source);
}

/* ---- folders ---- */

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The paths of a folder's files that one of the patterns fits, in the order of their names. */
static const char *const *list_folder(struct validation *v, const char *folder,
                                      const char *const *patterns)
{
    struct dirent **entries = NULL;
    const int found = scandir(folder, &entries, is_visible, alphasort);
    const size_t all = found < 0 ? 0 : (size_t)found;
    const char **paths = arena_array(v->arena, all + 1, sizeof(*paths));
    size_t count = 0;

    for (size_t i = 0; i < all; i++) {
        for (const char *const *pattern = patterns; *pattern; pattern++)
            if (text_glob(*pattern, entries[i]->d_name)) {
                paths[count++] = file_join(v->arena, folder, entries[i]->d_name);
                break;
            }
        free(entries[i]);
    }
    free(entries);
    return paths;
}

static void add_project(struct validation *v, const char *folder)
{
    const struct project_options wanted = { .folder = folder };
    struct error error;
    const struct project *project = project_find(v->arena, &wanted, &error);

    if (!project) {
        refuse(v, &error);
    } else if (project->artifact == ARTIFACT_RESOURCE) {
        add_file(v, project->schema_file);
    } else {
        error_set(&error, "%s: this is no project of a resource type; use \"cfn validate\"",
                  file_join(v->arena, folder, ".rpdk-config"));
        refuse(v, &error);
    }
}

/* Other JSON of a folder, such as what is written with comments, is nobody's business here. */
static bool may_be_schema(const char *path)
{
    struct arena *arena = arena_new();
    struct error error;
    const char *text = file_is_folder(path) ? "" : file_read(arena, path, LARGEST, NULL, &error);
    const bool may_be = !text || strstr(text, "\"typeName\"");

    arena_free(arena);
    return may_be;
}

/* Without a project: what has a typeName is a resource schema. */
static void add_schemas_of(struct validation *v, const char *folder)
{
    static const char *const patterns[] = { "*.json", NULL };
    const size_t before = v->count;
    const bool was_unreadable = v->unreadable;
    struct error error;

    for (const char *const *path = list_folder(v, folder, patterns); *path; path++) {
        const struct json_source *source = may_be_schema(*path) ? read_source(v, *path) : NULL;

        if (source && json_get(source->document, "typeName"))
            add_schema(v, source);
    }
    if (v->count > before || v->unreadable != was_unreadable)
        return;
    error_set(&error, "%s: neither a project nor a schema is here; name a schema, or its folder",
              folder);
    refuse(v, &error);
}

void validation_add(struct validation *v, const char *word)
{
    const char *path = word ? file_join(v->arena, v->options->folder, word) : v->options->folder;

    if (!file_is_folder(path))
        add_file(v, path);
    else if (file_exists(file_join(v->arena, path, ".rpdk-config")))
        add_project(v, path);
    else
        add_schemas_of(v, path);
}

/* ---- inputs ---- */

/* "inputs_1_create.json": what `cfnc test` reads. */
static bool is_input(const char *name)
{
    static const char start[] = "inputs_";
    static const char *const endings[] = { "_create.json", "_update.json", "_invalid.json" };
    const char *number = name + sizeof(start) - 1;

    if (strncmp(name, start, sizeof(start) - 1) != 0 || *number == '0')
        return false;
    const size_t digits = strspn(number, "0123456789");
    for (size_t i = 0; digits && i < sizeof(endings) / sizeof(endings[0]); i++)
        if (strcmp(number + digits, endings[i]) == 0)
            return true;
    return false;
}

void validation_add_inputs(struct validation *v, struct lint *lint)
{
    static const char *const patterns[] = { "*", NULL };
    const char *folder = file_folder(v->arena, lint->schema->path);
    const char *overrides = file_join(v->arena, folder, "overrides.json");
    const char *const *paths = list_folder(v, file_join(v->arena, folder, "inputs"), patterns);
    size_t count = 0, all = 0;

    while (paths[all])
        all++;
    const struct json_source **sources = arena_array(v->arena, all + 2, sizeof(*sources));
    for (size_t i = 0; i < all; i++) {
        if (is_input(strrchr(paths[i], '/') + 1)) {
            sources[count] = read_input(v, paths[i]);
            count += sources[count] != NULL;
        } else {
            complain(EXIT_OK,
                     "note: %s is not read; inputs are called inputs_N_create.json, "
                     "inputs_N_update.json, inputs_N_invalid.json",
                     text_quote(v->arena, paths[i], 0));
        }
    }
    if (file_exists(overrides))
        sources[count] = read_input(v, overrides);
    lint->inputs = sources;
}
