/* The manual pages, in roff: what the rows of commands, options and exit codes say, and a frame. */
#include "cfnc/help/help.h"
#include "cfnc/option/command.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cfnc/base/text.h"
#include "cfnc/help/explain.h"

enum { COLUMNS = 68 };

/* ---- what comes from no row ---- */

struct man_entry {
    const char *term;
    const char *words; /* NULL: which commands read cfnc.ini */
};

static const char man_description[] =
    "cfnc calls the handlers of a CloudFormation resource type through a Lambda endpoint, normally "
    "\"sam local start-lambda\", and holds each answer against the contract that CloudFormation "
    "relies on. It takes the projects, the names of tests and the options of \"cfn test\", says "
    "which sentence of the contract is broken, and deletes what it made.";

static const char man_options_words[] =
    "Long options may be cut short where that is unambiguous, and take their argument behind a "
    "blank or an =. A duration is a number of seconds, or one with ms, s, m or h behind it. Each "
    "option says which commands it is of, and the variable that stands in for it.";

/* clang-format off */
static const struct man_entry man_environment[] = {
    { "CFNC_NAME",
      "An option: its long name in capitals, with _ for each dash. Below the command line and above "
      "cfnc.ini. What may be repeated has a line for each; true, yes, on and 1 are an option "
      "without argument, false, no, off and 0 are none. An empty variable counts as none; one that "
      "is no option is passed by, and told by \"cfnc config\"." },
    { "CFNC_ADDOPTS",
      "Options in front of those of cfnc test, split as a shell would, without variables and "
      "patterns; behind a -- those of pytest. Above CFNC_NAME, and below the command line." },
    { "PYTEST_ADDOPTS",
      "Likewise, as far as cfnc has an option for it: what else pytest is told is passed over. "
      "Below CFNC_ADDOPTS." },
    { "CI, GITHUB_ACTIONS, GITLAB_CI, CODEBUILD_BUILD_ID, BUILDKITE, CIRCLECI, JENKINS_URL, "
      "TF_BUILD, TEAMCITY_VERSION, BUILD_NUMBER",
      "One that is set and not empty means that a CI runs cfnc: [ci] of cfnc.ini counts, and no "
      "line is drawn again." },
    { "NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM",
      "Whether colors are used; --color is above them." },
    { "COLUMNS",
      "How wide a line may be where no terminal says it: in a file, say. A window that is resized "
      "is asked again." },
    { "AWS_PROFILE, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and "
      "others of the AWS tools",
      "Where credentials come from, in the order of the AWS CLI." },
    { "HTTP_PROXY, HTTPS_PROXY, NO_PROXY, AWS_CA_BUNDLE",
      "How other machines are reached." },
    { NULL, NULL },
};

static const struct man_entry man_files[] = {
    { ".rpdk-config", "The project, as \"cfn init\" writes it." },
    { "cfnc.ini", "Options for the project; see cfnc.ini(5)." },
    { "~/.config/cfnc/cfnc.ini", "The user's own, below $XDG_CONFIG_HOME where that is set." },
    { "inputs/, overrides.json", "What handlers are given; generated where there is neither." },
    { "contract-test-exceptions.json", "What the project accepts, and why." },
    { ".cfnc/ledger.jsonl", "What may exist because of cfnc, until it is deleted." },
    { ".cfnc/runs", "The newest 20 runs, without secrets." },
    { "~/.cfn-cli/typeConfiguration.json", "The configuration of types, where nothing names one." },
    { NULL, NULL },
};

static const struct man_entry man_sections[] = {
    { "in front of any section", "For every command that has the option." },
    { "[test] and the like", NULL },
    { "[ci]", "Where a CI runs cfnc; see ENVIRONMENT in cfnc(1)." },
    { "[preset NAME]", "With --preset NAME, or CFNC_PRESET." },
    { NULL, NULL },
};
/* clang-format on */

static const char man_file_example[] = "# how this project is tested\n"
                                       "endpoint = http://127.0.0.1:3002\n"
                                       "typeconfig = test/typeconfig.json\n"
                                       "\n"
                                       "[test]\n"
                                       "maxfail = 3\n"
                                       "\n"
                                       "[ci]\n"
                                       "wait-for-endpoint = 2m     ; sam takes its time\n"
                                       "report = junit:out/junit.xml\n"
                                       "report = json:out/report.json\n"
                                       "\n"
                                       "[preset nightly]\n"
                                       "examples = 20\n"
                                       "retries = 2\n";

static const char *const man_file_words[] = {
    "The file stands beside .rpdk-config, or above it in its repository, or where --config says; "
    "the nearest counts. It is read by the commands that have a -C, and --no-config reads none. "
    "Without -C and --schema, .rpdk-config itself is sought in the folders above, too, as far as "
    "the repository and the file system go. Above, nothing counts that somebody else owns, or "
    "that lies where everybody may write.",
    "A line is NAME = VALUE, with : for = if you like, or [SECTION], or a comment behind # or ;. "
    "A comment behind a value begins with a blank and a ;. Blanks in front of a line mean "
    "nothing. Double quotes around all of a value are taken away. The file is UTF-8; a line has "
    "at most 197 bytes, or what the libinih at hand reads, and a longer one is an error.",
    "NAME is that of an option without its dashes. What may be repeated has a line for each; "
    "anything else is set once in a section. Options without an argument are true or false (yes, "
    "on, 1; no, off, 0), verbose and quiet are how often.",
    "A value comes from the highest place that says it: the command line, CFNC_ADDOPTS, the "
    "variable CFNC_NAME, [preset NAME], [ci], the section of the command, the lines in front of "
    "any section, the user's own file, the default. Lists are not added up, but for redact-path. "
    "\"cfnc config\" prints each value and what says it.",
    "The user's own file, ~/.config/cfnc/cfnc.ini, has no sections, and sets what is shown and "
    "kept for every project, never what is tested: color, diff, no-record, tb.",
    "A path begins at the project's folder.",
    "All of the file is looked over, whatever of it counts. A section or a name that there is "
    "not, and a value that the option would refuse, are errors with their line: exit status 2.",
    NULL,
};

static const char man_security[] =
    "Whoever wrote a project wrote its cfnc.ini too. So the file chooses no credentials and no "
    "roles, starts no image and no other program, and cannot turn a run into one that calls no "
    "handler; endpoint names this machine only, and reports are written below the project's "
    "folder, by no link.";

/* ---- roff ---- */

/* What roff would read otherwise: commands at the beginning of a line, dashes, quotes. */
static void add_escaped(struct text *out, const char *words)
{
    static const struct {
        char plain;
        const char *roff;
    } rows[] = { { '\\', "\\e" },  { '-', "\\-" },   { '\'', "\\(aq" }, { '`', "\\(ga" },
                 { '^', "\\(ha" }, { '~', "\\(ti" }, { '"', "\\(dq" } };

    if (*words == '.')
        text_add(out, "\\&");
    for (; *words; words++) {
        const char *roff = NULL;

        for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
            if (rows[i].plain == *words)
                roff = rows[i].roff;
        if (roff)
            text_add(out, roff);
        else
            text_add_bytes(out, words, 1);
    }
}

/* Lines as they are. */
static void add_lines(struct text *out, const char *lines)
{
    while (*lines) {
        const size_t length = strcspn(lines, "\n");

        add_escaped(out, arena_copy(out->arena, lines, length));
        text_add(out, "\n");
        lines += length + (lines[length] == '\n');
    }
}

/* Words that roff fills into lines. */
static void add_words(struct text *out, const char *words)
{
    struct text wrapped = text_new(out->arena);

    text_add_wrapped(&wrapped, words, 0, 0, COLUMNS);
    add_lines(out, wrapped.bytes);
}

static void add_title(struct text *out, const char *macro, const char *title)
{
    text_addf(out, ".%s \"", macro);
    add_escaped(out, title);
    text_add(out, "\"\n");
}

/* A term, bold, and what it is. */
static void add_entry(struct text *out, const char *term, const char *words)
{
    text_add(out, ".TP\n\\fB");
    add_escaped(out, term);
    text_add(out, "\\fR\n");
    add_words(out, words);
}

/* As it is shown, without filling. */
static void add_shown(struct text *out, const char *lines)
{
    text_add(out, ".nf\n");
    add_lines(out, lines);
    text_add(out, ".fi\n");
}

/* Today, or the moment that makes a build reproducible. */
static const char *date(struct arena *arena)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    const long long said = epoch ? strtoll(epoch, &end, 10) : 0;
    const time_t moment = end && end != epoch && !*end && said >= 0 ? (time_t)said : time(NULL);
    struct tm day;
    char text[16] = "";

    if (gmtime_r(&moment, &day))
        strftime(text, sizeof(text), "%Y-%m-%d", &day);
    return arena_copy(arena, text, strlen(text));
}

static void add_head(struct text *out, const char *name, const char *section, const char *summary)
{
    text_addf(out,
              ".\\\" Made by \"cfnc help --man\"; change the rows that it comes from.\n"
              ".TH %s %s %s \"cfnc %s\"\n.SH NAME\n",
              name, section, date(out->arena), CFNC_VERSION);
    add_words(out, summary);
}

/* "Usage: cfnc test [OPTION]..." and what stands below it in the same way. */
static void add_synopsis(struct text *out)
{
    struct text lines = text_new(out->arena);

    commands_each (c) {
        for (const char *line = c->run ? c->usage : ""; *line; line++) {
            const size_t length = strcspn(line, "\n");

            if (strncmp(line, "Usage: ", 7) != 0 && strncmp(line, "       ", 7) != 0)
                break;
            text_addf(&lines, "%.*s\n", (int)length - 7, line + 7);
            line += length;
        }
    }
    add_title(out, "SH", "SYNOPSIS");
    add_shown(out, lines.bytes);
}

/* "  cfnc test -x    what that does" */
static void add_example(struct text *out, const char *line)
{
    const char *gap = strstr(line, "  ");
    const size_t length = gap ? (size_t)(gap - line) : strlen(line);

    add_entry(out, arena_copy(out->arena, line, length),
              line + length + strspn(line + length, " "));
}

static void add_examples(struct text *out)
{
    add_title(out, "SH", "EXAMPLES");
    commands_each (c)
        for (const char *line = c->run ? c->usage : ""; *line; line++) {
            const size_t length = strcspn(line, "\n");

            if (strncmp(line, "  cfnc ", 7) == 0)
                add_example(out, arena_copy(out->arena, line + 2, length - 2));
            line += length;
        }
}

static void add_commands(struct text *out)
{
    add_title(out, "SH", "COMMANDS");
    commands_each (c) {
        const char *body = c->run ? strchr(c->usage, '\n') : NULL;

        if (!body)
            continue;
        add_title(out, "SS", arena_printf(out->arena, "cfnc %s", c->name));
        add_shown(out, body + 1);
        if (c->ending)
            add_shown(out, c->ending);
    }
}

/* "test, doctor" */
static const char *command_names(struct arena *arena, unsigned places)
{
    struct text names = text_new(arena);

    commands_each (c)
        if (c->run && c->place & places)
            text_addf(&names, "%s%s", names.length ? ", " : "", c->name);
    return names.bytes;
}

/* What a row says, in a sentence or two. */
static const char *row_words(struct arena *arena, const struct option *row, bool of_file)
{
    struct text words = text_new(arena);

    text_addf(&words, "%s.", row->help);
    if (row->kind == OPTION_WORD) {
        text_add(&words, " One of");
        for (const char *const *word = row->choices; *word; word++)
            text_addf(&words, "%s %s", word == row->choices ? "" : ",", *word);
        text_add(&words, ".");
    }
    if (row->standard)
        text_addf(&words, " Default: %s.", row->standard);
    text_addf(&words, " Of %s.", command_names(arena, row->places));
    if (!of_file && option_is_variable(row))
        text_addf(&words, " %s.", option_variable(arena, row));
    return words.bytes;
}

static bool is_told(const struct option *row)
{
    return row->group != GROUP_HIDDEN && row->help && row->kind != OPTION_REFUSED;
}

static void add_options(struct text *out)
{
    add_title(out, "SH", "OPTIONS");
    add_words(out, man_options_words);
    for (enum option_group group = GROUP_TARGET; option_group_title(group); group++) {
        add_title(out, "SS", option_group_title(group));
        for (const struct option *row = option_rows(); row->name || row->letter; row++)
            if (row->group == group && is_told(row))
                add_entry(out, option_spelling(out->arena, row), row_words(out->arena, row, false));
    }
}

static void add_exits(struct text *out)
{
    add_title(out, "SH", "EXIT STATUS");
    for (const struct explained_word *row = explained_exits; row->name; row++)
        add_entry(out, row->name, row->meaning);
}

static void add_entries(struct text *out, const char *title, const struct man_entry *entries)
{
    add_title(out, "SH", title);
    for (; entries->term; entries++)
        add_entry(out, entries->term,
                  entries->words
                      ? entries->words
                      : arena_printf(out->arena, "For that command: %s.",
                                     command_names(out->arena, options_project_places())));
}

static const char *program_page(struct arena *arena)
{
    struct text out = text_new(arena);

    add_head(&out, "CFNC", "1", "cfnc - contract tests for CloudFormation resource types");
    add_synopsis(&out);
    add_examples(&out);
    add_title(&out, "SH", "DESCRIPTION");
    add_words(&out, man_description);
    add_commands(&out);
    add_options(&out);
    add_exits(&out);
    add_entries(&out, "ENVIRONMENT", man_environment);
    add_entries(&out, "FILES", man_files);
    add_title(&out, "SH", "SEE ALSO");
    text_add(&out, ".BR cfnc.ini (5)\n");
    return out.bytes;
}

/* Options that a file may set, or those that are taken from elsewhere only. */
static void add_keys(struct text *out)
{
    add_title(out, "SH", "KEYS");
    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        if (option_is_key(row) && is_told(row))
            add_entry(out,
                      arena_printf(out->arena, "%s = %s", row->name,
                                   row->argument              ? row->argument
                                   : row->kind == OPTION_FLAG ? "true|false"
                                                              : "0..3"),
                      row_words(out->arena, row, true));
}

/* Whether a row with this name may stand in the file. */
static bool names_key(const char *name)
{
    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        if (row->name && strcmp(row->name, name) == 0 && option_is_key(row))
            return true;
    return false;
}

/* Names that the file may not set, of the kinds of trust in a set of 1 << enum option_trust. */
static void add_strangers(struct text *out, unsigned trusts, const char *intro)
{
    struct text names = text_new(out->arena);

    text_add(&names, intro);
    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        if (row->name && is_told(row) && 1U << row->trust & trusts && !names_key(row->name) &&
            row == option_find(row->name, ~0U))
            text_addf(&names, " %s", row->name);
    text_add(&names, ".");
    text_add(out, ".PP\n");
    add_words(out, names.bytes);
}

static const char *file_page(struct arena *arena)
{
    const unsigned caller = 1U << TRUST_CALLER, line = 1U << TRUST_LINE;
    struct text out = text_new(arena);

    add_head(&out, "CFNC.INI", "5", "cfnc.ini - options of cfnc(1) for a project");
    add_title(&out, "SH", "EXAMPLES");
    add_shown(&out, man_file_example);
    add_title(&out, "SH", "DESCRIPTION");
    for (const char *const *words = man_file_words; *words; words++) {
        text_add(&out, words == man_file_words ? "" : ".PP\n");
        add_words(&out, *words);
    }
    add_entries(&out, "SECTIONS", man_sections);
    add_keys(&out);
    add_title(&out, "SH", "SECURITY");
    add_words(&out, man_security);
    add_strangers(&out, caller, "From the command line or a variable alone:");
    add_strangers(&out, line, "From the command line alone:");
    add_strangers(&out, ~(caller | line), "Of commands that read no cfnc.ini:");
    add_title(&out, "SH", "SEE ALSO");
    text_add(&out, ".BR cfnc (1)\n");
    return out.bytes;
}

const char *man_page(struct arena *arena, const char *name)
{
    return strcmp(name, "cfnc.1") == 0 ? program_page(arena) : file_page(arena);
}
