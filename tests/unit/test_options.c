#include "cfnc/option/command.h"
#include "test.h"

#include <string.h>

/* One reading of a command line; `line` is split at blanks, ~ stands for a blank in a word. */
struct case_of {
    struct arena *arena;
    struct options options;
    struct error error;
    enum exit_code code;
};

static struct case_of read_line(enum command_place command, const char *line)
{
    struct case_of c = { .arena = arena_new() };
    char **argv = arena_array(c.arena, strlen(line) + 2, sizeof(*argv));
    char *words = arena_copy(c.arena, line, strlen(line));
    int argc = 0;

    for (char *save, *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        for (char *blank = strchr(word, '~'); blank; blank = strchr(blank, '~'))
            *blank = ' ';
        argv[argc++] = word;
    }
    c.code = options_read(c.arena, command, argc, argv, &c.options, &c.error);
    return c;
}

static void refused(const char *line, int code, const char *part)
{
    const struct case_of c = read_line(IN_TEST, line);

    check_number(c.code, code);
    check_contains(c.error.text, part);
    arena_free(c.arena);
}

static void defaults(void)
{
    const struct case_of c = read_line(IN_TEST, "");

    check_number(c.code, EXIT_OK);
    check_text(c.options.target.endpoint, "http://127.0.0.1:3001");
    check_text(c.options.target.function_name, "TypeFunction");
    check_text(c.options.target.region, "us-east-1");
    check_text(c.options.filter.suite, "full");
    check_text(c.options.console.summary, "fE");
    check_text(c.options.subject.folder, ".");
    check_number(c.options.target.enforce_timeout_ms, 240000);
    check_number(c.options.target.connect_timeout_ms, 5000);
    check_number(c.options.stabilize_timeout_ms, 0);
    check(!c.options.model.seed.given && !options_given(&c.options, "region"));
    check(c.options.filter.k == NULL && c.options.words.items[0] == NULL);
    arena_free(c.arena);
}

static void spellings(void)
{
    const struct case_of c = read_line(
        IN_TEST, "--endpoint=http://h:1 --function-name F -xvv -kupdate~and~not~tag one --reg eu "
                 "--junit-xml a --junitxml=b --report json --deselect x --deselect y two -C d");

    check_number(c.code, EXIT_OK);
    check_text(c.options.target.endpoint, "http://h:1");
    check_text(c.options.target.function_name, "F");
    check_text(c.options.target.region, "eu");
    check_text(c.options.filter.k, "update and not tag");
    check_text(c.options.subject.folder, "d");
    check_number(c.options.maxfail, 1);
    check_number(c.options.console.verbosity, 2);
    check_number((long long)c.options.words.count, 2);
    check_text(c.options.words.items[1], "two");
    check_text(c.options.filter.deselect.items[1], "y");
    check_text(c.options.reports.items[0], "junit:a");
    check_text(c.options.reports.items[1], "junit:b");
    check_text(c.options.reports.items[2], "json");
    check(options_given(&c.options, "region") && options_given(&c.options, "maxfail"));
    check(options_given(&c.options, "C") && !options_given(&c.options, "k=") &&
          options_given(&c.options, "junit-xml"));
    arena_free(c.arena);
}

static void durations(void)
{
    int64_t ms = 0;

    check(duration_read("90", &ms) && ms == 90000);
    check(duration_read("500ms", &ms) && ms == 500);
    check(duration_read("5m", &ms) && ms == 300000);
    check(duration_read("2h", &ms) && ms == 7200000);
    check(duration_read("1.5s", &ms) && ms == 1500);
    check(duration_read("0", &ms) && ms == 0);
    check(!duration_read("", &ms) && !duration_read("s", &ms) && !duration_read(".", &ms));
    check(!duration_read("-1", &ms) && !duration_read("1d", &ms) && !duration_read("1 s", &ms));
    check(!duration_read("1.2.3", &ms) && !duration_read("99999999999999999999h", &ms));
    check(!duration_read("1e5", &ms) && !duration_read("0x10", &ms) && !duration_read("inf", &ms));
}

static void prefixes(void)
{
    const struct case_of c = read_line(IN_TEST, "--pro p --off --co --stabilize-t 3");

    check_number(c.code, EXIT_OK);
    check_text(c.options.target.profile, "p");
    check(c.options.target.offline && c.options.collect_only);
    check_number(c.options.stabilize_timeout_ms, 3000);
    arena_free(c.arena);
    refused("--en 1", EXIT_USAGE, "--en: ambiguous; it may mean --endpoint, --enforce-timeout");
    refused("--col", EXIT_USAGE, "--collect-only, --color");
    refused("--", EXIT_OK, "");
    refused("--=x", EXIT_USAGE, "ambiguous");
}

static void unknown_options(void)
{
    refused("--endpont x", EXIT_USAGE, "--endpont: unknown option (did you mean --endpoint?)");
    refused("--zzzzzzzzzzzzzz", EXIT_USAGE, "--zzzzzzzzzzzzzz: unknown option");
    refused("-Z", EXIT_USAGE, "-Z: unknown option");
    refused("-xZ", EXIT_USAGE, "-Z: unknown option");
    refused("--capture=no", EXIT_USAGE, "put it behind --");
    refused("-s", EXIT_USAGE, "put it behind --");
    refused("--a\033[31mb", EXIT_USAGE, "--a\\u001b[31mb");
}

static void arguments(void)
{
    refused("--endpoint", EXIT_USAGE, "--endpoint: URL is missing");
    refused("-k", EXIT_USAGE, "-k: EXPR is missing");
    refused("--offline=yes", EXIT_USAGE, "--offline: takes no argument");
    refused("--endpoint=", EXIT_USAGE, "--endpoint: expected something");
    refused("--maxfail x", EXIT_USAGE, "expected a number");
    refused("--maxfail 99999999999999999999", EXIT_USAGE, "expected a number");
    refused("--seed 18446744073709551616", EXIT_USAGE, "expected a number");
    refused("--suite v3", EXIT_USAGE, "expected one of v1, v2, full, not \"v3\"");
    refused("-rq", EXIT_USAGE, "-r: \"q\" is none of the letters");
    refused("--tb=tall", EXIT_USAGE, "auto, long");
    refused("--enforce-timeout soon", EXIT_USAGE, "expected a duration");

    const struct case_of c = read_line(IN_TEST, "-k= --seed 18446744073709551615 --v2 -rA");
    check_number(c.code, EXIT_OK);
    check_text(c.options.filter.k, "=");
    check(c.options.model.seed.given && c.options.model.seed.value == UINT64_MAX);
    check_text(c.options.filter.suite, "v2");
    check_text(c.options.console.summary, "A");
    arena_free(c.arena);
}

static void not_there_yet(void)
{
    refused("--lf", EXIT_USAGE, "--lf: earlier runs are not remembered yet");
    refused("--pdb", EXIT_USAGE, "cfnc replay --sam-debug");
}

static void behind(void)
{
    const struct case_of c = read_line(
        IN_TEST, "--region eu one -- -xvs -rA -k a~or~b --tb=short --maxfail=2 --capture=no -p no "
                 "--cov --cov-report=xml --hypothesis-seed=7 -o log_cli_level=DEBUG --junitxml=f");

    check_number(c.code, EXIT_OK);
    check_text(c.options.target.region, "eu");
    check_text(c.options.filter.k, "a or b");
    check_text(c.options.console.traceback, "short");
    check_number(c.options.maxfail, 2);
    check_number(c.options.console.verbosity, 2);
    check(c.options.model.seed.given && c.options.model.seed.value == 7);
    check_text(c.options.reports.items[0], "junit:f");
    check_number((long long)c.options.ignored.count, 5);
    check_text(c.options.ignored.items[0], "-s");
    check_text(c.options.ignored.items[4], "--cov-report");
    arena_free(c.arena);
    refused("-- file.py", EXIT_USAGE, "file.py: tests are not found in files");
    refused("-- --region eu", EXIT_USAGE, "put it in front of --");
    refused("-- --maxfial 3", EXIT_USAGE, "did you mean --maxfail?");
    refused("-- --trace", EXIT_USAGE, "do not run in this process");
    refused("-- --ignore-glob=x", EXIT_USAGE, "--deselect");
    refused("-- -c x", EXIT_USAGE, "--config FILE");
}

static void other_commands(void)
{
    struct case_of c = read_line(IN_SERVE, "--port 0 --fault a --fault b --delay 1.5 --preload 3");

    check_number(c.code, EXIT_OK);
    check_number(c.options.port, 0);
    check_number(c.options.delay_ms, 1500);
    check_text(c.options.subject.faults.items[1], "b");
    check(c.options.subject.faults.items[2] == NULL);
    arena_free(c.arena);
    c = read_line(IN_SERVE, "--port 65536");
    check_number(c.code, EXIT_USAGE);
    arena_free(c.arena);
    c = read_line(IN_SERVE, "--endpoint x");
    check_number(c.code, EXIT_USAGE);
    arena_free(c.arena);
    c = read_line(IN_SERVE, "word");
    check_number(c.code, EXIT_USAGE);
    arena_free(c.arena);
}

static size_t lines(const char *text)
{
    size_t count = 0;

    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static void help(void)
{
    struct case_of c = read_line(IN_TEST, "--help --no-such-option");

    check_number(c.code, EXIT_OK);
    check(c.options.help);
    const char *text = options_help(c.arena, IN_TEST, true);
    check_contains(text,
                   "      --endpoint URL           Lambda endpoint [http://127.0.0.1:3001]\n");
    check_contains(text, "  -x, --exitfirst              stop at the first failure\n");
    check_contains(text, "  --role-arn");
    check(!strstr(text, "--capture") && strstr(text, "--account-id"));
    for (const char *line = text; line; line = strchr(line + 1, '\n'))
        check(strcspn(line + 1, "\n") <= 84);
    text = options_help(c.arena, IN_TEST, false);
    check(lines(text) < 58 && !strstr(text, "--account-id") && strstr(text, "--role-arn"));
    check(!strstr(options_help(c.arena, IN_SERVE, true), "--endpoint"));
    arena_free(c.arena);
}

/* A row that breaks a rule of the table would go unnoticed until somebody types it. */
static void rows(void)
{
    size_t count = 0;

    for (const struct option *row = option_rows(); row->name || row->letter; row++, count++) {
        const char *name = row->name ? row->name : "";

        if (!test_check(row->group == GROUP_HIDDEN || row->help, name, 0, "has a help line"))
            break;
        check(row->kind != OPTION_REFUSED || (row->help && row->code));
        check(row->kind != OPTION_WORD || row->choices);
        check(!row->alias || option_find(row->alias, ~0U) != row);
        check(row->places != 0);
        for (const struct option *twin = row + 1; row->name && twin->name; twin++)
            check(strcmp(row->name, twin->name) != 0 || !(row->places & twin->places));
    }
    check(count < OPTION_LIMIT);
}

static const struct test tests[] = {
    { "options: defaults", defaults },
    { "options: every way to write one", spellings },
    { "options: durations", durations },
    { "options: cut short", prefixes },
    { "options: unknown ones", unknown_options },
    { "options: bad arguments", arguments },
    { "options: of cfn test, not there yet", not_there_yet },
    { "options: pytest's, behind --", behind },
    { "options: of other commands", other_commands },
    { "options: help", help },
    { "options: the table", rows },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
