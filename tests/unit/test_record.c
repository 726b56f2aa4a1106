/* What becomes of a recording that would be too large. */
#include <stdlib.h>
#include <unistd.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/file.h"
#include "cfnc/prepare/hold.h"
#include "cli/commands.h"
#include "run_builtin.h"
#include "test.h"

enum { ROOM = 30000 }; /* bytes that it may still have */

static char folder[] = "/tmp/cfnc-record-XXXXXX";
static struct record record;
static struct run *recorded;

static void note(struct arena *arena, struct run *run, void *context)
{
    (void)arena;
    (void)context;
    recorded = run;
}

static struct world *around(struct arena *arena, struct world *world, const void *context)
{
    (void)context;
    recorded->started_wall_ms = 1000;
    struct world *recording = record_begin(arena, folder, recorded, world, &record);
    record.written = RECORDING_LARGEST - ROOM;
    return recording;
}

static void a_recording_ends_where_it_is_full(void)
{
    const struct run_setting setting = { .suite = SUITE_FULL, .before = note, .around = around };
    const struct builtin_options options = { .stabilize = 0 };
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    size_t length = 0;

    check(mkdtemp(folder) != NULL);
    const struct run *run =
        run_builtin_set(arena, type_named(arena, "generated_id"), &options, &setting);
    check(run && run->exit_code == EXIT_OK); /* the run does not mind */
    check(record.full);
    record_end(&record, run);
    const char *path = recording_path(arena, folder, run->id);
    check(file_read(arena, path, 1 << 20, &length, &error) != NULL);
    check(length > ROOM / 2 && length < 3 * (size_t)ROOM); /* with the first lines, which fitted */
    const struct recording *read = recording_load(arena, path, &error);
    check_text(error.text, "");
    check(read && !read->ended && read->calls < run->call_count);
    unlink(path);
    rmdir(file_folder(arena, path));
    arena_free(arena);
}

static const struct test tests[] = {
    { "record: a recording ends where it is full", a_recording_ends_where_it_is_full },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
