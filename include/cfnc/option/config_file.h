#ifndef CFNC_CONFIG_FILE_H
#define CFNC_CONFIG_FILE_H

#include "cfnc/base/arena.h"
#include "cfnc/base/error.h"

/*
 * cfnc.ini as it is written: sections of NAME = VALUE, where ":" may stand for "=". Nothing here
 * knows which names there are; options.h says what they mean.
 *
 *      # a comment is a line of its own, or stands behind a blank and a ";"
 *      enforce-timeout = 60
 *      [preset nightly]
 *      report = "junit:out/junit.xml"
 *
 * Blanks in front of a line mean nothing, and a value ends with its line; a pair of double quotes
 * around all of it is taken away. A byte order mark is passed over, lines may end with CR LF.
 *
 * An error is "PATH:LINE: ...". One is that a line is too long: the library reads lines into a
 * buffer of fixed size (200 bytes as Debian builds it) and would take the rest of one for the next.
 * So is a byte of 0, what is not UTF-8, a section with a longer name than the library keeps, and a
 * line that is none of the above. At most 64 KiB are read.
 */
struct setting {
    const char *section; /* "" in front of the first one */
    const char *name;    /* NULL: the section begins here */
    const char *value;
    int line; /* from 1 */
};

struct config_file {
    const char *path; /* quoted, for messages */
    struct setting *settings;
    size_t count;
};

/* The file. NULL and the error. */
MUST_USE struct config_file *config_file_read(struct arena *arena, const char *path,
                                              struct error *error);

/* The same of its text, `length` bytes with a NUL behind them. */
MUST_USE struct config_file *config_file_parse(struct arena *arena, const char *path,
                                               const char *text, size_t length,
                                               struct error *error);

#endif
