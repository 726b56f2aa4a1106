#include "cfnc/project/project.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"

enum { INPUT_LARGEST = 6 * 1024 * 1024, WARNINGS_MOST = 20 };

enum input_kind { KIND_CREATE, KIND_UPDATE, KIND_INVALID, KIND_COUNT };

static const char *const kinds[] = { "create", "update", "invalid" };

/* A file of inputs/. */
struct input_file {
    unsigned long number;
    enum input_kind kind;
};

/* All of them: grows in the arena. */
struct input_files {
    struct input_file *items;
    size_t count, room, odd;
};

/* "inputs_12_create.json", to the letter: 12 is not 1, and 01 is not 1 either. */
static bool read_name(const char *name, struct input_file *file)
{
    static const char prefix[] = "inputs_";
    const char *number = name + sizeof(prefix) - 1;

    if (strncmp(name, prefix, sizeof(prefix) - 1) != 0)
        return false;
    const size_t digits = strspn(number, "0123456789");
    if (!digits || digits > 9 || *number == '0')
        return false;
    file->number = strtoul(number, NULL, 10);
    for (file->kind = KIND_CREATE; file->kind < KIND_COUNT; file->kind++) {
        const size_t length = strlen(kinds[file->kind]);
        const char *rest = number + digits;

        if (*rest == '_' && strncmp(rest + 1, kinds[file->kind], length) == 0 &&
            strcmp(rest + 1 + length, ".json") == 0)
            return true;
    }
    return false;
}

bool input_is_name(const char *name)
{
    struct input_file file;

    return read_name(name, &file);
}

/* A name that is nearly right is worth a warning; the number is the user's own. */
static void warn_of_name(struct arena *arena, struct project *project, const char *folder,
                         const char *name)
{
    const char *digit = strpbrk(name, "123456789");
    const unsigned long number = digit ? strtoul(digit, NULL, 10) : 1;
    const char *names[KIND_COUNT + 1] = { NULL };
    const char *file = arena_printf(arena, "%s/%s", folder, text_quote(arena, name, 80));

    for (size_t i = 0; i < KIND_COUNT; i++)
        names[i] = arena_printf(arena, "inputs_%lu_%s.json", number, kinds[i]);
    project_warn(arena, project, "inputs", file,
                 arena_printf(arena, "%s is not read%s", file,
                              text_meant(arena, text_nearest(name, names),
                                         "; inputs are called inputs_N_create.json, "
                                         "inputs_N_update.json, inputs_N_invalid.json")));
}

static int file_order(const void *a, const void *b)
{
    const struct input_file *x = a, *y = b;

    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (int)x->kind - (int)y->kind;
}

/* A folder that is not there has no files. */
static void list_files(struct arena *arena, struct project *project, const char *folder,
                       struct input_files *files, struct problems *problems)
{
    DIR *directory = opendir(folder);

    if (!directory && errno == ENOENT)
        return;
    if (!directory) {
        problems_add(problems, EXIT_PROJECT,
                     arena_printf(arena,
                                  "%s: %s; inputs_1_create.json and the like stand in a folder",
                                  folder, strerror(errno)));
        return;
    }
    for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        struct input_file file;

        if (entry->d_name[0] == '.')
            continue;
        if (read_name(entry->d_name, &file)) {
            files->items =
                arena_grow(arena, files->items, files->count, &files->room, sizeof(file));
            files->items[files->count++] = file;
        } else if (files->odd++ < WARNINGS_MOST) {
            warn_of_name(arena, project, folder, entry->d_name);
        }
    }
    closedir(directory);
    if (files->count)
        qsort(files->items, files->count, sizeof(*files->items), file_order);
}

static bool read_input(struct arena *arena, const char *path, const json **value,
                       struct error *error)
{
    struct document document;

    if (!input_read(arena, path, INPUT_LARGEST, &document, error))
        return false;
    if (json_type(document.value) != JSON_OBJECT)
        return document_error(&document, "", error, "expected an object, not %s",
                              json_type_name(document.value));
    *value = document.value;
    return true;
}

static void read_file(struct arena *arena, const char *folder, const struct input_file *file,
                      struct input_set *set, struct problems *problems)
{
    const json **const values[] = { &set->create, &set->update, &set->invalid };
    const char **const paths[] = { &set->create_file, &set->update_file, &set->invalid_file };
    const char *path =
        arena_printf(arena, "%s/inputs_%lu_%s.json", folder, file->number, kinds[file->kind]);
    struct error error;

    *paths[file->kind] = path;
    if (!read_input(arena, path, values[file->kind], &error))
        problems_add(problems, EXIT_PROJECT, error.text);
}

static void read_sets(struct arena *arena, struct project *project, const char *folder,
                      const struct input_files *files, struct problems *problems)
{
    struct input_set *set = NULL;

    project->sets = arena_array(arena, files->count, sizeof(*project->sets));
    for (size_t i = 0; i < files->count; i++) {
        const struct input_file *file = &files->items[i];

        if (!i || file->number != file[-1].number) {
            set = &project->sets[project->set_count++];
            set->id = arena_printf(arena, "inputs_%lu", file->number);
            set->source = "files";
            if (file->kind != KIND_CREATE)
                problems_add(problems, EXIT_PROJECT,
                             arena_printf(arena,
                                          "%s/%s_create.json: not there, but %s/%s_%s.json is; "
                                          "every set needs one",
                                          folder, set->id, folder, set->id, kinds[file->kind]));
        }
        read_file(arena, folder, file, set, problems);
    }
}

static void one_set(struct arena *arena, struct project *project, const char *id)
{
    project->sets = arena_array(arena, 1, sizeof(*project->sets));
    project->set_count = 1;
    project->sets[0] = (struct input_set){ .id = id, .source = id };
}

struct project *project_demo(struct arena *arena)
{
    struct project *project = arena_alloc(arena, sizeof(*project));

    *project = (struct project){ .folder = "." };
    one_set(arena, project, "generated");
    return project;
}

/* The candidates for a step that the schema does not have. */
static const char *nearest_property(struct arena *arena, const json *node, const char *step)
{
    const json *properties = json_get(node, "properties");
    const char **names = arena_array(arena, json_length(properties) + 1, sizeof(*names));
    size_t count = 0;

    json_each (property, properties)
        names[count++] = json_key(property);
    return text_nearest(step, names);
}

/* The schema of everything in front of step `depth`. */
static const json *schema_above(const json *document, struct property_path path, size_t depth)
{
    path.depth = depth;
    return depth ? schema_resolve(document, schema_at(document, &path)) : document;
}

static bool check_override(struct arena *arena, const struct document *file, const char *place,
                           const char *key, const struct resource_type *type, struct error *error)
{
    struct property_path path;
    size_t depth = 0;

    if (!pointer_read(arena, key, &path) || !path.depth)
        return document_error(file, place, error,
                              "\"%s\": expected a pointer into the model, such as \"/Name\"",
                              text_quote(arena, key, 100));
    if (schema_at(type->document, &path))
        return true;
    while (depth + 1 < path.depth && schema_above(type->document, path, depth + 1))
        depth++;
    const char *near =
        nearest_property(arena, schema_above(type->document, path, depth), path.steps[depth]);
    return document_error(file, place, error, "\"%s\": the schema has no such property%s",
                          text_quote(arena, key, 100),
                          text_meant(arena, near ? text_quote(arena, near, 80) : NULL, ""));
}

/* The overrides of one action. */
static void check_group(struct arena *arena, const struct document *file, const json *group,
                        const struct resource_type *type, struct problems *problems)
{
    static const char *const actions[] = { "CREATE", "UPDATE", NULL };
    const char *action = json_key(group), *near = text_nearest(action, actions);
    const char *place = pointer_add(arena, "", action);
    struct error error = { .text = "" };

    if (!near || strcmp(action, near) != 0)
        document_error(file, place, &error, "\"%s\": only CREATE and UPDATE have overrides%s",
                       text_quote(arena, action, 60), text_meant(arena, near, ""));
    else if (json_type(group) != JSON_OBJECT)
        document_error(file, place, &error, "%s: expected an object of pointers and values, not %s",
                       action, json_type_name(group));
    if (*error.text) {
        problems_add(problems, EXIT_PROJECT, error.text);
        return;
    }
    json_each (override, group)
        if (!check_override(arena, file, pointer_add(arena, place, json_key(override)),
                            json_key(override), type, &error))
            problems_add(problems, EXIT_PROJECT, error.text);
}

static const json *read_overrides(struct arena *arena, const char *path,
                                  const struct resource_type *type, struct problems *problems)
{
    struct document file;
    struct error error;

    if (!input_read(arena, path, INPUT_LARGEST, &file, &error)) {
        problems_add(problems, EXIT_PROJECT, error.text);
        return NULL;
    }
    if (json_type(file.value) != JSON_OBJECT || !json_length(file.value)) {
        document_error(&file, "", &error, "expected an object with CREATE, UPDATE or both");
        problems_add(problems, EXIT_PROJECT, error.text);
        return NULL;
    }
    json_each (group, file.value)
        check_group(arena, &file, group, type, problems);
    return file.value;
}

/* Without overrides of its own, UPDATE has those of CREATE. */
static void override_set(struct arena *arena, struct project *project, const char *path,
                         const json *overrides)
{
    const json *create = json_get(overrides, "CREATE"), *update = json_get(overrides, "UPDATE");

    one_set(arena, project, "overrides");
    project->sets[0].overrides_file = path;
    project->sets[0].create_overrides = create;
    project->sets[0].update_overrides = update ? update : create;
}

void project_collect_inputs(struct arena *arena, struct project *project,
                            const struct resource_type *type, struct problems *problems)
{
    const char *folder = file_join(arena, project->folder, "inputs");
    const char *path = file_join(arena, project->folder, "overrides.json");
    const json *overrides = NULL;
    struct problems unused = problems_new(arena);
    struct input_files files = { 0 };

    list_files(arena, project, folder, &files, problems);
    if (files.count)
        read_sets(arena, project, folder, &files, problems);
    if (file_exists(path))
        overrides = read_overrides(arena, path, type, files.count ? &unused : problems);
    for (const struct problem *p = unused.first; p; p = p->next)
        project_warn(arena, project, "overrides", path,
                     arena_printf(arena, "%s; not used, because inputs/ has files", p->text));
    if (!files.count && overrides)
        override_set(arena, project, path, overrides);
    else if (!files.count)
        one_set(arena, project, "generated");
}

bool project_read_inputs(struct arena *arena, struct project *project,
                         const struct resource_type *type, struct error *error)
{
    struct problems problems = problems_new(arena);

    project_collect_inputs(arena, project, type, &problems);
    return !problems.first || error_set(error, "%s", problems.first->text);
}
