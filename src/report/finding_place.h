#ifndef CFNC_FINDING_PLACE_H
#define CFNC_FINDING_PLACE_H

#include "cfnc/engine/record.h"

/*
 * The line of a file that somebody changes who repairs what was found, for reports that point at
 * lines: that which the finding names itself (what is wrong with inputs, overrides or the schema),
 * the input that a handler refused as invalid, else the property in the schema. Its path is
 * NULL where there is none. `finding` is of the outcome; NULL: why it could not be judged.
 */
struct place finding_place(const struct run *run, const struct outcome *o,
                           const struct finding *finding);

#endif
