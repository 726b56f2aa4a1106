#include "completion.h"

static const char head[] =
    "# Completes the command lines of cfnc in fish; made by \"cfnc completion fish\".\n"
    "\n"
    "function __cfnc_is --description 'Whether the command is one of these'\n"
    "    set -l words (commandline -opc)\n"
    "    test (count $words) -ge 2; and contains -- $words[2] $argv\n"
    "end\n"
    "\n"
    "complete -c cfnc -f\n";

static void add_quoted(struct text *out, const char *words)
{
    text_add(out, "'");
    for (; *words; words++)
        text_addf(out, "%s%c", *words == '\'' || *words == '\\' ? "\\" : "", *words);
    text_add(out, "'");
}

/* -a 'v1 v2 full (cfnc list tests --names)' */
static void add_offer(struct text *out, const struct offer *offer)
{
    struct text words = text_new(out->arena);

    text_add(&words, offer->words);
    if (offer->list)
        text_addf(&words, "%s(cfnc %s --names 2> /dev/null < /dev/null)", words.length ? " " : "",
                  offer->list);
    if (offer->folders)
        text_addf(&words, "%s(__fish_complete_directories)", words.length ? " " : "");
    if (!words.length)
        return;
    text_add(out, " -a ");
    add_quoted(out, words.bytes);
}

static void add_option(struct text *out, const struct option *row)
{
    struct text names = text_new(out->arena);

    commands_each (c)
        if (c->run && completion_offers(row, c))
            text_addf(&names, " %s", c->name);
    if (!names.length)
        return;
    text_addf(out, "complete -c cfnc -n '__cfnc_is%s'", names.bytes);
    if (row->letter)
        text_addf(out, " -s %c", row->letter);
    if (row->name)
        text_addf(out, " -l %s", row->name);
    if (completion_has_argument(row)) {
        const struct offer offer = completion_of_option(row, out->arena);

        text_add(out, offer.files ? " -r -F" : " -x");
        add_offer(out, &offer);
    }
    text_add(out, " -d ");
    add_quoted(out, row->help);
    text_add(out, "\n");
}

static void add_command(struct text *out, const struct command *command)
{
    const struct offer offer = completion_of_command(command, out->arena);

    text_addf(out, "complete -c cfnc -n 'test (count (commandline -opc)) -eq 1' -a %s -d ",
              command->name);
    add_quoted(out, command->summary ? command->summary : "");
    text_add(out, "\n");
    if (!*offer.words && !offer.list && !offer.files)
        return;
    text_addf(out, "complete -c cfnc -n '__cfnc_is %s'%s", command->name, offer.files ? " -F" : "");
    add_offer(out, &offer);
    text_add(out, "\n");
}

void completion_fish(struct text *out)
{
    text_add(out, head);
    commands_each (c)
        if (c->run)
            add_command(out, c);
    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        add_option(out, row);
    text_add(out, "complete -c cfnc -s h -l help -d help\n");
}
