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
    enum command_place place;
    const struct option *options; /* its own, without .places; ends with an empty row; or NULL */
    size_t own;                   /* the size of the struct that they are stored in */
    enum exit_code (*run)(struct arena *arena, const struct options *options);
};

/* Where a row of a command's own is stored: a member of struct COMMAND_options. */
#define OWN(command, member) .offset = offsetof(struct command##_options, member)

extern const struct command *const commands[]; /* ends with NULL */

/* Its place in them. */
size_t command_index(enum command_place place);

#define commands_each(c)                                                                           \
    for (const struct command *const *at_##c = commands, *c; ((c) = *at_##c) != NULL; at_##c++)

#endif
