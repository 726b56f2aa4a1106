#ifndef CFNC_TEST_CORPUS_H
#define CFNC_TEST_CORPUS_H

#include <stdbool.h>

#include "cfnc/base/arena.h"

/*
 * A corpus of real schemas, which is no part of this project: the folder that
 * CFNC_CORPUS names, or ../shared/corpus. Without it these functions skip the
 * test and return NULL.
 */
const char *corpus_folder(struct arena *arena);

/*
 * The paths of its schemas, in the order of their names, with a NULL behind
 * them: one in corpus_step(step).
 */
const char *const *corpus_schemas(struct arena *arena, size_t step);

/*
 * How large a part of its cases a test tries: one in so many, which is what CFNC_CORPUS_STEP says;
 * or `step`, or CFNC_SAMPLE where that is more and not CFNC_TESTS=all. Builds that are slow set the
 * first for every test, and ctest the second for the slowest of them: see tests/CMakeLists.txt.
 */
size_t corpus_step(size_t step);

/* Whether the `number`-th of many is to be tried: one in corpus_step(1). */
bool corpus_takes(size_t number);

#endif
