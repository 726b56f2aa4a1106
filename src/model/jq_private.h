#ifndef CFNC_JQ_PRIVATE_H
#define CFNC_JQ_PRIVATE_H

#include "cfnc/jq.h"

/*
 * What runs in the process of a program, and nowhere else: libjq (jq.c), or
 * nothing (jq_without.c). An answer is what it is, and the text that goes with
 * it: JSON, a complaint, or nothing.
 */
enum jq_answer { JQ_MADE = 'm', JQ_NOTHING = 'n', JQ_FAILED = 'f' };

typedef void jq_tell(void *context, enum jq_answer answer, const char *text, size_t length);

/* Compiles the program, and tells JQ_NOTHING or JQ_FAILED. Once for a process. */
bool jq_engine_begin(const char *program, jq_tell *tell, void *context);
/* Evaluates it for a text of JSON, and tells what came of it. */
void jq_engine_run(const char *input, size_t length, jq_tell *tell, void *context);

#endif
