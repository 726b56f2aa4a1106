#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"

void must_be_plain(const char *text, size_t length, bool lines)
{
    for (size_t i = 0; i < length;) {
        if (text[i] >= ' ' && text[i] <= '~') { /* nearly all of it */
            i++;
            continue;
        }
        const size_t bytes = text_utf8_length(text + i);
        unsigned code;

        must(bytes && i + bytes <= length);
        must(!text_harmful(text + i, &code) || (lines && code == '\n'));
        i += bytes;
    }
}

void must_be_told(const struct error *error)
{
    must(error->text[0]);
    must_be_plain(error->text, strlen(error->text), false);
}

char *fuzz_text(struct arena *arena, const uint8_t *data, size_t size)
{
    return arena_copy(arena, (const char *)data, size);
}

/* In place of the system's: a target waits for no disk. */
int fsync(int fd)
{
    (void)fd;
    return 0;
}

static char folder[512];

static void remove_below(const char *path)
{
    DIR *directory = opendir(path);

    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        char below[1024];

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(below, sizeof(below), "%s/%s", path, entry->d_name);
        if (unlink(below) != 0) {
            remove_below(below);
            (void)rmdir(below);
        }
    }
    if (directory)
        closedir(directory);
}

void fuzz_empty(void)
{
    remove_below(fuzz_folder());
}

static void leave_nothing(void)
{
    remove_below(folder);
    (void)rmdir(folder);
}

const char *fuzz_folder(void)
{
    const char *place = getenv("TMPDIR");

    if (*folder)
        return folder;
    snprintf(folder, sizeof(folder), "%s/cfnc-fuzz-XXXXXX", place && *place ? place : "/tmp");
    must(mkdtemp(folder) && atexit(leave_nothing) == 0);
    return folder;
}

const char *fuzz_path(struct arena *arena, const char *name)
{
    return arena_printf(arena, "%s/%s", fuzz_folder(), name);
}

void fuzz_put(struct arena *arena, const char *name, const char *bytes, size_t length)
{
    const char *path = fuzz_path(arena, name);

    (void)mkdir(file_folder(arena, path), 0700);
    FILE *file = fopen(path, "wb");
    must(file && fwrite(bytes, 1, length, file) == length);
    must(fclose(file) == 0);
}
