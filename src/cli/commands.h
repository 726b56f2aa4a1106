#ifndef CFNC_COMMANDS_H
#define CFNC_COMMANDS_H

#include "cfnc/engine/select.h"
#include "cfnc/option/command.h"
#include "cfnc/record/recording.h"
#include "cfnc/report/report.h"

/* What every command is made of, and what several of them share. */

/* Finds the command, reads its options and runs it. The exit code of the process. */
enum exit_code command_run(struct arena *arena, int argc, char *const *argv);

/* Says that there is no such command, and which was meant. */
enum exit_code command_missing(struct arena *arena, const char *name);

/* How runs end, for the help of commands that make or judge one. */
#define EXIT_CODES                                                                                 \
    "Exit: 0 passed  1 failed  2 usage  3 no handler  4 bad project  5 no test\n"                  \
    "      6 left behind  7 --global-timeout  8 no report  130, 143 interrupted\n"

/* Each ends with an exit code, and has printed why where that is not EXIT_OK. */
extern const struct command command_test, command_serve, command_list, command_check,
    command_validate, command_explain, command_generate, command_report, command_replay,
    command_cleanup, command_compare, command_invoke, command_doctor, command_config,
    command_completion, command_version, command_help;

/* --- Shared by list and others --- */

enum exit_code list_the_faults(struct arena *arena, const struct options *options);
enum exit_code list_runs(struct arena *arena, const struct options *options);
enum exit_code list_inputs(struct arena *arena, const struct options *options);

/* What --collect-only and "list tests" print. */
struct listing {
    const struct selection *selection;
    enum suite suite;
    const struct subject *subject; /* or NULL */
    const struct input_set *sets;
    size_t set_count;
    bool names_only;
    json *rows; /* an array that they are put into, instead of being printed; or NULL */
};
/* How many tests it found. */
size_t listing_print(struct arena *arena, const struct listing *listing);

/*
 * From now on SIGINT, SIGTERM and SIGHUP ask for a stop (stop.h), and the second of
 * them ends the program. Where there is nothing to tidy up, `said_when_idle` is said.
 */
void signals_catch(const char *said_when_idle);

/* --- Recordings and reports --- */

/* A recording of a file. NULL and the error. */
MUST_USE struct recording *recording_load(struct arena *arena, const char *path,
                                          struct error *error);

void recording_add_warning(struct arena *arena, struct recording *recording, const char *message);
/* For recording_judge() as the options want it: warns of what makes it another judgement. */
void recording_prepare(struct arena *arena, const struct options *options,
                       struct recording *recording);

/* Whether a run can be reported as --report asks; the error names the option. */
MUST_USE bool reports_check(struct arena *arena, const struct options *options,
                            struct error *error);
/* The reporters of --format; none where a report takes standard output. */
void reporters_choose(struct arena *arena, const struct options *options,
                      const struct console_options *console,
                      struct reporter reporters[STREAM_REPORTERS_MOST]);
/*
 * Writes them all; the error is of the first that could not be. Markdown without a file is added to
 * $GITHUB_STEP_SUMMARY where that is set, and so it is with --format github.
 */
MUST_USE bool reports_write(struct arena *arena, const struct options *options,
                            const struct runs *runs, struct error *error);
/* The same of runs that have been judged, with what --extract asks for; the exit code of all. */
enum exit_code reports_hand_out(struct arena *arena, const struct options *options,
                                const struct runs *runs);

/* What cfnc report alone is asked for, and its merge. */
struct report_options {
    const char *judge; /* which run, unless a word says; NULL: the last */
    bool list_runs;
    const char *extract; /* or NULL */
    const char *out;     /* or NULL */
};

/* cfnc report merge: several recordings, shards of runs put together. */
enum exit_code report_merge(struct arena *arena, const struct options *options);

#endif
