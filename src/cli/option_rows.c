#include "cfnc/options.h"

#define STORED(member) .offset = offsetof(struct options, member)

static const char *const suites[] = { "v1", "v2", "full", NULL };
static const char *const tracebacks[] = { "auto", "long", "short", "line", "native", "no", NULL };
static const char *const diffs[] = { "paths", "unified", "both", NULL };
static const char *const variants[] = { "minimal", "maximal", "random", "boundary", NULL };
static const char *const colours[] = { "auto", "always", "never", "yes", "no", NULL };
static const char *const formats[] = { "human", "json", "sarif", "github", NULL };
static const char *const groups[] = { "fEsxXpPaAwNR", NULL };

enum {
    EVERYWHERE = IN_TEST | IN_SERVE | IN_LIST | IN_HELP | IN_CHECK | IN_VALIDATE | IN_EXPLAIN |
                 IN_GENERATE | IN_COMPARE,
    USES_SCHEMA = IN_TEST | IN_SERVE | IN_LIST | IN_GENERATE,
    ANY_TEST = IN_TEST | BEHIND,
    SELECTING = IN_TEST | IN_LIST | BEHIND
};

/* clang-format off */
const struct option option_rows[] = {
    /* Which handler */
    { "endpoint", 0, "URL", "http://127.0.0.1:3001", "Lambda endpoint",
      OPTION_TEXT, GROUP_TARGET, IN_TEST, true, STORED(endpoint) },
    { "function-name", 0, "NAME", "TypeFunction", "function in the SAM template",
      OPTION_TEXT, GROUP_TARGET, IN_TEST | IN_SERVE, true, STORED(function_name) },
    { "region", 0, "NAME", "us-east-1", "region the handlers are told",
      OPTION_TEXT, GROUP_TARGET, IN_TEST, true, STORED(region) },
    { "profile", 0, "NAME", NULL, "AWS profile whose keys are sent",
      OPTION_TEXT, GROUP_TARGET, IN_TEST, true, STORED(profile) },
    { "offline", 0, NULL, NULL, "send placeholder credentials",
      OPTION_FLAG, GROUP_TARGET, IN_TEST, false, STORED(offline) },
    { "account-id", 0, "ID", "123456789012", "account the handlers are told",
      OPTION_TEXT, GROUP_TARGET, IN_TEST, false, STORED(account_id) },
    { "schema", 0, "FILE", NULL, "resource schema; no project is needed then",
      OPTION_TEXT, GROUP_TARGET, USES_SCHEMA, false, STORED(schema) },
    { "schema", 0, "FILE", NULL, "resource schema, or any JSON Schema for plain",
      OPTION_TEXT, GROUP_SCHEMA, IN_CHECK, false, STORED(schema) },
    { "schema", 0, "FILE", NULL, "resource schema, by which the models are compared",
      OPTION_TEXT, GROUP_SCHEMA, IN_COMPARE, false, STORED(schema) },
    { "schema-path", 0, "DIR", NULL, "documents that $refs lead to [CFNC_SCHEMA_PATH]",
      OPTION_TEXT, GROUP_TARGET, USES_SCHEMA, false, STORED(schema_path) },
    { NULL, 'C', "DIR", ".", "folder of the project",
      OPTION_TEXT, GROUP_TARGET, USES_SCHEMA, false, STORED(folder) },
    { "typeconfig", 0, "FILE", NULL, "[~/.cfn-cli/typeConfiguration.json]",
      OPTION_TEXT, GROUP_TARGET, IN_TEST, true, STORED(type_configuration) },

    /* What to check */
    { NULL, 'C', "DIR", ".", "where paths begin, and the project is",
      OPTION_TEXT, GROUP_SCHEMA, IN_VALIDATE, false, STORED(folder) },
    { "schema-path", 0, "DIR", NULL, "documents that $refs lead to [CFNC_SCHEMA_PATH]",
      OPTION_TEXT, GROUP_SCHEMA, IN_VALIDATE | IN_CHECK | IN_COMPARE, false, STORED(schema_path) },
    { "inputs", 0, NULL, NULL, "inputs/ and overrides.json beside the schema too",
      OPTION_FLAG, GROUP_SCHEMA, IN_VALIDATE, false, STORED(inputs) },
    { "against", 0, "SCHEMA", NULL, "the registered schema, FILE or git:REV: what breaks its users",
      OPTION_TEXT, GROUP_SCHEMA, IN_VALIDATE, false, STORED(against) },
    { "strict", 0, NULL, NULL, "exit 1 for warnings too",
      OPTION_FLAG, GROUP_SCHEMA, IN_VALIDATE, false, STORED(strict) },

    /* Which tests */
    { "suite", 0, "v1|v2|full", "full", "full: every clause; v1: what cfn test checks",
      OPTION_WORD, GROUP_TESTS, IN_TEST | IN_LIST, false, STORED(suite), suites },
    { "v2", 0, NULL, NULL, "the same as --suite v2",
      OPTION_FLAG, GROUP_TESTS, IN_TEST | IN_LIST, true, .alias = "suite", .value = "v2" },
    { NULL, 'k', "EXPR", NULL, "names, files and markers: \"update and not tag\"",
      OPTION_EXPRESSION, GROUP_TESTS, SELECTING, false, STORED(k) },
    { NULL, 'm', "EXPR", NULL, "markers: create read update delete list",
      OPTION_EXPRESSION, GROUP_TESTS, SELECTING, false, STORED(m) },
    { "deselect", 0, "TEST", NULL, "not this one; may be repeated",
      OPTION_LIST, GROUP_TESTS, SELECTING, false, STORED(deselect) },
    { "collect-only", 0, NULL, NULL, "print the tests and stop; also --co, --list",
      OPTION_FLAG, GROUP_TESTS, ANY_TEST, false, STORED(collect_only) },
    { "co", 0, NULL, NULL, NULL, OPTION_FLAG, GROUP_HIDDEN, ANY_TEST, .alias = "collect-only" },
    { "list", 0, NULL, NULL, NULL, OPTION_FLAG, GROUP_HIDDEN, IN_TEST, .alias = "collect-only" },
    { "no-exceptions", 0, NULL, NULL, "nothing is waived, whatever the project accepts",
      OPTION_FLAG, GROUP_TESTS, IN_TEST, false, STORED(no_exceptions) },
    { "dry-run", 0, NULL, NULL, "print which calls a run would make; call nothing",
      OPTION_FLAG, GROUP_TESTS, IN_TEST, false, STORED(dry_run) },
    { "names", 0, NULL, NULL, "bare names, for scripts",
      OPTION_FLAG, GROUP_TESTS, IN_LIST, false, STORED(names_only) },
    { "list", 0, NULL, NULL, "what can be explained, one line each",
      OPTION_FLAG, GROUP_OUTPUT, IN_EXPLAIN, false, STORED(list_topics) },
    { "names", 0, NULL, NULL, "the same, bare names for scripts",
      OPTION_FLAG, GROUP_OUTPUT, IN_EXPLAIN, false, STORED(names_only) },
    { "print", 0, "NAME", NULL, "of schemas: this one itself",
      OPTION_TEXT, GROUP_OUTPUT, IN_LIST, false, STORED(print) },
    { "exitfirst", 'x', NULL, NULL, "stop at the first failure",
      OPTION_FLAG, GROUP_TESTS, ANY_TEST, .alias = "maxfail", .value = "1" },
    { "maxfail", 0, "N", "0", "stop after so many failures; 0: never",
      OPTION_NUMBER, GROUP_TESTS, ANY_TEST, false, STORED(maxfail) },
    { "list-sample", 0, "N", "3", "read so many of the resources that LIST names",
      OPTION_NUMBER, GROUP_TESTS, IN_TEST, false, STORED(list_sample), .most = 100000 },

    /* How long */
    { "enforce-timeout", 0, "N", "240", "seconds for read, list; twice that for the rest",
      OPTION_DURATION, GROUP_TIME, IN_TEST | IN_SERVE, true, STORED(enforce_timeout_ms) },
    { "stabilize-timeout", 0, "D", NULL, "for one operation [the schema's timeoutInMinutes]",
      OPTION_DURATION, GROUP_TIME, IN_TEST, false, STORED(stabilize_timeout_ms) },
    { "connect-timeout", 0, "D", "5s", "for a connection",
      OPTION_DURATION, GROUP_TIME, IN_TEST, false, STORED(connect_timeout_ms) },
    { "wait-for-endpoint", 0, "D", "0", "wait until the endpoint answers",
      OPTION_DURATION, GROUP_TIME, IN_TEST, false, STORED(wait_for_endpoint_ms) },

    /* Generated models */
    { "seed", 0, "N", NULL, "that everything random comes from [random, printed]",
      OPTION_SEED, GROUP_MODELS, IN_TEST | IN_SERVE | IN_GENERATE, false, STORED(seed) },
    { "variant", 0, "NAME", "maximal", "minimal, maximal, random or boundary",
      OPTION_WORD, GROUP_MODELS, IN_TEST | IN_GENERATE, false, STORED(variant), variants },
    { NULL, 'n', "N", "1", "so many models, one on a line",
      OPTION_NUMBER, GROUP_MODELS, IN_GENERATE, false, STORED(count) },
    { "examples", 0, "N", "0", "so many; each pair of options, with and without",
      OPTION_NUMBER, GROUP_MODELS, IN_TEST | IN_GENERATE, false, STORED(examples), .most = 1000 },
    { "shrink", 0, "N", "0", "try up to N smaller models on what fails",
      OPTION_NUMBER, GROUP_MODELS, IN_TEST, false, STORED(shrink), .most = 10000 },
    { "keyword", 0, "WORD", NULL, "what an invalid model breaks: maxLength, say",
      OPTION_TEXT, GROUP_MODELS, IN_GENERATE, false, STORED(keyword) },
    { "set", 0, "N", "1", "the number in inputs_N_create.json",
      OPTION_NUMBER, GROUP_MODELS, IN_GENERATE, false, STORED(set), .most = 1000000 },
    { "force", 0, NULL, NULL, "replace files that are there",
      OPTION_FLAG, GROUP_MODELS, IN_GENERATE, false, STORED(force) },

    /* What to show */
    { "verbose", 'v', NULL, NULL, "more: -v calls, -vv requests and responses",
      OPTION_UP, GROUP_OUTPUT, ANY_TEST, true, STORED(verbosity) },
    { "quiet", 'q', NULL, NULL, "less: -q failures, -qq one line",
      OPTION_DOWN, GROUP_OUTPUT, ANY_TEST, false, STORED(verbosity) },
    { "tb", 0, "STYLE", "auto", "of a failure: auto long short line native no",
      OPTION_WORD, GROUP_OUTPUT, ANY_TEST, false, STORED(traceback), tracebacks },
    { "diff", 0, "STYLE", "paths", "of models that differ: paths unified both",
      OPTION_WORD, GROUP_OUTPUT, IN_TEST | IN_COMPARE, false, STORED(diff), diffs },
    { "exactly", 0, NULL, NULL, "nothing may be left below a requested property",
      OPTION_FLAG, GROUP_SCHEMA, IN_COMPARE, false, STORED(exactly) },
    { "drift", 0, NULL, NULL, "as drift detection tells it, with transforms that would explain it",
      OPTION_FLAG, GROUP_OUTPUT, IN_COMPARE, false, STORED(drift) },
    { "json", 0, NULL, NULL, "one JSON document",
      OPTION_FLAG, GROUP_OUTPUT, IN_COMPARE, false, STORED(json) },
    { NULL, 'r', "CHARS", "fE", "groups to list at the end, as pytest's; R: rules",
      OPTION_LETTERS, GROUP_OUTPUT, ANY_TEST, false, STORED(summary), groups },
    { "format", 0, "FORMAT", "human", "human, json, sarif or github",
      OPTION_WORD, GROUP_OUTPUT, IN_VALIDATE, false, STORED(format), formats },
    { "color", 0, "WHEN", "auto", "auto, always or never",
      OPTION_WORD, GROUP_OUTPUT, ANY_TEST | IN_VALIDATE | IN_COMPARE, false, STORED(colour), colours },
    { "report", 0, "FORMAT[:FILE]", NULL, "json or junit; may be repeated",
      OPTION_LIST, GROUP_OUTPUT, IN_TEST, false, STORED(reports) },
    { "junitxml", 0, "FILE", NULL, "the same as --report junit:FILE",
      OPTION_LIST, GROUP_OUTPUT, ANY_TEST, false, STORED(reports), .value = "junit:" },
    { "junit-xml", 0, "FILE", NULL, NULL,
      OPTION_LIST, GROUP_HIDDEN, ANY_TEST, .alias = "junitxml" },
    { "help", 'h', NULL, NULL, NULL,
      OPTION_FLAG, GROUP_HIDDEN, EVERYWHERE, true, STORED(help) },

    /* The built-in provider */
    { "demo", 0, NULL, NULL, "test the built-in handlers",
      OPTION_FLAG, GROUP_BUILTIN, IN_TEST | IN_SERVE, false, STORED(demo) },
    { "fault", 0, "NAME", NULL, "make it break one clause; may be repeated",
      OPTION_LIST, GROUP_BUILTIN, IN_TEST | IN_SERVE, false, STORED(faults) },
    { "stabilize", 0, "N", "0", "IN_PROGRESS answers before it settles",
      OPTION_NUMBER, GROUP_BUILTIN, IN_TEST | IN_SERVE, false, STORED(stabilize), .most = 100000 },
    { "port", 0, "N", "3001", "where to listen, on 127.0.0.1; 0: any free one",
      OPTION_NUMBER, GROUP_BUILTIN, IN_SERVE, false, STORED(port), .most = 65535 },
    { "delay", 0, "D", "0", "callbackDelaySeconds of IN_PROGRESS answers",
      OPTION_DURATION, GROUP_BUILTIN, IN_SERVE, false, STORED(delay_ms) },
    { "page-size", 0, "N", "0", "resources on one page of LIST; 0: all",
      OPTION_NUMBER, GROUP_BUILTIN, IN_SERVE, false, STORED(page_size), .most = 100000 },
    { "preload", 0, "N", "0", "resources that are there from the start",
      OPTION_NUMBER, GROUP_BUILTIN, IN_SERVE, false, STORED(preload), .most = 100000 },
    { "list-faults", 0, NULL, NULL, "print the faults and stop",
      OPTION_FLAG, GROUP_BUILTIN, IN_SERVE, false, STORED(list_faults) },

    /* Options of cfn test that wait for their turn: never accepted and then forgotten */
#define LATER(option_name, placeholder, why) \
    { .name = option_name, .argument = placeholder, .help = why, .kind = OPTION_REFUSED, \
      .group = GROUP_LATER, .places = IN_TEST, .original = true, .code = EXIT_TARGET }
    LATER("role-arn", "ARN",
          "roles are not assumed yet; export the credentials of the role instead"),
    LATER("cloudformation-endpoint-url", "URL",
          "exports are not read yet; write literal values in inputs/"),
    LATER("docker-image", "IMAGE",
          "images are not run yet; start one behind an endpoint and pass --endpoint"),
    LATER("log-group-name", "NAME", "provider log delivery is not there yet; leave it out"),
    LATER("log-role-arn", "ARN", "provider log delivery is not there yet; leave it out"),
    LATER("source-account", "ID", "roles are not assumed yet; leave it out"),
    LATER("source-arn", "ARN", "roles are not assumed yet; leave it out"),
    { "rqts-image", 0, "IMAGE", NULL, "the Java-only container is cfn's; use \"cfn test --v2\"",
      OPTION_REFUSED, GROUP_HIDDEN, IN_TEST, true, .code = EXIT_USAGE },

    /* pytest's, by other names */
#define PYTEST(option_name, option_letter, placeholder, option_kind) \
    .name = option_name, .letter = option_letter, .argument = placeholder, .kind = option_kind, \
    .places = BEHIND
    { PYTEST("verbosity", 0, "N", OPTION_NUMBER), STORED(verbosity), .most = 3 },
    { PYTEST("hypothesis-seed", 0, "N", OPTION_SEED), .alias = "seed" },
    { PYTEST("log-cli-level", 0, "LEVEL", OPTION_LOG_LEVEL), STORED(verbosity) },
    { PYTEST("log-level", 0, "LEVEL", OPTION_LOG_LEVEL), STORED(verbosity) },
    { PYTEST("override-ini", 'o', "NAME=VALUE", OPTION_LOG_LEVEL), STORED(verbosity) },
    { PYTEST("html", 0, "FILE", OPTION_REFUSED),
      .help = "the HTML report is not there yet; use --report json:FILE", .code = EXIT_USAGE },

    /* pytest's, about things that are not here to be changed */
    { PYTEST(NULL, 's', NULL, OPTION_IGNORED) },
    { PYTEST(NULL, 'l', NULL, OPTION_IGNORED) },
    { PYTEST(NULL, 'p', "NAME", OPTION_IGNORED) },
    { PYTEST(NULL, 'W', "WARNING", OPTION_IGNORED) },
    { PYTEST("capture", 0, "METHOD", OPTION_IGNORED) },
    { PYTEST("show-capture", 0, "METHOD", OPTION_IGNORED) },
    { PYTEST("pythonwarnings", 0, "WARNING", OPTION_IGNORED) },
    { PYTEST("disable-warnings", 0, NULL, OPTION_IGNORED) },
    { PYTEST("disable-pytest-warnings", 0, NULL, OPTION_IGNORED) },
    { PYTEST("showlocals", 0, NULL, OPTION_IGNORED) },
    { PYTEST("full-trace", 0, NULL, OPTION_IGNORED) },
    { PYTEST("assert", 0, "MODE", OPTION_IGNORED) },
    { PYTEST("random-order*", 0, "[X]", OPTION_IGNORED) },
    { PYTEST("cov*", 0, "[X]", OPTION_IGNORED) },
    { PYTEST("no-cov*", 0, "[X]", OPTION_IGNORED) },
    { PYTEST("strict-markers", 0, NULL, OPTION_IGNORED) },
    { PYTEST("strict-config", 0, NULL, OPTION_IGNORED) },
    { PYTEST("import-mode", 0, "MODE", OPTION_IGNORED) },
    { PYTEST("rootdir", 0, "DIR", OPTION_IGNORED) },
    { PYTEST("basetemp", 0, "DIR", OPTION_IGNORED) },
    { PYTEST("self-contained-html", 0, NULL, OPTION_IGNORED) },
    { PYTEST("code-highlight", 0, "X", OPTION_IGNORED) },
    { PYTEST("durations", 0, "N", OPTION_IGNORED) },
    { PYTEST("durations-min", 0, "N", OPTION_IGNORED) },
    { PYTEST("no-header", 0, NULL, OPTION_IGNORED) },
    { PYTEST("no-summary", 0, NULL, OPTION_IGNORED) },
    { PYTEST("junit-prefix", 0, "TEXT", OPTION_IGNORED) },
    { PYTEST("log-file", 0, "FILE", OPTION_IGNORED) },
    { PYTEST("cache-clear", 0, NULL, OPTION_IGNORED) },

    /* pytest's, that would change what runs: refused rather than forgotten */
#define REFUSED(option_name, option_letter, placeholder, why) \
    { .name = option_name, .letter = option_letter, .argument = placeholder, .help = why, \
      .kind = OPTION_REFUSED, .places = ANY_TEST, .code = EXIT_USAGE }
    REFUSED("lf", 0, NULL, "earlier runs are not remembered yet; name the tests"),
    REFUSED("last-failed", 0, NULL, "earlier runs are not remembered yet; name the tests"),
    REFUSED("ff", 0, NULL, "earlier runs are not remembered yet; name the tests"),
    REFUSED("failed-first", 0, NULL, "earlier runs are not remembered yet; name the tests"),
    REFUSED("sw", 0, NULL, "earlier runs are not remembered yet; use -x"),
    REFUSED("stepwise", 0, NULL, "earlier runs are not remembered yet; use -x"),
    REFUSED("setup-plan", 0, NULL, "use --dry-run, in front of --"),
    REFUSED("setup-show", 0, NULL, "use -v"),
    REFUSED("markers", 0, NULL, "use \"cfnc list tests\""),
    REFUSED("fixtures", 0, NULL, "use \"cfnc list tests\""),
    REFUSED("reruns", 0, "N", "a failing test is not repeated; find out why it fails"),
    REFUSED("timeout", 0, "N", "use --stabilize-timeout, in front of --"),
    REFUSED("numprocesses", 'n', "N", "tests share resources and run one after another"),
    REFUSED("pdb", 0, NULL, "handlers do not run in this process; use sam local invoke -d PORT"),
    REFUSED("trace", 0, NULL, "handlers do not run in this process; use sam local invoke -d PORT"),
    REFUSED(NULL, 'c', "FILE", "there is no configuration file; pass options"),
    REFUSED("ignore*", 0, "PATH", "tests are no files; use --deselect NAME"),
    REFUSED("doctest*", 0, "[X]", "there are no doctests"),
    REFUSED("pastebin", 0, "MODE", "nothing is sent anywhere; use --report json:FILE"),
    { 0 },
};
/* clang-format on */
