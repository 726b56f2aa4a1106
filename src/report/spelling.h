#ifndef CFNC_SPELLING_H
#define CFNC_SPELLING_H

#include "cfnc/engine/reporter.h"

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

/* The member "summary" of a report, and what it says of tests, by what came of them. */
void report_summary(json *report, const struct run *run);
void report_counts(json *object,
                   const struct summary *summary); /* of tests, by what came of them */

#endif
