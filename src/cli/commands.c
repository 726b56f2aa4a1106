#include "commands.h"

#include <string.h>

#include "cfnc/base/exit.h"
#include "cfnc/base/file.h"
#include "cfnc/base/text.h"
#include "cfnc/help/help.h"
#include "cfnc/option/command.h"
#include "cfnc/prepare/subject.h"
#include "terminal.h"

#define OF_CFN(name) "cfnc only tests; use \"cfn " name "\""

/* What is typed and is no command. */
static const struct command refused[] = {
    { .name = "demo", .refusal = "an option; type \"cfnc test --demo\"" },
    { .name = "init", .refusal = OF_CFN("init") },
    { .name = "submit", .refusal = OF_CFN("submit") },
    { .name = "package", .refusal = OF_CFN("package") },
    { .name = "build-image", .refusal = OF_CFN("build-image") },
};

/* clang-format off */
const struct command *const commands[] = {
    &command_test, &command_serve, &command_list, &command_check, &command_validate,
    &command_explain, &command_generate, &command_report, &command_replay, &command_cleanup,
    &command_compare, &command_invoke, &command_doctor, &command_config, &command_completion,
    &command_version, &command_help, &refused[0], &refused[1], &refused[2], &refused[3],
    &refused[4], NULL,
};
/* clang-format on */

enum exit_code command_missing(struct arena *arena, const char *name)
{
    const char *names[32];
    size_t count = 0;

    commands_each (c)
        if (c->run)
            names[count++] = c->name;
    names[count] = NULL;
    const char *quoted = text_quote(arena, name, 60);
    if (name[0] == '-')
        return complain(EXIT_USAGE, "%s: options stand behind a command; \"cfnc help\" lists them",
                        quoted);
    return complain(EXIT_USAGE, "no command is called \"%s\"%s", quoted,
                    text_meant(arena, text_nearest(name, names), "; \"cfnc help\" lists them"));
}

/* The usual spellings of help and version. */
static const char *command_name(int argc, char *const *argv)
{
    static const struct {
        const char *option, *command;
    } spellings[] = {
        { "--help", "help" }, { "-h", "help" }, { "--version", "version" }, { "-V", "version" }
    };

    if (argc < 2)
        return "help";
    for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++)
        if (strcmp(argv[1], spellings[i].option) == 0)
            return spellings[i].command;
    return argv[1];
}

/* "cfnc config COMMAND" is about the options of another command, and takes them. */
static enum command_place about_what(const struct command *command, int argc, char *const *argv)
{
    if (command->place != IN_CONFIG)
        return command->place;
    commands_each (c)
        if (argc > 2 && strcmp(c->name, argv[2]) == 0 && c->run && place_name(c->place))
            return c->place;
    return IN_TEST;
}

static enum exit_code run_row(struct arena *arena, const struct command *command, int argc,
                              char *const *argv)
{
    const char **words = arena_array(arena, (size_t)argc + 1, sizeof(*words));
    const int taken = argc < 2 ? argc : 2;
    struct options options;
    struct error error;
    const struct gathering from = { .command = command->place,
                                    .about = about_what(command, argc, argv),
                                    .argc = argc - taken,
                                    .argv = argv + taken,
                                    .in_ci = terminal_in_ci() };
    const enum exit_code code = options_gather(arena, &from, &options, &error);

    if (code != EXIT_OK)
        return complain(code, "%s", error.text);
    for (int i = 0; i < argc; i++)
        words[i] = argv[i];
    options.argv = words;
    if (options.help) {
        help_print(arena, command, false);
        return EXIT_OK;
    }
    const char *folder = options.subject.schema_path;
    if (option_find("schema-path", command->place) && folder && !file_is_folder(folder))
        return complain(EXIT_USAGE, "--schema-path, or CFNC_SCHEMA_PATH: %s is no folder", folder);
    if (options.no_redact && terminal_in_ci())
        return complain(EXIT_USAGE,
                        "--no-redact: not in CI, whose logs are kept and read by others");
    return command->run(arena, &options);
}

enum exit_code command_run(struct arena *arena, int argc, char *const *argv)
{
    const char *name = command_name(argc, argv);

    commands_each (command) {
        if (strcmp(command->name, name) != 0)
            continue;
        if (command->refusal)
            return complain(EXIT_USAGE, "%s: %s", command->name, command->refusal);
        return run_row(arena, command, argc, argv);
    }
    return command_missing(arena, name);
}
