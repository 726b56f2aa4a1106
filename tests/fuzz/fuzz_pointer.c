/*
 * Whatever the pointer and the document, both ways of reading it end; what one
 * of them finds, the other one finds at the same place. The input is
 * [DOCUMENT, POINTER...].
 */
#include "cfnc/json/pointer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cfnc/json/json_places.h"
#include "cfnc/schema/schema_pointer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A path's own pointer reads as the same path. */
static void check_path(struct arena *arena, const struct property_path *path)
{
    struct property_path again;

    if (!path->depth)
        return;
    if (!pointer_read(arena, path->pointer, &again) || again.depth != path->depth)
        abort();
    for (size_t i = 0; i < path->depth; i++)
        if (strcmp(again.steps[i], path->steps[i]) != 0)
            abort();
    if (!path_covers(path, path->pointer))
        abort();
}

static bool is_straight(const struct property_path *path)
{
    for (size_t i = 0; i < path->depth; i++)
        if (step_is_star(path->steps[i]))
            return false;
    return true;
}

static void check_pointer(struct arena *arena, const json *document, const char *pointer)
{
    struct property_path path;
    const json *found = pointer_get(document, pointer);

    pointer_get_fragment(document, pointer);
    if (pointer_read(arena, pointer, &path)) {
        check_path(arena, &path);
        if (found && is_straight(&path) && !path_get(document, &path))
            abort();
        json *copy = json_copy(arena, document);
        path_remove(copy, &path);
        path_set(copy, &path, document);
    }
    if (schema_pointer_read(arena, document, pointer, &path)) {
        check_path(arena, &path);
        if (!schema_at(document, &path))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error error;
    char *text = arena_alloc(arena, size + 1);
    size_t left = 50;

    if (size)
        memcpy(text, data, size);
    const json *input = json_parse(arena, text, size, &error);
    const json *document = json_at(input, 0);
    for (const json *pointer = document; pointer && left; pointer = json_next(pointer), left--)
        if (json_string(pointer))
            check_pointer(arena, document, json_string(pointer));
    arena_free(arena);
    return 0;
}
