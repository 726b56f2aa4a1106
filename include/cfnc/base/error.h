#ifndef CFNC_ERROR_H
#define CFNC_ERROR_H

#include <stdbool.h>

#include "cfnc/base/arena.h"

/* Where something stands in a file. What is not known is NULL, or 0. */
struct place {
    const char *path;    /* of the file, as readers know it; it outlives the struct */
    const char *pointer; /* of the value in it (RFC 6901) */
    int line, column;    /* from 1; a column counts characters */
};
/* "FILE:LINE:COL", or as much of it as is known. */
const char *place_text(struct arena *arena, const struct place *place);

/*
 * Why cfnc itself could not go on: an unreadable schema, a refused connection,
 * a reply that never came. A handler that breaks its contract is not an error
 * but a finding; see record.h.
 *
 * The text is one line: where (file:line:col), what is wrong with what, and
 * after "; " what to do. No "failed to", no full stop, no new line. Nothing
 * untrusted goes in unescaped: see text_quote().
 *
 * The caller owns the struct; nothing in it is allocated. A function that can
 * fail takes it last and returns false (or NULL) after setting it. A longer
 * text is cut, between two characters; of a place, the path's beginning is cut before that.
 */
struct error {
    char text[512];
    struct place place; /* what the text begins with, as error_at() put it there */
};

#define MUST_USE __attribute__((warn_unused_result))

/* Sets the error and returns false, so that `return error_set(...)` reads well. */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, with the place in front: "FILE:LINE:COL: ...". */
bool error_at(struct error *error, const struct place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts the place in front of the text, and then the words. Returns false. */
bool error_prefix_at(struct error *error, const struct place *place, const char *words);
/* Names the file of an error that begins with "LINE:COL: ". Returns false. */
bool error_in(struct error *error, const char *path);

/* Puts more in front of the text: the file it is about, say. Returns false. */
bool error_prefix(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
