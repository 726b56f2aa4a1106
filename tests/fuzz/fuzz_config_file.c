/*
 * Whatever stands in cfnc.ini: it is read, or refused in one line that names one of its own; and
 * what was read means the same when it is written down and read again.
 */
#include "cfnc/option/config_file.h"

#include <stdlib.h>
#include <string.h>

#include "cfnc/base/text.h"
#include "support.h"

static void check_refused(const struct error *error, const char *path, int lines)
{
    const size_t length = strlen(path);

    must_be_told(error);
    must(strncmp(error->text, path, length) == 0 && error->text[length] == ':');
    const long line = strtol(error->text + length + 1, NULL, 10);
    must(line >= 1 && line <= lines);
}

/* What is read stands in the text as it is. */
static void check_settings(const struct config_file *file, const char *text, int lines)
{
    for (size_t i = 0; i < file->count; i++) {
        const struct setting *s = &file->settings[i];

        must(s->line >= 1 && s->line <= lines && strstr(text, s->section));
        must(!i || s->line > s[-1].line);
        must(!s->name || (strstr(text, s->name) && strstr(text, s->value)));
    }
}

static bool is_same(const struct setting *a, const struct setting *b)
{
    return strcmp(a->section, b->section) == 0 && !a->name == !b->name &&
           (!a->name || (strcmp(a->name, b->name) == 0 && strcmp(a->value, b->value) == 0));
}

/* Below a comment, since a mark at the beginning is none of a name. In quotes a line may be too
 * long; nothing else may be wrong with it. */
static void check_written(struct arena *arena, const struct config_file *file)
{
    struct text text = text_new(arena);
    struct error error = { .text = "" };

    text_add(&text, "# as it was read\n");
    for (size_t i = 0; i < file->count; i++)
        if (file->settings[i].name)
            text_addf(&text, "%s = \"%s\"\n", file->settings[i].name, file->settings[i].value);
        else
            text_addf(&text, "[%s]\n", file->settings[i].section);
    const struct config_file *again =
        config_file_parse(arena, "f", text.bytes, text.length, &error);
    must(again ? again->count == file->count : strstr(error.text, "a line has at most") != NULL);
    for (size_t i = 0; again && i < file->count; i++)
        must(is_same(&file->settings[i], &again->settings[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    const char *text = fuzz_text(arena, data, size), *path = fuzz_path(arena, "cfnc.ini");
    struct error error = { .text = "" }, file_error = { .text = "" };
    int lines = 1;

    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    const struct config_file *file = config_file_parse(arena, "f", text, size, &error);
    if (file) {
        check_settings(file, text, lines);
        check_written(arena, file);
    } else {
        check_refused(&error, "f", lines);
    }
    fuzz_put(arena, "cfnc.ini", text, size);
    const struct config_file *read = config_file_read(arena, path, &file_error);
    must(read ? file && read->count == file->count : *file_error.text && !file);
    arena_free(arena);
    return 0;
}
