/* The manual pages, in roff: what the rows of commands, options and exit codes say, and a frame. */
#include "cfnc/help/help.h"
#include "cfnc/option/command.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cfnc/base/text.h"
#include "cfnc/help/explain.h"
#include "man_words.h"

enum { COLUMNS = 68 };

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

    for (const struct command *c = commands; c->name; c++) {
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

    if (!gap) {
        add_entry(out, line, "");
        return;
    }
    const char *command = arena_copy(out->arena, line, (size_t)(gap - line));
    const char *does = gap + strspn(gap, " ");

    add_entry(out, command, does);
}

static void add_examples(struct text *out)
{
    add_title(out, "SH", "EXAMPLES");
    for (const struct command *c = commands; c->name; c++)
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
    for (const struct command *c = commands; c->name; c++) {
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

    for (const struct command *c = commands; c->name; c++)
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

static const char *long_spelling(struct arena *arena, const struct option *row)
{
    return arena_printf(arena, "%s", option_spelling(arena, row));
}

static void add_options(struct text *out)
{
    add_title(out, "SH", "OPTIONS");
    add_words(out, man_options_words);
    for (enum option_group group = GROUP_TARGET; option_group_title(group); group++) {
        add_title(out, "SS", option_group_title(group));
        for (const struct option *row = option_rows; row->name || row->letter; row++)
            if (row->group == group && is_told(row))
                add_entry(out, long_spelling(out->arena, row), row_words(out->arena, row, false));
    }
}

static void add_exits(struct text *out)
{
    add_title(out, "SH", "EXIT STATUS");
    for (const struct explained_exit *row = explained_exits; row->code; row++)
        add_entry(out, row->code, row->meaning);
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
    for (const struct option *row = option_rows; row->name || row->letter; row++)
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
    for (const struct option *row = option_rows; row->name || row->letter; row++)
        if (row->name && strcmp(row->name, name) == 0 && option_is_key(row))
            return true;
    return false;
}

static bool of_trust(const struct option *row, const enum option_trust *trust)
{
    return trust ? row->trust == *trust : row->trust != TRUST_CALLER && row->trust != TRUST_LINE;
}

/* Names that the file may not set: those of one kind of trust, or of commands that read no file. */
static void add_strangers(struct text *out, const enum option_trust *trust, const char *intro)
{
    struct text names = text_new(out->arena);

    text_add(&names, intro);
    for (const struct option *row = option_rows; row->name || row->letter; row++)
        if (row->name && is_told(row) && of_trust(row, trust) && !names_key(row->name) &&
            row == option_find(row->name, ~0U))
            text_addf(&names, " %s", row->name);
    text_add(&names, ".");
    text_add(out, ".PP\n");
    add_words(out, names.bytes);
}

static const char *file_page(struct arena *arena)
{
    static const enum option_trust caller = TRUST_CALLER, line = TRUST_LINE;
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
    add_strangers(&out, &caller, "From the command line or a variable alone:");
    add_strangers(&out, &line, "From the command line alone:");
    add_strangers(&out, NULL, "Of commands that read no cfnc.ini:");
    add_title(&out, "SH", "SEE ALSO");
    text_add(&out, ".BR cfnc (1)\n");
    return out.bytes;
}

const char *man_page(struct arena *arena, const char *name)
{
    return strcmp(name, "cfnc.1") == 0 ? program_page(arena) : file_page(arena);
}
