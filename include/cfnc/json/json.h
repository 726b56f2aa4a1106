#ifndef CFNC_JSON_H
#define CFNC_JSON_H

#include <stdint.h>

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"

/*
 * JSON values (RFC 8259). A value is edited only by whoever built it, as
 * `json *`, and is shared as `const json *` from then on. Every document
 * belongs to an arena.
 *
 * Readers accept NULL and answer "absent", so that look-ups can be chained.
 * Only json.c includes <cjson/cJSON.h>. Numbers are doubles.
 *
 * Strings and keys are UTF-8 and end with a NUL. U+0000 inside of one is held
 * as the bytes C0 80 (TEXT_NUL), which are in no UTF-8, count as one character
 * and become \u0000 again in print; everything that decodes characters uses
 * text_utf8_length() and so reads them as the code point 0.
 */
typedef struct cJSON json;

enum json_type {
    JSON_ABSENT = 0, /* of NULL */
    JSON_NULL = 1 << 0,
    JSON_BOOLEAN = 1 << 1,
    JSON_NUMBER = 1 << 2,
    JSON_STRING = 1 << 3,
    JSON_ARRAY = 1 << 4,
    JSON_OBJECT = 1 << 5
};

enum { JSON_DEEPEST = 2000 }; /* a document nested deeper than this is refused */

/*
 * Reads a document (a NUL stands behind its `length` bytes), strictly: one
 * value, valid UTF-8 (a BOM in front is skipped), no comments, no trailing
 * commas, no NaN or Infinity, no number beyond a double, no key twice in an
 * object, at most JSON_DEEPEST levels. The error is "LINE:COL: what is wrong;
 * what to do", both from 1, columns in characters.
 */
MUST_USE const json *json_parse(struct arena *arena, const char *text, size_t length,
                                struct error *error);

/* The same of a file of at most `limit` bytes; the error is "PATH:LINE:COL: ...". */
MUST_USE const json *json_read(struct arena *arena, const char *path, size_t limit,
                               struct error *error);

/*
 * Line and column of the value at place->pointer in `text` (a document that json_parse
 * accepts): of its key, when it is a member; of its nearest ancestor when there is no such
 * value. Of another text, as inputs with {{Name}} without quotes are: false and none, unless
 * some of that is there all the same.
 */
bool json_place(const char *text, struct place *place);
/* A member "place" with file, line and column; none where no file is known. And back. */
void json_set_place(json *object, const struct place *place);
struct place json_get_place(const json *object);

const char *json_print(struct arena *arena, const json *value);        /* on one line */
const char *json_print_line(struct arena *arena, const json *value);   /* and "\n" behind it */
const char *json_print_pretty(struct arena *arena, const json *value); /* indented by two */

enum json_type json_type(const json *value);   /* JSON_ABSENT of NULL */
const char *json_type_name(const json *value); /* as the JSON Schema keyword "type" spells it */
const json *json_get(const json *object, const char *key);
const json *json_at(const json *array, size_t index);
size_t json_length(const json *container);            /* items or members; 0 of anything else */
const char *json_string(const json *value);           /* NULL unless a string */
double json_number(const json *value, double absent); /* `absent` unless a number */
/* Of a whole number from 2^53 on that was read, as no double may hold it; else NULL. */
const char *json_digits(const json *value);
/* Without its fraction, and no less than `least`, no more than `most` (2^53); `absent` likewise. */
int64_t json_whole(const json *value, int64_t least, int64_t most, int64_t absent);
bool json_true(const json *value);       /* only for true */
bool json_false(const json *value);      /* only for false */
bool json_is_null(const json *value);    /* absent counts as null */
bool json_is_integer(const json *value); /* 3 and 3.0 are, 3.5 is not (draft-07 6.1.1) */

/*
 * Exact equality (draft-07 section 4.2.2): keys in any order, 1 is 1.0, true
 * is not 1. Numbers are compared as doubles, and by their digits too where both
 * have json_digits(). The time is that of reading both; large objects whose keys stand
 * in different orders are compared with the help of a table, which allocates
 * until it returns.
 */
bool json_equal(const json *a, const json *b);
bool json_holds(const json *array, const json *value); /* an item that is equal to it */
/* Equal values have equal hashes. *size grows by how many values were read. */
uint64_t json_hash(const json *value, size_t *size);

#define json_each(item, container)                                                                 \
    for (const json *item = json_first(container); item; item = json_next(item))
const json *json_first(const json *container); /* NULL unless an array or object with content */
const json *json_next(const json *item);
const char *json_key(const json *member); /* NULL of an array's item */

/*
 * The name of a member as a value, without a copy: make the string once with
 * json_name_new() and let it stand for one name after the other.
 */
json *json_name_new(struct arena *arena);
const json *json_name_of(json *name, const json *member);

/* Building. Each of these copies `value`; absent (NULL) values become null. */
json *json_copy(struct arena *arena, const json *value);
json *json_object(struct arena *arena);
json *json_array(struct arena *arena);
const json *json_new_string(struct arena *arena, const char *value);
const json *json_new_number(struct arena *arena, double value);
const json *json_new_boolean(struct arena *arena, bool value);
const json *json_new_null(struct arena *arena);

json *json_edit(json *object, const char *key); /* like json_get(), for its builder */
json *json_edit_at(json *array, size_t index);
json *json_edit_first(json *container);
json *json_edit_next(json *item);

void json_set(json *object, const char *key, const json *value); /* replaces in place, or appends */
void json_set_string(json *object, const char *key, const char *value);
void json_set_number(json *object, const char *key, double value);
void json_set_boolean(json *object, const char *key, bool value);
json *json_set_object(json *object, const char *key); /* a new empty one, to be filled */
json *json_set_array(json *object, const char *key);
void json_remove(json *object, const char *key);
void json_append(json *array, const json *value);
json *json_append_object(json *array);
void json_remove_at(json *array, size_t index);
void json_drop(json *container, json *child);
void json_replace_at(json *array, size_t index, const json *value);

/* Puts `value` in place of a child, under its key. Returns the new child; the old one is gone. */
json *json_replace(json *container, json *child, const json *value);
/* Gives a member another key, which its object must not have yet. */
void json_rename(json *member, const char *key);

#endif
