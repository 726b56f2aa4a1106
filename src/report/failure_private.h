#ifndef CFNC_FAILURE_PRIVATE_H
#define CFNC_FAILURE_PRIVATE_H

#include "cfnc/report/failure.h"

/* Between failure.c and failure_answer.c, and for whoever tells findings in another form. */

enum {
    FAILURE_LABEL = 14, /* columns of "errorMessage" and the like, behind two blanks */
    FAILURE_NARROW = 36 /* a window with fewer has no room for labels beside words */
};

/* Words behind a label, wrapped below each other. */
void failure_words(struct text *out, const char *label, const char *words, int columns);

/* It is a CREATE that FAILED at once, so that nothing came to be. */
bool failure_refused(const struct run *run, const struct finding *finding);

bool failure_crashed(const struct finding *finding); /* Lambda's error object was the answer */

/* One sentence: what happened at the call. */
const char *failure_title(struct arena *arena, const struct run *run,
                          const struct finding *finding);

/* What the title, errorType and errorMessage do not say already; or NULL. */
const char *failure_fault(struct arena *arena, const struct finding *finding);

/* What the handler said: its error and stack, its code and message, or what was no JSON. */
void failure_answer(struct text *out, const struct call *call, const struct failure_style *style);

/* CREATE(+2), LIST(3 pages): the operation that begins with the call. Its last call. */
const struct call *operation_add(struct text *out, const struct call *call);

/* What to look at first, or NULL where nobody can know. */
const char *failure_hint(struct arena *arena, const struct run *run, const struct finding *finding);

#endif
