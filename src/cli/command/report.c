/* cfnc report: a recorded run judged again, and what else can be had of it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/record/recording.h"
#include "cfnc/report/failure.h"
#include "cfnc/suite/protocols.h"
#include "cli/commands.h"
#include "cli/terminal.h"

enum { LARGEST = 1 << 30 };

struct recording *recording_load(struct arena *arena, const char *path, struct error *error)
{
    size_t length;
    const char *text = file_read(arena, path, LARGEST, &length, error);

    struct recording *recording =
        text ? recording_read(arena, path, text, length, protocols, error) : NULL;

    if (recording)
        options_rerun(arena, &recording->run.options);
    return recording;
}

void recording_add_warning(struct arena *arena, struct recording *recording, const char *message)
{
    warning_add(
        arena, &recording->run.warnings,
        (struct warning){ .code = "recording", .message = message, .file = recording->path });
}

void recording_prepare(struct arena *arena, const struct options *options,
                       struct recording *recording)
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
    if (options->no_exceptions)
        recording->run.waivers = NULL;
}

static bool is_merge(const struct options *options)
{
    return options->words.count && strcmp(options->words.items[0], "merge") == 0;
}

/* What the command line names: one run, in either way. */
static const char *wanted_run(const struct options *options, struct error *error)
{
    const struct report_options *own = options_own(options, IN_REPORT);
    const char *const *names = (const char *const *)options->words.items;

    if (options->words.count + (own->judge ? 1 : 0) > 1) {
        error_set(error, "report takes one RUN; \"cfnc report --list\" prints them");
        return NULL;
    }
    return names[0] ? names[0] : own->judge ? own->judge : "last";
}

/* --- --extract --- */

static const char standard_folder[] = "cfnc-calls";

struct extraction {
    struct arena *arena;
    const struct run *run;
    const char *wanted;
    const char *folder;
    struct error *error;
};

/* "c12", or 12; 0 when it is neither. */
static unsigned long call_number(const char *wanted)
{
    const char *digits = wanted + (*wanted == 'c');
    char *end;

    if (!*digits || digits[strspn(digits, "0123456789")])
        return 0;
    errno = 0;
    const unsigned long number = strtoul(digits, &end, 10);
    return errno ? 0 : number;
}

/* By its name, which may be a glob, with its inputs behind it or not, or by its id in reports. */
static bool is_named(const struct extraction *e, const struct outcome *outcome)
{
    const char *names[] = {
        outcome->name,
        arena_printf(e->arena, "%s[%s]", outcome->name, outcome->set->id),
        arena_printf(e->arena, "%s/handler_%s.py::%s", outcome->set->id, outcome->module,
                     outcome->name),
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(names[i], e->wanted) == 0 || text_glob(e->wanted, names[i]))
            return true;
    return false;
}

/* A test's calls, and those of the fixture that was set up for it. */
static bool is_wanted(const struct extraction *e, const struct call *call)
{
    const unsigned long number = call_number(e->wanted);

    if (number)
        return call->seq == number;
    if (is_named(e, call->owner))
        return true;
    for (const struct outcome *o = e->run->outcomes; o && !call->owner->test; o = o->next)
        if (o->fixture == call->owner && call->phase == PHASE_SETUP && is_named(e, o))
            return true;
    return false;
}

/* For its owner alone, and no link is followed. */
static bool write_file(struct extraction *e, const char *name, const char *text)
{
    const char *path = file_join(e->arena, e->folder, name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    const bool written = fd >= 0 && fchmod(fd, 0600) == 0 && dprintf(fd, "%s", text) >= 0;
    const int why = errno;
    const bool closed = fd < 0 || close(fd) == 0;

    return (written && closed) ||
           error_set(e->error, "%s: %s", path, strerror(written ? errno : why));
}

static bool write_json(struct extraction *e, const char *name, const json *value)
{
    return write_file(e, name, arena_printf(e->arena, "%s\n", json_print_pretty(e->arena, value)));
}

/* Nothing that a test or a handler is called is part of a file's name. */
static bool write_call(struct extraction *e, const struct call *call)
{
    const char *stem = arena_printf(e->arena, "%04u_%s", call->seq, action_name(call->action));
    const char *request = arena_printf(e->arena, "%s_request.json", stem);
    const char *ending = call->reply.value ? "json" : "txt";
    const char *response = arena_printf(e->arena, "%s_response.%s", stem, ending);
    const bool answered = call->reply.value || call->reply.body;

    if (call->request && !write_json(e, request, call->request))
        return false;
    if (call->reply.value ? !write_json(e, response, call->reply.value)
                          : answered && !write_file(e, response, call->reply.body))
        return false;
    printf("c%-4u %-6s %-24s %s %s\n", call->seq, action_name(call->action),
           call_end_text(e->arena, call), call->request ? request : "(request not kept)",
           answered ? response : "(no answer, or not kept)");
    return true;
}

/*
 * Writes the requests and answers of a call ("c12") or of a test's calls, as they were kept, into
 * files of --out that are their owner's alone, and prints which. False and the error.
 */
static bool extract(struct arena *arena, const struct options *options, const struct run *run,
                    struct error *error)
{
    const struct report_options *own = options_own(options, IN_REPORT);
    struct extraction e = {
        .arena = arena,
        .run = run,
        .wanted = own->extract,
        .folder = own->out ? own->out : standard_folder,
        .error = error,
    };
    size_t count = 0;

    for (const struct call *call = run->calls; call; call = call->next)
        count += is_wanted(&e, call);
    if (!count)
        return error_set(error,
                         "--extract %s: this run has no such call, and no test of that name that "
                         "called a handler; \"cfnc report -v\" shows them",
                         text_quote(arena, own->extract, 60));
    if (mkdir(e.folder, 0700) != 0 && (errno != EEXIST || !file_is_folder(e.folder)))
        return error_set(error, "--out %s: %s", text_quote(arena, e.folder, 100), strerror(errno));
    for (const struct call *call = run->calls; call; call = call->next)
        if (is_wanted(&e, call) && !write_call(&e, call))
            return false;
    return true;
}

/* --- The command --- */

enum exit_code reports_hand_out(struct arena *arena, const struct options *options,
                                const struct runs *runs)
{
    const struct report_options *own = options_own(options, IN_REPORT);
    struct error error;

    if (own->extract && !extract(arena, options, runs->items[0], &error))
        return complain(EXIT_USAGE, "%s", error.text);
    const enum exit_code code = own->extract ? EXIT_OK : runs_exit_code(runs);
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
    const char *path = recording_find(arena, options->subject.folder, name, error);
    struct recording *recording = path ? recording_load(arena, path, error) : NULL;

    if (!recording)
        return NULL;
    recording_prepare(arena, options, recording);
    return recording_judge(arena, recording, reporters, error) ? &recording->run : NULL;
}

static enum exit_code cmd_report(struct arena *arena, const struct options *options)
{
    const struct report_options *own = options_own(options, IN_REPORT);
    struct console_options console = console_choose(options);
    struct reporter reporters[STREAM_REPORTERS_MOST] = { { 0 } };
    struct error error;

    if (is_merge(options))
        return report_merge(arena, options);
    const char *name = wanted_run(options, &error);
    if (!name || !reports_check(arena, options, &error))
        return complain(EXIT_USAGE, "%s", error.text);
    if (own->list_runs)
        return list_runs(arena, options);
    console.redraw = false;
    if (!own->extract)
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

/* One line a run: what it was of, and how it ended. */
static void print_run(const json *row)
{
    const char *error = json_string(json_get(row, "error"));
    const json *code = json_get(row, "exit_code");

    printf("%-24s ", json_string(json_get(row, "id")));
    if (error)
        fputs(error, stdout);
    else
        printf("%s  suite %s  seed %s  %.0f calls  %s", json_string(json_get(row, "type")),
               json_string(json_get(row, "suite")), json_string(json_get(row, "seed")),
               json_number(json_get(row, "calls"), 0), json_string(json_get(row, "verdict")));
    if (json_type(code) == JSON_NUMBER)
        printf(" (exit %.0f)", json_number(code, 0));
    putchar('\n');
}

enum exit_code list_runs(struct arena *arena, const struct options *options)
{
    json *rows = json_array(arena);

    for (const char *const *id = recording_ids(arena, options->subject.folder); *id; id++) {
        struct arena *scratch = arena_new();
        struct error error = { .text = "" };

        if (options->names_only) {
            puts(*id);
        } else {
            const char *path = recording_path(scratch, options->subject.folder, *id);
            const struct recording *recording = recording_load(scratch, path, &error);

            json *row = json_append_object(rows);

            add_run(scratch, row, *id, recording, &error);
            if (!options->json)
                print_run(row);
        }
        arena_free(scratch);
    }
    if (options->json)
        puts(json_print_pretty(arena, rows));
    return EXIT_OK;
}

/* clang-format off */
static const struct option report_rows[] = {
    { .name = "judge", .argument = "RUN", .help = "the same as RUN [last]",
      .kind = OPTION_TEXT, .group = GROUP_TESTS, OWN(report, judge), .trust = TRUST_LINE },
    { .name = "list", .help = "print which runs there are",
      .kind = OPTION_FLAG, .group = GROUP_TESTS, OWN(report, list_runs), .trust = TRUST_LINE },
    { .name = "extract", .argument = "TEST|CALL",
      .help = "write the requests and answers of its calls",
      .kind = OPTION_TEXT, .group = GROUP_OUTPUT, OWN(report, extract), .trust = TRUST_LINE },
    { .name = "out", .argument = "DIR", .help = "where --extract writes [cfnc-calls]",
      .kind = OPTION_TEXT, .group = GROUP_OUTPUT, OWN(report, out), .trust = TRUST_LINE },
    { 0 },
};
/* clang-format on */

const struct command command_report = {
    .name = "report",
    .summary = "report on a recorded run, with no handler",
    .usage = "Usage: cfnc report [OPTION]... [RUN]\n"
             "       cfnc report merge [OPTION]... RUN...\n"
             "Hold the answers of a recorded run against the rules of this cfnc, and write the\n"
             "reports that were not asked for then. RUN is an id of --list or its beginning, a\n"
             "recording or its folder; without it, the last run.\n"
             "\n"
             "  cfnc report                           the last run, as it was on the terminal\n"
             "  cfnc report 20261121T19 -rR           another one; what it says of each rule\n"
             "  cfnc report --junit report.xml        a file\n"
             "  cfnc report --json -                  on standard output, and nothing else\n"
             "  cfnc report merge a.jsonl b.jsonl     shards of one run (test --shard 1/2) as one\n"
             "  cfnc report merge types/a types/b --junit all.xml   the last runs of projects\n"
             "\n",
    .ending = EXIT_CODES,
    .place = IN_REPORT,
    .options = report_rows,
    .own = sizeof(struct report_options),
    .run = cmd_report,
};
