#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "references_private.h"

/*
 * The folder of documents that a schema refers to by their URIs. It is looked
 * through once, when the first URI is met that nothing else explains, and only
 * so far: it may be somebody's home. Folders behind symbolic links and hidden
 * ones are left out, files behind links are not.
 */
enum { ENTRIES_MOST = 20000, FOLDERS_DEEPEST = 32, FILE_LARGEST = 8 * 1024 * 1024 };
#define BYTES_MOST ((size_t)256 * 1024 * 1024)

struct found {
    const char *uri, *file;
    struct found *next;
};

struct folder {
    struct found *first, **end; /* in the order of their names */
    size_t entries, bytes;      /* looked at */
    const char *unreadable;     /* the first file that looks like one but is no JSON; or NULL */
    int trouble;                /* errno of the folder itself */
};

static bool is_full(const struct folder *f)
{
    return f->entries >= ENTRIES_MOST || f->bytes >= BYTES_MOST;
}

/* Remembers a document by the $id of its root. What has none, and what is no JSON, is passed by. */
static void add_file(struct compiler *c, struct folder *f, const char *file)
{
    struct arena *scratch = arena_new();
    struct error ignored;
    size_t length = 0;
    const char *text = file_read(scratch, file, FILE_LARGEST, &length, &ignored);
    const char *fragment;

    f->bytes += length;
    const bool looks =
        text && text[strspn(text, "\xEF\xBB\xBF \t\r\n")] == '{' && strstr(text, "\"$id\"");
    const json *root = looks ? json_parse(scratch, text, length, &ignored) : NULL;
    const char *id = json_string(json_get(root, "$id"));
    if (looks && !root && !f->unreadable)
        f->unreadable = arena_copy(c->arena, file, strlen(file));
    if (id) {
        struct found *found = arena_alloc(c->arena, sizeof(*found));
        const char *base = references_file_uri(scratch, file);

        found->uri = uri_resolve(c->arena, base, id, &fragment);
        found->file = arena_copy(c->arena, file, strlen(file));
        *f->end = found;
        f->end = &found->next;
    }
    arena_free(scratch);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct entries {
    const char **items;
    size_t count, room;
};

static void add_name(struct arena *arena, struct entries *list, const char *name)
{
    if (list->count == list->room) {
        const size_t room = list->room ? list->room * 2 : 32;
        const char **items = arena_array(arena, room, sizeof(*items));

        if (list->count)
            memcpy(items, list->items, list->count * sizeof(*items));
        list->items = items;
        list->room = room;
    }
    list->items[list->count++] = arena_copy(arena, name, strlen(name));
}

/* The names in a folder, sorted. False and errno when it cannot be read. */
static bool read_names(struct arena *arena, const char *path, struct entries *list)
{
    DIR *open = opendir(path);

    if (!open)
        return false;
    for (const struct dirent *entry; list->count < ENTRIES_MOST && (entry = readdir(open));)
        if (entry->d_name[0] != '.')
            add_name(arena, list, entry->d_name);
    closedir(open);
    if (list->count)
        qsort(list->items, list->count, sizeof(*list->items), by_name);
    return true;
}

static void add_folder(struct compiler *c, struct folder *f, const char *path, int depth)
{
    struct arena *scratch = arena_new();
    struct stat status;
    struct entries list = { NULL, 0, 0 };

    if (!read_names(scratch, path, &list) && !depth)
        f->trouble = errno;
    for (size_t i = 0; i < list.count && !is_full(f); i++) {
        const char *file = arena_printf(scratch, "%s/%s", path, list.items[i]);

        f->entries++;
        if (lstat(file, &status) != 0)
            continue;
        if (S_ISDIR(status.st_mode) && depth < FOLDERS_DEEPEST)
            add_folder(c, f, file, depth + 1);
        else if (S_ISREG(status.st_mode) || S_ISLNK(status.st_mode))
            add_file(c, f, file);
    }
    arena_free(scratch);
}

const char *folder_find(struct compiler *c, const char *uri)
{
    if (!c->path)
        return NULL;
    if (!c->folder) {
        c->folder = arena_alloc(c->arena, sizeof(*c->folder));
        c->folder->end = &c->folder->first;
        add_folder(c, c->folder, c->path, 0);
    }
    for (const struct found *found = c->folder->first; found; found = found->next)
        if (strcmp(found->uri, uri) == 0)
            return found->file;
    return NULL;
}

const char *folder_blame(const struct compiler *c)
{
    const char *path = c->path ? text_quote(c->arena, c->path, 80) : NULL;
    const struct folder *f = c->folder;

    if (!path)
        return "save it, and name its folder with --schema-path";
    if (f && f->trouble)
        return arena_printf(c->arena, "the folder of --schema-path, %s: %s", path,
                            strerror(f->trouble));
    if (f && is_full(f))
        return arena_printf(
            c->arena,
            "only part of %s was looked through; name a smaller folder with --schema-path", path);
    if (f && f->unreadable)
        return arena_printf(c->arena, "no file below %s has this $id, but %s is no JSON", path,
                            text_quote(c->arena, f->unreadable, 80));
    return arena_printf(c->arena, "save it below %s, with this $id at its root", path);
}
