#ifndef CFNC_FOLDER_H
#define CFNC_FOLDER_H

#include <stdbool.h>

/*
 * cfnc's own folder in a project, FOLDER/.cfnc. What is below the project's folder is opened step
 * by step without following a link, and belongs to its owner alone. Nothing in it is for git.
 */

/* A folder in another one, made when it is not there and `make`. A descriptor, or -1 and errno. */
int folder_below(int folder, const char *name, bool make);

/* FOLDER/.cfnc (NULL: of "."), likewise. */
int folder_ours(const char *folder, bool make);

#endif
