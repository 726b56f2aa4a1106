#include <stdio.h>
#include <string.h>

#include "cfnc/commands.h"
#include "cfnc/text.h"

void help_print(struct arena *arena, const struct command *command)
{
    fputs(command->usage, stdout);
    fputs(options_help(arena, command->place), stdout);
    if (command->ending)
        fputs(command->ending, stdout);
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
    for (const struct command *command = commands; command->name; command++)
        if (command->summary)
            printf("  %-10s %s\n", command->name, command->summary);
    fputs("\n\"cfnc help test\" tells the options.\n", stdout);
}

enum exit_code cmd_help(struct arena *arena, const struct options *options)
{
    const char *name = options->tests.items[0];

    if (!name) {
        print_commands();
        return EXIT_OK;
    }
    for (const struct command *command = commands; command->name; command++)
        if (strcmp(command->name, name) == 0 && command->run) {
            help_print(arena, command);
            return EXIT_OK;
        }
    return complain(EXIT_USAGE, "no command is called \"%s\"; \"cfnc help\" lists them",
                    text_quote(arena, name, 60));
}
