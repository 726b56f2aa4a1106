#include "cfnc/base/upwards.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/file.h"

enum { MOST_FOLDERS = 100 };

struct climb {
    struct arena *arena;
    const char *folder;
    struct stat status; /* the folder's */
    int count;
};

static bool begin(struct climb *c, struct arena *arena, const char *folder)
{
    *c = (struct climb){ .arena = arena, .folder = folder };
    return stat(folder, &c->status) == 0;
}

static bool holds(const struct climb *c, const char *name)
{
    return file_kind(file_join(c->arena, c->folder, name)) != FILE_NONE;
}

/* One folder up; false where the repository, the file system or everything ends. */
static bool go_up(struct climb *c)
{
    const char *folder = file_join(c->arena, c->folder, "..");
    struct stat status;

    if (holds(c, ".git") || c->count++ == MOST_FOLDERS || stat(folder, &status) != 0 ||
        status.st_dev != c->status.st_dev || status.st_ino == c->status.st_ino)
        return false;
    c->folder = folder;
    c->status = status;
    return true;
}

static bool is_of_caller(const struct stat *status)
{
    return status->st_uid == geteuid() || status->st_uid == 0;
}

static bool may_be_taken(const struct climb *c, const char *name)
{
    struct stat file;

    return is_of_caller(&c->status) && !(c->status.st_mode & S_IWOTH) &&
           lstat(file_join(c->arena, c->folder, name), &file) == 0 && is_of_caller(&file);
}

const char *upwards_project(struct arena *arena, const char **stranger)
{
    static const char name[] = ".rpdk-config";
    struct climb c;

    *stranger = NULL;
    if (!begin(&c, arena, ".") || holds(&c, name))
        return holds(&c, name) ? "." : NULL;
    while (go_up(&c)) {
        if (!holds(&c, name))
            continue;
        if (may_be_taken(&c, name))
            return c.folder;
        *stranger = file_join(arena, c.folder, name);
        return NULL;
    }
    return NULL;
}

/* Whether there is a repository at all: without one, nothing says where a search would end. */
static bool is_in_repository(struct arena *arena, const char *folder)
{
    struct climb c;

    if (!begin(&c, arena, folder))
        return false;
    while (go_up(&c))
        if (!may_be_taken(&c, "."))
            return false;
    return holds(&c, ".git");
}

const char *upwards_file(struct arena *arena, const char *folder, const char *name)
{
    struct climb c;

    if (!begin(&c, arena, folder))
        return NULL;
    if (holds(&c, name))
        return file_join(arena, folder, name);
    if (!is_in_repository(arena, folder))
        return NULL;
    while (go_up(&c))
        if (holds(&c, name))
            return may_be_taken(&c, name) ? file_join(arena, c.folder, name) : NULL;
    return NULL;
}
