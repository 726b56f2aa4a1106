#ifndef CFNC_FILE_H
#define CFNC_FILE_H

#include "cfnc/arena.h"
#include "cfnc/error.h"

/*
 * The whole of a regular file, NUL-terminated, at most `limit` bytes; NULL and
 * the error ("PATH: ...") otherwise. `length` may be NULL.
 */
MUST_USE char *file_read(struct arena *arena, const char *path, size_t limit, size_t *length,
                         struct error *error);

/* Whether something can be read at `path`. */
bool file_exists(const char *path);

/* `name` below `folder`; `name` itself when it is absolute or `folder` is "." or NULL. */
const char *file_join(struct arena *arena, const char *folder, const char *name);

/* The folder part of `path`: "." when it has none. */
const char *file_folder(struct arena *arena, const char *path);

/*
 * Writes a whole file in one go: first beside it, then renamed over it, mode
 * 0600, parent folders made; a symbolic link at `path` is replaced, never
 * followed. `path` "-" is standard output.
 */
MUST_USE bool file_write(struct arena *arena, const char *path, const char *bytes, size_t length,
                         struct error *error);

#endif
