#include "completion.h"

/*
 * What is offered is compared as it stands and quoted: bash would run what stands between $( and )
 * in the words of `compgen -W`, and those of a list come from files. An = and a : divide words.
 */
static const char head[] =
    "# Completes the command lines of cfnc in bash; made by \"cfnc completion bash\".\n"
    "# shellcheck shell=bash\n"
    "\n"
    "# Offers those of the words that begin with what is typed.\n"
    "_cfnc_offer()\n"
    "{\n"
    "    local word quoted\n"
    "\n"
    "    for word; do\n"
    "        printf -v quoted %q \"$word\"\n"
    "        if [[ $word == \"$typed\"* || $quoted == \"$typed\"* ]]; then\n"
    "            COMPREPLY+=(\"$quoted\")\n"
    "        fi\n"
    "    done\n"
    "}\n"
    "\n"
    "# The same of what cfnc lists, a line each.\n"
    "_cfnc_list()\n"
    "{\n"
    "    local line\n"
    "\n"
    "    while IFS= read -r line; do\n"
    "        _cfnc_offer \"$line\"\n"
    "    done < <(cfnc \"$@\" --names 2> /dev/null < /dev/null)\n"
    "}\n"
    "\n"
    "# Files (-f), or folders (-d).\n"
    "_cfnc_paths()\n"
    "{\n"
    "    local path\n"
    "\n"
    "    compopt -o filenames 2> /dev/null\n"
    "    while IFS= read -r path; do\n"
    "        COMPREPLY+=(\"$path\")\n"
    "    done < <(compgen \"$1\" -- \"$typed\")\n"
    "}\n"
    "\n"
    "_cfnc()\n"
    "{\n"
    "    local typed=${COMP_WORDS[COMP_CWORD]} at=$((COMP_CWORD - 1)) before\n"
    "\n"
    "    COMPREPLY=()\n"
    "    if [[ $typed == [=:] ]]; then\n"
    "        typed=\n"
    "        at=$COMP_CWORD\n"
    "    fi\n"
    "    before=${COMP_WORDS[at]}\n"
    "    if [[ $before == = ]]; then\n"
    "        before=${COMP_WORDS[at - 1]}\n"
    "    elif [[ $before == : && ${COMP_WORDS[*]} == *\"--report\"*\" : \"* ]]; then\n"
    "        _cfnc_paths -f # of --report FORMAT:FILE\n"
    "        return\n"
    "    fi\n";

static const char tail[] = "    esac\n"
                           "}\n"
                           "complete -F _cfnc cfnc\n";

static void add_offer(struct text *out, const char *indent, const struct offer *offer)
{
    if (*offer->words)
        text_addf(out, "%s_cfnc_offer %s\n", indent, offer->words);
    if (offer->list)
        text_addf(out, "%s_cfnc_list %s\n", indent, offer->list);
    if (offer->files || offer->folders)
        text_addf(out, "%s_cfnc_paths -%c\n", indent, offer->files ? 'f' : 'd');
}

/* "-x|--exitfirst" */
static void add_pattern(struct text *out, const struct option *row)
{
    if (row->letter)
        text_addf(out, "-%c", row->letter);
    if (row->name)
        text_addf(out, "%s--%s", row->letter ? "|" : "", row->name);
}

/* What stands behind an option that takes an argument; nothing where nobody knows. */
static void add_arguments(struct text *out, const struct command *command)
{
    bool any = false;

    for (const struct option *row = option_rows(); row->name || row->letter; row++) {
        if (!completion_offers(row, command) || !completion_has_argument(row))
            continue;
        const struct offer offer = completion_of_option(row, out->arena);

        text_add(out, any ? "" : "        case $before in\n");
        any = true;
        text_add(out, "        ");
        add_pattern(out, row);
        text_add(out, ")\n");
        add_offer(out, "            ", &offer);
        text_add(out, "            return ;;\n");
    }
    text_add(out, any ? "        esac\n" : "");
}

static void add_options(struct text *out, const struct command *command)
{
    text_add(out, "            _cfnc_offer");
    for (const struct option *row = option_rows(); row->name || row->letter; row++)
        if (completion_offers(row, command) && row->name)
            text_addf(out, " --%s", row->name);
        else if (completion_offers(row, command))
            text_addf(out, " -%c", row->letter);
    text_add(out, " --help\n");
}

static void add_command(struct text *out, const struct command *command)
{
    const struct offer words = completion_of_command(command, out->arena);
    const bool any = *words.words || words.list || words.files || words.folders;

    text_addf(out, "    %s)\n", command->name);
    add_arguments(out, command);
    text_add(out, "        if [[ $typed == -* ]]; then\n");
    add_options(out, command);
    text_add(out, any ? "        else\n" : "");
    add_offer(out, "            ", &words);
    text_add(out, "        fi ;;\n");
}

void completion_bash(struct text *out)
{
    text_add(out, head);
    text_add(out, "    if ((COMP_CWORD == 1)); then\n        _cfnc_offer");
    commands_each (c)
        if (c->run)
            text_addf(out, " %s", c->name);
    text_add(out, " --help --version\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n");
    commands_each (c)
        if (c->run)
            add_command(out, c);
    text_add(out, tail);
}
