#ifndef CFNC_COVERAGE_H
#define CFNC_COVERAGE_H

#include "cfnc/base/random.h"
#include "cfnc/type/resource_type.h"

/*
 * Which optional properties go into which of N models, so that every two of
 * them occur together, apart, and both absent (a covering array of strength
 * two): a fault that two properties have between them shows in few models.
 * With fewer rows than that takes, as many pairs as can be are covered; rows
 * beyond it are random.
 *
 * Optional are the properties that a create may leave out: of the root, and of
 * objects inside it (three levels; 100 places at most, those near the root
 * first). What oneOf and the like forbid is left to the generator, for which a
 * row is a wish. The first row has everything, the second nothing.
 */
struct coverage;

enum coverage_wish { COVERAGE_OPEN, COVERAGE_IN, COVERAGE_OUT };

/* Of so many rows, drawn with `random`. */
const struct coverage *coverage_new(struct arena *arena, const struct resource_type *type,
                                    size_t rows, struct random *random);

size_t coverage_rows(const struct coverage *coverage);

/* What the row says of a place; OPEN of one that is not among the places. */
enum coverage_wish coverage_wants(const struct coverage *coverage, size_t row, const char *pointer);

#endif
