#ifndef CFNC_FILE_H
#define CFNC_FILE_H

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"

/*
 * The whole of a regular file, NUL-terminated, at most `limit` bytes; NULL and
 * the error ("PATH: ...", the path quoted) otherwise. `length` may be NULL.
 */
MUST_USE char *file_read(struct arena *arena, const char *path, size_t limit, size_t *length,
                         struct error *error);

/* Whether something can be read at `path`. */
bool file_exists(const char *path);

/* Whether it is a folder, or a link that leads to one. */
bool file_is_folder(const char *path);

/* `name` below `folder`; `name` itself when it is absolute or `folder` is "." or NULL. */
const char *file_join(struct arena *arena, const char *folder, const char *name);

/* The folder part of `path`: "." when it has none. */
const char *file_folder(struct arena *arena, const char *path);

/* What stands at `path` itself: a link is a link, wherever it leads. */
enum file_kind { FILE_NONE, FILE_PLAIN, FILE_OTHER };
enum file_kind file_kind(const char *path);

/*
 * Writes a whole file in one go: first beside it, then renamed over it, parent
 * folders made. What is no regular file (a device, a pipe, a link) stays what
 * it is, and is written to.
 */
MUST_USE bool file_write(struct arena *arena, const char *path, const char *bytes, size_t length,
                         struct error *error);

/* Writes all of it to what is open, in one piece where the system lets us. False and errno. */
MUST_USE bool file_write_all(int fd, const char *bytes, size_t length);

#endif
