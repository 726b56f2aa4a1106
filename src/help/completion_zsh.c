#include "completion.h"

#include <string.h>

static const char head[] =
    "#compdef cfnc\n"
    "# Completes the command lines of cfnc in zsh; made by \"cfnc completion zsh\".\n"
    "\n"
    "# What cfnc lists, a line each.\n"
    "_cfnc_list()\n"
    "{\n"
    "    local -a lines\n"
    "\n"
    "    lines=(${(f)\"$(cfnc \"$@\" --names 2> /dev/null < /dev/null)\"})\n"
    "    compadd -a lines\n"
    "}\n"
    "\n"
    "# FORMAT, or FORMAT:FILE.\n"
    "_cfnc_report()\n"
    "{\n"
    "    if compset -P '*:'; then\n"
    "        _files\n"
    "    else\n"
    "        compadd -- \"$@\"\n"
    "    fi\n"
    "}\n";

static const char tail[] =
    "    esac\n"
    "}\n"
    "\n"
    "# In a folder of $fpath the file is the function; else it is evaluated.\n"
    "if [[ $funcstack[1] == _cfnc ]]; then\n"
    "    _cfnc \"$@\"\n"
    "else\n"
    "    compdef _cfnc cfnc\n"
    "fi\n";

/* Within single quotes; what _arguments would read stands behind a \. */
static void add_quoted(struct text *out, const char *words, const char *special)
{
    for (; *words; words++)
        if (*words == '\'')
            text_add(out, "'\\''");
        else
            text_addf(out, "%s%c", strchr(special, *words) ? "\\" : "", *words);
}

/* ":URL: ", ":WHEN:(auto always never)" */
static void add_argument(struct text *out, const struct option *row)
{
    const struct offer offer = completion_of_option(row, out->arena);

    text_add(out, ":");
    add_quoted(out, row->argument, ":\\");
    if (*offer.words)
        text_addf(out, row->kind == OPTION_WORD ? ":(%s)" : ": _cfnc_report %s", offer.words);
    else if (offer.list)
        text_addf(out, ": _cfnc_list %s", offer.list);
    else
        text_add(out, offer.files ? ":_files" : offer.folders ? ":_files -/" : ": ");
}

/* One spelling of an option. */
static void add_spec(struct text *out, const struct option *row, bool is_long)
{
    const bool has = completion_has_argument(row);

    text_addf(out, " \\\n            '%s",
              row->kind == OPTION_LIST || row->kind == OPTION_UP || row->kind == OPTION_DOWN ? "*"
                                                                                             : "");
    if (is_long)
        text_addf(out, "--%s%s", row->name, has ? "=" : "");
    else
        text_addf(out, "-%c%s", row->letter, has ? "+" : "");
    text_add(out, "[");
    add_quoted(out, row->help, "[]\\");
    text_add(out, "]");
    if (has)
        add_argument(out, row);
    text_add(out, "'");
}

static void add_command(struct text *out, const struct command *command)
{
    text_addf(out, "    %s)\n        _arguments -s", command->name);
    for (const struct option *row = option_rows(); row->name || row->letter; row++) {
        if (!completion_offers(row, command))
            continue;
        if (row->letter)
            add_spec(out, row, false);
        if (row->name)
            add_spec(out, row, true);
    }
    text_addf(out, " \\\n            '(- *)'{-h,--help}'[help]' '*: :_cfnc_words_%s' ;;\n",
              command->name);
}

/* The words behind a command. */
static void add_words(struct text *out, const struct command *command)
{
    const struct offer offer = completion_of_command(command, out->arena);

    text_addf(out, "\n_cfnc_words_%s()\n{\n", command->name);
    if (*offer.words)
        text_addf(out, "    compadd -- %s\n", offer.words);
    if (offer.list)
        text_addf(out, "    _cfnc_list %s\n", offer.list);
    if (offer.files)
        text_add(out, "    _files\n");
    text_add(out, *offer.words || offer.list || offer.files ? "}\n" : "    return 1\n}\n");
}

void completion_zsh(struct text *out)
{
    text_add(out, head);
    commands_each (c)
        if (c->run)
            add_words(out, c);
    text_add(out, "\n_cfnc()\n{\n    local -a names\n    local command\n\n"
                  "    if ((CURRENT == 2)); then\n        names=(\n");
    commands_each (c) {
        if (!c->run)
            continue;
        text_addf(out, "            '%s:", c->name);
        add_quoted(out, c->summary ? c->summary : "", "\\");
        text_add(out, "'\n");
    }
    text_add(out, "        )\n        _describe command names\n        return\n    fi\n"
                  "    command=$words[2]\n    shift words\n    ((CURRENT--))\n"
                  "    case $command in\n");
    commands_each (c)
        if (c->run)
            add_command(out, c);
    text_add(out, tail);
}
