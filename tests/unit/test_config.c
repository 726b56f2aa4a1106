#include "cfnc/option/command.h"
#include "cfnc/option/options.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cfnc/base/file.h"

/* One gathering in a folder of its own; `line` is split at blanks. */
struct scene {
    struct arena *arena;
    char folder[40];
    struct options options;
    struct error error;
    enum exit_code code;
};

static struct scene scene_new(const char *ini)
{
    struct scene s = { .arena = arena_new(), .folder = "/tmp/test_config.XXXXXX" };

    check(mkdtemp(s.folder) != NULL);
    setenv("XDG_CONFIG_HOME", file_join(s.arena, s.folder, "home"), 1);
    check(!ini || file_write(s.arena, file_join(s.arena, s.folder, "cfnc.ini"), ini, strlen(ini),
                             &s.error));
    return s;
}

static void gather(struct scene *s, enum command_place command, bool in_ci, const char *line)
{
    char *text = arena_printf(s->arena, "-C %s %s", s->folder, line);
    char **argv = arena_array(s->arena, strlen(text), sizeof(*argv));
    struct gathering from = { .command = command, .about = command, .argv = argv, .in_ci = in_ci };

    for (char *save, *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save))
        argv[from.argc++] = word;
    s->code = options_gather(s->arena, &from, &s->options, &s->error);
}

static void scene_end(struct scene *s)
{
    unlink(file_join(s->arena, s->folder, "cfnc.ini"));
    rmdir(s->folder);
    arena_free(s->arena);
}

/* What stands where, from the highest place that says it down. */
static void precedence(void)
{
    struct scene s = scene_new("maxfail = 1\n[test]\nmaxfail = 2\n[preset p]\nmaxfail = 4\n"
                               "[ci]\nmaxfail = 3\n");
    static const struct {
        bool in_ci;
        const char *variable, *line, *origin;
        int wanted;
    } rows[] = {
        { false, NULL, "--no-config", "default", 0 },
        { false, NULL, "", "cfnc.ini:3 [test]", 2 },
        { true, NULL, "", "cfnc.ini:7 [ci]", 3 },
        { false, NULL, "--preset p", "cfnc.ini:5 [preset p]", 4 },
        { true, NULL, "--preset p", "cfnc.ini:5 [preset p]", 4 },
        { true, "5", "--preset p", "CFNC_MAXFAIL", 5 },
        { true, "5", "--preset p --maxfail 6", "command line", 6 },
        { true, "5", "--preset p -x", "command line", 1 },
        { false, "", "", "cfnc.ini:3 [test]", 2 },
        { false, "5", "--no-config", "CFNC_MAXFAIL", 5 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].variable)
            setenv("CFNC_MAXFAIL", rows[i].variable, 1);
        gather(&s, IN_TEST, rows[i].in_ci, rows[i].line);
        unsetenv("CFNC_MAXFAIL");
        check_number(s.code, EXIT_OK);
        check_number(s.options.maxfail, rows[i].wanted);
        check_contains(options_origin(s.arena, &s.options, option_find("maxfail", IN_TEST)),
                       rows[i].origin);
    }
    gather(&s, IN_REPORT, true, "");
    check_number(s.code, EXIT_OK); /* which has no maxfail */
    scene_end(&s);
}

/* What is added to the command line: below it, and above all else. */
static void added(void)
{
    struct scene s = scene_new("maxfail = 1\n");
    static const struct {
        const char *ours, *pytests, *line, *origin;
        int wanted; /* 0: an error, which is `origin` */
    } rows[] = {
        { "--maxfail 3", NULL, "", "CFNC_ADDOPTS", 3 },
        { "--maxfail 3", "--maxfail 4", "", "CFNC_ADDOPTS", 3 },
        { "-q -- --maxfail=3", NULL, "", "CFNC_ADDOPTS", 3 },
        { "-q", "-n 4 --maxfail 4 -p no:x --pdb x.py --junkie", "", "PYTEST_ADDOPTS", 4 },
        { "--maxfail 3", "--maxfail 4", "--maxfail 6", "command line", 6 },
        { "", "--collect-only", "--maxfail 6", "command line", 6 },
        { "-q --maxfial 3", NULL, "", "CFNC_ADDOPTS, column 4: --maxfial: unknown option", 0 },
        { "--demo", NULL, "", "CFNC_ADDOPTS, column 1: --demo: is for the command line only", 0 },
        { " name", NULL, "", "CFNC_ADDOPTS, column 2: name: tests are named on", 0 },
        { "--pdb", NULL, "", "CFNC_ADDOPTS, column 1: --pdb: handlers do not run", 0 },
        { "-k 'a", NULL, "", "CFNC_ADDOPTS, column 4: this quote is never closed", 0 },
        { NULL, "-q --maxfail x", "", "PYTEST_ADDOPTS, column 4: --maxfail: expected a number", 0 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].ours)
            setenv("CFNC_ADDOPTS", rows[i].ours, 1);
        if (rows[i].pytests)
            setenv("PYTEST_ADDOPTS", rows[i].pytests, 1);
        setenv("CFNC_MAXFAIL", "2", 1);
        gather(&s, IN_TEST, false, rows[i].line);
        unsetenv("CFNC_MAXFAIL");
        const enum exit_code code = s.code;
        gather(&s, IN_SERVE, false, ""); /* of cfnc test alone */
        check_number(s.code, EXIT_OK);
        gather(&s, IN_TEST, false, rows[i].line);
        unsetenv("CFNC_ADDOPTS");
        unsetenv("PYTEST_ADDOPTS");
        check_number(code, rows[i].wanted ? EXIT_OK : EXIT_USAGE);
        check_number(s.options.collect_only, false);
        if (rows[i].wanted)
            check_number(s.options.maxfail, rows[i].wanted);
        check_contains(rows[i].wanted
                           ? options_origin(s.arena, &s.options, option_find("maxfail", IN_TEST))
                           : s.error.text,
                       rows[i].origin);
    }
    scene_end(&s);
}

static void kinds(void)
{
    struct scene s = scene_new("offline = yes\nenforce-timeout = 90s\nsuite = v2\n"
                               "report = json\nreport = junit:out/a.xml\njunitxml = b.xml\n"
                               "verbose = 2\nschema = \"a b.json\"\ntypeconfig = t.json\n"
                               "redact-path = /properties/A\n"
                               "seed = 18446744073709551615\nexport = N=a=b\n");

    gather(&s, IN_TEST, false, "");
    check_number(s.code, EXIT_OK);
    check(s.options.target.offline && s.options.model.seed.given &&
          s.options.model.seed.value == UINT64_MAX);
    check_number(s.options.target.enforce_timeout_ms, 90000);
    check_number(s.options.console.verbosity, 2);
    check_text(s.options.filter.suite, "v2");
    check_number((long long)s.options.reports.count, 3);
    check_text(s.options.reports.items[1], "junit:out/a.xml");
    check_text(s.options.reports.items[2], "junit:b.xml");
    check_text(s.options.subject.exports.items[0], "N=a=b");
    check_text(s.options.subject.schema,
               "a b.json"); /* which is sought in the project's folder anyway */
    check_text(s.options.subject.type_configuration, "t.json");
    check(!options_given(&s.options, "offline") && options_said(&s.options, "offline"));

    /* A list, and how often -v was said, are replaced as a whole. */
    setenv("CFNC_OFFLINE", "off", 1);
    setenv("CFNC_DESELECT", "one\n\ntwo", 1);
    gather(&s, IN_TEST, false, "--report json:c -v");
    unsetenv("CFNC_OFFLINE");
    unsetenv("CFNC_DESELECT");
    check(s.code == EXIT_OK && !s.options.target.offline);
    check_number((long long)s.options.reports.count, 1);
    check_text(s.options.reports.items[0], "json:c");
    check(s.options.reports.items[1] == NULL);
    check_number(s.options.console.verbosity, 1);
    check_number((long long)s.options.filter.deselect.count, 2);
    check_text(s.options.filter.deselect.items[1], "two");

    /* Nobody hides less than a lower place says. */
    setenv("CFNC_REDACT_PATH", "/properties/B", 1);
    gather(&s, IN_TEST, false, "--redact-path /properties/C");
    unsetenv("CFNC_REDACT_PATH");
    check_number((long long)s.options.subject.redact_paths.count, 3);
    check_text(s.options.subject.redact_paths.items[0], "/properties/A");
    check_text(s.options.subject.redact_paths.items[2], "/properties/C");
    scene_end(&s);
}

static void refusals(void)
{
    static const struct {
        const char *ini, *error;
    } rows[] = {
        { "endpont = x\n", "cfnc.ini:1: no option is called \"endpont\" (did you mean endpoint?)" },
        { "\nzzzzzzzz = x\n", "cfnc.ini:2: no option is called \"zzzzzzzz\"; " },
        { "[tset]\n", "cfnc.ini:1: no section is called [tset] (did you mean [test]?)" },
        { "[preset]\n", "cfnc.ini:1: no section is called [preset]" },
        { "[preset ]\n", "cfnc.ini:1: no section is called [preset ]" },
        { "[explain]\n", "cfnc.ini:1: no section is called [explain]" },
        { "[submit]\n", "cfnc.ini:1: no section is called [submit]" },
        { "[validate]\nmaxfail = 1\n", "cfnc.ini:2: cfnc validate has no option maxfail" },
        { "maxfail = soon\n",
          "cfnc.ini:1: maxfail: expected a number from 0 to 2147483647, not \"soon\"" },
        { "[preset x]\nsuite = v3\n",
          "cfnc.ini:2: suite: expected one of v1, v2, full, not \"v3\"" },
        { "offline = maybe\n", "cfnc.ini:1: offline: expected true or false, not \"maybe\"" },
        { "verbose = 9\n", "cfnc.ini:1: verbose: expected a number from 0 to 3, not \"9\"" },
        { "endpoint =\n", "cfnc.ini:1: endpoint: " },
        { "retries = 1\nretries = 2\n", "cfnc.ini:2: retries: line 1 sets it already" },
        { "[ci]\nretries = 1\n[ci]\nretries = 2\n", "cfnc.ini:4: retries: line 2 sets it already" },
        { "[serve]\nport = 70000\n", "cfnc.ini:2: port: expected a number from 0 to 65535" },
        /* what comes with a project must not do */
        { "endpoint = http://evil.example:80\n",
          "cfnc.ini:1: endpoint: a file that comes with a project may name this machine only; pass "
          "--endpoint, or set CFNC_ENDPOINT" },
        { "endpoint = http://127.0.0.1.evil.example\n", "may name this machine only" },
        { "endpoint = http://localhost@evil.example\n", "may name this machine only" },
        { "profile = admin\n",
          "cfnc.ini:1: profile: is not taken from a file that comes with a project; pass "
          "--profile, or set CFNC_PROFILE" },
        { "role-arn = x\n", "is not taken from a file" },
        { "log-role-arn = x\n", "is not taken from a file" },
        { "ask-sts = true\n", "is not taken from a file" },
        { "docker-image = x\n", "is not taken from a file" },
        { "cloudformation-endpoint-url = http://localhost\n", "is not taken from a file" },
        { "against = git:HEAD\n", "is not taken from a file" },
        { "[preset a]\npreset = b\n", "is not taken from a file" },
        { "config = x\n", "is not taken from a file" },
        { "expose-secrets = true\n", "cfnc.ini:1: expose-secrets: is for the command line only" },
        { "no-redact = true\n", "is for the command line only" },
        { "demo = true\n", "is for the command line only" },
        { "dry-run = true\n", "is for the command line only" },
        { "fault = x\n", "is for the command line only" },
        { "[cleanup]\nyes = true\n", "is for the command line only" },
        { "[cleanup]\nall = true\n", "is for the command line only" },
        { "[generate]\nforce = true\n", "is for the command line only" },
        { "help = true\n", "no option is called \"help\"" },
        { "rqts-image = x\n", "no option is called \"rqts-image\"" },
        { "lf = true\n", "no option is called \"lf\"" },
        { "exactly = true\n", "no option is called \"exactly\"" }, /* compare reads no file */
        { "report = junit:../out.xml\n", "writes below its folder only" },
        { "report = junit:/etc/out.xml\n", "writes below its folder only" },
        { "report = junit:a/b/../../../out.xml\n", "writes below its folder only" },
        { "junitxml = /etc/out.xml\n", "writes below its folder only" },
        { "junitxml = link/out.xml\n", "/link is a link, which" },
        { "report = json:link\n", "/link is a link, which" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct scene s = scene_new(rows[i].ini);
        const char *link = file_join(s.arena, s.folder, "link");

        check(symlink("/etc", link) == 0);
        gather(&s, IN_LIST, false, "");
        check_number(s.code, EXIT_USAGE);
        check_contains(s.error.text, rows[i].error);
        unlink(link);
        scene_end(&s);
    }
}

/* A section that does not count is looked over all the same; --no-config and --config pass it by.
 */
static void which_file(void)
{
    struct scene s = scene_new("[preset x]\nwrong = 1\n");

    gather(&s, IN_TEST, false, "");
    check_number(s.code, EXIT_USAGE);
    gather(&s, IN_TEST, false, "--no-config");
    check_number(s.code, EXIT_OK);
    gather(&s, IN_TEST, false, "--config /dev/null");
    check_number(s.code, EXIT_USAGE); /* which is no regular file */
    gather(&s, IN_TEST, false, "--config nowhere.ini");
    check_contains(s.error.text, "nowhere.ini: No such file");
    gather(&s, IN_TEST, false, "--help");
    check(s.code == EXIT_OK && s.options.help);
    scene_end(&s);

    s = scene_new(NULL);
    gather(&s, IN_TEST, false, "--preset x");
    check_contains(s.error.text, "--preset x: there is no cfnc.ini in ");
    setenv("CFNC_PRESET", "y", 1);
    gather(&s, IN_TEST, false, "");
    unsetenv("CFNC_PRESET");
    check_contains(s.error.text, "--preset y: there is no cfnc.ini in ");
    setenv("CFNC_SUITE", "v3", 1);
    gather(&s, IN_TEST, false, "");
    check_text(s.error.text, "CFNC_SUITE: expected one of v1, v2, full, not \"v3\"");
    gather(&s, IN_VALIDATE, false, ""); /* which has no suite */
    check_number(s.code, EXIT_OK);
    unsetenv("CFNC_SUITE");
    setenv("CFNC_DEMO", "1", 1);
    setenv("CFNC_FAULTS", "all", 1);
    gather(&s, IN_TEST, false, "");
    check(s.code == EXIT_OK && !s.options.target.demo && s.options.subject.faults.count == 0);
    unsetenv("CFNC_DEMO");
    unsetenv("CFNC_FAULTS");
    scene_end(&s);
}

/* What cfnc.ini may set. A new option is not among them until somebody has thought of its .trust.
 */
/* clang-format off */
static const char *const settled[] = {
    "account-id", "color", "connect-timeout", "contract-timeouts", "delay", "deselect",
    "diff", "durations", "durations-min", "endpoint", "enforce-timeout", "examples", "exitfirst", "export", "exports",
    "flaky-result", "format", "function-name", "global-timeout", "html", "inputs", "junitxml",
    "list-sample", "log-group-name", "max-callback-delay", "max-reinvoke", "maxfail",
    "no-exceptions", "no-preflight", "no-record", "offline", "page-size", "port", "preload",
    "quiet", "redact-path", "region", "report", "retries", "schema", "schema-path", "seed",
    "shrink", "slow", "source-account", "source-arn", "stabilize", "stabilize-timeout", "strict",
    "strict-timeouts", "suite", "tb", "teardown-timeout", "test-timeout", "typeconfig", "v2",
    "variant", "verbose", "wait-for-endpoint", "wait-for-lock", NULL
};
/* clang-format on */

static void trust(void)
{
    struct arena *arena = arena_new();

    for (const struct option *row = option_rows(); row->name || row->letter; row++) {
        bool known = false;

        if (!row->name || !option_is_key(row))
            continue;
        for (const char *const *name = settled; *name; name++)
            known = known || strcmp(*name, row->name) == 0;
        test_check(known, __FILE__, __LINE__,
                   arena_printf(arena,
                                "may whoever wrote a project set %s? If so, it belongs into "
                                "settled[]; else give its row a .trust",
                                row->name));
        /* what writes a file writes it where the project is */
        check(row->owner || row->offset != offsetof(struct options, reports) ||
              row->trust == TRUST_INSIDE);
    }
    arena_free(arena);
}

/* Variables of our tests, which no option may be called by. */
static void reserved(void)
{
    static const char *const names[] = { "CFNC_CORPUS",  "CFNC_CORPUS_STEP",  "CFNC_FAULTS",
                                         "CFNC_JSONATA", "CFNC_SCHEMA_SUITE", "CFNC_WIRE",
                                         "CFNC_RIE",     "CFNC_BENCH",        "CFNC_WATCHED",
                                         "CFNC_CHROOT" };
    struct arena *arena = arena_new();

    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
            check(!option_is_variable(row) || strcmp(option_variable(arena, row), names[i]) != 0);
    arena_free(arena);
}

/* Names of places are those of commands; names of variables are all different. */
static void rows(void)
{
    struct arena *arena = arena_new();

    commands_each (c) {
        const char *name = c->run ? place_name(c->place) : NULL;

        check(!name || strcmp(name, c->name) == 0);
        if (c->run && !name)
            check(c->place == IN_HELP || c->place == IN_VERSION || c->place == IN_CONFIG ||
                  c->place == IN_COMPLETION);
    }
    for (const struct option *row = option_rows(); row->name || row->letter; row++) {
        check((size_t)(row - option_rows()) < OPTION_LIMIT);
        if (!row->name || !option_is_key(row))
            continue;
        check(option_is_variable(row));
        check(strchr(row->name, '*') == NULL && strchr(row->name, '=') == NULL);
    }
    check_text(option_variable(arena, option_find("wait-for-lock", IN_TEST)), "CFNC_WAIT_FOR_LOCK");
    arena_free(arena);
}

/* The user's own file: below all of the project's, and about nothing that is tested. */
static void preferences(void)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        { "maxfail = 1\n",
          "cfnc.ini:1: maxfail: is not set in the user's own file, which sets no-record, tb, diff, "
          "color; what is tested stands in the project's cfnc.ini" },
        { "wrong = 1\n", "cfnc.ini:1: wrong: is not set in the user's own file" },
        { "[test]\ntb = no\n", "cfnc.ini:1: the user's own file has no sections" },
        { "tb = loud\n", "cfnc.ini:1: tb: expected one of auto, " },
        { "tb = no\ntb = line\n", "cfnc.ini:2: tb: line 1 sets it already" },
    };
    struct scene s = scene_new("tb = short\n");
    const char *path = file_join(s.arena, s.folder, "home/cfnc/cfnc.ini");
    const char good[] = "tb = line\ncolor = never\nno-record = yes\n";

    check(file_write(s.arena, path, good, sizeof(good) - 1, &s.error));
    gather(&s, IN_TEST, false, "");
    check_number(s.code, EXIT_OK);
    check_text(s.options.console.traceback, "short");
    check_text(s.options.colour, "never");
    check(s.options.no_record);
    check_contains(options_origin(s.arena, &s.options, option_find("color", IN_TEST)),
                   "/home/cfnc/cfnc.ini:2");
    gather(&s, IN_TEST, false, "--no-config");
    check_text(s.options.colour, "auto");
    gather(&s, IN_SERVE, false, ""); /* which has none of them */
    check_number(s.code, EXIT_OK);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        check(file_write(s.arena, path, rows[i].text, strlen(rows[i].text), &s.error));
        gather(&s, IN_TEST, false, "");
        check_number(s.code, EXIT_USAGE);
        check_contains(s.error.text, rows[i].error);
    }
    unlink(path);
    rmdir(file_join(s.arena, s.folder, "home/cfnc"));
    rmdir(file_join(s.arena, s.folder, "home"));
    scene_end(&s);
}

static void presets(void)
{
    static const char text[] = "[preset a]\n[ci]\n[preset b c]\nretries = 1\n[preset a]\n";
    struct arena *arena = arena_new();
    struct error error;
    const struct config_file *file = config_file_parse(arena, "f", text, sizeof(text) - 1, &error);
    const char *const *names = options_presets(arena, file);

    check_text(names[0], "a");
    check_text(names[1], "b c");
    check(names[2] == NULL && options_presets(arena, NULL)[0] == NULL);
    arena_free(arena);
}

static const struct test tests[] = {
    { "config: the highest place that says it counts", precedence },
    { "config: what is added to the command line", added },
    { "config: a setting is what the option is, of each kind", kinds },
    { "config: what is wrong, or not a project's business, is refused with its line", refusals },
    { "config: which file is read, and which variables", which_file },
    { "config: sections are commands, keys are variables", rows },
    { "config: which options a project may set was thought of", trust },
    { "config: variables of tests are no option's", reserved },
    { "config: the user's own file sets what is shown", preferences },
    { "config: presets are told once each", presets },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
