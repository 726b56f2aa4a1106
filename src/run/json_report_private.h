#ifndef CFNC_JSON_REPORT_PRIVATE_H
#define CFNC_JSON_REPORT_PRIVATE_H

#include "cfnc/reporter.h"

/* Between json_report.c and json_report_end.c. */

void report_ms(json *object, const char *key, int64_t ms);
void report_text(struct arena *arena, json *object, const char *key, const char *text);
const char *report_call_id(struct arena *arena, const struct call *call);
const char *report_outcome_id(struct arena *arena, const struct outcome *o);
void report_append(struct arena *arena, json *array, const char *text);
void report_pointers(struct arena *arena, json *object, const char *key,
                     const struct property_set *set);

/* Calls, rules, leftovers, exceptions and redactions. */
void report_ending(struct arena *arena, json *report, const struct run *run);

#endif
