#ifndef CFNC_EXPLAIN_H
#define CFNC_EXPLAIN_H

#include "cfnc/demo/builtin.h"
#include "cfnc/engine/record.h"
#include "cfnc/resource/codes.h"

/*
 * What the words in cfnc's output stand for: rules, error codes, exit codes,
 * bounds, faults, tests, verdicts, options. The text of a rule, a fault or an
 * option is that of its row, wherever that is; what only a number or a word has
 * is said in explain_words.c, the usual causes in explain_causes.c.
 */
struct explained_code {
    unsigned code;       /* enum error_code */
    bool again;          /* CloudFormation calls the handler again */
    const char *meaning; /* one sentence */
    const char *advice;  /* for whoever writes the handler, one line */
    const char *source;
};
extern const struct explained_code explained_codes[]; /* ends with an empty row */

/*
 * What usually is behind a broken rule or an error code, by the language of the handlers, and an
 * example of it, wrong and right. The languages are NULL where no handler is at fault.
 */
struct explained_cause {
    const char *topics; /* ids of rules, or codes, with blanks between them */
    const char *java, *python, *typescript, *go;
    const char *before, *after; /* code or a payload, at most 66 columns wide */
};
extern const struct explained_cause explained_causes[];         /* ends with an empty row */
const struct explained_cause *explain_cause(const char *topic); /* or NULL */

/* What has a name and no row that tells of it; each ends with an empty row. */
struct explained_word {
    const char *name, *meaning, *advice;
};
extern const struct explained_word explained_exits[], explained_tests[], explained_markers[],
    explained_suites[], explained_checks[];

struct explained_verdict {
    enum verdict verdict;
    const char *word; /* as the terminal shows it */
    const char *meaning, *advice;
};
extern const struct explained_verdict explained_verdicts[]; /* ends with one without a word */
/* The verdict's name in reports for what the terminal shows ("PASS"); any other topic itself. */
const char *explain_verdict_named(const char *topic);

/*
 * The whole text about a topic, wrapped at 80 columns; NULL when it is none. Of
 * an option, with its dashes or without; what several things are called, is
 * told of all of them.
 */
const char *explain_topic(struct arena *arena, const char *topic);

/* The topic that was meant, perhaps; or NULL. */
const char *explain_nearest(struct arena *arena, const char *word);

/* Every topic with a line about it, by kind; or their bare names, one to a line. */
const char *explain_list(struct arena *arena, bool names_only);
/* The same as an array of {"name", "kind", "text"}. */
const json *explain_list_json(struct arena *arena);

#endif
