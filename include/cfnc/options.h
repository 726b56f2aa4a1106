#ifndef CFNC_OPTIONS_H
#define CFNC_OPTIONS_H

#include <stdint.h>

#include "cfnc/record.h"

/*
 * The command line. Every option is a row: parsing, defaults, --help and "did
 * you mean" read the same table, so nothing about an option is written twice.
 */
struct list {
    const char **items; /* NULL-terminated, never NULL itself */
    size_t count;
};

struct seed {
    bool given;
    uint64_t value;
};

enum { OPTION_LIMIT = 160 };

/* What was asked for; what a command has no option for keeps its default. */
struct options {
    bool help;

    const char *endpoint, *function_name, *region, *profile, *account_id;
    const char *schema, *schema_path, *folder, *type_configuration;
    const char *docker_image; /* or NULL */
    bool offline, demo, ask_sts, expose_secrets;
    const char *role_arn, *source_account, *source_arn, *log_group_name, *log_role_arn;
    const char *cloudformation, *exports_file;
    struct list exports; /* "NAME=VALUE" */

    struct list tests, deselect; /* TEST arguments of test, what to list of list */
    const char *suite, *k, *m;
    bool collect_only, names_only, dry_run, no_exceptions, no_record, no_preflight;
    const char *judge; /* of report: which run */
    const char *print; /* the name of a schema */
    bool list_topics;

    int maxfail, list_sample, retries;
    const char *flaky_result;
    int64_t enforce_timeout_ms, stabilize_timeout_ms, connect_timeout_ms, wait_for_endpoint_ms;
    int64_t wait_for_lock_ms;
    int64_t max_callback_delay_ms, test_timeout_ms, global_timeout_ms, teardown_timeout_ms;
    bool strict_timeouts, contract_timeouts;
    struct seed seed;

    const char *variant, *keyword;
    int max_reinvoke;
    int count, examples, shrink, set;
    bool force;

    int verbosity; /* as far as -v and -q go; nobody needs more than 3 or less than -2 */
    const char *traceback, *summary, *colour, *diff;
    struct list reports; /* "FORMAT[:PATH]" */

    struct list faults;
    int stabilize, port, page_size, preload;
    int64_t delay_ms;
    bool list_faults;

    const char *format, *against; /* of validate */
    bool strict, inputs;

    bool exactly, drift, json; /* of compare; json of doctor and cleanup too */
    bool fix;                  /* of doctor */

    bool list_leftovers, all, yes; /* of cleanup; `tests` are ids */
    struct list forget;

    const char *const *argv;  /* the whole command line, for the report; NULL-terminated */
    struct list ignored;      /* pytest's options that are accepted and change nothing */
    bool given[OPTION_LIMIT]; /* by row of option_rows[] */
};

/* Where an option may stand: after which command, or behind "--". */
enum place {
    IN_TEST = 1 << 0,
    IN_SERVE = 1 << 1,
    IN_LIST = 1 << 2,
    IN_HELP = 1 << 3, /* help and version */
    BEHIND = 1 << 4,  /* behind "--" of cfnc test: what pytest would have got */
    IN_CHECK = 1 << 5,
    IN_VALIDATE = 1 << 6,
    IN_EXPLAIN = 1 << 7,
    IN_GENERATE = 1 << 8,
    IN_COMPARE = 1 << 9,
    IN_INVOKE = 1 << 10,
    IN_REPORT = 1 << 11,
    IN_DOCTOR = 1 << 12,
    IN_CLEANUP = 1 << 13
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
    GROUP_TESTS,
    GROUP_TIME,
    GROUP_MODELS,
    GROUP_OUTPUT,
    GROUP_BUILTIN
};

struct option {
    const char *name; /* "endpoint"; "cov*" stands for a family; NULL when there is but a letter */
    char letter;      /* 'k', or 0 */
    const char *argument; /* "URL"; NULL when it takes none; "[X]" when only after '=' */
    const char *standard; /* the default, read like an argument; or NULL */
    const char *help;     /* one line */
    enum option_kind kind;
    enum option_group group;
    unsigned places; /* set of enum place */
    bool original;   /* cfn test has it: it wins a tie between prefixes */
    size_t offset;   /* in struct options */
    const char *const *choices;
    int most;          /* OPTION_NUMBER; 0: no limit */
    const char *alias; /* this is another name of that row ... */
    const char *value; /* ... with this argument */
    int code;          /* OPTION_REFUSED: the exit code */
};

extern const struct option option_rows[]; /* ends with an empty row */

/*
 * Reads the arguments of one command (argv[0] is the first of them). Options
 * may be cut short where that is unambiguous, short ones may be bundled.
 * EXIT_OK, or an exit code and the error.
 */
MUST_USE enum exit_code options_read(struct arena *arena, enum place command, int argc,
                                     char *const *argv, struct options *options,
                                     struct error *error);

/* Whether the option was on the command line, under any of its names. */
bool options_given(const struct options *options, const char *name);

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
const char *options_help(struct arena *arena, enum place command);

#endif
