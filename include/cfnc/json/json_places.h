#ifndef CFNC_JSON_PLACES_H
#define CFNC_JSON_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include "cfnc/base/arena.h"

/*
 * Where the values of a JSON text stand: read once, then asked for any number
 * of pointers. Time and memory are linear in the text, and a question costs as
 * many steps as its pointer has. Offsets are bytes from the start of the text.
 *
 * The text should be one that json_parse() accepts; of any other, some places
 * are found and none lies outside of it.
 */
struct json_places;

struct json_span {
    size_t begin; /* the key's quote, when it is a member; else the same as `value` */
    size_t value;
    size_t end; /* behind the value */
};

struct json_line {
    size_t number;     /* from 1 */
    size_t begin, end; /* of its characters, without the line's end */
};

const struct json_places *json_places_new(struct arena *arena, const char *text, size_t length);

/*
 * The span of the value at a JSON pointer (RFC 6901; its steps are compared
 * with keys whose escapes are resolved). When there is no such value: false,
 * and the span of its nearest ancestor.
 */
bool json_places_find(const struct json_places *places, const char *pointer,
                      struct json_span *span);

/*
 * Where byte `offset` of a string's value stands, escapes counted. `quote` is
 * where its literal begins. Behind its last byte: the closing quote.
 */
size_t json_places_inside(const struct json_places *places, size_t quote, size_t offset);

/* The line in which a byte stands, and its column: characters from 1, a BOM not counted. */
struct json_line json_places_line(const struct json_places *places, size_t offset);
size_t json_places_column(const struct json_places *places, size_t offset);

#endif
