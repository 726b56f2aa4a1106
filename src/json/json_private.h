#ifndef JSON_PRIVATE_H
#define JSON_PRIVATE_H

#include "cfnc/base/text.h"
#include "cfnc/json/json.h"

/* What the files of this room share. */

/* A value as it is read. Its strings come from json_bytes(). */
struct json_node {
    enum json_type type;
    bool yes; /* of JSON_BOOLEAN */
    double number;
    char *key, *string; /* string: or the digits of a number; see json_digits() */
};

char *json_bytes(size_t size);

/* Puts it at the end of a container; or makes it a document of its own, when that is NULL. */
json *json_add(struct arena *arena, json *container, struct json_node node);

/*
 * The character that the escape sequence at *at stands for, as UTF-8
 * (text_utf8_write()). Moves behind it; returns how many bytes. In a text that
 * is not sound a sequence that is none stands for its second character, or at
 * the `end` for itself.
 */
size_t json_escape(const char **at, const char *end, char bytes[TEXT_UTF8_ROOM]);

/* One more step at the end of a pointer, escaped. */
void pointer_append(struct text *text, const char *step);
void pointer_append_index(struct text *text, size_t index);

#endif
