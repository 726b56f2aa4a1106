/* Where a schema's file describes a place of a model, for who is to correct it. */
#include "cfnc/base/file.h"
#include "cfnc/schema/schema_pointer.h"
#include "generate_private.h"

enum { LARGEST_FILE = 16 << 20 };

const char *generate_where(struct arena *arena, const struct resource_type *type,
                           const char *pointer)
{
    const char *name = type->file ? type->file : type->name;
    struct property_path path = { .depth = 0 };
    struct error unreadable;
    size_t length;
    const char *text =
        type->file ? file_read(arena, type->file, LARGEST_FILE, &length, &unreadable) : NULL;
    const char *where =
        pointer_read(arena, pointer, &path) ? schema_where(arena, type->document, &path) : "";
    int line, column;

    if (!text || !json_place(text, where, &line, &column))
        return name;
    return arena_printf(arena, "%s:%d:%d", name, line, column);
}
