#include <stdio.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/record/recording.h"
#include "cfnc/suite/resource.h"
#include "cli/commands.h"
#include "cli/terminal.h"

enum { LARGEST = 1 << 30 };

struct recording *recording_load(struct arena *arena, const char *path, struct error *error)
{
    size_t length;
    const char *text = file_read(arena, path, LARGEST, &length, error);

    return text ? recording_read(arena, path, text, length, protocols, error) : NULL;
}

void recording_add_warning(struct arena *arena, struct recording *recording, const char *message)
{
    struct warning **end = &recording->run.warnings;

    while (*end)
        end = &(*end)->next;
    *end = arena_alloc(arena, sizeof(**end));
    **end = (struct warning){ .code = "recording", .message = message, .file = recording->path };
}

void recording_warn(struct arena *arena, struct recording *recording)
{
    if (strcmp(recording->cfnc, CFNC_VERSION) != 0)
        recording_add_warning(arena, recording,
                              arena_printf(arena, "recorded by cfnc %s, judged by %s",
                                           text_quote(arena, recording->cfnc, 40), CFNC_VERSION));
    if (!recording->ended)
        recording_add_warning(
            arena, recording,
            arena_printf(arena, "%s: the run was killed, or goes on: its end is not there",
                         recording->path));
}

static bool is_merge(const struct options *options)
{
    return options->tests.count && strcmp(options->tests.items[0], "merge") == 0;
}

/* What the command line names: one run, in either way. */
static const char *wanted_run(const struct options *options, struct error *error)
{
    const char *const *names = (const char *const *)options->tests.items;

    if (options->tests.count + (options->judge ? 1 : 0) > 1) {
        error_set(error, "report takes one RUN; \"cfnc report --list\" prints them");
        return NULL;
    }
    return names[0] ? names[0] : options->judge ? options->judge : "last";
}

enum exit_code reports_hand_out(struct arena *arena, const struct options *options,
                                const struct runs *runs)
{
    struct error error;

    if (options->extract && !extract(arena, options, runs->items[0], &error))
        return complain(EXIT_USAGE, "%s", error.text);
    const enum exit_code code = options->extract ? EXIT_OK : runs_exit_code(runs);
    fflush(stdout);
    if (reports_write(arena, options, runs, &error))
        return code;
    complain(EXIT_REPORT, "%s", error.text);
    return code == EXIT_OK ? EXIT_REPORT : code;
}

/* The run that is named, judged as it was recorded and told meanwhile. */
static struct run *judge_again(struct arena *arena, const struct options *options, const char *name,
                               const struct reporter *reporters, struct error *error)
{
    const char *path = recording_find(arena, options->folder, name, error);
    struct recording *recording = path ? recording_load(arena, path, error) : NULL;

    if (!recording)
        return NULL;
    recording_warn(arena, recording);
    if (options->no_exceptions)
        recording->run.waivers = NULL;
    return recording_judge(arena, recording, reporters, error) ? &recording->run : NULL;
}

enum exit_code cmd_report(struct arena *arena, const struct options *options)
{
    struct console_options console = console_choose(options);
    struct reporter reporters[STREAM_REPORTERS_MOST] = { { 0 } };
    struct error error;

    if (is_merge(options))
        return report_merge(arena, options);
    const char *name = wanted_run(options, &error);
    if (!name || !reports_check(arena, options, &error))
        return complain(EXIT_USAGE, "%s", error.text);
    if (options->list_runs)
        return list_runs(arena, options);
    console.redraw = false;
    if (!options->extract)
        reporters_choose(arena, options, &console, reporters);
    const struct run *run = judge_again(arena, options, name, reporters, &error);
    return run ? reports_hand_out(arena, options, &(struct runs){ &run, 1 })
               : complain(EXIT_PROJECT, "%s", error.text);
}

/* What an exit code says of a run, in a word. */
static const char *verdict_of(const struct recording *recording)
{
    static const struct {
        int code;
        const char *word;
    } words[] = { { EXIT_OK, "passed" },           { EXIT_TEST_FAILED, "failed" },
                  { EXIT_LEFT_BEHIND, "leaked" },  { EXIT_TIMED_OUT, "timed out" },
                  { EXIT_INTERRUPTED, "stopped" }, { EXIT_TERMINATED, "stopped" } };

    for (size_t i = 0; recording->ended && i < sizeof(words) / sizeof(words[0]); i++)
        if (words[i].code == recording->exit_code)
            return words[i].word;
    return recording->ended ? "ended" : "did not end";
}

/* One line a run: what it was of, and how it ended. */
static void print_run(struct arena *arena, const char *id, const struct recording *recording,
                      const struct error *error)
{
    if (!recording) {
        printf("%-24s %s\n", id, text_quote(arena, error->text, 0));
        return;
    }
    printf("%-24s %s  suite %s  seed %llu  %u calls  %s", id, recording->run.subject->name,
           suite_name(recording->run.options.suite),
           (unsigned long long)recording->run.options.seed, recording->calls,
           verdict_of(recording));
    if (recording->ended)
        printf(" (exit %d)", recording->exit_code);
    putchar('\n');
}

static void add_run(struct arena *arena, json *row, const char *id,
                    const struct recording *recording, const struct error *error)
{
    json_set_string(row, "id", id);
    if (!recording) {
        json_set_string(row, "error", text_quote(arena, error->text, 0));
        return;
    }
    json_set_string(row, "type", recording->run.subject->name);
    json_set_string(row, "suite", suite_name(recording->run.options.suite));
    json_set_string(row, "seed",
                    arena_printf(arena, "%llu", (unsigned long long)recording->run.options.seed));
    json_set_number(row, "calls", recording->calls);
    if (recording->ended)
        json_set_number(row, "exit_code", recording->exit_code);
    else
        json_set(row, "exit_code", NULL);
    json_set_string(row, "verdict", verdict_of(recording));
}

enum exit_code list_runs(struct arena *arena, const struct options *options)
{
    json *rows = json_array(arena);

    for (const char *const *id = recording_ids(arena, options->folder); *id; id++) {
        struct arena *scratch = arena_new();
        struct error error = { "" };

        if (options->names_only) {
            puts(*id);
        } else {
            const char *path = recording_path(scratch, options->folder, *id);
            const struct recording *recording = recording_load(scratch, path, &error);

            if (options->json)
                add_run(scratch, json_append_object(rows), *id, recording, &error);
            else
                print_run(scratch, *id, recording, &error);
        }
        arena_free(scratch);
    }
    if (options->json)
        puts(json_print_pretty(arena, rows));
    return EXIT_OK;
}
