#ifndef CFNC_SPELLING_H
#define CFNC_SPELLING_H

#include "cfnc/base/text.h"
#include "cfnc/engine/record.h"

/* How reports spell times, texts, calls and outcomes: the same in every format. */

void report_ms(json *object, const char *key, int64_t ms);
void report_text(struct arena *arena, json *object, const char *key, const char *text);
const char *report_date_time(struct arena *arena, int64_t wall_ms); /* RFC 3339, UTC, with ms */
const char *report_phase(const struct call *call);
const char *report_verdict(const struct run *run, const struct call *call); /* a rule, or "ok" */
const char *report_call_id(struct arena *arena, const struct call *call);
const char *report_outcome_id(struct arena *arena, const struct outcome *o);
void report_append(struct arena *arena, json *array, const char *text);
/* The keys of a set of actions: "create", "read". */
void report_handlers(struct arena *arena, json *object, const char *key, const struct run *run,
                     unsigned actions);
void report_pointers(struct arena *arena, json *object, const char *key,
                     const struct property_set *set);

/* "1 test", "2 tests". */
const char *counted(struct arena *arena, size_t count, const char *thing);
/* "create", and on which inputs where there are several sets. */
const char *module_heading(struct arena *arena, const struct run *run, const struct outcome *o);
const char *test_heading(struct arena *arena, const struct outcome *o); /* NAME, NAME (fixture) */
/* "3 passed, 1 failed, 2 skipped": of tests. */
void verdicts_line(struct text *out, const struct summary *summary);

/* Differences in one line: "; PATH requested 1, returned 2". */
struct differences_words {
    size_t rows, columns;       /* so many, and as much of each value */
    const char *model, *absent; /* in the place of an empty path, of no value */
    const char *before[2];      /* what stands before either value */
};
void differences_line(struct text *out, const struct difference *d,
                      const struct differences_words *words);

/* The member "summary" of a report, and what it says of tests, by what came of them. */
void report_summary(json *report, const struct run *run);
void report_counts(json *object,
                   const struct summary *summary); /* of tests, by what came of them */

/*
 * Adds what a workflow command of GitHub's ("::error file=PROPERTY::TEXT") is to hold, so that it
 * ends neither the command nor, in a property, the property; control characters become \xNN.
 */
void workflow_add(struct text *out, const char *text, bool property);

#endif
