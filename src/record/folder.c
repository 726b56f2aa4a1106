/* Where recordings are: below cfnc's own folder. */
#include "cfnc/record/recording.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/clock.h"
#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/ledger/folder.h"
#include "cfnc/report/failure.h"

static const char file_name[] = "run.jsonl";

enum { ATTEMPTS = 100 };

struct recording_file {
    int fd;
};

/* FOLDER/.cfnc/runs, or -1 and errno. */
static int open_runs(const char *folder, bool make)
{
    const int ours = folder_ours(folder, make);
    const int runs = ours < 0 ? -1 : folder_below(ours, "runs", make);
    const int why = errno;

    if (ours >= 0)
        close(ours);
    errno = why;
    return runs;
}

/* 20261121T190312Z-4f2a, with a number behind it where there are several. */
static bool is_id(const char *name)
{
    static const char form[] = "00000000T000000Z-xxxx";

    for (size_t i = 0; form[i]; i++) {
        const char c = name[i];

        if (form[i] == '0'   ? c < '0' || c > '9'
            : form[i] == 'x' ? !strchr("0123456789abcdef", c) || !c
                             : c != form[i])
            return false;
    }
    name += sizeof(form) - 1;
    return !*name ||
           (*name == '-' && name[1] && strspn(name + 1, "0123456789") == strlen(name + 1));
}

struct named_recording {
    const char *id;
    struct timespec made; /* its folder, which changes no more when its file is there */
};

/*
 * In the order of their making: of one second by their folders' times, and where a copy
 * has lost these, by their names, in which a number behind counts as one.
 */
static int by_age(const void *a, const void *b)
{
    const struct named_recording *x = a, *y = b;
    const size_t seconds = strlen("00000000T000000Z");
    const int order = strncmp(x->id, y->id, seconds);

    if (order)
        return order;
    if (x->made.tv_sec != y->made.tv_sec)
        return x->made.tv_sec < y->made.tv_sec ? -1 : 1;
    if (x->made.tv_nsec != y->made.tv_nsec)
        return x->made.tv_nsec < y->made.tv_nsec ? -1 : 1;
    if (strlen(x->id) != strlen(y->id))
        return strlen(x->id) < strlen(y->id) ? -1 : 1;
    return strcmp(x->id, y->id);
}

static struct named_recording *read_names(struct arena *arena, DIR *directory, size_t *count)
{
    size_t room = 8;
    struct named_recording *names = arena_array(arena, room, sizeof(*names));

    for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        struct stat status = { .st_size = 0 };

        if (!is_id(entry->d_name) ||
            fstatat(dirfd(directory), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (*count == room) {
            struct named_recording *more = arena_array(arena, 2 * room, sizeof(*more));

            memcpy(more, names, room * sizeof(*more));
            names = more;
            room *= 2;
        }
        names[(*count)++] =
            (struct named_recording){ arena_printf(arena, "%s", entry->d_name), status.st_mtim };
    }
    qsort(names, *count, sizeof(*names), by_age);
    return names;
}

/* The oldest first; NULL stands behind the last. */
static const char **ids_in(struct arena *arena, int runs, size_t *count)
{
    const int copy = dup(runs); /* closedir() closes it */
    DIR *directory = copy < 0 ? NULL : fdopendir(copy);
    const struct named_recording *names = NULL;

    *count = 0;
    if (directory) {
        rewinddir(directory);
        names = read_names(arena, directory, count);
        closedir(directory);
    } else if (copy >= 0) {
        close(copy);
    }
    const char **ids = arena_array(arena, *count + 1, sizeof(*ids));
    for (size_t i = 0; i < *count; i++)
        ids[i] = names[i].id;
    return ids;
}

/* A folder that holds more than a recording stays: somebody put something there. */
static void remove_run(int runs, const char *id)
{
    const int folder = folder_below(runs, id, false);

    if (folder < 0)
        return;
    (void)unlinkat(folder, file_name, 0);
    close(folder);
    (void)unlinkat(runs, id, AT_REMOVEDIR);
}

static void remove_old(struct arena *arena, int runs)
{
    size_t count;
    const char **ids = ids_in(arena, runs, &count);

    for (size_t i = 0; i + RECORDINGS_KEPT < count; i++)
        remove_run(runs, ids[i]);
}

/* The folder of a new run: its time, and a number where there is one of that time already. */
static int make_folder(struct arena *arena, int runs, const char *base, const char **id)
{
    *id = base;
    for (int i = 2; i < ATTEMPTS; i++) {
        if (mkdirat(runs, *id, 0700) == 0)
            return folder_below(runs, *id, false);
        if (errno != EEXIST)
            return -1;
        *id = arena_printf(arena, "%s-%d", base, i);
    }
    return -1;
}

/* 2026-11-21T19:03:12 -> 20261121T190312Z-4f2a */
static const char *base_id(struct arena *arena, int64_t wall_ms, uint64_t seed)
{
    struct text id = text_new(arena);

    for (const char *c = date_text(arena, wall_ms); *c; c++)
        if (*c != '-' && *c != ':')
            text_add_bytes(&id, c, 1);
    text_addf(&id, "Z-%04x", (unsigned)(seed & 0xFFFF));
    return id.bytes;
}

struct recording_file *recording_create(struct arena *arena, const char *folder, int64_t wall_ms,
                                        uint64_t seed, const char **id, struct error *error)
{
    struct recording_file *file = arena_alloc(arena, sizeof(*file));
    const int runs = open_runs(folder, true);
    const int here = runs < 0 ? -1 : make_folder(arena, runs, base_id(arena, wall_ms, seed), id);

    file->fd = here < 0 ? -1
                        : openat(here, file_name,
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file->fd < 0)
        error_set(error, "%s: %s", file_join(arena, folder, ".cfnc/runs"), strerror(errno));
    else
        remove_old(arena, runs);
    if (here >= 0)
        close(here);
    if (runs >= 0)
        close(runs);
    return file->fd < 0 ? NULL : file;
}

/* In one piece where the system lets us, so that whoever is killed leaves whole lines. */
static bool write_line(void *context, const char *line, size_t length)
{
    const struct recording_file *file = context;

    return file_write_all(file->fd, line, length);
}

struct recording_sink recording_sink_of(struct recording_file *file)
{
    return (struct recording_sink){ write_line, file };
}

bool recording_close(struct recording_file *file)
{
    return close(file->fd) == 0;
}

const char *const *recording_ids(struct arena *arena, const char *folder)
{
    const int runs = open_runs(folder, false);
    static const char *const none[] = { NULL };
    size_t count;

    if (runs < 0)
        return none;
    const char *const *ids = ids_in(arena, runs, &count);
    close(runs);
    return ids;
}

const char *recording_path(struct arena *arena, const char *folder, const char *id)
{
    return file_join(arena, folder, arena_printf(arena, ".cfnc/runs/%s/%s", id, file_name));
}

/* Whatever looks like a path is one: a recording, or the folder of one. */
static const char *find_path(struct arena *arena, const char *folder, const char *name)
{
    const char *path = file_join(arena, folder, name);

    return file_is_folder(path) ? arena_printf(arena, "%s/%s", path, file_name) : path;
}

const char *recording_find(struct arena *arena, const char *folder, const char *name,
                           struct error *error)
{
    const char *const *ids = recording_ids(arena, folder), *found = NULL;
    const bool last = strcmp(name, "last") == 0 || strcmp(name, "latest") == 0;
    size_t count = 0;

    if (strchr(name, '/') ||
        (!*ids && !last && file_kind(file_join(arena, folder, name)) != FILE_NONE))
        return find_path(arena, folder, name);
    if (!*ids) {
        error_set(error, "%s: no run is recorded here; cfnc test records one, or pass -C DIR",
                  file_join(arena, folder, ".cfnc/runs"));
        return NULL;
    }
    for (; *ids; ids++)
        if (last || strncmp(*ids, name, strlen(name)) == 0) {
            count = last || strcmp(*ids, name) == 0 ? 1 : count + 1;
            found = *ids;
            if (strcmp(*ids, name) == 0)
                break;
        }
    if (count == 1)
        return recording_path(arena, folder, found);
    if (!count && file_kind(file_join(arena, folder, name)) != FILE_NONE)
        return find_path(arena, folder, name);
    error_set(error, "%s \"%s\"; \"cfnc list runs\" lists them",
              count ? "several runs begin with" : "no run is called", text_quote(arena, name, 60));
    return NULL;
}
