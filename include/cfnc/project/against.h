#ifndef CFNC_AGAINST_H
#define CFNC_AGAINST_H

#include "cfnc/json/json_source.h"

/*
 * The schema that another is compared with: `cfnc validate --against SPEC`.
 *
 * SPEC is a file, or git:REV for what stood at `schema_path` at that revision
 * (git:HEAD, git:v1.2, git:main~3; a file that is called so is ./git:HEAD).
 * REV is handed to git as one argument and never to a shell, and cannot be an
 * option or another path. At most 8 MiB are read.
 *
 * The source is called FILE, or git:REV:NAME. Errors are one line: no git, no
 * repository, no such revision, no such file in it, too large, no JSON.
 */
MUST_USE bool against_read(struct arena *arena, const char *spec, const char *schema_path,
                           struct json_source *source, struct error *error);

#endif
