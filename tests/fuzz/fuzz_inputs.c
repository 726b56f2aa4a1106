/*
 * Whatever stands in a project's inputs or overrides, it is input sets that models can
 * be made of, or an error that names the file and tells of no control character. The first
 * byte chooses the file; a byte of 0xFF begins the next one.
 */
#include "cfnc/project.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

static const char *const files[] = { "overrides.json", "inputs/inputs_1_create.json",
                                     "inputs/inputs_1_update.json", "inputs/inputs_1_invalid.json",
                                     "typeconfig.json" };
enum { FILES = sizeof(files) / sizeof(files[0]) };

static char folder[] = "/tmp/cfnc-fuzz-XXXXXX";

static void remove_files(struct arena *arena)
{
    for (size_t i = 0; i < FILES; i++)
        (void)unlink(arena_printf(arena, "%s/%s", folder, files[i]));
    (void)rmdir(arena_printf(arena, "%s/inputs", folder));
}

static void leave_nothing(void)
{
    struct arena *arena = arena_new();

    remove_files(arena);
    (void)unlink(arena_printf(arena, "%s/schema.json", folder));
    (void)rmdir(folder);
    arena_free(arena);
}

static void make_folder(void)
{
    static bool made;

    if (made)
        return;
    made = mkdtemp(folder) != NULL;
    if (!made || atexit(leave_nothing) != 0)
        abort();
}

static const char *in_folder(struct arena *arena, const char *name)
{
    return arena_printf(arena, "%s/%s", folder, name);
}

static void put(struct arena *arena, const char *name, const char *bytes, size_t length)
{
    struct error error;

    if (!file_write(arena, in_folder(arena, name), bytes, length, &error))
        abort();
}

static void check_error(const struct error *error)
{
    if (!error->text[0] || strpbrk(error->text, "\n\r\033"))
        abort();
}

/* The files of an input set, or those of overrides: never both. */
static void write_files(struct arena *arena, const uint8_t *data, size_t size)
{
    size_t file = size ? data[0] % FILES : 0;
    const uint8_t *at = size ? data + 1 : data, *end = data + size;

    remove_files(arena);
    for (;; file = (file + 1) % FILES) {
        const uint8_t *mark = at < end ? memchr(at, 0xFF, (size_t)(end - at)) : NULL;
        const size_t length = (size_t)((mark ? mark : end) - at);

        put(arena, files[file], (const char *)at, length);
        if (!mark)
            break;
        at = mark + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error = { "" };

    make_folder();
    put(arena, "schema.json", schema, sizeof(schema) - 1);
    write_files(arena, data, size);
    const char *configuration = in_folder(arena, files[FILES - 1]);
    const struct project_options options = {
        .folder = folder,
        .schema_file = in_folder(arena, "schema.json"),
        .type_configuration_file = file_exists(configuration) ? configuration : NULL,
    };
    const json *document = json_parse(arena, schema, sizeof(schema) - 1, &error);
    const struct resource_type *type = resource_type_read(arena, document, NULL, &error);
    struct project *project = project_find(arena, &options, &error);

    if (!type)
        abort();
    if (!project || !project_read_inputs(arena, project, type, &error)) {
        check_error(&error);
        arena_free(arena);
        return 0;
    }
    for (size_t i = 0; i < project->set_count; i++) {
        const struct examples examples = {
            .type = type, .set = &project->sets[i], .random = { 1 }, .location = project->location
        };

        if (!examples_check(arena, &examples, &error))
            check_error(&error);
    }
    arena_free(arena);
    return 0;
}
