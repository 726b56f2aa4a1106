#ifndef CFNC_HELP_H
#define CFNC_HELP_H

#include "cfnc/option/command.h"

/* The help of a command, as -h prints it; with its rare options, too, for --all. */
void help_print(struct arena *arena, const struct command *command, bool rare_too);
/*
 * All of it, for programs: {"version": TEXT, "commands": [{"name", "summary", "usage", "ending",
 * "options": [{"name", "letter", "argument", "default", "help", "group", "choices", "variable",
 * "repeatable", "rare", "file_may_set"}...]}...], "exit_codes": [{"code", "meaning"}...]}. What an
 * option has not is null.
 */
const char *help_json(struct arena *arena);
/* A manual page in roff: "cfnc.1" or "cfnc.ini.5". */
const char *man_page(struct arena *arena, const char *name);
/* What a shell reads to complete command lines; NULL: nobody knows the shell. */
const char *completion_script(struct arena *arena, const char *shell);

#endif
