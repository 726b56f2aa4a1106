#ifndef CFNC_VALIDATE_H
#define CFNC_VALIDATE_H

#include "cfnc/lint/lint.h"
#include "cfnc/option/options.h"

/*
 * The files that `cfnc validate` is about. What cannot be read is complained
 * of at once, and the others are read all the same.
 */
struct validation {
    struct arena *arena;
    const struct options *options;
    struct lint **lints; /* one for each schema */
    size_t count, room;
    bool unreadable; /* something could not be read */
};

/* Reads what `word` names: a file, a folder; NULL: the project. */
void validation_add(struct validation *v, const char *word);

/* Reads the inputs and overrides beside a schema into lint->inputs. */
void validation_add_inputs(struct validation *v, struct lint *lint);

#endif
