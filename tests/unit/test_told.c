/* Whatever is a row is told: by help, the manual, completion, cfnc config; and nothing else is. */
#include "cfnc/help/help.h"
#include "cfnc/option/command.h"
#include "test.h"

#include <ctype.h>
#include <string.h>

#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/help/explain.h"

static bool is_told(const struct option *row)
{
    return row->group != GROUP_HIDDEN && row->kind != OPTION_REFUSED;
}

static bool at_word_end(char c)
{
    return !isalnum((unsigned char)c) && c != '-';
}

/* Whether `word` stands in the text with no letter, digit or dash behind it. */
static bool tells(const char *text, const char *word)
{
    for (const char *at = text ? text : ""; (at = strstr(at, word)); at++)
        if (at_word_end(at[strlen(word)]))
            return true;
    return false;
}

static const char *spelled(struct arena *arena, const struct option *row, const char *dash)
{
    if (!row->name)
        return arena_printf(arena, "%s%c", dash, row->letter);
    return arena_printf(arena, "%s%s%s", dash, dash, row->name);
}

/* With a \ in front of every dash, as roff wants it. */
static const char *in_roff(struct arena *arena, const char *words)
{
    struct text out = text_new(arena);

    for (; *words; words++)
        text_addf(&out, "%s%c", *words == '-' ? "\\" : "", *words);
    return out.bytes;
}

static void missing(const char *where, const char *command, const char *what)
{
    struct arena *arena = arena_new();

    test_check(false, where, 0, arena_printf(arena, "%s %s is not told", command, what));
    arena_free(arena);
}

/* "    test)" of a script up to the next command's. */
static const char *part(struct arena *arena, const char *script, const char *command)
{
    const char *start = strstr(script, arena_printf(arena, "\n    %s)\n", command));
    const char *end = start ? strstr(start, ";;\n    ") : NULL;

    while (end && !islower((unsigned char)end[7]))
        end = strstr(end + 1, ";;\n    ");
    return !start ? "" : end ? arena_copy(arena, start, (size_t)(end - start)) : start;
}

static void check_option(struct arena *arena, const struct command *command,
                         const struct option *row)
{
    static const char *const shells[] = { "bash", "zsh" };
    const char *const option = spelled(arena, row, "-");
    const char *const page = man_page(arena, "cfnc.1");

    check(row->help && *row->help);
    if (!tells(options_help(arena, command->place, true), option))
        missing("help --all", command->name, option);
    if (!strstr(page, in_roff(arena, option)))
        missing("cfnc.1", command->name, option);
    for (size_t i = 0; i < 2; i++)
        if (!tells(part(arena, completion_script(arena, shells[i]), command->name), option))
            missing(shells[i], command->name, option);
    const char *fish = completion_script(arena, "fish");
    const char *letter = row->name ? arena_printf(arena, " -l %s ", row->name)
                                   : arena_printf(arena, " -s %c ", row->letter);
    bool told = false;
    for (const char *line = fish; *line && !told; line += strcspn(line, "\n") + 1) {
        const char *copy = arena_copy(arena, line, strcspn(line, "\n"));

        told = strstr(copy, letter) && tells(copy, command->name);
    }
    if (!told)
        missing("fish", command->name, option);
}

static void options(void)
{
    commands_each (command)
        for (const struct option *row = option_rows(); row->name || row->letter; row++) {
            struct arena *arena = arena_new();

            if (command->run && is_told(row) && row->places & command->place)
                check_option(arena, command, row);
            arena_free(arena);
        }
}

/* Whether one of the rows of that name may stand in the file. */
static bool is_key(const char *name)
{
    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        if (row->name && strcmp(row->name, name) == 0 && option_is_key(row))
            return true;
    return false;
}

static void keys(void)
{
    struct arena *arena = arena_new();
    const char *page = man_page(arena, "cfnc.ini.5"), *program = man_page(arena, "cfnc.1");

    for (const struct option *row = option_rows(); row->name || row->letter; row++) {
        const char *const name = row->name;

        if (!name || !is_told(row))
            continue;
        const char *entry = arena_printf(arena, "\\fB%s = ", in_roff(arena, name));

        check(!strstr(page, entry) == !is_key(name));
        if (!strstr(page, in_roff(arena, name)))
            missing("cfnc.ini.5", "", name);
        if (option_is_variable(row) && !tells(program, option_variable(arena, row)))
            missing("cfnc.1", "", option_variable(arena, row));
    }
    arena_free(arena);
}

static void names_of_commands(void)
{
    static const char *const shells[] = { "bash", "zsh", "fish" };
    struct arena *arena = arena_new();
    const char *page = man_page(arena, "cfnc.1"), *all = help_json(arena);

    commands_each (command) {
        if (!command->run)
            continue;
        check(command->summary != NULL);
        check_contains(page, in_roff(arena, arena_printf(arena, "cfnc %s", command->name)));
        check_contains(all, arena_printf(arena, "\"name\": \"%s\"", command->name));
        for (size_t i = 0; i < 3; i++)
            check(tells(completion_script(arena, shells[i]), command->name));
    }
    for (const struct explained_word *row = explained_exits; row->name; row++)
        check_contains(page, arena_printf(arena, "\\fB%s\\fR\n", row->name));
    check(completion_script(arena, "tcsh") == NULL);
    arena_free(arena);
}

static int lines(const char *text)
{
    int count = 0;

    for (; *text; text++)
        count += *text == '\n';
    return count;
}

/* What -h prints is a screen: what is rarely wanted is a row with .rare. */
static void screens(void)
{
    commands_each (command) {
        struct arena *arena = arena_new();

        if (command->run) {
            const char *few = options_help(arena, command->place, false);
            const char *all = options_help(arena, command->place, true);

            check(strlen(few) <= strlen(all));
            test_check(1 + lines(command->usage) + lines(few) +
                               lines(command->ending ? command->ending : "") <
                           70,
                       __FILE__, __LINE__,
                       arena_printf(arena, "the help of %s has less than 70 lines", command->name));
        }
        arena_free(arena);
    }
}

/*
 * Whether an option in README is one of ours: it is all that stands there (`--name`), or the
 * command before it, as far as the line, the | or the ` goes, is cfnc.
 */
static bool is_ours(const char *text, const char *at)
{
    const char *start = at;

    if (at > text && at[-1] == '`')
        return true;
    while (start > text && !strchr("\n|`(", start[-1]))
        start--;
    const char *program = strstr(start, "cfnc ");
    return program && program < at && program == start + strspn(start, " ");
}

/* Neither README nor the guide that goes on with it names an option that there is not. */
static void readme(void)
{
    struct arena *arena = arena_new();
    struct error error;
    const char *page = file_read(arena, TEST_DATA "/../../README.md", 1 << 20, NULL, &error);
    const char *guide = file_read(arena, TEST_DATA "/../../docs/guide.md", 1 << 20, NULL, &error);
    const char *text = arena_printf(arena, "%s%s", page ? page : "", guide ? guide : "");
    int count = 0;

    check(page && guide);
    for (const char *at = text; at && (at = strstr(at, "--")); at += 2) {
        const size_t length = strspn(at + 2, "abcdefghijklmnopqrstuvwxyz0123456789-");
        const char *name = arena_copy(arena, at + 2, length);

        if (!islower((unsigned char)at[2]) || !is_ours(text, at))
            continue;
        count++;
        if (!option_find(name, ~0U))
            missing("README.md names it:", "", name);
    }
    check(count > 20);
    for (const struct option *row = option_rows(); text && (row->name || row->letter); row++)
        if (row->preference && !strstr(text, arena_printf(arena, "`%s`", row->name)))
            missing("README.md", "", row->name);
    commands_each (command)
        if (command->run && !tells(page, arena_printf(arena, "cfnc %s", command->name)))
            missing("README.md", command->name, "");
    arena_free(arena);
}

static const struct test tests[] = {
    { "told: every option, by help, the manual and each shell", options },
    { "told: every key and every variable, by the manual", keys },
    { "told: every command and every exit code", names_of_commands },
    { "told: the help of a command fits on a screen", screens },
    { "told: README names what there is", readme },
    { 0 },
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, tests);
}
