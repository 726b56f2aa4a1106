#ifndef CFNC_COMMAND_H
#define CFNC_COMMAND_H

#include "cfnc/option/options.h"

/*
 * What can be typed after "cfnc". A command is a row; one that belongs to cfn,
 * or that is not there yet, is a row that says so.
 */
struct command {
    const char *name;
    const char *summary; /* one line, for the list of commands; NULL: not listed */
    const char *usage;   /* the beginning of its --help */
    const char *ending;  /* the end of its --help; or NULL */
    const char *refusal; /* why it cannot be run; NULL: it can */
    enum place place;
    enum exit_code (*run)(struct arena *arena, const struct options *options);
};

extern const struct command *const commands[]; /* ends with NULL */

#define commands_each(c)                                                                           \
    for (const struct command *const *at_##c = commands, *c; ((c) = *at_##c) != NULL; at_##c++)

#endif
