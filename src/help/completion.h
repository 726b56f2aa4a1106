#ifndef CFNC_COMPLETION_H
#define CFNC_COMPLETION_H

#include "cfnc/base/text.h"
#include "cfnc/option/command.h"

/*
 * What may stand in a place of a command line. `list` is asked for while somebody types:
 * "list tests" is "cfnc list tests --names". What it prints may come from a file of anybody's:
 * no shell must read it as anything but lines.
 */
struct offer {
    const char *words; /* with a blank between them; "" for none */
    const char *list;  /* or NULL */
    bool files, folders;
};

/* Whether the word is one of several, with blanks between them. */
bool help_has_word(const char *words, const char *word);

/* Whether it takes an argument that stands behind it. */
bool completion_has_argument(const struct option *row);
/* Whether a shell offers the option for the command. */
bool completion_offers(const struct option *row, const struct command *command);

/* The argument of an option. */
struct offer completion_of_option(const struct option *row, struct arena *arena);
/* The words behind a command, by what its usage says. */
struct offer completion_of_command(const struct command *command, struct arena *arena);

void completion_bash(struct text *out);
void completion_zsh(struct text *out);
void completion_fish(struct text *out);

#endif
