#ifndef CFNC_WORKFLOW_H
#define CFNC_WORKFLOW_H

#include <stdbool.h>

#include "cfnc/base/text.h"

/*
 * Adds what a workflow command of GitHub's ("::error file=PROPERTY::TEXT") is to hold, so that it
 * ends neither the command nor, in a property, the property; control characters become \xNN.
 */
void workflow_add(struct text *out, const char *text, bool property);

#endif
