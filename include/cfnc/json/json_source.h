#ifndef CFNC_JSON_SOURCE_H
#define CFNC_JSON_SOURCE_H

#include "cfnc/json/json.h"
#include "cfnc/json/json_places.h"

/* A file of JSON that messages are about: the value, and the text that a message shows. */
struct json_source {
    const char *path; /* as it is named to the reader */
    const char *text; /* a NUL stands behind it */
    size_t length;
    const json *document;
    const struct json_places *places; /* of the text */
};

/*
 * A text that was read from `path`, which is only a name here. The error is
 * "PATH:LINE:COL: ...", as json_parse() has it. The text is not copied.
 */
MUST_USE bool json_source_parse(struct arena *arena, const char *path, const char *text,
                                size_t length, struct json_source *source, struct error *error);

/* The same of a file of at most `limit` bytes. */
MUST_USE bool json_source_read(struct arena *arena, const char *path, size_t limit,
                               struct json_source *source, struct error *error);

#endif
