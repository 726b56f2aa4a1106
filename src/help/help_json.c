/* What help tells, for programs. */
#include "cfnc/base/text.h"
#include "cfnc/help/explain.h"
#include "cfnc/help/help.h"
#include "cfnc/option/command.h"

static void set_text(struct arena *arena, json *object, const char *key, const char *text)
{
    json_set(object, key, text ? json_new_string(arena, text) : json_new_null(arena));
}

static const json *choices(struct arena *arena, const struct option *row)
{
    if (!row->choices || row->kind != OPTION_WORD)
        return json_new_null(arena);
    json *array = json_array(arena);
    for (const char *const *word = row->choices; *word; word++)
        json_append(array, json_new_string(arena, *word));
    return array;
}

static void add_option(struct arena *arena, json *options, const struct option *row)
{
    const char letter[] = { row->letter, '\0' };
    json *object = json_append_object(options);

    set_text(arena, object, "name", row->name);
    set_text(arena, object, "letter", row->letter ? letter : NULL);
    set_text(arena, object, "argument", row->argument);
    set_text(arena, object, "default", row->standard);
    set_text(arena, object, "help", row->help);
    set_text(arena, object, "group", option_group_title(row->group));
    json_set(object, "choices", choices(arena, row));
    set_text(arena, object, "variable",
             option_is_variable(row) ? option_variable(arena, row) : NULL);
    json_set_boolean(object, "repeatable", row->kind == OPTION_LIST);
    json_set_boolean(object, "rare", row->rare);
    json_set_boolean(object, "file_may_set", option_is_key(row));
}

static void add_command(struct arena *arena, json *list, const struct command *command)
{
    json *object = json_append_object(list);

    json_set_string(object, "name", command->name);
    set_text(arena, object, "summary", command->summary);
    set_text(arena, object, "usage", command->usage);
    set_text(arena, object, "ending", command->ending);
    json *options = json_set_array(object, "options");
    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        if (row->places & command->place && row->group != GROUP_HIDDEN && row->help)
            add_option(arena, options, row);
}

const char *help_json(struct arena *arena)
{
    json *help = json_object(arena);

    json_set_string(help, "version", CFNC_VERSION);
    json *list = json_set_array(help, "commands");
    commands_each (command)
        if (command->run)
            add_command(arena, list, command);
    json *codes = json_set_array(help, "exit_codes");
    for (const struct explained_word *row = explained_exits; row->name; row++) {
        json *object = json_append_object(codes);

        json_set_string(object, "code", row->name);
        json_set_string(object, "meaning", row->meaning);
    }
    return arena_printf(arena, "%s\n", json_print_pretty(arena, help));
}
