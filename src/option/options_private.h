#ifndef CFNC_OPTIONS_PRIVATE_H
#define CFNC_OPTIONS_PRIVATE_H

#include "cfnc/option/options.h"

/* Options that are being read: from where, and how far the command line has been read. */
struct options_reading {
    struct arena *arena;
    struct options *options;
    unsigned place; /* that of the command, or BEHIND: what may stand here */
    enum command_place command;
    char *const *argv;
    int argc, at;
    int word;            /* the last one that was begun */
    bool lenient;        /* what cfnc has not is passed over: PYTEST_ADDOPTS was not set for it */
    struct origin now;   /* of what is stored */
    struct rerun *rerun; /* notes what is read; or NULL */
    enum exit_code code; /* of the error */
    struct error *error;
};

/* The words of the commands that a failure is told with. */
struct rerun {
    struct list test, replay;
    bool seeded;
};

/* Nothing but the defaults, with room for so many items in each list. */
void options_begin(struct options_reading *r, size_t room);
/* The command line. */
MUST_USE bool options_read_line(struct options_reading *r);
/* The same of words from anywhere: r->now says where. */
MUST_USE bool options_read_words(struct options_reading *r);
/* What PYTEST_ADDOPTS and CFNC_ADDOPTS add, for cfnc test; and room for it in lists. */
MUST_USE bool options_read_added(struct options_reading *r);
size_t options_added_room(void);
/* How many items its options can have. */
size_t options_line_room(int argc, char *const *argv);

/*
 * Stores an argument. What comes from a higher place than what is there takes its place.
 * NULL, or what is wrong with it.
 */
const char *options_put(struct options_reading *r, const struct option *row, const char *argument);
/* The same of what a file or a variable says, where options without an argument have one. */
const char *options_put_said(struct options_reading *r, const struct option *row, const char *said);

/* An option of the command line, when r->rerun wants to know. */
void rerun_note(struct options_reading *r, const struct option *row, const char *argument);

/* The end of option_rows(). */
bool option_is_last(const struct option *row);
size_t option_index(const struct option *row);
/* The row that an alias stands for, or the row itself. */
const struct option *option_meaning(const struct option *row);

/* What is wrong with a line of cfnc.ini, whichever command is run. True when nothing is. */
bool option_setting_check(struct options_reading *r, const struct config_file *file, size_t at);

/* The same of a line of the user's own file. */
bool option_preference_check(struct options_reading *r, const struct config_file *file, size_t at);

/* Refuses the value of a line, unless the problem is NULL: true. */
bool option_refuse(struct options_reading *r, const struct config_file *file,
                   const struct setting *setting, const char *problem);

/* The name that is nearest among those that are taken; or NULL. */
const char *option_nearest(const char *name, unsigned places,
                           bool (*takes)(const struct option *row));

/* The row that `name` is in a section, or NULL. */
const struct option *option_of_key(const char *name, unsigned places);

#endif
