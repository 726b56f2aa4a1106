/* Where recordings are: for their owner alone, the newest of them, and behind no link. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/record/recording.h"
#include "test.h"

static struct arena *arena;
static char folder[64];

static void begin(void)
{
    arena = arena_new();
    strcpy(folder, "/tmp/cfnc-recordings-XXXXXX");
    check(mkdtemp(folder) != NULL);
}

static const char *in_folder(const char *name)
{
    return arena_printf(arena, "%s/%s", folder, name);
}

static void remove_all(void)
{
    for (const char *const *id = recording_ids(arena, folder); *id; id++) {
        unlink(recording_path(arena, folder, *id));
        rmdir(in_folder(arena_printf(arena, ".cfnc/runs/%s", *id)));
    }
    unlink(in_folder(".cfnc/.gitignore"));
    rmdir(in_folder(".cfnc/runs"));
    rmdir(in_folder(".cfnc"));
    check_number(rmdir(folder), 0);
    arena_free(arena);
}

static const char *create_seeded(int64_t wall_ms, uint64_t seed, struct error *error)
{
    const char *id = NULL;
    struct recording_file *file = recording_create(arena, folder, wall_ms, seed, &id, error);

    if (!file)
        return NULL;
    const struct recording_sink sink = recording_sink_of(file);
    check(sink.write(sink.context, "{}\n", 3));
    check(recording_close(file));
    return id;
}

static const char *create(int64_t wall_ms, struct error *error)
{
    return create_seeded(wall_ms, 0x4f2a, error);
}

static int mode_of(const char *path)
{
    struct stat status = { 0 };

    check(lstat(path, &status) == 0);
    return (int)(status.st_mode & 07777);
}

static void for_its_owner_alone(void)
{
    struct error error = { .text = "" };

    begin();
    const char *id = create(1795288339854, &error);
    check_text(error.text, "");
    check_text(id, "20261121T191219Z-4f2a");
    check_text(create(1795288339999, &error), "20261121T191219Z-4f2a-2");
    check_text(file_read(arena, in_folder(".cfnc/.gitignore"), 10, NULL, &error), "*\n");
    check_number(mode_of(in_folder(".cfnc")), 0700);
    check_number(mode_of(in_folder(".cfnc/runs")), 0700);
    check_number(mode_of(file_folder(arena, recording_path(arena, folder, id))), 0700);
    check_number(mode_of(recording_path(arena, folder, id)), 0600);
    remove_all();
}

static void the_newest_are_kept(void)
{
    struct error error = { .text = "" };
    size_t count = 0;

    begin();
    for (int64_t i = 0; i < RECORDINGS_KEPT + 5; i++)
        check(create(1795288339854 + (i / 12) * 1000, &error) != NULL);
    const char *const *ids = recording_ids(arena, folder);
    while (ids[count])
        count++;
    check_number((long long)count, RECORDINGS_KEPT);
    check_text(ids[0], "20261121T191219Z-4f2a-6");
    check_text(ids[count - 1], "20261121T191221Z-4f2a");
    check_text(recording_find(arena, folder, "last", &error),
               recording_path(arena, folder, "20261121T191221Z-4f2a"));
    check_text(recording_find(arena, folder, "20261121T191221", &error),
               recording_path(arena, folder, "20261121T191221Z-4f2a"));
    check_text(recording_find(arena, folder, "20261121T191220Z-4f2a", &error),
               recording_path(arena, folder, "20261121T191220Z-4f2a"));
    check(!recording_find(arena, folder, "20261121T191220Z-", &error));
    check_contains(error.text, "several runs begin with");
    check(!recording_find(arena, folder, "2025", &error));
    check_contains(error.text, "no run is called \"2025\"");
    check_text(recording_find(arena, folder, "./x/run.jsonl", &error), in_folder("./x/run.jsonl"));
    remove_all();
}

/* Names begin with the second; which is the newest of one second, they do not say. */
static void two_of_one_second(void)
{
    struct error error = { .text = "" };

    begin();
    for (unsigned seed = 0; seed < 3; seed++) {
        const struct timespec times[2] = { { 1795288339, 0 }, { 1795288339, 1000000L * seed } };
        const char *id = create_seeded(1795288339854, 9 - seed, &error);

        check(id && utimensat(AT_FDCWD, in_folder(arena_printf(arena, ".cfnc/runs/%s", id)), times,
                              0) == 0);
    }
    check_text(recording_ids(arena, folder)[0], "20261121T191219Z-0009");
    check_text(recording_find(arena, folder, "latest", &error),
               recording_path(arena, folder, "20261121T191219Z-0007"));
    remove_all();
}

/* A link in the place of any of our folders leads nowhere. */
static void no_link_is_followed(void)
{
    static const char *const places[] = { ".cfnc", ".cfnc/runs" };
    struct error error;

    for (size_t i = 0; i < 2; i++) {
        begin();
        check_number(mkdir(in_folder("elsewhere"), 0700), 0);
        check(i == 0 || mkdir(in_folder(".cfnc"), 0700) == 0);
        check_number(symlink(in_folder("elsewhere"), in_folder(places[i])), 0);
        error = (struct error){ .text = "" };
        check(!create(1795288339854, &error));
        check_contains(error.text, ".cfnc/runs: ");
        check(*recording_ids(arena, folder) == NULL);
        check_number(rmdir(in_folder("elsewhere")), 0); /* nothing was put there */
        check(i == 1 || access(in_folder(".cfnc/.gitignore"), F_OK) != 0);
        unlink(in_folder(places[i]));
        remove_all();
    }
}

/* Others' things among ours are left alone, and a link is not gone through to remove. */
static void what_is_not_ours_stays(void)
{
    struct error error = { .text = "" };

    begin();
    check(create(1795288339854, &error) != NULL);
    check_number(mkdir(in_folder("elsewhere"), 0700), 0);
    check(file_write(arena, in_folder("elsewhere/run.jsonl"), "x", 1, &error));
    check_number(symlink(in_folder("elsewhere"), in_folder(".cfnc/runs/20200101T000000Z-0000")), 0);
    check_number(mkdir(in_folder(".cfnc/runs/notes"), 0700), 0);
    for (int64_t i = 0; i < RECORDINGS_KEPT + 2; i++)
        check(create(1795288340000 + i * 1000, &error) != NULL);
    check(file_exists(in_folder("elsewhere/run.jsonl")));
    check(file_is_folder(in_folder(".cfnc/runs/notes")));
    unlink(in_folder("elsewhere/run.jsonl"));
    rmdir(in_folder("elsewhere"));
    rmdir(in_folder(".cfnc/runs/notes"));
    unlink(in_folder(".cfnc/runs/20200101T000000Z-0000"));
    remove_all();
}

static void a_folder_that_cannot_be_written(void)
{
    struct error error = { .text = "" };

    begin();
    check(file_write(arena, in_folder(".cfnc"), "x", 1, &error));
    check(!create(1795288339854, &error));
    check_contains(error.text, ".cfnc/runs: Not a directory");
    unlink(in_folder(".cfnc"));
    remove_all();
}

static const struct test tests[] = {
    { "recordings: for their owner alone", for_its_owner_alone },
    { "recordings: the newest are kept, and found", the_newest_are_kept },
    { "recordings: two of one second", two_of_one_second },
    { "recordings: no link is followed", no_link_is_followed },
    { "recordings: what is not ours stays", what_is_not_ours_stays },
    { "recordings: a folder that cannot be written", a_folder_that_cannot_be_written },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
