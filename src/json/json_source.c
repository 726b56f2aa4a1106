#include "cfnc/json/json_source.h"

#include "cfnc/base/file.h"

bool json_source_parse(struct arena *arena, const char *path, const char *text, size_t length,
                       struct json_source *source, struct error *error)
{
    const json *document = json_parse(arena, text, length, error);

    if (!document)
        return error_in(error, path);
    *source = (struct json_source){ .path = path,
                                    .text = text,
                                    .length = length,
                                    .document = document,
                                    .places = json_places_new(arena, text, length) };
    return true;
}

bool json_source_read(struct arena *arena, const char *path, size_t limit,
                      struct json_source *source, struct error *error)
{
    size_t length;
    const char *text = file_read(arena, path, limit, &length, error);

    return text && json_source_parse(arena, path, text, length, source, error);
}
