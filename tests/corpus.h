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
 * them: every `step`-th, or every CFNC_CORPUS_STEP-th where that is set. Slow
 * builds set it, and one step takes all.
 */
const char *const *corpus_schemas(struct arena *arena, size_t step);

/* The step that corpus_schemas() takes; other long tests of slow builds go by it too. */
size_t corpus_step(size_t step);

/* Whether the `number`-th of many is to be tried: all are, but in slow builds one in a step. */
bool corpus_takes(size_t number);

#endif
