#include "cfnc/project/project.h"

#include <stdarg.h>

#include "cfnc/base/file.h"

bool document_read(struct arena *arena, const char *path, size_t limit, struct document *document,
                   struct error *error)
{
    size_t length;

    *document = (struct document){ .path = path };
    document->text = file_read(arena, path, limit, &length, error);
    if (!document->text)
        return false;
    document->value = json_parse(arena, document->text, length, error);
    return document->value || error_in(error, path);
}

bool document_error(const struct document *document, const char *pointer, struct error *error,
                    const char *format, ...)
{
    struct arena *arena = arena_new();
    struct place place = { .path = document->path, .pointer = pointer, .line = 1, .column = 1 };
    va_list args;

    va_start(args, format);
    const char *what = arena_vprintf(arena, format, args);
    va_end(args);
    (void)json_place(document->text, &place);
    error_at(error, &place, "%s", what);
    arena_free(arena);
    return false;
}
