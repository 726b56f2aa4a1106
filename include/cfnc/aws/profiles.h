#ifndef CFNC_PROFILES_H
#define CFNC_PROFILES_H

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"

/*
 * The two files of the AWS tools, ~/.aws/config (AWS_CONFIG_FILE) and
 * ~/.aws/credentials (AWS_SHARED_CREDENTIALS_FILE), by the AWS SDKs and Tools
 * Reference Guide, "Shared config and credentials files", and where that is
 * silent as the AWS CLI reads them:
 *
 *   - a line is [a section], NAME = VALUE (or NAME: VALUE), or empty; a line
 *     that begins with # or ; is a comment, and so is what follows a blank and
 *     one of these (not in credential_process, whose words may hold them);
 *   - a line that is indented deeper than its setting continues it: of an empty
 *     value (s3 =) it is a setting inside, of others another line;
 *   - names of settings are of any case; the last of two counts;
 *   - sections of the config file: [default], [profile NAME], [sso-session
 *     NAME], [services NAME]; of the credentials file: [NAME]. A name may be
 *     quoted. [profile default] goes before [default].
 *
 * A line that is none of these is an error, and so is a file beyond 1 MiB.
 */
struct profiles;

enum profiles_file { PROFILES_SHARED, PROFILES_CONFIG, PROFILES_FILES }; /* credentials, config */

/* Reads both; one that is not there is empty. The error is "FILE:LINE:COL: ...". */
MUST_USE const struct profiles *profiles_read(struct arena *arena, struct error *error);

/* The same of texts; NULL is an empty one. Their names are for the errors. */
struct profiles_text {
    const char *name, *bytes;
    size_t length;
};
MUST_USE const struct profiles *profiles_parse(struct arena *arena,
                                               const struct profiles_text texts[PROFILES_FILES],
                                               struct error *error);

/* --profile, else AWS_PROFILE, else AWS_DEFAULT_PROFILE, else NULL: "default" is meant then. */
const char *profiles_wanted(const char *option);

/* Whether one of the files has the profile. */
bool profiles_have(const struct profiles *profiles, const char *name);

/* The names of all, each once; ends with NULL. */
const char *const *profiles_names(struct arena *arena, const struct profiles *profiles);

/* Sets "no profile "X" in FILE and FILE (did you mean Y?)" and returns false. */
bool profiles_missing(struct arena *arena, const struct profiles *profiles, const char *name,
                      struct error *error);

/*
 * A setting of a profile, or NULL: of the credentials file, else of the config
 * file. An empty value is none. A setting inside another is "s3.addressing_style".
 */
const char *profiles_get(const struct profiles *profiles, const char *name, const char *setting);
const char *profiles_get_of(const struct profiles *profiles, enum profiles_file file,
                            const char *name, const char *setting);

#endif
