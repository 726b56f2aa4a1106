/*
 * Whatever stands in a project, it is found and its input sets are such that models can be made of
 * them, or what is wrong is told, with the file, and without any control character.
 *
 * The input is files: a letter says which, a byte of 0xFF ends each. Where there is no .rpdk-config
 * the schema is named; and so is the type configuration where there is one.
 */
#include "cfnc/engine/record.h"
#include "cfnc/project/project.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "support.h"

static const char schema[] =
    "{\"typeName\":\"Acme::Demo::Thing\",\"primaryIdentifier\":[\"/properties/Name\"],"
    "\"writeOnlyProperties\":[\"/properties/Secret\"],\"additionalProperties\":false,"
    "\"required\":[\"Name\"],\"properties\":{\"Name\":{\"type\":\"string\",\"pattern\":\"^[a-z]+$"
    "\"},"
    "\"Size\":{\"type\":\"integer\",\"maximum\":9},\"Secret\":{\"type\":\"string\"},\"Tags\":{"
    "\"type\":"
    "\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"Key\":{\"type\":\"string\"}}}}},"
    "\"handlers\":{\"create\":{\"permissions\":[]},\"read\":{\"permissions\":[]},\"delete\":{"
    "\"permissions\":[]}}}";

#define SETTINGS ".rpdk-config"
#define NAMED    "typeconfig.json"

static const struct {
    char letter;
    const char *name;
} files[] = {
    { 'o', "overrides.json" },
    { 'c', "inputs/inputs_1_create.json" },
    { 'u', "inputs/inputs_1_update.json" },
    { 'i', "inputs/inputs_1_invalid.json" },
    { '2', "inputs/inputs_2_create.json" },
    { 't', NAMED },
    { 'r', SETTINGS },
    { 'h', ".cfn-cli/typeConfiguration.json" }, /* the folder is HOME, too */
    { 'n', NULL },                              /* a file of inputs that the first line names */
    { 'f', "inputs" },                          /* which should be a folder */
};
enum { FILES = sizeof(files) / sizeof(files[0]), NAME_LONGEST = 60 };

/* Below inputs, whatever it is called. */
static void put_named(struct arena *arena, const char *bytes, size_t length)
{
    const char *end = memchr(bytes, '\n', length);
    const size_t first = end ? (size_t)(end - bytes) : length;
    char *name = arena_copy(arena, bytes, first < NAME_LONGEST ? first : NAME_LONGEST);

    for (char *c = name; *c; c++)
        if (*c == '/')
            *c = '_';
    if (*name && *name != '.')
        fuzz_put(arena, arena_printf(arena, "inputs/%s", name), end ? end + 1 : "",
                 end ? length - first - 1 : 0);
}

static void put(struct arena *arena, char letter, const char *bytes, size_t length)
{
    size_t file = 0;

    while (file < FILES && files[file].letter != letter)
        file++;
    if (file == FILES)
        return;
    if (files[file].name && strcmp(files[file].name, "inputs") == 0)
        fuzz_empty();
    else if (file_exists(fuzz_path(arena, "inputs")) && !file_is_folder(fuzz_path(arena, "inputs")))
        return;
    if (files[file].name)
        fuzz_put(arena, files[file].name, bytes, length);
    else
        put_named(arena, bytes, length);
}

static void put_all(struct arena *arena, const uint8_t *data, size_t size)
{
    for (const uint8_t *at = data, *end = data + size; at < end;) {
        const uint8_t *mark = memchr(at, 0xFF, (size_t)(end - at));
        const uint8_t *stop = mark ? mark : end;

        if (stop > at)
            put(arena, (char)*at, fuzz_text(arena, at + 1, (size_t)(stop - at - 1)),
                (size_t)(stop - at - 1));
        at = mark ? mark + 1 : end;
    }
    fuzz_put(arena, "acme-demo-thing.json", schema, sizeof(schema) - 1);
}

/* What is wrong is wrong with a file of the project. */
static void check_told(const char *text)
{
    must_be_plain(text, strlen(text), false);
    must(strncmp(text, fuzz_folder(), strlen(fuzz_folder())) == 0);
}

/* A set is of files, or of overrides, or generated; and it can be used, or that is told. */
static void check_set(struct arena *arena, const struct project *project,
                      const struct resource_type *type, const struct input_set *set)
{
    struct examples examples = {
        .type = type, .set = set, .random = { 1 }, .location = project->location
    };
    struct error error = { .text = "" };

    must(set->id && *set->id && set->source && *set->source);
    must(!set->create_overrides || set->overrides_file);
    must(!set->create == !set->create_file || strcmp(set->source, "files") == 0);
    must(!set->create || json_type(set->create) == JSON_OBJECT);
    must(!set->update || json_type(set->update) == JSON_OBJECT);
    if (!examples_check(arena, &examples, &error)) {
        must_be_told(&error);
        return;
    }
    const json *model = examples_create(arena, &examples, &error);
    must(model ? json_type(model) == JSON_OBJECT : *error.text != '\0');
}

static void check_inputs(struct arena *arena, struct project *project,
                         const struct resource_type *type)
{
    struct problems problems = problems_new(arena);

    project_collect_inputs(arena, project, type, &problems);
    for (const struct problem *p = problems.first; p; p = p->next)
        check_told(p->text);
    for (const struct warning *w = project->warnings; w; w = w->next)
        check_told(w->message);
    must(project->set_count || problems.first);
    for (size_t i = 0; i < project->set_count && !problems.first; i++)
        check_set(arena, project, type, &project->sets[i]);
}

static const struct resource_type *type_of_project(void)
{
    static const struct resource_type *type;
    static struct arena *forever;
    struct error error;

    if (type)
        return type;
    forever = arena_new();
    const json *document = json_parse(forever, schema, sizeof(schema) - 1, &error);
    type = resource_type_read(forever, document, NULL, &error);
    must(type && setenv("HOME", fuzz_folder(), 1) == 0);
    return type;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    const struct resource_type *type = type_of_project();
    struct error error = { .text = "" };

    fuzz_empty();
    put_all(arena, data, size);
    const struct project_options options = {
        .folder = fuzz_folder(),
        .schema_file = file_exists(fuzz_path(arena, SETTINGS)) ? NULL : "acme-demo-thing.json",
        .type_configuration_file = file_exists(fuzz_path(arena, NAMED)) ? NAMED : NULL,
    };
    struct project *project = project_find(arena, &options, &error);
    if (!project) {
        check_told(error.text);
    } else if (project->artifact == ARTIFACT_RESOURCE) {
        must(!project->type_configuration || project->type_configuration_file);
        must(file_exists(project->schema_file) && project->has_settings == !options.schema_file);
        check_inputs(arena, project, type);
    }
    check_set(arena, project_demo(arena), type, project_demo(arena)->sets);
    arena_free(arena);
    return 0;
}
