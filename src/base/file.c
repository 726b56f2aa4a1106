#include "cfnc/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/text.h"

/* Names of files come from files, too: a terminal must not be driven by one. */
static bool refuse(struct arena *arena, const char *path, const char *why, struct error *error)
{
    return error_set(error, "%s: %s", text_quote(arena, path, 0), why);
}

char *file_read(struct arena *arena, const char *path, size_t limit, size_t *length,
                struct error *error)
{
    struct stat status;
    const int fd =
        open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe must not be waited for */
    FILE *file = fd < 0 ? NULL : fdopen(fd, "rb");

    if (!file) {
        refuse(arena, path, strerror(errno), error);
        return NULL;
    }
    char *bytes = NULL;
    if (fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode)) {
        refuse(arena, path,
               file_is_folder(path) ? "a folder, where a file is expected" : "not a regular file",
               error);
    } else if ((unsigned long long)status.st_size > limit) {
        refuse(arena, path, arena_printf(arena, "larger than %zu KiB", limit / 1024), error);
    } else {
        const size_t size = (size_t)status.st_size;

        bytes = arena_alloc(arena, size + 1);
        const size_t got = fread(bytes, 1, size, file);
        bytes[got] = '\0';
        if (length)
            *length = got;
        if (ferror(file)) {
            refuse(arena, path, strerror(errno), error);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

bool file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}

const char *file_join(struct arena *arena, const char *folder, const char *name)
{
    if (name[0] == '/' || !folder || strcmp(folder, ".") == 0)
        return name;
    return arena_printf(arena, "%s/%s", folder, name);
}

const char *file_folder(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return ".";
    return slash == path ? "/" : arena_copy(arena, path, (size_t)(slash - path));
}

static void make_folders(struct arena *arena, const char *path)
{
    char *folder = arena_copy(arena, path, strlen(path));

    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(folder, 0777); /* opening the file will tell what is wrong */
        *slash = '/';
    }
}

bool file_write_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        const ssize_t wrote = write(fd, bytes, length);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        bytes += wrote;
        length -= (size_t)wrote;
    }
    return true;
}

bool file_is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

enum file_kind file_kind(const char *path)
{
    struct stat status;

    if (lstat(path, &status) != 0)
        return FILE_NONE;
    return S_ISREG(status.st_mode) ? FILE_PLAIN : FILE_OTHER;
}

static bool write_in_place(struct arena *arena, const char *path, const char *bytes, size_t length,
                           struct error *error)
{
    const int fd = open(path, O_WRONLY | O_TRUNC | O_CREAT | O_CLOEXEC, 0666);
    bool done = fd >= 0 && file_write_all(fd, bytes, length);

    if (!done)
        refuse(arena, path, strerror(errno), error);
    if (fd >= 0 && close(fd) != 0 && done)
        done = refuse(arena, path, strerror(errno), error);
    return done;
}

/* What a new file is allowed to be. */
static mode_t usual_mode(void)
{
    const mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

bool file_write(struct arena *arena, const char *path, const char *bytes, size_t length,
                struct error *error)
{
    if (file_kind(path) == FILE_OTHER)
        return write_in_place(arena, path, bytes, length, error);

    char *beside = arena_printf(arena, "%s.XXXXXX", path);
    make_folders(arena, path);
    const int fd = mkstemp(beside);
    if (fd < 0)
        return refuse(arena, path, strerror(errno), error);
    bool done = file_write_all(fd, bytes, length);
    done = fchmod(fd, usual_mode()) == 0 && done; /* mkstemp() makes it for the user alone */
    done = close(fd) == 0 && done;
    done = done && rename(beside, path) == 0;
    if (!done) {
        refuse(arena, path, strerror(errno), error);
        (void)unlink(beside);
    }
    return done;
}
