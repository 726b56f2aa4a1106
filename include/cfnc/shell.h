#ifndef CFNC_SHELL_H
#define CFNC_SHELL_H

#include "cfnc/arena.h"

/*
 * `word` as a POSIX shell reads it, quoted where it must be; NULL when it holds
 * what a terminal must not be shown, or no line can hold: then there is no
 * command to be pasted.
 */
const char *shell_word(struct arena *arena, const char *word);

#endif
