#ifndef CFNC_DIFFERENCES_PRIVATE_H
#define CFNC_DIFFERENCES_PRIVATE_H

#include "cfnc/report/differences.h"

/* The request as JSON, with the lines that differ as they were requested (-) and returned (+). */
void differences_unified(struct text *out, const struct comparison *comparison,
                         const struct differences_style *style);

/*
 * The differences among the first `rows` whose hints are to be told, at most `most`, NULL behind
 * the last: what differs by one cause is told once.
 */
const struct difference **differences_hinted(struct arena *arena, const struct difference *first,
                                             size_t rows, size_t most);

#endif
