#ifndef CFNC_SHELL_H
#define CFNC_SHELL_H

#include <stdbool.h>
#include <stddef.h>

#include "cfnc/base/arena.h"

/*
 * `word` as a POSIX shell reads it, quoted where it must be; NULL when it holds
 * what a terminal must not be shown, or no line can hold: then there is no
 * command to be pasted.
 */
const char *shell_word(struct arena *arena, const char *word);

/*
 * A text as a POSIX shell splits it into words: blanks and line ends, quotes and backslashes mean
 * what they mean there, and nothing else means anything: no variable, no pattern, no comment. In
 * double quotes a backslash escapes the bytes of `escaped`: SHELL_ESCAPED to a shell, fewer to
 * shlex.split().
 */
struct shell_words {
    char **items;    /* NULL-terminated */
    size_t *columns; /* of each: where it begins, from 1, in characters */
    size_t count;
    size_t open;   /* the column of a quote that is never closed; or 0 */
    bool dangling; /* nothing stands behind the last backslash, which stands for itself */
};
#define SHELL_ESCAPED "\"\\$`\n"
struct shell_words shell_split(struct arena *arena, const char *text, const char *escaped);

#endif
