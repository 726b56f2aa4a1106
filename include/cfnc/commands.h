#ifndef CFNC_COMMANDS_H
#define CFNC_COMMANDS_H

#include "cfnc/builtin.h"
#include "cfnc/events.h"
#include "cfnc/ledger.h"
#include "cfnc/lint.h"
#include "cfnc/options.h"
#include "cfnc/project.h"
#include "cfnc/recording.h"
#include "cfnc/reporter.h"
#include "cfnc/select.h"

/*
 * What can be typed after "cfnc". A command is a row; one that belongs to cfn,
 * or that is not there yet, is a row that says so.
 */
struct command {
    const char *name;
    const char *summary; /* one line, for the list of commands; NULL: not listed */
    const char *usage;   /* the beginning of its --help */
    const char *ending;  /* the end of its --help; or NULL */
    const char *refusal; /* why it cannot be run; NULL: it can */
    enum place place;
    enum exit_code (*run)(struct arena *arena, const struct options *options);
};

extern const struct command commands[]; /* ends with an empty row */

/* Finds the command, reads its options and runs it. The exit code of the process. */
enum exit_code command_run(struct arena *arena, int argc, char *const *argv);

/* Each of them ends with an exit code, and has printed why where that is not EXIT_OK. */
enum exit_code cmd_cleanup(struct arena *arena, const struct options *options);
enum exit_code cmd_completion(struct arena *arena, const struct options *options);
/*
 * --json is one object:
 *
 *      {"command": TEXT, "file": PATH or null, "preset": NAME or null, "ci": BOOLEAN,
 *       "options": [{"name": TEXT, "value": what there is, null for nothing; durations as
 *                    "90s" or "500ms", seeds as text, lists as arrays,
 *                    "origin": "default" | "cfnc.ini:3" | "cfnc.ini:3 [ci]" | "CFNC_NAME" |
 *                    "command line", "file": PATH and "line": N of what stands in a file,
 *                    "variable": NAME or null, "file_may_set": BOOLEAN}...],
 *       "unknown_variables": [{"name": NAME, "nearest": NAME, may be left out}...]}
 */
enum exit_code cmd_config(struct arena *arena, const struct options *options);
enum exit_code cmd_explain(struct arena *arena, const struct options *options);
enum exit_code cmd_test(struct arena *arena, const struct options *options);
enum exit_code cmd_serve(struct arena *arena, const struct options *options);
/*
 * Prints what there is, as words, as bare names (--names), or as an array of objects (--json):
 *
 *      tests    {"name", "other_name", "module", "markers": [...], "suites": [...], "fixture"}
 *      rules    {"id", "level", "suites": [...], "must", "hint", "source"}
 *      faults   {"name", "rule", "text"}
 *      inputs   {"id", "source", "files": [...], "problems": [...]}
 *      markers  {"name", "text"}
 *      runs     {"id", "type", "suite", "seed", "calls", "exit_code", "verdict"}, or "error"
 *      schemas  {"name", "text", "id"}
 *      presets  {"name"}
 *
 * What does not apply is null. Nothing is called, and no network asked.
 */
enum exit_code cmd_list(struct arena *arena, const struct options *options);
enum exit_code cmd_check(struct arena *arena, const struct options *options);
enum exit_code cmd_validate(struct arena *arena, const struct options *options);
enum exit_code cmd_compare(struct arena *arena, const struct options *options);
enum exit_code cmd_invoke(struct arena *arena, const struct options *options);
enum exit_code cmd_generate(struct arena *arena, const struct options *options);
/*
 * --json is one object:
 *
 *      {"checks": [{"name": "endpoint", "verdict": "ok" | "warning" | "problem" | "not looked at",
 *                   "note": what there is, or why it was not looked at; may be left out,
 *                   "problems": [TEXT...], "warnings": [TEXT...], "fixes": [COMMAND...]}...],
 *       "warnings": N, "problems": N, "exit_code": N}
 */
enum exit_code cmd_doctor(struct arena *arena, const struct options *options);
enum exit_code cmd_help(struct arena *arena, const struct options *options);
enum exit_code cmd_replay(struct arena *arena, const struct options *options);
enum exit_code cmd_report(struct arena *arena, const struct options *options);
enum exit_code cmd_version(struct arena *arena, const struct options *options);

/* Says that there is no such command, and which was meant. */
enum exit_code command_missing(struct arena *arena, const char *name);

/* The help of a command, as -h prints it; with its rare options, too, for --all. */
void help_print(struct arena *arena, const struct command *command, bool rare_too);
/*
 * All of it, for programs: {"version": TEXT, "commands": [{"name", "summary", "usage", "ending",
 * "options": [{"name", "letter", "argument", "default", "help", "group", "choices", "variable",
 * "repeatable", "rare", "file_may_set"}...]}...], "exit_codes": [{"code", "meaning"}...]}. What an
 * option has not is null.
 */
const char *help_json(struct arena *arena);
/* A manual page in roff: "cfnc.1" or "cfnc.ini.5". */
const char *man_page(struct arena *arena, const char *name);
/* What a shell reads to complete command lines; NULL: nobody knows the shell. */
const char *completion_script(struct arena *arena, const char *shell);
void faults_print(bool names_only);
enum exit_code list_runs(struct arena *arena, const struct options *options);
enum exit_code list_inputs(struct arena *arena, const struct options *options);

/* "cfnc: TEXT" on the error stream. Returns `code`, so that `return complain(...)` reads well. */
enum exit_code complain(enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * From now on SIGINT, SIGTERM and SIGHUP ask for a stop (stop.h), and the second of
 * them ends the program. Where there is nothing to tidy up, `said_when_idle` is said.
 */
void signals_catch(const char *said_when_idle);

/* What is tested: a project, a schema alone, or the built-in type. */
struct subject {
    struct project *project;
    const struct resource_type *type; /* NULL of modules and hooks */
    struct wallet *wallet;            /* NULL until somebody needs it */
    bool is_demo;                     /* the built-in type */
};

/* Where the options say that a project is. */
struct project_options options_project(const struct options *options);

/* The project alone; also when false is returned there is one, that is empty. */
MUST_USE bool subject_project(struct arena *arena, const struct options *options,
                              struct subject *subject, struct error *error);
/* Its type. */
MUST_USE bool subject_type(struct arena *arena, const struct options *options,
                           struct subject *subject, struct error *error);
/* What {{region}} and the like stand for in its inputs. */
void subject_locate(struct arena *arena, const struct options *options, struct subject *subject);

/* The project, its type configuration and its type. */
MUST_USE bool subject_find(struct arena *arena, const struct options *options,
                           struct subject *subject, struct error *error);
/* The same, and the inputs. */
MUST_USE bool subject_load(struct arena *arena, const struct options *options,
                           struct subject *subject, struct error *error);

/*
 * The built-in type, and its schema: Acme::Demo::Thing, or one that has what a fault
 * shows in. `faults` ends with NULL, or is NULL; the first that needs another decides.
 */
MUST_USE const struct resource_type *demo_type(struct arena *arena, const char *const *faults,
                                               struct error *error);
MUST_USE bool demo_schema(struct arena *arena, const char *const *faults,
                          struct json_source *source, struct error *error);

/*
 * The schema, the inputs and the schema of --against, looked over for the
 * checks of suites v2 and full. NULL and the error when one cannot be read.
 */
MUST_USE const struct lint *subject_lint(struct arena *arena, const struct options *options,
                                         const struct subject *subject, struct error *error);

/* Whether what goes into requests has its form; the error names the option. */
MUST_USE bool target_check(struct arena *arena, const struct options *options, struct error *error);

/* Where the handlers are, without credentials. */
struct target target_of(struct arena *arena, const struct options *options,
                        const struct subject *subject);
/* Whether the endpoint is a URL of a kind that can be one. Before that it must not be shown. */
MUST_USE bool target_check_endpoint(struct arena *arena, const struct target *target,
                                    struct error *error);
/* Whether AWS's own endpoint is in the region that requests are signed for. */
MUST_USE bool target_check_region(struct arena *arena, const struct target *target,
                                  struct error *error);
/* Warns of another region that the AWS tools would take, and returns it; NULL: there is none. */
const char *target_warn_of_region(struct arena *arena, const struct options *options,
                                  struct project *project);

/*
 * All of that: where the handlers are, with which credentials; the error says what cannot be
 * used. The redactor learns every secret that is found, then and later.
 */
MUST_USE bool target_aim(struct arena *arena, const struct options *options,
                         struct subject *subject, struct redactor *redactor, struct target *target,
                         struct error *error);

/*
 * --docker-image: whether it goes with the other options, and what a run needs
 * of the project then. What stands in the arguments of a container can be read
 * by others, so credentials, a type configuration and write-only values of
 * inputs are refused unless --expose-secrets was given.
 */
MUST_USE bool image_check(struct arena *arena, const struct options *options, struct error *error);
MUST_USE bool image_prepare(struct arena *arena, const struct options *options,
                            const struct subject *subject, struct error *error);
/* Whether a model of the user's own, which `what` names, may be shown there. */
MUST_USE bool image_may_show(const struct options *options, const struct resource_type *type,
                             const json *model, const char *what, struct error *error);
/* Puts the image into the target. */
void image_aim(struct arena *arena, const struct options *options, struct project *project,
               struct target *target);

/* The world of a target: an endpoint or an image. */
struct world *target_world(struct arena *arena, const struct target *target);

/* The type with what --redact-path calls secret; NULL of NULL. */
MUST_USE const struct resource_type *options_hide(struct arena *arena,
                                                  const struct options *options,
                                                  const struct resource_type *type,
                                                  struct error *error);

/*
 * A redactor that knows the credentials that this machine has: of the environment,
 * the profile, token files. With --no-redact nothing of the type's is secret to it.
 */
struct redactor *secrets_redactor(struct arena *arena, const struct options *options,
                                  const struct resource_type *type);

/* Opens the wallet of the options once, for whoever needs it first. */
enum credentials_outcome target_wallet(struct arena *arena, const struct options *options,
                                       struct subject *subject, struct error *error);

/* Puts that wallet into the target, or placeholders where none is needed. */
MUST_USE bool target_equip(struct arena *arena, const struct options *options,
                           struct subject *subject, struct redactor *redactor,
                           struct target *target, struct error *error);

/*
 * Holds the type configuration against the schema's typeConfiguration: what was
 * named must fit, of ~/.cfn-cli/typeConfiguration.json there is a warning.
 */
MUST_USE bool type_configuration_check(struct arena *arena, const struct subject *subject,
                                       struct error *error);

/*
 * Fills in the exports in inputs and overrides: those of --export and --exports,
 * else of CloudFormation, which is asked only when there are others. All names
 * that nobody exports are one error.
 */
MUST_USE bool inputs_fill_exports(struct arena *arena, const struct options *options,
                                  struct subject *subject, struct error *error);

/*
 * Asks STS for what handlers get, and whose it is, where an answer is needed:
 * the endpoint is not this machine, there is a role, or --ask-sts.
 */
MUST_USE bool target_authorise(struct arena *arena, const struct options *options,
                               struct target *target, struct project *project, struct error *error);

/* Whether somebody answers there, asked until the patience is over. Nothing is invoked. */
MUST_USE bool target_wait(const struct target *target, int64_t patience_ms, enum service *service,
                          struct error *error);
/* What to do when nobody does: lines, for behind "No handler was called." */
const char *target_advice(const struct target *target);

/*
 * Whether somebody answers there, asked until --wait-for-endpoint is over, and
 * has the function. When not, says so on the error stream. Nothing is invoked.
 */
MUST_USE bool target_ready(const struct options *options, const struct target *target,
                           enum service *service);

/* The built-in provider as the options want it. */
MUST_USE struct builtin *options_builtin(struct arena *arena, const struct options *options,
                                         const struct resource_type *type, struct error *error);

/* The folder of --schema-path, or of CFNC_SCHEMA_PATH; NULL when neither names one. */
const char *options_schema_path(const struct options *options);

/* What --suite and --seed say; a seed of at most seven digits is drawn where none was given. */
enum suite options_suite(const struct options *options);
uint64_t options_seed(const struct options *options);
/* How models are generated: --variant, and the coverage of --examples. */
struct generation options_generation(struct arena *arena, const struct options *options,
                                     const struct resource_type *type, uint64_t seed);

/* A selection as the options ask for it. */
MUST_USE struct selection *options_selection(struct arena *arena, const struct options *options,
                                             const char *const *names, struct error *error);

/* What --collect-only and "list tests" print. */
struct listing {
    const struct selection *selection;
    enum suite suite;
    const struct resource_type *type; /* or NULL */
    const struct input_set *sets;
    size_t set_count;
    bool names_only;
    json *rows; /* an array that they are put into, instead of being printed; or NULL */
};
/* How many tests it found. */
size_t listing_print(struct arena *arena, const struct listing *listing);

/*
 * The exceptions of contract-test-exceptions.json in the folder, those of other
 * types left out; none without the file. `today` is "2026-11-21", UTC: what
 * expired before does not count. The error is "FILE:LINE:COL: ...".
 */
MUST_USE bool exceptions_read(struct arena *arena, const char *folder,
                              const struct resource_type *type, const char *today,
                              struct waiver **waivers, struct error *error);
/* The same for a run, unless --no-exceptions; those that have expired become warnings. */
MUST_USE bool exceptions_take(struct arena *arena, const struct options *options,
                              const struct subject *subject, struct run *run, struct error *error);

/* Whether --dry-run can do what else is asked for; the error names the option. */
MUST_USE bool dry_run_check(const struct options *options, struct error *error);
/* Runs the suite on handlers in memory and prints what it came to. Nothing is called or written. */
enum exit_code dry_run(struct arena *arena, const struct options *options, struct run *run,
                       const struct selection *selection);

/* The width of the terminal; 80 where there is none. */
int terminal_columns(void);

/* Whether a build server runs this: by the variables that those set. */
bool terminal_in_ci(void);

/* How this terminal, or this log, is written to. */
struct console_options console_choose(const struct options *options);

/* A run that is being recorded; all NULL when it is not. */
struct record {
    struct recording_file *file;
    struct recorder *recorder;
    struct recording_sink sink; /* of the file */
    size_t written;             /* bytes */
    bool full;                  /* RECORDING_LARGEST: nothing more is written */
};

/*
 * Begins to record the run below the folder, unless --no-record; sets run->id. The
 * world that is to be used then. What cannot be recorded is complained of, and runs.
 */
struct world *record_begin(struct arena *arena, const struct options *options, const char *folder,
                           struct run *run, struct world *world, struct record *record);
void record_end(const struct record *record, const struct run *run);

/* A project that one process at a time works in, and its ledger. All zero: none is held. */
struct hold {
    struct ledger_lock *lock;
    struct ledger *ledger;
};

/* Locks the project (waiting as --wait-for-lock says) and opens its ledger. False and the error. */
MUST_USE bool hold_project(struct arena *arena, const struct options *options, const char *folder,
                           struct hold *hold, struct error *error);
void hold_end(struct hold *hold);

/* A recording of a file. NULL and the error. */
MUST_USE struct recording *recording_load(struct arena *arena, const char *path,
                                          struct error *error);

/* A warning of the run that is judged; and those that make this another judgement than its own. */
void recording_add_warning(struct arena *arena, struct recording *recording, const char *message);
void recording_warn(struct arena *arena, struct recording *recording);

/* Whether a run can be reported as --report asks; the error names the option. */
MUST_USE bool reports_check(struct arena *arena, const struct options *options,
                            struct error *error);
/* Whether one of the reports goes to standard output, which then shows nothing else. */
bool reports_to_stdout(struct arena *arena, const struct options *options);
/*
 * --extract: writes the requests and answers of a call ("c12") or of a test's calls, as they were
 * kept, into files of --out that are their owner's alone, and prints which. False and the error.
 */
MUST_USE bool extract(struct arena *arena, const struct options *options, const struct run *run,
                      struct error *error);

/* The reporters of --format; none where a report takes standard output. */
void reporters_choose(struct arena *arena, const struct options *options,
                      const struct console_options *console,
                      struct reporter reporters[LIVE_REPORTERS_MOST]);
/*
 * Writes them all; the error is of the first that could not be. Markdown without a file is added to
 * $GITHUB_STEP_SUMMARY where that is set, and so it is with --format github.
 */
MUST_USE bool reports_write(struct arena *arena, const struct options *options,
                            const struct runs *runs, struct error *error);
/* The same of runs that have been judged, with what --extract asks for; the exit code of all. */
enum exit_code reports_hand_out(struct arena *arena, const struct options *options,
                                const struct runs *runs);

/* cfnc report merge: several recordings, shards of runs put together. */
enum exit_code report_merge(struct arena *arena, const struct options *options);

#endif
