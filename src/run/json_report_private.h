#ifndef CFNC_JSON_REPORT_PRIVATE_H
#define CFNC_JSON_REPORT_PRIVATE_H

#include "cfnc/reporter.h"

/* Between json_report.c and json_report_end.c; other formats spell things likewise. */

void report_ms(json *object, const char *key, int64_t ms);
void report_text(struct arena *arena, json *object, const char *key, const char *text);
const char *report_date_time(struct arena *arena, int64_t wall_ms); /* RFC 3339, UTC, with ms */
const char *report_phase(const struct call *call);
const char *report_verdict(const struct run *run, const struct call *call); /* a rule, or "ok" */
const char *report_call_id(struct arena *arena, const struct call *call);
const char *report_outcome_id(struct arena *arena, const struct outcome *o);
void report_append(struct arena *arena, json *array, const char *text);
void report_pointers(struct arena *arena, json *object, const char *key,
                     const struct property_set *set);

/* All of a run. */
json *report_document(struct arena *arena, const struct run *run);

void report_summary(json *report, const struct run *run);
void report_counts(json *object,
                   const struct summary *summary); /* of tests, by what came of them */

/* Calls, rules, leftovers, exceptions and redactions. */
void report_ending(struct arena *arena, json *report, const struct run *run);

#endif
