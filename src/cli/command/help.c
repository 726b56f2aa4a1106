/* What cfnc tells of itself: help, topics, completion, its version. */
#include <stdio.h>
#include <string.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/text.h"
#include "cfnc/help/explain.h"
#include "cfnc/help/help.h"
#include "cfnc/option/command.h"
#include "cli/commands.h"

struct explain_options {
    bool list_topics;
};

struct help_options {
    bool all;
    const char *man; /* the name of a page */
};

static bool has_rare(const struct command *command)
{
    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        if (row->places & command->place && row->rare && row->group != GROUP_HIDDEN)
            return true;
    return false;
}

void help_print(struct arena *arena, const struct command *command, bool rare_too)
{
    fputs(command->usage, stdout);
    fputs(options_help(arena, command->place, rare_too), stdout);
    if (command->ending)
        fputs(command->ending, stdout);
    if (!rare_too && has_rare(command))
        printf("More: cfnc help %s --all, man cfnc, cfnc explain TOPIC\n", command->name);
}

static void print_commands(void)
{
    fputs("Usage: cfnc COMMAND [OPTION]...\n"
          "Contract tests for CloudFormation resource types.\n"
          "\n"
          "  cfnc test --demo    try it: built-in handlers, no AWS account, nothing to write\n"
          "  cfnc test           test your own, behind \"sam local start-lambda\"\n"
          "\n",
          stdout);
    commands_each (command)
        if (command->summary)
            printf("  %-10s %s\n", command->name, command->summary);
    fputs("\n\"cfnc help test\" tells the options.\n", stdout);
}

static enum exit_code cmd_help(struct arena *arena, const struct options *options)
{
    const struct help_options *own = options_own(options, IN_HELP);
    const char *name = options->words.items[0];

    if (options->words.count > 1)
        return complain(EXIT_USAGE, "help: expected one command, not %zu", options->words.count);
    if (options->json || own->man) {
        fputs(options->json ? help_json(arena) : man_page(arena, own->man), stdout);
        return EXIT_OK;
    }
    if (!name) {
        print_commands();
        return EXIT_OK;
    }
    commands_each (command) {
        if (strcmp(command->name, name) != 0)
            continue;
        if (command->refusal)
            return complain(EXIT_USAGE, "%s: %s", command->name, command->refusal);
        help_print(arena, command, own->all);
        return EXIT_OK;
    }
    return command_missing(arena, name);
}

static enum exit_code cmd_completion(struct arena *arena, const struct options *options)
{
    const char *shell = options->words.items[0];
    const char *script = shell ? completion_script(arena, shell) : NULL;

    if (!script || options->words.count > 1)
        return complain(EXIT_USAGE, "completion: expected bash, zsh or fish%s%s%s",
                        shell ? ", not \"" : "", shell ? text_quote(arena, shell, 60) : "",
                        shell ? "\"" : "");
    fputs(script, stdout);
    return EXIT_OK;
}

static enum exit_code cmd_explain(struct arena *arena, const struct options *options)
{
    const struct explain_options *own = options_own(options, IN_EXPLAIN);

    if (options->json && options->words.count)
        return complain(EXIT_USAGE, "--json is for --list");
    if (options->json) {
        puts(json_print_pretty(arena, explain_list_json(arena)));
        return EXIT_OK;
    }
    if (own->list_topics || options->names_only) {
        fputs(explain_list(arena, options->names_only), stdout);
        return EXIT_OK;
    }
    if (!options->words.count)
        return complain(EXIT_USAGE,
                        "explain: a topic is missing; \"cfnc explain --list\" lists them");
    for (size_t i = 0; i < options->words.count; i++) {
        const char *text = explain_topic(arena, options->words.items[i]);

        if (!text)
            return complain(EXIT_USAGE, "nothing is called \"%s\"%s",
                            text_quote(arena, options->words.items[i], 60),
                            text_meant(arena, explain_nearest(arena, options->words.items[i]),
                                       "; \"cfnc explain --list\" lists what there is"));
        printf("%s%s", i ? "\n" : "", text);
    }
    return EXIT_OK;
}

static enum exit_code cmd_version(struct arena *arena, const struct options *options)
{
    (void)arena;
    (void)options;
    puts("cfnc " CFNC_VERSION "\n"
         "suite v1: the contract tests of cloudformation-cli 0.2.39");
    return EXIT_OK;
}

/* clang-format off */
static const struct option explain_rows[] = {
    { .name = "list", .help = "what can be explained, one line each",
      .kind = OPTION_FLAG, .group = GROUP_OUTPUT, OWN(explain, list_topics), .trust = TRUST_LINE },
    { 0 },
};
/* clang-format on */

const struct command command_explain = {
    .name = "explain",
    .summary = "what a rule, a code, a test, an option or a fault means",
    .usage = "Usage: cfnc explain [OPTION]... TOPIC...\n"
             "Print what a word of cfnc's output means, where it is said, and what to do.\n"
             "\n"
             "  cfnc explain read.not-found           a rule of the contract\n"
             "  cfnc explain schema.ref               a rule of cfnc validate\n"
             "  cfnc explain NotFound                 an error code of handlers\n"
             "  cfnc explain 6                        an exit code\n"
             "  cfnc explain contract_create_read     a test: its calls, and what it judges\n"
             "  cfnc explain --endpoint               an option; also just endpoint\n"
             "\n",
    .place = IN_EXPLAIN,
    .options = explain_rows,
    .own = sizeof(struct explain_options),
    .run = cmd_explain,
};

const struct command command_completion = {
    .name = "completion",
    .summary = "what makes bash, zsh or fish complete cfnc's command lines",
    .usage = "Usage: cfnc completion bash|zsh|fish\n"
             "Print a script for the shell.\n"
             "\n"
             "  eval \"$(cfnc completion bash)\"       in ~/.bashrc\n"
             "  cfnc completion zsh > DIR/_cfnc       where DIR is one of $fpath\n"
             "  cfnc completion fish > ~/.config/fish/completions/cfnc.fish\n",
    .place = IN_COMPLETION,
    .run = cmd_completion,
};

const struct command command_version = {
    .name = "version",
    .summary = "which cfnc this is",
    .usage = "Usage: cfnc version\nPrint the version.\n",
    .place = IN_VERSION,
    .run = cmd_version,
};

/* clang-format off */
static const char *const pages[] = { "cfnc.1", "cfnc.ini.5", NULL };
static const struct option help_rows[] = {
    { .name = "all", .help = "rare options, too",
      .kind = OPTION_FLAG, .group = GROUP_OUTPUT, OWN(help, all), .trust = TRUST_LINE },
    { .name = "man", .argument = "PAGE", .help = "a manual page: cfnc.1 or cfnc.ini.5",
      .kind = OPTION_WORD, .group = GROUP_OUTPUT, OWN(help, man), .choices = pages,
      .trust = TRUST_LINE },
    { 0 },
};
/* clang-format on */

const struct command command_help = {
    .name = "help",
    .summary = "this, or the options of a command",
    .usage = "Usage: cfnc help [OPTION]... [COMMAND]\n"
             "Print the commands, or the options of one.\n"
             "\n"
             "  cfnc help test --all                  rare options, too\n"
             "  cfnc help --json                      all commands and options, for programs\n"
             "  cfnc help --man cfnc.1 | man -l -     the manual\n"
             "\n",
    .place = IN_HELP,
    .options = help_rows,
    .own = sizeof(struct help_options),
    .run = cmd_help,
};
