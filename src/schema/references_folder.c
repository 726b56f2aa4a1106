/*
 * The folder of documents that a schema refers to by their URIs. It is looked
 * through once, when the first URI is met that nothing else explains, and only
 * so far: it may be somebody's home. Folders behind symbolic links and hidden
 * ones are left out, files behind links are not.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cfnc/base/file.h"
#include "schema_private.h"

enum { ENTRIES_MOST = 20000, FOLDERS_DEEPEST = 32, FILE_LARGEST = 8 * 1024 * 1024 };
#define BYTES_MOST ((size_t)256 * 1024 * 1024)

struct folder {
    struct name_table files; /* by the URIs of their documents; the first that has one */
    size_t entries, bytes;   /* looked at */
    const char *unreadable;  /* the first file that looks like one but is no JSON; or NULL */
    int trouble;             /* errno of the folder itself */
};

static bool is_full(const struct folder *f)
{
    return f->entries >= ENTRIES_MOST || f->bytes >= BYTES_MOST;
}

/* Remembers a document by the $id of its root. What has none, and what is no JSON, is passed by. */
static void add_file(struct compiler *c, const char *file)
{
    struct folder *f = c->folder;
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
    const char *kept = arena_copy(c->arena, file, strlen(file));
    if (looks && !root && !f->unreadable)
        f->unreadable = kept;
    const char *uri =
        id ? uri_resolve(scratch, references_file_uri(scratch, file), id, &fragment) : NULL;
    if (uri && !name_table_get(&f->files, uri))
        name_table_set(c->arena, &f->files, uri, kept);
    arena_free(scratch);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names in a folder, sorted; NULL and errno when it cannot be read. */
static const char **read_names(struct arena *arena, const char *path, size_t *count)
{
    DIR *open = opendir(path);
    size_t most = 0;

    if (!open)
        return NULL;
    while (most < ENTRIES_MOST && readdir(open))
        most++;
    const char **names = arena_array(arena, most, sizeof(*names));
    rewinddir(open);
    for (const struct dirent *entry; *count < most && (entry = readdir(open));)
        if (entry->d_name[0] != '.')
            names[(*count)++] = arena_copy(arena, entry->d_name, strlen(entry->d_name));
    closedir(open);
    qsort(names, *count, sizeof(*names), by_name);
    return names;
}

static void add_folder(struct compiler *c, const char *path, int depth)
{
    struct arena *scratch = arena_new();
    size_t count = 0;
    const char **names = read_names(scratch, path, &count);
    struct stat status;

    if (!names && !depth)
        c->folder->trouble = errno;
    for (size_t i = 0; names && i < count && !is_full(c->folder); i++) {
        const char *file = arena_printf(scratch, "%s/%s", path, names[i]);

        c->folder->entries++;
        if (lstat(file, &status) != 0)
            continue;
        if (S_ISDIR(status.st_mode) && depth < FOLDERS_DEEPEST)
            add_folder(c, file, depth + 1);
        else if (S_ISREG(status.st_mode) || S_ISLNK(status.st_mode))
            add_file(c, file);
    }
    arena_free(scratch);
}

const char *folder_find(struct compiler *c, const char *uri)
{
    if (c->path && !c->folder) {
        c->folder = arena_alloc(c->arena, sizeof(*c->folder));
        add_folder(c, c->path, 0);
    }
    return c->folder ? name_table_get(&c->folder->files, uri) : NULL;
}

const char *folder_blame(const struct compiler *c)
{
    const struct folder *f = c->folder;

    if (!c->path)
        return "save it, and name its folder with --schema-path";
    const char *path = text_quote(c->arena, c->path, 80);
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
