#ifndef CFNC_UPWARDS_H
#define CFNC_UPWARDS_H

#include <stdbool.h>

#include "cfnc/base/arena.h"

/*
 * What stands above a folder: the project, where cfnc is typed in one of its folders, and the
 * repository that the project is part of. The search ends at the root of a repository (a folder
 * with .git in it) and at the boundary of a file system.
 *
 * Folders above are others' places, too: /tmp is above much. So nothing is taken there but what
 * belongs to the caller or to root, in a folder that belongs to one of them and that not everybody
 * may write to.
 */

/*
 * "." where it holds .rpdk-config, else the nearest folder above that does ("..", "../.."); NULL
 * where there is none. `stranger` is the file that was found and is not to be taken; else NULL.
 */
const char *upwards_project(struct arena *arena, const char **stranger);

/* The file `name` in the folder, else in the nearest above within its repository; or NULL. */
const char *upwards_file(struct arena *arena, const char *folder, const char *name);

#endif
