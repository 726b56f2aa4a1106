#ifndef CFNC_DIFFERENCES_PRIVATE_H
#define CFNC_DIFFERENCES_PRIVATE_H

#include "cfnc/report/differences.h"

/* The request as JSON, with the lines that differ as they were requested (-) and returned (+). */
void differences_unified(struct text *out, const struct comparison *comparison,
                         const struct differences_style *style);

#endif
