/*
 * Recordings of before the engine knew of protocols: they are read and judged as they were then.
 * tests/data/recordings/NAME.jsonl is a run, NAME.tap what was reported of it.
 */
#include <dirent.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/option/options.h"
#include "cfnc/suite/protocols.h"
#include "run_builtin.h"
#include "test.h"

static void is_judged_as_then(const char *path)
{
    static const struct reporter nobody[] = { { .self = NULL } };
    struct arena *arena = arena_new();
    struct error error = { .text = "" };
    size_t length = 0;
    const char *text = file_read(arena, path, 1 << 20, &length, &error);
    const char *stem = arena_copy(arena, path, strlen(path) - strlen(".jsonl"));
    const char *expected =
        file_read(arena, arena_printf(arena, "%s.tap", stem), 1 << 20, NULL, &error);
    struct recording *recording =
        text ? recording_read(arena, path, text, length, protocols, &error) : NULL;

    if (recording)
        options_rerun(arena, &recording->run.options);
    if (recording && expected && recording_judge(arena, recording, nobody, &error)) {
        check_text(report_as(arena, "tap", &recording->run), expected);
        check_number(recording->run.exit_code, recording->exit_code);
    }
    check_text(error.text, "");
    arena_free(arena);
}

static void each(void)
{
    DIR *folder = opendir(TEST_DATA "/recordings");
    size_t count = 0;

    check(folder != NULL);
    if (!folder)
        return;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        const char *end = strrchr(entry->d_name, '.');
        char path[512];

        if (!end || strcmp(end, ".jsonl") != 0)
            continue;
        snprintf(path, sizeof(path), "%s/recordings/%s", TEST_DATA, entry->d_name);
        is_judged_as_then(path);
        count++;
    }
    closedir(folder);
    check_number((long long)count, 7);
}

static const struct test tests[] = {
    { "recordings of before: each is judged as it was", each },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
