#include <stdio.h>
#include <string.h>

#include "cfnc/commands.h"
#include "cfnc/file.h"
#include "cfnc/recording.h"
#include "cfnc/text.h"

enum { LARGEST = 1 << 30 };

struct recording *recording_load(struct arena *arena, const char *path, struct error *error)
{
    size_t length;
    const char *text = file_read(arena, path, LARGEST, &length, error);

    return text ? recording_read(arena, path, text, length, error) : NULL;
}

static void warn(struct arena *arena, struct recording *recording, const char *message)
{
    struct warning **end = &recording->run.warnings;

    while (*end)
        end = &(*end)->next;
    *end = arena_alloc(arena, sizeof(**end));
    **end = (struct warning){ .code = "recording", .message = message, .file = recording->path };
}

/* What makes this judgement another one than the run's own. */
static void warn_of_recording(struct arena *arena, struct recording *recording)
{
    if (strcmp(recording->cfnc, CFNC_VERSION) != 0)
        warn(arena, recording,
             arena_printf(arena, "recorded by cfnc %s, judged by %s",
                          text_quote(arena, recording->cfnc, 40), CFNC_VERSION));
    if (!recording->ended)
        warn(arena, recording,
             arena_printf(arena, "%s: the run was killed, or goes on: its end is not there",
                          recording->path));
}

enum exit_code cmd_report(struct arena *arena, const struct options *options)
{
    struct console_options console = console_choose(options);
    struct reporter reporters[2] = { { 0 } };
    struct error error;

    if (!reports_check(arena, options, &error))
        return complain(EXIT_USAGE, "%s", error.text);
    const char *path = recording_find(arena, options->folder, options->judge, &error);
    struct recording *recording = path ? recording_load(arena, path, &error) : NULL;
    if (!recording)
        return complain(EXIT_PROJECT, "%s", error.text);
    warn_of_recording(arena, recording);
    if (options->no_exceptions)
        recording->run.waivers = NULL;
    console.redraw = false;
    if (!reports_to_stdout(arena, options))
        reporters[0] = console_reporter(arena, &console);
    if (!recording_judge(arena, recording, reporters, &error))
        return complain(EXIT_PROJECT, "%s", error.text);
    fflush(stdout);
    if (reports_write(arena, options, &recording->run, &error))
        return (enum exit_code)recording->run.exit_code;
    complain(EXIT_REPORT, "%s", error.text);
    return recording->run.exit_code == EXIT_OK ? EXIT_REPORT
                                               : (enum exit_code)recording->run.exit_code;
}

/* One line a run: what it was of, and how it ended. */
static void print_run(struct arena *arena, const char *folder, const char *id)
{
    struct error error;
    const struct recording *recording =
        recording_load(arena, recording_path(arena, folder, id), &error);

    if (!recording) {
        printf("%-24s %s\n", id, text_quote(arena, error.text, 0));
        return;
    }
    printf("%-24s %s  suite %s  seed %llu  %u calls  ", id, recording->run.type->name,
           suite_name(recording->run.options.suite),
           (unsigned long long)recording->run.options.seed, recording->calls);
    if (recording->ended)
        printf("exit %d\n", recording->exit_code);
    else
        puts("did not end");
}

enum exit_code list_runs(struct arena *arena, const struct options *options)
{
    for (const char *const *id = recording_ids(arena, options->folder); *id; id++) {
        struct arena *scratch = arena_new();

        if (options->names_only)
            puts(*id);
        else
            print_run(scratch, options->folder, *id);
        arena_free(scratch);
    }
    return EXIT_OK;
}
