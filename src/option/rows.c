/* The options that several commands have, in the order in which help tells them. */
#include "cfnc/option/command.h"

#include <string.h>

#define STORED(member) .offset = offsetof(struct options, member)

static const char *const suites[] = { "v1", "v2", "full", NULL };
static const char *const tracebacks[] = { "auto", "long", "short", "line", "native", "no", NULL };
static const char *const diffs[] = { "paths", "unified", "both", NULL };
static const char *const variants[] = { "minimal", "maximal", "random", "boundary", NULL };
static const char *const colours[] = { "auto", "always", "never", "yes", "no", NULL };
static const char *const live[] = { "human", "dot", "tap", "ndjson", "github", NULL };
static const char *const formats[] = { "human", "json", "sarif", "github", NULL };
static const char *const groups[] = { "fEsxXpPaAwNR", NULL };

enum {
    EVERYWHERE = IN_TEST | IN_SERVE | IN_LIST | IN_HELP | IN_CHECK | IN_VALIDATE | IN_EXPLAIN |
                 IN_GENERATE | IN_COMPARE | IN_INVOKE | IN_REPORT | IN_DOCTOR | IN_CLEANUP |
                 IN_CONFIG | IN_COMPLETION | IN_VERSION | IN_REPLAY,
    USES_SCHEMA = IN_TEST | IN_SERVE | IN_LIST | IN_GENERATE | IN_CLEANUP | IN_REPLAY,
    CALLING = IN_TEST | IN_INVOKE | IN_DOCTOR | IN_CLEANUP | IN_REPLAY,
    PROJECT = USES_SCHEMA | IN_INVOKE | IN_DOCTOR | IN_REPORT | IN_VALIDATE,
    ANY_TEST = IN_TEST | BEHIND,
    HIDING = IN_TEST | IN_INVOKE | IN_CLEANUP | IN_COMPARE | IN_REPLAY,
    SHOWN = ANY_TEST | IN_REPORT,
    SELECTING = IN_TEST | IN_LIST | BEHIND
};

/* clang-format off */
static const struct option shared[] = {
    /* Which handler */
    { "endpoint", 0, "URL", "http://127.0.0.1:3001", "Lambda endpoint",
      OPTION_TEXT, GROUP_TARGET, CALLING, true, STORED(target.endpoint), .trust = TRUST_LOCAL,
      .rerun = RERUN_RESEND },
    { "function-name", 0, "NAME", "TypeFunction", "function in the SAM template",
      OPTION_TEXT, GROUP_TARGET, CALLING | IN_SERVE, true, STORED(target.function_name) },
    { "docker-image", 0, "IMAGE", NULL, "run this image instead of calling an endpoint",
      OPTION_TEXT, GROUP_TARGET, CALLING, true, STORED(target.docker_image), .trust = TRUST_CALLER,
      .rerun = RERUN_RESEND },
    { "expose-secrets", 0, NULL, NULL, "let arguments of --docker-image show secrets",
      OPTION_FLAG, GROUP_TARGET, CALLING, false, STORED(target.expose_secrets),
      .trust = TRUST_LINE, .rare = true, .rerun = RERUN_RESEND },
    { "region", 0, "NAME", "us-east-1", "region the handlers are told",
      OPTION_TEXT, GROUP_TARGET, CALLING, true, STORED(target.region) },
    { "profile", 0, "NAME", NULL, "AWS profile whose credentials are sent",
      OPTION_TEXT, GROUP_TARGET, CALLING, true, STORED(target.profile), .trust = TRUST_CALLER,
      .rerun = RERUN_RESEND },
    { "role-arn", 0, "ARN", NULL, "role whose credentials the handlers get",
      OPTION_TEXT, GROUP_TARGET, CALLING, true, STORED(target.role_arn), .trust = TRUST_CALLER,
      .rerun = RERUN_RESEND },
    { "source-account", 0, "ID", NULL, "sent to STS, with --source-arn",
      OPTION_TEXT, GROUP_TARGET, CALLING, true, STORED(target.source_account), .rare = true },
    { "source-arn", 0, "ARN", NULL, "sent to STS, with --source-account",
      OPTION_TEXT, GROUP_TARGET, CALLING, true, STORED(target.source_arn), .rare = true },
    { "log-group-name", 0, "NAME", NULL, "log group that handlers write to",
      OPTION_TEXT, GROUP_TARGET, CALLING, true, STORED(target.log_group_name), .rare = true },
    { "log-role-arn", 0, "ARN", NULL, "role that they do it with [the caller's]",
      OPTION_TEXT, GROUP_TARGET, CALLING, true, STORED(target.log_role_arn),
      .trust = TRUST_CALLER, .rare = true, .rerun = RERUN_RESEND },
    { "export", 0, "NAME=VALUE", NULL, "what {{NAME}} stands for; may be repeated",
      OPTION_LIST, GROUP_TARGET, IN_TEST | IN_DOCTOR | IN_REPLAY, false, STORED(subject.exports) },
    { "exports", 0, "FILE", NULL, "the same, a JSON object [CloudFormation is asked]",
      OPTION_TEXT, GROUP_TARGET, IN_TEST | IN_DOCTOR | IN_REPLAY, false,
      STORED(subject.exports_file), .from_project = true, .rare = true },
    { "cloudformation-endpoint-url", 0, "URL", NULL, "where exports are asked for",
      OPTION_TEXT, GROUP_TARGET, IN_TEST | IN_DOCTOR | IN_REPLAY, true,
      STORED(subject.cloudformation), .trust = TRUST_CALLER, .rare = true },
    { "ask-sts", 0, NULL, NULL, "session and account from STS, for 127.0.0.1 too",
      OPTION_FLAG, GROUP_TARGET, CALLING, false, STORED(target.ask_sts),
      .trust = TRUST_CALLER, .rare = true, .rerun = RERUN_RESEND },
    { "offline", 0, NULL, NULL, "send placeholder credentials",
      OPTION_FLAG, GROUP_TARGET, CALLING, false, STORED(target.offline) },
    { "account-id", 0, "ID", "123456789012", "account the handlers are told",
      OPTION_TEXT, GROUP_TARGET, CALLING, false, STORED(target.account_id), .rare = true },
    { "schema", 0, "FILE", NULL, "resource schema; no project is needed then",
      OPTION_TEXT, GROUP_TARGET, USES_SCHEMA | IN_INVOKE | IN_DOCTOR, false,
      STORED(subject.schema) },
    { "schema", 0, "FILE", NULL, "resource schema, or any JSON Schema for plain",
      OPTION_TEXT, GROUP_SCHEMA, IN_CHECK, false, STORED(subject.schema) },
    { "schema", 0, "FILE", NULL, "resource schema, by which the models are compared",
      OPTION_TEXT, GROUP_SCHEMA, IN_COMPARE, false, STORED(subject.schema) },
    { "schema-path", 0, "DIR", NULL, "documents that $refs lead to",
      OPTION_TEXT, GROUP_TARGET, USES_SCHEMA | IN_INVOKE | IN_DOCTOR, false,
      STORED(subject.schema_path), .from_project = true, .rare = true },
    { NULL, 'C', "DIR", ".", "folder of the project",
      OPTION_TEXT, GROUP_TARGET, USES_SCHEMA | IN_INVOKE | IN_DOCTOR | IN_REPORT, false,
      STORED(subject.folder), .rerun = RERUN_RESEND },
    { "typeconfig", 0, "FILE", NULL, "[~/.cfn-cli/typeConfiguration.json]",
      OPTION_TEXT, GROUP_TARGET, CALLING, true, STORED(subject.type_configuration) },

    /* What to check */
    { NULL, 'C', "DIR", ".", "where paths begin, and the project is",
      OPTION_TEXT, GROUP_SCHEMA, IN_VALIDATE, false, STORED(subject.folder) },
    { "schema-path", 0, "DIR", NULL, "documents that $refs lead to",
      OPTION_TEXT, GROUP_SCHEMA, IN_VALIDATE | IN_CHECK | IN_COMPARE, false,
      STORED(subject.schema_path), .from_project = true },
    { "against", 0, "SCHEMA", NULL, "the registered schema, FILE or git:REV, to compare",
      OPTION_TEXT, GROUP_SCHEMA, IN_VALIDATE | IN_TEST, false, STORED(subject.against),
      .trust = TRUST_CALLER, .from_project = true },

    /* Which tests */
    { "suite", 0, "v1|v2|full", "full", "full: every clause; v1: what cfn test checks",
      OPTION_WORD, GROUP_TESTS, IN_TEST | IN_LIST | IN_DOCTOR, false,
      STORED(filter.suite), suites },
    { "v2", 0, NULL, NULL, "the same as --suite v2",
      OPTION_FLAG, GROUP_TESTS, IN_TEST | IN_LIST, true, .alias = "suite", .value = "v2" },
    { NULL, 'k', "EXPR", NULL, "names, files and markers: \"update and not tag\"",
      OPTION_EXPRESSION, GROUP_TESTS, SELECTING, false, STORED(filter.k), .rerun = RERUN_DROP },
    { NULL, 'm', "EXPR", NULL, "markers: create read update delete list",
      OPTION_EXPRESSION, GROUP_TESTS, SELECTING, false, STORED(filter.m), .rerun = RERUN_DROP },
    { "deselect", 0, "TEST", NULL, "not this one; may be repeated",
      OPTION_LIST, GROUP_TESTS, SELECTING, false, STORED(filter.deselect), .rerun = RERUN_DROP },
    { "shard", 0, "I/N", NULL, "part I of N; see cfnc report merge",
      OPTION_TEXT, GROUP_TESTS, IN_TEST | IN_LIST, false,
      STORED(filter.shard), .trust = TRUST_CALLER, .rerun = RERUN_DROP },
    { "collect-only", 0, NULL, NULL, "print the tests and stop; also --co, --list",
      OPTION_FLAG, GROUP_TESTS, ANY_TEST, false, STORED(collect_only), .trust = TRUST_LINE },
    { "co", 0, NULL, NULL, NULL, OPTION_FLAG, GROUP_HIDDEN, ANY_TEST, .alias = "collect-only" },
    { "list", 0, NULL, NULL, NULL, OPTION_FLAG, GROUP_HIDDEN, IN_TEST, .alias = "collect-only" },
    { "no-exceptions", 0, NULL, NULL, "nothing is waived, whatever the project accepts",
      OPTION_FLAG, GROUP_TESTS, IN_TEST | IN_REPORT, false, STORED(no_exceptions), .rare = true },
    { "no-record", 0, NULL, NULL, "do not keep the run in .cfnc/runs",
      OPTION_FLAG, GROUP_OUTPUT, IN_TEST, false, STORED(no_record), .rare = true,
      .preference = true },
    { "dry-run", 0, NULL, NULL, "print which calls a run would make; call nothing",
      OPTION_FLAG, GROUP_TESTS, IN_TEST, false, STORED(dry_run), .trust = TRUST_LINE },
    { "names", 0, NULL, NULL, "bare names, for scripts",
      OPTION_FLAG, GROUP_TESTS, IN_LIST, false, STORED(names_only), .trust = TRUST_LINE },
    { "names", 0, NULL, NULL, "the same, bare names for scripts",
      OPTION_FLAG, GROUP_OUTPUT, IN_EXPLAIN, false, STORED(names_only), .trust = TRUST_LINE },
    { "exitfirst", 'x', NULL, NULL, "stop at the first failure",
      OPTION_FLAG, GROUP_TESTS, ANY_TEST, .alias = "maxfail", .value = "1" },
    { "maxfail", 0, "N", "0", "stop after so many failures; 0: never",
      OPTION_NUMBER, GROUP_TESTS, ANY_TEST, false, STORED(maxfail), .rerun = RERUN_DROP },

    /* How long */
    { "enforce-timeout", 0, "N", "240", "seconds for read, list; twice that for the rest",
      OPTION_DURATION, GROUP_TIME, IN_TEST | IN_SERVE | IN_CLEANUP | IN_REPLAY, true,
      STORED(target.enforce_timeout_ms) },
    { "stabilize-timeout", 0, "D", NULL, "for one operation [the schema's timeoutInMinutes]",
      OPTION_DURATION, GROUP_TIME, IN_TEST | IN_CLEANUP | IN_REPLAY, false,
      STORED(stabilize_timeout_ms) },
    { "teardown-timeout", 0, "D", "10m", "for tidying up after that, or Ctrl-C",
      OPTION_DURATION, GROUP_TIME, IN_TEST | IN_REPLAY, false,
      STORED(teardown_timeout_ms), .rare = true },
    { "connect-timeout", 0, "D", "5s", "for a connection",
      OPTION_DURATION, GROUP_TIME, CALLING, false,
      STORED(target.connect_timeout_ms), .rare = true },
    { "wait-for-endpoint", 0, "D", "0", "wait until the endpoint answers",
      OPTION_DURATION, GROUP_TIME, IN_TEST | IN_INVOKE | IN_CLEANUP | IN_REPLAY, false,
      STORED(target.wait_for_endpoint_ms) },
    { "wait-for-lock", 0, "D", "0", "wait until another cfnc in this project ends",
      OPTION_DURATION, GROUP_TIME, IN_TEST | IN_CLEANUP | IN_REPLAY, false,
      STORED(wait_for_lock_ms), .rare = true },

    { "no-preflight", 0, NULL, NULL, "do not ask the endpoint and function before calls",
      OPTION_FLAG, GROUP_TIME, IN_TEST, false, STORED(no_preflight), .rare = true },

    /* Generated models */
    { "seed", 0, "N", NULL, "that everything random comes from [random, printed]",
      OPTION_SEED, GROUP_MODELS, IN_TEST | IN_SERVE | IN_GENERATE, false, STORED(model.seed) },
    { "variant", 0, "NAME", "maximal", "minimal, maximal, random or boundary",
      OPTION_WORD, GROUP_MODELS, IN_TEST | IN_GENERATE, false, STORED(model.variant), variants },
    { "examples", 0, "N", "0", "so many; each pair of options, with and without",
      OPTION_NUMBER, GROUP_MODELS, IN_TEST | IN_GENERATE, false,
      STORED(model.examples), .most = 1000 },
    { "shrink", 0, "N", "0", "try up to N smaller models on what fails",
      OPTION_NUMBER, GROUP_MODELS, IN_TEST, false,
      STORED(model.shrink), .most = 10000, .rare = true },

    /* What to show */
    { "verbose", 'v', NULL, NULL, "more: -v calls, -vv requests and responses",
      OPTION_UP, GROUP_OUTPUT, SHOWN, true, STORED(console.verbosity) },
    { "quiet", 'q', NULL, NULL, "less: -q failures, -qq one line",
      OPTION_DOWN, GROUP_OUTPUT, SHOWN, false, STORED(console.verbosity) },
    { "tb", 0, "STYLE", "auto", "of a failure: auto long short line native no",
      OPTION_WORD, GROUP_OUTPUT, SHOWN, false,
      STORED(console.traceback), tracebacks, .preference = true },
    { "diff", 0, "STYLE", "paths", "of models that differ: paths unified both",
      OPTION_WORD, GROUP_OUTPUT, IN_TEST | IN_COMPARE | IN_REPORT | IN_REPLAY, false,
      STORED(console.diff), diffs, .preference = true },
    { "redact-path", 0, "POINTER", NULL, "\"/properties/Name\" is secret, too; may be repeated",
      OPTION_LIST, GROUP_OUTPUT, HIDING, false,
      STORED(subject.redact_paths), .adds = true, .rare = true },
    { "no-redact", 0, NULL, NULL, "show write-only values; records nothing, not in CI",
      OPTION_FLAG, GROUP_OUTPUT, HIDING & ~(unsigned)IN_CLEANUP, false, STORED(no_redact),
      .trust = TRUST_LINE, .rare = true },
    { "json", 0, NULL, NULL, "one JSON document",
      OPTION_FLAG, GROUP_OUTPUT,
      IN_COMPARE | IN_DOCTOR | IN_CLEANUP | IN_CONFIG | IN_HELP | IN_LIST | IN_EXPLAIN, false,
      STORED(json), .trust = TRUST_LINE },
    { NULL, 'r', "CHARS", "fE", "groups to list at the end, as pytest's; R: rules",
      OPTION_LETTERS, GROUP_OUTPUT, SHOWN, false, STORED(console.summary), groups },
    { "slow", 0, "D", "60", "mark tests that take as long as that; 0: none",
      OPTION_DURATION, GROUP_OUTPUT, IN_TEST, false, STORED(console.slow_ms) },
    { "durations", 0, "N", NULL, "list the N slowest tests; 0: all of them",
      OPTION_NUMBER, GROUP_OUTPUT, SHOWN, false, STORED(console.durations), .most = 100000 },
    { "durations-min", 0, "D", "0.005", "but none that is faster than that",
      OPTION_DURATION, GROUP_OUTPUT, SHOWN, false, STORED(console.durations_min_ms), .rare = true },
    { "format", 0, "FORMAT", "human", "human, json, sarif or github",
      OPTION_WORD, GROUP_OUTPUT, IN_VALIDATE, false, STORED(format), formats },
    { "format", 0, "FORMAT", "human", "human, dot, tap, ndjson or github",
      OPTION_WORD, GROUP_OUTPUT, IN_TEST | IN_REPORT, false, STORED(format), live,
      .rerun = RERUN_DROP },
    { "color", 0, "WHEN", "auto", "auto, always or never",
      OPTION_WORD, GROUP_OUTPUT, SHOWN | IN_VALIDATE | IN_COMPARE | IN_REPLAY, false,
      STORED(colour), colours, .preference = true },
    { "report", 0, "FORMAT[:FILE]", NULL, "json junit html tap sarif md har; FILE: or -",
      OPTION_LIST, GROUP_OUTPUT, IN_TEST | IN_REPORT, false, STORED(reports),
      .trust = TRUST_INSIDE, .rerun = RERUN_DROP },
    { "json", 0, "FILE", NULL, "all of it, as \"cfnc list schemas\" says",
      OPTION_LIST, GROUP_OUTPUT, IN_REPORT, false,
      STORED(reports), .value = "json:", .trust = TRUST_LINE },
    { "junit", 0, "FILE", NULL, "JUnit XML, for Jenkins and GitLab",
      OPTION_LIST, GROUP_OUTPUT, IN_REPORT, false,
      STORED(reports), .value = "junit:", .trust = TRUST_LINE },
    { "tap", 0, "FILE", NULL, "TAP 14, for prove",
      OPTION_LIST, GROUP_OUTPUT, IN_REPORT, false,
      STORED(reports), .value = "tap:", .trust = TRUST_LINE },
    { "sarif", 0, "FILE", NULL, "SARIF 2.1.0, for code scanning",
      OPTION_LIST, GROUP_OUTPUT, IN_REPORT, false,
      STORED(reports), .value = "sarif:", .trust = TRUST_LINE },
    { "md", 0, "FILE", NULL, "Markdown, for a comment",
      OPTION_LIST, GROUP_OUTPUT, IN_REPORT, false,
      STORED(reports), .value = "md:", .trust = TRUST_LINE },
    { "har", 0, "FILE", NULL, "HAR 1.2, every call with its answer",
      OPTION_LIST, GROUP_OUTPUT, IN_REPORT, false,
      STORED(reports), .value = "har:", .trust = TRUST_LINE },
    { "junitxml", 0, "FILE", NULL, "the same as --report junit:FILE",
      OPTION_LIST, GROUP_OUTPUT, SHOWN, false, STORED(reports), .value = "junit:",
      .trust = TRUST_INSIDE, .rerun = RERUN_DROP },
    { "junit-xml", 0, "FILE", NULL, NULL,
      OPTION_LIST, GROUP_HIDDEN, SHOWN, .alias = "junitxml" },
    { "html", 0, "FILE", NULL, "the same as --report html:FILE",
      OPTION_LIST, GROUP_OUTPUT, SHOWN, false, STORED(reports), .value = "html:",
      .trust = TRUST_INSIDE, .rerun = RERUN_DROP },
    { "help", 'h', NULL, NULL, NULL,
      OPTION_FLAG, GROUP_HIDDEN, EVERYWHERE, true, STORED(help) },

    /* The built-in provider */
    { "demo", 0, NULL, NULL, "test the built-in handlers",
      OPTION_FLAG, GROUP_BUILTIN, IN_TEST | IN_SERVE, false,
      STORED(target.demo), .trust = TRUST_LINE },
    { "fault", 0, "NAME", NULL, "make it break one clause; may be repeated",
      OPTION_LIST, GROUP_BUILTIN, IN_TEST | IN_SERVE, false,
      STORED(subject.faults), .trust = TRUST_LINE },
    { "stabilize", 0, "N", "0", "IN_PROGRESS answers before it settles",
      OPTION_NUMBER, GROUP_BUILTIN, IN_TEST | IN_SERVE, false, STORED(stabilize), .most = 100000,
      .rare = true },
    { "port", 0, "N", "3001", "where to listen, on 127.0.0.1; 0: any free one",
      OPTION_NUMBER, GROUP_BUILTIN, IN_SERVE, false, STORED(port), .most = 65535 },
    { "delay", 0, "D", "0", "callbackDelaySeconds of IN_PROGRESS answers",
      OPTION_DURATION, GROUP_BUILTIN, IN_SERVE, false, STORED(delay_ms) },
    { "page-size", 0, "N", "0", "resources on one page of LIST; 0: all",
      OPTION_NUMBER, GROUP_BUILTIN, IN_SERVE, false, STORED(page_size), .most = 100000 },
    { "preload", 0, "N", "0", "resources that are there from the start",
      OPTION_NUMBER, GROUP_BUILTIN, IN_SERVE, false, STORED(preload), .most = 100000 },
    { "list-faults", 0, NULL, NULL, "print the faults and stop",
      OPTION_FLAG, GROUP_BUILTIN, IN_SERVE, false, STORED(list_faults), .trust = TRUST_LINE },

    /* Where options come from besides the command line */
    { "preset", 0, "NAME", NULL, "[preset NAME] of cfnc.ini too",
      OPTION_TEXT, GROUP_SETTINGS, PROJECT, false, STORED(preset), .trust = TRUST_CALLER },
    { "config", 0, "FILE", NULL, "this file [cfnc.ini beside .rpdk-config, or above]",
      OPTION_TEXT, GROUP_SETTINGS, PROJECT, false, STORED(config), .trust = TRUST_CALLER,
      .rare = true },
    { "no-config", 0, NULL, NULL, "no cfnc.ini; variables still count",
      OPTION_FLAG, GROUP_SETTINGS, PROJECT, false, STORED(no_config), .trust = TRUST_LINE,
      .rare = true },
    { "names", 0, NULL, NULL, "names that cfnc.ini may set, for scripts",
      OPTION_FLAG, GROUP_OUTPUT, IN_CONFIG, false, STORED(names_only), .trust = TRUST_LINE },

    /* Options of cfn test that stay with it: never accepted and then forgotten */
    { "rqts-image", 0, "IMAGE", NULL, "the Java-only container is cfn's; use \"cfn test --v2\"",
      OPTION_REFUSED, GROUP_HIDDEN, IN_TEST, true, .code = EXIT_USAGE },

    /* pytest's, by other names */
#define PYTEST(option_name, option_letter, placeholder, option_kind) \
    .name = option_name, .letter = option_letter, .argument = placeholder, .kind = option_kind, \
    .places = BEHIND
    { PYTEST("verbosity", 0, "N", OPTION_NUMBER), STORED(console.verbosity), .most = 3 },
    { PYTEST("reruns", 0, "N", OPTION_NUMBER), .alias = "retries" },
    { PYTEST("hypothesis-seed", 0, "N", OPTION_SEED), .alias = "seed" },
    { PYTEST("timeout", 0, "N", OPTION_DURATION), .alias = "test-timeout" },
    { PYTEST("log-cli-level", 0, "LEVEL", OPTION_LOG_LEVEL), STORED(console.verbosity) },
    { PYTEST("log-level", 0, "LEVEL", OPTION_LOG_LEVEL), STORED(console.verbosity) },
    { PYTEST("override-ini", 'o', "NAME=VALUE", OPTION_LOG_LEVEL), STORED(console.verbosity) },

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
    REFUSED("numprocesses", 'n', "N", "tests share resources and run one after another"),
    REFUSED("pdb", 0, NULL, "handlers do not run in this process; use cfnc replay --sam-debug"),
    REFUSED("trace", 0, NULL, "handlers do not run in this process; use cfnc replay --sam-debug"),
    REFUSED(NULL, 'c', "FILE", "use --config FILE, in front of --"),
    REFUSED("ignore*", 0, "PATH", "tests are no files; use --deselect NAME"),
    REFUSED("doctest*", 0, "[X]", "there are no doctests"),
    REFUSED("pastebin", 0, "MODE", "nothing is sent anywhere; use --report json:FILE"),
    { 0 },
};
/* clang-format on */

size_t command_index(enum command_place place)
{
    size_t at = 0;

    while (commands[at]->place != place)
        at++;
    return at;
}

const struct option *option_rows(void)
{
    static struct option rows[OPTION_LIMIT + 1];
    size_t count = 0;

    if (rows[0].places)
        return rows;
    for (size_t at = 0; commands[at]; at++)
        for (const struct option *own = commands[at]->options; own && (own->name || own->letter);
             own++, count++) {
            rows[count] = *own;
            rows[count].places = commands[at]->place;
            rows[count].owner = at + 1;
        }
    memcpy(rows + count, shared, sizeof(shared));
    return rows;
}
