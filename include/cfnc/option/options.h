#ifndef CFNC_OPTIONS_H
#define CFNC_OPTIONS_H

#include <stdint.h>

#include "cfnc/engine/record.h"
#include "cfnc/option/config_file.h"
#include "cfnc/report/report.h"

/*
 * The command line, and what stands in for it: variables and cfnc.ini. Every option is a row:
 * parsing, defaults, --help, the manual and "did you mean" read the same table, so nothing about
 * an option is written twice.
 *
 * A value is that of the highest place which names it, and lists are not added up, but for what
 * is to be hidden:
 *
 *      the command line
 *      of cfnc test, what CFNC_ADDOPTS adds to it
 *      likewise PYTEST_ADDOPTS, as far as it is about what cfnc has
 *      the variable CFNC_NAME (CFNC_WAIT_FOR_LOCK of --wait-for-lock)
 *      [preset NAME] of cfnc.ini, with --preset NAME
 *      [ci] of cfnc.ini, where a CI runs cfnc
 *      [COMMAND] of cfnc.ini, such as [test]
 *      cfnc.ini, in front of any section
 *      ~/.config/cfnc/cfnc.ini, the user's own: of what is shown, never of what is tested
 *      the default
 */
struct list {
    const char **items; /* NULL-terminated, never NULL itself */
    size_t count;
};

struct seed {
    bool given;
    uint64_t value;
};

enum { OPTION_LIMIT = 320, COMMANDS_MOST = 32 };

/* Where a value comes from, the lowest first. */
enum origin_kind {
    ORIGIN_DEFAULT,
    ORIGIN_USER,    /* the user's own file */
    ORIGIN_FILE,    /* cfnc.ini, in front of any section */
    ORIGIN_COMMAND, /* its [test] and the like */
    ORIGIN_CI,
    ORIGIN_PRESET,
    ORIGIN_VARIABLE,
    ORIGIN_PYTEST, /* PYTEST_ADDOPTS, and then CFNC_ADDOPTS: words for a command line */
    ORIGIN_ADDED,
    ORIGIN_LINE /* the command line */
};

struct origin {
    enum origin_kind kind;
    int line;             /* of a file; else 0 */
    const char *variable; /* "CFNC_ENDPOINT"; or NULL */
};

/* Where an option may stand: after which command, or behind "--". */
enum command_place {
    IN_TEST = 1 << 0,
    IN_SERVE = 1 << 1,
    IN_LIST = 1 << 2,
    IN_HELP = 1 << 3,
    BEHIND = 1 << 4, /* behind "--" of cfnc test: what pytest would have got */
    IN_CHECK = 1 << 5,
    IN_VALIDATE = 1 << 6,
    IN_EXPLAIN = 1 << 7,
    IN_GENERATE = 1 << 8,
    IN_COMPARE = 1 << 9,
    IN_INVOKE = 1 << 10,
    IN_REPORT = 1 << 11,
    IN_DOCTOR = 1 << 12,
    IN_CLEANUP = 1 << 13,
    IN_CONFIG = 1 << 14,
    IN_COMPLETION = 1 << 15,
    IN_VERSION = 1 << 16,
    IN_REPLAY = 1 << 17
};

/* Which handlers are called, for whom, and how long that may take. */
struct target_options {
    const char *endpoint, *function_name;
    const char *docker_image; /* or NULL */
    bool demo;                /* the built-in handlers */
    const char *region, *profile, *account_id;
    const char *role_arn, *source_account, *source_arn, *log_group_name, *log_role_arn;
    bool offline, ask_sts, expose_secrets;
    int64_t connect_timeout_ms, wait_for_endpoint_ms, enforce_timeout_ms;
};

/* What is tested: a project, a schema or the built-in type, and what its inputs stand for. */
struct subject_options {
    const char *folder;
    bool sought;          /* no -C says what `folder` is: it was found above this one */
    const char *stranger; /* a project above that belongs to somebody else; or NULL */
    const char *schema, *schema_path, *type_configuration;
    const char *against; /* of validate and test */
    struct list faults;  /* of the built-in type */
    struct list exports; /* "NAME=VALUE" */
    const char *exports_file, *cloudformation;
    struct list redact_paths; /* "/properties/Name" */
};

/* Which tests. */
struct filter_options {
    const char *suite, *k, *m, *shard;
    struct list deselect;
};

/* Which models are generated. */
struct model_options {
    struct seed seed;
    const char *variant;
    int examples, shrink;
};

/* What was asked for; what a command has no option for keeps its default. */
struct options {
    void *own[COMMANDS_MOST]; /* the struct of each command's own options, by commands[] */
    bool help;
    struct list words; /* those that are no options: TESTs of test, what to list of list */

    struct target_options target;
    struct subject_options subject;
    struct filter_options filter;
    struct model_options model;
    bool collect_only, names_only, dry_run, no_exceptions, no_record, no_redact, no_preflight;

    int maxfail;
    int64_t stabilize_timeout_ms, teardown_timeout_ms, wait_for_lock_ms;

    struct console_options console; /* what options say of it; console_choose() adds the rest */
    const char *colour, *format;
    struct list reports; /* "FORMAT[:PATH]" */
    bool json;

    int stabilize, port, page_size, preload; /* of the built-in provider */
    int64_t delay_ms;                        /* likewise */
    bool list_faults;

    const char *config, *preset; /* NULL: cfnc.ini where there is one, none */
    bool no_config;
    const struct config_file *file;      /* what was read; or NULL */
    const struct config_file *user_file; /* likewise, the user's own */
    bool in_ci;                          /* a CI runs cfnc, so that [ci] counts */
    enum command_place about;            /* whose options these are: of config, another command's */
    struct origin origins[OPTION_LIMIT]; /* by row of option_rows() */

    const char *const *argv;  /* the whole command line, for the report; NULL-terminated */
    struct list ignored;      /* pytest's options that are accepted and change nothing */
    bool given[OPTION_LIMIT]; /* by row of option_rows() */
};

enum option_kind {
    OPTION_FLAG,       /* bool */
    OPTION_UP,         /* int, one more each time */
    OPTION_DOWN,       /* int, one less each time */
    OPTION_TEXT,       /* const char *, not empty */
    OPTION_EXPRESSION, /* const char *, may be empty */
    OPTION_WORD,       /* const char *, one of `choices` */
    OPTION_LETTERS,    /* const char *, only letters of choices[0] */
    OPTION_LIST,       /* struct list; `value` in front of each item */
    OPTION_NUMBER,     /* int, from 0 to `most` */
    OPTION_DURATION,   /* int64_t, milliseconds */
    OPTION_SEED,       /* struct seed */
    OPTION_LOG_LEVEL,  /* int verbosity, out of "DEBUG" or "log_cli_level=DEBUG" */
    OPTION_IGNORED,    /* accepted, no effect, named in options.ignored */
    OPTION_REFUSED     /* an error: `help` says why and what to do instead */
};

enum option_group {
    GROUP_HIDDEN, /* works, but --help does not name it */
    GROUP_TARGET,
    GROUP_SCHEMA,
    GROUP_LEFTOVERS,
    GROUP_REPLAY,
    GROUP_TESTS,
    GROUP_TIME,
    GROUP_MODELS,
    GROUP_OUTPUT,
    GROUP_BUILTIN,
    GROUP_SETTINGS
};

/*
 * Whom a value is taken from besides the command line. cfnc.ini may have come with a project
 * that somebody else wrote: it must not choose whose credentials are sent, or where to, nor run
 * programs, nor turn a run into one that calls no handler.
 */
enum option_trust {
    TRUST_ALL,    /* variables and cfnc.ini */
    TRUST_LOCAL,  /* likewise, but of cfnc.ini only what is an address of this machine */
    TRUST_INSIDE, /* likewise, but of cfnc.ini only files below the project's folder, by no link */
    TRUST_CALLER, /* variables, which are the caller's, and not cfnc.ini */
    TRUST_LINE    /* nobody: an act, no setting */
};

/* What becomes of an option of cfnc test in the commands that a failure is told with. */
enum option_rerun {
    RERUN_KEEP,
    RERUN_DROP,  /* it chose the tests, or where reports go */
    RERUN_RESEND /* cfnc replay needs it too: a recording does not choose it again */
};

struct option {
    const char *name; /* "endpoint"; "cov*" stands for a family; NULL when there is but a letter */
    char letter;      /* 'k', or 0 */
    const char *argument; /* "URL"; NULL when it takes none; "[X]" when only after '=' */
    const char *standard; /* the default, read like an argument; or NULL */
    const char *help;     /* one line */
    enum option_kind kind;
    enum option_group group;
    unsigned places; /* set of enum command_place */
    bool original;   /* cfn test has it: it wins a tie between prefixes */
    size_t offset;   /* in struct options, or in the struct of the command's own */
    const char *const *choices;
    int most;          /* OPTION_NUMBER; 0: no limit */
    const char *alias; /* this is another name of that row ... */
    const char *value; /* ... with this argument */
    int code;          /* OPTION_REFUSED: the exit code */
    enum option_trust trust;
    enum option_rerun rerun;
    bool adds;         /* OPTION_LIST: to what lower places say, instead of taking their place */
    bool preference;   /* the user's own file may set it: it changes nothing that is tested */
    bool from_project; /* of cfnc.ini: a path that begins at the project's folder */
    bool rare;         /* --help leaves it to "cfnc help COMMAND --all" and the manual */
    size_t owner;      /* 1 + the index of that command in commands[]; 0: of several */
};

/* All of them: those of commands, then the shared ones, in the order in which help tells them; ends
 * with an empty row. */
const struct option *option_rows(void);

/* Where the value of an option stands, to be set or to be read. */
void *option_slot(struct options *options, const struct option *row);
const void *option_value(const struct options *options, const struct option *row);
/* The own options of a command, a struct that its file declares. */
const void *options_own(const struct options *options, enum command_place command);

/*
 * Reads the arguments of one command (argv[0] is the first of them). Options
 * may be cut short where that is unambiguous, short ones may be bundled.
 * EXIT_OK, or an exit code and the error.
 */
MUST_USE enum exit_code options_read(struct arena *arena, enum command_place command, int argc,
                                     char *const *argv, struct options *options,
                                     struct error *error);

/*
 * The same, with what variables and cfnc.ini say, in the order above. `about` is the command
 * whose options they are: `command`, but of IN_CONFIG another one. Without -C and --schema the
 * project is sought in the folders above, too (upwards.h). The file is cfnc.ini in its folder, else
 * above it in its repository, or --config FILE, and is read for commands that have a -C. All of it
 * is looked over, whatever of it counts: an error names the file and line, or the variable, and
 * says what the option would of the value.
 */
struct gathering {
    enum command_place command, about;
    int argc;
    char *const *argv;
    bool in_ci;
};
MUST_USE enum exit_code options_gather(struct arena *arena, const struct gathering *from,
                                       struct options *options, struct error *error);

/*
 * Fills .rerun, .resend and .seeded out of .argv, which may be that of a recording: a word that is
 * none of today's options stays as it is.
 */
void options_rerun(struct arena *arena, struct run_options *run);

/* Whether the option was on the command line, under any of its names. */
bool options_given(const struct options *options, const char *name);
/* Whether anything but the default says it. */
bool options_said(const struct options *options, const char *name);

/* Which commands read cfnc.ini: a set of enum command_place. */
unsigned options_project_places(void);
/* Whether cfnc.ini, or a variable, may hold the option. */
bool option_is_key(const struct option *row);
bool option_is_variable(const struct option *row);
/* "CFNC_WAIT_FOR_LOCK" */
const char *option_variable(struct arena *arena, const struct option *row);
/* "default", "cfnc.ini:3", "cfnc.ini:3 [ci]", "CFNC_ENDPOINT", "command line" */
const char *options_origin(struct arena *arena, const struct options *options,
                           const struct option *row);

/* The file that says it; or NULL. */
const struct config_file *options_origin_file(const struct options *options,
                                              const struct option *row);

/* A section of cfnc.ini: which options may stand there, and since when it counts. */
struct section {
    enum origin_kind kind;
    unsigned places;
    const char *preset; /* the NAME of [preset NAME]; or NULL */
};
/* False when there is no such section. */
bool option_section(const char *name, struct section *section);
/* The names of the file's presets, in its order; ends with NULL. */
const char *const *options_presets(struct arena *arena, const struct config_file *file);
/* The name of a command ("test"), which is that of its section; NULL where there is none. */
const char *place_name(enum command_place place);

/* The row of that name that may stand in `places`, or NULL. */
const struct option *option_find(const char *name, unsigned places);

/*
 * Stores an argument (or a default) where its row says. NULL, or what is
 * wrong with it: "expected a number, not \"x\"".
 */
const char *option_store(struct arena *arena, const struct option *row, const char *argument,
                         struct options *options);

/* "90s", "500ms", "2h"; a bare number is seconds. False when it is none of these. */
MUST_USE bool duration_read(const char *text, int64_t *ms);

/* The options of a command in their groups, one line each: the middle of its --help. */
const char *options_help(struct arena *arena, enum command_place command, bool rare_too);
/* "Which handler"; NULL of what help does not name, and behind the last. */
const char *option_group_title(enum option_group group);
/* "-x, --exitfirst", "--endpoint URL" */
const char *option_spelling(struct arena *arena, const struct option *row);

#endif
