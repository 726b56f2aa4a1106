#ifndef CFNC_EXPLAIN_H
#define CFNC_EXPLAIN_H

#include "cfnc/builtin.h"
#include "cfnc/record.h"

/*
 * What the words in cfnc's output stand for: rules, error codes, exit codes,
 * faults. The text of a rule or a fault is that of its row, wherever that is;
 * what only a number or a word has is said in explain_rows.c.
 */
struct explained_code {
    unsigned code;       /* enum error_code */
    bool again;          /* CloudFormation calls the handler again */
    const char *meaning; /* one sentence */
    const char *advice;  /* for whoever writes the handler, one line */
    const char *source;
};
extern const struct explained_code explained_codes[]; /* ends with an empty row */

struct explained_exit {
    const char *code; /* "6", of enum exit_code */
    const char *meaning;
    const char *advice;
};
extern const struct explained_exit explained_exits[]; /* ends with an empty row */

/* The whole text about a topic, wrapped at 80 columns; NULL when it is none. */
const char *explain_topic(struct arena *arena, const char *topic);

/* The topic that was meant, perhaps; or NULL. */
const char *explain_nearest(struct arena *arena, const char *word);

/* Every topic with a line about it, by kind; or their bare names, one to a line. */
const char *explain_list(struct arena *arena, bool names_only);

#endif
