/*
 * Runs a fuzz target over the files, and the files of the folders, that its
 * command line names: what a fuzzer found once is a test for ever, with any compiler.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LARGEST = 8 << 20, LONGEST_PATH = 4096 };

static int replayed;

/* The target gets a block of exactly its size, so that a sanitizer sees a step too far. */
static bool replay_file(const char *path)
{
    static uint8_t read_into[LARGEST];
    FILE *file = fopen(path, "rb");

    if (!file) {
        perror(path);
        return false;
    }
    const size_t size = fread(read_into, 1, sizeof(read_into), file);
    fclose(file);
    uint8_t *const data = malloc(size ? size : 1);
    if (!data) {
        perror(path);
        return false;
    }
    memcpy(data, read_into, size);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return true;
}

static bool replay_folder(const char *path, DIR *folder)
{
    bool fine = true;

    for (const struct dirent *entry; (entry = readdir(folder));) {
        char file[LONGEST_PATH];

        if (entry->d_name[0] == '.')
            continue;
        snprintf(file, sizeof(file), "%s/%s", path, entry->d_name);
        fine = replay_file(file) && fine;
        replayed++;
    }
    return fine;
}

int main(int argc, char **argv)
{
    bool fine = true;

    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);

        if (folder) {
            fine = replay_folder(argv[i], folder) && fine;
            closedir(folder);
        } else {
            fine = replay_file(argv[i]) && fine;
            replayed++;
        }
    }
    printf("%d replayed\n", replayed);
    return fine && replayed ? EXIT_SUCCESS : EXIT_FAILURE;
}
