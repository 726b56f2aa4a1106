/*
 * Any text is an input or an error, what is JSON without names in braces is read
 * as ever, and what exports fill in is a value. The exports stand in front, one
 * on a line, up to the first byte of 0xFF.
 */
#include "cfnc/prepare/subject.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cfnc/aws/exports.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char schema[] =
    "{\"typeName\":\"Acme::Demo::Thing\",\"primaryIdentifier\":[\"/properties/A\"],"
    "\"properties\":{\"A\":{\"type\":\"string\"},\"N\":{\"type\":\"integer\"},"
    "\"B\":{\"type\":[\"boolean\",\"null\"]},\"L\":{\"type\":\"array\",\"items\":{\"$ref\":"
    "\"#/definitions/O\"}}},\"definitions\":{\"O\":{\"type\":\"object\",\"properties\":{\"N\":"
    "{\"type\":\"number\"}}}},\"handlers\":{}}";

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_read(struct arena *arena, const char *text, size_t length)
{
    struct document document;
    struct error error = { .text = "" }, plain_error;
    const json *plain = json_parse(arena, text, length, &plain_error);
    const bool read = input_parse(arena, "in", text, length, &document, &error);
    const char *name;

    must(read == (error.text[0] == '\0'));
    must(!plain || (read && !document.bare_count && json_equal(plain, document.value)));
    for (const char *at = strstr(text, "{{"); at; at = strstr(at + 1, "{{")) {
        const size_t size = export_at(arena, at, &name);

        must(!size || (size >= 5 && at[size - 1] == '}' && *name));
    }
    for (size_t i = 0; read && i < document.bare_count; i++) {
        const char *string = json_string(pointer_get(document.value, document.bare[i]));

        must(string && strncmp(string, "{{", 2) == 0 && input_is_bare(&document, document.bare[i]));
    }
}

static bool keep(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");

    if (!file)
        return false;
    const bool written = fwrite(text, 1, length, file) == length;
    return fclose(file) == 0 && written;
}

static struct list lines(struct arena *arena, const char *text)
{
    struct list list = { arena_array(arena, strlen(text) + 1, sizeof(*list.items)), 0 };

    while (*text) {
        const size_t length = strcspn(text, "\n");

        if (length)
            list.items[list.count++] = arena_copy(arena, text, length);
        text += length + (text[length] == '\n');
    }
    return list;
}

static void check_filled(struct arena *arena, const struct resource_type *type, const char *path,
                         struct list exports)
{
    struct error error = { .text = "" };
    struct document document;

    if (!input_read(arena, path, 1024 * 1024, &document, &error) ||
        json_type(document.value) != JSON_OBJECT)
        return;
    struct input_set set = { .id = "x",
                             .source = "files",
                             .create = document.value,
                             .create_file = path,
                             .overrides_file = path,
                             .create_overrides = document.value };
    struct project project = { .folder = ".", .sets = &set, .set_count = 1 };
    struct project_subject subject = { .project = &project, .type = type };
    const struct options options = { .target.region = "us-east-1",
                                     .target.offline = true,
                                     .subject.exports = exports };

    if (!inputs_fill_exports(arena, &options, &subject, &error))
        must(error.text[0] && !strchr(error.text, '\n'));
    must(json_print(arena, set.create) && json_print(arena, set.create_overrides));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    char *bytes = arena_copy(arena, (const char *)data, size);
    char *mark = memchr(bytes, 0xFF, size);
    const char *text = mark ? mark + 1 : bytes;
    const size_t length = mark ? size - (size_t)(text - bytes) : size;
    const char *path = arena_printf(arena, "/tmp/cfnc-fuzz-exports-%ld.json", (long)getpid());
    struct error error;

    if (mark)
        *mark = '\0';
    check_read(arena, text, length);
    const json *document = json_parse(arena, schema, strlen(schema), &error);
    const struct resource_type *type = resource_type_read(arena, document, NULL, &error);
    if (mark && keep(path, text, length))
        check_filled(arena, type, path, lines(arena, bytes));
    unlink(path);
    arena_free(arena);
    return 0;
}
