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

#define EXIT_CODES                                                                                 \
    "Exit: 0 passed  1 failed  2 usage  3 no handler  4 bad project  5 no test\n"                  \
    "      6 left behind  7 --global-timeout  8 no report  130, 143 interrupted\n"

const struct command commands[] = {
    { .name = "test",
      .summary = "run the contract tests of a resource type",
      .usage =
          "Usage: cfnc test [OPTION]... [TEST]... [-- PYTEST-OPTION...]\n"
          "Call the handlers of a CloudFormation resource type and check the handler contract.\n"
          "\n"
          "  cfnc test                             all tests, SAM local on port 3001\n"
          "  cfnc test contract_delete_read        one test\n"
          "  cfnc test -k \"update and not tag\" -x  an expression; stop at the first failure\n"
          "  cfnc test --demo                      try it: built-in handlers, no AWS\n"
          "\n",
      .ending = EXIT_CODES,
      .place = IN_TEST,
      .run = cmd_test },
    { .name = "serve",
      .summary = "a Lambda endpoint with built-in handlers, for trying things out",
      .usage = "Usage: cfnc serve [OPTION]...\n"
               "Answer like the handlers of a resource type, honestly or with one fault.\n"
               "\n"
               "  cfnc serve & cfnc test --schema FILE  test it over HTTP\n"
               "  cfnc serve --fault read-wrong-value   break one clause of the contract\n"
               "\n",
      .place = IN_SERVE,
      .run = cmd_serve },
    { .name = "list",
      .summary = "what there is: tests, rules, faults, inputs, runs and more",
      .usage =
          "Usage: cfnc list [tests|rules|faults|inputs|markers|schemas|runs|presets|profiles]\n"
          "                 [OPTION]...\n"
          "Print the contract tests, or what there is else: rules, markers, faults of cfnc serve,\n"
          "inputs of the project and what is wrong with them, JSON schemas that are part of cfnc,\n"
          "runs that are recorded here, presets of cfnc.ini, AWS profiles.\n"
          "\n"
          "  cfnc list tests -k \"update and not tag\" what a run would select\n"
          "  cfnc list inputs                      the input sets, and their problems\n"
          "  cfnc list runs --json                 for programs; --names: one name a line\n"
          "  cfnc list schemas --print report      what --report json writes\n"
          "\n",
      .place = IN_LIST,
      .run = cmd_list },
    { .name = "check",
      .summary = "judge models against a schema, line by line",
      .usage =
          "Usage: cfnc check create|update|returned|plain --schema FILE [FILE|-]\n"
          "Read models, one JSON value a line, and print one verdict a line.\n"
          "\n"
          "  create     what may be sent to CREATE: no read-only property, none required\n"
          "  update     what may be sent to UPDATE: read-only ones allowed, none required\n"
          "  returned   what handlers may return: the shape that the contract asks for\n"
          "  plain      any JSON value against any JSON Schema of draft-07\n"
          "\n"
          "  cfnc check create --schema aws-s3-bucket.json models.jsonl\n"
          "  echo '{\"Name\":1}' | cfnc check plain --schema schema.json\n"
          "    {\"i\":0,\"valid\":false,\"errors\":[{\"path\":\"/Name\",\"keyword\":\"type\", ...\n"
          "\n"
          "A line that is no JSON gets \"error\"; where a pattern takes too long, \"undecided\".\n"
          "Of a returned model, \"undeclared\" names what no part of the schema declares.\n"
          "\n",
      .ending =
          "Exit: 0 all valid  1 some not  2 usage  4 unreadable schema or line  8 lost output\n",
      .place = IN_CHECK,
      .run = cmd_check },
    { .name = "validate",
      .summary = "what is wrong with a schema, before anybody registers it",
      .usage = "Usage: cfnc validate [OPTION]... [SCHEMA|DIR]...\n"
               "Check resource schemas: what the registry refuses, what contract tests v2 refuse,\n"
               "what is odd. Without a name: the project's schema.\n"
               "\n"
               "  cfnc validate                       the project here\n"
               "  cfnc validate --inputs --strict     its inputs too; warnings count\n"
               "  cfnc validate --format sarif a.json   for a tool that shows findings\n"
               "\n",
      .ending = "Exit: 0 clean, or warnings only  1 errors  2 usage  4 unreadable\n",
      .place = IN_VALIDATE,
      .run = cmd_validate },
    { .name = "explain",
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
      .run = cmd_explain },
    { .name = "generate",
      .summary = "test data from a schema: models, input files, events",
      .usage =
          "Usage: cfnc generate model create|update|invalid|list [OPTION]...\n"
          "       cfnc generate inputs [OPTION]...\n"
          "       cfnc generate event CREATE|READ|UPDATE|DELETE|LIST [OPTION]...\n"
          "Print models that satisfy a resource schema, one on a line; write inputs/; print an\n"
          "event for \"sam local invoke TestEntrypoint --event\".\n"
          "\n"
          "  cfnc generate model create -n 10 --variant boundary\n"
          "  cfnc generate model invalid --keyword maxLength\n"
          "  cfnc generate inputs --set 2\n"
          "  cfnc generate event CREATE > sam-tests/create.json\n"
          "\n",
      .place = IN_GENERATE,
      .run = cmd_generate },
    { .name = "report",
      .summary = "report on a recorded run, with no handler",
      .usage =
          "Usage: cfnc report [OPTION]... [RUN]\n"
          "       cfnc report merge [OPTION]... RUN...\n"
          "Hold the answers of a recorded run against the rules of this cfnc, and write the\n"
          "reports that were not asked for then. RUN is an id of --list or its beginning, a\n"
          "recording or its folder; without it, the last run.\n"
          "\n"
          "  cfnc report                           the last run, as it was on the terminal\n"
          "  cfnc report 20261121T19 -rR           another one; what it says of each rule\n"
          "  cfnc report --junit report.xml        a file\n"
          "  cfnc report --json -                  on standard output, and nothing else\n"
          "  cfnc report merge a.jsonl b.jsonl     shards of one run (test --shard 1/2) as one\n"
          "  cfnc report merge types/a types/b --junit all.xml   the last runs of projects\n"
          "\n",
      .ending = EXIT_CODES,
      .place = IN_REPORT,
      .run = cmd_report },
    { .name = "replay",
      .summary = "send a recorded call again, and show what changed",
      .usage =
          "Usage: cfnc replay [OPTION]... [RUN/CALL]\n"
          "Send a call of a recorded run again, to the handler that it went to, and show what its\n"
          "answer says that it did not say then. CALL is c9, or the name of a test: the call that\n"
          "it failed at. Without one: the call that failed first.\n"
          "\n"
          "  cfnc replay                           the first failure of the last run\n"
          "  cfnc replay last/c9                   its ninth call; also just c9\n"
          "  cfnc replay contract_create_read      the call that this test failed at\n"
          "  cfnc replay c9 --curl                 print a command that sends the same\n"
          "\n"
          "The resource that the call is about is made again first, as the run had made it, and\n"
          "deleted afterwards. A recording keeps no secrets: they come from the inputs or the\n"
          "seed of the run, or from --set.\n"
          "\n",
      .ending = "Exit: 0 the same answer  1 another one, or what it is about cannot be made\n"
                "      2 usage  3 no handler  4 the recording, the project, an unknown secret\n"
                "      6 the same answer, and something left behind  130, 143 interrupted\n",
      .place = IN_REPLAY,
      .run = cmd_replay },
    { .name = "cleanup",
      .summary = "delete what earlier runs left behind",
      .usage =
          "Usage: cfnc cleanup [OPTION]... [ID]...\n"
          "Delete resources that earlier runs made and could not delete, or that a run which was\n"
          "killed left behind, through the endpoint that made them.\n"
          "\n"
          "  cfnc cleanup                          list them, and ask\n"
          "  cfnc cleanup --all --yes              delete all, without a question\n"
          "  cfnc cleanup --forget ID              it is gone: take it off the list\n"
          "\n"
          "What no answer ever named is looked for, and deleted only when it is as was asked for\n"
          "and nobody else can have asked for the same, or its ID is given.\n"
          "\n",
      .ending =
          "Exit: 0 nothing is left  2 usage  3 no handler  4 another account, region or type,\n"
          "      or a ledger that is broken or in use  6 something is left\n",
      .place = IN_CLEANUP,
      .run = cmd_cleanup },
    { .name = "compare",
      .summary = "whether a returned model shows what was requested",
      .usage =
          "Usage: cfnc compare --schema FILE [OPTION]... REQUESTED RETURNED\n"
          "Compare two models, each in a JSON file, as the contract tests do: what differs,\n"
          "what it usually comes from, and what was not compared.\n"
          "\n"
          "  cfnc compare --schema acme-demo-thing.json inputs/inputs_1_create.json read.json\n"
          "  cfnc compare --schema acme-demo-thing.json --drift template.json read.json\n"
          "\n",
      .ending = "Exit: 0 equal  1 different  2 usage  4 unreadable, or a propertyTransform that\n"
                "      cannot be evaluated  8 lost output\n",
      .place = IN_COMPARE,
      .run = cmd_compare },
    { .name = "invoke",
      .summary = "call one handler with a request of your own",
      .usage =
          "Usage: cfnc invoke resource ACTION REQUEST.json|- [OPTION]...\n"
          "Send {\"desiredResourceState\": {...}, \"previousResourceState\": {...}}, print each\n"
          "request and answer, and follow up while the handler is IN_PROGRESS.\n"
          "\n",
      .ending = "Exit: 0 SUCCESS  1 anything else  2 usage  3 endpoint or credentials\n"
                "      4 unreadable request, schema or project\n",
      .place = IN_INVOKE,
      .run = cmd_invoke },
    { .name = "doctor",
      .summary = "what is in the way of a run; nothing is invoked",
      .usage = "Usage: cfnc doctor [OPTION]...\n"
               "Look at the project, its schema and inputs, the credentials, the endpoint and the\n"
               "function, as \"cfnc test\" does before it calls a handler.\n"
               "\n"
               "  cfnc doctor                           a table; with the options of the run in "
               "question\n"
               "  cfnc doctor --fix                     commands only, for a shell\n"
               "\n",
      .ending = "Exit: 0 ready, or warnings only  2 usage  3 endpoint, function or credentials\n"
                "      4 project\n",
      .place = IN_DOCTOR,
      .run = cmd_doctor },
    { .name = "config",
      .summary = "the options that count here, and where each comes from",
      .usage =
          "Usage: cfnc config [COMMAND] [OPTION]...\n"
          "Print every option of cfnc test, or of another command: its value and whether that\n"
          "is the default, or stands in cfnc.ini, in a variable or on this command line.\n"
          "\n"
          "  cfnc config                           what \"cfnc test\" would do here\n"
          "  cfnc config --preset nightly          with [preset nightly] of cfnc.ini\n"
          "  cfnc config validate --names          what cfnc.ini may set for cfnc validate\n"
          "\n",
      .ending = "Exit: 0  2 what is wrong with cfnc.ini, a variable or an option\n",
      .place = IN_CONFIG,
      .run = cmd_config },
    { .name = "completion",
      .summary = "what makes bash, zsh or fish complete cfnc's command lines",
      .usage = "Usage: cfnc completion bash|zsh|fish\n"
               "Print a script for the shell.\n"
               "\n"
               "  eval \"$(cfnc completion bash)\"       in ~/.bashrc\n"
               "  cfnc completion zsh > DIR/_cfnc       where DIR is one of $fpath\n"
               "  cfnc completion fish > ~/.config/fish/completions/cfnc.fish\n",
      .place = IN_COMPLETION,
      .run = cmd_completion },
    { .name = "version",
      .summary = "which cfnc this is",
      .usage = "Usage: cfnc version\nPrint the version.\n",
      .place = IN_VERSION,
      .run = cmd_version },
    { .name = "help",
      .summary = "this, or the options of a command",
      .usage = "Usage: cfnc help [OPTION]... [COMMAND]\n"
               "Print the commands, or the options of one.\n"
               "\n"
               "  cfnc help test --all                  rare options, too\n"
               "  cfnc help --json                      all commands and options, for programs\n"
               "  cfnc help --man cfnc.1 | man -l -     the manual\n"
               "\n",
      .place = IN_HELP,
      .run = cmd_help },
    { .name = "demo", .refusal = "an option; type \"cfnc test --demo\"" },
    { .name = "init", .refusal = OF_CFN("init") },
    { .name = "submit", .refusal = OF_CFN("submit") },
    { .name = "package", .refusal = OF_CFN("package") },
    { .name = "build-image", .refusal = OF_CFN("build-image") },
    { 0 },
};

enum exit_code command_missing(struct arena *arena, const char *name)
{
    const char *names[32];
    size_t count = 0;

    for (const struct command *c = commands; c->name; c++)
        if (c->run)
            names[count++] = c->name;
    names[count] = NULL;
    const char *near = text_nearest(name, names), *quoted = text_quote(arena, name, 60);
    if (name[0] == '-')
        return complain(EXIT_USAGE, "%s: options stand behind a command; \"cfnc help\" lists them",
                        quoted);
    return near ? complain(EXIT_USAGE, "no command is called \"%s\" (did you mean %s?)", quoted,
                           near)
                : complain(EXIT_USAGE, "no command is called \"%s\"; \"cfnc help\" lists them",
                           quoted);
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
static enum place subject_of(const struct command *command, int argc, char *const *argv)
{
    if (command->place != IN_CONFIG)
        return command->place;
    for (const struct command *c = commands; c->name; c++)
        if (argc > 2 && strcmp(c->name, argv[2]) == 0 && place_name(c->place))
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
                                    .subject = subject_of(command, argc, argv),
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
    const char *folder = options_schema_path(&options);
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

    for (const struct command *command = commands; command->name; command++) {
        if (strcmp(command->name, name) != 0)
            continue;
        if (command->refusal)
            return complain(EXIT_USAGE, "%s: %s", command->name, command->refusal);
        return run_row(arena, command, argc, argv);
    }
    return command_missing(arena, name);
}
