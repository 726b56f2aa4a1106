#ifndef CFNC_EXPLAIN_PRIVATE_H
#define CFNC_EXPLAIN_PRIVATE_H

#include "cfnc/base/text.h"
#include "cfnc/help/explain.h"

/* Between the files that explain. */

enum { EXPLAIN_COLUMNS = 80, EXPLAIN_LABEL = 14, EXPLAIN_NAME = 32 };

/* A name, NULL behind the last, and a line about it. */
struct explained_topic {
    const char *name, *line;
};

/*
 * What can be explained, by kind. Of a kind that has `words`, these are the names and the lines,
 * and with a `label` the meaning and the advice are told first.
 */
struct explained_kind {
    const char *title; /* NULL behind the last */
    const struct explained_word *words;
    const char *what, *label; /* what one of them is; what stands in front of its advice */
    struct explained_topic (*topic)(size_t index);   /* without words */
    void (*explain)(struct text *out, size_t index); /* NULL: nothing more is told */
};
extern const struct explained_kind explained_contract[]; /* explain_contract.c */
extern const struct explained_kind explained_options[];  /* explain_options.c */
extern const struct explained_kind explained_others[];   /* explain_others.c */

/* "NAME: KIND", and a sentence; a full stop is put behind it. */
void explain_add_heading(struct text *out, const char *name, const char *kind,
                         const char *sentence);
/* "  Label       words", left out when there are none. */
void explain_add_line(struct text *out, const char *label, const char *words);
/* One more word of a list. */
void explain_add_word(struct text *out, const char *word);

/* What usually is the cause, by language, and the same before and after; nothing of a topic without
 * a row. */
void explain_add_causes(struct text *out, const char *topic);

#endif
